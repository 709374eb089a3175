<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * A license key as it was meant by whoever pasted it. The service does the same (docs/licensing/key-form-vectors.json). Full-width letters,
 * ligatures and letters beyond ASCII need `ext-intl`; without it they stay as they were typed.
 *
 * @internal
 */
final class KeyForm
{
    private const UUID_AT_END = '/(?:^|-)[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\z/';
    private const UNSEEN = '\p{Z}\p{Cc}\p{Cf}';
    /** Unicode Quotation_Mark, and the grave accent. */
    private const QUOTES = '"\'`\x{ab}\x{bb}\x{2018}-\x{201f}\x{2039}\x{203a}\x{2e42}\x{300c}-\x{300f}\x{301d}-\x{301f}'
        . '\x{fe41}-\x{fe44}\x{ff02}\x{ff07}\x{ff62}\x{ff63}';

    public static function normal(string $key): string
    {
        if (preg_match('//u', $key) !== 1) {
            return $key;
        }
        $around = '[' . self::UNSEEN . self::QUOTES . ']+';
        $plain = preg_replace("/\\A$around|$around\\z/u", '', self::withHyphens($key));
        $visible = preg_replace('/[' . self::UNSEEN . ']+/u', '', $plain);
        $formatted = self::withHyphens(self::upperCase($visible));
        return preg_match(self::UUID_AT_END, $formatted) === 1 ? $formatted : $plain;
    }

    private static function withHyphens(string $key): string
    {
        $composed = class_exists('Normalizer') ? \Normalizer::normalize($key, \Normalizer::FORM_KC) : $key;
        $dashed = preg_replace('/[\p{Pd}\x{2212}]/u', '-', $composed);
        // The prolonged sound mark, which the hyphen key of Japanese input types. In a word it follows a kana.
        return preg_replace('/(?<=[0-9A-Za-z])\x{30fc}(?=[0-9A-Za-z])/u', '-', $dashed);
    }

    private static function upperCase(string $text): string
    {
        $upper = class_exists('Transliterator') ? \Transliterator::create('Any-Upper') : null;
        return $upper === null ? strtoupper($text) : $upper->transliterate($text);
    }
}
