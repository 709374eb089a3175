<?php

declare(strict_types=1);

use Latchkey\Storage;
use Latchkey\StorageFailed;

/** Remembers in this process. */
final class ArrayStorage implements Storage
{
    /** @var array<string, string> */
    public array $texts = [];
    /** After so many writes the disk is full. */
    public ?int $writesLeft = null;

    public function read(string $name): ?string
    {
        return $this->texts[$name] ?? null;
    }

    public function write(string $name, string $text): void
    {
        if ($this->writesLeft === 0) {
            throw new StorageFailed('No space left on device');
        }
        if ($this->writesLeft !== null) {
            $this->writesLeft--;
        }
        $this->texts[$name] = $text;
    }

    public function create(string $name, string $text): bool
    {
        if (isset($this->texts[$name])) {
            return false;
        }
        $this->write($name, $text);
        return true;
    }

    public function remove(string $name): void
    {
        unset($this->texts[$name]);
    }
}
