"""Run one case: read a damaged file, and see that nothing but a refusal or a valid answer comes."""

from __future__ import annotations

import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType

from claimwise.core import ClaimwiseError

from .mutate import mutated
from .targets import Target, targets

MOST_SECONDS = 20
MOST_BYTES = 1 << 30  # above the file


class Hang(BaseException):
    """A case took too long; nothing that is tested catches it."""


@dataclass(frozen=True, slots=True)
class Case:
    """What became of one damaged file."""

    target: str
    number: int
    outcome: str  # accepted, refused or failed
    seconds: float
    grown: int  # bytes that the peak of memory rose by
    why: str = ""


@cache
def _seed(name: str) -> tuple[bytes, dict[str, bytes]]:
    target = targets()[name]
    return target.seed(), target.beside()


def damaged(name: str, number: int) -> bytes:
    """Return the damaged file of a case: the same for the same name and number."""
    target, (seed, _) = targets()[name], _seed(name)
    return mutated(seed, target.ways, random.Random(f"{name}/{number}"), target.of_bytes)


def run_case(name: str, number: int, folder: Path) -> Case:
    """Read one damaged file; an unmutated one must be accepted first (number -1)."""
    target, (seed, beside) = targets()[name], _seed(name)
    data = seed if number < 0 else damaged(name, number)
    for other, content in beside.items():
        (folder / other).write_bytes(content)
    path = folder / target.file
    path.write_bytes(data)
    return judge(name, number, target, path)


def judge(name: str, number: int, target: Target, path: Path) -> Case:
    """Read a file under a clock and a look at the memory."""
    before, began = peak(), time.perf_counter()
    outcome, why = "accepted", ""
    try:
        with clock(MOST_SECONDS):
            target.reads(path)
    except ClaimwiseError as error:
        outcome = "refused"
        if not str(error).strip() or "Traceback" in str(error):
            outcome, why = "failed", f"a refusal without words: {error!r}"
        str(error).encode("utf-8", "strict")
    except Hang:
        outcome, why = "failed", f"took more than {MOST_SECONDS} s"
    except MemoryError:
        outcome, why = "failed", "out of memory"
    except Exception:  # whatever it is, it is a fault
        outcome, why = "failed", traceback.format_exc(limit=-6)
    seconds, grown = time.perf_counter() - began, peak() - before
    if grown > MOST_BYTES + path.stat().st_size:
        outcome, why = "failed", f"{grown >> 20} MiB"
    return Case(name, number, outcome, seconds, grown, why)


def peak() -> int:
    """Return the most memory that this process has held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


@contextmanager
def clock(seconds: float) -> Iterator[None]:
    """Raise Hang in what takes longer."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
