<?php

declare(strict_types=1);

namespace Latchkey;

/** Sends one request: with `CurlTransport`, or with what a platform has for that. */
interface Transport
{
    /**
     * Follows no redirect, and waits no longer than so many seconds in all.
     *
     * @param array<string, string> $headers
     *
     * @throws Unavailable if there is no response, with the reason `network`, `timeout` or `not_the_service`
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $seconds): Answer;
}
