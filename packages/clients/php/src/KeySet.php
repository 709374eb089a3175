<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * The public keys of the organization, which the root key has signed.
 *
 * @internal
 */
final class KeySet
{
    /** By how much clocks may differ, in seconds. */
    public const TOLERANCE = 60;
    private const LONGEST = 256 * 1024;
    /** The end of the year 9999. */
    private const LATEST = 253402300799;
    private const FORM = '/\A[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\z/';
    private const PUBLIC_KEY = '/\A[A-Za-z0-9_-]{43}\z/';

    public string $token;
    public int $expiresAt;
    /** @var array<string, string> by the ID of the key: the key itself, base64url */
    private array $keys = [];

    private function __construct(string $token, int $expiresAt)
    {
        $this->token = $token;
        $this->expiresAt = $expiresAt;
    }

    /** Verifies a signed set of keys with the root key. `at` is when it has to be valid: 0 for a set that proves something of its time. */
    public static function open(string $token, Signers $signers, int $at): self
    {
        $claims = self::claimsOf($token, $signers->rootKey);
        if (($claims['iss'] ?? null) !== $signers->issuer) {
            throw new Untrusted('wrong_issuer');
        }
        if (($claims['aud'] ?? null) !== $signers->organizationId) {
            throw new Untrusted('wrong_organization');
        }
        $expiresAt = $claims['exp'] ?? null;
        if (!is_int($expiresAt) || $expiresAt < 0 || $expiresAt > self::LATEST) {
            throw new Untrusted('malformed');
        }
        if ($at >= $expiresAt + self::TOLERANCE) {
            throw new Untrusted('expired');
        }
        $set = new self($token, $expiresAt);
        foreach (is_array($claims['keys'] ?? null) ? $claims['keys'] : [] as $key) {
            // Keys of other kinds are not for us.
            $isOurs = is_array($key) && ($key['kty'] ?? null) === 'OKP' && ($key['crv'] ?? null) === 'Ed25519';
            if ($isOurs && is_string($key['kid'] ?? null) && self::isPublicKey($key['x'] ?? null)) {
                $set->keys[$key['kid']] = $key['x'];
            }
        }
        return $set;
    }

    public static function isPublicKey($value): bool
    {
        return is_string($value) && preg_match(self::PUBLIC_KEY, $value) === 1;
    }

    public function has(string $kid): bool
    {
        return isset($this->keys[$kid]);
    }

    /** @return string[] */
    public function kids(): array
    {
        return array_map('strval', array_keys($this->keys));
    }

    public function verifies(string $kid, string $signature, string $data): bool
    {
        return self::isSignedBy($this->keys[$kid], $signature, $data);
    }

    /** The algorithm comes with the key, never from what it verifies. */
    public static function isSignedBy(string $key, string $signature, string $data): bool
    {
        try {
            return sodium_crypto_sign_verify_detached($signature, $data, (string) Encoding::fromBase64($key));
        } catch (\SodiumException $error) {
            return false;
        }
    }

    /** @return array<string, mixed> the claims of a set of keys that the root key has signed */
    private static function claimsOf(string $token, string $rootKey): array
    {
        if (strlen($token) > self::LONGEST) {
            throw new Untrusted('too_long');
        }
        if (preg_match(self::FORM, $token) !== 1) {
            throw new Untrusted('malformed');
        }
        [$header, $payload, $signature] = explode('.', $token);
        $headers = self::decoded($header);
        if (!is_string($headers['kid'] ?? null)) {
            throw new Untrusted('unknown_key');
        }
        if (($headers['alg'] ?? null) !== 'EdDSA') {
            throw new Untrusted('wrong_algorithm');
        }
        if (($headers['typ'] ?? null) !== 'jwk-set+jwt') {
            throw new Untrusted('wrong_type');
        }
        if (isset($headers['crit']) || isset($headers['b64'])) {
            throw new Untrusted('malformed');
        }
        if (!self::isSignedBy($rootKey, (string) Encoding::fromBase64($signature), "$header.$payload")) {
            throw new Untrusted('bad_signature');
        }
        return self::decoded($payload);
    }

    /** @return array<string, mixed> */
    private static function decoded(string $part): array
    {
        $claims = Encoding::parseObject(Encoding::fromBase64($part));
        if ($claims === null) {
            throw new Untrusted('malformed');
        }
        return $claims;
    }
}
