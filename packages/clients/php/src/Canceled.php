<?php

declare(strict_types=1);

namespace Latchkey;

/** The application has ended the wait for a sign-in. */
final class Canceled extends LatchkeyException
{
    public function __construct()
    {
        parent::__construct('The application has ended the wait.');
    }
}
