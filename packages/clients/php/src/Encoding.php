<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * Texts, bytes and JSON, strictly: what is not in its form is null.
 *
 * @internal
 */
final class Encoding
{
    private const TIME = '/\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)\z/';
    private const JSON = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR;

    public static function toBase64Url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    /** Of either alphabet, padded or not. */
    public static function fromBase64(string $text): ?string
    {
        $bytes = base64_decode(strtr(rtrim($text, '='), '-_', '+/'), true);
        return $bytes === false ? null : $bytes;
    }

    /** The value of a digest field (RFC 9530). */
    public static function contentDigest(string $text): string
    {
        return 'sha-256=:' . base64_encode(hash('sha256', $text, true)) . ':';
    }

    /** @return array<string, mixed>|null null if the text is no JSON object */
    public static function parseObject(?string $text): ?array
    {
        if ($text === null || ($text[strspn($text, " \t\r\n")] ?? '') !== '{') {
            return null;
        }
        $value = json_decode($text, true);
        return is_array($value) ? $value : null;
    }

    /** @param array<string, mixed> $value */
    public static function toJson(array $value): string
    {
        return json_encode((object) $value, self::JSON);
    }

    /** A timestamp of the API. */
    public static function parseTime($value): ?\DateTimeImmutable
    {
        if (!is_string($value) || preg_match(self::TIME, $value) !== 1) {
            return null;
        }
        try {
            return new \DateTimeImmutable($value);
        } catch (\Exception $error) {
            return null;
        }
    }

    /** A random ID in the form of a UUID. */
    public static function newId(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
