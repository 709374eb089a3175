"""What time it is by the service, as far as that is known, in seconds."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from .encoding import parse_object, to_json
from .storage import Storage
from .tokens import TOLERANCE

NAME = "clock"
WORTH_WRITING = 60
"""A time that is this little later is not written again."""
WORTH_CORRECTING = 10
"""A difference between clocks that changed by less is not written again."""


@dataclass(frozen=True)
class Remembered:
    latest: int = 0
    """The latest time that was seen."""
    proven: int = 0
    """The latest time that the service has signed in an answer, or in a lease file."""
    offset: int = 0
    """How far the clock of the service was ahead of that of the machine at that time."""


@dataclass(frozen=True)
class Anchor:
    """The moment of a signed answer, by the service and by the machine."""

    time: int
    machine: int
    monotonic: int


class Clock:
    """The clock of the machine may be wrong, and may be set: its difference to the service is learned from signed answers."""

    def __init__(self, storage: Storage, now: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self._storage = storage
        self._clocks = (now, monotonic)
        self._anchor: Anchor | None = None
        self._remembered: Remembered | None = None

    def now(self) -> int:
        """The time now. If the clock of the machine is wrong, and nothing says by how much, the time that it shows."""
        known = self._known()
        return self._machine() if known is None else known

    def time(self) -> int | None:
        """The time now; None if the clock of the machine shows a time before one that was seen earlier. Remembers the time."""
        now, remembered = self._known(), self._read()
        if now is not None and now > remembered.latest + WORTH_WRITING:
            self._remember(replace(remembered, latest=now))
        return now

    def is_plausible(self, time: int) -> bool:
        """Whether an answer may have been signed at this time: not before another one that was signed."""
        return time >= self._read().proven - TOLERANCE

    def correct(self, time: int) -> None:
        """The service has just said what time it is, for a request of now. This corrects whatever was known."""
        self._anchor = Anchor(time, self._machine(), self._monotonic())
        before, offset = self._read(), time - self._anchor.machine
        if abs(time - before.latest) > WORTH_WRITING or abs(offset - before.offset) > WORTH_CORRECTING:
            self._remember(Remembered(time, time, offset))

    def correct_by_file(self, time: int) -> None:
        """The service has said what time it was, in answer to a request of this machine that somebody carried: it is that, or later. What
        the machine believed beyond that was wrong, or is not known."""
        before, machine = self._read(), self._machine()
        latest = max(time, before.proven)
        if self._anchor and self._since(self._anchor) < latest - TOLERANCE:
            self._anchor = None
        is_possible = max(machine, machine + before.offset) >= latest - TOLERANCE
        self._remember(Remembered(latest, latest, before.offset if is_possible else latest - machine))

    def at_least(self, time: int) -> None:
        """A signed time of some day in the past: it is later than that now."""
        before = self._read()
        if time > before.latest + WORTH_WRITING:
            self._remember(replace(before, latest=time))

    def _known(self) -> int | None:
        """In the process that got a signed answer, time has passed since as the monotonic clock says, or as the machine's clock says if
        that is more: the monotonic one may stand still while the machine sleeps. In another process, the machine's clock is right, or
        wrong by as much as before: the earlier of these times that is not before the latest one seen."""
        if self._anchor:
            return self._since(self._anchor)
        remembered, machine = self._read(), self._machine()
        times = [time for time in (machine, machine + remembered.offset) if time >= remembered.latest - TOLERANCE]
        return min(times, default=None)

    def _since(self, anchor: Anchor) -> int:
        return anchor.time + max(self._monotonic() - anchor.monotonic, self._machine() - anchor.machine)

    def _machine(self) -> int:
        return int(self._clocks[0]())

    def _monotonic(self) -> int:
        return int(self._clocks[1]())

    def _read(self) -> Remembered:
        if self._remembered is None:
            stored = parse_object(self._storage.read(NAME)) or {}
            times = {name: stored.get(name) for name in ("latest", "proven", "offset")}
            self._remembered = Remembered(**{name: time for name, time in times.items() if type(time) is int})
        return self._remembered

    def _remember(self, remembered: Remembered) -> None:
        self._remembered = remembered
        # A full disk is no reason to stop an application that has a license. This process knows the time.
        with contextlib.suppress(OSError):
            self._storage.write(NAME, to_json(asdict(remembered)))
