<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * What the library stores (packages/conformance/README.md). What is not in its own form counts as missing. Nothing here is trusted.
 *
 * @internal
 */
final class Records
{
    private const VERSION = 1;
    private const LICENSE = 'license';
    private const LEASE = 'lease';
    private const ANSWER = 'answer';
    private const ASKED = 'asked';
    private const DEVICE = 'device';
    private const PROBE = 'probe';

    private Storage $storage;
    private Signers $signers;
    /** The last answer, if the storage failed. It counts in this process. */
    private ?SignedAnswer $unstored = null;

    public function __construct(Storage $storage, Signers $signers)
    {
        $this->storage = $storage;
        $this->signers = $signers;
    }

    /** Null if no license key was activated. */
    public function license(): ?LicenseRecord
    {
        $stored = $this->object(self::LICENSE) ?? [];
        $text = static fn (string $name): ?string => is_string($stored[$name] ?? null) ? $stored[$name] : null;
        if (($text('key') ?? '') === '' || ($text('activationId') ?? '') === '') {
            return null;
        }
        $record = new LicenseRecord($text('key'));
        $record->activationId = $text('activationId');
        $record->licenseKeyId = $text('licenseKeyId');
        $record->benefitId = $text('benefitId');
        $record->device = $text('device');
        $record->conditions = is_array($stored['conditions'] ?? null) ? $stored['conditions'] : [];
        $record->label = $text('label') ?? '';
        $record->meta = is_array($stored['meta'] ?? null) ? $stored['meta'] : [];
        return $record;
    }

    public function writeLicense(LicenseRecord $record, string $name = self::LICENSE): void
    {
        $this->storage->write($name, Encoding::toJson([
            'version' => self::VERSION,
            'key' => $record->key,
            'activationId' => $record->activationId,
            'licenseKeyId' => $record->licenseKeyId,
            'benefitId' => $record->benefitId,
            'device' => $record->device,
            'conditions' => (object) $record->conditions,
            'label' => $record->label,
            'meta' => (object) $record->meta,
        ]));
    }

    /** Throws what writing such a license would throw. */
    public function assertWritable(LicenseRecord $record): void
    {
        $probe = clone $record;
        $probe->key = str_repeat('-', strlen($record->key));
        $this->writeLicense($probe, self::PROBE);
        $this->storage->remove(self::PROBE);
    }

    /**
     * The last answer about the license, verified again; null if there is none.
     *
     * @throws Untrusted
     */
    public function answer(): ?SignedAnswer
    {
        if ($this->unstored !== null) {
            return $this->unstored;
        }
        $stored = $this->object(self::ANSWER);
        return $stored === null ? null : SignedAnswer::restored($stored, $this->signers);
    }

    /** If the storage fails, the answer counts in this process nevertheless. */
    public function writeAnswer(SignedAnswer $signed): ?StorageFailed
    {
        try {
            $this->storage->write(self::ANSWER, Encoding::toJson(['version' => self::VERSION] + $signed->stored()));
        } catch (StorageFailed $failure) {
            $this->unstored = $signed;
            return $failure;
        }
        $this->unstored = null;
        return null;
    }

    /** When a process has asked the service last, by the clock of the machine. */
    public function askedAt(): int
    {
        $at = ($this->object(self::ASKED) ?? [])['at'] ?? null;
        return is_int($at) ? $at : 0;
    }

    public function writeAskedAt(int $at): void
    {
        try {
            $this->storage->write(self::ASKED, Encoding::toJson(['version' => self::VERSION, 'at' => $at]));
        } catch (StorageFailed $failure) {
            // The next process asks as well.
        }
    }

    public function forget(): void
    {
        $this->unstored = null;
        foreach ([self::ANSWER, self::ASKED, self::LEASE, self::LICENSE] as $name) {
            $this->storage->remove($name);
        }
    }

    /**
     * The ID of the device, which is made once, when it is asked for first. What was created first counts. A text that was damaged is left, and
     * the next name is used: if it were replaced, another process could replace it as well, and each would have an ID of its own.
     */
    public function deviceId(): string
    {
        for ($n = 0; ; $n++) {
            $name = $n === 0 ? self::DEVICE : self::DEVICE . "-$n";
            if ($this->storage->read($name) === null) {
                $known = $this->license();
                $this->storage->create($name, Encoding::toJson(['id' => $known->device ?? Encoding::newId()]));
            }
            $id = ($this->object($name) ?? [])['id'] ?? null;
            if (is_string($id) && $id !== '') {
                return $id;
            }
        }
    }

    /** @return array<string, mixed>|null */
    private function object(string $name): ?array
    {
        $stored = Encoding::parseObject($this->storage->read($name));
        return $stored !== null && ($stored['version'] ?? self::VERSION) === self::VERSION ? $stored : null;
    }
}
