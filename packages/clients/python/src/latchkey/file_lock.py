"""The file `lock` of a folder, which one process at a time creates, of clients in all languages (packages/conformance/README.md): not every
runtime has locks of the system."""

from __future__ import annotations

import contextlib
import os
import random
import time
import uuid
from pathlib import Path

ABANDONED = 5.0
"""How many seconds others wait for one process, before they take it for dead. Nobody needs the lock for longer than a few writes."""


class FileLock:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._held = str(uuid.uuid4())
        """What the file has while this has the lock."""

    def take(self) -> None:
        other: str | None = None
        waited = 0.0
        while not self._created():
            holder = self._holder()
            if holder != other:
                other, waited = holder, 0.0
            elif other is not None and waited >= ABANDONED:
                self._remove_that_of(other)
            pause = random.uniform(0.005, 0.025)
            time.sleep(pause)
            waited += pause

    def free(self) -> None:
        if self._holder() == self._held:
            self._path.unlink(missing_ok=True)

    def _created(self) -> bool:
        """False if there is such a file. It need not outlast a loss of power."""
        try:
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return False
        try:
            os.write(file, self._held.encode())
        except OSError:
            self._path.unlink(missing_ok=True)
            raise
        finally:
            os.close(file)
        return True

    def _holder(self) -> str | None:
        try:
            return self._path.read_text("utf-8")
        except FileNotFoundError:
            return None

    def _remove_that_of(self, holder: str) -> None:
        """Renamed first: of several that remove it, one does. One that was taken meanwhile is put back."""
        removed = self._path.with_name(f"lock.json.{uuid.uuid4()}.tmp")
        with contextlib.suppress(FileNotFoundError):
            self._path.rename(removed)
            if removed.read_text("utf-8") != holder:
                with contextlib.suppress(OSError):
                    os.link(removed, self._path)
            removed.unlink()
