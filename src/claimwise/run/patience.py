"""How long will it take, and does whoever asked want that? Said soon, not after a night.

A command has a Patience; from Python nothing is asked. The time is estimated from the first
blocks. Where not even one is done, what has gone by already bounds it from below.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimwise.core.errors import ParameterError, Words, option

if TYPE_CHECKING:
    from claimwise.run.progress import Pace

LONGEST = 3600.0  # seconds that nobody is asked about
SOON = 120.0  # seconds in which it is decided: what has run for long is not refused any more
FIRST = 10.0  # seconds that the first block has, to compile as well
EVERY = 60.0  # seconds between two lines
LOOK = 1.0  # seconds between two looks


@dataclass(slots=True)
class Patience:
    """What a command does about a simulation that takes long.

    Parameters
    ----------
    yes : bool
        Whether anything may take as long as it takes.
    ask : callable, optional
        Asks a person whether to go on; None where nobody is there to answer.
    say : callable, optional
        Says a line a minute; None where a bar shows how far it is.
    end : callable
        Ends the command with a refusal, from whatever thread it is called.
    """

    yes: bool
    ask: Callable[[str], bool] | None
    say: Callable[[str], None] | None
    end: Callable[[ParameterError], None]
    decided: bool = False
    _now: tuple[str, Pace, int | None] | None = None  # what is simulated
    _over: threading.Event = field(default_factory=threading.Event)

    def begin(self, label: str, pace: Pace, workers: int | None) -> None:
        """Watch this simulation; `workers` compute it, None where it is not known how many."""
        self._now = (label, pace, workers)

    def check(self) -> None:
        """Refuse what will take too long, after a block."""
        if self.decided or self.yes or self._now is None:
            return
        label, pace, _ = self._now
        left = pace.foreseen()
        if left is not None and left > LONGEST and pace.gone() < SOON:
            self.decide(label, f"about {duration(left)}")

    def decide(self, label: str, how_long: str) -> None:
        """Ask, or refuse where nobody can be asked."""
        self.decided = True
        words = as_asked(label, how_long)
        if self.ask is None or not self.ask(str(words)):
            raise ParameterError(
                words,
                "Ask for less, such as fewer "
                + option("replicates")
                + ", or let it run with "
                + option("yes", True)
                + ".",
            )

    def stop(self) -> None:
        """Watch no longer."""
        self._over.set()

    def watch(self) -> None:
        """Say a line a minute, and whether the first block alone takes too long."""
        said = time.monotonic()
        while not self._over.wait(LOOK):
            if self._now is None:
                continue
            label, pace, workers = self._now
            if self.say is not None and time.monotonic() - said >= EVERY:
                said = time.monotonic()
                self.say(f"{label}: {pace.words()}, {duration(pace.gone())} so far")
            if not self.decided and not self.yes and workers and pace.gone() > FIRST:
                least = pace.at_least(workers)
                if least > LONGEST:
                    try:
                        self.decide(label, f"more than {duration(least)}")
                    except ParameterError as refusal:
                        self.end(refusal)


def as_asked(label: str, how_long: str) -> Words:
    """Return the sentence that says how long it takes."""
    return Words((f"This takes {how_long} ({label}); more than an hour is run on request.",))


def duration(seconds: float) -> str:
    """Say a length of time.

    >>> duration(7), duration(75), duration(3 * 3600 + 120), duration(200_000)
    ('7 s', '1 min 15 s', '3 h 2 min', '2 d 7 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 86400:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    if whole < 3650 * 86400:
        return f"{whole // 86400:,} d {whole % 86400 // 3600} h"
    return f"{whole // (365 * 86400):,} years"
