<?php

declare(strict_types=1);

namespace Latchkey;

/** There is no answer, after all attempts. */
final class Unavailable extends LatchkeyException
{
    /** `network`, `timeout`, `rate_limited`, `server_error` or `not_the_service`. */
    public string $reason;
    public string $detail;
    public ?int $retryAfterSeconds;

    public function __construct(string $reason, string $detail, ?int $retryAfterSeconds = null, ?\Throwable $cause = null)
    {
        parent::__construct("$reason: $detail", 0, $cause);
        $this->reason = $reason;
        $this->detail = $detail;
        $this->retryAfterSeconds = $retryAfterSeconds;
    }
}
