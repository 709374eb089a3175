<?php

declare(strict_types=1);

namespace Latchkey;

/** The service refused, or somebody in between who answers like it. Only a signed refusal ends a license that is stored. */
final class Refused extends LatchkeyException
{
    /** The header `License-Code` of the service, such as `REVOKED`; `INVALID_REQUEST` if the request was malformed. */
    public string $licenseCode;
    public int $status;
    public string $detail;
    /** When the same may be permitted, if the service said so. */
    public ?\DateTimeImmutable $retryAt;
    /** With `ACTIVATION_LIMIT_REACHED`: a page on which the customer signs in and removes a device. Open for an hour. */
    public ?string $manageUrl;
    /**
     * What proves that the service has refused; null if anybody in between may have.
     *
     * @internal
     */
    public ?SignedAnswer $proof = null;

    public function __construct(
        string $licenseCode,
        int $status,
        string $detail,
        ?\DateTimeImmutable $retryAt = null,
        ?string $manageUrl = null
    ) {
        parent::__construct("$licenseCode: $detail");
        $this->licenseCode = $licenseCode;
        $this->status = $status;
        $this->detail = $detail;
        $this->retryAt = $retryAt;
        $this->manageUrl = $manageUrl;
    }
}
