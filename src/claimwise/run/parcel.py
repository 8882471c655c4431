"""A task on its way to other machines, and who unpacks it there."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from claimwise.core import ParameterError, sentence

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


def compute(parcel: Parcel, number: int, size: int, expected: str) -> Any:
    """Compute a block, unless the code here is another than where the task comes from."""
    if identity() != expected:
        raise mismatch(expected, identity(), "one of them")
    return parcel.unpacked()((number, size))


@cache
def identity() -> str:
    """Name the versions on which the last bits of a number depend."""
    import platform
    from importlib.metadata import version

    from claimwise.core.version import __version__

    listed = [f"{name} {version(name)}" for name in ("numpy", "scipy", "numba")]
    return ", ".join(
        [f"claimwise {__version__} ({_code()})", f"Python {platform.python_version()}", *listed]
    )


def _code() -> str:
    """Return a digest of the source files: two checkouts may share a version number."""
    from pathlib import Path

    root = Path(__file__).parents[1]
    found = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        found.update(str(path.relative_to(root).as_posix()).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def mismatch(here: str, there: str, place: str) -> ParameterError:
    """Return the error of a worker that is not like us."""
    return ParameterError(
        sentence(
            "dask",
            f"workers with the same versions as here ({here})",
            f"{there} on {place}",
            "Others could change numbers without a word.",
        )
    )
