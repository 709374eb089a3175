<?php

declare(strict_types=1);

namespace Latchkey;

/** The license of one site or installation. Operations throw a `LatchkeyException` if they did not do what they should. */
final class LicenseClient
{
    public const VERSION = '0.1.0';
    private const HOUR = 3600;
    private const DAY = 86400;
    /** How long a process leaves the service alone after one has asked it, in seconds. */
    private const BETWEEN_REQUESTS = 300;
    private const OPTIONS = [
        'benefit_ids',
        'issuer',
        'device_id',
        'application',
        'fresh_seconds',
        'grace_seconds',
        'transport',
        'timeout',
        'attempts',
        'sleep',
        'now',
    ];

    private string $organizationId;
    /** @var string[]|null */
    private ?array $benefitIds;
    private ?string $deviceId;
    /** @var array{version?: string, released_at?: string}|null */
    private ?array $application;
    private int $freshSeconds;
    private int $graceSeconds;
    private Transport $transport;
    private float $timeout;
    private int $attempts;
    /** @var callable(float): void */
    private $sleep;
    private Records $records;
    private Clock $clock;
    private Service $service;

    /**
     * `$rootKey` is the last column of `latchkey signing-keys list`, built into the application. Options:
     * - `benefit_ids`: what the application is sold as; keys of other benefits are refused
     * - `device_id`: 1 to 128 visible ASCII characters, such as a hash of the address of the site; without it, an ID is made and stored
     * - `application`: `version` and `released_at` (ISO 8601), which the policies of a license may limit
     * - `fresh_seconds`: how old an answer may be before `refresh` asks again (half a day)
     * - `grace_seconds`: how old it may be if the service cannot be reached (14 days)
     * - `issuer`: how the service calls itself, if that is not `$url`
     * - `transport`: sends the requests instead of `CurlTransport`
     * - `timeout`: seconds for a whole call, with its requests, their repeats and the waits between them (10); `attempts` of each request (4)
     * - `sleep` and `now`: functions instead of waiting, and of the clock of the machine
     *
     * @param array<string, mixed> $options
     */
    public function __construct(string $url, string $organizationId, string $rootKey, Storage $storage, array $options = [])
    {
        self::assertOptions($url, $rootKey, $options);
        $url = rtrim($url, '/');
        $this->organizationId = $organizationId;
        $this->benefitIds = $options['benefit_ids'] ?? null;
        $this->deviceId = $options['device_id'] ?? null;
        $this->application = $options['application'] ?? null;
        $this->freshSeconds = $options['fresh_seconds'] ?? self::DAY / 2;
        $this->graceSeconds = $options['grace_seconds'] ?? 14 * self::DAY;
        $this->transport = $options['transport'] ?? new CurlTransport();
        $this->timeout = (float) ($options['timeout'] ?? 10);
        $this->attempts = $options['attempts'] ?? 4;
        $this->sleep = $options['sleep'] ?? static function (float $seconds): void {
            usleep((int) ($seconds * 1e6));
        };
        $signers = new Signers($rootKey, rtrim($options['issuer'] ?? $url, '/'), $organizationId);
        $this->records = new Records($storage, $signers);
        $this->clock = new Clock($storage, $options['now'] ?? 'time');
        $this->service = new Service($url, $signers, $storage, $this->clock);
    }

    /** Which device this is. Self-reported: it stops nobody who wants to be another one. */
    public function deviceId(): string
    {
        return $this->deviceId ?? $this->records->deviceId();
    }

    /**
     * Activates a key for this device, and returns the ID of the activation. The device that has an activation gets that one again. A license
     * that is there stays until the new one is stored.
     *
     * @param array<string, string|int|float|bool> $conditions
     * @param array<string, string|int|float|bool> $meta
     */
    public function activate(string $key, string $label, array $conditions = [], array $meta = []): string
    {
        $said = new LicenseRecord($key);
        $said->label = $label;
        $said->conditions = $conditions;
        $said->meta = $meta;
        $call = $this->begin();
        try {
            return $this->activateForBenefit($call, $said);
        } catch (Refused $refused) {
            // As it was typed first, because a seller may have issued a key that looks like this.
            $meant = KeyForm::normal($key);
            if ($refused->licenseCode !== 'NOT_FOUND' || $meant === $key) {
                throw $refused;
            }
        }
        $said->key = $meant;
        return $this->activateForBenefit($call, $said);
    }

