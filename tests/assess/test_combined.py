"""Totals of several data sets, and detectable differences, by hand."""

from math import sqrt

import numpy as np
import pytest
from scipy import optimize, stats

import claimwise as cw
from claimwise.data import example_path

ARC = example_path("arc.csv")
COUNTS = {"easy": (1637, 1721, 2376), "challenge": (496, 566, 1172)}
WEIGHTS = {"easy": 2376 / 3548, "challenge": 1172 / 3548}


def arc(**more):
    return cw.compare(ARC, a="reading-strategies", b="bert", **more)


def total():
    return sum(WEIGHTS[d] * (b - a) / n for d, (a, b, n) in COUNTS.items())


def error(*, pooled):
    variance = 0.0
    for d, (a, b, n) in COUNTS.items():
        p, q = (a / n, b / n) if not pooled else ((a + b) / 2 / n,) * 2
        variance += WEIGHTS[d] ** 2 * (p * (1 - p) + q * (1 - q)) / n
    return sqrt(variance)


def newcombe_arms(a, b, n):
    """How far Newcombe's interval reaches below and above the difference, from Wilson's of both."""
    (low_a, high_a), (low_b, high_b) = (
        stats.binomtest(x, n).proportion_ci(0.95, method="wilson") for x in (a, b)
    )
    p, q = a / n, b / n
    return sqrt((q - low_b) ** 2 + (high_a - p) ** 2), sqrt((high_b - q) ** 2 + (p - low_a) ** 2)


def restricted_error(margin):
    """Each data set's most likely shares among those that differ by the margin, by search."""
    variance = 0.0
    for d, (a, b, n) in COUNTS.items():

        def unlikely(p, a=a, b=b, n=n):
            return -stats.binom.logpmf(a, n, p) - stats.binom.logpmf(b, n, p + margin)

        p = optimize.minimize_scalar(unlikely, bounds=(0.01, 0.97), options={"xatol": 1e-10}).x
        q = p + margin
        variance += WEIGHTS[d] ** 2 * (p * (1 - p) + q * (1 - q)) / n
    return sqrt(variance)


@pytest.mark.slow
def test_value_the_combined_test_has_the_variance_of_its_hypothesis():
    row = arc()["difference[combined]"]
    assert row.estimate == pytest.approx(total())
    assert row.pvalue == pytest.approx(2 * stats.norm.sf(total() / error(pooled=True)))
    beyond = arc(claim="superiority", margin=0.02)["difference[combined]"]
    z = (total() - 0.02) / restricted_error(0.02)
    assert beyond.pvalue == pytest.approx(stats.norm.sf(z), rel=1e-6)
    assert arc().provenance["settings"]["test"] == "stratified-score"


def test_value_the_combined_interval_adds_the_squared_arms():
    arms = [np.multiply(WEIGHTS[d], newcombe_arms(*counts)) for d, counts in COUNTS.items()]
    below, above = np.sqrt(np.square(arms).sum(axis=0))
    row = arc(correct="none")["difference[combined]"]
    assert row.low == pytest.approx(total() - below, abs=1e-12)
    assert row.high == pytest.approx(total() + above, abs=1e-12)
    assert abs(below - above) > 1e-5  # or the two could be mixed up


@pytest.mark.slow
def test_correction_over_datasets_when_asked_for():
    plain, holm = arc(correct="none"), arc(correct="holm")
    p = [plain[f"difference[{d}]"].pvalue for d in COUNTS]
    assert holm["difference[challenge]"].pvalue == pytest.approx(2 * min(p))
    assert holm["difference[easy]"].pvalue == pytest.approx(max(2 * min(p), max(p)))
    assert holm["raw_pvalue[easy]"].estimate == pytest.approx(p[0])
    assert holm["difference[combined]"].pvalue == plain["difference[combined]"].pvalue


def needed(edge, rate, n, alpha, power, pooled=False):
    """The difference at which a z test beyond the edge has the power, by the textbook formula."""

    def short(d):
        other = rate + d
        true = sqrt((rate * (1 - rate) + other * (1 - other)) / n)
        mean = (rate + other) / 2
        null = sqrt(2 * mean * (1 - mean) / n) if pooled else true
        reach = stats.norm.ppf(1 - alpha) * null + stats.norm.ppf(power) * true
        return (d - edge) - np.sign(d - edge) * reach

    side = (edge + 1e-6, 0.25) if edge >= -0.02 else (-0.3, edge - 1e-6)
    return optimize.brentq(short, *side)


