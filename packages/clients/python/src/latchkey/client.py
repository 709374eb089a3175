"""The license of one installation of an application."""

from __future__ import annotations

import contextlib
import re
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar, Union

from .background import Background
from .clock import Clock
from .device import machine_id_of
from .encoding import JsonObject, Units, parse_time
from .entitlements import Entitlements
from .errors import Canceled, LatchkeyError, NotActivated, Refused, Unavailable, Untrusted
from .lease import Expected, Lease, open_lease, proven_lease, status_in, verify_lease
from .offline import OfflineActivation
from .records import LeaseRecord, LicenseRecord, Records
from .reservations import UsageReservations
from .service import Service
from .sign_in import SignedInKey, SignIn, SignInCode
from .standing import Standing, standing_in
from .storage import MemoryStorage, Storage
from .texts import normal_form
from .tokens import MAX_LIST, PUBLIC_KEY, Signers, kid_of
from .transport import Call, Transport
from .units import LeasedUnits, UnitsBefore, takes_of

BETWEEN_TRIES = 5.0
LONGEST_WAIT = 3600.0
"""As long as the page for the customer is open."""
EVERY_SECONDS = 600.0
SHORTEST_HEARTBEAT = 5.0
AGAIN_SECONDS = 30.0
"""After a heartbeat without an answer."""

T = TypeVar("T")


@dataclass(frozen=True)
class Application:
    """What an application says about itself."""

    version: str | None = None
    released_at: datetime | None = None


@dataclass(frozen=True)
class LicenseState:
    """Whether the application may be used now, decided without a network."""

    usable: bool
    reason: str | None = None
    """Why not: `no_lease`, `revoked`, `suspended`, `clock_set_back`, `expired`, `wrong_benefit`, or the fault of a lease that was changed."""
    state: str | None = None
    """`valid` or `grace`: the lease is over, and the application may go on until `lease.grace_until`."""
    lease: Lease | None = None
    refresh_due: bool = False
    """The lease should be renewed as soon as there is a network."""


@dataclass(frozen=True)
class Refreshed:
    """What a refresh found, step by step."""

    license: LicenseState
    """What `check` says now."""
    status: Union[str, LatchkeyError]
    renewal: Union[LicenseState, LatchkeyError, None]
    """None if no renewal was due, or the service could not be reached."""
    not_stored: OSError | None = None
    """Why what was learned could not be stored: it counts until the program ends. None if the storage did not fail."""


@dataclass(frozen=True)
class Validation:
    """The service has said yes."""

    license_key: JsonObject
    """In the names of the API."""
    standing: Standing | None
    """What the customer needs to know; None if the service did not tell it, as in the answer to a request that was repeated."""

    @property
    def entitlements(self) -> Entitlements:
        """What the license key entitles to."""
        return Entitlements(self.license_key.get("entitlements"))


DeviceDescription = dict[str, Any]


