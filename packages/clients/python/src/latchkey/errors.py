"""What an operation raises. `check` raises none of these."""

from __future__ import annotations

from datetime import datetime


class LatchkeyError(Exception):
    """An operation did not do what it was asked for. The license that is stored is what it was."""


class NotActivated(LatchkeyError):
    """No license key is stored that could be presented."""


class Refused(LatchkeyError):
    """The service refused. Refusals are not signed: they end no lease that is valid."""

    def __init__(
        self, code: str, status: int, detail: str, retry_at: datetime | None = None, manage_url: str | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        """The header `License-Code` of the service, such as `REVOKED`; `INVALID_REQUEST` if the request was malformed."""
        self.status = status
        self.detail = detail
        self.retry_at = retry_at
        """When the same may be permitted, if the service said so."""
        self.manage_url = manage_url
        """With `ACTIVATION_LIMIT_REACHED`: a page on which the customer signs in and removes a device. Open for an hour."""


class Unavailable(LatchkeyError):
    """There is no answer, after all attempts."""

    def __init__(self, reason: str, detail: str, retry_after_seconds: int | None = None) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        """`network`, `timeout`, `rate_limited`, `server_error` or `not_the_service`."""
        self.detail = detail
        self.retry_after_seconds = retry_after_seconds


class Canceled(LatchkeyError):
    """The application has ended the wait for a free activation, or for a sign-in."""


class Untrusted(LatchkeyError):
    """Something was answered, or is stored, that the service did not sign for this."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault
        """Such as `bad_signature`, `wrong_nonce` or `expired`."""
