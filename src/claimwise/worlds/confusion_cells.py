"""The numbers of confusion tables as they were written: what is wrong with them, and where."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.kernels.arrays import Floats

SHOWN = 6  # rows whose lengths are told


def numbers_of(what: str, given: Any, shape: tuple[int, ...], needs: str) -> Floats:
    """Return numbers in this shape, or say what was found instead."""
    try:
        found = np.array(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        found = np.empty(0)
    if found.shape != shape or isinstance(given, str):
        raise DataError(what, needs, _instead(given, len(shape)))
    return found


def refuse_cells(what: str, needs: str, found: Floats) -> None:
    """Refuse a number that is negative, infinite or none, and say where it stands."""
    for place in zip(*np.nonzero(~(found >= 0) | np.isinf(found)), strict=True):
        where = f" in row {place[0] + 1}, column {place[1] + 1}" if len(place) > 1 else ""
        raise DataError(what, needs, f"{found[place]:g}{where}")


def _instead(given: Any, axes: int) -> str:
    """Return what was found: no list, no numbers, or another number of them."""
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        return repr(given)
    cells = list(given)
    if axes == 1:
        odd = [cell for cell in cells if not _number(cell)]
        return repr(odd[0]) if odd else f"{len(cells)} of them"
    for i, row in enumerate(cells, 1):
        if isinstance(row, str) or not hasattr(row, "__iter__"):
            return f"{row!r} in place of row {i}"
        for j, cell in enumerate(row, 1):
            if not _number(cell):
                return f"{cell!r} in row {i}, column {j}"
    lengths = list(dict.fromkeys(len(row) for row in cells))
    if len(lengths) < 2:
        return f"{len(cells)} rows of {lengths[0] if lengths else 0}"
    told = ", ".join(str(len(row)) for row in cells[:SHOWN])
    return f"rows of {told}{', ...' if len(cells) > SHOWN else ''} numbers"


def _number(cell: Any) -> bool:
    return isinstance(cell, Real) and not isinstance(cell, bool)
