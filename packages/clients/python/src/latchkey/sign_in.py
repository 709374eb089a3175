"""The sign-in of a customer on a page of the service, instead of a license key that is typed."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .encoding import JsonObject, parse_time
from .errors import Canceled, LatchkeyError, Refused, Unavailable, Untrusted
from .service import Service
from .transport import Transport

LONGEST_SECONDS = 3600.0
"""As long as waits for the customer last otherwise."""


@dataclass(frozen=True)
class SignInCode:
    """Where the customer allows the application to sign in, for as long as the code is valid."""

    user_code: str
    """What the application shows, and the customer types on the page."""
    verification_uri: str
    verification_uri_complete: str
    """The page with the code filled in, to open in a browser or to show as a QR code."""


@dataclass(frozen=True)
class SignedInKey:
    """A license key of whoever signed in."""

    id: str
    key: str
    display_key: str
    """Without most of its characters."""
    benefit_id: str
    expires_at: datetime | None


class SignIn:
    """Shows the code of a sign-in, and waits until it was allowed, refused or is over. Whatever keeps the service from answering meanwhile
    passes, or lasts until the code is over. The answers are not signed: that of the activation proves what the key is."""

    def __init__(self, service: Service, transport: Transport, organization_id: str, benefit_ids: Sequence[str] | None) -> None:
        self._service = service
        self._transport = transport
        self._organization: JsonObject = {"organization_id": organization_id}
        self._benefit_ids = benefit_ids

    def keys(self, client_id: str, on_code: Callable[[SignInCode], None], canceled: threading.Event) -> list[SignedInKey]:
        """The license keys of whoever signed in, at least one."""
        begun = self._service.call(self._service.begin(), "sign-in", {**self._organization, "client_id": client_id})
        device_code, code = begun.get("device_code"), _code_in(begun)
        if not isinstance(device_code, str) or code is None:
            raise Untrusted("malformed")
        on_code(code)
        question: JsonObject = {**self._organization, "device_code": device_code}
        if self._benefit_ids is not None:
            question["benefit_ids"] = list(self._benefit_ids)
        return self._allowed(question, _seconds(begun.get("interval")), _seconds(begun.get("expires_in")), canceled)

    def _allowed(self, question: JsonObject, interval: float, expires_in: float, canceled: threading.Event) -> list[SignedInKey]:
        last: LatchkeyError = _expired()
        waited = 0.0
        while waited + interval <= expires_in:
            self._transport.wait(interval, canceled)
            if canceled.is_set():
                raise Canceled
            call = self._service.begin()
            waited += interval
            try:
                answer = self._service.call(call, "sign-in/keys", question)
            except Unavailable as unavailable:
                last = unavailable
            else:
                if answer.get("status") != "pending":
                    return self._keys_in(answer)
                last = _expired()
                interval = max(interval, _seconds(answer.get("interval")))
            waited += call.spent
        raise last

    def _keys_in(self, answer: JsonObject) -> list[SignedInKey]:
        listed = answer.get("license_keys")
        if not isinstance(listed, list) or not listed:
            raise Untrusted("malformed")
        return [self._key_in(each) for each in listed]

    def _key_in(self, listed: Any) -> SignedInKey:
        told = listed if isinstance(listed, dict) else {}
        key_id, key, benefit_id = told.get("id"), told.get("key"), told.get("benefit_id")
        if not isinstance(key_id, str) or not isinstance(key, str) or not isinstance(benefit_id, str):
            raise Untrusted("malformed")
        if self._benefit_ids is not None and benefit_id not in self._benefit_ids:
            raise Untrusted("wrong_benefit")
        return SignedInKey(key_id, key, str(told.get("display_key")), benefit_id, parse_time(told.get("expires_at")))


def _expired() -> Refused:
    return Refused("SIGN_IN_EXPIRED", 404, "Nobody has allowed the sign-in in time.")


def _seconds(value: object) -> float:
    """At least one."""
    return min(float(value), LONGEST_SECONDS) if isinstance(value, (int, float)) and value >= 1 else 1.0


def _code_in(begun: JsonObject) -> SignInCode | None:
    user_code, page, complete = (begun.get(name) for name in ("user_code", "verification_uri", "verification_uri_complete"))
    if not isinstance(user_code, str) or not isinstance(page, str) or not isinstance(complete, str):
        return None
    # Applications open these in a browser.
    is_page = re.match("https?://", page) and re.match("https?://", complete)
    return SignInCode(user_code, page, complete) if is_page else None
