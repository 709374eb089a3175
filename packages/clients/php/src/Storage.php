<?php

declare(strict_types=1);

namespace Latchkey;

/** Where an application keeps what the library has to remember: a few texts of some kilobytes, by name. */
interface Storage
{
    /** Null if there is nothing of this name. */
    public function read(string $name): ?string;

    /**
     * Replaces what has the name as a whole: after a failure or a crash it is the old or the new text.
     *
     * @throws StorageFailed
     */
    public function write(string $name, string $text): void;

    /**
     * Writes only if there is nothing of this name, and says whether it did. Of several that write at once, one does.
     *
     * @throws StorageFailed
     */
    public function create(string $name, string $text): bool;

    public function remove(string $name): void;
}