class LicenseClient:
    """Operations raise a `LatchkeyError` if they did not do what they should, and `OSError` if the storage fails. `check` only the latter."""

    def __init__(
        self,
        url: str,
        organization_id: str,
        root_key: str,
        *,
        benefit_ids: Sequence[str] | None = None,
        storage: Storage | None = None,
        issuer: str | None = None,
        device_id: str | None = None,
        device: DeviceDescription | Callable[[], DeviceDescription] | None = None,
        application: Application | None = None,
        process: bool = False,
        transport: Transport | None = None,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`root_key` is the last column of `latchkey signing-keys list`, built into the application. `benefit_ids` are what it is sold as:
        keys of other benefits are refused. Without `storage`, everything is forgotten when the program ends. `issuer` is how the service
        calls itself, if that is not `url`. `device` is a description, or a function that returns one and is asked once. Without `device_id`,
        an ID is made and stored: of the components of `device` that identify a physical machine, or a random one. With `process`, each process
        is activated for itself, such as a window or a job of a CI: under an ID that is made when the client is and not stored, so there is no
        `storage`, and `device_id` or `device` names the machine."""
        if not re.match(r"https?://[^/\s]+", url, re.IGNORECASE):
            raise ValueError("`url` is not a URL.")
        if not PUBLIC_KEY.fullmatch(root_key):
            raise ValueError("`root_key` is not an Ed25519 public key of 43 characters (base64url).")
        if benefit_ids is not None and not benefit_ids:
            raise ValueError("`benefit_ids` names no benefit.")
        if device_id is not None and not re.fullmatch(r"[\x21-\x7e]{1,128}", device_id):
            raise ValueError("`device_id` has to be 1 to 128 visible ASCII characters.")
        if process and storage is not None:
            raise ValueError("With `process` nothing is stored: leave `storage` out.")
        if process and device_id is None and device is None:
            raise ValueError("With `process`, `device_id` or `device` has to name the machine.")
        url = url.rstrip("/")
        self._organization_id = organization_id
        self._benefit_ids = benefit_ids
        self._device_id = device_id
        self._device = device
        self._application = application
        self._has_installation = process or storage is not None
        self._storage = storage or MemoryStorage()
        self._signers = Signers(root_key, (issuer or url).rstrip("/"), organization_id)
        self._records = Records(self._storage, lambda: machine_id_of(self._described(), organization_id))
        self._clock = Clock(self._storage, now, monotonic)
        self._units = LeasedUnits(self._storage, self._records, self.check, self._stored_lease)
        self._transport = transport or Transport()
        self._service = Service(url, self._signers, self._storage, self._transport, self._clock)
        self.offline = OfflineActivation(self, self._signers, self._storage, self._records, self._clock, benefit_ids)
        self.reservations = UsageReservations(self._service, self._presented_key)

    def device_id(self) -> str:
        """Which device this is. Self-reported: it stops nobody who wants to be another one."""
        return self._device_id or self._records.device().id

    def activate(
        self,
        key: str,
        label: str,
        *,
        conditions: JsonObject | None = None,
        meta: JsonObject | None = None,
        on_manage: Callable[[str], None] | None = None,
        canceled: threading.Event | None = None,
    ) -> str:
        """Activates a key for this device, and returns the ID of the activation. The device that has an activation gets that one again. A
        license that is there stays until the new one is stored, and its lease until `lease` has stored another. `on_manage` is called if
        the key has no free activation: with a page on which the customer removes a device. The activation then waits for an hour at most.
        Setting `canceled`, in another thread, ends the wait, which raises `Canceled`."""
        said = LicenseRecord(key, label=label, conditions=conditions or {}, meta=meta or {})
        try:
            return self._activate_as_typed(self._service.begin(), said)
        except Refused as refused:
            if on_manage is None or refused.manage_url is None:
                raise
            on_manage(refused.manage_url)
            return self._activate_when_free(said, refused, canceled or threading.Event())

    def trial(self, benefit_id: str, label: str, *, conditions: JsonObject | None = None, meta: JsonObject | None = None) -> str:
        """Gets the trial key of a benefit for this device, described as `device` says, and activates it. A device gets one trial of a
        benefit, also if it is installed anew. One that is over is refused with `EXPIRED`, and a benefit without trials with
        `TRIAL_NOT_OFFERED`."""
        body: JsonObject = {"organization_id": self._organization_id, "benefit_id": benefit_id}
        described = self._described()
        if described is not None:
            body["device"] = described
        call = self._service.begin()
        answer = self._service.call(call, "trial", body, self._device_headers())
        # The answer is not signed: that of the activation proves what the key is.
        key = answer.get("key")
        if not isinstance(key, str):
            raise Untrusted("malformed")
        said = LicenseRecord(key, benefit_id=benefit_id, label=label, conditions=conditions or {}, meta=meta or {})
        return self._activate_once(call, said)

    def sign_in(
        self,
        client_id: str,
        label: str,
        *,
        on_code: Callable[[SignInCode], None],
        choose: Callable[[list[SignedInKey]], SignedInKey] | None = None,
        conditions: JsonObject | None = None,
        meta: JsonObject | None = None,
        canceled: threading.Event | None = None,
    ) -> str:
        """Lets the customer sign in on a page of the service instead of typing a license key, activates the license key of the customer for
        this device, and returns the ID of the activation. `client_id` is the `id` of the application at the service
        (`POST /v1/sign-in-clients/`). `on_code` is called once: the application shows the code and the page, or opens the page. Waits until
        the customer has decided, at most as long as the code is valid; setting `canceled`, in another thread, ends the wait, which raises
        `Canceled`. `choose` is called if there are several license keys, oldest first; without it, the first one is activated. Refused with
        `SIGN_IN_DENIED`, `SIGN_IN_EXPIRED`, or `NO_LICENSE_KEY` if whoever signed in has none for this application; otherwise as an
        activation. Nothing of the sign-in is stored."""
        sign_in = SignIn(self._service, self._transport, self._organization_id, self._benefit_ids)
        keys = sign_in.keys(client_id, on_code, canceled or threading.Event())
        chosen = choose(keys) if choose is not None and len(keys) > 1 else keys[0]
        said = LicenseRecord(chosen.key, benefit_id=chosen.benefit_id, label=label, conditions=conditions or {}, meta=meta or {})
        return self._activate_once(self._service.begin(), said)

    def reactivate(self, *, on_manage: Callable[[str], None] | None = None, canceled: threading.Event | None = None) -> str:
        """Activates the stored key again, for example after the customer has removed this device."""
        known = self._records.license()
        if known is None or not known.key:
            raise NotActivated
        label = known.label or "Device"
        return self.activate(
            known.key, label, conditions=known.conditions, meta=known.meta, on_manage=on_manage, canceled=canceled
        )

    def validate(self, *, increment_usage: int | None = None) -> Validation:
        """Asks the service whether the key is valid. The answer is signed, so nobody but the service can say yes. `increment_usage` is
        counted once, however often the request has to be repeated."""
        return self._validated({} if increment_usage is None else {"increment_usage": increment_usage})

    def increment(self, counter: str, units: int = 1) -> Validation:
        """Validates the key and adds to one of its counters (docs/licensing/counters.md): once, however often the request has to be repeated.
        `license_key["counters"]` of what it returns says what is left of each."""
        return self._validated({"increment": {"counter": counter, "units": units}})

    def _validated(self, counted: JsonObject) -> Validation:
        body, _ = self._presented()
        headers = {}
        if counted:
            body.update(counted)
            headers["idempotency-key"] = str(uuid.uuid4())
        answer = self._service.call_signed(self._service.begin(), "validate", body, headers)
        if not isinstance(answer.body.get("id"), str) or answer.body.get("status") != "granted":
            raise Untrusted("malformed")
        self._clock.correct(answer.signed_at)
        if self._benefit_ids is not None and answer.body.get("benefit_id") not in self._benefit_ids:
            raise Untrusted("wrong_benefit")
        return Validation(answer.body, None if answer.standing is None else standing_in(answer.standing))

    def lease(self, *, units: Units | None = None) -> LicenseState:
        """Gets a lease, or renews it, and stores it. Returns what `check` says from now on. `units` are how many units of each counter the
        application wants to use without a network, of this lease and of those that follow; `{}` if none; without, as many as before. A
        renewal settles those that were used, and takes as many as the application wants, or, if there are no more, as many as were left. A
        refusal of `units` is raised, whether the lease could be renewed without them or not."""
        return _stored(self._renewed(units))

    def _renewed(self, units: Units | None = None) -> tuple[LicenseState, OSError | None]:
        """What `lease` returns, and why it could not be stored."""
        body, record = self._presented()
        call = self._service.begin()
        activation_id = record.activation_id or ""

        def renewed(take: Units, kept: Units) -> tuple[LicenseState, OSError | None]:
            return self._renewed_taking(call, body, record, before, take, kept)

        before = self._units.settle(activation_id)
        wanted = before.wanted if units is None else units
        if (wanted or units is not None) and (before.settled is None or before.is_unanswered):
            # What an activation has is known before it takes more: of an answer that was lost, and where the storage was.
            renewed({}, before.wanted)
            before = self._units.settle(activation_id)
        if not before.is_stored:
            state, failure = renewed({}, before.wanted)
            return state, before.failure or failure
        refused: Refused | None = None
        for take in takes_of(wanted, before, is_repeated=units is None):
            try:
                result = renewed(take, before.wanted if refused else wanted)
            except Refused as error:
                if not take or not (error.code == "COUNTER_LIMIT_REACHED" or error.status == 422):
                    raise
                refused = refused or error
            else:
                if refused is not None and units is not None:
                    raise refused
                return result
        assert refused is not None
        raise refused

    def _renewed_taking(
        self, call: Call, presented: JsonObject, record: LicenseRecord, before: UnitsBefore, take: Units, wanted: Units
    ) -> tuple[LicenseState, OSError | None]:
        """Sends one request. Repeated, it takes no units again."""
        body, headers = {**presented}, {}
        if before.settled and before.is_stored:
            body["settled"] = before.settled
        if take:
            body["units"] = take
            headers["idempotency-key"] = str(uuid.uuid4())
        answer = self._service.call_signed(call, "lease", body, headers, nonce_field="nonce")
        token = str(answer.body.get("lease"))
        keys = self._service.keys_with(call, kid_of(token), at=answer.signed_at)
        expected = Expected(self.device_id(), record.license_key_id, answer.nonce, self._benefit_ids)
        lease = open_lease(token, keys.keys, self._signers, expected)
        self._clock.correct(answer.signed_at)
        renewed = LeaseRecord(token, keys.token, lease.license_key_id, "valid", lease.issued_at)
        not_stored = self._units.store(lease, renewed, before, wanted)
        return self.check(), not_stored

    def use(self, counter: str, units: int = 1) -> int:
        """Uses units of a counter that came with the lease, without a network, and returns how many are left: what is used is stored before.
        Refused are more than is left (`COUNTER_LIMIT_REACHED`), a counter of which the lease has none (`INVALID_REQUEST`), a lease that is over
        (`LEASE_ENDED`, `REVOKED`, `DISABLED`) or was settled (`UNITS_SETTLED`), and a clock that was set back (`CLOCK_SET_BACK`)."""
        return self._units.use(counter, units)

    def units_left(self) -> Units:
        """How many units of each counter are left to be used without a network; none without a lease that is usable."""
        return self._units.left()

    def check(self) -> LicenseState:
        """Whether the application may be used, without a network. Cheap enough for every start. Verifies the stored lease again, as if it
        had just arrived: the storage belongs to whoever has the machine."""
        record = self._records.lease()
        if record is None:
            return LicenseState(False, "no_lease")
        now = self._clock.time()
        if now is None:
            return LicenseState(False, "clock_set_back")
        try:
            lease, state = verify_lease(record.lease, record.signed_keys, now, self._signers, self._expected(record))
        except Untrusted as untrusted:
            # A lease was issued before it is stored: that it is not valid yet is the fault of the clock.
            return LicenseState(False, "clock_set_back" if untrusted.fault == "not_yet_valid" else untrusted.fault)
        if record.status != "valid":
            return LicenseState(False, record.status)
        known = self._records.license()
        is_of_activation = known is not None and known.activation_id == lease.activation_id
        return LicenseState(True, None, state, lease, now >= lease.refresh_after or not is_of_activation)

    def _stored_lease(self) -> Lease | None:
        """The stored lease, whatever the time is; None if there is none for this device, or it was ended."""
        record = self._records.lease()
        if record is None or record.status != "valid":
            return None
        try:
            return proven_lease(record.lease, record.signed_keys, self._signers, self._expected(record))
        except Untrusted:
            return None

    def _expected(self, record: LeaseRecord) -> Expected:
        return Expected(self.device_id(), record.license_key_id, benefit_ids=self._benefit_ids)

    def check_status(self) -> str:
        """Reads the signed status list, and remembers what it says about the lease: `valid`, `revoked` or `suspended`. The key is not sent."""
        return _stored(self._read_status())

    def _read_status(self) -> tuple[str, OSError | None]:
        """The status, and why it could not be stored."""
        record = self._records.lease()
        if record is None:
            raise NotActivated
        call = self._service.begin()
        keys = self._service.keys_with(call, kid_of(record.lease))
        lease = open_lease(record.lease, keys.keys, self._signers, Expected(self.device_id()))
        listed = self._service.published(call, lease.status_uri)
        keys = self._service.keys_with(call, kid_of(listed, MAX_LIST))
        status, issued_at = status_in(listed, lease.status_index, lease.status_uri, keys.keys, self._clock.now())
        if issued_at < record.status_issued_at:
            raise Untrusted("replayed")
        self._clock.at_least(issued_at)

        def is_current() -> bool:
            """Another lease may have been stored in the meantime, or this one given back."""
            current = self._records.lease()
            return current is not None and current.lease == record.lease

        return status, self._store_lease(replace(record, status=status, status_issued_at=issued_at), is_current)

    def _store_lease(self, record: LeaseRecord, is_current: Callable[[], bool]) -> OSError | None:
        """Stores a lease unless something else was stored meanwhile. If the storage can only be read, the lease counts in this program, and
        what the storage raised is returned."""
        failure: OSError | None = None
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(self._storage.lock())
            except OSError as error:
                failure = error
            if not is_current():
                raise NotActivated
            try:
                self._records.write_lease(record)
            except OSError as error:
                failure = error
        return failure

    def refresh(self) -> Refreshed:
        """What an application does when it has a network: looks whether the lease was revoked, and renews it if that is due, or if units
        were settled and the answer was lost. What cannot be stored counts until the program ends, and `not_stored` tells it."""
        status, not_stored = _split(self._read_status)
        before = self.check()
        if before.lease is not None:
            is_due = before.refresh_due or self._units.are_settled(before.lease)
        else:
            is_due = before.reason not in ("revoked", "suspended")
        if isinstance(status, Unavailable) or not is_due:
            return Refreshed(before, status, None, not_stored)
        renewal, not_renewed = _split(self._renewed)
        return Refreshed(self.check(), status, renewal, not_renewed or not_stored)

    def keep_fresh(
        self,
        on_refresh: Callable[[Refreshed], None] | None = None,
        *,
        every_seconds: float = EVERY_SECONDS,
        on_error: Callable[[Exception], None] | None = None,
    ) -> Background:
        """Refreshes now and from then on, in a daemon thread, until it is stopped. `on_error` is called if the storage or a callback fails."""

        def step() -> float:
            refreshed = self.refresh()
            if on_refresh:
                on_refresh(refreshed)
            if refreshed.not_stored is not None and on_error:
                on_error(refreshed.not_stored)
            return every_seconds

        return Background(step, every_seconds, on_error, self._transport.wait)

    def heartbeat(self) -> int:
        """Renews the check-out of a floating license key (docs/licensing/floating.md), and returns how many seconds it lasts."""
        body, activation_id = self._presented_activation()
        answer = self._service.call_signed(self._service.begin(), "heartbeat", body)
        expires_at = parse_time(answer.body.get("checkout_expires_at"))
        if answer.body.get("id") != activation_id or expires_at is None:
            raise Untrusted("malformed")
        self._clock.correct(answer.signed_at)
        return int(expires_at.timestamp()) - answer.signed_at

    def keep_checked_out(
        self,
        on_heartbeat: Callable[[Union[int, LatchkeyError]], None] | None = None,
        *,
        on_error: Callable[[Exception], None] | None = None,
    ) -> Background:
        """Sends heartbeats in a daemon thread, so that two in a row may be lost, until it is stopped or the check-out is refused."""

        def step() -> float | None:
            result = _outcome(self.heartbeat)
            if on_heartbeat:
                on_heartbeat(result)
            if isinstance(result, int):
                return max(SHORTEST_HEARTBEAT, result / 3)
            return None if isinstance(result, (Refused, NotActivated)) else AGAIN_SECONDS

        return Background(step, AGAIN_SECONDS, on_error, self._transport.wait)

    def deactivate(self) -> None:
        """Gives the activation back, and before the units of counters that were not used. A lease keeps its place until it is over."""
        body, _ = self._presented_activation()
        lease = self._stored_lease()
        if lease is not None and lease.units_id is not None:
            with contextlib.suppress(Refused, Untrusted):
                self._renewed({})
        try:
            self._service.call(self._service.begin(), "deactivate", body)
        except Refused as refused:
            if refused.code != "ACTIVATION_NOT_FOUND":
                raise
        self._records.forget()

    def _activate_as_typed(self, call: Call, said: LicenseRecord) -> str:
        """As it was typed first, because a seller may have issued a key that looks like this."""
        assert said.key is not None
        meant = normal_form(said.key)
        try:
            return self._activate_for_benefit(call, said)
        except Refused as refused:
            if refused.code != "NOT_FOUND" or meant == said.key:
                raise
        return self._activate_for_benefit(call, replace(said, key=meant))

    def _activate_for_benefit(self, call: Call, said: LicenseRecord) -> str:
        """The service compares one benefit. A key that is of another one takes no slot, so the next can be tried."""
        *others, last = self._benefit_ids or (None,)
        for benefit_id in others:
            try:
                return self._activate_once(call, replace(said, benefit_id=benefit_id))
            except Refused as refused:
                if refused.code != "BENEFIT_MISMATCH":
                    raise
        return self._activate_once(call, replace(said, benefit_id=last))

    def _activate_once(self, call: Call, said: LicenseRecord) -> str:
        assert said.key is not None
        self._records.assert_writable(said.key, said.conditions, said.label, said.meta)
        body = {**self._presenting(said), "label": said.label, "meta": said.meta}
        answer = self._service.call_signed(call, "activate", body, self._device_headers()).body
        activation_id, license_key_id, license_key = (answer.get(name) for name in ("id", "license_key_id", "license_key"))
        if not isinstance(activation_id, str) or not isinstance(license_key_id, str):
            raise Untrusted("malformed")
        found = license_key if isinstance(license_key, dict) else {}
        if said.benefit_id is not None and found.get("benefit_id") != said.benefit_id:
            raise Untrusted("wrong_benefit")
        known = found.get("key")
        activated = replace(
            said,
            key=known if isinstance(known, str) else said.key,
            activation_id=activation_id,
            license_key_id=license_key_id,
            device=self.device_id() if self._device_id is None else None,
        )
        self._records.write_license(activated)
        return activation_id

    def _activate_when_free(self, said: LicenseRecord, refused: Refused, canceled: threading.Event) -> str:
        """Tries again until a device was removed. Without a network it goes on trying."""
        waited = 0.0
        while waited < LONGEST_WAIT:
            self._transport.wait(BETWEEN_TRIES, canceled)
            if canceled.is_set():
                raise Canceled
            call = self._service.begin()
            try:
                return self._activate_as_typed(call, said)
            except Unavailable:
                continue
            except Refused as again:
                if again.code != "ACTIVATION_LIMIT_REACHED":
                    raise
                if again.manage_url is None:
                    # No device is left that could be removed: only leases hold places, until `retry_at`.
                    raise
                refused = again
            finally:
                waited += BETWEEN_TRIES + call.spent
        raise refused

    def _presenting(self, record: LicenseRecord) -> JsonObject:
        body: JsonObject = {**self._key_of(record), "conditions": record.conditions}
        if record.benefit_id is not None:
            body["benefit_id"] = record.benefit_id
        described = self._described()
        if described is not None:
            body["device"] = described
        if self._application is not None:
            said = {"version": self._application.version}
            if self._application.released_at is not None:
                said["released_at"] = self._application.released_at.isoformat()
            body["application"] = {name: value for name, value in said.items() if value is not None}
        return body

    def _device_headers(self) -> dict[str, str]:
        """Accounts and processes of one machine have one device, and installations of their own where those have IDs."""
        if self._device_id is not None and not self._has_installation:
            return {"license-device": self._device_id}
        device = self._records.device()
        own = device.installation if self._device_id is None else device.installation or device.id
        headers = {"license-device": self._device_id or device.id}
        return {**headers, "license-installation": own} if own is not None and self._has_installation else headers

    def _described(self) -> DeviceDescription | None:
        """A function is asked once."""
        if callable(self._device):
            self._device = self._device()
        return self._device

    def _presented(self) -> tuple[JsonObject, LicenseRecord]:
        record = self._records.license()
        if record is None or not record.key or not record.activation_id:
            raise NotActivated
        return {**self._presenting(record), "activation_id": record.activation_id}, record

    def _presented_activation(self) -> tuple[JsonObject, str]:
        record = self._records.license()
        if record is None or not record.key or not record.activation_id:
            raise NotActivated
        return {**self._key_of(record), "activation_id": record.activation_id}, record.activation_id

    def _presented_key(self) -> JsonObject:
        record = self._records.license()
        if record is None or not record.key:
            raise NotActivated
        return self._key_of(record)

    def _key_of(self, record: LicenseRecord) -> JsonObject:
        return {"key": record.key, "organization_id": self._organization_id}


def _stored(learned: tuple[T, OSError | None]) -> T:
    """Raises what the storage raised."""
    result, not_stored = learned
    if not_stored is not None:
        raise not_stored
    return result


def _split(operation: Callable[[], tuple[T, OSError | None]]) -> tuple[T | LatchkeyError, OSError | None]:
    """What an operation learned, or the error that it raises, and why it could not be stored."""
    try:
        return operation()
    except LatchkeyError as error:
        return error, None


def _outcome(operation: Callable[[], Any]) -> Any:
    """What an operation returns, or the error that it raises."""
    try:
        return operation()
    except LatchkeyError as error:
        return error
