"""Worlds of ratings: what they draw, what their effects mean, how they are kept."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import DataError, ImpossibleError, ParameterError
from claimwise.designs import complete, lists, published
from claimwise.worlds.rating_file import PilotWorld, Uncertainty, read_world
from claimwise.worlds.rating_presets import PRESETS, preset
from claimwise.worlds.ratings import LinearRatings, OrdinalRatings, parse_effect
from claimwise.worlds.varying import Varying

sds = st.floats(0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("effect", [0.0, 0.4])
def test_value_moments_of_what_is_drawn(name, effect):
    world, design = preset(name).at(effect), lists(3000, 1, 5, rng=1)
    ratings = world.draw(design, np.random.default_rng(2), 40).astype(float)
    for system, x in ((0, -0.5), (1, 0.5)):
        some = ratings[:, design.system == system]
        if isinstance(world, LinearRatings):
            spread = world.rater.variance(x) + world.item.variance(x) + world.sigma**2
            assert some.mean() == pytest.approx(world.level + effect * x, abs=0.015)
            assert some.std() == pytest.approx(np.sqrt(spread), rel=0.03)
        else:
            shares = np.bincount(some.astype(int).ravel(), minlength=6) / some.size
            assert shares == pytest.approx(world.shares()[system], abs=0.01)
    gap = ratings[:, design.system == 1].mean() - ratings[:, design.system == 0].mean()
    assert gap == pytest.approx(world.points(), abs=0.03)


def test_value_superiority_is_that_of_pairs_of_ratings():
    world, rng = preset("general").at(0.5), np.random.default_rng(3)
    design = lists(2000, 1, 2, rng=1)
    ratings = world.draw(design, rng, 50)
    b, a = ratings[:, design.system == 1].ravel(), ratings[:, design.system == 0].ravel()
    a = rng.permutation(a)[: len(b)]
    share = (b > a).mean() + (b == a).mean() / 2
    assert world.superiority() == pytest.approx(share, abs=0.01)
    linear = preset("card-high").at(0.2)
    spread = np.sqrt(2 * (0.01**2 + 0.11**2 + 0.04**2 + 0.14**2 + 0.26**2))
    assert linear.superiority() == pytest.approx(stats.norm.cdf(0.2 / spread), abs=1e-12)


def test_value_logistic_noise_is_integrated():
    world = OrdinalRatings(
        effect=0.7,
        thresholds=(-1.0, 0.5, 2.0),
        noise="logistic",
        rater=Varying(0.8),
        item=Varying(0.6, 0.5, 0.3),
        coding="treatment",
    )
    shift = np.random.default_rng(1).normal(size=400_000)
    for x, shares in zip((0.0, 1.0), world.shares(), strict=True):
        spread = np.sqrt(world.rater.variance(x) + world.item.variance(x))
        below = [stats.logistic.cdf(c - 0.7 * x - spread * shift).mean() for c in world.thresholds]
        assert np.cumsum(shares)[:-1] == pytest.approx(below, abs=2e-3)


@given(sds, sds, st.floats(-1, 1), st.floats(-2, 2))
def test_law_varying_has_the_variance_it_says(intercept, slope, correlation, x):
    varying = Varying(intercept, slope, correlation)
    covariance = np.array(
        [
            [intercept**2, correlation * intercept * slope],
            [correlation * intercept * slope, slope**2],
        ]
    )
    at = np.array([1.0, x])
    assert varying.variance(x) == pytest.approx(at @ covariance @ at, abs=1e-9)


@given(sds, sds, sds)
def test_law_deviations_of_their_own_for_each_system(shared, a, b):
    varying = Varying.of_systems(shared, a, b)
    assert varying.variance(-0.5) == pytest.approx(shared**2 + a**2, abs=1e-6)
    assert varying.variance(0.5) == pytest.approx(shared**2 + b**2, abs=1e-6)


def test_value_card_slopes_are_those_of_systems_coded_minus_one_and_one():
    """b1 x with x = -1, 1 is a difference of 2 b1; a slope's deviation doubles too."""
    world = preset("card-high")
    for x in (-1.0, 1.0):
        published_variance = 0.11**2 + 0.01**2
        assert world.rater.variance(x / 2) == pytest.approx(published_variance)


def test_direction_effects_in_other_units():
    world = preset("general")
    assert parse_effect(world, "0.5t").effect == pytest.approx(0.31)
    assert parse_effect(world, 0.31).effect == 0.31
    better = parse_effect(world, "0.6p")
    assert better.superiority() == pytest.approx(0.6)
    assert parse_effect(world, "0.3r").points() == pytest.approx(0.3)
    assert parse_effect(world, "-0.3r").effect < 0
    assert parse_effect(preset("card-low"), "0.1r").effect == pytest.approx(0.1)
    with pytest.raises(ParameterError, match="an ordinal world"):
        parse_effect(preset("card-low"), "0.5t")
    with pytest.raises(ImpossibleError):
        parse_effect(world, "9r")
    for bad in ("x", "", "t", "nan", "1.2p"):
        with pytest.raises(ParameterError):
            parse_effect(world, bad)


