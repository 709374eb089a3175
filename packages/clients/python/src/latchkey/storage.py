"""Where an application keeps what the library has to remember: a few texts of some kilobytes, by name."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from .file_lock import FileLock
from .forks import tell_of_forks

ABANDONED = 3600
"""How old a file is, in seconds, that no process is still writing."""


class Storage(Protocol):
    def read(self, name: str) -> str | None:
        """None if there is nothing of this name."""

    def write(self, name: str, text: str) -> None:
        """Replaces what has the name as a whole: after a failure or a crash it is the old or the new text."""

    def create(self, name: str, text: str) -> bool:
        """Writes only if there is nothing of this name, and says whether it did. Of several that write at once, one does."""

    def remove(self, name: str) -> None: ...

    def lock(self) -> contextlib.AbstractContextManager[None]:
        """Of several that read and then write, one does at a time."""


class MemoryStorage:
    """Remembers until the program ends."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._after_fork()
        tell_of_forks(self)

    def _after_fork(self) -> None:
        self._lock = threading.RLock()

    def read(self, name: str) -> str | None:
        return self._texts.get(name)

    def write(self, name: str, text: str) -> None:
        self._texts[name] = text

    def create(self, name: str, text: str) -> bool:
        with self._lock:
            return name not in self._texts and self._texts.setdefault(name, text) is text

    def remove(self, name: str) -> None:
        self._texts.pop(name, None)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        with self._lock:
            yield


class FileStorage:
    """Remembers in files of a folder that only the user can read, in the form that clients of all languages share."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = Path(folder)
        self._threads = threading.Lock()
        self._is_swept = False
        self._held: FileLock | None = None
        tell_of_forks(self)

    def _after_fork(self) -> None:
        self._threads = threading.Lock()
        # The lock is that of the other process.
        self._held = None

    @classmethod
    def for_application(cls, name: str) -> FileStorage:
        """In the folder that the system has for the data of an application, which is the same for clients of all languages
        (packages/conformance/README.md). Raises `FileNotFoundError` where there is none, because a device would be another one in each
        working directory."""
        if sys.platform == "win32":
            base = _folder_in("LOCALAPPDATA") or _home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            base = _home() / "Library" / "Application Support"
        else:
            base = _folder_in("XDG_DATA_HOME") or _home() / ".local" / "share"
        return cls(base / name / "license")

    def read(self, name: str) -> str | None:
        try:
            return self._file(name).read_text("utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            return ""

    def write(self, name: str, text: str) -> None:
        with self._partial(name, text) as partial:
            os.replace(partial, self._file(name))
        self._sync()

    def create(self, name: str, text: str) -> bool:
        """A link has its content from the start, and there is one of a name. Not every file system has links."""
        with self._partial(name, text) as partial:
            try:
                os.link(partial, self._file(name))
            except FileExistsError:
                return False
            except OSError:
                try:
                    _write_new(self._file(name), text)
                except FileExistsError:
                    return False
        self._sync()
        return True

    def remove(self, name: str) -> None:
        self._file(name).unlink(missing_ok=True)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        self._make_folder()
        with self._threads:
            lock = FileLock(self._folder / "lock")
            lock.take()
            self._held = lock
            try:
                yield
            finally:
                if self._held is lock:
                    self._held = None
                    lock.free()

    @contextlib.contextmanager
    def _partial(self, name: str, text: str) -> Iterator[Path]:
        self._make_folder()
        self._sweep()
        partial = self._folder / f"{name}.json.{uuid.uuid4()}.tmp"
        try:
            _write_new(partial, text)
            yield partial
        finally:
            partial.unlink(missing_ok=True)

    def _sweep(self) -> None:
        """Removes, once, what processes left that died while they wrote."""
        if self._is_swept:
            return
        self._is_swept = True
        for partial in self._folder.glob("*.json.*.tmp"):
            with contextlib.suppress(OSError):
                if time.time() - partial.stat().st_mtime > ABANDONED:
                    partial.unlink()

    def _make_folder(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _sync(self) -> None:
        """Makes a new name in the folder outlast a loss of power. Windows opens no folders, and some file systems cannot sync them."""
        with contextlib.suppress(OSError):
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"


def _folder_in(variable: str) -> Path | None:
    folder = Path(os.environ.get(variable, ""))
    return folder if folder.is_absolute() else None


def _home() -> Path:
    """What `HOME` says, or else what the system knows of the user."""
    given = None if sys.platform == "win32" else os.environ.get("HOME")
    with contextlib.suppress(RuntimeError):
        home = Path.home() if given is None else Path(given)
        if home.is_absolute():
            return home
    raise FileNotFoundError("There is no folder for the data of applications: the user has no home folder.")


def _write_new(path: Path, text: str) -> None:
    """Raises if there is such a file."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
