"""Agreement of raters: published tables, the definition written out, resamples made of rows."""

import json
import math
import tracemalloc
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import DataError, ParameterError
from claimwise.kernels import alpha_interval, bca
from claimwise.kernels.alpha import LEVELS, krippendorff
from claimwise.kernels.alpha_interval import krippendorff_interval
from claimwise.kernels.icc import ICC_KINDS, RESIDUALS, icc, latent_residual
from claimwise.kernels.mixed.links import LINKS

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "agreement.json").read_text())

# Krippendorff (2011), section E: four observers and twelve units; 0 is missing.
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
        [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
    ],
    float,
)
ALPHA = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}


def rows(table):
    """From raters by units, with NaN for missing, to one row for each rating."""
    rater, unit = np.nonzero(~np.isnan(table))
    return unit, rater, table[rater, unit]


def published():
    return rows(np.where(PUBLISHED == 0, np.nan, PUBLISHED))


def distance(level, counts, c, k):
    """The square of the difference of values c and k, as the book has it, exactly."""
    if level == "nominal":
        return Fraction(int(c != k))
    if level == "interval":
        return (Fraction(c) - Fraction(k)) ** 2
    if level == "ratio":
        return ((Fraction(c) - Fraction(k)) / (Fraction(c) + Fraction(k))) ** 2 if c != k else 0
    low, high = min(c, k), max(c, k)
    between = sum(n for value, n in counts.items() if low <= value <= high)
    return (between - Fraction(counts[c] + counts[k], 2)) ** 2


def by_definition(unit, value, level):
    """Alpha from the matrix of coincidences, in fractions; None where it is undefined."""
    units = {}
    for u, v in zip(unit, value, strict=True):
        units.setdefault(u, []).append(v)
    coincidences = {}
    for ratings in units.values():
        for i, j in product(range(len(ratings)), repeat=2):
            if i != j:
                pair = ratings[i], ratings[j]
                share = Fraction(1, len(ratings) - 1)
                coincidences[pair] = coincidences.get(pair, 0) + share
    counts = {}
    for (c, _), share in coincidences.items():
        counts[c] = counts.get(c, 0) + share
    n = sum(counts.values())
    observed = sum(o * distance(level, counts, c, k) for (c, k), o in coincidences.items())
    expected = sum(
        counts[c] * counts[k] * distance(level, counts, c, k) for c, k in product(counts, repeat=2)
    )
    return 1 - (n - 1) * observed / expected if expected else None


ratings = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 2), st.sampled_from([0.0, 1, 2, 3, 7.5])),
    max_size=30,
)


def columns(data):
    unit, rater, value = zip(*data, strict=True) if data else ((), (), ())
    return np.array(unit, np.int64), np.array(rater, np.int64), np.array(value, np.float64)


def latent(rng, units, raters, reliability):
    """Normal ratings whose alpha is `reliability` at the level interval."""
    truth = math.sqrt(reliability) * rng.normal(size=units)
    return truth + math.sqrt(1 - reliability) * rng.normal(size=(raters, units))


def grades(x):
    return np.digitize(x, [-1.2, -0.4, 0.4, 1.2]) + 1.0


@pytest.mark.parametrize("level", LEVELS)
def test_value_published_example(level):
    assert krippendorff(*published(), level) == pytest.approx(ALPHA[level], abs=5e-4)


def test_value_by_hand():
    """Three units by two raters, 1 1, 2 2, 3 2: o = 2, 2, 1 and 1; n = 2, 3, 1."""
    unit, rater = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 0, 1, 0, 1])
    value = np.array([1.0, 1, 2, 2, 3, 2])
    # Expected: 2 * (2 * 3 + 2 * 1 + 3 * 1) = 22 pairs that differ; observed: 2.
    assert krippendorff(unit, rater, value, "nominal") == pytest.approx(1 - 5 * 2 / 22, rel=1e-14)
    # Squares: 2 * (6 * 1 + 2 * 4 + 3 * 1) = 34.
    assert krippendorff(unit, rater, value, "interval") == pytest.approx(1 - 5 * 2 / 34, rel=1e-14)
    # Ranks 1.5, 4 and 6: 2 * (6 * 2.5^2 + 2 * 4.5^2 + 3 * 2^2) = 180; observed: 2 * 2^2.
    assert krippendorff(unit, rater, value, "ordinal") == pytest.approx(1 - 5 * 8 / 180, rel=1e-14)
    # 2 * (6 / 9 + 2 / 4 + 3 / 25); observed: 2 / 25.
    want = 1 - 5 * (2 / 25) / (2 * (6 / 9 + 2 / 4 + 3 / 25))
    assert krippendorff(unit, rater, value, "ratio") == pytest.approx(want, abs=1e-10)


