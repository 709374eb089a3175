<?php

// The driver of the conformance kit (packages/conformance/README.md): a request on each line of the input, an answer on each of the output.

declare(strict_types=1);

use Latchkey\Answer;
use Latchkey\Canceled;
use Latchkey\CurlTransport;
use Latchkey\Entitlements;
use Latchkey\FileStorage;
use Latchkey\KeyForm;
use Latchkey\KeySet;
use Latchkey\LatchkeyException;
use Latchkey\LicenseClient;
use Latchkey\LicenseState;
use Latchkey\NotActivated;
use Latchkey\Refused;
use Latchkey\SentRequest;
use Latchkey\SignedAnswer;
use Latchkey\SignedInKey;
use Latchkey\SignedLicenseKey;
use Latchkey\Signers;
use Latchkey\SignInCode;
use Latchkey\StorageFailed;
use Latchkey\Unavailable;
use Latchkey\Untrusted;

require __DIR__ . '/../src/autoload.php';

/** Until the disk is full. */
final class LimitedStorage extends FileStorage
{
    public static ?int $writes = null;

    public function write(string $name, string $text): void
    {
        self::count();
        parent::write($name, $text);
    }

    public function create(string $name, string $text): bool
    {
        self::count();
        return parent::create($name, $text);
    }

    private static function count(): void
    {
        if (self::$writes === 0) {
            throw new StorageFailed('No space left on device');
        }
        if (self::$writes !== null) {
            self::$writes--;
        }
    }
}

final class Driver
{
    private ?LicenseClient $client = null;
    private int $now = 0;
    private float $waited = 0.0;

    public function run(): void
    {
        while (($line = fgets(STDIN)) !== false) {
            $fields = json_decode($line, true);
            $this->waited = 0.0;
            try {
                $answer = ['outcome' => 'ok'] + $this->performed($fields['command'], $fields);
            } catch (LatchkeyException $error) {
                $answer = self::problem($error);
            } catch (Throwable $error) {
                $answer = ['outcome' => 'error', 'error' => (string) $error];
            }
            echo json_encode($answer + ['waited' => $this->waited], JSON_THROW_ON_ERROR), "\n";
        }
    }

    private function performed(string $command, array $fields): array
    {
        switch ($command) {
            case 'open':
                $this->client = $this->opened($fields['options']);
                return [];
            case 'set_clock':
                $this->now = $fields['now'];
                return [];
            case 'limit_writes':
                LimitedStorage::$writes = $fields['writes'];
                return [];
            case 'vector':
                return self::vector($fields['kind'], $fields['given']);
            case 'device_id':
                return ['device_id' => $this->client->deviceId()];
            case 'activate':
                $said = [$fields['conditions'] ?? [], $fields['meta'] ?? []];
                return ['activation_id' => $this->client->activate($fields['key'], $fields['label'], ...$said), 'pages' => []];
            case 'sign_in':
                return $this->signedIn($fields);
            case 'reactivate':
                return ['activation_id' => $this->client->reactivate(), 'pages' => []];
            case 'validate':
            case 'increment':
                $validation = $command === 'validate'
                    ? $this->client->validate($fields['increment_usage'] ?? null)
                    : $this->client->increment($fields['counter'], $fields['units']);
                $standing = $validation->standing === null ? null : (object) array_map([self::class, 'told'], $validation->standing);
                return ['license_key' => $validation->licenseKey, 'standing' => $standing];
            case 'check':
                return ['license' => self::license($this->client->check())];
            case 'deactivate':
                $this->client->deactivate();
                return [];
        }
        throw new LogicException("There is no command $command.");
    }

    /** With the codes that were shown, and the license keys that were offered; `choose` is the place of one of them. */
    private function signedIn(array $fields): array
    {
        $codes = [];
        $offered = [];
        $onCode = static function (SignInCode $code) use (&$codes): void {
            $codes[] = [
                'user_code' => $code->userCode,
                'verification_uri' => $code->verificationUri,
                'verification_uri_complete' => $code->verificationUriComplete,
            ];
        };
        $choose = static function (array $keys) use (&$offered, $fields): SignedInKey {
            $offered = array_map([self::class, 'signedInKey'], $keys);
            return $keys[$fields['choose'] ?? 0];
        };
        $isCanceled = fn (): bool => $this->waited >= ($fields['cancel_after_seconds'] ?? INF);
        $said = [$fields['conditions'] ?? [], $fields['meta'] ?? []];
        $id = $this->client->signIn($fields['client_id'], $fields['label'], $onCode, $choose, $isCanceled, ...$said);
        return ['activation_id' => $id, 'codes' => $codes, 'offered' => $offered];
    }

