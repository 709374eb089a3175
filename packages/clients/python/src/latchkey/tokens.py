"""Signed tokens, and the set of keys that verifies them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .encoding import JsonObject, from_base64, parse_object
from .errors import Untrusted

MAX_TOKEN = 16 * 1024
MAX_LIST = 256 * 1024
"""Of lists and sets, which have more content."""
TOLERANCE = 60
"""By how much clocks may differ, in seconds."""
LATEST = 253_402_300_799
"""The end of the year 9999."""
FORM = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
PUBLIC_KEY = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class PublicKey:
    kid: str
    x: str
    """The key itself, base64url."""

    def verifies(self, signature: bytes, data: bytes) -> bool:
        """The algorithm comes with the key, never from what it verifies."""
        try:
            Ed25519PublicKey.from_public_bytes(from_base64(self.x) or b"").verify(signature, data)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True)
class Signers:
    """Who signs: the root key that is built into the application, and the organization it belongs to."""

    root_key: str
    issuer: str
    organization_id: str


@dataclass(frozen=True)
class KeySet:
    """The public keys of an organization, as its root key has signed them."""

    token: str
    keys: tuple[PublicKey, ...]
    expires_at: int

    def has(self, kid: str) -> bool:
        return any(key.kid == kid for key in self.keys)


def header_of(token: str, longest: int = MAX_TOKEN) -> JsonObject:
    """The header of a token, which nothing proves yet."""
    if len(token) > longest:
        raise Untrusted("too_long")
    if not FORM.fullmatch(token):
        raise Untrusted("malformed")
    return _decoded(token.split(".", maxsplit=1)[0])


def kid_of(token: str, longest: int = MAX_TOKEN) -> str:
    return str(header_of(token, longest).get("kid"))


def claims_of(token: str, token_type: str, keys: tuple[PublicKey, ...], longest: int = MAX_TOKEN) -> JsonObject:
    """The claims of a token of this type that one of these keys has signed."""
    header = header_of(token, longest)
    if header.get("alg") != "EdDSA":
        raise Untrusted("wrong_algorithm")
    if header.get("typ") != token_type:
        raise Untrusted("wrong_type")
    if "crit" in header or "b64" in header:
        raise Untrusted("malformed")
    key = next((each for each in keys if each.kid == header.get("kid")), None)
    if key is None:
        raise Untrusted("unknown_key")
    signed, signature = token.rsplit(".", 1)
    if not key.verifies(from_base64(signature) or b"", signed.encode("ascii")):
        raise Untrusted("bad_signature")
    return _decoded(signed.split(".")[1])


def open_key_set(token: str, signers: Signers, at: int) -> KeySet:
    """Verifies a signed set of keys with the pinned root key. `at` is when it has to be valid: 0 for a set that proves something of its time."""
    kid = header_of(token, MAX_LIST).get("kid")
    if not isinstance(kid, str):
        raise Untrusted("unknown_key")
    claims = claims_of(token, "jwk-set+jwt", (PublicKey(kid, signers.root_key),), MAX_LIST)
    if claims.get("iss") != signers.issuer:
        raise Untrusted("wrong_issuer")
    if claims.get("aud") != signers.organization_id:
        raise Untrusted("wrong_organization")
    expires_at = time_in(claims, "exp")
    if at >= expires_at + TOLERANCE:
        raise Untrusted("expired")
    listed = claims.get("keys")
    return KeySet(token, tuple(_public_keys(listed if isinstance(listed, list) else [])), expires_at)


def time_in(claims: JsonObject, name: str) -> int:
    """A time in seconds among the claims."""
    time = claims.get(name)
    if type(time) is not int or not 0 <= time <= LATEST:
        raise Untrusted("malformed")
    return time


def text_in(claims: JsonObject, name: str) -> str:
    text = claims.get(name)
    if not isinstance(text, str):
        raise Untrusted("malformed")
    return text


def object_in(claims: JsonObject, name: str) -> JsonObject:
    value = claims.get(name)
    if not isinstance(value, dict):
        raise Untrusted("malformed")
    return value


def _public_keys(keys: list[Any]) -> list[PublicKey]:
    """The Ed25519 keys among these; others are not for us."""
    return [
        PublicKey(key["kid"], key["x"])
        for key in keys
        if isinstance(key, dict)
        and (key.get("kty"), key.get("crv")) == ("OKP", "Ed25519")
        and isinstance(key.get("kid"), str)
        and PUBLIC_KEY.fullmatch(str(key.get("x")))
    ]


def _decoded(part: str) -> JsonObject:
    try:
        claims = parse_object((from_base64(part) or b"").decode("utf-8"))
    except UnicodeDecodeError:
        claims = None
    if claims is None:
        raise Untrusted("malformed")
    return claims
