"""The driver of the conformance kit (packages/conformance/README.md): a request on each line of the input, an answer on each of the output."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
import threading
from datetime import datetime
from typing import Any

from latchkey import (
    Application,
    Canceled,
    Entitlements,
    Expected,
    FileStorage,
    LatchkeyError,
    LicenseClient,
    NotActivated,
    Refused,
    SignedInKey,
    Signers,
    Transport,
    Unavailable,
    Untrusted,
    describe_device,
    verify_lease,
    verify_signed_key,
)
from latchkey.device import Card, Machine
from latchkey.lease import status_in
from latchkey.service import SentRequest, verify_answer
from latchkey.texts import lease_file_in, normal_form
from latchkey.tokens import open_key_set
from latchkey.transport import Answer

Fields = dict[str, Any]
clock = {"now": 0, "monotonic": 0}
waits: list[float] = []


@dataclasses.dataclass
class Canceling:
    """When the driver ends a wait: after so many seconds that the client wanted to wait."""

    after: float = math.inf
    event: threading.Event = dataclasses.field(default_factory=threading.Event)


canceling = Canceling()


class LimitedStorage(FileStorage):
    """Until the disk is full."""

    opened: LimitedStorage
    writes: int | None = None

    def write(self, name: str, text: str) -> None:
        self._count()
        super().write(name, text)

    def create(self, name: str, text: str) -> bool:
        self._count()
        return super().create(name, text)

    def _count(self) -> None:
        if LimitedStorage.writes is not None:
            if LimitedStorage.writes == 0:
                raise OSError("No space left on device")
            LimitedStorage.writes -= 1


def count(times: int) -> None:
    """Adds so many to the number in the record `probe`, one at a time, with the lock of the storage."""
    storage = LimitedStorage.opened
    for _ in range(times):
        with storage.lock():
            storage.write("probe", str(int(storage.read("probe") or 0) + 1))


def opened(options: Fields) -> LicenseClient:
    storage = LimitedStorage.opened = LimitedStorage(options["storage"])
    application = options.pop("application", None)
    released_at = (application or {}).get("released_at")
    transport: Fields = {name: options.pop(name) for name in ("attempts", "ca", "proxy") if name in options}
    transport["timeout"] = options.pop("timeout_ms", 10_000) / 1000
    return LicenseClient(
        **{**options, "storage": storage},
        application=application
        and Application(application.get("version"), released_at and datetime.fromisoformat(released_at.replace("Z", "+00:00"))),
        transport=Transport(**transport, sleep=slept),
        now=lambda: clock["now"],
        monotonic=lambda: clock["monotonic"],
    )


def vector(kind: str, given: Fields) -> Fields:
    if kind == "key_form":
        return {"key": normal_form(given["key"])}
    if kind == "entitlements":
        entitlements, names = Entitlements(given["entitlements"]), given["names"]
        limits = {name: entitlements.limit(name) for name in names}
        return {
            "has": [name for name in names if entitlements.has(name)],
            "limits": {name: limit for name, limit in limits.items() if limit is not None},
        }
    if kind == "lease_file":
        lease, signed_keys = lease_file_in(given["file"])
        return {"lease": lease, "signed_keys": signed_keys}
    if kind == "device":
        files, cards = given.pop("files"), [Card(**card) for card in given.pop("cards")]
        machine_id = given.pop("system_id", None)
        return {"description": describe_device(Machine(read=files.get, cards=cards, machine_id=machine_id, **given))}
    signers = Signers(given["root_key"], given["issuer"], given["organization_id"])
    signed_keys, now = given["signed_keys"], given["now"]
    if kind == "signed_license_key":
        says = dataclasses.asdict(verify_signed_key(given["key"], signers, now, given.get("benefit_ids")))
        place = {"index": says.pop("status_index"), "uri": says.pop("status_uri")}
        return {**says, "status": place}
    if kind == "lease":
        expected = Expected(given["device"], given["license_key_id"], given["nonce"])
        return {"state": verify_lease(given["lease"], signed_keys, now, signers, expected)[1]}
    if kind == "key_set":
        return {"kids": [key.kid for key in open_key_set(signed_keys, signers, now).keys]}
    keys = open_key_set(signed_keys, signers, 0).keys
    if kind == "status_list":
        status, issued_at = status_in(given["token"], given["index"], given["uri"], keys, now)
        return {"status": status, "issued_at": issued_at}
    answer = given["answer"]
    answered = Answer(answer["status"], answer["headers"], answer["body"])
    return {"signed_at": verify_answer(answered, SentRequest(**given["request"]), keys).at}


def slept(seconds: float) -> None:
    waits.append(seconds)
    if sum(waits) >= canceling.after:
        canceling.event.set()


def activating(
    client: LicenseClient, command: str, manage: bool = False, cancel_after_seconds: float = math.inf, **fields: Any
) -> Fields:
    """With `manage`, the pages to which the customer was led are in the answer."""
    pages: list[str] = []
    canceling.after, canceling.event = cancel_after_seconds, threading.Event()
    activated = getattr(client, command)(**fields, on_manage=pages.append if manage else None, canceled=canceling.event)
    return {"activation_id": activated, "pages": pages}


def signing_in(client: LicenseClient, choose: int = 0, cancel_after_seconds: float = math.inf, **fields: Any) -> Fields:
    """With the codes that were shown, and the license keys that were offered; `choose` is the place of one of them."""
    codes: list[Fields] = []
    offered: list[Fields] = []

    def chosen(keys: list[SignedInKey]) -> SignedInKey:
        offered.extend(map(dataclasses.asdict, keys))
        return keys[choose]

    canceling.after, canceling.event = cancel_after_seconds, threading.Event()
    signed_in = client.sign_in(
        **fields, on_code=lambda code: codes.append(dataclasses.asdict(code)), choose=chosen, canceled=canceling.event
    )
    return {"activation_id": signed_in, "codes": codes, "offered": offered}


def kept(client: LicenseClient, command: str, times: int, **fields: Any) -> Fields:
    """Until there were so many steps, or one ended them."""
    results: list[Any] = []
    is_started = threading.Event()

    def hear(result: Any) -> None:
        is_started.wait()
        results.append(result)
        if len(results) == times:
            background.stop()

    background = getattr(client, command)(hear, **fields)
    is_started.set()
    background.join()
    if command == "keep_fresh":
        return {"refreshed": len(results), "waits": list(waits)}
    outcomes = [problem(each)["outcome"] if isinstance(each, LatchkeyError) else "ok" for each in results]
    return {"heartbeats": outcomes, "waits": list(waits)}


def performed(client: LicenseClient, command: str, fields: Fields) -> Fields:
    if command in ("activate", "reactivate"):
        return activating(client, command, **fields)
    if command == "sign_in":
        return signing_in(client, **fields)
    if command == "trial":
        return {"activation_id": client.trial(**fields)}
    if command in ("keep_fresh", "keep_checked_out"):
        return kept(client, command, **fields)
    if command in ("reserve", "commit", "release"):
        if "id" in fields:
            fields["reservation_id"] = fields.pop("id")
        settled = getattr(client.reservations, command)(**fields)
        return dataclasses.asdict(settled) if settled else {}
    if command == "refresh":
        refreshed = client.refresh()
        status, renewal = refreshed.status, refreshed.renewal
        return {
            "license": license_of(refreshed.license),
            "status": problem(status) if isinstance(status, LatchkeyError) else {"outcome": "ok", "status": status},
            "renewal": problem(renewal) if isinstance(renewal, LatchkeyError) else renewal and {"outcome": "ok"},
            "stored": refreshed.not_stored is None,
        }
    offline = {"offline_request": "request", "offline_deactivate": "deactivate", "last_deactivation": "last_deactivation"}
    if command in offline:
        return {"file": getattr(client.offline, offline[command])(**fields)}
    if command == "import_lease":
        return {"license": license_of(client.offline.import_lease(fields["file"]))}
    if command == "validate":
        return told(dataclasses.asdict(client.validate(**fields)))
    if command == "increment":
        return told(dataclasses.asdict(client.increment(**fields)))
    if command == "use":
        return {"left": client.use(**fields)}
    if command == "units_left":
        return {"left": client.units_left()}
    returned = getattr(client, command)(**fields)
    names = {"device_id": "device_id", "check_status": "status", "heartbeat": "seconds_left"}
    if command in ("lease", "check"):
        return {"license": license_of(returned)}
    return {names[command]: returned} if command in names else {}


def license_of(state: Any) -> Fields:
    described = dataclasses.asdict(state)
    return described if state.usable else {"usable": False, "reason": state.reason}


def told(validation: Fields) -> Fields:
    """Without what does not hold, and without a standing that nobody told."""
    standing = validation.pop("standing")
    if standing is None:
        return validation
    holding = {name: each for name, each in standing.items() if each is not None}
    known = {name: {key: value for key, value in each.items() if value is not None} for name, each in holding.items()}
    return {**validation, "standing": known}


def problem(error: LatchkeyError) -> Fields:
    outcomes = {
        Canceled: "canceled",
        NotActivated: "not_activated",
        Refused: "refused",
        Unavailable: "unavailable",
        Untrusted: "untrusted",
    }
    return {"outcome": outcomes[type(error)], **vars(error)}


def main() -> None:
    client: LicenseClient | None = None
    for line in sys.stdin:
        fields = json.loads(line)
        command = fields.pop("command")
        waits.clear()
        answer: Fields = {}
        try:
            if command == "open":
                client = opened(fields["options"])
            elif command == "set_clock":
                clock.update(fields)
            elif command == "limit_writes":
                LimitedStorage.writes = fields["writes"]
            elif command == "count":
                count(**fields)
            elif command == "vector":
                answer = vector(**fields)
            else:
                assert client is not None
                answer = performed(client, command, fields)
            answer = {"outcome": "ok", **answer}
        except LatchkeyError as error:
            answer = problem(error)
        except Exception as error:  # noqa: BLE001 - the kit is told
            answer = {"outcome": "error", "error": repr(error)}
        print(json.dumps({**answer, "waited": sum(waits)}, default=lambda each: each.isoformat()), flush=True)


main()