@pytest.mark.slow
def test_value_detectable_differences_of_claims_with_a_margin():
    rate = 1637 / 2376
    worse = arc(dataset="easy", claim="non-inferiority", margin=0.02)["mde"]
    assert worse.estimate == pytest.approx(needed(-0.02, rate, 2376, 0.05, 0.8), rel=1e-6)
    more = arc(dataset="easy", claim="superiority", margin=0.02)["mde"]
    assert more.estimate == pytest.approx(needed(0.02, rate, 2376, 0.05, 0.8), rel=1e-6)
    pooled = (1637 + 1721) / 4752
    spread = sqrt(pooled * (1 - pooled) * 2 / 2376)
    same = arc(dataset="easy", claim="equivalence", margin=0.05)["mde"]
    both = stats.norm.ppf(0.95) + stats.norm.ppf(0.9)
    assert same.estimate == pytest.approx(both * spread)
    exact = cw.plan.proportions(n=2376, baseline=rate, alternative="less", solve="mde", by="exact")[
        "mde"
    ].estimate
    assert arc(dataset="easy", alternative="less")["mde"].estimate == pytest.approx(exact)
    lower = arc(dataset="easy", claim="superiority", margin=0.021, better="lower")["mde"]
    assert lower.estimate == pytest.approx(needed(-0.021, rate, 2376, 0.05, 0.8), rel=1e-6)


@pytest.mark.slow
def test_value_many_comparisons_share_alpha_in_what_they_could_detect():
    board = example_path("leaderboard.csv")
    result = cw.compare(board, baseline="bert", correct="holm")
    pair = cw.compare(board, a="bert", b="roberta", alpha=0.05 / 4)
    assert result["mde[roberta vs bert]"].estimate == pytest.approx(pair["mde"].estimate)
    alone = cw.compare(board, baseline="bert", correct="none")
    single = cw.compare(board, a="bert", b="roberta")
    assert alone["mde[roberta vs bert]"].estimate == pytest.approx(single["mde"].estimate)


def test_value_superiority_of_graded_scores_counts_ties_one_half():
    a, b = [1.0, 2.0, 3.0, 4.0], [1.0, 3.0, 2.0, 7.0]
    result = cw.compare({"a": a, "b": b}, effects="superiority,cohens-d,odds-ratio")
    assert result["superiority"].estimate == pytest.approx((2 + 0.5) / 4)
    d = np.subtract(b, a)
    assert result["cohens_d"].estimate == pytest.approx(d.mean() / d.std(ddof=1))
    assert np.isnan(result["odds_ratio"].estimate)


def test_value_effects_of_separate_scores():
    import polars

    a, b = [1.0, 2.0, 3.0], [2.0, 3.0, 5.0, 0.0]
    frame = polars.DataFrame(
        {"item": list("abcdefg"), "system": ["x"] * 3 + ["y"] * 4, "score": a + b}
    )
    result = cw.compare(frame, paired=False, effects="superiority,cohens-d")
    wins = sum((y > x) + (y == x) / 2 for x in a for y in b)
    assert result["superiority"].estimate == pytest.approx(wins / 12)
    pooled = (2 * np.var(a, ddof=1) + 3 * np.var(b, ddof=1)) / 5
    expected = (np.mean(b) - np.mean(a)) / np.sqrt(pooled)
    assert result["cohens_d"].estimate == pytest.approx(expected)
    totals = arc(dataset="easy", effects="odds-ratio,superiority,cohens-d")
    odds = (1721 / 655) / (1637 / 739)
    assert totals["odds_ratio"].estimate == pytest.approx(odds)


@pytest.mark.slow
def test_small_counts_are_tested_exactly():
    import polars

    frame = polars.DataFrame({"system": ["x", "y"], "correct": [1, 4], "n": [30, 30]})
    result = cw.compare(frame)
    assert result.method == "boschloo"
    expected = stats.boschloo_exact([[4, 1], [26, 29]]).pvalue
    assert result["difference"].pvalue == pytest.approx(expected, abs=1e-3)
    # Four right in all, but shared out so unequally that less than five are expected in one.
    uneven = polars.DataFrame({"system": ["x", "y"], "correct": [20, 4], "n": [300, 30]})
    assert cw.compare(uneven).method == "boschloo"
    large = polars.DataFrame({"system": ["x", "y"], "correct": [150, 20], "n": [300, 30]})
    assert cw.compare(large).method == "z-pooled"


def test_direction_superiority_is_of_the_better_system():
    a, b = [4.0, 3.0, 2.0, 1.0], [3.0, 2.0, 1.0, 5.0]
    less = cw.compare({"a": a, "b": b}, better="lower", effects="superiority")
    more = cw.compare({"a": a, "b": b}, effects="superiority")
    assert less["superiority"].estimate == 0.75  # B is lower on three of four items
    assert more["superiority"].estimate == 0.25
    assert any("that B scores lower, on the same item" in note for note in less.notes)
    assert any("that B scores higher, on the same item" in note for note in more.notes)
    apart = arc(dataset="easy", effects="superiority")
    turned = arc(dataset="easy", effects="superiority", better="lower")
    total = apart["superiority"].estimate + turned["superiority"].estimate
    assert total == pytest.approx(1)


def test_an_odds_ratio_calls_nothing_right_where_less_is_better():
    a, b = [1, 1, 1, 0, 0, 0], [0, 0, 1, 1, 0, 0]
    less = cw.compare({"a": a, "b": b}, better="lower", effects="odds-ratio")
    assert less["odds_ratio"].estimate == 0.5
    note = next(note for note in less.notes if note.startswith("Odds ratio"))
    assert note == "Odds ratio: items where only B scores 1 over those where only A does."
