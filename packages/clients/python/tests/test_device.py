"""Which device and which installation requests name."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from latchkey import FileStorage, LicenseClient, Transport, Unavailable
from latchkey.device import machine_id_of
from latchkey.transport import Answer, Call

ROOT_KEY = "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w"
COMPONENTS = {"machine_id": "f00d", "disk_serial": "S1", "mac_1": "a4:83:e7:00:00:01"}
KNOWN = "m-Pm9VqrSeHnlzo4ROBiso75xeBnFxgZ_hdA86ilpfgRA"
"""What the client in TypeScript makes of these components."""


def id_of(components: dict[str, str], organization_id: str = "org") -> str | None:
    return machine_id_of({"components": components}, organization_id)


def test_all_accounts_of_a_machine_make_the_same_id_also_those_of_administrators_who_can_read_more() -> None:
    assert id_of(COMPONENTS) == KNOWN
    more = {"board_serial": "B1", "system_serial": "C1", "hostname": "renamed", "model": "XPS 13"}
    assert id_of({**more, **COMPONENTS}) == KNOWN
    assert id_of({**COMPONENTS, "disk_serial": "S2"}) != KNOWN
    assert id_of(COMPONENTS, "another") != KNOWN


@pytest.mark.parametrize(
    "description",
    [
        {},
        {"components": {"disk_serial": "S1", "mac_1": "a4:83:e7:00:00:01"}},
        {"components": {"machine_id": "f00d", "board_serial": "B1", "model": "XPS 13"}},
        {"components": COMPONENTS, "virtual": True},
        {"components": {**COMPONENTS, "container": "docker"}},
    ],
)
def test_virtual_machines_and_those_of_which_little_is_known_have_none(description: dict[str, object]) -> None:
    assert machine_id_of(description, "org") is None


class Recorded(Transport):
    """There is no network, and what would be sent is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str | None, str | None]] = []

    def send(
        self, call: Call, method: str, url: str, headers: Mapping[str, str] | None = None, body: str | None = None
    ) -> Answer:
        given = headers or {}
        self.sent.append((given.get("license-device"), given.get("license-installation")))
        raise Unavailable("network", "Nobody is there.")


def sent(**options: object) -> tuple[str | None, str | None]:
    transport = Recorded()
    client = LicenseClient("http://127.0.0.1:1", "org", ROOT_KEY, transport=transport, **options)  # type: ignore[arg-type]
    with pytest.raises(Unavailable):
        client.activate("KEY", "pc")
    return transport.sent[0]


def test_accounts_of_a_described_machine_are_installations_of_one_device(tmp_path: Path) -> None:
    device = {"components": COMPONENTS}
    folders = [tmp_path / "first", tmp_path / "second"]
    accounts = [sent(storage=FileStorage(folder), device=device) for folder in (*folders, *folders)]
    assert {named for named, _ in accounts} == {KNOWN}
    assert accounts[:2] == accounts[2:]
    assert len({installation for _, installation in accounts}) == 2
    shutil.rmtree(folders[0])
    assert sent(storage=FileStorage(folders[0]), device=device) not in accounts


def test_a_storage_that_has_an_id_keeps_it_without_an_installation(tmp_path: Path) -> None:
    storage = FileStorage(tmp_path)
    storage.write("device", '{"id":"an-old-one"}')
    assert sent(storage=storage, device={"components": COMPONENTS}) == ("an-old-one", None)


def test_an_id_of_the_application_is_that_of_the_device_and_the_stored_one_that_of_the_installation(tmp_path: Path) -> None:
    storage = FileStorage(tmp_path)
    named, installation = sent(storage=storage, device_id="workstation-7")
    assert (named, installation) == (
        "workstation-7",
        LicenseClient("http://127.0.0.1:1", "org", ROOT_KEY, storage=storage).device_id(),
    )
    assert sent(device_id="workstation-7") == ("workstation-7", None)


def test_each_process_of_a_device_is_an_installation() -> None:
    processes = [sent(process=True, device_id="ci-runner") for _ in range(2)]
    assert [named for named, _ in processes] == ["ci-runner", "ci-runner"]
    assert len({installation for _, installation in processes} - {None}) == 2
    described = [sent(process=True, device={"components": COMPONENTS}) for _ in range(2)]
    assert {named for named, _ in described} == {KNOWN}
    assert len({installation for _, installation in described} - {None}) == 2
