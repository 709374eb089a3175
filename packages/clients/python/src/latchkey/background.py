"""Repeats a step in a daemon thread, which keeps no program running."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable


class Background:
    """Runs a step now, and again after as many seconds as it returned, a tenth more or less, so that applications do not all come at
    once. None ends it. An exception is given to `on_error`, and the step is tried again after `again` seconds."""

    def __init__(
        self,
        step: Callable[[], float | None],
        again: float,
        on_error: Callable[[Exception], None] | None = None,
        wait: Callable[[float, threading.Event], object] = lambda seconds, stopped: stopped.wait(seconds),
    ) -> None:
        """`wait` returns when so many seconds have passed, or the event is set."""
        self._step = step
        self._again = again
        self._on_error = on_error
        self._wait = wait
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="latchkey", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """A step that is running is finished."""
        self._stopped.set()

    def join(self, timeout: float | None = None) -> None:
        self._thread.join(timeout)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                seconds = self._step()
            except Exception as error:  # noqa: BLE001 - what a callback or a storage raises must not end the thread
                seconds = self._again
                if self._on_error:
                    self._on_error(error)
            if seconds is None:
                return
            self._wait(seconds * (0.9 + random.random() * 0.2), self._stopped)
