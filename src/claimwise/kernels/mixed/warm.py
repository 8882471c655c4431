"""Compile the kernels of one model in a process of its own, while this one compiles the other.

Only where they were never compiled on this machine: then both are ready in the time of one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

LINEAR, ORDINAL = "linear", "ordinal"
KEPT = {LINEAR: "deviance.parts-*.nbi", ORDINAL: "laplace.laplace-*.nbi"}


def compile_aside(kind: str) -> subprocess.Popen[bytes] | None:
    """Start compiling a model's kernels elsewhere; None where they are there, or it cannot be."""
    cache = Path(__file__).parent / "__pycache__"
    if any(cache.glob(KEPT[kind])) or not sys.executable:
        return None
    command = [sys.executable, "-m", "claimwise.kernels.mixed.warm", kind]
    try:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return None


def compile_here(kind: str) -> None:
    """Evaluate a model once, on six ratings."""
    from claimwise.kernels.mixed import deviance, laplace
    from claimwise.kernels.mixed.layout import build

    rater, item = np.arange(6) // 3, np.arange(6) % 3
    layout, _ = build([rater, item], [np.ones((6, 1)), np.ones((6, 1))])
    entries, lam = np.array([(0, 0, 0), (1, 0, 0)]), deviance.empty_triangles(layout)
    deviance.place(np.ones(2), entries, lam)
    x, y = np.array([[0.0], [1.0]] * 3), np.array([0, 1, 2, 2, 1, 0])
    if kind == LINEAR:
        data = deviance.Linear.of(layout, x, y.astype(np.float64), reml=True)
        deviance.parts(layout, data, lam, entries)
        return
    cuts = np.tril(np.ones((2, 2)))
    at = np.array([-1.0, 0.5, 0.0, 1.0, 1.0])
    laplace.laplace(layout, laplace.Ordinal(x, y, 1, cuts), at, entries, lam, np.zeros(5))


if __name__ == "__main__":
    compile_here(sys.argv[1])
