"""The array types that kernels speak."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
ArrayLike: TypeAlias = Any


def ints(values: ArrayLike) -> Ints:
    """Return an array of 64-bit integers."""
    return np.asarray(values, dtype=np.int64)
