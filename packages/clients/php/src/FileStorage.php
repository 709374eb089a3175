<?php

declare(strict_types=1);

namespace Latchkey;

/** Remembers in files of a folder that only the user can read. On a web server, the folder has to be outside of what is served. */
class FileStorage implements Storage
{
    /** How old a file is, in seconds, that no process is still writing. */
    private const ABANDONED = 3600;
    private const ATTEMPTS_TO_REMOVE = 10;

    private string $folder;
    private bool $isSwept = false;

    public function __construct(string $folder)
    {
        $this->folder = $folder;
    }

    /**
     * In the folder that the system has for the data of an application, which is the same for clients of all languages
     * (packages/conformance/README.md).
     *
     * @throws StorageFailed where there is none: in the working directory, each folder would be another device
     */
    public static function forApplication(string $name): self
    {
        if (PHP_OS_FAMILY === 'Windows') {
            $base = self::folderIn('LOCALAPPDATA') ?? self::home('USERPROFILE') . '\AppData\Local';
        } elseif (PHP_OS_FAMILY === 'Darwin') {
            $base = self::home('HOME') . '/Library/Application Support';
        } else {
            $base = self::folderIn('XDG_DATA_HOME') ?? self::home('HOME') . '/.local/share';
        }
        return new self("$base/$name/license");
    }

    public function read(string $name): ?string
    {
        $text = @file_get_contents($this->file($name));
        if ($text === false && $this->has($name)) {
            // Another process may have created it in the meantime.
            $text = @file_get_contents($this->file($name));
            if ($text === false && $this->has($name)) {
                throw new StorageFailed("{$this->file($name)} cannot be read.");
            }
        }
        return $text === false ? null : $text;
    }

    public function write(string $name, string $text): void
    {
        $partial = $this->partial($name, $text);
        if (!@rename($partial, $this->file($name))) {
            @unlink($partial);
            throw new StorageFailed("{$this->file($name)} cannot be written.");
        }
        $this->syncFolder();
    }

    /** A link has its content from the start, and there is one of a name. Not every file system has links. */
    public function create(string $name, string $text): bool
    {
        $partial = $this->partial($name, $text);
        $isCreated = @link($partial, $this->file($name));
        if (!$isCreated && !$this->has($name)) {
            $isCreated = $this->writeNew($this->file($name), $text);
        }
        @unlink($partial);
        $this->syncFolder();
        return $isCreated;
    }

    public function remove(string $name): void
    {
        // Between both another process may have removed it, and a third one made it anew.
        for ($attempts = 0; !@unlink($this->file($name)) && $this->has($name); $attempts++) {
            if ($attempts === self::ATTEMPTS_TO_REMOVE) {
                throw new StorageFailed("{$this->file($name)} cannot be removed.");
            }
        }
    }

    private function partial(string $name, string $text): string
    {
        if (!is_dir($this->folder) && !@mkdir($this->folder, 0700, true) && !is_dir($this->folder)) {
            throw new StorageFailed("$this->folder cannot be made.");
        }
        $this->sweep();
        $partial = "$this->folder/$name.json." . Encoding::newId() . '.tmp';
        if (!$this->writeNew($partial, $text)) {
            throw new StorageFailed("$partial cannot be written.");
        }
        return $partial;
    }

    /** Makes a file that only the user can read, and sees to it that its content outlasts a loss of power. False if there is such a file. */
    private function writeNew(string $path, string $text): bool
    {
        $before = umask(0077);
        $file = @fopen($path, 'x');
        umask($before);
        if ($file === false) {
            return false;
        }
        $isWritten = fwrite($file, $text) === strlen($text) && fflush($file);
        // PHP before 8.1 cannot sync.
        $isWritten = $isWritten && (!function_exists('fsync') || fsync($file));
        fclose($file);
        if (!$isWritten) {
            @unlink($path);
        }
        return $isWritten;
    }

    /** Makes a new name in the folder outlast a loss of power. Windows opens no folders, and some file systems cannot sync them. */
    private function syncFolder(): void
    {
        $folder = function_exists('fsync') ? @fopen($this->folder, 'r') : false;
        if ($folder !== false) {
            @fsync($folder);
            fclose($folder);
        }
    }

    /** Removes, once, what processes left that died while they wrote. */
    private function sweep(): void
    {
        if ($this->isSwept) {
            return;
        }
        $this->isSwept = true;
        foreach (scandir($this->folder) ?: [] as $name) {
            $path = "$this->folder/$name";
            if (preg_match('/\A.+\.json\..+\.tmp\z/', $name) === 1 && time() - (int) @filemtime($path) > self::ABANDONED) {
                @unlink($path);
            }
        }
    }

    /** PHP remembers of a file that it was there, whatever other processes do. */
    private function has(string $name): bool
    {
        clearstatcache(true, $this->file($name));
        return is_file($this->file($name));
    }

    private function file(string $name): string
    {
        return "$this->folder/$name.json";
    }

    private static function folderIn(string $variable): ?string
    {
        $folder = (string) getenv($variable);
        return preg_match('~\A(?:/|[A-Za-z]:[/\\\\])~', $folder) === 1 ? rtrim($folder, '/\\') : null;
    }

    /** What the variable says, or else what the system knows of the user. */
    private static function home(string $variable): string
    {
        $known = function_exists('posix_getpwuid') ? posix_getpwuid(posix_geteuid()) : false;
        $home = getenv($variable) === false && $known !== false ? $known['dir'] : self::folderIn($variable);
        if ($home === null || $home === '') {
            throw new StorageFailed('There is no folder for the data of applications: the user has no home folder.');
        }
        return $home;
    }
}
