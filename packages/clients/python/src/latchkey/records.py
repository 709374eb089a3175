"""What the library stores (packages/conformance/README.md). What is not in its own form counts as missing. Nothing here is trusted."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from .encoding import JsonObject, Units, is_units, parse_object, to_json
from .lease import STATUSES
from .storage import Storage

VERSION = 1
LICENSE = "license"
LEASE = "lease"
UNITS = "units"
DEVICE = "device"
PROBE = "probe"


@dataclass(frozen=True)
class LicenseRecord:
    """The license key that the application uses, and the activation it has."""

    key: str | None
    """None after an activation by file: the key was never entered."""
    activation_id: str | None = None
    license_key_id: str | None = None
    benefit_id: str | None = None
    """The benefit that the application asked for, if it did."""
    device: str | None = None
    """The stored ID of the device that was activated, so that it outlasts its own record."""
    conditions: JsonObject = field(default_factory=dict)
    """Those of the activation. Validations and leases repeat them."""
    label: str = ""
    meta: JsonObject = field(default_factory=dict)


@dataclass(frozen=True)
class LeaseRecord:
    """The last lease, the keys that prove it, and what a status list has said about it since."""

    lease: str
    signed_keys: str
    license_key_id: str | None
    status: str
    status_issued_at: int


@dataclass(frozen=True)
class UnitsRecord:
    """What was used of the units of a lease (docs/licensing/counters.md)."""

    activation_id: str
    wanted: Units
    """What the application wants of each lease of the activation."""
    units_id: str | None
    """The units that are meant; None if the lease has none."""
    used: Units
    is_settling: bool
    """Whether a request that settles them may have been sent: then none of them is used any more."""


@dataclass(frozen=True)
class DeviceRecord:
    """Which device this is, and which installation on it."""

    id: str
    installation: str | None
    """None if the ID is that of this installation alone."""


@dataclass(frozen=True)
class UnstoredLease:
    """The last lease, if the storage failed. It counts until another one is stored, by this program or by another one."""

    record: LeaseRecord
    in_place_of: str | None
    """The text that the storage has instead."""


class Records:
    def __init__(self, storage: Storage, machine_id: Callable[[], str | None] = lambda: None) -> None:
        """`machine_id` returns an ID that all accounts of the machine have, or None if there is none."""
        self._storage = storage
        self._machine_id = machine_id
        self._unstored: UnstoredLease | None = None

    def license(self) -> LicenseRecord | None:
        stored = self._read(LICENSE)
        if stored is None:
            return None
        return LicenseRecord(
            key=_text(stored.get("key")),
            activation_id=_text(stored.get("activationId")),
            license_key_id=_text(stored.get("licenseKeyId")),
            benefit_id=_text(stored.get("benefitId")),
            device=_text(stored.get("device")),
            conditions=_object(stored.get("conditions")),
            label=_text(stored.get("label")) or "",
            meta=_object(stored.get("meta")),
        )

    def write_license(self, record: LicenseRecord, name: str = LICENSE) -> None:
        """Also replaces the license that is there. Its lease stays until that of the new license is stored."""
        text = {
            "version": VERSION,
            "key": record.key,
            "activationId": record.activation_id,
            "licenseKeyId": record.license_key_id,
            "benefitId": record.benefit_id,
            "device": record.device,
            "conditions": record.conditions,
            "label": record.label,
            "meta": record.meta,
        }
        self._storage.write(name, to_json(text))

    def assert_writable(self, key: str, conditions: JsonObject, label: str, meta: JsonObject) -> None:
        """Raises what writing such a license would raise."""
        self.write_license(LicenseRecord("-" * len(key), conditions=conditions, label=label, meta=meta), PROBE)
        self._storage.remove(PROBE)

    def lease(self) -> LeaseRecord | None:
        written = self._storage.read(LEASE)
        if self._unstored is not None and self._unstored.in_place_of == written:
            return self._unstored.record
        stored = _record_in(written) or {}
        lease, signed_keys = _text(stored.get("lease")), _text(stored.get("signedKeys"))
        status, issued_at = stored.get("status"), stored.get("statusIssuedAt")
        if lease is None or signed_keys is None or status not in STATUSES:
            return None
        license_key_id = _text(stored.get("licenseKeyId"))
        return LeaseRecord(lease, signed_keys, license_key_id, status, issued_at if type(issued_at) is int else 0)

    def write_lease(self, record: LeaseRecord) -> None:
        """If the storage fails, the lease counts in this program nevertheless."""
        text = {
            "version": VERSION,
            "lease": record.lease,
            "signedKeys": record.signed_keys,
            "licenseKeyId": record.license_key_id,
            "status": record.status,
            "statusIssuedAt": record.status_issued_at,
        }
        in_place_of = self._storage.read(LEASE)
        try:
            self._storage.write(LEASE, to_json(text))
        except OSError:
            self._unstored = UnstoredLease(record, in_place_of)
            raise
        self._unstored = None

    def units(self) -> UnitsRecord | None:
        stored = self._read(UNITS) or {}
        activation_id, units_id = _text(stored.get("activationId")), stored.get("unitsId")
        wanted, used, is_settling = stored.get("wanted"), stored.get("used"), stored.get("settling")
        is_complete = (
            activation_id is not None and (units_id is None or isinstance(units_id, str)) and isinstance(is_settling, bool)
        )
        if not is_complete or not is_units(wanted) or not is_units(used):
            return None
        return UnitsRecord(activation_id or "", _object(wanted), units_id, _object(used), bool(is_settling))

    def write_units(self, record: UnitsRecord) -> None:
        text = {
            "version": VERSION,
            "activationId": record.activation_id,
            "wanted": record.wanted,
            "unitsId": record.units_id,
            "used": record.used,
            "settling": record.is_settling,
        }
        self._storage.write(UNITS, to_json(text))

    def forget(self) -> None:
        self._unstored = None
        self._storage.remove(LEASE)
        self._storage.remove(LICENSE)
        self._storage.remove(UNITS)

    def device(self) -> DeviceRecord:
        """The IDs of the device and of this installation, which are made once, when they are asked for first. What was created first
        counts. A text that was damaged is left, and the next name is used: if it were replaced, another process could replace it as well,
        and each would have an ID of its own."""
        n = 0
        while True:
            name = f"{DEVICE}-{n}" if n else DEVICE
            if self._storage.read(name) is None:
                self._storage.create(name, to_json(self._new_device()))
            stored = self._read(name) or {}
            known = _text(stored.get("id"))
            if known:
                return DeviceRecord(known, _text(stored.get("installation")))
            n += 1

    def _new_device(self) -> JsonObject:
        record, machine_id, own = self.license(), self._machine_id(), str(uuid.uuid4())
        known = (record and record.device) or machine_id or own
        return {"id": known, "installation": own} if known == machine_id else {"id": known}

    def _read(self, name: str) -> JsonObject | None:
        return _record_in(self._storage.read(name))


def _record_in(text: str | None) -> JsonObject | None:
    stored = parse_object(text)
    return stored if stored is not None and stored.get("version", VERSION) == VERSION else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}
