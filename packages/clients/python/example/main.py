"""Flight Notes: a terminal application that works offline. It writes pages, if it is licensed."""

from __future__ import annotations

import json
import os
import socket
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from latchkey import FileStorage, LatchkeyError, LicenseClient, LicenseState, Transport, Unavailable

HELP = """Commands:
  activate [key]  activates this installation; without a key, with the one that the seller issued
  work            writes a page, if the application is licensed
  status          says what the lease allows, without a network
  deactivate      gives the activation back
The seller issues a license key, and builds the root key into the application, with `npm run demo:app -- setup`."""
FOLDER = Path(os.environ.get("LATCHKEY_DATA", "../../../.latchkey")) / "demo-app"


def read_build() -> dict[str, Any]:
    """What is compiled into a real application. Here it is a file, because every demo service has another organization and root key."""
    try:
        built: dict[str, Any] = json.loads((FOLDER / "build.json").read_text("utf-8"))
    except OSError as error:
        sys.exit(f"{error}. Run `npm run demo:app -- setup` first.")
    return built


def run(command: str, keys: list[str]) -> tuple[bool, str]:
    """Whether the command succeeded, and what is to be said."""
    built = read_build()
    client = LicenseClient(
        built["url"],
        built["organizationId"],
        built["rootKey"],
        issuer=built.get("issuer"),
        storage=FileStorage(FOLDER / "installation"),
        transport=Transport(attempts=2, timeout=5),
    )
    if command == "activate":
        client.activate((*keys, built["licenseKey"]["key"])[0], socket.gethostname())
        return told("Activated. ", client.lease())
    if command == "work":
        # The network is asked if there is one, and decides nothing if there is none.
        refreshed = client.refresh()
        done, text = told("A page is written. " if refreshed.license.usable else "Nothing is written. ", refreshed.license)
        is_unreachable = done and isinstance(refreshed.status, Unavailable)
        return done, text + (" The service cannot be reached." if is_unreachable else "")
    if command == "status":
        return told("", client.check())
    client.deactivate()
    return True, "Deactivated."


def told(done: str, state: LicenseState) -> tuple[bool, str]:
    if state.lease is None:
        reason = "Not activated." if state.reason == "no_lease" else f"The license cannot be used: {state.reason}."
        return False, done + reason
    if state.state == "valid":
        return True, f"{done}Licensed, also without a network until {at(state.lease.expires_at)}."
    return True, f"{done}The license is over. The application stops at {at(state.lease.grace_until)} without a network."


def at(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%d %H:%M")


def main(command: str = "help", *keys: str) -> None:
    if command not in ("activate", "work", "status", "deactivate"):
        sys.exit(HELP)
    try:
        succeeded, text = run(command, list(keys))
    except LatchkeyError as error:
        succeeded, text = False, f"That did not work: {error}"
    print(text)
    if not succeeded:
        sys.exit(1)


main(*sys.argv[1:])
