"""Exact power against values computed independently (research notes, R) and its own laws."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.data import PairCounts
from claimwise.htest import find_test
from claimwise.kernels import discordant, two_samples
from claimwise.kernels.strata import discordant as discordant_strata
from claimwise.power import exact_power, normal
from claimwise.worlds import Lachenbruch, PairedAccuracy, Preference

R = json.loads((Path(__file__).parents[1] / "golden" / "r_values.json").read_text())


def power(world, n, test="mcnemar-exact", **kw):
    return exact_power(world, find_test(test, paired=True), n, alpha=0.05, **kw)


@dataclass(frozen=True)
class Mine:
    """A world of one's own, whose analysis gives half of the ties to each system."""

    win: float
    lose: float

    def truth(self):
        return self.win - self.lose

    def null(self):
        half = (self.win + self.lose) / 2
        return Mine(half, half)

    def draw(self, n, rng, size):
        raise NotImplementedError

    def strata(self, n):
        return discordant_strata(n, self.win, self.lose)

    def at(self, n, stratum, count):
        return PairCounts(count, stratum - count, n).split_ties()


def test_a_world_of_ones_own_is_tested_as_it_says():
    got = power(Mine(0.3, 0.1), 100, "mcnemar-midp")
    want = power(Preference(0.3, 0.1, ties="split"), 100, "mcnemar-midp")
    assert got.power == pytest.approx(want.power, abs=1e-12)
    assert got.power != pytest.approx(
        power(Preference(0.3, 0.1), 100, "mcnemar-midp").power, abs=0.01
    )


@pytest.mark.parametrize(
    ("test", "n", "difference", "agreement", "want", "type_m"),
    [  # card2020.md, section 2.1
        ("mcnemar-exact", 500, 0.02, 0.9, 0.2494, 1.8917),
        ("mcnemar-midp", 500, 0.02, 0.9, 0.2906, 1.8256),
        ("mcnemar-asymptotic", 500, 0.02, 0.9, 0.2907, 1.8254),
        ("mcnemar-corrected", 500, 0.02, 0.9, 0.2453, 1.8994),
        ("mcnemar-exact", 2000, 0.02, 0.9, 0.7915, 1.1275),
        ("mcnemar-midp", 2000, 0.02, 0.9, 0.8100, None),
        ("mcnemar-asymptotic", 2000, 0.02, 0.9, 0.8111, None),
        ("mcnemar-exact", 500, 0.04, 0.9, 0.7854, None),
        ("mcnemar-midp", 500, 0.04, 0.9, 0.8208, None),
        ("mcnemar-exact", 500, 0.02, 0.975, 0.7976, 1.1158),
        ("mcnemar-midp", 500, 0.02, 0.975, 0.8622, None),
        ("mcnemar-exact", 1000, 0.02, 0.98, 0.9999, 1.0000),
        ("mcnemar-exact", 1000, 0.02, 0.42, 0.1207, 2.9974),
        ("mcnemar-midp", 147, 0.05, 1 - 0.05921741, 0.752971, None),
        ("mcnemar-exact", 147, 0.05, 1 - 0.05921741, 0.64242, None),
    ],
)
def test_value_power_and_exaggeration(test, n, difference, agreement, want, type_m):
    got = power(PairedAccuracy(difference, agreement), n, test)
    assert got.power == pytest.approx(want, abs=6e-5)
    if type_m is not None:
        assert got.type_m == pytest.approx(type_m, abs=6e-5)


@pytest.mark.parametrize(
    ("agreement", "difference", "n", "want", "type_m", "type_s"),
    [  # figures 3, 7 and 8
        (0.70, 0.02, 100, 0.036, 6.91, 0.139),
        (0.70, 0.02, 500, 0.110, 3.08, 0.019),
        (0.70, 0.02, 1000, 0.194, 2.22, 0.004),
        (0.70, 0.02, 5000, 0.725, 1.18, 0.0),
        (0.95, 0.02, 100, 0.041, 3.46, None),
        (0.95, 0.02, 250, 0.203, 1.96, None),
        (0.95, 0.02, 500, 0.440, 1.44, None),
        (0.95, 0.02, 1000, 0.785, 1.13, None),
        (0.70, 0.05, 100, 0.105, None, None),
        (0.70, 0.05, 250, 0.264, None, None),
        (0.70, 0.05, 500, 0.502, None, None),
        (0.70, 0.05, 1000, 0.811, None, None),
    ],
)
def test_value_figures_3_7_and_8(agreement, difference, n, want, type_m, type_s):
    got = power(PairedAccuracy(difference, agreement), n)
    assert got.power == pytest.approx(want, abs=6e-4)
    if type_m is not None:
        assert got.type_m == pytest.approx(type_m, abs=6e-3)
    if type_s is not None:
        assert got.type_s == pytest.approx(type_s, abs=6e-4)


