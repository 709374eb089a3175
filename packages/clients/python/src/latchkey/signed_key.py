"""License keys that prove themselves to machines without a network."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from .encoding import from_base64, to_base64url
from .errors import Untrusted
from .tokens import TOLERANCE, PublicKey, Signers

MAX_KEY = 1024
FORM = re.compile(r"(?:.*-)?LK1\.([A-Za-z0-9_-]+)", re.DOTALL)
SIGNATURE_BYTES = 64
HAS_NUMBER = 128
BEFORE = 24 * 60 * 60
"""A machine without a network is set by hand: a key is accepted a day before it was signed."""
LIST_SIZE = 65_536


@dataclass(frozen=True)
class SignedLicenseKey:
    """What a license key says that proves itself. Times are seconds since the epoch."""

    serial: int
    benefit_id: str
    product: str | None
    """The name of the product, if the key has one."""
    entitlements: dict[str, bool | int]
    """Those that are switched on, and numbers."""
    signed_at: int
    ends_at: int | None
    """None if the key does not end."""
    status_index: int
    """Its place in the status list, which tells a machine with a network whether the key was revoked."""
    status_uri: str
    """The status list."""


class _Reader:
    """Reads bytes from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._data)

    def take(self, length: int) -> bytes:
        taken = self._data[self._at : self._at + length]
        if len(taken) < length:
            raise Untrusted("malformed")
        self._at += length
        return taken

    def number(self, length: int) -> int:
        return int.from_bytes(self.take(length), "big")

    def text(self, length: int) -> str:
        return self.take(length).decode("latin-1")


def verify_signed_key(key: str, signers: Signers, now: float, benefit_ids: Collection[str] | None = None) -> SignedLicenseKey:
    """What a license key says that proves itself, with nothing but the root key that is built into the application.

    `benefit_ids` are the benefits of which one has to be that of the key. It cannot be known without a network whether the key was
    revoked, or on how many machines it is used. Raises `Untrusted`.
    """
    signed = _bytes_in(key)
    payload, signature = signed[:-SIGNATURE_BYTES], signed[-SIGNATURE_BYTES:]
    message = b"latchkey-signed-key\n" + key[: key.rindex(".") + 1].encode("utf-8", "surrogatepass") + payload
    if not PublicKey("root", signers.root_key).verifies(signature, message):
        raise Untrusted("bad_signature")
    says = _content_of(payload, signers)
    if benefit_ids is not None and says.benefit_id not in benefit_ids:
        raise Untrusted("wrong_benefit")
    if says.ends_at is not None and now < says.signed_at - BEFORE:
        raise Untrusted("not_yet_valid")
    if says.ends_at is not None and now >= says.ends_at + TOLERANCE:
        raise Untrusted("expired")
    return says


def _bytes_in(key: str) -> bytes:
    """The bytes after the mark, written in the one way that they can be."""
    if len(key) > MAX_KEY:
        raise Untrusted("too_long")
    form = FORM.fullmatch(key)
    body = form[1] if form else ""
    data = from_base64(body)
    if data is None or len(data) <= SIGNATURE_BYTES or to_base64url(data) != body:
        raise Untrusted("malformed")
    return data


def _content_of(payload: bytes, signers: Signers) -> SignedLicenseKey:
    read = _Reader(payload)
    serial, signed_at, ends_at = read.number(4), read.number(4), read.number(4)
    benefit_id = str(UUID(bytes=read.take(16)))
    product = read.text(read.number(1)) or None
    entitlements: dict[str, bool | int] = {}
    for _ in range(read.number(1)):
        head = read.number(1)
        name = read.text(head % HAS_NUMBER)
        entitlements[name] = read.number(4) if head >= HAS_NUMBER else True
    if not read.is_at_end:
        raise Untrusted("malformed")
    uri = f"{signers.issuer}/.well-known/latchkey/{signers.organization_id}/status-lists/{serial // LIST_SIZE}"
    return SignedLicenseKey(serial, benefit_id, product, entitlements, signed_at, ends_at or None, serial % LIST_SIZE, uri)
