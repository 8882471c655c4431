"""Compile a kernel and keep the machine code for later processes: import this file late.

Numba keeps compiled code beside the source, and looks only at the file of the function itself
to tell whether it is stale: a caller in another file would go on with the old code. So whatever
was compiled before the newest of our kernels was written is dropped here, before it is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile when first called; other threads may run meanwhile.

    A division by zero gives infinity or NaN, as in NumPy.
    """
    compiler: Any = njit  # its stubs do not know all options
    options = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    return cast(F, compiler(**options)(function))


def drop_stale(folder: Path) -> int:
    """Delete compiled code that is older than the newest source; count them."""
    newest = max(path.stat().st_mtime_ns for path in folder.rglob("*.py"))
    kept = folder.rglob("__pycache__/*.nb[ci]")
    stale = [path for path in kept if path.stat().st_mtime_ns < newest]
    for path in stale:
        path.unlink(missing_ok=True)
    return len(stale)


class Announcer(event.Listener):
    """Say on standard error what is being compiled, when a person is watching."""

    depth = 0  # a function compiles those that it calls

    def on_start(self, event: Any) -> None:
        """Write the name of the function over the one before."""
        self.depth += 1
        function = event.data["dispatcher"].py_func
        if function.__module__.startswith("claimwise"):
            self._write(
                f"claimwise compiles for this machine, once (some 20 s): {function.__name__}"
            )

    def on_end(self, event: Any) -> None:
        """Wipe the line when nothing more is under way."""
        self.depth -= 1
        if self.depth == 0:
            self._write("")

    def _write(self, line: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{line}\033[K")
            sys.stderr.flush()


register: Any = event.register  # not typed
register("numba:compile", Announcer())
with suppress(OSError):  # nothing to drop where nothing can be written
    drop_stale(Path(__file__).parent)
