"""Worlds: the four cells, what cannot be, and draws that keep the truth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import ParameterError, entries
from claimwise.metrics import find_metric
from claimwise.worlds import (
    DeltaLaplace,
    Held,
    Lachenbruch,
    PairedAccuracy,
    PairedScores,
    Preference,
    Proportions,
    Regressed,
    SeparateScores,
)
from claimwise.worlds.base import EnumerableWorld
from claimwise.worlds.confusion import Confusion, ConfusionTables
from claimwise.worlds.published import AGREEMENT


def test_value_cells_by_hand():
    cells = PairedAccuracy(difference=0.02, agreement=0.9, baseline=0.7).cells()
    want = {"both right": 0.66, "only B": 0.06, "only A": 0.04, "both wrong": 0.24}
    assert cells == pytest.approx(want)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_law_cells_make_a_distribution_with_the_stated_margins(agreement, share, place):
    difference = (2 * share - 1) * (1 - agreement)
    low = max(0.0, (1 - agreement - difference) / 2)
    high = 1 - max(0.0, (1 - agreement + difference) / 2)
    world = PairedAccuracy(difference, agreement, low + place * (high - low))
    cells = world.cells()
    assert sum(cells.values()) == pytest.approx(1)
    assert min(cells.values()) >= 0
    assert cells["both right"] + cells["only A"] == pytest.approx(world.baseline, abs=1e-9)
    assert cells["both right"] + cells["both wrong"] == pytest.approx(agreement, abs=1e-9)
    assert cells["only B"] - cells["only A"] == pytest.approx(difference, abs=1e-9)


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        ((0.2, 0.9), r"difference=0\.2 .* agreement=0\.9: .*Use at most agreement=0\.8"),
        ((-0.2, 0.9), "disagree at least as often"),
        ((0.02, 0.97, 0.99), "no room next to .* most difference=0.01"),
        ((-0.05, 0.9, 0.03), "no room next to .* most difference=0.03"),
        ((0.02, 0.5, 0.95), r"only B right .* A gets wrong \(0\.05\).* at least agreement=0\.92"),
        ((-0.02, 0.5, 0.05), r"only A right .* A gets right \(0\.05\).* at least agreement=0\.92"),
        ((0.02, 1.2), "agreement needs a probability"),
        ((2, 0.9), "difference needs a number between -1 and 1"),
    ],
)
def test_what_cannot_be_is_refused_with_the_bound_it_breaks(parameters, match):
    with pytest.raises(ParameterError, match=match):
        PairedAccuracy(*parameters)


def test_the_advised_agreement_is_accepted():
    PairedAccuracy(0.02, 0.92, 0.95)
    PairedAccuracy(0.2, 0.8)


def test_cells_need_the_baseline():
    with pytest.raises(ParameterError, match="needs the baseline accuracy"):
        PairedAccuracy(0.1, 0.8).cells()


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: Preference(0.7, 0.7), r"0\.7 \+ 0\.7 = 1\.4"),
        (lambda: Preference(0.5, 0.2, "keep"), "one of drop, split"),
        (lambda: Proportions(0.95, 0.1), r"0\.95 \+ 0\.1 = 1\.05"),
        (lambda: Lachenbruch("middle", 0.9), "one of low, mid, high"),
    ],
)
def test_other_worlds_refuse_too(make, match):
    with pytest.raises(ParameterError, match=match):
        make()


TABLES = ConfusionTables.of(
    ("yes", "no"), (0.3, 0.7), [[[0.5, 0.2], [0.1, 0.2]], [[0.05, 0.05], [0.1, 0.8]]]
)
WORLDS = [
    Confusion(TABLES, find_metric("accuracy")),
    DeltaLaplace(0.5, 0.13, 25.8),
    PairedAccuracy(0.05, 0.8, 0.6),
    PairedAccuracy(-0.05, 0.8),
    Preference(0.5, 0.3),
    Preference(0.3, 0.45, "split"),
    Proportions(0.6, 0.1),
    PairedScores(0.3, sd=2.0),
    PairedScores(-0.2, shape="skewed", cluster_size=8, icc=0.4),
    SeparateScores(0.3, 1.0, 3.0),
]


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: type(world).__name__)
def test_chance_draws_have_the_true_mean(world):
    effects = world.draw(200, np.random.default_rng(5), 4000).effect()
    error = effects.std() / np.sqrt(4000)
    assert abs(effects.mean() - world.truth()) < 4 * error
    assert world.null().truth() == 0
    null = world.null().draw(200, np.random.default_rng(6), 4000).effect()
    assert abs(null.mean()) < 4 * null.std() / np.sqrt(4000)


ENUMERABLE = [world for world in WORLDS if isinstance(world, EnumerableWorld)]


@pytest.mark.parametrize("world", ENUMERABLE, ids=str)
def test_law_enumerated_mean_is_the_truth(world):
    strata = world.strata(60)
    mean = strata.weight @ (strata.slope * strata.size * strata.prob + strata.shift)
    assert mean == pytest.approx(world.truth(), abs=1e-12)


def test_every_registered_world_is_among_those_checked():
    assert {entry.thing for entry in entries("world")} == {type(world) for world in WORLDS}


def test_lachenbruch_bounds_are_the_extremes():
    difference, baseline = 0.03, 0.9
    rates = [Lachenbruch(b, baseline).disagreement(difference) for b in ("low", "mid", "high")]
    assert rates == pytest.approx([0.03, 0.1, 0.17])
    for bound in ("low", "mid", "high"):
        Lachenbruch(bound, baseline).world(difference)
    with pytest.raises(ParameterError):  # less agreement than `high` cannot be
        PairedAccuracy(difference, 1 - 0.17 - 1e-6, baseline)


def test_lachenbruch_below_one_half_and_for_losses():
    rates = [Lachenbruch(b, 0.2).disagreement(0.05) for b in ("low", "mid", "high")]
    assert rates == pytest.approx([0.05, 0.25, 0.45])
    rates = [Lachenbruch(b, 0.9).disagreement(-0.05) for b in ("low", "mid", "high")]
    assert rates == pytest.approx([0.05, 0.15, 0.25])


def test_regressed_agreement_takes_the_lower_accuracy():
    rule = Regressed(AGREEMENT["glue"], 0.9)
    want = 0.41422307 + 0.58187475 * 0.9 - 0.46624237 * 0.02
    assert rule.at(0.02) == pytest.approx(want)
    assert rule.at(-0.02) == pytest.approx(want - 0.58187475 * 0.02)
    with pytest.raises(ParameterError, match="no room next to"):
        rule.world(0.11)


def test_held_agreement_does_not_move():
    assert Held(0.9).at(0.01) == Held(0.9).at(0.05) == 0.9


def test_value_graded_worlds_have_the_spread_they_say():
    rng = np.random.default_rng(8)
    drawn = PairedScores(0.5, sd=2.0, cluster_size=5, icc=0.3).draw(5000, rng, 40)
    assert drawn.d.std() == pytest.approx(2.0, rel=0.02)
    means = drawn.d.reshape(40, 1000, 5).mean(axis=-1)
    # The mean of five items that share 30% of their variance: 4 (0.3 + 0.7 / 5).
    assert means.var() == pytest.approx(4 * (0.3 + 0.7 / 5), rel=0.05)
    assert drawn.clusters == 1000
    skewed = PairedScores(0.0, shape="skewed").draw(100_000, rng, 1).d
    assert skewed.std() == pytest.approx(1.0, rel=0.05)
    assert ((skewed - skewed.mean()) ** 3).mean() > 2
    separate = SeparateScores(1.0, 1.0, 3.0).draw(50_000, rng, 1)
    assert separate.a.std() == pytest.approx(1.0, rel=0.02)
    assert separate.b.std() == pytest.approx(3.0, rel=0.02)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: PairedScores(0.1, sd=0), "above 0"),
        (lambda: PairedScores(0.1, shape="flat"), "one of normal, skewed"),
        (lambda: PairedScores(0.1, icc=2), "probability"),
        (lambda: SeparateScores(0.1, sd_b=-1), "above 0"),
    ],
)
def test_graded_worlds_refuse_what_cannot_be(make, words):
    with pytest.raises(ParameterError, match=words):
        make()
