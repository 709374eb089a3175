"""Texts, bytes and JSON, strictly: what is not in its form is None."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from datetime import datetime
from typing import Any

JsonObject = dict[str, Any]
Units = dict[str, int]
"""By the name of their counter."""


def to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64(text: str) -> bytes | None:
    """Of either alphabet, padded or not."""
    characters = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(characters + "=" * (-len(characters) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def content_digest(text: str) -> str:
    """The value of a digest field (RFC 9530)."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return f"sha-256=:{base64.b64encode(digest).decode('ascii')}:"


def parse_object(text: str | bytes | None) -> JsonObject | None:
    """None if the text is no JSON object."""
    try:
        value = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def parse_time(value: object) -> datetime | None:
    """A timestamp of the API. Python before 3.11 reads no `Z`."""
    try:
        return datetime.fromisoformat(str(value).replace("Z", "+00:00"))
    except ValueError:
        return None


def to_json(value: JsonObject) -> str:
    return json.dumps(value, separators=(",", ":"))


def is_units(value: object) -> bool:
    """Whether it is a number of units for each of some names."""
    return isinstance(value, dict) and all(type(units) is int and units >= 0 for units in value.values())
