<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * One call of the application: sends its requests, and repeats what failed for a reason that passes. All of them, their repeats and the waits
 * between them have one time limit. Waits double and are random, so that sites do not all come back at once, and are never shorter than
 * `Retry-After`. The caller sees to it that a repeated request does nothing twice.
 *
 * @internal
 */
final class Retries
{
    private const LONGEST_ATTEMPT = 10.0;
    private const FIRST_WAIT = 0.5;
    private const LONGEST_WAIT = 20.0;

    private Transport $transport;
    private float $limit;
    private int $attempts;
    /** @var callable(float): void */
    private $sleep;
    private float $spent = 0.0;

    /** @param callable(float): void $sleep */
    public function __construct(Transport $transport, float $limit, int $attempts, callable $sleep)
    {
        $this->transport = $transport;
        $this->limit = $limit;
        $this->attempts = $attempts;
        $this->sleep = $sleep;
    }

    /**
     * @param array<string, string> $headers
     *
     * @throws Unavailable
     */
    public function send(string $method, string $url, array $headers = [], ?string $body = null): Answer
    {
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->attempt($method, $url, $headers, $body);
            } catch (Unavailable $unavailable) {
                $wait = $this->waitAfter($attempt, $unavailable);
                if ($attempt >= $this->attempts || $wait === null || $wait >= $this->left()) {
                    throw $unavailable;
                }
            }
            ($this->sleep)($wait);
            $this->spent += $wait;
        }
    }

    /** How long the requests, their repeats and the waits between them have taken, in seconds. */
    public function spent(): float
    {
        return $this->spent;
    }

    public static function timedOut(float $seconds): Unavailable
    {
        return new Unavailable('timeout', "No response within $seconds s.");
    }

    private function attempt(string $method, string $url, array $headers, ?string $body): Answer
    {
        $limit = min(self::LONGEST_ATTEMPT, $this->left());
        if ($limit <= 0) {
            throw self::timedOut($this->limit);
        }
        $started = hrtime(true);
        $agent = 'latchkey-php/' . LicenseClient::VERSION . ' (PHP ' . PHP_VERSION . '; ' . PHP_OS_FAMILY . ')';
        $isTimedOut = false;
        try {
            return self::available($this->transport->send($method, $url, ['user-agent' => $agent] + $headers, $body, $limit));
        } catch (Unavailable $unavailable) {
            $isTimedOut = $unavailable->reason === 'timeout';
            throw $unavailable;
        } finally {
            // An attempt that timed out took its time, whatever this clock shows.
            $this->spent += $isTimedOut ? $limit : min($limit, (hrtime(true) - $started) / 1e9);
        }
    }

    private function left(): float
    {
        return max(0.0, $this->limit - $this->spent);
    }

    private static function available(Answer $answer): Answer
    {
        $retryAfter = self::secondsOf($answer->header('retry-after'));
        if ($answer->status === 407) {
            throw new Unavailable('not_the_service', 'The proxy does not let the request pass (407: it asks for a sign-in).');
        }
        if ($answer->status === 429) {
            throw new Unavailable('rate_limited', 'Too many requests.', $retryAfter);
        }
        if ($answer->status >= 500 || $answer->status === 408) {
            throw new Unavailable('server_error', "The service answered $answer->status.", $retryAfter);
        }
        return $answer;
    }

    /** Null if waiting is pointless: the response will be the same, or the service wants to be left alone for long. */
    private function waitAfter(int $attempt, Unavailable $unavailable): ?float
    {
        $asked = $unavailable->retryAfterSeconds ?? 0;
        if ($unavailable->reason === 'not_the_service' || $asked > self::LONGEST_WAIT) {
            return null;
        }
        return $asked + random_int(0, 1000) / 1000 * min(self::LONGEST_WAIT, self::FIRST_WAIT * 2 ** ($attempt - 1));
    }

    /** `Retry-After` is a number of seconds or a date. */
    private static function secondsOf(string $header): ?int
    {
        if (preg_match('/\A[0-9]{1,9}\z/', $header) === 1) {
            return (int) $header;
        }
        $at = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $header, new \DateTimeZone('UTC'));
        return $at === false ? null : max(0, $at->getTimestamp() - time());
    }
}
