"""The operations for applications, and the public keys that sign their answers."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from .clock import Clock
from .encoding import JsonObject, content_digest, from_base64, parse_object, parse_time, to_json
from .errors import Refused, Unavailable, Untrusted
from .storage import Storage
from .tokens import TOLERANCE, KeySet, PublicKey, Signers, open_key_set
from .transport import Answer, Call, Transport

KEYS = "/v1/customer-portal/license-keys"
AREA = "customer_portal.license_keys"
"""The names of its operations in a signature begin with it."""
SET = "keys"
ERRORS = frozenset(
    (
        "BadRequest",
        "NotPermitted",
        "ResourceNotFound",
        "IdempotencyKeyInUse",
        "MethodNotAllowed",
        "RequestBodyTooLarge",
        "UnsupportedMediaType",
    )
)
"""What the service calls its errors. It never asks for a sign-in here, so `Unauthorized` is what somebody in between says."""
ACCEPT_SIGNATURE = (
    'latchkey=("@status" "content-digest" "license-operation" "license-request-digest" "license-standing" "license-nonce";req)'
    ';created;tag="latchkey-operation-answer"'
)
"""What an older service signs, without the operation, is not enough: whoever is in between could ask for it."""
INPUT = re.compile(
    r'latchkey=(\("@status" "content-digest" "license-operation" "license-request-digest" (?:("license-standing") )?"license-nonce";req\)'
    r';created=([0-9]{1,12});keyid="([A-Za-z0-9_-]{1,128})";alg="ed25519";nonce="([^"]*)";tag="latchkey-operation-answer")'
)
SIGNATURE = re.compile(r"latchkey=:([A-Za-z0-9+/]+={0,2}):")


@dataclass(frozen=True)
class SentRequest:
    operation: str
    """Such as `customer_portal.license_keys.validate`."""
    body: str
    nonce: str


@dataclass(frozen=True)
class SignedBody:
    body: JsonObject
    signed_at: int
    """When the service answered, by its own clock, in seconds."""
    nonce: str
    """That of the request."""
    standing: str | None
    """The header `License-Standing`; None if it is missing or nobody signed it."""


@dataclass(frozen=True)
class Signed:
    """What a signature covers beside the body."""

    at: int
    """When it was made, in seconds."""
    standing: str | None
    """The header `License-Standing`, of an answer that has it."""


def signing_key_of(answer: Answer) -> str:
    """The ID of the key that signed an answer."""
    return _signature_input(answer)[4]


def verify_answer(answer: Answer, request: SentRequest, keys: tuple[PublicKey, ...]) -> Signed:
    """Verifies that an answer is signed for this request (HTTP Message Signatures, RFC 9421)."""
    parameters, covers_standing, created, kid, signed_nonce = _signature_input(answer).groups()
    signature = SIGNATURE.fullmatch(answer.headers.get("signature", ""))
    if signature is None:
        raise Untrusted("not_signed")
    key = next((each for each in keys if each.kid == kid), None)
    if key is None:
        raise Untrusted("unknown_key")
    if signed_nonce != request.nonce:
        raise Untrusted("wrong_nonce")
    request_digest = content_digest(request.body)
    if answer.headers.get("license-request-digest") != request_digest:
        raise Untrusted("wrong_request")
    if answer.headers.get("license-operation") != request.operation:
        raise Untrusted("wrong_request")
    standing = answer.headers.get("license-standing", "") if covers_standing else None
    base = "\n".join(
        (
            f'"@status": {answer.status}',
            f'"content-digest": {content_digest(answer.text)}',
            f'"license-operation": {request.operation}',
            f'"license-request-digest": {request_digest}',
            *(() if standing is None else (f'"license-standing": {standing}',)),
            f'"license-nonce";req: {request.nonce}',
            f'"@signature-params": {parameters}',
        )
    )
    if not key.verifies(from_base64(signature[1]) or b"", base.encode()):
        raise Untrusted("bad_signature")
    return Signed(int(created), standing)


class Service:
    def __init__(self, url: str, signers: Signers, storage: Storage, transport: Transport, clock: Clock) -> None:
        self._url = url
        self._signers = signers
        self._storage = storage
        self._transport = transport
        self._clock = clock
        self._known: KeySet | None = None

    def begin(self) -> Call:
        """What an operation of the application begins with."""
        return self._transport.begin()

    def call(self, call: Call, operation: str, body: JsonObject, headers: Mapping[str, str] | None = None) -> JsonObject:
        """Calls an operation whose answers are not signed. The body of a response without content is empty."""
        answer = self._post(call, operation, to_json(body), headers or {})
        parsed = parse_object(answer.text) if answer.text else {}
        if parsed is None:
            raise _not_the_service()
        return parsed

    def call_signed(
        self,
        call: Call,
        operation: str,
        body: JsonObject,
        headers: Mapping[str, str] | None = None,
        nonce_field: str | None = None,
    ) -> SignedBody:
        """Calls an operation that signs its answers, and verifies the answer. `nonce_field` repeats the nonce in the body."""
        nonce = secrets.token_urlsafe(24)
        sent = to_json({**body, nonce_field: nonce} if nonce_field else body)
        asked = {"license-nonce": nonce, "accept-signature": ACCEPT_SIGNATURE}
        answer = self._post(call, operation, sent, {**(headers or {}), **asked})
        keys = self.keys_with(call, signing_key_of(answer), at=0)
        signed = verify_answer(answer, SentRequest(f"{AREA}.{operation}", sent, nonce), keys.keys)
        if signed.at >= keys.expires_at + TOLERANCE or not self._clock.is_plausible(signed.at):
            raise Untrusted("expired")
        parsed = parse_object(answer.text)
        if parsed is None:
            raise Untrusted("malformed")
        return SignedBody(parsed, signed.at, nonce, signed.standing)

    def keys_with(self, call: Call, kid: str, at: int | None = None) -> KeySet:
        """The set of keys, if possible one that has this key: a set that has it not is fetched again, once. `at` is when a fetched set has
        to be valid, now if left out. For the answer to a request of now, that is the time at which it was signed."""
        now = self._clock.now()
        known = self._known or self._stored(now)
        if known is not None and known.has(kid) and now < known.expires_at:
            return known
        path = f"/.well-known/latchkey/{self._signers.organization_id}/jwks.json"
        answer = self._transport.send(call, "GET", self._url + path)
        token = (parse_object(answer.text) or {}).get("signed_keys")
        if answer.status != 200 or not isinstance(token, str):
            raise Untrusted("unknown_key")
        self._known = open_key_set(token, self._signers, now if at is None else at)
        # A full disk is no reason to distrust an answer. This program has the keys.
        with contextlib.suppress(OSError):
            self._storage.write(SET, token)
        return self._known

    def published(self, call: Call, uri: str) -> str:
        """Fetches what is published under a URL of the service."""
        issuer = self._signers.issuer
        if not uri.startswith(f"{issuer}/"):
            raise Untrusted("wrong_issuer")
        answer = self._transport.send(call, "GET", self._url + uri[len(issuer) :])
        if answer.status != 200:
            raise _not_the_service()
        return answer.text

    def _stored(self, now: int) -> KeySet | None:
        token = self._storage.read(SET)
        try:
            self._known = None if token is None else open_key_set(token, self._signers, now)
        except Untrusted:
            return None
        return self._known

    def _post(self, call: Call, operation: str, body: str, headers: Mapping[str, str]) -> Answer:
        sent = {**headers, "content-type": "application/json"}
        answer = self._transport.send(call, "POST", f"{self._url}{KEYS}/{operation}", sent, body)
        if 200 <= answer.status < 300:
            return answer
        raise _refusal_in(answer) or _not_the_service()


def _signature_input(answer: Answer) -> re.Match[str]:
    """The groups of `INPUT`: the parameters as they stand there, whether they cover the standing, when it was signed, by which key and for
    which nonce."""
    signed = INPUT.fullmatch(answer.headers.get("signature-input", ""))
    if signed is None:
        raise Untrusted("not_signed")
    return signed


def _not_the_service() -> Unavailable:
    return Unavailable("not_the_service", "The response is not one of the service.")


def _is_of_the_service(answer: Answer, body: JsonObject) -> bool:
    """Whether an answer names a code or a known error, or is a 422 that lists what is wrong."""
    is_list = answer.status == 422 and _is_list_of_problems(body.get("detail"))
    return "license-code" in answer.headers or str(body.get("error")) in ERRORS or is_list


def _is_list_of_problems(detail: object) -> bool:
    problems = detail if isinstance(detail, list) else [None]
    return all(
        isinstance(each, dict) and isinstance(each.get("loc"), list) and isinstance(each.get("msg"), str) for each in problems
    )


def _refusal_in(answer: Answer) -> Refused | None:
    """None for the page of a firewall or of a hotel's network, in whatever form."""
    body = parse_object(answer.text)
    if body is None or "detail" not in body or not _is_of_the_service(answer, body):
        return None
    detail, coded = body["detail"], body.get("code")
    general = "INVALID_REQUEST" if answer.status == 422 else str(body.get("error", answer.status))
    code = answer.headers.get("license-code") or (coded if isinstance(coded, str) else general)
    manage_url = answer.headers.get("license-manage-url", "")
    return Refused(
        code,
        answer.status,
        detail if isinstance(detail, str) else json.dumps(detail)[:1000],
        parse_time(body.get("retry_at")),
        manage_url if re.match("https?://", manage_url) else None,
    )
