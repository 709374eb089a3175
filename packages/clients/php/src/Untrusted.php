<?php

declare(strict_types=1);

namespace Latchkey;

/** Something was answered, or is stored, that the service did not sign for this. */
final class Untrusted extends LatchkeyException
{
    /** Such as `bad_signature`, `wrong_nonce` or `expired`. */
    public string $fault;

    public function __construct(string $fault)
    {
        parent::__construct($fault);
        $this->fault = $fault;
    }
}
