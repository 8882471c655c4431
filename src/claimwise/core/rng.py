"""Randomness enters here, once: a seed becomes one independent stream for each block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np


DEFAULT_SEED = 0  # where none is given: the same call gives the same numbers


def root_seed(rng: int | np.random.Generator | None) -> int:
    """Turn what a user gave as `rng` into one whole number, to be kept with the result.

    A number is taken as it is, a Generator gives one draw, and None is `DEFAULT_SEED`.

    >>> root_seed(None), root_seed(7)
    (0, 7)
    """
    import numpy as np

    if rng is None:
        return DEFAULT_SEED
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**32))
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer) or rng < 0:
        raise ParameterError("rng", "a whole number from 0 on", repr(rng))
    return int(rng)


def block_rng(seed: int, stream: int, block: int) -> np.random.Generator:
    """Return the generator of one block: a function of these three numbers alone.

    One run may need several streams, such as studies with and without an effect.
    """
    import numpy as np

    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream, block)))