    /**
     * Lets the customer sign in on a page of the service instead of typing a license key, activates the license key of the customer for this
     * device, and returns the ID of the activation: for programs that may wait, such as on a command line. `$clientId` is the `id` of the
     * application at the service (`POST /v1/sign-in-clients/`). `$onCode` is called once: the application shows the code and the page. Waits until
     * the customer has decided, at most as long as the code is valid, or until `$isCanceled` returns true, which throws `Canceled`. `$choose` is
     * called if there are several license keys, oldest first; without it, the first one is activated. Refused with `SIGN_IN_DENIED`,
     * `SIGN_IN_EXPIRED`, or `NO_LICENSE_KEY` if whoever signed in has none for this application; otherwise as an activation. Nothing of the
     * sign-in is stored.
     *
     * @param callable(SignInCode): void $onCode
     * @param (callable(SignedInKey[]): SignedInKey)|null $choose
     * @param (callable(): bool)|null $isCanceled
     * @param array<string, string|int|float|bool> $conditions
     * @param array<string, string|int|float|bool> $meta
     */
    public function signIn(
        string $clientId,
        string $label,
        callable $onCode,
        ?callable $choose = null,
        ?callable $isCanceled = null,
        array $conditions = [],
        array $meta = []
    ): string {
        $begin = fn (): Retries => $this->begin();
        $signIn = new SignIn($this->service, $this->organizationId, $this->benefitIds, $begin, $this->sleep);
        $keys = $signIn->keys($clientId, $onCode, $isCanceled);
        $chosen = $choose !== null && count($keys) > 1 ? $choose($keys) : $keys[0];
        $said = new LicenseRecord($chosen->key);
        $said->label = $label;
        $said->conditions = $conditions;
        $said->meta = $meta;
        return $this->activateOnce($this->begin(), $said, $chosen->benefitId);
    }

    /** Activates the stored key again, for example after the customer has removed this device. */
    public function reactivate(): string
    {
        $known = $this->activated();
        return $this->activate($known->key, $known->label === '' ? 'Device' : $known->label, $known->conditions, $known->meta);
    }

    /**
     * Asks the service whether the key is valid. The answer is signed, so nobody but the service can say yes. `$incrementUsage` is counted once,
     * however often the request has to be repeated.
     */
    public function validate(?int $incrementUsage = null): Validation
    {
        return $this->validateCounting($incrementUsage === null ? [] : ['increment_usage' => $incrementUsage]);
    }

    /**
     * Validates the key and adds to one of its counters (docs/licensing/counters.md): once, however often the request has to be repeated.
     * `licenseKey['counters']` of what it returns says what is left of each.
     */
    public function increment(string $counter, int $units = 1): Validation
    {
        return $this->validateCounting(['increment' => ['counter' => $counter, 'units' => $units]]);
    }

    /** @param array<string, mixed> $counted what the request counts beside the validation */
    private function validateCounting(array $counted): Validation
    {
        $license = $this->activated();
        $body = $this->presenting($license) + ['activation_id' => $license->activationId] + $counted;
        $headers = [];
        if ($counted !== []) {
            $headers['idempotency-key'] = Encoding::newId();
        }
        try {
            $signed = $this->service->callSigned($this->begin(), 'validate', $body, $headers);
        } catch (Refused $refused) {
            // That so much cannot be counted says nothing about the license.
            if ($refused->proof !== null && $counted === []) {
                $this->remember($refused->proof);
            }
            throw $refused;
        }
        $licenseKey = $signed->body();
        if (!is_string($licenseKey['id'] ?? null) || ($licenseKey['status'] ?? null) !== 'granted') {
            throw new Untrusted('malformed');
        }
        $notStored = $this->remember($signed);
        if (!$this->isOfBenefit($licenseKey)) {
            throw new Untrusted('wrong_benefit');
        }
        return new Validation($licenseKey, $signed->standing === null ? null : Standing::in($signed->standing), $notStored);
    }

