"""A task on its way to other machines, and who unpacks it there."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from claimwise.core import ParameterError
from claimwise.run.versions import code_version

KEPT = 4  # tasks that a thread of a worker keeps unpacked
_HERE = threading.local()


@dataclass(frozen=True, slots=True)
class Parcel:
    """A packed task, and the digest by which it is known."""

    digest: str
    content: bytes

    @classmethod
    def of(cls, work: Callable[..., Any]) -> Parcel:
        """Pack a task, functions made on the spot included."""
        import cloudpickle

        content = cloudpickle.dumps(work)
        return cls(hashlib.sha256(content).hexdigest(), content)

    @property
    def label(self) -> str:
        """The beginning of the digest, for names."""
        return self.digest[:16]

    def unpacked(self) -> Any:
        """Return the task; each thread has one of its own, and unpacks it once."""
        import pickle

        kept: dict[str, Any] = _HERE.__dict__.setdefault("kept", {})
        if self.digest not in kept:
            while len(kept) >= KEPT:
                del kept[next(iter(kept))]
            kept[self.digest] = pickle.loads(self.content)
        return kept[self.digest]


def deliver(parcel: Parcel) -> Parcel:
    """Return the parcel: what a scheduler can do again when the worker that had it is gone."""
    return parcel


def version_there() -> str:
    """Return the versions of the worker that is asked."""
    return code_version()


def compute(parcel: Parcel, number: int, size: int, expected: str) -> Any:
    """Compute a block, unless the code here is another than where the task comes from."""
    if code_version() != expected:
        raise mismatch(expected, code_version(), "one of them")
    return parcel.unpacked()((number, size))


def mismatch(here: str, there: str, place: str) -> ParameterError:
    """Return the error of a worker that is not like us; it names what differs."""
    ours, theirs = here.split("; "), there.split("; ")
    wanted = [part for part in ours if part not in theirs]
    found = [part for part in theirs if part not in ours]
    return ParameterError(
        "dask",
        f"workers with the versions of this machine ({_short(wanted)})",
        f"{_short(found)} on {place}",
        "Others could change numbers without a word.",
    )


def _short(parts: list[str]) -> str:
    """List versions; of a digest, the beginning.

    >>> _short(["claimwise 0.1.0 " + 64 * "a", "numpy 2.4.6"])
    'claimwise 0.1.0 aaaaaaaa, numpy 2.4.6'
    """
    return ", ".join(" ".join(w[:8] if len(w) == 64 else w for w in p.split()) for p in parts)
