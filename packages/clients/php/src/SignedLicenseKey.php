<?php

declare(strict_types=1);

namespace Latchkey;

/** What a license key says that proves itself without a network. Times are seconds since the epoch. */
final class SignedLicenseKey
{
    private const MAX_KEY = 1024;
    private const FORM = '/\A(?:.*-)?LK1\.([A-Za-z0-9_-]+)\z/s';
    private const SIGNATURE_BYTES = 64;
    private const HAS_NUMBER = 128;
    /** A machine without a network is set by hand: a key is accepted a day before it was signed. */
    private const BEFORE = 24 * 60 * 60;
    private const LIST_SIZE = 65536;

    public int $serial;
    public string $benefitId;
    /** The name of the product; null if the key has none. */
    public ?string $product;
    /** @var array<string, bool|int> those that are switched on, and numbers */
    public array $entitlements = [];
    public int $signedAt;
    /** Null if the key does not end. */
    public ?int $endsAt;
    /** The place in the status list, which tells whether the key was revoked. */
    public int $statusIndex;
    public string $statusUri;

    private function __construct(string $payload, string $statusLists)
    {
        $at = 0;
        $take = static function (int $length) use ($payload, &$at): string {
            if ($at + $length > strlen($payload)) {
                throw new Untrusted('malformed');
            }
            $taken = substr($payload, $at, $length);
            $at += $length;
            return $taken;
        };
        $number = static fn (): int => unpack('N', $take(4))[1];
        $this->serial = $number();
        $this->signedAt = $number();
        $this->endsAt = $number() ?: null;
        $this->benefitId = vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($take(16)), 4));
        $product = $take(ord($take(1)));
        $this->product = $product === '' ? null : $product;
        for ($count = ord($take(1)); $count > 0; $count--) {
            $head = ord($take(1));
            $name = $take($head % self::HAS_NUMBER);
            $this->entitlements[$name] = $head < self::HAS_NUMBER ? true : $number();
        }
        if ($at < strlen($payload)) {
            throw new Untrusted('malformed');
        }
        $this->statusIndex = $this->serial % self::LIST_SIZE;
        $this->statusUri = $statusLists . '/' . intdiv($this->serial, self::LIST_SIZE);
    }

    /**
     * What a license key says that proves itself, with nothing but the root key. It cannot be known without a network whether the key was
     * revoked, or on how many machines it is used.
     *
     * @param string[]|null $benefitIds the benefits of which one has to be that of the key; null if any may be
     *
     * @throws Untrusted
     */
    public static function verify(
        string $key,
        string $rootKey,
        string $issuer,
        string $organizationId,
        int $now,
        ?array $benefitIds = null
    ): self {
        $bytes = self::bytesIn($key);
        $payload = substr($bytes, 0, -self::SIGNATURE_BYTES);
        $head = substr($key, 0, strrpos($key, '.') + 1);
        if (!KeySet::isSignedBy($rootKey, substr($bytes, -self::SIGNATURE_BYTES), "latchkey-signed-key\n$head$payload")) {
            throw new Untrusted('bad_signature');
        }
        $says = new self($payload, "$issuer/.well-known/latchkey/$organizationId/status-lists");
        if ($benefitIds !== null && !in_array($says->benefitId, $benefitIds, true)) {
            throw new Untrusted('wrong_benefit');
        }
        if ($says->endsAt !== null && $now < $says->signedAt - self::BEFORE) {
            throw new Untrusted('not_yet_valid');
        }
        if ($says->endsAt !== null && $now >= $says->endsAt + KeySet::TOLERANCE) {
            throw new Untrusted('expired');
        }
        return $says;
    }

    /** The bytes after the mark, written in the one way that they can be. */
    private static function bytesIn(string $key): string
    {
        if (strlen($key) > self::MAX_KEY) {
            throw new Untrusted('too_long');
        }
        $body = preg_match(self::FORM, $key, $found) === 1 ? $found[1] : '';
        $bytes = Encoding::fromBase64($body);
        if ($bytes === null || strlen($bytes) <= self::SIGNATURE_BYTES || Encoding::toBase64Url($bytes) !== $body) {
            throw new Untrusted('malformed');
        }
        return $bytes;
    }
}