    /**
     * Whether the application may be used, without a network: cheap enough for every page. Verifies the stored answer of the service again, as if
     * it had just arrived.
     */
    public function check(): LicenseState
    {
        $license = $this->records->license();
        if ($license === null) {
            return LicenseState::not('not_activated', false);
        }
        try {
            $signed = $this->records->answer();
        } catch (Untrusted $untrusted) {
            return LicenseState::not($untrusted->fault);
        }
        if ($signed === null) {
            return LicenseState::not('unconfirmed');
        }
        $now = $this->clock->time();
        if ($now === null) {
            return LicenseState::not('clock_set_back');
        }
        $state = $this->stateBy($signed, $now);
        // Another license was activated since, and nothing about it could be stored: what was granted goes on, what was refused is over.
        $isCurrent = self::isAbout($signed, $license);
        $state->refreshDue = $state->refreshDue || !$isCurrent;
        return $isCurrent || $state->usable ? $state : LicenseState::not('unconfirmed');
    }

    /**
     * Asks the service if that is due, at most every five minutes, and returns what `check` says from now on. This is for a job that runs daily or
     * hourly. Only an answer that the service has signed changes anything; `problem` says why there is none.
     */
    public function refresh(): LicenseState
    {
        $before = $this->check();
        $since = $this->clock->shown() - $this->records->askedAt();
        if (!$before->refreshDue || ($since >= 0 && $since < self::BETWEEN_REQUESTS)) {
            return $before;
        }
        $this->records->writeAskedAt($this->clock->shown());
        $problem = null;
        try {
            $problem = $this->validate()->notStored;
        } catch (LatchkeyException $error) {
            $problem = $error;
        }
        $state = $this->check();
        $state->problem = $problem;
        return $state;
    }

    /** Gives the activation back. */
    public function deactivate(): void
    {
        $license = $this->activated();
        try {
            $this->service->call($this->begin(), 'deactivate', $this->keyOf($license) + ['activation_id' => $license->activationId]);
        } catch (Refused $refused) {
            if ($refused->licenseCode !== 'ACTIVATION_NOT_FOUND') {
                throw $refused;
            }
        }
        $this->records->forget();
    }

    /** The service compares one benefit. A key that is of another one takes no place, so the next can be tried. */
    private function activateForBenefit(Retries $call, LicenseRecord $said): string
    {
        $others = $this->benefitIds ?? [null];
        $last = array_pop($others);
        foreach ($others as $benefitId) {
            try {
                return $this->activateOnce($call, $said, $benefitId);
            } catch (Refused $refused) {
                if ($refused->licenseCode !== 'BENEFIT_MISMATCH') {
                    throw $refused;
                }
            }
        }
        return $this->activateOnce($call, $said, $last);
    }

    private function activateOnce(Retries $call, LicenseRecord $said, ?string $benefitId): string
    {
        $activated = clone $said;
        $activated->benefitId = $benefitId;
        $this->records->assertWritable($activated);
        $body = $this->presenting($activated) + ['label' => $said->label, 'meta' => (object) $said->meta];
        $signed = $this->service->callSigned($call, 'activate', $body, ['license-device' => $this->deviceId()]);
        $answer = $signed->body();
        if (!is_string($answer['id'] ?? null) || !is_string($answer['license_key_id'] ?? null)) {
            throw new Untrusted('malformed');
        }
        $licenseKey = is_array($answer['license_key'] ?? null) ? $answer['license_key'] : [];
        if (!$this->isOfBenefit($licenseKey) || ($benefitId !== null && ($licenseKey['benefit_id'] ?? null) !== $benefitId)) {
            throw new Untrusted('wrong_benefit');
        }
        $activated->key = is_string($licenseKey['key'] ?? null) ? $licenseKey['key'] : $said->key;
        $activated->activationId = $answer['id'];
        $activated->licenseKeyId = $answer['license_key_id'];
        $activated->device = $this->deviceId === null ? $this->deviceId() : null;
        $this->records->writeLicense($activated);
        $this->remember($signed);
        return $answer['id'];
    }

