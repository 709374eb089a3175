<?php

declare(strict_types=1);

namespace Latchkey;

/** An operation did not do what it was asked for. The license that is stored is what it was. */
abstract class LatchkeyException extends \RuntimeException
{
}