    private static function signedInKey(SignedInKey $key): array
    {
        return [
            'id' => $key->id,
            'key' => $key->key,
            'display_key' => $key->displayKey,
            'benefit_id' => $key->benefitId,
            'expires_at' => $key->expiresAt === null ? null : $key->expiresAt->format(DATE_RFC3339_EXTENDED),
        ];
    }

    private function opened(array $options): LicenseClient
    {
        ['url' => $url, 'organization_id' => $organizationId, 'root_key' => $rootKey, 'storage' => $storage] = $options;
        $transport = new CurlTransport($options['ca'] ?? null, $options['proxy'] ?? null);
        $own = array_diff_key($options, array_flip(['url', 'organization_id', 'root_key', 'storage', 'ca', 'proxy', 'timeout_ms']));
        return new LicenseClient($url, $organizationId, $rootKey, new LimitedStorage($storage), $own + [
            'transport' => $transport,
            'timeout' => ($options['timeout_ms'] ?? 10000) / 1000,
            'sleep' => function (float $seconds): void {
                $this->waited += $seconds;
            },
            'now' => fn (): int => $this->now,
        ]);
    }

    private static function vector(string $kind, array $given): array
    {
        if ($kind === 'key_form') {
            return ['key' => KeyForm::normal($given['key'])];
        }
        if ($kind === 'signed_license_key') {
            return self::signedKey($given);
        }
        if ($kind === 'entitlements') {
            $entitlements = new Entitlements($given['entitlements']);
            $limits = array_map([$entitlements, 'limit'], array_combine($given['names'], $given['names']));
            $known = array_filter($limits, static fn ($limit): bool => $limit !== null);
            return ['has' => array_values(array_filter($given['names'], [$entitlements, 'has'])), 'limits' => (object) $known];
        }
        $signers = new Signers($given['root_key'], $given['issuer'], $given['organization_id']);
        if ($kind === 'key_set') {
            return ['kids' => KeySet::open($given['signed_keys'], $signers, $given['now'])->kids()];
        }
        ['answer' => $answer, 'request' => $request] = $given;
        $answered = new Answer($answer['status'], $answer['headers'], $answer['body']);
        $sent = new SentRequest($request['operation'], $request['body'], $request['nonce']);
        return ['signed_at' => SignedAnswer::verify($answered, $sent, KeySet::open($given['signed_keys'], $signers, 0))->at];
    }

    private static function signedKey(array $given): array
    {
        ['key' => $key, 'root_key' => $rootKey, 'issuer' => $issuer, 'organization_id' => $organizationId] = $given;
        $says = SignedLicenseKey::verify($key, $rootKey, $issuer, $organizationId, $given['now'], $given['benefit_ids'] ?? null);
        return [
            'serial' => $says->serial,
            'benefit_id' => $says->benefitId,
            'product' => $says->product,
            'entitlements' => (object) $says->entitlements,
            'signed_at' => $says->signedAt,
            'ends_at' => $says->endsAt,
            'status' => ['index' => $says->statusIndex, 'uri' => $says->statusUri],
        ];
    }

    private static function license(LicenseState $state): array
    {
        return $state->usable
            ? ['usable' => true, 'state' => $state->state, 'refresh_due' => $state->refreshDue]
            : ['usable' => false, 'reason' => $state->reason];
    }

    private static function told(array $parameters): object
    {
        $text = static fn ($value) => $value instanceof DateTimeInterface ? $value->format(DATE_RFC3339_EXTENDED) : $value;
        return (object) array_map($text, $parameters);
    }

    private static function problem(LatchkeyException $error): array
    {
        if ($error instanceof Refused) {
            return [
                'outcome' => 'refused',
                'code' => $error->licenseCode,
                'status' => $error->status,
                'detail' => $error->detail,
                'retry_at' => $error->retryAt === null ? null : $error->retryAt->format(DATE_RFC3339_EXTENDED),
                'manage_url' => $error->manageUrl,
            ];
        }
        if ($error instanceof Unavailable) {
            $told = ['reason' => $error->reason, 'detail' => $error->detail, 'retry_after_seconds' => $error->retryAfterSeconds];
            return ['outcome' => 'unavailable'] + $told;
        }
        if ($error instanceof Canceled) {
            return ['outcome' => 'canceled'];
        }
        if ($error instanceof Untrusted) {
            return ['outcome' => 'untrusted', 'fault' => $error->fault];
        }
        return $error instanceof NotActivated
            ? ['outcome' => 'not_activated']
            : ['outcome' => 'error', 'error' => $error->getMessage()];
    }
}

(new Driver())->run();
