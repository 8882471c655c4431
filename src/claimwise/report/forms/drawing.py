"""Figures are drawn in a process of their own: where the renderer crashes, the answer stays.

The renderer is compiled code that may abort the process it runs in.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from claimwise.core import ClaimwiseError
from claimwise.report.forms.svg_widths import with_widths

LONGEST = 120.0  # seconds for one figure
# -P: a file of the user's that is called json.py is not imported.
COMMAND = [sys.executable, "-P", str(Path(__file__).with_name("draw_process.py"))]

INSTALL = (
    "The figure is not drawn here: the package vl-convert-python is not installed. Install it with "
    "pip install 'claimwise[plots]' and make the report again."
)


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
    if not can_draw():
        raise FigureError(INSTALL)
    request = json.dumps({"kind": kind, "chart": chart}).encode()
    try:
        done = subprocess.run(
            COMMAND, input=request, capture_output=True, timeout=LONGEST, check=False
        )
    except OSError as error:
        raise _undrawn(f"no process can be started ({error.strerror or error})") from error
    except subprocess.TimeoutExpired as error:
        raise _undrawn(f"it took longer than {LONGEST:g} s") from error
    if done.returncode:
        raise _undrawn(_reason(done.returncode, done.stdout.decode(errors="replace")))
    return with_widths(done.stdout.decode()).encode() if kind == "svg" else done.stdout


def _reason(code: int, said: str) -> str:
    """Return why there is no picture: what the renderer said, or how it ended."""
    if code == 1 and said:
        return said
    if code < 0:
        return f"the renderer crashed ({signal.Signals(-code).name})"
    return f"the renderer ended with code {code}"


def _undrawn(reason: str) -> FigureError:
    return FigureError(f"The figure could not be drawn: {reason}.")
