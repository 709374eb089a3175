"""Reservations of usage (docs/licensing/reservations.md). The answers are not signed. Each is done once if it has to be repeated."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from .encoding import JsonObject, parse_time
from .errors import Untrusted
from .service import Service


@dataclass(frozen=True)
class Usage:
    """The usage of the license key after the operation."""

    usage: int
    limit_usage: int | None
    reserved_units: int
    """What all open reservations of the key hold."""


@dataclass(frozen=True)
class Reservation(Usage):
    id: str
    expires_at: datetime


class UsageReservations:
    def __init__(self, service: Service, presented_key: Callable[[], JsonObject]) -> None:
        self._service = service
        self._presented_key = presented_key

    def reserve(self, units: int, ttl_seconds: int | None = None) -> Reservation:
        """Keeps units of the usage of the license key for this application."""
        time = {} if ttl_seconds is None else {"ttl_seconds": ttl_seconds}
        body = self._call("reservations", {"units": units, **time})
        usage, expires_at, reserved = _usage_in(body), parse_time(body.get("expires_at")), body.get("id")
        if not isinstance(reserved, str) or expires_at is None:
            raise Untrusted("malformed")
        return Reservation(usage.usage, usage.limit_usage, usage.reserved_units, reserved, expires_at)

    def commit(self, reservation_id: str, units: int | None = None) -> Usage:
        """Uses the units of a reservation, or some of them; the others are free again."""
        return _usage_in(self._call(f"reservations/{reservation_id}/commit", {} if units is None else {"units": units}))

    def release(self, reservation_id: str) -> None:
        """Gives the units of a reservation back."""
        self._call(f"reservations/{reservation_id}/release", {})

    def _call(self, operation: str, fields: JsonObject) -> JsonObject:
        body = {**self._presented_key(), **fields}
        return self._service.call(self._service.begin(), operation, body, {"idempotency-key": str(uuid.uuid4())})


def _usage_in(body: JsonObject) -> Usage:
    usage, limit, reserved = (body.get(name) for name in ("usage", "limit_usage", "reserved_units"))
    if type(usage) is not int or type(reserved) is not int or not (limit is None or type(limit) is int):
        raise Untrusted("malformed")
    return Usage(usage, limit, reserved)
