"""Proxies and certificates, besides the situations of the conformance kit."""

from __future__ import annotations

from pathlib import Path

import pytest
import urllib3

from latchkey import Transport
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
