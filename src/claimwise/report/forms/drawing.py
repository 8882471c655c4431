"""Figures are drawn in a process of their own: where the renderer crashes, the answer stays.

The renderer is compiled code that may abort the process it runs in. One process is started with
the first figure and draws all that follow; after a crash the next figure gets a fresh one.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from claimwise.core import ClaimwiseError

LONGEST = 120.0  # seconds for one figure
# -P: a file of the user's that is called json.py is not imported.
COMMAND = [sys.executable, "-P", str(Path(__file__).with_name("draw_process.py"))]
SIZE = struct.Struct(">cQ")  # b"+" or b"-", and how many bytes follow


class FigureError(ClaimwiseError, RuntimeError):
    """A figure could not be drawn."""


class FigureWarning(UserWarning):
    """A figure is missing in a report that has everything else."""


def can_draw() -> bool:
    """Whether the package that draws is installed."""
    try:
        return find_spec("vl_convert") is not None
    except (ImportError, ValueError):
        return False


def draw(chart: dict[str, Any], kind: str) -> bytes:
    """Return a Vega-Lite chart as svg, png or pdf; a renderer that crashes is an error.

    Parameters
    ----------
    chart : dict
        The whole specification.
    kind : {"svg", "png", "pdf"}
        What to draw it as.
    """
    global _drawer
    with _one_at_a_time:
        mine = _drawer is not None and _drawer.owner == os.getpid()
        if _drawer is not None and mine and _drawer.process.poll() is not None:
            _drawer.end()  # it died since
            mine = False
        if _drawer is None or not mine:
            _drawer = _Drawer()
        return _drawer.draw(chart, kind)


class _Drawer:
    """The process that draws, and the pipes to it."""

    def __init__(self) -> None:
        self.owner, self.late = os.getpid(), False
        try:
            self.process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise _undrawn(f"no process can be started ({error.strerror or error})") from error

    def draw(self, chart: dict[str, Any], kind: str) -> bytes:
        """Send a chart and return what was drawn."""
        request = json.dumps({"kind": kind, "chart": chart}).encode()
        clock = threading.Timer(LONGEST, self._stop)
        clock.daemon = True
        clock.start()
        try:
            with suppress(BrokenPipeError):  # what it died of is asked for below
                self._to.write(SIZE.pack(b"+", len(request)) + request)
                self._to.flush()
            status, length = SIZE.unpack(self._read(SIZE.size))
            content = self._read(length)
        except EOFError:
            self.end()
            raise _undrawn(self._reason()) from None
        except BaseException:  # such as Ctrl-C: what comes next would be half an answer
            self.end()
            raise
        finally:
            clock.cancel()
        if status != b"+":
            raise _undrawn(content.decode(errors="replace"))
        return content

    @property
    def _to(self) -> Any:
        return self.process.stdin

    def _read(self, length: int) -> bytes:
        assert self.process.stdout is not None
        content = self.process.stdout.read(length)
        if len(content) < length:
            raise EOFError
        return content

    def _stop(self) -> None:
        self.late = True
        self.process.kill()

    def _reason(self) -> str:
        if self.late:
            return f"it took longer than {LONGEST:g} s"
        code = self.process.returncode
        if code is not None and code < 0:
            with suppress(ValueError):
                return f"the renderer crashed ({signal.Signals(-code).name})"
        return f"the renderer ended with code {code}"

    def end(self) -> None:
        """End the process, and wait for it: one that crashed has its own code."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError, ValueError):
                    pipe.close()
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _undrawn(reason: str) -> FigureError:
    return FigureError(f"The figure could not be drawn: {reason}.")


_drawer: _Drawer | None = None
_one_at_a_time = threading.Lock()


@atexit.register
def _end() -> None:
    if _drawer is not None and _drawer.owner == os.getpid():
        _drawer.end()
