<?php
// What the plugin of docs/licensing/php.md calls of WordPress. Its options are a file. `php wordpress.php <folder> <home> <function> [argument]`
// calls a function of the plugin in the folder, or its action of that name, and prints what it returns.
[, $folder, $home, $function] = $argv;
$actions = [];

final class WP_Error { public function get_error_message(): string { return 'No connection'; } }

function home_url(): string { global $home; return $home; }
function untrailingslashit(string $text): string { return rtrim($text, '/'); }
function is_wp_error(mixed $value): bool { return $value instanceof WP_Error; }
function add_action(string $hook, callable $callback): void { global $actions; $actions[$hook] = $callback; }
function register_activation_hook(string $file, callable $callback): void {}
function register_deactivation_hook(string $file, callable $callback): void {}

function options(): array {
    global $folder;
    return is_file("$folder/options.json") ? json_decode(file_get_contents("$folder/options.json"), true) : [];
}
function save(array $options): void { global $folder; file_put_contents("$folder/options.json", json_encode($options)); }
function get_option(string $name): mixed { return options()[$name] ?? false; }
function update_option(string $name, mixed $value, bool $autoload): void { save([$name => $value] + options()); }
function add_option(string $name, mixed $value, string $deprecated, bool $autoload): bool {
    if (isset(options()[$name])) return false;
    save([$name => $value] + options());
    return true;
}
function delete_option(string $name): void { save(array_diff_key(options(), [$name => true])); }

function wp_remote_request(string $url, array $arguments): array|WP_Error {
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($arguments['headers']), $arguments['headers']);
    $options = ['method' => $arguments['method'], 'header' => $headers, 'timeout' => $arguments['timeout'], 'ignore_errors' => true];
    $context = stream_context_create(['http' => $options + ['content' => (string) $arguments['body'], 'follow_location' => 0]]);
    $body = @file_get_contents($url, false, $context);
    return $body === false ? new WP_Error() : ['lines' => $http_response_header, 'body' => $body];
}
function wp_remote_retrieve_response_code(array $response): int { return (int) explode(' ', $response['lines'][0])[1]; }
function wp_remote_retrieve_body(array $response): string { return $response['body']; }
function wp_remote_retrieve_headers(array $response): array {
    $headers = [];
    foreach (array_slice($response['lines'], 1) as $line) {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    return $headers;
}

require "$folder/plugin.php";
echo json_encode(($actions[$function] ?? $function)(...array_slice($argv, 4)));
