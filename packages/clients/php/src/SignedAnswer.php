<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * An answer that is signed for its request (HTTP Message Signatures, RFC 9421), with what proves it: so it can be stored, and be verified again.
 *
 * @internal
 */
final class SignedAnswer
{
    /** What an older service signs, without the operation, is not enough: whoever is in between could ask for it. */
    public const ACCEPT_SIGNATURE =
        'latchkey=("@status" "content-digest" "license-operation" "license-request-digest" "license-standing" "license-nonce";req)'
        . ';created;tag="latchkey-operation-answer"';
    private const INPUT =
        '/\Alatchkey=(\("@status" "content-digest" "license-operation" "license-request-digest" (?:("license-standing") )?"license-nonce";req\)'
        . ';created=([0-9]{1,12});keyid="([A-Za-z0-9_-]{1,128})";alg="ed25519";nonce="([^"]*)";tag="latchkey-operation-answer")\z/';
    private const SIGNATURE = '~\Alatchkey=:([A-Za-z0-9+/]+={0,2}):\z~';
    /** The headers that a signature covers, and its own. */
    private const KEPT = [
        'license-operation',
        'license-request-digest',
        'license-standing',
        'signature-input',
        'signature',
    ];

    public Answer $answer;
    /** When the service answered, by its own clock, in seconds. */
    public int $at;
    /** The header `License-Standing`; null if it is missing or nobody signed it. */
    public ?string $standing;
    private SentRequest $request;
    private KeySet $keys;

    private function __construct(Answer $answer, SentRequest $request, KeySet $keys, int $at, ?string $standing)
    {
        $this->answer = $answer;
        $this->request = $request;
        $this->keys = $keys;
        $this->at = $at;
        $this->standing = $standing;
    }

    /** The ID of the key that signed an answer. */
    public static function signingKeyOf(Answer $answer): string
    {
        return self::inputOf($answer)[4];
    }

    /** @throws Untrusted */
    public static function verify(Answer $answer, SentRequest $request, KeySet $keys): self
    {
        [, $parameters, $coversStanding, $created, $kid, $nonce] = self::inputOf($answer);
        if (preg_match(self::SIGNATURE, $answer->header('signature'), $signature) !== 1) {
            throw new Untrusted('not_signed');
        }
        if (!$keys->has($kid)) {
            throw new Untrusted('unknown_key');
        }
        if ($nonce !== $request->nonce) {
            throw new Untrusted('wrong_nonce');
        }
        $digest = Encoding::contentDigest($request->body);
        if ($answer->header('license-request-digest') !== $digest) {
            throw new Untrusted('wrong_request');
        }
        if ($answer->header('license-operation') !== $request->operation) {
            throw new Untrusted('wrong_request');
        }
        $standing = $coversStanding === '' ? null : $answer->header('license-standing');
        $base = implode("\n", array_merge(
            [
                "\"@status\": $answer->status",
                '"content-digest": ' . Encoding::contentDigest($answer->text),
                "\"license-operation\": $request->operation",
                "\"license-request-digest\": $digest",
            ],
            $standing === null ? [] : ["\"license-standing\": $standing"],
            ["\"license-nonce\";req: $request->nonce", "\"@signature-params\": $parameters"]
        ));
        if (!$keys->verifies($kid, (string) Encoding::fromBase64($signature[1]), $base)) {
            throw new Untrusted('bad_signature');
        }
        return new self($answer, $request, $keys, (int) $created, $standing);
    }

    /** @return array<string, mixed> */
    public function body(): array
    {
        $body = Encoding::parseObject($this->answer->text);
        if ($body === null) {
            throw new Untrusted('malformed');
        }
        return $body;
    }

    public function operation(): string
    {
        return $this->request->operation;
    }

    /** The ID of the activation that the request was about; null if it asked for one. */
    public function activationId(): ?string
    {
        return Encoding::parseObject($this->request->body)['activation_id'] ?? null;
    }

    /** @return array<string, mixed> what `restored` takes */
    public function stored(): array
    {
        return [
            'operation' => $this->request->operation,
            'request' => $this->request->body,
            'nonce' => $this->request->nonce,
            'status' => $this->answer->status,
            'headers' => (object) array_intersect_key($this->answer->headers, array_flip(self::KEPT)),
            'body' => $this->answer->text,
            'signedKeys' => $this->keys->token,
        ];
    }

    /**
     * An answer that was stored, verified as if it had just arrived: the storage belongs to whoever has the server.
     *
     * @param array<string, mixed> $stored
     *
     * @throws Untrusted
     */
    public static function restored(array $stored, Signers $signers): self
    {
        foreach (['operation', 'request', 'nonce', 'body', 'signedKeys'] as $name) {
            if (!is_string($stored[$name] ?? null)) {
                throw new Untrusted('malformed');
            }
        }
        $headers = is_array($stored['headers'] ?? null) ? array_filter($stored['headers'], 'is_string') : [];
        $answer = new Answer((int) ($stored['status'] ?? 0), $headers, $stored['body']);
        $request = new SentRequest($stored['operation'], $stored['request'], $stored['nonce']);
        $signed = self::verify($answer, $request, KeySet::open($stored['signedKeys'], $signers, 0));
        if ($signed->at >= $signed->keys->expiresAt + KeySet::TOLERANCE) {
            throw new Untrusted('expired');
        }
        return $signed;
    }

    /** @return string[] the groups of `INPUT` */
    private static function inputOf(Answer $answer): array
    {
        if (preg_match(self::INPUT, $answer->header('signature-input'), $input) !== 1) {
            throw new Untrusted('not_signed');
        }
        return $input;
    }
}
