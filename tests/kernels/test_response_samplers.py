"""Samplers of items and answers: what is drawn, and with which probabilities."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import DataError, ParameterError
from claimwise.kernels.response_samplers import (
    PUBLISHED,
    Reference,
    Sampler,
    block_size,
    draw_alternative,
    draw_null,
    sampled_blocks,
)

NAMES = pytest.mark.parametrize("name", PUBLISHED, ids=list(PUBLISHED))


def labelled(items=4, gold=5, a=5, b=5):
    """Return answers that tell where they come from: item, source and place in one number."""

    def source(number, k):
        return 100.0 * np.arange(items)[:, None] + 10.0 * number + np.arange(k)[None, :]

    return source(0, gold), source(1, a), source(2, b)


def together(blocks):
    return tuple(np.concatenate(parts) for parts in zip(*blocks, strict=True))


@NAMES
def test_law_a_name_is_parsed_and_written_alike(name):
    assert Sampler.of(name).name == name
    assert Sampler.of(name.replace(",", " , ")) == Sampler.of(name)


@pytest.mark.parametrize(
    "text",
    ["all", "all,sample", "some,all", "bootstrap,sample(0)", "bootstrap,sample(-1)", "", "all,two"],
    ids=lambda text: text or "empty",
)
def test_other_texts_are_refused(text):
    with pytest.raises(ParameterError, match="Items are all or bootstrap; answers are all, first"):
        Sampler.of(text)


@pytest.mark.parametrize("text", ["all,all", "all,first"], ids=str)
def test_drawing_nothing_is_refused(text):
    with pytest.raises(ParameterError, match="every p would be 0 or 1"):
        Sampler.of(text)


@NAMES
def test_value_what_is_drawn_stays_with_its_item_and_source(name):
    sampler, reference = Sampler.of(name), Reference.of(*labelled())
    drawn = draw_alternative(reference, sampler, np.random.default_rng(1), 50)
    items = [values[..., 0] // 100 for values in drawn]
    for number, values in enumerate(drawn):
        assert values.shape == (50, 4, sampler.width(5))
        assert (values // 100 == items[0][..., None]).all()  # jointly for all sources
        assert (values % 100 // 10 == number).all()
        if sampler.responses == "all":
            assert (values % 10 == np.arange(5)).all()
        if sampler.responses == "first":
            assert (values % 10 == 0).all()
    if sampler.items == "all":
        assert (items[0] == np.arange(4)).all()
    else:
        assert (items[0] != np.arange(4)).any()


@NAMES
def test_value_of_the_null_comes_from_both_systems(name):
    sampler, reference = Sampler.of(name), Reference.of(*labelled())
    gold, a, b = draw_null(reference, sampler, np.random.default_rng(1), 200)
    assert (gold % 100 // 10 == 0).all()
    for values in (a, b):
        assert set(np.unique(values % 100 // 10)) == {1.0, 2.0}
        assert (values // 100 == gold[..., :1] // 100).all()


def test_answers_are_drawn_independently_for_each_source():
    reference = Reference.of(*labelled(items=1, gold=2, a=2, b=2))
    drawn = draw_alternative(reference, Sampler.of("all,sample(1)"), np.random.default_rng(3), 4000)
    cells = sum(int(w) * (values[:, 0, 0] % 10) for w, values in zip((4, 2, 1), drawn, strict=True))
    assert stats.chisquare(np.bincount(cells.astype(int), minlength=8)).pvalue > 1e-3


def test_chance_of_every_answer_is_the_same():
    reference = Reference.of(*labelled(items=3, gold=5, a=3, b=4))
    sampler = Sampler.of("bootstrap,sample(2)")
    _, a, b = draw_alternative(reference, sampler, np.random.default_rng(4), 4000)
    for values, k in ((a, 3), (b, 4)):
        _, seen = np.unique(values, return_counts=True)
        assert len(seen) == 3 * k
        assert stats.chisquare(np.bincount((values % 10).astype(int).ravel())).pvalue > 1e-3
    _, a, _ = draw_null(reference, sampler, np.random.default_rng(5), 4000)
    _, seen = np.unique(a % 100, return_counts=True)
    assert len(seen) == 7
    assert (np.abs(seen / seen.sum() - 1 / 7) < 0.01).all()


def test_chance_sampling_from_the_drawn_pool_repeats_answers_more_often():
    # Two of k drawn from the pool of 2k are the same draw with chance 1 / k, else equal with 1/2k.
    reference = Reference.of(*labelled(items=1))
    rng = np.random.default_rng(6)
    _, a, _ = draw_null(reference, Sampler.of("all,sample(2)"), rng, 40_000)
    twice = (a[:, 0, 0] == a[:, 0, 1]).mean()
    assert twice == pytest.approx(0.2 + 0.8 * 0.1, abs=0.01)
    _, a, _ = draw_null(reference, Sampler.of("bootstrap,all"), rng, 40_000)
    assert (a[:, 0, 0] == a[:, 0, 1]).mean() == pytest.approx(0.1, abs=0.01)


@NAMES
@given(seed=st.integers(0, 10_000))
def test_law_missing_answers_are_never_drawn(name, seed):
    rng = np.random.default_rng(seed)
    sources = [values.copy() for values in labelled(items=5, gold=4, a=3, b=2)]
    for values in sources:
        values[rng.random(values.shape) < 0.3] = np.nan
        values[0] = [7.0, *[np.nan] * (values.shape[1] - 1)]
    sources[1][1] = np.nan  # no answer of A
    sampler, reference = Sampler.of(name), Reference.of(*sources)
    for draw in (draw_alternative, draw_null):
        for number, values in enumerate(draw(reference, sampler, np.random.default_rng(seed), 6)):
            there = ~np.isnan(values)
            for item in range(5):
                had = int(reference[number].counts[item])
                wanted = {"all": had, "first": min(had, 1)}.get(
                    sampler.responses, sampler.k if had else 0
                )
                rows = (values // 100 == item) if item else (values == 7.0)
                for count in rows.sum(axis=-1).ravel():
                    assert count in (0, wanted)
            assert there.any()


@NAMES
def test_law_same_seed_same_studies_in_bounded_blocks(name):
    sampler = Sampler.of(name)
    reference = Reference.of(*labelled(items=3000))
    size = block_size(reference, sampler)
    first = list(sampled_blocks(reference, sampler, 2 * size + 1, 9, null=True))
    assert [len(values[0]) for values in first] == [size, size, 1]
    again = together(sampled_blocks(reference, sampler, 2 * size + 1, 9, null=True))
    other = together(sampled_blocks(reference, sampler, 2 * size + 1, 10, null=True))
    assert all(map(np.array_equal, together(first), again))
    assert any(not np.array_equal(x, z) for x, z in zip(again, other, strict=True))


def test_memory_does_not_grow_with_the_studies():
    reference, sampler = Reference.of(*labelled(items=1000)), Sampler.of("bootstrap,sample(5)")
    next(sampled_blocks(reference, sampler, 1, 1, null=True))  # compiled
    tracemalloc.start()
    for _ in sampled_blocks(reference, sampler, 200, 1, null=True):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 * 2**20


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("all,sample(5)", (1, 1, 1)),
        ("bootstrap,sample(5)", (5, 1, 5)),
        ("all,sample(1)", (1, 1, 1)),
    ],
    ids=["all", "one system", "nothing to draw"],
)
def test_a_sampler_that_needs_more_answers_is_refused(name, counts):
    with pytest.raises(DataError, match="needs several answers of every source"):
        Reference.of(*labelled(3, *counts)).check(Sampler.of(name))


def test_a_sampler_that_comes_to_less_is_said():
    reference = Reference.of(*labelled(3, 5, 1, 1))
    assert "draws items alone" in reference.check(Sampler.of("bootstrap,all"))[0]
    assert reference.check(Sampler.of("bootstrap,first")) == ()
    assert reference.check(Sampler.of("all,sample(1)")) == ()
    assert Reference.of(*labelled()).check(Sampler.of("bootstrap,all")) == ()


@NAMES
@pytest.mark.parametrize("draw", [draw_alternative, draw_null], ids=["alternative", "null"])
def test_law_means_are_those_of_the_same_draws(name, draw):
    sources = [values.copy() for values in labelled(items=6, gold=5, a=4, b=3)]
    sources[1][0, 1:] = np.nan
    sources[2][2] = np.nan
    sampler, reference = Sampler.of(name), Reference.of(*sources)
    full = draw(reference, sampler, np.random.default_rng(8), 30)
    means = draw(reference, sampler, np.random.default_rng(8), 30, means=True)
    for values, mean in zip(full, means, strict=True):
        there = (~np.isnan(values)).sum(axis=-1)
        expected = np.where(there, np.nansum(values, axis=-1) / np.maximum(there, 1), np.nan)
        assert mean.shape == (30, 6, 1)
        assert mean[..., 0] == pytest.approx(expected, nan_ok=True)