@pytest.mark.parametrize("level", LEVELS)
@given(data=ratings)
def test_value_is_the_definition(level, data):
    unit, rater, value = columns(data)
    sizes = np.bincount(unit) if len(unit) else np.array([0])
    kept = sizes[unit] > 1
    want = by_definition(unit[kept].tolist(), value[kept].tolist(), level) if kept.any() else None
    got = krippendorff(unit, rater, value, level)
    if want is None:
        assert math.isnan(got)
    else:
        assert got == pytest.approx(float(want), abs=1e-9 if level == "ratio" else 1e-12)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", GOLDEN["cases"])
def test_value_agrees_with_another_implementation(level, case):
    got = krippendorff(*rows(np.array(case["table"], float)), level)
    assert got == pytest.approx(case["alpha"][level], abs=1e-9)


def test_value_ratio_integral_is_precise_for_any_range():
    rng = np.random.default_rng(3)
    for value in (np.exp(rng.normal(0, 8, 24)), 1e6 + rng.normal(size=24), rng.random(24)):
        value[3] = 0.0 if value.min() < 1 else value[3]
        unit = np.repeat(np.arange(8), 3)
        want = float(1 - by_definition(unit.tolist(), value.tolist(), "ratio"))
        assert 1 - krippendorff(unit, unit, value, "ratio") == pytest.approx(want, rel=1e-9)


def test_value_interval_is_one_minus_a_ratio_of_variances():
    """And no table of values by values is made: there are 150,000 of them."""
    table = latent(np.random.default_rng(1), 50_000, 3, 0.6)
    want = 1 - table.var(axis=0, ddof=1).mean() / table.var(ddof=1)
    unit, rater, value = rows(table)
    assert krippendorff(unit, rater, value, "interval") == pytest.approx(want, rel=1e-12)
    assert want == pytest.approx(0.6, abs=0.02)
    ranks = stats.rankdata(value)
    of_ranks = krippendorff(unit, rater, ranks, "interval")
    assert krippendorff(unit, rater, value, "ordinal") == pytest.approx(of_ranks, rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["ordinal", "ratio"])
def test_many_ratings_take_memory_in_proportion(level):
    unit, rater, value = rows(np.exp(latent(np.random.default_rng(1), 100_000, 4, 0.5)))
    tracemalloc.start()
    try:
        assert -0.01 < krippendorff(unit, rater, value, level) < 0.6
        assert tracemalloc.get_traced_memory()[1] < 0.5e9  # a table of values would be 1.3e12
    finally:
        tracemalloc.stop()


def test_undefined_without_pairs_or_variation():
    alone = np.arange(4)
    same = np.repeat(np.arange(4), 2)
    for level in LEVELS:
        assert math.isnan(krippendorff(alone, alone, np.arange(4.0), level))
        assert math.isnan(krippendorff(alone[:0], alone[:0], np.empty(0), level))
        for value in (0.0, 0.1, 3.0, 1e-200, 1e200):
            assert math.isnan(krippendorff(same, same, np.full(8, value), level))
        # Ratings of units with one rating are no variation either.
        unit = np.append(same, 9)
        assert math.isnan(krippendorff(unit, unit, np.append(np.full(8, 0.1), 5.0), level))
        for nothing in (alone, same):
            ends = krippendorff_interval(nothing, nothing, np.ones(len(nothing)), level)
            assert all(map(math.isnan, ends))


