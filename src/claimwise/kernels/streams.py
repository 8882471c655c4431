"""Which random numbers a study gets: those of its own pattern, wherever it stands.

A p-value by resampling should be the same for a study alone and within a batch, in any order of
its items, on any scale, and with the systems swapped. And it should not share its random numbers
with other studies: in a simulation of thousands of studies their errors would all be the
same, and would not average out. So the stream is told by the pattern of the data: which of
the sorted values belong to which side.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Floats

TIE = 1e-12  # of the sum of magnitudes: sums this close are equal but for rounding


def pattern_stream(bits: NDArray[np.bool_], kind: int) -> int:
    """Return the number of the stream for a pattern; `kind` keeps kernels apart."""
    digest = blake2b(np.packbits(bits).tobytes(), digest_size=8).digest()
    return int.from_bytes(digest, "little") << 8 | kind


class SignedSizes(NamedTuple):
    """The values of each study by size, ascending, and which of them have which sign."""

    sizes: Floats
    bits: NDArray[np.bool_]  # True for the sign of the sum
    sums: Floats  # 0 where it is rounding

    @classmethod
    def of(cls, values: Floats) -> SignedSizes:
        """Sort the values of each study, the last axis, by size."""
        rows = values.reshape(-1, values.shape[-1])
        sums, near = rows.sum(axis=1), TIE * np.abs(rows).sum(axis=1)
        sums = np.where(np.abs(sums) <= near, 0.0, sums)
        up = sums >= 0  # seen from the better system
        for row in np.flatnonzero(sums == 0):  # or by the outliers, if there is none
            up[row] = (rows[row] ** 3).sum() >= 0
        ours = np.where(up[:, None], rows > 0, rows < 0)
        # Doubles above 0 sort as whole numbers do: the sign fits in where their own would be.
        keys = np.abs(rows).view(np.uint64) << np.uint64(1) | ours
        keys.sort(axis=1)
        sizes = (keys >> np.uint64(1)).view(np.float64)
        return cls(sizes, (keys & np.uint64(1)).astype(bool), sums)
