<?php

declare(strict_types=1);

namespace Latchkey;

/** The service has said yes. */
final class Validation
{
    /** @var array<string, mixed> in the names of the API */
    public array $licenseKey;
    /**
     * What the customer needs to know, such as `['past_due' => ['until' => …]]` (docs/licensing/standing.md); null if the service did not tell it,
     * as in the answer to a request that was repeated.
     *
     * @var array<string, array<string, \DateTimeImmutable|int>>|null
     */
    public ?array $standing;
    /** Why the answer could not be stored: it counts until the process ends. Null if the storage did not fail. */
    public ?StorageFailed $notStored;

    public function __construct(array $licenseKey, ?array $standing, ?StorageFailed $notStored)
    {
        $this->licenseKey = $licenseKey;
        $this->standing = $standing;
        $this->notStored = $notStored;
    }

    /** What the license key entitles to. */
    public function entitlements(): Entitlements
    {
        return new Entitlements($this->licenseKey['entitlements'] ?? null);
    }
}
