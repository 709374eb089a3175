<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * Who signs: the root key that is built into the application, and the organization it belongs to.
 *
 * @internal
 */
final class Signers
{
    public string $rootKey;
    public string $issuer;
    public string $organizationId;

    public function __construct(string $rootKey, string $issuer, string $organizationId)
    {
        $this->rootKey = $rootKey;
        $this->issuer = $issuer;
        $this->organizationId = $organizationId;
    }
}
