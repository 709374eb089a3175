"""What the customer of a valid license key needs to know (docs/licensing/standing.md). What is None does not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from .encoding import parse_time

ITEM = re.compile(r'([a-z][a-z0-9_]*)((?:;[a-z][a-z0-9_]*=(?:"[^"\\]{0,64}"|-?[0-9]{1,15}))*)')
PARAMETER = re.compile(r';([a-z][a-z0-9_]*)=(?:"([^"\\]{0,64})"|(-?[0-9]{1,15}))')


@dataclass(frozen=True)
class Trial:
    """The key is the trial of a device."""

    until: datetime | None = None


@dataclass(frozen=True)
class PastDue:
    """The subscription is past due; the key stops working then unless it is paid."""

    until: datetime | None = None


@dataclass(frozen=True)
class OverLimit:
    """More places are taken than the limit allows."""

    limit: int | None = None
    used: int | None = None


@dataclass(frozen=True)
class Renewed:
    """A purchase renewed the key within the last 30 days."""

    at: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class Standing:
    trial: Trial | None = None
    past_due: PastDue | None = None
    over_limit: OverLimit | None = None
    renewed: Renewed | None = None


def standing_in(header: str) -> Standing:
    """Reads the header `License-Standing`. Later versions of the service may tell more, which is left out."""
    items = (ITEM.fullmatch(text) for text in header.split(", "))
    told = {item[1]: _parameters_in(item[2]) for item in items if item}

    def time(circumstance: str, name: str) -> datetime | None:
        value = told[circumstance].get(name)
        return value if isinstance(value, datetime) else None

    def count(circumstance: str, name: str) -> int | None:
        value = told[circumstance].get(name)
        return value if isinstance(value, int) else None

    return Standing(
        trial=Trial(time("trial", "until")) if "trial" in told else None,
        past_due=PastDue(time("past_due", "until")) if "past_due" in told else None,
        over_limit=OverLimit(count("over_limit", "limit"), count("over_limit", "used")) if "over_limit" in told else None,
        renewed=Renewed(time("renewed", "at"), time("renewed", "until")) if "renewed" in told else None,
    )


def _parameters_in(text: str) -> dict[str, datetime | int | None]:
    return {name: int(count) if count else parse_time(time) for name, time, count in PARAMETER.findall(text)}
