<?php

declare(strict_types=1);

use Latchkey\Answer;
use Latchkey\Encoding;
use Latchkey\Transport;
use Latchkey\Unavailable;

/** A service in this process: signs its answers as the real one does, and can be gone, refuse, or be somebody else. */
final class FakeService implements Transport
{
    public const ISSUER = 'https://licenses.example.com';
    public const ORGANIZATION = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
    private const COVERED = '("@status" "content-digest" "license-operation" "license-request-digest" "license-standing" "license-nonce";req)';

    public int $now = 1780315200;
    public string $rootKey;
    public string $benefitId = 'benefit-1';
    public ?string $expiresAt = null;
    /** The code of what it refuses to validate. */
    public ?string $refuses = null;
    public bool $signs = true;
    /** How it cannot be reached. */
    public ?Unavailable $unavailable = null;
    public int $activations = 0;
    /** @var string[] the paths that were asked for */
    public array $asked = [];
    /** @var float[] the seconds that each request was given */
    public array $limits = [];
    private string $rootPair;
    private string $signingPair;

    public function __construct()
    {
        $this->rootPair = sodium_crypto_sign_keypair();
        $this->signingPair = sodium_crypto_sign_keypair();
        $this->rootKey = Encoding::toBase64Url(sodium_crypto_sign_publickey($this->rootPair));
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $seconds): Answer
    {
        $this->asked[] = basename($url);
        $this->limits[] = $seconds;
        if ($this->unavailable !== null) {
            throw $this->unavailable;
        }
        if ($method === 'GET') {
            return new Answer(200, [], Encoding::toJson(['signed_keys' => $this->keySet()]));
        }
        $operation = basename($url);
        if ($operation === 'deactivate') {
            return new Answer(204, [], '');
        }
        if ($operation === 'activate') {
            $this->activations++;
            $id = "activation-$this->activations";
            return $this->signed($operation, 200, $headers, $body, [
                'id' => $id,
                'license_key_id' => 'key-1',
                'license_key' => $this->licenseKey(),
            ]);
        }
        return $this->refuses === null
            ? $this->signed($operation, 200, $headers, $body, $this->licenseKey())
            : $this->signed($operation, 404, $headers, $body, [
                'error' => 'ResourceNotFound',
                'detail' => 'No',
                'code' => $this->refuses,
            ]);
    }

    private function licenseKey(): array
    {
        $terms = ['benefit_id' => $this->benefitId, 'expires_at' => $this->expiresAt, 'status' => 'granted'];
        return ['id' => 'key-1', 'key' => 'KEY'] + $terms;
    }

    private function signed(string $operation, int $status, array $headers, string $request, array $body): Answer
    {
        $text = Encoding::toJson($body);
        $name = "customer_portal.license_keys.$operation";
        $nonce = $headers['license-nonce'];
        $parameters = self::COVERED . ";created=$this->now;keyid=\"signing\";alg=\"ed25519\";nonce=\"$nonce\";tag=\"latchkey-operation-answer\"";
        $digest = Encoding::contentDigest($request);
        $base = implode("\n", [
            "\"@status\": $status",
            '"content-digest": ' . Encoding::contentDigest($text),
            "\"license-operation\": $name",
            "\"license-request-digest\": $digest",
            '"license-standing": good',
            "\"license-nonce\";req: $nonce",
            "\"@signature-params\": $parameters",
        ]);
        $signature = sodium_crypto_sign_detached($base, sodium_crypto_sign_secretkey($this->signingPair));
        return new Answer($status, $this->signs ? [
            'License-Operation' => $name,
            'License-Request-Digest' => $digest,
            'License-Standing' => 'good',
            'Signature-Input' => "latchkey=$parameters",
            'Signature' => 'latchkey=:' . base64_encode($signature) . ':',
        ] : [], $text);
    }

    private function keySet(): string
    {
        $key = Encoding::toBase64Url(sodium_crypto_sign_publickey($this->signingPair));
        $parts = [['alg' => 'EdDSA', 'typ' => 'jwk-set+jwt', 'kid' => 'root'], [
            'iss' => self::ISSUER,
            'aud' => self::ORGANIZATION,
            'exp' => $this->now + 7 * 86400,
            'keys' => [['kty' => 'OKP', 'crv' => 'Ed25519', 'kid' => 'signing', 'x' => $key]],
        ]];
        $signed = implode('.', array_map(static fn (array $part): string => Encoding::toBase64Url(Encoding::toJson($part)), $parts));
        $signature = sodium_crypto_sign_detached($signed, sodium_crypto_sign_secretkey($this->rootPair));
        return "$signed." . Encoding::toBase64Url($signature);
    }
}
