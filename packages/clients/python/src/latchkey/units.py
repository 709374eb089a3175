"""Units of counters that came with a lease, and are used without a network (docs/licensing/counters.md). What was granted is in the lease,
which is signed; what was used is stored with the ID of the units, before it is allowed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .encoding import JsonObject, Units
from .errors import LatchkeyError, NotActivated, Refused, Untrusted
from .lease import Lease
from .records import LeaseRecord, Records, UnitsRecord
from .storage import Storage

if TYPE_CHECKING:
    from .client import LicenseState

UNUSABLE = {
    "clock_set_back": ("CLOCK_SET_BACK", "The clock of the machine shows a time before one that was seen earlier."),
    "expired": ("LEASE_ENDED", "The lease and its grace are over. Renew it."),
    "revoked": ("REVOKED", "The license key or the activation of the lease has ended."),
    "suspended": ("DISABLED", "The license key of the lease is disabled."),
}
"""The codes of refusals, with status 403, by the reason why a lease is not usable."""


@dataclass(frozen=True)
class UnitsBefore:
    """What is known of the units of an activation before a renewal of its lease."""

    token: str | None
    """The stored lease, which may be that of another activation."""
    is_known: bool
    """Whether a stored lease says which units the activation has."""
    wanted: Units
    """What the application wants of each lease."""
    left: Units
    """What the application has not used."""
    settled: JsonObject | None = None
    is_unanswered: bool = False
    """Whether a settlement was sent before, whose answer is not stored."""
    is_stored: bool = True
    """Whether the units may be settled and others be taken: it is stored that the application uses none of them any more."""
    failure: OSError | None = None
    """Why that could not be stored."""


def without(units: Units, used: Units) -> Units:
    return {counter: max(0, count - used.get(counter, 0)) for counter, count in units.items()}


class LeasedUnits:
    def __init__(
        self,
        storage: Storage,
        records: Records,
        check: Callable[[], LicenseState],
        stored_lease: Callable[[], Lease | None],
    ) -> None:
        self._storage = storage
        self._records = records
        self._check = check
        self._stored_lease = stored_lease

    def use(self, counter: str, units: int) -> int:
        if type(units) is not int or units < 1:
            raise Refused("INVALID_REQUEST", 422, "Units are a whole number from 1.")
        with self._storage.lock():
            state = self._check()
            if state.lease is None:
                raise _unusable(state.reason or "")
            granted = state.lease.units.get(counter)
            if granted is None:
                raise Refused("INVALID_REQUEST", 422, f"The lease has no units of counter `{counter}`.")
            record = self._record_of(state.lease)
            if record is None:
                raise Refused("UNITS_SETTLED", 403, "The units of the lease are settled. Renew it.")
            used = record.used.get(counter, 0)
            left = max(0, granted - used)
            if units > left:
                raise Refused("COUNTER_LIMIT_REACHED", 400, f"The lease has {left} units of counter `{counter}` left.")
            self._records.write_units(replace(record, used={**record.used, counter: used + units}))
            return left - units

    def left(self) -> Units:
        """What is left of each counter of the lease; nothing without one that is usable."""
        lease = self._check().lease
        if lease is None:
            return {}
        record = self._record_of(lease)
        return without(lease.units, lease.units if record is None else record.used)

    def are_settled(self, lease: Lease) -> bool:
        """Whether none of the units can be used before the lease is renewed: they were settled, and the answer is not stored."""
        return lease.units_id is not None and self._record_of(lease) is None

    def settle(self, activation_id: str) -> UnitsBefore:
        """Stores that the application uses none of its units any more, which the renewal then settles."""
        before = self._known(activation_id)
        if before.is_stored:
            return before
        try:
            with self._storage.lock():
                before = self._known(activation_id)
                record = self._records.units()
                if not before.is_stored and record is not None:
                    self._records.write_units(replace(record, is_settling=True))
                return replace(before, is_stored=True)
        except OSError as failure:
            return replace(before, failure=failure)

    def _known(self, activation_id: str) -> UnitsBefore:
        stored, lease, record = self._records.lease(), self._stored_lease(), self._records.units()
        token = None if stored is None else stored.lease
        wanted = record.wanted if record is not None and record.activation_id == activation_id else {}
        if lease is None or lease.activation_id != activation_id:
            return UnitsBefore(token, False, wanted, {})
        if lease.units_id is None:
            return UnitsBefore(token, True, wanted, {})
        # Units of which it is not known what was used count as used.
        is_of_lease = record is not None and record.units_id == lease.units_id
        left = without(lease.units, record.used if record is not None and is_of_lease else lease.units)
        is_unanswered = record is not None and (not is_of_lease or record.is_settling)
        is_stored = record is None or not is_of_lease or record.is_settling
        settled = {"units_id": lease.units_id, "units": without(lease.units, left)}
        return UnitsBefore(token, True, wanted, left, settled, is_unanswered, is_stored)

    def store(self, lease: Lease, renewed: LeaseRecord, before: UnitsBefore, wanted: Units) -> OSError | None:
        """Stores a lease with its units, unless another license was activated meanwhile. If the storage can only be read, the lease counts
        in this program, and what the storage raised is returned."""
        failure: OSError | None = None
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(self._storage.lock())
            except OSError as error:
                failure = error
            current = self._records.license()
            if current is None or current.activation_id != lease.activation_id:
                raise NotActivated
            known, stored = self._records.units(), self._records.lease()
            is_of_lease = (known.units_id if known else None) == lease.units_id
            if not is_of_lease and (stored.lease if stored else None) != before.token:
                # Another process has renewed the lease since, and has settled these units.
                return failure
            if known is not None or lease.units_id is not None or wanted:
                record = UnitsRecord(lease.activation_id, wanted, lease.units_id, {} if before.is_known else lease.units, False)
                if known is not None and is_of_lease:
                    record = replace(record, used=known.used, is_settling=known.is_settling)
                try:
                    # First: a lease whose units have no record counts as used up.
                    self._records.write_units(record)
                except OSError as error:
                    if not is_of_lease:
                        return error
                    failure = error
            try:
                self._records.write_lease(renewed)
            except OSError as error:
                failure = error
        return failure

    def _record_of(self, lease: Lease) -> UnitsRecord | None:
        """What is stored of the units that may be used."""
        record = self._records.units()
        return record if record and record.units_id == lease.units_id and not record.is_settling else None


def takes_of(wanted: Units, before: UnitsBefore, is_repeated: bool) -> list[Units]:
    """What a renewal asks for, one after the other, until the service has so many: what is wanted, or what was left, or nothing."""
    if not wanted or not (before.settled or is_repeated):
        return [wanted]
    kept = {counter: min(units, before.left.get(counter, 0)) for counter, units in wanted.items()}
    take = {counter: units for counter, units in kept.items() if units > 0}
    return [wanted, take, {}] if take else [wanted, {}]


def _unusable(reason: str) -> LatchkeyError:
    """Why no units of a lease can be used that is not usable itself."""
    if reason == "no_lease":
        return NotActivated()
    if reason not in UNUSABLE:
        return Untrusted(reason)
    code, detail = UNUSABLE[reason]
    return Refused(code, 403, detail)
