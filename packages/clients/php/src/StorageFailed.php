<?php

declare(strict_types=1);

namespace Latchkey;

/** The storage cannot be read or written. */
final class StorageFailed extends LatchkeyException
{
}
