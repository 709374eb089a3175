"""What a forked process must not share with the one that it comes from: connections, and locks that another thread has."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Forked(Protocol):
    def _after_fork(self) -> None:
        """Called in the forked process, before anything else happens there."""


_forked: weakref.WeakSet[Forked] = weakref.WeakSet()


def tell_of_forks(each: Forked) -> None:
    _forked.add(each)


def _tell_all() -> None:
    for each in tuple(_forked):
        each._after_fork()


if hasattr(os, "register_at_fork"):  # not on Windows, which has no forks
    os.register_at_fork(after_in_child=_tell_all)
