"""Leases: what an application may do without a network."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import JsonObject, Units, from_base64, is_units
from .entitlements import Entitlements
from .errors import Untrusted
from .tokens import (
    MAX_LIST,
    TOLERANCE,
    PublicKey,
    Signers,
    claims_of,
    object_in,
    open_key_set,
    text_in,
    time_in,
)

MAX_INFLATED = 1024 * 1024
STATUSES = ("valid", "revoked", "suspended")


@dataclass(frozen=True)
class Lease:
    """As the service has signed it. Times are seconds since the epoch."""

    id: str
    license_key_id: str
    activation_id: str
    device: str | None
    nonce: str | None
    issued_at: int
    not_before: int
    expires_at: int
    refresh_after: int
    grace_until: int
    status_index: int
    status_uri: str
    units: Units
    """Units of counters that the device may use without a network."""
    units_id: str | None
    """With which they are settled; None if there are none."""
    claims: JsonObject
    """All claims, also those that this version does not know."""

    @property
    def entitlements(self) -> Entitlements:
        """What it entitles to."""
        return Entitlements(self.claims.get("entitlements"))


@dataclass(frozen=True)
class Expected:
    """What a lease has to say. None is not compared."""

    device: str
    license_key_id: str | None = None
    nonce: str | None = None
    benefit_ids: Sequence[str] | None = None
    """The benefits of which one has to be that of the license key."""


def open_lease(token: str, keys: tuple[PublicKey, ...], signers: Signers, expected: Expected) -> Lease:
    """The lease in a token that one of the keys has signed, for this organization and device. The time is not considered."""
    claims = claims_of(token, "latchkey-lease+jwt", keys)
    if claims.get("iss") != signers.issuer:
        raise Untrusted("wrong_issuer")
    if claims.get("aud") != signers.organization_id:
        raise Untrusted("wrong_organization")
    lease = _to_lease(claims)
    if expected.license_key_id not in (None, lease.license_key_id):
        raise Untrusted("wrong_license_key")
    if lease.device != expected.device:
        raise Untrusted("wrong_device")
    if expected.benefit_ids is not None:
        benefit = text_in(object_in(claims, "license"), "benefit_id")
        if benefit not in expected.benefit_ids:
            raise Untrusted("wrong_benefit")
    if expected.nonce not in (None, lease.nonce):
        raise Untrusted("wrong_nonce")
    return lease


def state_of(lease: Lease, now: int) -> str:
    """`valid` or `grace`."""
    if now < lease.not_before - TOLERANCE:
        raise Untrusted("not_yet_valid")
    if now >= lease.grace_until + TOLERANCE:
        raise Untrusted("expired")
    return "valid" if now < lease.expires_at else "grace"


def proven_lease(token: str, signed_keys: str, signers: Signers, expected: Expected) -> Lease:
    """The lease that a set of keys proves. The time is not considered."""
    key_set = open_key_set(signed_keys, signers, 0)
    lease = open_lease(token, key_set.keys, signers, expected)
    if lease.issued_at >= key_set.expires_at + TOLERANCE:
        raise Untrusted("expired")
    return lease


def verify_lease(token: str, signed_keys: str, now: int, signers: Signers, expected: Expected) -> tuple[Lease, str]:
    """Everything that can be verified without a network: the set of keys, the lease, and the time."""
    lease = proven_lease(token, signed_keys, signers, expected)
    return lease, state_of(lease, now)


def status_in(token: str, index: int, uri: str, keys: tuple[PublicKey, ...], now: int) -> tuple[str, int]:
    """The status at a place of a signed list (IETF Token Status List), and when the list was issued."""
    claims = claims_of(token, "statuslist+jwt", keys, MAX_LIST)
    if claims.get("sub") != uri:
        raise Untrusted("wrong_request")
    issued_at = time_in(claims, "iat")
    if now >= time_in(claims, "exp") + TOLERANCE:
        raise Untrusted("expired")
    listed = object_in(claims, "status_list")
    packed = from_base64(text_in(listed, "lst"))
    if listed.get("bits") != 2 or packed is None:
        raise Untrusted("malformed")
    try:
        statuses = zlib.decompressobj().decompress(packed, MAX_INFLATED)
    except zlib.error as error:
        raise Untrusted("malformed") from error
    value = statuses[index // 4] >> index % 4 * 2 & 3 if index // 4 < len(statuses) else len(STATUSES)
    if value >= len(STATUSES):
        raise Untrusted("malformed")
    return STATUSES[value], issued_at


def _to_lease(claims: JsonObject) -> Lease:
    device = object_in(claims, "device")
    place = object_in(object_in(claims, "status"), "status_list")
    device_id, nonce = device.get("id"), claims.get("nonce")
    units, units_id = claims.get("units", {}), claims.get("units_id")
    if not is_units(units) or not (units_id is None or isinstance(units_id, str)):
        raise Untrusted("malformed")
    return Lease(
        id=text_in(claims, "jti"),
        license_key_id=text_in(claims, "sub"),
        activation_id=text_in(device, "activation_id"),
        device=device_id if isinstance(device_id, str) else None,
        nonce=nonce if isinstance(nonce, str) else None,
        issued_at=time_in(claims, "iat"),
        not_before=time_in(claims, "nbf"),
        expires_at=time_in(claims, "exp"),
        refresh_after=time_in(claims, "refresh_after"),
        grace_until=time_in(claims, "grace_until"),
        status_index=time_in(place, "idx"),
        status_uri=text_in(place, "uri"),
        units=units,
        units_id=units_id,
        claims=claims,
    )
