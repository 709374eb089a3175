"""A forked process shares neither locks nor connections with the one that it comes from."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from latchkey import FileStorage, LicenseClient, MemoryStorage, Storage, Transport

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
ROOT_KEY = "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w"
GUARD_SECONDS = 30
"""A forked process that hangs is ended then, so that the test fails instead of waiting for ever."""


def forked(work: Callable[[], object]) -> int:
    """The ID of a process that does this and nothing else, and ends with 0 if it could."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        signal.alarm(GUARD_SECONDS)
        work()
        status = 0
    finally:
        os._exit(status)


def ended(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.fixture(params=["memory", "files"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return MemoryStorage() if request.param == "memory" else FileStorage(tmp_path)


@pytest.fixture
def held(storage: Storage) -> Iterator[Callable[[], None]]:
    """Another thread has the lock, until this is called."""
    has_it, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with storage.lock():
            has_it.set()
            may_end.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    has_it.wait()

    def end() -> None:
        may_end.set()
        thread.join()

    yield end
    end()


def test_a_process_that_is_forked_while_a_thread_has_the_lock_gets_it_later(storage: Storage, held: Callable[[], None]) -> None:
    def lock() -> None:
        with storage.lock():
            storage.write("clock", "{}")

    child = forked(lock)
    held()
    assert ended(child) == 0


def test_the_lock_of_a_process_that_died_is_taken_over_also_if_it_was_forked_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("latchkey.file_lock.ABANDONED", 0.05)
    storage = FileStorage(tmp_path)
    reading, writing = os.pipe()

    def die_with_the_lock() -> None:
        with storage.lock():
            if os.fork() == 0:
                os.close(writing)
                os.read(reading, 1)  # until this test has ended
            os._exit(0)

    assert ended(forked(die_with_the_lock)) == 0

    def lock() -> None:
        with storage.lock():
            pass

    assert ended(forked(lock)) == 0
    os.close(writing)
    os.close(reading)


class Service(BaseHTTPRequestHandler):
    """Keeps connections, and tells each from which port it comes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        content = str(self.client_address[1]).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


def test_each_process_has_connections_of_its_own() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    transport = Transport(attempts=1)
    own = transport.send(transport.begin(), "GET", url).text
    reading, writing = os.pipe()
    child = forked(lambda: os.write(writing, transport.send(transport.begin(), "GET", url).text.encode()))
    assert ended(child) == 0
    assert os.read(reading, 100).decode() != own
    assert transport.send(transport.begin(), "GET", url).text == own
    os.close(writing)
    os.close(reading)
    server.shutdown()
    server.server_close()


def test_a_forked_process_is_the_same_device(tmp_path: Path) -> None:
    client = LicenseClient("http://127.0.0.1:1", "org", ROOT_KEY, storage=FileStorage(tmp_path))
    reading, writing = os.pipe()
    assert ended(forked(lambda: os.write(writing, client.device_id().encode()))) == 0
    assert os.read(reading, 100).decode() == client.device_id()
    os.close(writing)
    os.close(reading)
