<?php

// `php tests/run.php` runs the tests, and ends with 1 if one fails. What all libraries have in common is asked by the conformance kit.

declare(strict_types=1);

use Latchkey\LatchkeyException;
use Latchkey\LicenseClient;
use Latchkey\Refused;
use Latchkey\StorageFailed;
use Latchkey\Unavailable;
use Latchkey\Untrusted;

require __DIR__ . '/../src/autoload.php';
require __DIR__ . '/FakeService.php';
require __DIR__ . '/ArrayStorage.php';

const HOUR = 3600;
const DAY = 86400;

set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    // What `@` is before is expected.
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

/** A site with a license, and the service. The clock of both is that of the service. */
final class Site
{
    public FakeService $service;
    public ArrayStorage $storage;
    public LicenseClient $license;
    private array $options;

    public function __construct(array $options = [])
    {
        $this->service = new FakeService();
        $this->storage = new ArrayStorage();
        $this->options = $options;
        $this->open();
        $this->license->activate('KEY', 'site');
    }

    /** As in the next process: nothing is known but what is stored. */
    public function open(array $changes = []): void
    {
        $this->license = new LicenseClient(
            FakeService::ISSUER,
            FakeService::ORGANIZATION,
            $this->service->rootKey,
            $this->storage,
            $changes + $this->options + [
                'transport' => $this->service,
                'sleep' => static function (float $seconds): void {
                },
                'now' => fn (): int => $this->service->now,
            ]
        );
    }

    public function pass(int $seconds): void
    {
        $this->service->now += $seconds;
        $this->service->asked = [];
        $this->open();
    }

    /** What a page sees. */
    public function page(): string
    {
        $state = $this->license->check();
        return $state->usable ? $state->state : $state->reason;
    }

    public function change(string $record, callable $change): void
    {
        $this->storage->texts[$record] = $change($this->storage->texts[$record]);
        $this->open();
    }
}

function same($expected, $actual): void
{
    if ($expected !== $actual) {
        throw new LogicException(var_export($actual, true) . ' is not ' . var_export($expected, true));
    }
}

/** What an operation throws. */
function thrown(callable $operation): Throwable
{
    try {
        $operation();
    } catch (LatchkeyException | InvalidArgumentException $error) {
        return $error;
    }
    throw new LogicException('Nothing was thrown.');
}

