"""Sends requests, and repeats what failed for a reason that passes. The caller sees to it that a repeated request does nothing twice."""

from __future__ import annotations

import logging
import os
import platform
import random
import ssl
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import urllib3

from .errors import Unavailable
from .forks import tell_of_forks
from .version import VERSION

TIMEOUT = 30.0
LONGEST_ATTEMPT = 10.0
FIRST_WAIT = 0.5
LONGEST_WAIT = 20.0
MAX_ANSWER = 1024 * 1024
CHUNK = 64 * 1024
MAX_DETAIL = 500
USER_AGENT = f"latchkey-python/{VERSION} ({platform.python_implementation()} {platform.python_version()}; {sys.platform})"
PROXY_STOPS = "The proxy does not let the request pass"

logger = logging.getLogger("latchkey")
"""Is told each attempt of a request: neither license keys nor bodies."""


@dataclass(frozen=True)
class Answer:
    """A response of the service, whatever its status."""

    status: int
    headers: Mapping[str, str]
    text: str


class Call:
    """A call of the application: one time limit for all of its requests, their repeats and the waits between them."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self.spent = 0.0

    @property
    def left(self) -> float:
        return max(0.0, self._limit - self.spent)


class Transport:
    """Sends requests with the certificates and the proxy of the system, unless it is given others: `ca` is a file with certificates in PEM that
    are trusted instead, `proxy` the URL of a proxy, such as `http://user:password@proxy.example:3128`, and `pool` a function that makes a pool
    for whatever else a network needs. A forked process makes a pool of its own.

    `timeout` is for a whole call, with its requests, all repeats and the waits between them. An attempt takes ten seconds of them at most.

    `sleep` waits instead of the thread: between attempts, for a free activation, and between the steps of what runs in the background.

    Waits double and are random, so that applications do not all come back at once, and are never shorter than `Retry-After`."""

    def __init__(
        self,
        *,
        timeout: float = TIMEOUT,
        attempts: int = 4,
        sleep: Callable[[float], None] | None = None,
        ca: str | os.PathLike[str] | None = None,
        proxy: str | None = None,
        pool: Callable[[], urllib3.PoolManager] | None = None,
    ) -> None:
        if pool is not None and (ca is not None or proxy is not None):
            raise ValueError("With `pool`, `ca` and `proxy` have no effect: leave them out.")
        if ca is not None:
            _assert_certificates(ca)
        self._ca = None if ca is None else os.fspath(ca)
        self._proxy = proxy
        self._given_pool = pool
        self._pool: urllib3.PoolManager | None = None
        self._pool_before_fork: urllib3.PoolManager | None = None
        self._timeout = timeout
        self._attempts = attempts
        self._given_sleep = sleep
        tell_of_forks(self)

    def _after_fork(self) -> None:
        # Nobody takes a lock of the former pool: that of another thread would never be free. So it is kept, and not collected.
        self._pool, self._pool_before_fork = None, self._pool or self._pool_before_fork

    def wait(self, seconds: float, ended: threading.Event | None = None) -> None:
        """Until so much time has passed, or `ended` is set."""
        if self._given_sleep is None:
            (ended or threading.Event()).wait(seconds)
        elif ended is None or not ended.is_set():
            self._given_sleep(seconds)

    def begin(self) -> Call:
        """What an operation of the application begins with."""
        return Call(self._timeout)

    def send(
        self, call: Call, method: str, url: str, headers: Mapping[str, str] | None = None, body: str | None = None
    ) -> Answer:
        """Raises `Unavailable`."""
        attempt = 1
        while True:
            try:
                answer = self._attempt(call, method, url, headers or {}, body)
                logger.debug("%s %s, attempt %d: %d", method, url, attempt, answer.status)
                return answer
            except Unavailable as unavailable:
                logger.info("%s %s, attempt %d: %s", method, url, attempt, unavailable)
                wait = _wait_after(attempt, unavailable)
                if attempt >= self._attempts or wait is None or wait >= call.left:
                    raise
            self.wait(wait)
            call.spent += wait
            attempt += 1

    def _attempt(self, call: Call, method: str, url: str, headers: Mapping[str, str], body: str | None) -> Answer:
        limit = min(LONGEST_ATTEMPT, call.left)
        if limit == 0:
            raise _timed_out(self._timeout)
        started = time.monotonic()
        try:
            return _within(limit, lambda: self._answer_to(method, url, headers, body, limit))
        finally:
            call.spent += min(limit, time.monotonic() - started)

    def _answer_to(self, method: str, url: str, headers: Mapping[str, str], body: str | None, limit: float) -> Answer:
        deadline = time.monotonic() + limit
        pool = self._pool = self._pool or self._new_pool(url)
        try:
            response = pool.request(
                method,
                url,
                headers={"user-agent": USER_AGENT, **headers},
                body=None if body is None else body.encode("utf-8", "surrogatepass"),
                timeout=urllib3.Timeout(total=limit),
                retries=False,
                redirect=False,
                preload_content=False,
            )
            try:
                text = _text_of(response, deadline)
            finally:
                response.close()
        except urllib3.exceptions.NewConnectionError as error:
            # A kind of timeout in urllib3, whatever happened.
            raise Unavailable("network", network_detail(error, url, pool.proxy)) from error
        except (urllib3.exceptions.TimeoutError, TimeoutError) as error:
            raise _timed_out(limit) from error
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise Unavailable("network", network_detail(error, url, pool.proxy)) from error
        return _available(Answer(response.status, response.headers, text))

    def _new_pool(self, url: str) -> urllib3.PoolManager:
        if self._given_pool is not None:
            return self._given_pool()
        proxy = self._proxy or _proxy_of_system(url)
        if proxy is None:
            return urllib3.PoolManager(ca_certs=self._ca)
        user = urlsplit(proxy).netloc.rpartition("@")[0]
        headers = urllib3.make_headers(proxy_basic_auth=unquote(user)) if user else None
        return urllib3.ProxyManager(proxy, proxy_headers=headers, ca_certs=self._ca)


def _within(limit: float, work: Callable[[], Answer]) -> Answer:
    """Nobody waits longer for what has a time limit for each of its steps only, or none: a name that is looked up, an answer that drips."""
    done: Future[Answer] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # noqa: BLE001 - it is raised where the request was made
            done.set_exception(error)

    try:
        threading.Thread(target=run, name="latchkey-request", daemon=True).start()
    except RuntimeError:
        # At its end, the interpreter starts no thread: an application gives its license back.
        return work()
    try:
        return done.result(limit)
    except FutureTimeoutError:
        raise _timed_out(limit) from None


def _timed_out(limit: float) -> Unavailable:
    return Unavailable("timeout", f"No response within {limit} s.")


def _assert_certificates(file: str | os.PathLike[str]) -> None:
    try:
        ssl.create_default_context(cafile=file)
    except OSError as error:
        raise ValueError("`ca` is no file with certificates in PEM.") from error


def _proxy_of_system(url: str) -> str | None:
    """The proxy of the environment (`HTTPS_PROXY`, `NO_PROXY`) or of the system, if there is one for this URL."""
    parts = urlsplit(url)
    proxy = getproxies().get(parts.scheme)
    return None if proxy_bypass(parts.netloc.rpartition("@")[2]) else proxy


def network_detail(error: Exception, url: str, proxy: urllib3.util.Url | None = None) -> str:
    """Why there is no connection, in words that tell people what to do, and with what Python says. With a proxy, that is what was connected
    to."""
    if isinstance(error, urllib3.exceptions.ProxyError) and isinstance(
        error.original_error, urllib3.exceptions.NewConnectionError
    ):
        error = error.original_error
    host, said = urlsplit(url).netloc.rpartition("@")[2], str(error)[:MAX_DETAIL]
    to = f"the proxy {proxy.host}:{proxy.port}" if proxy else host
    nameless = (urllib3.exceptions.NameResolutionError, urllib3.exceptions.LocationParseError)
    if isinstance(error, urllib3.exceptions.ProxyError):
        cause = PROXY_STOPS
    elif isinstance(error, urllib3.exceptions.SSLError):
        cause = f"Certificate of {host} not trusted"
    elif isinstance(error, nameless):
        cause = f"No such host: {to}"
    elif "refused" in said:
        cause = f"Connection refused by {to}"
    elif "unreachable" in said or "No route" in said:
        cause = f"No way to {to}" if proxy else f"No way to {host}: a proxy may be needed"
    else:
        cause = f"No connection to {to}"
    return f"{cause} ({said})."


def _text_of(response: urllib3.BaseHTTPResponse, deadline: float) -> str:
    content = b""
    for chunk in response.stream(CHUNK):
        content += chunk
        if len(content) > MAX_ANSWER:
            raise Unavailable("not_the_service", "The response is too long.")
        if time.monotonic() > deadline:
            raise TimeoutError
    return content.decode("utf-8", "replace")


def _available(answer: Answer) -> Answer:
    if answer.status == 407:
        raise Unavailable("not_the_service", f"{PROXY_STOPS} (407: it asks for a sign-in).")
    retry_after = _seconds_of(answer.headers.get("retry-after"))
    if answer.status == 429:
        raise Unavailable("rate_limited", "Too many requests.", retry_after)
    if answer.status >= 500 or answer.status == 408:
        raise Unavailable("server_error", f"The service answered {answer.status}.", retry_after)
    return answer


def _wait_after(attempt: int, unavailable: Unavailable) -> float | None:
    """None if waiting is pointless: the response will be the same, or the service wants to be left alone for long."""
    asked = unavailable.retry_after_seconds or 0
    if unavailable.reason == "not_the_service" or asked > LONGEST_WAIT:
        return None
    return asked + random.random() * min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (attempt - 1))


def _seconds_of(header: str | None) -> int | None:
    """`Retry-After` is a number of seconds or a date."""
    if header is None:
        return None
    if header.isascii() and header.isdigit() and len(header) < 10:
        return int(header)
    try:
        at = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    now = datetime.now(timezone.utc)
    return max(0, round((at.replace(tzinfo=at.tzinfo or timezone.utc) - now).total_seconds()))