    private function remember(SignedAnswer $signed): ?StorageFailed
    {
        $notStored = $this->records->writeAnswer($signed);
        $this->clock->correct($signed->at);
        return $notStored;
    }

    private function stateBy(SignedAnswer $signed, int $now): LicenseState
    {
        $age = $now - $signed->at;
        $refused = $signed->answer->status === 200 ? null : Service::refusalIn($signed->answer);
        if ($refused !== null) {
            $state = LicenseState::not('refused', $age >= self::HOUR);
            $state->refusal = $refused;
            return $state;
        }
        $body = $signed->body();
        $licenseKey = $signed->operation() === Service::nameOf('activate') ? $body['license_key'] ?? null : $body;
        if (!is_array($licenseKey) || !$this->isOfBenefit($licenseKey)) {
            return LicenseState::not('wrong_benefit');
        }
        $expiresAt = Encoding::parseTime($licenseKey['expires_at'] ?? null);
        if ($expiresAt !== null && $expiresAt->getTimestamp() <= $now) {
            return LicenseState::not('expired');
        }
        if ($age >= $this->graceSeconds) {
            return LicenseState::not('unconfirmed');
        }
        $state = new LicenseState();
        $state->usable = true;
        $state->refreshDue = $age >= $this->freshSeconds;
        $state->state = $state->refreshDue ? 'grace' : 'valid';
        $state->licenseKey = $licenseKey;
        $state->standing = $signed->standing === null ? [] : Standing::in($signed->standing);
        $state->confirmedAt = (new \DateTimeImmutable())->setTimestamp($signed->at);
        return $state;
    }

    /** Whether an answer is about the license that is stored. */
    private static function isAbout(SignedAnswer $signed, LicenseRecord $license): bool
    {
        $body = $signed->body();
        if ($signed->operation() === Service::nameOf('activate')) {
            return ($body['id'] ?? null) === $license->activationId;
        }
        return $signed->operation() === Service::nameOf('validate') && $signed->activationId() === $license->activationId;
    }

    /** @param array<string, mixed> $licenseKey */
    private function isOfBenefit(array $licenseKey): bool
    {
        return $this->benefitIds === null || in_array($licenseKey['benefit_id'] ?? null, $this->benefitIds, true);
    }

    private function begin(): Retries
    {
        return new Retries($this->transport, $this->timeout, $this->attempts, $this->sleep);
    }

    private function activated(): LicenseRecord
    {
        $license = $this->records->license();
        if ($license === null) {
            throw new NotActivated();
        }
        return $license;
    }

    /** @return array<string, mixed> */
    private function presenting(LicenseRecord $license): array
    {
        $body = $this->keyOf($license) + ['conditions' => (object) $license->conditions];
        if ($license->benefitId !== null) {
            $body['benefit_id'] = $license->benefitId;
        }
        return $this->application === null ? $body : $body + ['application' => (object) $this->application];
    }

    /** @return array<string, mixed> */
    private function keyOf(LicenseRecord $license): array
    {
        return ['key' => $license->key, 'organization_id' => $this->organizationId];
    }

    /** @param array<string, mixed> $options */
    private static function assertOptions(string $url, string $rootKey, array $options): void
    {
        $unknown = array_diff(array_keys($options), self::OPTIONS);
        if ($unknown !== []) {
            throw new \InvalidArgumentException('There is no option `' . implode('`, `', $unknown) . '`.');
        }
        if (preg_match('~\Ahttps?://[^/\s]+~i', $url) !== 1) {
            throw new \InvalidArgumentException('`$url` is not a URL.');
        }
        if (!KeySet::isPublicKey($rootKey)) {
            throw new \InvalidArgumentException('`$rootKey` is not an Ed25519 public key of 43 characters (base64url).');
        }
        if (($options['benefit_ids'] ?? null) === []) {
            throw new \InvalidArgumentException('`benefit_ids` names no benefit.');
        }
        if (isset($options['device_id']) && preg_match('/\A[\x21-\x7e]{1,128}\z/', $options['device_id']) !== 1) {
            throw new \InvalidArgumentException('`device_id` has to be 1 to 128 visible ASCII characters.');
        }
    }
}
