<?php

// For plugins that are installed without Composer.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (strncmp($class, 'Latchkey\\', 9) === 0 && is_file($file = __DIR__ . '/' . substr($class, 9) . '.php')) {
        require $file;
    }
});
