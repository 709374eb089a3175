<?php

declare(strict_types=1);

namespace Latchkey;

/** No license key is stored that could be presented. */
final class NotActivated extends LatchkeyException
{
    public function __construct()
    {
        parent::__construct('There is no license key: activate one.');
    }
}
