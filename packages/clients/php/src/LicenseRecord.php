<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * The license key that the application uses, and the activation it has.
 *
 * @internal
 */
final class LicenseRecord
{
    public string $key;
    /** Not yet activated if it is null. */
    public ?string $activationId = null;
    public ?string $licenseKeyId = null;
    /** The benefit that the application asked for, if it did. */
    public ?string $benefitId = null;
    /** The stored ID of the device that was activated, so that it outlasts its own record. */
    public ?string $device = null;
    /** @var array<string, mixed> those of the activation: validations repeat them */
    public array $conditions = [];
    public string $label = '';
    /** @var array<string, mixed> */
    public array $meta = [];

    public function __construct(string $key)
    {
        $this->key = $key;
    }
}
