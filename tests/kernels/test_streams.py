"""The stream of a study is told by its pattern alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.kernels.streams import SignedSizes, pattern_stream

values = st.lists(st.integers(-30, 30).map(lambda x: x / 7), min_size=1, max_size=30)


@given(values)
def test_value_sizes_and_signs_come_back(d):
    found = SignedSizes.of(np.array(d))
    assert found.sizes[0].tolist() == sorted(np.abs(d))
    assert found.sums[0] == pytest.approx(sum(d), abs=1e-12)
    side = np.where(found.bits[0], found.sizes[0], -found.sizes[0])
    turn = 1 if side.sum() >= -1e-12 else -1
    assert turn == 1  # seen from the better system
    if abs(sum(d)) > 1e-9:
        assert sorted(side) == pytest.approx(sorted(np.sign(sum(d)) * np.array(d)))


@given(values, st.randoms(use_true_random=False), st.sampled_from([0.5, 3.7, 1e-8]))
def test_law_order_scale_and_names_of_the_systems_are_irrelevant(d, order, factor):
    shuffled = list(d)
    order.shuffle(shuffled)
    if abs(sum(d)) < 1e-9:
        return
    bits = [SignedSizes.of(np.array(x)).bits[0] for x in (d, shuffled)]
    bits += [SignedSizes.of(factor * np.array(d)).bits[0], SignedSizes.of(-np.array(d)).bits[0]]
    assert len({pattern_stream(b, 1) for b in bits}) == 1


def test_law_patterns_and_kinds_have_streams_of_their_own():
    rng = np.random.default_rng(1)
    streams = {pattern_stream(rng.random(40) < 0.5, 1) for _ in range(1000)}
    assert len(streams) == 1000
    bits = np.ones(9, bool)
    assert pattern_stream(bits, 1) != pattern_stream(bits, 2)


def test_shape_many_studies():
    d = np.random.default_rng(1).normal(size=(2, 3, 8))
    found = SignedSizes.of(d)
    assert found.sizes.shape == (6, 8)
    assert found.sums == pytest.approx(d.sum(axis=-1).ravel())
