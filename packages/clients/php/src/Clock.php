<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * What time it is by the service, in seconds, as far as that is known. The clock of the server may be wrong, and may be set: its difference to
 * the service is learned from signed answers.
 *
 * @internal
 */
final class Clock
{
    private const NAME = 'clock';
    /** A time that is this little later, and a difference that changed by this little, are not written again. */
    private const WORTH_WRITING = 60;
    private const WORTH_CORRECTING = 10;

    private Storage $storage;
    /** @var callable(): int */
    private $machine;
    /** The latest time that the service has signed, and how far its clock was ahead of that of the machine then. */
    private ?int $proven = null;
    private int $offset = 0;

    /** @param callable(): int $machine */
    public function __construct(Storage $storage, callable $machine)
    {
        $this->storage = $storage;
        $this->machine = $machine;
    }

    /**
     * The time now: the clock of the machine is right, or wrong by as much as before. The earlier of these times that is not before the latest
     * one that was signed; null if the clock was set back.
     */
    public function time(): ?int
    {
        $machine = ($this->machine)();
        $earliest = $this->proven() - KeySet::TOLERANCE;
        $times = array_filter([$machine, $machine + $this->offset], static fn (int $time): bool => $time >= $earliest);
        return $times === [] ? null : min($times);
    }

    /** The time now. If the clock of the machine is wrong, and nothing says by how much, the time that it shows. */
    public function now(): int
    {
        return $this->time() ?? ($this->machine)();
    }

    /** What the clock of the machine shows, right or wrong. */
    public function shown(): int
    {
        return ($this->machine)();
    }

    /** Whether an answer may have been signed at this time: not before another one that was signed. */
    public function isPlausible(int $time): bool
    {
        return $time >= $this->proven() - KeySet::TOLERANCE;
    }

    /** The service has just said what time it is, for a request of now. This corrects whatever was known. */
    public function correct(int $time): void
    {
        $before = [$this->proven(), $this->offset];
        $offset = $time - ($this->machine)();
        if (abs($time - $before[0]) <= self::WORTH_WRITING && abs($offset - $before[1]) <= self::WORTH_CORRECTING) {
            return;
        }
        $this->proven = $time;
        $this->offset = $offset;
        try {
            $this->storage->write(self::NAME, Encoding::toJson(['latest' => $time, 'proven' => $time, 'offset' => $offset]));
        } catch (StorageFailed $failure) {
            // A full disk is no reason to stop an application that has a license. This process knows the time.
        }
    }

    private function proven(): int
    {
        if ($this->proven === null) {
            $stored = Encoding::parseObject($this->storage->read(self::NAME)) ?? [];
            $this->proven = is_int($stored['proven'] ?? null) ? $stored['proven'] : 0;
            $this->offset = is_int($stored['offset'] ?? null) ? $stored['offset'] : 0;
        }
        return $this->proven;
    }
}