@pytest.mark.parametrize("level", LEVELS)
def test_value_perfect_agreement_is_one_and_has_no_interval(level):
    unit = np.repeat(np.arange(10), 3)
    value = np.random.default_rng(1).normal(size=10)[unit] ** 2
    assert krippendorff(unit, unit, value, level) == 1
    assert all(map(math.isnan, krippendorff_interval(unit, unit, value, level)))


@pytest.mark.parametrize("level", LEVELS)
def test_direction_more_noise_is_less_agreement(level):
    rng = np.random.default_rng(4)
    truth, noise = rng.normal(size=300), rng.normal(size=(4, 300))
    found = [krippendorff(*rows(grades(truth + s * noise)), level) for s in (0.1, 0.3, 1, 3)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.7
    assert found[-1] < 0.2
    opposite = rows(np.tile([[1.0], [5.0]], 50))
    assert krippendorff(*opposite, level) == pytest.approx(-0.98, abs=0.03)


@given(data=ratings)
def test_law_what_the_levels_do_not_see(data):
    unit, rater, value = columns(data)

    def same(level, changed):
        want = krippendorff(unit, rater, value, level)
        assert krippendorff(unit, rater, changed, level) == pytest.approx(
            want, abs=1e-8, nan_ok=True
        )

    same("nominal", np.choose(np.searchsorted([0, 1, 2, 3, 7.5], value), [4.0, 0, 9, 1, 2]))
    same("ordinal", np.exp(value) - 4)
    same("interval", 1e4 - 1e3 * value)
    same("ratio", 1e-3 * value)
    same("ratio", 1e300 * value)
    same("interval", 1e300 * value)


@pytest.mark.parametrize("level", LEVELS)
@given(data=ratings, seed=st.integers(0, 99))
@settings(max_examples=15)
def test_law_order_names_and_single_ratings_are_irrelevant(level, data, seed):
    unit, rater, value = columns(data)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(unit))
    names = rng.permutation(100)
    again = names[unit[order]], rng.integers(0, 9, len(unit)), value[order]
    more = np.append(again[0], 101), np.append(again[1], 0), np.append(again[2], 77.0)
    ends = krippendorff_interval(unit, rater, value, level, resamples=50)
    for other in (again, more):
        want = krippendorff(unit, rater, value, level)
        assert krippendorff(*other, level) == pytest.approx(want, rel=1e-12, nan_ok=True)
        found = krippendorff_interval(*other, level, resamples=50)
        assert found == pytest.approx(ends, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("units", [12, 400])  # units drawn one by one, and kinds of units
def test_value_resamples_are_units_taken_several_times(level, units):
    rng = np.random.default_rng(7)
    table = grades(latent(rng, units, 2 if units > 12 else 4, 0.5))
    table[rng.random(table.shape) < 0.1] = np.nan
    unit, rater, value = rows(table)
    kinds = alpha_interval.sort_units(unit, rater, value, level)
    sums = alpha_interval.SUMS[level](kinds)
    pairable = np.flatnonzero(np.bincount(unit) > 1)
    assert kinds.copies.sum() == len(pairable)
    assert (8 * len(kinds.copies) < len(pairable)) == (units > 12)
    for weights in next(alpha_interval._resampled(kinds, 20, 5)):
        assert weights.sum() == len(pairable)
        again = np.repeat(np.arange(len(weights)), weights.astype(int))
        parts = [np.flatnonzero(kinds.kind == kind) for kind in again]
        names = [np.full(int(kinds.times[p].sum()), u) for u, p in enumerate(parts)]
        values = [np.repeat(kinds.values[kinds.code[p]], kinds.times[p].astype(int)) for p in parts]
        longer = np.concatenate(names), np.concatenate(names), np.concatenate(values)
        got = alpha_interval.alphas(kinds, sums, weights[None])[0]
        assert got == pytest.approx(krippendorff(*longer, level), rel=1e-10)


@pytest.mark.parametrize("units", [40, 4000])
def test_value_kinds_are_drawn_in_proportion(units):
    kinds = alpha_interval.sort_units(
        *rows(grades(latent(np.random.default_rng(2), units, 2, 0.5))), "nominal"
    )
    drawn = np.concatenate(list(alpha_interval._resampled(kinds, 4000, 1)))
    share = kinds.copies / units
    error = np.sqrt(units * share * (1 - share))
    assert np.abs((drawn.mean(axis=0) - kinds.copies) / error).max() < 4 / math.sqrt(4000)
    assert drawn.std(axis=0) == pytest.approx(error, rel=0.06)


@pytest.mark.parametrize("level", LEVELS)
def test_law_how_the_work_is_cut_is_irrelevant(level, monkeypatch):
    data = rows(grades(latent(np.random.default_rng(2), 50, 3, 0.5)))
    whole = krippendorff_interval(*data, level, resamples=70, seed=3)
    assert whole == krippendorff_interval(*data, level, resamples=70, seed=3)
    assert whole != krippendorff_interval(*data, level, resamples=70, seed=4)
    monkeypatch.setattr(alpha_interval, "HELD", 500)  # ten resamples at a time
    cut = krippendorff_interval(*data, level, resamples=70, seed=3)
    assert cut == pytest.approx(whole, rel=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_value_acceleration_is_that_of_the_jackknife(level):
    unit, rater, value = rows(grades(latent(np.random.default_rng(8), 30, 3, 0.5)))
    without = np.array(
        [
            krippendorff(unit[unit != u], rater[unit != u], value[unit != u], level)
            for u in range(30)
        ]
    )
    want = bca.acceleration(without.mean() - without)
    kinds = alpha_interval.sort_units(unit, rater, value, level)
    got = alpha_interval._acceleration(kinds, alpha_interval.SUMS[level](kinds))
    assert got == pytest.approx(float(want), abs=1e-8)


@pytest.mark.parametrize(
    ("level", "shape"), [("nominal", lambda x: x > 1.8), ("interval", np.square)]
)
def test_value_acceleration_from_some_of_the_units(level, shape, monkeypatch):
    table = shape(latent(np.random.default_rng(8), 3000, 4, 0.5)).astype(float)
    kinds = alpha_interval.sort_units(*rows(table), level)
    sums = alpha_interval.SUMS[level](kinds)
    whole = alpha_interval._acceleration(kinds, sums)
    monkeypatch.setattr(alpha_interval, "LEFT_OUT", 1000)
    monkeypatch.setattr(alpha_interval, "HELD", 10)
    assert alpha_interval._acceleration(kinds, sums) == pytest.approx(whole, rel=0.1)


def test_value_ends_are_bca_at_shares_of_t():
    """Without bias and skewness: quantiles of the draws where t, not the normal, has them."""
    draws = np.arange(-999.0, 1000.0) / 1000
    wider = alpha_interval._widened(0.95, 20)
    assert (1 - wider) / 2 == pytest.approx(stats.norm.sf(2.093024 * math.sqrt(20 / 19)), rel=1e-5)
    assert alpha_interval._widened(0.95, 10**7) == pytest.approx(0.95, abs=1e-6)
    low, high = alpha_interval._ends(draws, 0.0, 0.0, 0.95)
    assert (low, high) == pytest.approx((-0.95, 0.95), abs=1e-9)
    # The estimate above the middle of the draws: the interval goes up, and with skewness too.
    for estimate, skewed in ((0.1, 0.0), (0.0, 0.05)):
        moved = alpha_interval._ends(draws, estimate, skewed, 0.95)
        assert moved[0] > low
        assert moved[1] > high
    share = stats.norm.cdf(2 * stats.norm.ppf(1100 / 1999 - 1 / 3998) - stats.norm.ppf(0.975))
    want = (share * 2000 - 1000) / 1000
    assert alpha_interval._ends(draws, 0.1, 0.0, 0.95)[0] == pytest.approx(want, abs=1e-9)


def test_undefined_resamples_count_against_both_ends():
    draws = np.arange(1.0, 1000.0) / 1000
    low, high = alpha_interval._ends(draws, 0.5, 0.0, 0.95)
    some = draws.copy()
    some[494:505] = np.nan
    wider = alpha_interval._ends(some, 0.5, 0.0, 0.95)
    assert wider == pytest.approx((low - 0.011, high + 0.011), abs=1e-9)
    some[487:512] = np.nan
    assert all(map(math.isnan, alpha_interval._ends(some, 0.5, 0.0, 0.95)))
    # One unit of fifty varies: a third of the resamples do not have it.
    unit = np.repeat(np.arange(50), 2)
    value = np.zeros(100)
    value[7] = 1
    assert krippendorff(unit, unit, value, "nominal") == pytest.approx(0, abs=1e-9)
    assert all(map(math.isnan, krippendorff_interval(unit, unit, value, "nominal")))


def cover(rng, studies, draw, level, truth, resamples):
    """Share of studies whose interval covers; those without one do not count."""
    found = np.array(
        [
            krippendorff_interval(*rows(draw(rng)), level, resamples=resamples, seed=study)
            for study in range(studies)
        ]
    )
    found = found[~np.isnan(found[:, 0])]
    return np.mean((found[:, 0] <= truth) & (truth <= found[:, 1])), len(found)


@pytest.mark.parametrize("level", ["interval", "ordinal"])
def test_chance_interval_covers(level):
    def draw(rng, units=60):
        x = latent(rng, units, 4, 0.6)
        return x if level == "interval" else grades(x)

    truth = 0.6
    if level == "ordinal":
        truth = krippendorff(*rows(draw(np.random.default_rng(1), 100_000)), level)
    share, studies = cover(np.random.default_rng(60), 400, draw, level, truth, 400)
    assert studies == 400
    assert stats.binomtest(round(share * studies), studies, 0.945).pvalue > 1e-3


@pytest.mark.calibration
@pytest.mark.parametrize("units", [10, 20, 60, 200])
def test_chance_coverage_on_the_full_grid(units):
    """Prints the coverage of 95% intervals; four raters."""
    shapes = {
        "normal": (lambda x: x, ("interval",)),
        "grades": (grades, ("nominal", "ordinal", "interval")),
        "rare label": (lambda x: (x > 1.0).astype(float), ("nominal",)),
        "long tail": (np.exp, ("ordinal", "interval", "ratio")),
    }
    studies = 1000
    for reliability in (0.3, 0.8):
        for name, (shape, levels) in shapes.items():
            for level in levels:

                def draw(rng, units=units, reliability=reliability, shape=shape):
                    return shape(latent(rng, units, 4, reliability))

                large = [draw(np.random.default_rng([i, 9]), 250_000) for i in range(4)]
                truth = float(np.mean([krippendorff(*rows(x), level) for x in large]))
                rng = np.random.default_rng([units, 4])
                share, defined = cover(rng, studies, draw, level, truth, 1000)
                print(
                    f"{units} units, {name}, {level}, alpha {truth:.3f}: "
                    f"covered {share:.4f} of {defined}"
                )
                regular = name not in ("rare label", "long tail") or level in ("ordinal", "ratio")
                if regular and units >= 20:
                    assert share > (0.92 if units == 20 else 0.935)
                if units >= 20:
                    assert 0.82 < share < 0.975


def test_errors_say_what_to_do():
    unit = np.array([0, 0, 1, 1])
    with pytest.raises(ParameterError, match="Did you mean ordinal"):
        krippendorff(unit, unit, np.ones(4), "ordnal")
    with pytest.raises(DataError, match=r"nan in row 2\. Leave the rows of missing ratings out"):
        krippendorff(unit, unit, np.array([1, 2, np.nan, 1]), "interval")
    with pytest.raises(DataError, match=r"-2 in row 1\. For values below 0 use level interval"):
        krippendorff(unit, unit, np.array([1.0, -2, 1, 1]), "ratio")
    with pytest.raises(DataError, match="a unit and a rater for each rating"):
        krippendorff(unit, unit[:3], np.ones(4), "nominal")
    with pytest.raises(ParameterError, match="confidence"):
        krippendorff_interval(unit, unit, np.ones(4), "nominal", confidence=1.0)
    with pytest.raises(ParameterError, match="resamples"):
        krippendorff_interval(unit, unit, np.ones(4), "nominal", resamples=0)


# Shrout and Fleiss (1979), table 2: six targets, four judges.
JUDGED = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
)


def components(table):
    """Variance components of items, raters and the rest, from mean squares."""
    n, k = table.shape
    items = k * table.mean(axis=1).var(ddof=1)
    raters = n * table.mean(axis=0).var(ddof=1)
    rest = ((table - table.mean()) ** 2).sum() - (n - 1) * items - (k - 1) * raters
    residual = rest / ((n - 1) * (k - 1))
    return (items - residual) / k, (raters - residual) / n, residual


def test_value_shrout_and_fleiss():
    parts = components(JUDGED)
    # Their mean squares: 11.24 between targets, 32.49 between judges, 1.02 the rest.
    assert parts == pytest.approx(((11.24 - 1.02) / 4, (32.49 - 1.02) / 6, 1.02), abs=0.005)
    want = {("agreement", 1): 0.29, ("consistency", 1): 0.71}
    want |= {("agreement", 4): 0.62, ("consistency", 4): 0.91}
    for (kind, ratings_), value in want.items():
        assert icc(*parts, kind=kind, ratings=ratings_) == pytest.approx(value, abs=0.005)


def test_value_icc_by_hand():
    assert icc(3, 2, 1) == 0.5
    assert icc(3, 2, 1, kind="consistency") == 0.75
    assert icc(3, 2, 1, ratings=3) == 0.75
    assert icc(3, 2, 1, kind="consistency", ratings=3) == pytest.approx(0.9, rel=1e-14)
    assert icc(0, 2, 1) == 0
    assert icc(2, 0, 0) == 1
    assert math.isnan(icc(0, 0, 0))
    assert math.isnan(icc(0, 2, 0, kind="consistency"))


@given(*[st.floats(0.01, 100)] * 3, st.integers(1, 50))
def test_law_mean_of_ratings_follows_spearman_and_brown(items, raters, residual, k):
    for kind in ICC_KINDS:
        one = icc(items, raters, residual, kind=kind)
        many = icc(items, raters, residual, kind=kind, ratings=k)
        assert many == pytest.approx(k * one / (1 + (k - 1) * one), rel=1e-12)
    assert icc(items, raters, residual, kind="consistency") > icc(items, raters, residual)


def test_chance_icc_is_the_correlation_of_two_ratings():
    """Each item has raters of its own, so severity is noise; alpha is the same number."""
    rng = np.random.default_rng(12)
    items, raters, residual = 2.0, 1.0, latent_residual("probit")
    noise = rng.normal(0, math.sqrt(raters), (2, 40_000)) + rng.normal(size=(2, 40_000))
    table = rng.normal(0, math.sqrt(items), 40_000) + noise
    want = icc(items, raters, residual)
    assert np.corrcoef(table)[0, 1] == pytest.approx(want, abs=4 * (1 - want**2) / 200)
    assert krippendorff(*rows(table), "interval") == pytest.approx(want, abs=0.015)


def test_value_latent_residuals():
    noise = {"probit": stats.norm, "logit": stats.logistic}
    noise |= {"cloglog": stats.gumbel_l, "loglog": stats.gumbel_r}
    assert set(RESIDUALS) == set(LINKS) == set(noise)
    for link, law in noise.items():
        assert latent_residual(link) == pytest.approx(law.var(), rel=1e-12)


def test_icc_errors_say_what_to_do():
    with pytest.raises(ParameterError, match=r"raters needs .* Set components .* to 0"):
        icc(1, -0.1, 1)
    with pytest.raises(ParameterError, match="residual"):
        icc(1, 1, math.nan)
    with pytest.raises(ParameterError, match="one of agreement, consistency"):
        icc(1, 1, 1, kind="absolute")
    with pytest.raises(ParameterError, match="ratings"):
        icc(1, 1, 1, ratings=0)
    with pytest.raises(ParameterError, match="Did you mean probit"):
        latent_residual("porbit")
