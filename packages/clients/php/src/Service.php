<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * The operations for applications, and the public keys that sign their answers.
 *
 * @internal
 */
final class Service
{
    private const KEYS = '/v1/customer-portal/license-keys';
    /** The names of its operations in a signature begin with it. */
    private const AREA = 'customer_portal.license_keys';
    private const SET = 'keys';
    /** What the service calls its errors. It never asks for a sign-in here, so `Unauthorized` is what somebody in between says. */
    private const ERRORS = [
        'BadRequest',
        'NotPermitted',
        'ResourceNotFound',
        'IdempotencyKeyInUse',
        'MethodNotAllowed',
        'RequestBodyTooLarge',
        'UnsupportedMediaType',
    ];
    private const MAX_DETAIL = 1000;

    private string $url;
    private Signers $signers;
    private Storage $storage;
    private Clock $clock;
    private ?KeySet $known = null;

    public function __construct(string $url, Signers $signers, Storage $storage, Clock $clock)
    {
        $this->url = $url;
        $this->signers = $signers;
        $this->storage = $storage;
        $this->clock = $clock;
    }

    public static function nameOf(string $operation): string
    {
        return self::AREA . ".$operation";
    }

    /**
     * Calls an operation whose answers are not signed. The body of a response without content is empty.
     *
     * @param array<string, mixed> $body
     *
     * @return array<string, mixed>
     */
    public function call(Retries $call, string $operation, array $body): array
    {
        $answer = $this->post($call, $operation, Encoding::toJson($body), []);
        if (!self::isSuccess($answer)) {
            throw self::refusalIn($answer) ?? self::notTheService();
        }
        $parsed = $answer->text === '' ? [] : Encoding::parseObject($answer->text);
        if ($parsed === null) {
            throw self::notTheService();
        }
        return $parsed;
    }

    /**
     * Calls an operation that signs its answers, and verifies the answer. Of a refusal, the signature is its proof.
     *
     * @param array<string, mixed> $body
     * @param array<string, string> $headers
     */
    public function callSigned(Retries $call, string $operation, array $body, array $headers = []): SignedAnswer
    {
        $request = new SentRequest(self::nameOf($operation), Encoding::toJson($body), Encoding::toBase64Url(random_bytes(24)));
        $asked = ['license-nonce' => $request->nonce, 'accept-signature' => SignedAnswer::ACCEPT_SIGNATURE];
        $answer = $this->post($call, $operation, $request->body, $asked + $headers);
        if (self::isSuccess($answer)) {
            return $this->verified($call, $answer, $request);
        }
        $refused = self::refusalIn($answer);
        if ($refused === null) {
            throw self::notTheService();
        }
        try {
            $refused->proof = $this->verified($call, $answer, $request);
        } catch (LatchkeyException $unproven) {
            // Whoever is in between can refuse as well.
        }
        throw $refused;
    }

    /** What an answer refuses; null for the page of a firewall or of a hotel's network, in whatever form. */
    public static function refusalIn(Answer $answer): ?Refused
    {
        $body = Encoding::parseObject($answer->text);
        if ($body === null || !array_key_exists('detail', $body) || !self::isOfTheService($answer, $body)) {
            return null;
        }
        $detail = is_string($body['detail']) ? $body['detail'] : (string) json_encode($body['detail']);
        $error = is_string($body['error'] ?? null) ? $body['error'] : (string) $answer->status;
        $coded = is_string($body['code'] ?? null) ? $body['code'] : ($answer->status === 422 ? 'INVALID_REQUEST' : $error);
        $manageUrl = $answer->header('license-manage-url');
        return new Refused(
            $answer->header('license-code') ?: $coded,
            $answer->status,
            substr($detail, 0, self::MAX_DETAIL),
            Encoding::parseTime($body['retry_at'] ?? null),
            preg_match('~\Ahttps?://~', $manageUrl) === 1 ? $manageUrl : null
        );
    }

    private function verified(Retries $call, Answer $answer, SentRequest $request): SignedAnswer
    {
        $keys = $this->keysWith($call, SignedAnswer::signingKeyOf($answer));
        $signed = SignedAnswer::verify($answer, $request, $keys);
        if ($signed->at >= $keys->expiresAt + KeySet::TOLERANCE || !$this->clock->isPlausible($signed->at)) {
            throw new Untrusted('expired');
        }
        $signed->body();
        return $signed;
    }

    /** The set of keys, if possible one that has this key: a set that has it not is fetched again, once. */
    private function keysWith(Retries $call, string $kid): KeySet
    {
        $known = $this->known ?? $this->stored();
        if ($known !== null && $known->has($kid) && $this->clock->now() < $known->expiresAt) {
            return $known;
        }
        $path = "/.well-known/latchkey/{$this->signers->organizationId}/jwks.json";
        $answer = $call->send('GET', $this->url . $path);
        $token = Encoding::parseObject($answer->text)['signed_keys'] ?? null;
        if ($answer->status !== 200 || !is_string($token)) {
            throw new Untrusted('unknown_key');
        }
        // Whether it was over is compared with the time of the signature, because the clock may be wrong.
        $this->known = KeySet::open($token, $this->signers, 0);
        try {
            $this->storage->write(self::SET, $token);
        } catch (StorageFailed $failure) {
            // A full disk is no reason to distrust an answer. This process has the keys.
        }
        return $this->known;
    }

    private function stored(): ?KeySet
    {
        $token = $this->storage->read(self::SET);
        try {
            $this->known = $token === null ? null : KeySet::open($token, $this->signers, $this->clock->now());
        } catch (Untrusted $untrusted) {
            return null;
        }
        return $this->known;
    }

    /** @param array<string, string> $headers */
    private function post(Retries $call, string $operation, string $body, array $headers): Answer
    {
        $sent = ['content-type' => 'application/json'] + $headers;
        return $call->send('POST', $this->url . self::KEYS . "/$operation", $sent, $body);
    }

    private static function isSuccess(Answer $answer): bool
    {
        return $answer->status >= 200 && $answer->status < 300;
    }

    private static function notTheService(): Unavailable
    {
        return new Unavailable('not_the_service', 'The response is not one of the service.');
    }

    /**
     * Whether an answer names a code or a known error, or is a 422 that lists what is wrong.
     *
     * @param array<string, mixed> $body
     */
    private static function isOfTheService(Answer $answer, array $body): bool
    {
        return $answer->header('license-code') !== ''
            || in_array($body['error'] ?? null, self::ERRORS, true)
            || ($answer->status === 422 && self::isListOfProblems($body['detail']));
    }

    private static function isListOfProblems($detail): bool
    {
        foreach (is_array($detail) ? $detail : [null] as $each) {
            if (!is_array($each) || !is_array($each['loc'] ?? null) || !is_string($each['msg'] ?? null)) {
                return false;
            }
        }
        return true;
    }
}
