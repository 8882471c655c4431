"""Who rates what: every promise of a design, for any numbers."""

import csv

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError, ParameterError
from claimwise.designs import Assignment, at_random, complete, lists, published

counts = st.integers(1, 6)


@given(st.integers(4, 90), counts, st.integers(2, 40), st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_law_lists(items, per_text, length, systems, seed):
    length = min(length, items)
    found = lists(items, per_text, length, systems=systems, rng=seed)
    assert (found.per_text() == per_text).all()
    assert found.met_twice() == 0
    assert found.n == items * per_text * systems
    loads = found.loads()
    assert loads.max() <= length
    assert loads.max() - loads.min() <= 1
    assert found.raters == per_text * systems * -(-items // length)
    for rater in range(found.raters):
        seen = np.bincount(found.system[found.rater == rater], minlength=systems)
        assert seen.max() - seen.min() <= 1
        assert len(np.unique(found.item[found.rater == rater])) == (found.rater == rater).sum()


def test_lists_mix_items_anew_for_every_rating():
    found = lists(100, 2, 25, rng=1)
    first, second = (set(found.item[found.rater == rater]) for rater in (0, 8))
    assert first != second
    again = lists(100, 2, 25, rng=1)
    assert np.array_equal(found.item, again.item)
    assert not np.array_equal(found.item, lists(100, 2, 25, rng=2).item)


@given(st.integers(2, 30), st.integers(2, 8), st.integers(2, 4))
def test_law_complete(items, raters, systems):
    found = complete(items, raters, systems=systems)
    assert found.complete()
    assert (found.per_text() == raters).all()
    assert (found.loads() == items * systems).all()
    assert not found.without(0.5, np.random.default_rng(1)).complete()


@given(
    st.integers(2, 40),
    counts,
    st.integers(0, 20),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_law_random(items, per_text, more, uneven, again, seed):
    raters = per_text * (1 if again else 2) + more
    found = at_random(items, per_text, raters, uneven=uneven, again=again, rng=seed)
    assert (found.per_text() == per_text).all()
    triples = {*zip(found.rater.tolist(), found.item.tolist(), found.system.tolist(), strict=True)}
    assert len(triples) == found.n
    if not again:
        assert found.met_twice() == 0


def test_direction_uneven_loads_are_uneven():
    even, uneven = (
        at_random(200, 3, 40, uneven=uneven, rng=1).loads().std() for uneven in (0.0, 1.0)
    )
    assert uneven > 3 * even


def test_value_the_published_lists_are_those_of_the_paper():
    shares = {}
    for per_text in (3, 10):
        for items in (50, 100, 500):
            found = published(items, per_text)
            assert (found.loads() == 20).all()
            assert (found.per_text() == per_text).all()
            assert found.met_twice() == 0
            assert found.raters == per_text * items // 10
            common = []
            for rater in range(found.raters):
                carried = np.bincount(found.carrier[found.rater == rater])
                common.append(carried.max() / carried.sum())
                assert (carried > 0).sum() <= 5
            shares[per_text, items] = round(float(np.mean(common)), 2)
    # As was found by running the released code.
    assert list(shares.values()) == [0.60, 0.67, 0.72, 0.74, 0.83, 0.90]
    assert published(50, 3, shifted=False).carrier is None
    assert published(50, 3, shifted=False).own() == 1
    assert published(100, 10).own() == pytest.approx(0.83, abs=0.005)
    assert "40% of the ratings show other habits" in published(50, 3).describe()[-1]


def test_missing_ratings_are_left_out_at_their_rate():
    found = lists(400, 5, 25).without(0.3, np.random.default_rng(1))
    assert found.n == pytest.approx(0.7 * 4000, rel=0.05)
    assert found.per_text().min() < 5
    shifted = published(50, 3).without(0.2, np.random.default_rng(1))
    assert len(shifted.carrier) == shifted.n


def test_what_is_written_can_be_read_again(tmp_path):
    found = lists(30, 2, 10, systems=3, rng=4)
    found.write(tmp_path / "lists.csv")
    with (tmp_path / "lists.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == found.n
    assert {row["system"] for row in rows} == {"A", "B", "C"}
    assert len({(row["rater"], row["position"]) for row in rows}) == found.n
    assert len({(row["rater"], row["item"]) for row in rows}) == found.n
    for row in rows:
        assert 1 <= int(row["position"]) <= 10


def test_impossible_designs_are_refused():
    with pytest.raises(ParameterError, match="at most the number of items"):
        lists(10, 3, 25)
    with pytest.raises(ParameterError, match="at least 6 raters"):
        at_random(10, 3, 5)
    with pytest.raises(ParameterError, match="items in tens"):
        published(55, 3)
    with pytest.raises(ParameterError, match="systems"):
        complete(10, 3, systems=1)
    with pytest.raises(ParameterError, match="missing"):
        lists(10, 3, 5).without(1.0, np.random.default_rng(1))
    nobody = np.zeros(4, np.int64)
    with pytest.raises(DataError, match="none of B"):
        Assignment("half", nobody, np.arange(4), nobody).check()
    with pytest.raises(DataError, match="at least two raters"):
        Assignment("one", nobody, np.arange(4), np.arange(4) % 2).check()
