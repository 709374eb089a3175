<?php

declare(strict_types=1);

namespace Latchkey;

/** Whether the application may be used now, by the last answer that the service has signed. */
final class LicenseState
{
    public bool $usable = false;
    /**
     * Why not: `not_activated`, `refused` (`refusal` says why), `expired`, `unconfirmed` (the service has not confirmed it for too long),
     * `clock_set_back`, `wrong_benefit`, or the fault of an answer that was changed in the storage.
     */
    public ?string $reason = null;
    /** `valid`, or `grace`: the service should have been asked again, and could not be. */
    public ?string $state = null;
    /** What the service has refused. */
    public ?Refused $refusal = null;
    /** @var array<string, mixed> the license key, in the names of the API; empty if the service did not confirm it */
    public array $licenseKey = [];
    /** @var array<string, array<string, \DateTimeImmutable|int>> what the customer needs to know, as in a `Validation` */
    public array $standing = [];
    /** When the service said so. */
    public ?\DateTimeImmutable $confirmedAt = null;
    /** `refresh` would ask the service. */
    public bool $refreshDue = false;
    /** After `refresh`: why the service did not answer; or what refused the license, and need not be the service. */
    public ?LatchkeyException $problem = null;

    /** @internal */
    public static function not(string $reason, bool $refreshDue = true): self
    {
        $state = new self();
        $state->reason = $reason;
        $state->refreshDue = $refreshDue;
        return $state;
    }
}
