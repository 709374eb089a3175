<?php

declare(strict_types=1);

namespace Latchkey;

/** A license key of whoever signed in. */
final class SignedInKey
{
    public string $id;
    public string $key;
    /** The key without most of its characters. */
    public string $displayKey;
    public string $benefitId;
    /** Null if it does not expire. */
    public ?\DateTimeImmutable $expiresAt;

    public function __construct(string $id, string $key, string $displayKey, string $benefitId, ?\DateTimeImmutable $expiresAt)
    {
        $this->id = $id;
        $this->key = $key;
        $this->displayKey = $displayKey;
        $this->benefitId = $benefitId;
        $this->expiresAt = $expiresAt;
    }
}