def test_law_the_same_random_numbers_for_every_effect():
    world, design = preset("general"), lists(50, 2, 10)
    scatter = [
        world.at(effect).scatter(design, np.random.default_rng(7), 3) for effect in (0.0, 1.0)
    ]
    assert np.array_equal(*scatter)
    whole = world.at(0.4).draw(design, np.random.default_rng(7), 3)
    assert np.array_equal(whole, world.rated(scatter[0] + 0.4 * world.x(design)))


def test_the_published_error_gives_ratings_the_habits_of_others():
    world = LinearRatings(effect=0.0, level=0.0, sigma=1e-9, rater=Varying(1.0), item=Varying(0.0))
    shifted = published(50, 3)
    ratings = world.draw(shifted, np.random.default_rng(1), 1)[0]
    habits = [len(np.unique(ratings[shifted.rater == rater].round(6))) for rater in range(15)]
    assert max(habits) == 5
    correct = published(50, 3, shifted=False)
    ratings = world.draw(correct, np.random.default_rng(1), 1)[0]
    assert all(np.ptp(ratings[correct.rater == rater]) < 1e-6 for rater in range(15))


@pytest.mark.parametrize("name", ["general", "card-high", "hashimoto-summarization"])
def test_a_world_is_the_same_after_writing_and_reading(tmp_path, name):
    size = 12 if name == "general" else 7
    known = Uncertainty(np.arange(float(size)), np.diag([0.1, 0.2, 1e-17] + [0.3] * (size - 3)))
    pilot = PilotWorld(preset(name).at(0.123456789), {"items": 40}, known, 'A "1"', "B")
    path = tmp_path / "world.toml"
    path.write_text(pilot.toml(("a note",)))
    again = read_world(path)
    assert again.world == pilot.world
    assert (again.design, again.a, again.b) == (pilot.design, pilot.a, pilot.b)
    assert np.array_equal(again.uncertainty.covariance, known.covariance)


def test_a_world_is_drawn_anew_around_its_estimate():
    world = preset("general").at(0.3)
    estimate = np.concatenate(
        [[-1.78], np.log(np.full(4, 0.62)), [0.3], [0.52, 0.0, 0.43], [0.57, 0.0, 0.77]]
    )
    certain = PilotWorld(world, {}, Uncertainty(estimate, np.zeros((12, 12))))
    same = certain.redrawn(np.random.default_rng(1))
    assert same.thresholds == pytest.approx(world.thresholds)
    assert (same.rater.slope, same.item.slope) == pytest.approx((0.43, 0.77))
    assert same.effect == 0.3
    vague = PilotWorld(world, {}, Uncertainty(estimate, np.eye(12) * 0.01))
    drawn = [vague.redrawn(np.random.default_rng(seed)) for seed in range(300)]
    assert np.std([w.thresholds[0] for w in drawn]) == pytest.approx(0.1, rel=0.15)
    assert np.mean([w.rater.intercept for w in drawn]) == pytest.approx(0.52, abs=0.03)
    with pytest.raises(DataError, match="covariance"):
        PilotWorld(world, {}).redrawn(np.random.default_rng(1))


def test_impossible_worlds_are_refused(tmp_path):
    with pytest.raises(ParameterError, match="ascending"):
        OrdinalRatings(effect=0, thresholds=(1.0, 0.0), rater=Varying(0), item=Varying(0))
    with pytest.raises(ParameterError, match="standard deviation"):
        Varying(-1.0)
    with pytest.raises(ParameterError, match="from -1 to 1"):
        Varying(1.0, 1.0, 2.0)
    with pytest.raises(ParameterError, match="sigma"):
        LinearRatings(effect=0, level=0, sigma=0, rater=Varying(0), item=Varying(0))
    with pytest.raises(DataError, match=r"nothing\.toml does not exist\."):
        read_world(tmp_path / "nothing.toml")
    for text in ("outcome = ", "effect = 1", 'outcome = "odd"\n[rater]\n[item]'):
        (tmp_path / "bad.toml").write_text(text)
        with pytest.raises(DataError, match=r"bad\.toml"):
            read_world(tmp_path / "bad.toml")


def test_law_complete_designs_have_the_variance_of_the_closed_form():
    """Var of the difference of means: slope variances over their levels, and the noise."""
    world, design = preset("card-high"), complete(50, 5)
    ratings = world.draw(design, np.random.default_rng(5), 4000)
    gap = ratings[:, design.system == 1].mean(axis=1) - ratings[:, design.system == 0].mean(axis=1)
    variance = 0.22**2 / 5 + 0.28**2 / 50 + 2 * 0.26**2 / 250
    assert gap.var() == pytest.approx(variance, rel=0.08)
