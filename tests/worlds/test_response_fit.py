"""Fits of worlds to answers: known worlds come back, the noise of few answers does not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.assess.response_fit import fit_responses
from claimwise.core import DataError, ParameterError
from claimwise.data import Answers, Counts, Responses
from claimwise.worlds import (
    DirichletResponses,
    Distribution,
    NormalResponses,
    OrdinalResponses,
)
from claimwise.worlds.dirichlet_fit import dirichlet_likelihood, fit_categories
from claimwise.worlds.item_families_fit import CHOICES, of_moments
from claimwise.worlds.response_check import check_fit, ks_distance
from claimwise.worlds.response_fit import fit_numbers
from claimwise.worlds.response_moments import (
    answer_moments,
    item_statistics,
    power_of_chi,
    shift_sd,
)
from claimwise.worlds.response_shape import levels_of, limits_of

COUNTS = Counts(5, 4, 3)
NORMAL = NormalResponses(
    mean=Distribution.of("uniform(0, 1)"),
    spread=Distribution.of("uniform(0, 0.3)"),
    epsilon_a=0.1,
    epsilon_b=0.25,
    bias_b=0.05,
    spread_a=0.5,
)
SCALE = OrdinalResponses(
    mean=Distribution.of("normal(3, 1)"),
    spread=Distribution.of("uniform(0.3, 0.9)"),
    thresholds=(1.5, 2.5, 3.5, 4.5),
    epsilon_a=0.5,
    epsilon_b=1.0,
    bias_a=0.2,
)
CATEGORIES = DirichletResponses(
    base=(0.5, 0.3, 0.2), concentration=2.0, epsilon_a=0.1, epsilon_b=0.4, levels=("x", "y", "z")
)


def responses(world, items, seed, counts=COUNTS, missing=0.0):
    drawn = replace(world, missing=missing).draw(items, counts, np.random.default_rng(seed), 1)
    return Responses(
        answers=dict(zip(("gold", "old", "new"), (s[0] for s in drawn), strict=True)),
        items=tuple(str(i) for i in range(items)),
        kind=world.kind,
        gold="gold",
        levels=world.levels if world.kind == "categorical" else (),
    )


def mean_sd(distribution):
    drawn = distribution.draw(np.random.default_rng(0), (100_000,))
    return drawn.mean(), drawn.std()


@pytest.mark.parametrize("df", [1, 2, 4, 9])
@pytest.mark.parametrize("power", [1, 2, 3])
def test_value_powers_of_chi_are_scipys(df, power):
    expected = stats.chi(df).moment(power) / df ** (power / 2)
    assert power_of_chi(np.array(float(df)), power) == pytest.approx(expected)


def test_value_item_statistics_by_hand():
    found = item_statistics(np.array([[1.0, 2.0, 6.0], [4.0, np.nan, 8.0], [5.0, np.nan, np.nan]]))
    np.testing.assert_allclose(found.mean, [3, 6, 5])
    np.testing.assert_allclose(found.variance, [7, 8, np.nan])
    np.testing.assert_allclose(found.answers, [3, 2, 1])


def test_value_moments_take_the_noise_off_by_hand():
    gold = np.array([[0.0, 2.0], [4.0, 8.0], [9.0, 9.0]])
    found = answer_moments(Answers(gold, gold + 1, gold * 0 + 5))
    means, within = np.array([1, 6, 9]), np.array([2, 8, 0])
    assert found.variance == pytest.approx(means.var(ddof=1) - (within / 2).mean())
    # of two answers, E s = sqrt(2 / pi) sigma
    assert found.spread == pytest.approx(np.sqrt(within).mean() * np.sqrt(np.pi / 2))
    assert (found.bias_a, found.ratio_a) == pytest.approx((1, 1))
    assert found.error_a == pytest.approx(-2 * (within / 2).mean())
    assert found.bias_b == pytest.approx(5 - means.mean())
    assert found.error_b == pytest.approx(means.var(ddof=1) - (within / 2).mean())


@pytest.mark.parametrize("k", [2, 3, 5])
def test_chance_moments_are_unbiased_and_naive_ones_are_not(k):
    drawn = NORMAL.draw(200, Counts(k, k, k), np.random.default_rng(k), 400)
    found = answer_moments(drawn)
    truth = {
        "mean": 0.5,
        "variance": 1 / 12,
        "spread": 0.15,
        "spread_variance": 0.09 / 12,
        "error_a": 0.01 / 3,
        "error_b": 0.0625 / 3,
        "bias_b": 0.05,
    }
    for name, value in truth.items():
        seen = getattr(found, name)
        assert abs(seen.mean() - value) < 4 * seen.std() / 20, name
    naive = (drawn.b.mean(axis=-1) - drawn.gold.mean(axis=-1)).var(axis=-1)
    assert naive.mean() > 1.4 * truth["error_b"]
    assert drawn.gold.std(axis=-1, ddof=1).mean() < 0.95 * truth["spread"]


@given(
    st.sampled_from(CHOICES),
    st.floats(0.2, 0.8),
    st.floats(0.05, 0.15),
    st.floats(-0.5, 0.5),
)
def test_law_a_family_has_the_moments_it_was_made_of(family, mean, sd, skew):
    made = of_moments(family, mean, sd**2, skew)
    x = made.numbers
    exact = {
        "uniform": lambda: stats.uniform(x[0], x[1] - x[0]),
        "normal": lambda: stats.norm(*x),
        "folded-normal": lambda: stats.foldnorm(x[0] / x[1], scale=x[1]),
        "triangular": lambda: stats.triang(
            (x[1] - x[0]) / (x[2] - x[0]), loc=x[0], scale=x[2] - x[0]
        ),
        "beta": lambda: stats.beta(x[0], x[1]),
    }[family]()
    assert (exact.mean(), exact.std()) == pytest.approx((mean, sd), rel=1e-3)
    if family == "triangular":
        assert exact.stats("s") == pytest.approx(skew, abs=1e-3)


def test_families_that_cannot_have_such_moments():
    assert of_moments("beta", 1.2, 0.01) is None
    assert of_moments("beta", 0.5, 0.3) is None
    assert of_moments("folded-normal", -1.0, 0.1) is None
    assert of_moments("uniform", 0.5, -0.1) == Distribution("constant", (0.5,))
    # more spread than a folded normal of this mean can have: as much as it can
    assert of_moments("folded-normal", 0.1, 1.0).numbers[0] == 0
    assert of_moments("normal", 0.1, 0.04, positive=True).support()[0] == 0


@pytest.mark.slow
def test_chance_a_known_world_comes_back():
    true = replace(NORMAL, limits=(0.0, 1.0))
    fitted = fit_numbers(responses(true, 2000, 5, missing=0.1), "old", "new", seed=1)
    found = fitted.world
    assert (found.epsilon_a, found.epsilon_b) == pytest.approx((0.1, 0.25), abs=0.02)
    assert (found.bias_a, found.bias_b) == pytest.approx((0, 0.05), abs=0.012)
    assert (found.spread_a, found.spread_b) == pytest.approx((0.5, 1), abs=0.05)
    assert mean_sd(found.mean) == pytest.approx((0.5, np.sqrt(1 / 12)), abs=0.015)
    assert mean_sd(found.spread) == pytest.approx((0.15, np.sqrt(0.09 / 12)), abs=0.008)
    assert (found.mean.name, found.spread.name) == ("uniform", "uniform")
    assert found.limits == (0, 1)
    # with the noise left in, A would be thought almost twice as far off, and more so
    assert fitted.naive["epsilon_a"] > 0.17
    for name in ("epsilon_a", "epsilon_b", "bias_b"):
        low, high = fitted.intervals[name]
        assert low < getattr(found, name) < high


@pytest.mark.calibration
def test_chance_a_scale_comes_back():
    found = [
        fit_numbers(responses(SCALE, 500, seed), "old", "new", seed=seed).world
        for seed in range(24)
    ]
    for name, value in (("epsilon_a", 0.5), ("epsilon_b", 1.0), ("bias_a", 0.2), ("bias_b", 0)):
        seen = np.array([getattr(world, name) for world in found])
        assert abs(seen.mean() - value) < 4 * seen.std() / np.sqrt(24) + 0.01, name
    spreads = [mean_sd(world.spread)[0] for world in found]
    assert np.mean(spreads) == pytest.approx(0.6, abs=0.02)


@pytest.mark.calibration
@pytest.mark.parametrize("world", [NORMAL, SCALE], ids=["normal", "scale"])
def test_chance_intervals_cover(world):
    names = ("epsilon_a", "epsilon_b", "bias_a", "bias_b")
    hits = np.zeros((100, 4))
    for seed in range(100):
        found = fit_numbers(responses(world, 300, 1000 + seed), "old", "new", seed=seed)
        for k, name in enumerate(names):
            low, high = found.intervals[name]
            hits[seed, k] = low <= getattr(world, name) <= high
    print(dict(zip(names, hits.mean(axis=0), strict=True)))
    for covered in hits.sum(axis=0):
        assert stats.binomtest(int(covered), 100, 0.92, alternative="less").pvalue > 0.001


def test_chance_raters_come_back():
    world = replace(NORMAL, rater_sd=0.1)
    drawn = world.draw(300, Counts(30, 2, 2), np.random.default_rng(2), 1)
    assert shift_sd(drawn.gold[0]) == pytest.approx(0.1, rel=0.3)
    assert shift_sd(NORMAL.draw(300, Counts(30, 2, 2), np.random.default_rng(2), 1).gold[0]) < 0.01


def test_chance_categories_come_back():
    fitted = fit_categories(responses(CATEGORIES, 3000, 1), "old", "new", seed=1)
    found = fitted.world
    assert found.base == pytest.approx(CATEGORIES.base, abs=0.02)
    assert found.concentration == pytest.approx(2.0, abs=0.15)
    assert (found.epsilon_a, found.epsilon_b) == pytest.approx((0.1, 0.4), abs=0.03)
    assert fitted.naive["epsilon_a"] > 0.2
    for name in ("epsilon_a", "epsilon_b", "concentration"):
        low, high = fitted.intervals[name]
        assert low < getattr(found, name) < high
    assert sum(found.base) == pytest.approx(1, abs=1e-12)


def test_value_dirichlet_likelihood_is_at_its_top():
    counts = np.array([[3.0, 1, 0], [0, 4, 0], [2, 2, 1], [1, 0, 3], [5, 0, 0], [0, 1, 1]])
    weights = dirichlet_likelihood(counts)

    def likelihood(x):
        return sum(stats.dirichlet_multinomial(x, int(row.sum())).logpmf(row) for row in counts)

    best = likelihood(weights)
    for place in range(3):
        for times in (0.98, 1.02):
            moved = weights.copy()
            moved[place] *= times
            assert likelihood(moved) < best


@pytest.mark.slow
def test_checks_know_the_world_and_an_odd_one():
    data = responses(NORMAL, 300, 8)
    fitted = fit_numbers(data, "old", "new", seed=1)
    pair = data.pair("old", "new")
    right = check_fit(fitted, pair, replicates=99, seed=3)
    assert min(check.pvalue for check in right) > 0.02
    assert {check.statistic for check in right} >= {"item SDs of gold", "item means: old - gold"}
    wrong = replace(fitted, world=replace(fitted.world, spread=Distribution.of(0.15)))
    odd = {check.statistic: check.pvalue for check in check_fit(wrong, pair, replicates=99)}
    assert odd["item SDs of gold"] == 0.01  # (0 + 1) / (99 + 1)
    for check in right:
        assert sum(bar["observed"] for bar in check.bars) == pytest.approx(1)


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=30), st.lists(st.integers(0, 6), min_size=1)
)
def test_law_distances_are_scipys(sample, reference):
    found = ks_distance(np.array(sample, float), np.sort(np.array(reference, float)))
    assert found == pytest.approx(stats.ks_2samp(sample, reference).statistic)


def test_limits_and_levels_are_seen():
    rng = np.random.default_rng(0)
    values = rng.normal(0.5, 0.4, (400, 5))

    def limits(answers):
        return limits_of(Answers(answers, answers[:, :2], answers[:, :1]))

    assert limits(values) is None
    assert limits(np.clip(values, 0, 1)) == (0, 1)
    assert limits(np.maximum(values, 0)) == (0, np.inf)
    assert limits(np.round(rng.uniform(0, 1, (400, 5)), 1)) is None
    same = np.repeat(values[:, :1], 5, axis=1)  # one item has the highest answer, eight times
    assert limits_of(Answers(same, values[:, :2], values[:, :1])) is None
    data = responses(SCALE, 50, 1)
    assert levels_of(data, np.array([1.0, 2.0, 5.0])) == (1, 2, 3, 4, 5)
    assert levels_of(data, np.array([0.0, 0.2, 0.6])) == (0, 0.2, 0.6)
    assert levels_of(replace(data, levels=("a", "b")), np.array([0.0])) == (0, 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(
            {"gold": np.ones((40, 5))}, "answers of gold that differ; found 1 in every", id="gold"
        ),
        pytest.param({"new": np.zeros((40, 3))}, "answers of new that differ", id="system"),
        pytest.param(
            {"gold": np.arange(40.0)[:, None]}, "several answers of gold to some items", id="single"
        ),
        pytest.param(
            {"gold": np.tile(np.linspace(0, 0.7, 40)[:, None], (1, 3))},
            "differ within some items",
            id="repeated",
        ),
    ],
)
def test_answers_of_which_nothing_can_be_learnt(change, said):
    data = responses(NORMAL, 40, 1)
    with pytest.raises(DataError, match=said):
        fit_responses(replace(data, answers={**data.answers, **change}))


@pytest.mark.parametrize("world", [NORMAL, CATEGORIES], ids=["normal", "categories"])
def test_too_few_items_are_refused(world):
    with pytest.raises(DataError, match="at least 10 items; found 9"):
        fit_responses(responses(world, 9, 1))


@pytest.mark.slow
def test_items_that_do_not_differ_have_a_constant_mean():
    world = replace(NORMAL, mean=Distribution.of(0.5), epsilon_a=0.0, epsilon_b=0.0)
    for seed in range(2):  # in about half of such data sets the variance comes out below 0
        found = fit_numbers(responses(world, 40, seed), "old", "new", seed=1).world
        assert mean_sd(found.mean)[1] < 0.04
        assert found.epsilon_a < 0.08


def test_categories_of_which_nothing_can_be_learnt():
    data = responses(CATEGORIES, 40, 1)
    single = {**data.answers, "gold": data.answers["gold"][:, :1]}
    with pytest.raises(DataError, match="several answers of gold"):
        fit_responses(replace(data, answers=single))
    alike = {**data.answers, "gold": np.tile([0.0, 1.0], (40, 1))}
    with pytest.raises(DataError, match="agree more within items"):
        fit_responses(replace(data, answers=alike))


def test_a_fit_to_categories_has_rows_notes_and_pictures():
    fitted, result = fit_responses(responses(CATEGORIES, 300, 4), replicates=39, rng=2)
    assert result["epsilon_b"].estimate == fitted.world.epsilon_b
    assert result["epsilon_b"].low < result["epsilon_b"].estimate < result["epsilon_b"].high
    assert result["concentration"].level == 0.95
    assert len(result.draws["response_fit"]) == 6
    assert any(note.startswith("Epsilon of old (A)") for note in result.notes)
    again, _ = fit_responses(responses(CATEGORIES, 300, 4), replicates=39, rng=2)
    assert again.world == fitted.world
    with pytest.raises(ParameterError, match=r"is not in .*have old, new"):
        fit_responses(responses(CATEGORIES, 30, 4), a="base")


@pytest.mark.slow
def test_one_answer_of_a_system_is_told():
    data = responses(NORMAL, 60, 4, Counts(5, 1, 4))
    fitted = fit_numbers(data, "old", "new", seed=1)
    assert fitted.world.spread_a == pytest.approx(1, abs=0.1)
    assert any("old has one answer" in note for note in fitted.notes)
