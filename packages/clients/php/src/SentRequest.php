<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * What an answer is to.
 *
 * @internal
 */
final class SentRequest
{
    /** Such as `customer_portal.license_keys.validate`. */
    public string $operation;
    public string $body;
    public string $nonce;

    public function __construct(string $operation, string $body, string $nonce)
    {
        $this->operation = $operation;
        $this->body = $body;
        $this->nonce = $nonce;
    }
}