$tests = [
    'a page asks nobody; a job asks when half a day is over, and no other one for five minutes' => static function (): void {
        $site = new Site();
        $site->pass(11 * HOUR);
        same('valid', $site->page());
        $site->license->refresh();
        same([], $site->service->asked);
        $site->pass(HOUR);
        same('grace', $site->page());
        $site->service->unavailable = new Unavailable('network', 'Nobody there');
        same('network', $site->license->refresh()->problem->reason);
        same(4, count($site->service->asked));
        $site->pass(299);
        same(null, $site->license->refresh()->problem);
        same([], $site->service->asked);
        $site->pass(1);
        $site->service->unavailable = null;
        same('valid', $site->license->refresh()->state);
        same(['validate'], $site->service->asked);
    },
    'an outage of 14 days changes nothing; after that the license is not confirmed, until it is' => static function (): void {
        $site = new Site();
        $site->service->unavailable = new Unavailable('network', 'Nobody there');
        $site->pass(14 * DAY - 1);
        same('grace', $site->license->refresh()->state);
        $site->pass(1);
        same('unconfirmed', $site->page());
        $site->service->unavailable = null;
        $site->pass(HOUR);
        same('valid', $site->license->refresh()->state);
    },
    'a refusal that the service has signed ends the license; one that nobody signed does not' => static function (): void {
        $site = new Site();
        $site->pass(DAY);
        $site->service->refuses = 'REVOKED';
        $site->service->signs = false;
        same('REVOKED', $site->license->refresh()->problem->licenseCode);
        same('grace', $site->page());
        $site->pass(HOUR);
        $site->service->signs = true;
        same('refused', $site->license->refresh()->reason);
        $site->open();
        same('REVOKED', $site->license->check()->refusal->licenseCode);
        $site->pass(HOUR);
        $site->service->refuses = null;
        same('valid', $site->license->refresh()->state);
    },
    'a refusal to count says nothing about the license' => static function (): void {
        $site = new Site();
        $site->service->refuses = 'USAGE_LIMIT_EXCEEDED';
        same('USAGE_LIMIT_EXCEEDED', thrown(static fn () => $site->license->validate(5))->licenseCode);
        same('valid', $site->page());
    },
    'a license that expires ends at that time, without being asked for' => static function (): void {
        $site = new Site();
        $site->service->expiresAt = gmdate('Y-m-d\TH:i:s\Z', $site->service->now + DAY);
        $site->license->validate();
        $site->pass(DAY - 1);
        same('grace', $site->page());
        $site->pass(1);
        same('expired', $site->page());
    },
    'what is stored is verified again: who edits it has no license' => static function (): void {
        $site = new Site();
        $genuine = $site->storage->texts['answer'];
        $site->change('answer', static fn (string $text): string => str_replace('benefit-1', 'benefit-2', $text));
        same('bad_signature', $site->page());
        $site->change('answer', static fn (): string => preg_replace('/"status":200/', '"status":201', $genuine));
        same('bad_signature', $site->page());
        $site->change('answer', static fn (): string => preg_replace('/created=\d+/', 'created=9999999999', $genuine));
        same('bad_signature', $site->page());
        $other = new Site();
        $site->change('answer', static fn (): string => $other->storage->texts['answer']);
        same('bad_signature', $site->page());
        foreach (['', '{"half', 'null', '{"version":2}'] as $damage) {
            $site->change('answer', static fn (): string => $damage);
            same('unconfirmed', $site->page());
        }
        $site->change('answer', static fn (): string => $genuine);
        same('valid', $site->page());
    },
    'what is stored about a license goes on until there is something about its successor' => static function (): void {
        for ($writes = 0; ; $writes++) {
            $site = new Site();
            $site->storage->writesLeft = $writes;
            try {
                $site->license->activate('KEY', 'site');
                $isActivated = true;
            } catch (StorageFailed $failure) {
                $isActivated = false;
            }
            $isStored = $site->storage->writesLeft > 0;
            $site->open();
            same('valid', $site->page());
            $site->storage->writesLeft = null;
            $site->pass(300);
            $site->license->refresh();
            same('valid', $site->page());
            if ($isActivated && $isStored) {
                break;
            }
        }
        same(true, $writes > 2);
    },
    'a refusal is about the activation that is stored' => static function (): void {
        $site = new Site();
        $site->service->refuses = 'REVOKED';
        thrown(static fn () => $site->license->validate());
        $ofFirst = $site->storage->texts['answer'];
        same('refused', $site->page());
        $site->service->refuses = null;
        $site->license->activate('KEY', 'site');
        same('valid', $site->page());
        $site->change('answer', static fn (): string => $ofFirst);
        same('unconfirmed', $site->page());
        same('valid', $site->license->refresh()->state);
    },
    'an answer of another benefit is no license' => static function (): void {
        $site = new Site(['benefit_ids' => ['benefit-1']]);
        $site->service->benefitId = 'benefit-2';
        same('wrong_benefit', thrown(static fn () => $site->license->validate())->fault);
        same('wrong_benefit', $site->page());
    },
    'a storage that is full: what the service said counts in this process' => static function (): void {
        $site = new Site();
        $site->pass(DAY);
        $site->storage->writesLeft = 0;
        $state = $site->license->refresh();
        same('valid', $state->state);
        same(StorageFailed::class, get_class($state->problem));
        $site->open();
        same('grace', $site->page());
    },
    'a clock that is set back, and one that is wrong' => static function (): void {
        $site = new Site();
        $site->open(['now' => fn (): int => $site->service->now - DAY]);
        same('clock_set_back', $site->page());
        same('valid', $site->license->refresh()->state);
        $site->pass(2 * DAY);
        $site->open(['now' => fn (): int => $site->service->now - DAY]);
        same('grace', $site->page());
    },
    'one time limit is for all requests, their repeats and the waits' => static function (): void {
        $site = new Site(['timeout' => 4]);
        $site->service->unavailable = new Unavailable('timeout', 'No response');
        $site->service->limits = [];
        same('timeout', thrown(static fn () => $site->license->validate())->reason);
        same(1, count($site->service->limits));
        same(true, $site->service->limits[0] <= 4);
        $site->service->unavailable = new Unavailable('network', 'Nobody there', 3);
        $site->service->limits = [];
        same('network', thrown(static fn () => $site->license->validate())->reason);
        same(2, count($site->service->limits));
        same(true, $site->service->limits[1] <= 1);
    },
    'what is given back is forgotten, but for the device' => static function (): void {
        $site = new Site();
        $device = $site->license->deviceId();
        $site->license->deactivate();
        same('not_activated', $site->page());
        same(['clock', 'device', 'keys'], (static function (array $names): array {
            sort($names);
            return $names;
        })(array_keys($site->storage->texts)));
        same($device, $site->license->deviceId());
    },
    'options are what they should be' => static function (): void {
        foreach ([['benefit_id' => 'x'], ['benefit_ids' => []], ['device_id' => 'a b']] as $wrong) {
            same(InvalidArgumentException::class, get_class(thrown(static fn () => new Site($wrong))));
        }
        $site = new Site();
        foreach ([['ftp://x', $site->service->rootKey], [FakeService::ISSUER, 'short']] as [$url, $rootKey]) {
            $make = static fn () => new LicenseClient($url, FakeService::ORGANIZATION, $rootKey, $site->storage);
            same(InvalidArgumentException::class, get_class(thrown($make)));
        }
    },
];

$failed = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
    } catch (Throwable $error) {
        $failed++;
        echo "not ok: $name: {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})\n{$error->getTraceAsString()}\n";
    }
}
echo count($tests) - $failed, " passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
