"""Seeds."""

import numpy as np
import pytest

from claimwise.core import DEFAULT_SEED, ParameterError, block_rng, root_seed


def test_zero_is_a_seed():
    assert root_seed(0) == 0
    assert block_rng(0, 1, 3).integers(2**32) == block_rng(0, 1, 3).integers(2**32)


def test_without_a_seed_there_is_always_the_same():
    assert root_seed(None) == root_seed(DEFAULT_SEED) == DEFAULT_SEED


def test_a_generator_gives_one_draw():
    assert root_seed(np.random.default_rng(1)) == root_seed(np.random.default_rng(1))


@pytest.mark.parametrize("bad", [-1, 1.5, "1", True])
def test_other_seeds_are_refused(bad):
    with pytest.raises(ParameterError, match="rng needs a whole number"):
        root_seed(bad)


def test_blocks_have_their_own_streams():
    draws = [block_rng(7, stream, block).random() for block in range(50) for stream in (0, 1)]
    assert len(set(draws)) == 100
