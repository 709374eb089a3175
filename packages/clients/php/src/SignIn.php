<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * The sign-in of a customer on a page of the service, instead of a license key that is typed. The answers are not signed: that of the activation
 * proves what the key is.
 *
 * @internal
 */
final class SignIn
{
    /** As long as waits for the customer last in other libraries, in seconds. */
    private const LONGEST = 3600;

    private Service $service;
    private string $organizationId;
    /** @var string[]|null */
    private ?array $benefitIds;
    /** @var callable(): Retries */
    private $begin;
    /** @var callable(float): void */
    private $sleep;

    /**
     * @param string[]|null $benefitIds
     * @param callable(): Retries $begin
     * @param callable(float): void $sleep
     */
    public function __construct(Service $service, string $organizationId, ?array $benefitIds, callable $begin, callable $sleep)
    {
        $this->service = $service;
        $this->organizationId = $organizationId;
        $this->benefitIds = $benefitIds;
        $this->begin = $begin;
        $this->sleep = $sleep;
    }

    /**
     * The license keys of whoever signed in, at least one.
     *
     * @param callable(SignInCode): void $onCode
     * @param (callable(): bool)|null $isCanceled
     *
     * @return SignedInKey[]
     */
    public function keys(string $clientId, callable $onCode, ?callable $isCanceled): array
    {
        $organization = ['organization_id' => $this->organizationId];
        $begun = $this->service->call(($this->begin)(), 'sign-in', $organization + ['client_id' => $clientId]);
        $deviceCode = $begun['device_code'] ?? null;
        if (!is_string($deviceCode)) {
            throw new Untrusted('malformed');
        }
        $onCode(self::codeIn($begun));
        $question = $organization + ['device_code' => $deviceCode];
        if ($this->benefitIds !== null) {
            $question['benefit_ids'] = $this->benefitIds;
        }
        return $this->allowed($question, self::secondsIn($begun, 'interval'), self::secondsIn($begun, 'expires_in'), $isCanceled);
    }

    /**
     * Asks until the sign-in was allowed, refused or is over. Whatever keeps the service from answering meanwhile passes, or lasts until the code
     * is over.
     *
     * @param array<string, mixed> $question
     *
     * @return SignedInKey[]
     */
    private function allowed(array $question, int $interval, int $expiresIn, ?callable $isCanceled): array
    {
        $last = self::expired();
        $waited = 0.0;
        while ($waited + $interval <= $expiresIn) {
            ($this->sleep)((float) $interval);
            if ($isCanceled !== null && $isCanceled()) {
                throw new Canceled();
            }
            $waited += $interval;
            $call = ($this->begin)();
            try {
                $answer = $this->service->call($call, 'sign-in/keys', $question);
                if (($answer['status'] ?? null) !== 'pending') {
                    return $this->keysIn($answer);
                }
                $last = self::expired();
                $interval = max($interval, self::secondsIn($answer, 'interval'));
            } catch (Unavailable $unavailable) {
                $last = $unavailable;
            }
            $waited += $call->spent();
        }
        throw $last;
    }

    /**
     * @param array<string, mixed> $answer
     *
     * @return SignedInKey[]
     */
    private function keysIn(array $answer): array
    {
        $listed = $answer['license_keys'] ?? null;
        if (!is_array($listed) || $listed === []) {
            throw new Untrusted('malformed');
        }
        return array_map([$this, 'keyIn'], array_values($listed));
    }

    private function keyIn($told): SignedInKey
    {
        $texts = [];
        foreach (['id', 'key', 'display_key', 'benefit_id'] as $name) {
            $texts[] = is_array($told) ? $told[$name] ?? null : null;
        }
        if (array_filter($texts, 'is_string') !== $texts) {
            throw new Untrusted('malformed');
        }
        if ($this->benefitIds !== null && !in_array($told['benefit_id'], $this->benefitIds, true)) {
            throw new Untrusted('wrong_benefit');
        }
        return new SignedInKey($texts[0], $texts[1], $texts[2], $texts[3], Encoding::parseTime($told['expires_at'] ?? null));
    }

    /** @param array<string, mixed> $begun */
    private static function codeIn(array $begun): SignInCode
    {
        $userCode = $begun['user_code'] ?? null;
        $pages = [$begun['verification_uri'] ?? null, $begun['verification_uri_complete'] ?? null];
        foreach ($pages as $page) {
            // Applications open these in a browser.
            if (!is_string($page) || preg_match('~\Ahttps?://~', $page) !== 1) {
                throw new Untrusted('malformed');
            }
        }
        if (!is_string($userCode)) {
            throw new Untrusted('malformed');
        }
        return new SignInCode($userCode, $pages[0], $pages[1]);
    }

    /**
     * At least one.
     *
     * @param array<string, mixed> $answer
     */
    private static function secondsIn(array $answer, string $name): int
    {
        $seconds = $answer[$name] ?? null;
        return is_int($seconds) ? min(max($seconds, 1), self::LONGEST) : 1;
    }

    private static function expired(): Refused
    {
        return new Refused('SIGN_IN_EXPIRED', 404, 'Nobody has allowed the sign-in in time.');
    }
}
