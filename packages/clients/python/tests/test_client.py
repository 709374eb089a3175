"""What the conformance kit cannot reach: time that passes, and threads."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from latchkey import FileStorage, LicenseClient, MemoryStorage, NotActivated, Refreshed, Storage, describe_device
from latchkey.background import Background
from latchkey.device import cards_of_macos, cards_of_windows

ROOT_KEY = "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w"


def client(**options: object) -> LicenseClient:
    return LicenseClient("http://127.0.0.1:1", "6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f", ROOT_KEY, **options)  # type: ignore[arg-type]


def test_a_step_is_repeated_until_it_returns_none_and_an_error_does_not_end_it() -> None:
    steps = iter([0.0, OSError("full"), 0.0, None])
    errors: list[Exception] = []

    def step() -> float | None:
        following = next(steps)
        if isinstance(following, OSError):
            raise following
        return following

    background = Background(step, 0.0, errors.append)
    background.join()
    assert [str(error) for error in errors] == ["full"]
    assert list(steps) == []


def test_a_stopped_background_does_no_further_step() -> None:
    started, steps = threading.Event(), []

    def step() -> float:
        steps.append(1)
        started.set()
        return 3600.0

    background = Background(step, 0.0)
    started.wait()
    background.stop()
    background.join()
    assert steps == [1]


def test_keep_fresh_tells_what_check_says_and_keep_checked_out_ends_when_there_is_nothing_to_renew() -> None:
    found: list[Refreshed] = []
    is_told = threading.Event()

    def told(refreshed: Refreshed) -> None:
        found.append(refreshed)
        is_told.set()

    fresh = client().keep_fresh(told)
    is_told.wait()
    fresh.stop()
    assert [each.license.reason for each in found] == ["no_lease"]
    heartbeats: list[object] = []
    client().keep_checked_out(heartbeats.append).join()
    assert [type(each) for each in heartbeats] == [NotActivated]


def at_once(work: Callable[[], None], threads: int = 8) -> None:
    gate = threading.Barrier(threads)

    def run() -> None:
        gate.wait()
        work()

    started = [threading.Thread(target=run) for _ in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()


@pytest.fixture(params=["memory", "files"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return MemoryStorage() if request.param == "memory" else FileStorage(tmp_path)


def test_threads_that_ask_first_at_the_same_time_get_one_device_id(storage: Storage) -> None:
    shared = client(storage=storage)
    ids: list[str] = []
    at_once(lambda: ids.append(shared.device_id()))
    assert (len(ids), len(set(ids))) == (8, 1)


def test_of_threads_that_want_a_lock_one_has_it(storage: Storage) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        with storage.lock():
            inside.append(1)
            most.append(len(inside))
            inside.pop()

    at_once(work)
    assert most == [1] * 8


def test_a_lock_is_not_taken_from_a_process_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("latchkey.file_lock.ABANDONED", 0.05)
    storage, lock = FileStorage(tmp_path), tmp_path / "lock"
    holders = iter(range(30))
    lock.write_text("first")

    def pause(_: float) -> None:
        """Each time somebody else has the lock."""
        with contextlib.suppress(StopIteration):
            lock.write_text(str(next(holders)))

    monkeypatch.setattr("latchkey.file_lock.time.sleep", pause)
    with storage.lock():
        assert (next(holders, None), lock.exists()) == (None, True)
    assert not lock.exists()


def test_a_file_system_without_links_has_one_creator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", no_links)
    storage = FileStorage(tmp_path)
    assert [storage.create("device", "first"), storage.create("device", "second"), storage.read("device")] == [
        True,
        False,
        "first",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["device.json"]


def test_the_data_of_an_application_are_where_the_platform_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    FileStorage.for_application("flight-notes").write("clock", "{}")
    assert [path.parent.name for path in tmp_path.rglob("clock.json")] == ["license"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="they have other variables")
@pytest.mark.parametrize(
    ("home", "data", "expected"),
    [
        ("/home/kim", None, "/home/kim/.local/share"),
        ("/home/kim", "/data", "/data"),
        ("", "/data", "/data"),
        ("/home/kim", "data", "/home/kim/.local/share"),
        ("", None, None),
        ("kim", "", None),
    ],
)
def test_data_are_in_one_folder_wherever_the_process_runs(
    home: str, data: str | None, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", home)
    if data is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", data)
    if expected is None:
        with pytest.raises(FileNotFoundError, match="no home folder"):
            FileStorage.for_application("flight-notes")
    else:
        assert FileStorage.for_application("flight-notes")._folder == Path(expected, "flight-notes", "license")


def test_this_machine_can_be_described() -> None:
    described = describe_device()
    assert "-" in described["platform"]
    assert all(isinstance(value, str) and value for value in described["components"].values())


@pytest.mark.parametrize(
    "wrong", [{"url": "licenses.example.com"}, {"root_key": "short"}, {"benefit_ids": []}, {"device_id": "a b"}]
)
def test_options_with_which_nothing_could_be_verified_are_refused(wrong: dict[str, object]) -> None:
    options: dict[str, object] = {"url": "https://licenses.example.com", "organization_id": "o", "root_key": ROOT_KEY, **wrong}
    with pytest.raises(ValueError, match="`"):
        LicenseClient(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("label", ["NB\n01", "NB\0", "NB\ud83d", " \n", "", "x" * 256])
def test_no_request_file_is_made_of_a_label_that_is_not_one_line(label: str) -> None:
    with pytest.raises(ValueError, match="`label` has to be one line of 1 to 255 characters"):
        client().offline.request(label)


def test_network_cards_are_read_from_what_systems_print() -> None:
    macos = "lo0: flags=8049<UP> mtu 16384\n\tinet 127.0.0.1\nen0: flags=8863<UP> mtu 1500\n\toptions=6460<TSO4>\n\tether f0:2f:4b:10:20:30\n"
    assert cards_of_macos(macos) == [("en0", "f0:2f:4b:10:20:30")]
    windows = (
        '"Ethernet","Intel(R) Ethernet I219-LM","F0-2F-4B-10-20-30","\\Device\\Tcpip_{1}"\n'
        '"Ethernet 2","VMware Virtual Ethernet Adapter for VMnet1","00-50-56-C0-00-01","Media disconnected"\n'
        '"vEthernet (WSL)","Hyper-V Adapter","00-15-5D-00-00-01","\\Device\\Tcpip_{2}"\n\nERROR\n'
    )
    assert cards_of_windows(windows) == [
        ("Intel(R) Ethernet I219-LM", "F0-2F-4B-10-20-30"),
        ("VMware Virtual Ethernet Adapter for VMnet1", "00-50-56-C0-00-01"),
        ("vEthernet (WSL)", "00-15-5D-00-00-01"),
    ]
