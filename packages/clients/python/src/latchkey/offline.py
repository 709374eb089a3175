"""Activation by files that somebody carries to a machine with a network and back (docs/licensing/offline-activation.md)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .encoding import JsonObject, from_base64, parse_object, to_base64url, to_json
from .errors import NotActivated, Untrusted
from .lease import Expected, Lease, open_lease
from .records import LeaseRecord, LicenseRecord
from .texts import lease_file_in
from .tokens import Signers, open_key_set

if TYPE_CHECKING:
    from .client import LicenseClient, LicenseState
    from .clock import Clock
    from .records import Records
    from .storage import Storage

VERSION = 1
KEY = "device-key"
PENDING = "request"
LAST_DEACTIVATION = "deactivation"
MAX_LABEL = 255
MAX_DESCRIPTION = 64
LINE = re.compile("[^\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]+")
"""Characters that the service accepts: neither control characters nor lone surrogates."""


def _line(name: str, given: str, maximum: int) -> str:
    """The text without blanks around it, such as the line break at the end of a file with the name of the machine."""
    text = given.strip()
    if len(text) > maximum or not LINE.fullmatch(text):
        raise ValueError(f"`{name}` has to be one line of 1 to {maximum} characters, without control characters.")
    return text


class OfflineActivation:
    def __init__(
        self,
        client: LicenseClient,
        signers: Signers,
        storage: Storage,
        records: Records,
        clock: Clock,
        benefit_ids: Sequence[str] | None,
    ) -> None:
        self._client = client
        self._signers = signers
        self._storage = storage
        self._records = records
        self._clock = clock
        self._benefit_ids = benefit_ids

    def request(self, label: str, platform: str | None = None, app_version: str | None = None) -> str:
        """The content of a request file. The answer to an earlier request is no longer accepted. Raises ValueError for what no file may
        say: every text is one line."""
        about = {"platform": platform, "app_version": app_version}
        said = {name: _line(name, value, MAX_DESCRIPTION) for name, value in about.items() if value is not None}
        said["label"] = _line("label", label, MAX_LABEL)
        nonce = secrets.token_urlsafe(24)
        claims: JsonObject = {"version": VERSION, "aud": self._signers.organization_id, "jti": nonce, "iat": self._clock.now()}
        claims.update(device=self._client.device_id(), **said)
        file = self._signed("latchkey-activation-request+jwt", claims)
        self._storage.write(PENDING, to_json({"nonce": nonce}))
        return file

    def import_lease(self, file: str) -> LicenseState:
        """Takes in the lease file that answers the last request. A file can be taken in again as long as its lease is the current one."""
        token, signed_keys = lease_file_in(file)
        with self._storage.lock():
            current = self._records.lease()
            if current is None or current.lease != token:
                self._take_in(token, signed_keys)
        return self._client.check()

    def deactivate(self) -> str:
        """Ends the lease on this machine, and returns the content of a deactivation file: with it the service gives the place to another
        machine at once. Nothing brings the lease back. `last_deactivation` returns the same text again."""
        lease = self._held_lease()
        if lease is None:
            raise NotActivated
        claims = {"version": VERSION, "aud": self._signers.organization_id, "sub": lease.license_key_id}
        claims.update(activation_id=lease.activation_id, lease=lease.id, iat=self._clock.now())
        file = self._signed("latchkey-deactivation+jwt", claims)
        self._storage.write(LAST_DEACTIVATION, file)
        self._records.forget()
        self._storage.remove(PENDING)
        self._storage.remove(KEY)
        return file

    def last_deactivation(self) -> str | None:
        """The last deactivation file, for those who could not save it."""
        return self._storage.read(LAST_DEACTIVATION)

    def _held_lease(self) -> Lease | None:
        """A machine whose clock is wrong may give back what it has."""
        state = self._client.check()
        return self._client._stored_lease() if state.reason == "clock_set_back" else state.lease

    def _take_in(self, token: str, signed_keys: str) -> None:
        nonce = (parse_object(self._storage.read(PENDING)) or {}).get("nonce")
        if not isinstance(nonce, str):
            raise Untrusted("replayed")
        key_set = open_key_set(signed_keys, self._signers, 0)
        expected = Expected(self._client.device_id(), nonce=nonce, benefit_ids=self._benefit_ids)
        lease = open_lease(token, key_set.keys, self._signers, expected)
        if lease.issued_at >= key_set.expires_at:
            raise Untrusted("expired")
        known = self._records.license() or LicenseRecord(None)
        self._clock.correct_by_file(lease.issued_at)
        self._records.write_license(
            LicenseRecord(
                key=known.key if known.license_key_id == lease.license_key_id else None,
                activation_id=lease.activation_id,
                license_key_id=lease.license_key_id,
                device=known.device,
                label=known.label,
                meta=known.meta,
            )
        )
        self._records.write_lease(LeaseRecord(token, signed_keys, lease.license_key_id, "valid", lease.issued_at))
        self._storage.remove(PENDING)

    def _signed(self, token_type: str, claims: JsonObject) -> str:
        key, x = self._device_key()
        header = {"alg": "EdDSA", "typ": token_type, "jwk": {"kty": "OKP", "crv": "Ed25519", "x": x}}
        signed = ".".join(to_base64url(to_json(part).encode()) for part in (header, claims))
        return f"{signed}.{to_base64url(key.sign(signed.encode()))}"

    def _device_key(self) -> tuple[Ed25519PrivateKey, str]:
        """The key that proves that a deactivation comes from the machine that made the request."""
        stored = parse_object(self._storage.read(KEY)) or {}
        private = from_base64(str(stored.get("d")))
        if private is not None and len(private) == 32:
            key = Ed25519PrivateKey.from_private_bytes(private)
        else:
            key = Ed25519PrivateKey.generate()
        x = to_base64url(key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw))
        if stored.get("x") != x:
            d = to_base64url(
                key.private_bytes(serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption())
            )
            self._storage.write(KEY, to_json({"kty": "OKP", "crv": "Ed25519", "x": x, "d": d}))
        return key, x
