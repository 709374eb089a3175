<?php
// What the plugin of docs/licensing/php.md calls of WordPress. Its options are a file. `php wordpress.php <folder> <home> <function> [argument]`
// runs a function of the plugin in the folder, and prints what it returns.
[, $folder, $home, $function] = $argv;

class WP_Error {}

function home_url(): string { global $home; return $home; }
function untrailingslashit(string $text): string { return rtrim($text, '/'); }
function wp_json_encode(array $value): string { return json_encode($value); }
function is_wp_error(mixed $value): bool { return $value instanceof WP_Error; }
function add_action(string $hook, callable $callback): void {}
function register_activation_hook(string $file, callable $callback): void {}
function register_deactivation_hook(string $file, callable $callback): void {}

function options(): array {
    global $folder;
    return is_file("$folder/options.json") ? json_decode(file_get_contents("$folder/options.json"), true) : [];
}
function save(array $options): void { global $folder; file_put_contents("$folder/options.json", json_encode($options)); }
function get_option(string $name): mixed { return options()[$name] ?? false; }
function update_option(string $name, mixed $value): void { save([$name => $value] + options()); }
function delete_option(string $name): void { save(array_diff_key(options(), [$name => true])); }

function wp_remote_post(string $url, array $arguments): array|WP_Error {
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($arguments['headers']), $arguments['headers']);
    $options = ['method' => 'POST', 'header' => $headers, 'content' => $arguments['body'], 'timeout' => $arguments['timeout']];
    $context = stream_context_create(['http' => $options + ['ignore_errors' => true, 'follow_location' => 0]]);
    $body = @file_get_contents($url, false, $context);
    return $body === false ? new WP_Error() : ['lines' => $http_response_header, 'body' => $body];
}
function wp_remote_retrieve_response_code(array $response): int { return (int) explode(' ', $response['lines'][0])[1]; }
function wp_remote_retrieve_body(array $response): string { return $response['body']; }
function wp_remote_retrieve_header(array $response, string $name): string {
    foreach ($response['lines'] as $line) if (stripos($line, "$name:") === 0) return trim(substr($line, strlen($name) + 1));
    return '';
}

require "$folder/plugin.php";
echo json_encode($function(...array_slice($argv, 4)));
