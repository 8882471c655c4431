"""Worlds of judgements head to head, and their designs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from claimwise.core import ParameterError
from claimwise.designs import at_random, complete, lists
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.ratings import parse_effect
from claimwise.worlds.varying import Varying


def test_value_shares_by_quadrature():
    """Against scipy's integration of the logistic over what raters and items add."""
    world = Judgements(
        effect=0.7, thresholds=(-0.3, 0.3), rater=Varying(0.6), item=Varying(0.8)
    )  # together: standard deviation 1

    def below(cut):
        return integrate.quad(
            lambda z: stats.norm.pdf(z) * stats.logistic.cdf(cut - 0.7 - z), -9, 9
        )[0]

    lose, win = below(-0.3), 1 - below(0.3)
    assert world.shares()[0] == pytest.approx([lose, 1 - lose - win, win], abs=1e-9)
    assert world.points() == pytest.approx(win - lose)
    assert world.superiority() == pytest.approx(win + (1 - win - lose) / 2)
    assert world.tie() == pytest.approx(1 - win - lose)


@pytest.mark.slow
@given(
    win=st.floats(0.02, 0.9),
    rest=st.floats(0.0, 0.9),
    rater=st.floats(0, 2),
    item=st.floats(0, 2),
    noise=st.sampled_from(["logistic", "normal"]),
)
def test_law_shares_come_back(win, rest, rater, item, noise):
    lose = (1 - win) * (1 - rest)
    world = Judgements.of_shares(win, lose, rater=rater, item=item, noise=noise)
    shares = world.shares()[0]
    assert shares[-1] == pytest.approx(win, abs=1e-7)
    assert shares[0] == pytest.approx(lose, abs=1e-7)
    assert (world.effect > 0) == (win > lose) or abs(win - lose) < 1e-9
    null = world.null().shares()[0]
    assert null[0] == pytest.approx(null[-1], abs=1e-12)


def test_chance_drawn_judgements_have_the_shares():
    world = Judgements.of(rater=0.7, item=0.5, difference=0.25, tie=0.2)
    assert world.points() == pytest.approx(0.25)
    assert world.null().tie() == pytest.approx(0.2)
    design = lists(400, 2, 2, pairs=True)  # many raters, so that shares hardly depend on them
    codes = world.draw(design, np.random.default_rng(1), 60)
    shares = np.bincount(codes.ravel(), minlength=3) / codes.size
    assert shares == pytest.approx(world.shares()[0], abs=0.01)


def test_effects_as_users_write_them():
    world = Judgements.of(rater=0.5, item=0.5)
    assert parse_effect(world, "0.6p").superiority() == pytest.approx(0.6)
    assert parse_effect(world, "0.2r").points() == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("how", "match"),
    [
        ({"win": 0.7, "lose": 0.4}, "a sum of at most 1"),
        ({"win": 1.2, "lose": 0.4}, "win needs a share"),
    ],
)
def test_refusals(how, match):
    with pytest.raises(ParameterError, match=match):
        Judgements.of_shares(how["win"], how["lose"], rater=0.5, item=0.5)
    with pytest.raises(ParameterError, match="-width and width"):
        Judgements(effect=0, thresholds=(-1.0, 0.5), rater=Varying(1), item=Varying(1))
    with pytest.raises(ParameterError, match="no slope"):
        Judgements(effect=0, thresholds=(0.0,), rater=Varying(1, 0.5), item=Varying(1))
    with pytest.raises(ParameterError, match="two systems"):
        lists(20, 3, 10, systems=3, pairs=True)


@given(
    items=st.integers(2, 60),
    per_item=st.integers(1, 6),
    length=st.integers(1, 30),
    seed=st.integers(0, 99),
)
def test_law_lists_of_pairs(items, per_item, length, seed):
    """Nobody judges an item twice, all items equally often, both orders equally often."""
    found = lists(items, per_item, min(length, items), pairs=True, rng=seed)
    assert found.met_twice() == 0
    assert (found.per_text() == per_item).all()
    assert found.loads().max() <= min(length, items)
    for rater in np.unique(found.rater):
        first = found.system[found.rater == rater]
        assert abs((first == 0).sum() - (first == 1).sum()) <= 1
    assert abs((found.system == 0).sum() - (found.system == 1).sum()) <= found.raters


def test_law_other_designs_of_pairs():
    whole = complete(30, 4, pairs=True)
    assert whole.complete()
    assert whole.n == 120
    some = at_random(30, 3, 10, pairs=True, uneven=1.0, rng=2)
    assert (some.per_text() == 3).all()
    assert some.met_twice() == 0
    assert not some.complete()
    assert list(whole.rows())[:2] == [
        ("rater1", 1, "item01", "A"),
        ("rater1", 2, "item02", "B"),
    ]
    assert whole.result().provenance["settings"]["verb"] == "design judgements"
