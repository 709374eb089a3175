"""Proxies and certificates, besides the situations of the conformance kit."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from socket import create_server

import pytest
import urllib3

from latchkey import Transport, Unavailable
from latchkey.transport import _proxy_of_system

URL = "https://licenses.example.com:8443"


@pytest.mark.parametrize(
    ("excepted", "is_used"),
    [
        ("", True),
        ("licenses.example.com", False),
        (".example.com", False),
        ("licenses.example.com:8443", False),
        ("licenses.example.com:443", True),
        ("*", False),
    ],
)
def test_the_proxy_of_the_environment_is_used_unless_the_host_or_its_port_is_excepted(
    excepted: str, is_used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", excepted)
    assert _proxy_of_system(URL) == ("http://proxy.example:3128" if is_used else None)
    assert _proxy_of_system("http://licenses.example.com") is None


@pytest.mark.parametrize("content", [None, "", "No certificate"])
def test_a_file_without_certificates_is_refused(content: str | None, tmp_path: Path) -> None:
    file = tmp_path / "company.pem"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ValueError, match="`ca`"):
        Transport(ca=file)


def test_a_pool_of_the_application_has_its_own_certificates_and_proxy() -> None:
    with pytest.raises(ValueError, match="`pool`"):
        Transport(pool=urllib3.PoolManager, proxy="http://proxy.example:3128")


@pytest.fixture
def dripping() -> Iterator[str]:
    """The URL of a server whose answer goes on and never ends."""
    has_ended = threading.Event()
    with create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
                while not has_ended.wait(0.01):
                    connection.sendall(b" ")

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        has_ended.set()
        thread.join()


def test_an_answer_that_drips_has_the_time_limit_of_the_call(dripping: str) -> None:
    transport = Transport(timeout=0.3)
    with pytest.raises(Unavailable, match=r"timeout: No response within 0\.3 s\."):
        transport.send(transport.begin(), "GET", dripping)