def test_value_wrong_signs():
    got = power(PairedAccuracy(0.02, 0.9), 500)
    assert got.reject_any == pytest.approx(0.2496, abs=5e-5)
    assert got.type_s == pytest.approx(0.0009, abs=5e-5)


@pytest.mark.parametrize(
    ("n", "want", "type_m", "type_s"),
    [(100, 0.82758, 1.0993, None), (25, 0.30608, 1.7281, 5.9e-4)],
)
def test_value_figure_1(n, want, type_m, type_s):
    got = power(Preference(0.65, 0.35), n, "sign")
    assert got.power == pytest.approx(want, abs=6e-6)
    assert got.type_m == pytest.approx(type_m, abs=6e-5)
    if type_s is not None:
        assert got.type_s == pytest.approx(type_s, abs=1e-5)


def test_value_win_lose_tie():
    got = power(Preference(0.45, 0.35), 200, "sign")
    assert got.power == pytest.approx(0.3241, abs=5e-5)
    assert got.type_m == pytest.approx(1.696, abs=5e-4)
    assert got.type_s == pytest.approx(0.00045, abs=1e-5)
    assert power(Preference(0.45, 0.35), 200, "mcnemar-midp").power == pytest.approx(
        0.3509, abs=5e-5
    )


def test_value_power_agrees_with_r():
    world = PairedAccuracy(0.02, 0.9)
    exact = R["power conditional n=500 d=.02 rate=.1"]
    midp = R["power midp n=500 d=.02 rate=.1"]
    small = R["power midp n=147 d=.05 rate=.05921741"]
    assert power(world, 500).power == pytest.approx(exact, rel=1e-11)
    assert power(world, 500, "mcnemar-midp").power == pytest.approx(midp, rel=1e-11)
    world = PairedAccuracy(0.05, 1 - 0.05921741)
    assert power(world, 147, "mcnemar-midp").power == pytest.approx(small, rel=1e-11)


def test_value_pvalues_and_formulas_agree_with_r():
    two = "two-sided"
    z2, z1 = normal.critical_z(0.05, two), normal.critical_z(0.05, "greater")
    ours = {
        "power.prop.test power n=1725 .92 .944": normal.proportions_power(1725, 0.92, 0.944, z2),
        "power.prop.test n .5 .55 power .8": normal.proportions_n(0.5, 0.55, z2, 0.8),
        "power.prop.test power n=200 .7 .8 one.sided": normal.proportions_power(200, 0.7, 0.8, z1),
        "mcnemar.test 61 39": discordant.corrected(61, 39, two),
        "mcnemar.test 61 39 uncorrected": discordant.asymptotic(61, 39, two),
        "mcnemar.test 5 5": discordant.corrected(5, 5, two),
        "binom.test 61 100": discordant.exact(61, 39, two),
        "binom.test 61 100 greater": discordant.exact(61, 39, "greater"),
        "fisher.test 12/40 23/55": two_samples.fisher(12, 40, 23, 55, two),
        "fisher.test 1587/1725 1628/1725": two_samples.fisher(1587, 1725, 1628, 1725, two),
        "prop.test 12/40 23/55 uncorrected": two_samples.pooled_z(12, 40, 23, 55, two),
    }
    for name, value in ours.items():
        assert float(value) == pytest.approx(R[name], rel=1e-9), name
    detectable = cw.plan.proportions(n=1725, baseline=0.92, solve="mde")["mde"].estimate
    want = R["power.prop.test p2 n=1725 .92 power .8"] - 0.92
    assert detectable == pytest.approx(want, abs=2e-9)
    assert set(R) - set(ours) - {"power.prop.test p2 n=1725 .92 power .8"} == {
        name for name in R if name.startswith(("power conditional", "power midp"))
    }


def test_value_normal_formulas():
    # card2020.md, sections 1.3 and 2.1; the last two are MESS's own check values.
    z = normal.critical_z(0.05, "two-sided")
    assert normal.discordant_power(500, 0.02, 0.1, z) == pytest.approx(0.29224, abs=1e-5)
    assert normal.discordant_power(2000, 0.02, 0.1, z) == pytest.approx(0.80791, abs=1e-5)
    assert normal.discordant_n(0.02, 0.1, z, 0.8) == pytest.approx(1959.86, abs=0.01)
    for lose, target, want in ((0.125, 0.9, 247.9973), (0.1, 0.8, 233.0945)):
        assert normal.discordant_n(lose, 3 * lose, z, target) == pytest.approx(want, abs=1e-3)


