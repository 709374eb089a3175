"""Licensing for applications: activate a license key, validate it, and work without a network for as long as the seller allows."""

from .background import Background
from .client import Application, LicenseClient, LicenseState, Refreshed, Validation
from .device import describe_device
from .entitlements import Entitlements
from .errors import Canceled, LatchkeyError, NotActivated, Refused, Unavailable, Untrusted
from .lease import Expected, Lease, verify_lease
from .reservations import Reservation, Usage
from .sign_in import SignedInKey, SignInCode
from .signed_key import SignedLicenseKey, verify_signed_key
from .standing import OverLimit, PastDue, Renewed, Standing, Trial
from .storage import FileStorage, MemoryStorage, Storage
from .tokens import Signers
from .transport import Transport

__all__ = [
    "Application",
    "Background",
    "Canceled",
    "Entitlements",
    "Expected",
    "FileStorage",
    "LatchkeyError",
    "Lease",
    "LicenseClient",
    "LicenseState",
    "MemoryStorage",
    "NotActivated",
    "OverLimit",
    "PastDue",
    "Refreshed",
    "Refused",
    "Renewed",
    "Reservation",
    "SignInCode",
    "SignedInKey",
    "SignedLicenseKey",
    "Signers",
    "Standing",
    "Storage",
    "Transport",
    "Trial",
    "Unavailable",
    "Untrusted",
    "Usage",
    "Validation",
    "describe_device",
    "verify_lease",
    "verify_signed_key",
]