def test_value_a_worse_system_may_be_as_bad_as_the_baseline_is_good():
    # Greatest agreement: the disagreement is the difference, so that n = (z + z')^2 / difference.
    z = normal.critical_z(0.05, "two-sided")
    found = normal.lachenbruch_difference(Lachenbruch("low", 0.9), 40, z, 0.8, -1)
    assert found == pytest.approx(-7.848879734 / 40)
    assert math.isnan(normal.lachenbruch_difference(Lachenbruch("low", 0.9), 40, z, 0.8, 1))


worlds = st.tuples(st.floats(0.3, 0.99), st.floats(0.05, 0.95)).map(
    lambda x: PairedAccuracy((1 - x[0]) * x[1], x[0])
)


@given(worlds, st.integers(5, 150), st.sampled_from(["mcnemar-exact", "mcnemar-midp"]))
@settings(max_examples=40)
def test_law_swapping_the_systems_changes_nothing_but_the_sign(world, n, test):
    there = power(world, n, test)
    back = power(PairedAccuracy(-world.difference, world.agreement), n, test)
    for field in ("power", "reject_any", "type_s", "type_m"):
        assert getattr(there, field) == pytest.approx(
            getattr(back, field), rel=1e-9, abs=1e-14, nan_ok=True
        )


@given(worlds, st.integers(5, 150))
@settings(max_examples=40)
def test_law_two_sided_power_lies_between_the_one_sided_ones(world, n):
    two = power(world, n)
    greater = power(world, n, alternative="greater")
    less = power(world, n, alternative="less")
    assert less.power == 0  # it can only reject with the wrong sign
    assert two.power <= greater.power + 1e-12
    assert two.reject_any <= greater.reject_any + less.reject_any + 1e-12


@given(worlds, st.integers(5, 150))
@settings(max_examples=40)
def test_law_probabilities_stay_in_range(world, n):
    got = power(world, n, "mcnemar-midp")
    assert 0 <= got.power <= got.reject_any <= 1 + 1e-12
    if got.reject_any > 0:
        assert 0 <= got.type_s <= 1
        assert got.type_m >= 0


def test_a_pvalue_of_exactly_alpha_is_significant():
    # Of five discordant items all five: the two-sided p-value is 2 / 2**5 = 0.0625.
    test = find_test("mcnemar-exact", paired=True)
    at = exact_power(PairedAccuracy(0, 0), test, 5, alpha=0.0625)
    assert at.reject_any == pytest.approx(0.0625)
    assert exact_power(PairedAccuracy(0, 0), test, 5, alpha=0.0624).reject_any == 0


def test_no_effect_has_no_right_sign():
    got = power(PairedAccuracy(0, 0.9), 500)
    assert got.power != got.power
    assert got.type_m != got.type_m
    assert 0 < got.reject_any < 0.05


def test_a_study_too_small_to_reject_has_undefined_errors():
    got = power(PairedAccuracy(0.1, 0.8), 5)
    assert got.power == got.reject_any == 0
    assert got.type_m != got.type_m


@pytest.mark.parametrize("agreement", [0.0, 1.0])
def test_extreme_agreement(agreement):
    got = power(PairedAccuracy(0, agreement), 50)
    assert 0 <= got.reject_any <= 0.05


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"alpha": 5}, "alpha needs"),
        ({"alternative": "bigger"}, "alternative needs one of"),
        ({"n": 0}, "n needs a whole number"),
        ({"test": "mcnemr"}, "Did you mean"),
    ],
)
def test_exact_power_has_a_door(change, match):
    settings = {"world": PairedAccuracy(0.1, 0.8), "test": "sign", "n": 50} | change
    with pytest.raises(ParameterError, match=match):
        exact_power(**settings)


@pytest.mark.slow
def test_value_one_sided_by_brute_force():
    """Independent of the strata: plain sums over all tables, with SciPy's binomial."""
    from scipy import stats

    n, win, lose = 500, 0.06, 0.04
    right = 0.0
    for total in range(n + 1):
        wins = np.arange(total + 1)
        p = stats.binom.sf(wins, total, 0.5) + stats.binom.pmf(wins, total, 0.5) / 2
        found = (p <= 0.05) & (2 * wins > total)
        weight = stats.binom.pmf(total, n, win + lose)
        right += weight * stats.binom.pmf(wins, total, win / (win + lose))[found].sum()
    got = power(PairedAccuracy(0.02, 0.9), n, "mcnemar-midp", alternative="greater")
    assert got.power == pytest.approx(right, rel=1e-9)
    assert right == pytest.approx(0.40733, abs=1e-5)


def test_quora_size_is_no_obstacle():
    """The paper gave up the exact test at n = 390,965."""
    got = power(PairedAccuracy(0.001068, 1 - 0.0568), 390_965, "mcnemar-midp")
    z = normal.critical_z(0.05, "two-sided")
    want = normal.discordant_power(390_965, 0.001068, 0.0568, z)
    assert got.power == pytest.approx(want, abs=2e-4)
