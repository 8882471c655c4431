"""Every binary example of Azer et al. (2020) and of HyBayes, recomputed.

The expected values were found apart from this library: by finite sums at 50 digits, closed
forms, or converged quadrature. In all of them the paper's first system is our B.
"""

import numpy as np
import pytest
from scipy import stats

from claimwise.bayes import (
    BetaPosterior,
    IndependentPosterior,
    PairedPosterior,
    StratifiedPosterior,
    assess_bayes_factor,
    assess_posterior,
    pairing_bounds,
    sensitivity,
)
from claimwise.data import IndependentCounts, PairCounts
from claimwise.htest import run_test

EASY = IndependentCounts.of(1637, 2376, 1721, 2376)
CHALLENGE = IndependentCounts.of(496, 1172, 566, 1172)
BOTH = IndependentCounts.of(2133, 3548, 2287, 3548)
BINARY = IndependentCounts.of(20, 28, 12, 25)  # 12 of 25 against 20 of 28


def test_value_arc_easy_posterior():
    result = assess_posterior(EASY, rope=0.01, margin=0.01)
    assert result["probability_greater"].estimate == pytest.approx(0.9962757785219527, abs=1e-10)
    assert result["probability_greater[margin]"].estimate == pytest.approx(0.9724970745, abs=1e-9)
    assert result["probability_rope"].estimate == pytest.approx(0.0272046768, abs=1e-9)
    assert result["probability_less[margin]"].estimate == pytest.approx(0.0002982487, abs=1e-9)
    row = result["posterior_difference"]
    assert row.estimate == pytest.approx(0.0353238015, abs=1e-9)
    assert (row.low, row.high) == pytest.approx((0.00946270, 0.06118002), abs=1e-6)
    assert (row.level, row.kind, row.n) == (0.95, "credible", 4752)
    tails = result["posterior_difference[equal-tailed]"]
    assert (tails.low, tails.high) == pytest.approx((0.00945687, 0.06117420), abs=1e-6)


def test_value_arc_easy_moments_and_other_levels():
    posterior = IndependentPosterior.of(EASY)
    assert posterior.sd == pytest.approx(0.0131935412, abs=1e-9)
    assert posterior.mode() == pytest.approx(0.0353325, abs=1e-6)
    assert posterior.hdi(0.9) == pytest.approx((0.0136232, 0.0570262), abs=1e-6)


def test_value_arc_easy_bayes_factors():
    result = assess_bayes_factor(EASY, rope=0.01, margin=0.01)
    assert result["prior_probability_rope"].estimate == pytest.approx(1 - 0.99**2, abs=1e-10)
    assert result["bayes_factor_01"].estimate == pytest.approx(1.37733445, abs=1e-6)
    found = result["bayes_factor_rope_encompassing"].estimate
    assert found == pytest.approx(1.36706918, abs=1e-6)
    assert result["bayes_factor_direction"].estimate == pytest.approx(36.795661, abs=1e-4)


def test_value_arc_both_pooled_and_challenge():
    both = IndependentPosterior.of(BOTH)
    assert both.hdi(0.95) == pytest.approx((0.02085571, 0.06589889), abs=1e-6)
    want = (0.9999190770, 0.9981520054, 0.9790110619)
    assert both.sf([0.0, 0.01, 0.02]) == pytest.approx(want, abs=1e-9)
    challenge = IndependentPosterior.of(CHALLENGE)
    assert challenge.sf([0.0, 0.01]) == pytest.approx((0.9981580262, 0.9921846723), abs=1e-9)
    assert challenge.hdi(0.95) == pytest.approx((0.0194339, 0.0997886), abs=1e-6)
    for data, want01 in ((BOTH, 0.09109898), (CHALLENGE, 0.37051170)):
        found = assess_bayes_factor(data, rope=0.01)["bayes_factor_01"].estimate
        assert found == pytest.approx(want01, abs=1e-7)


TABLE = {  # prior: P(d > 0), P(d > .01); HDI; prior mass of the ROPE; BF01, BF of d > .01
    "uniform": (0.9962757785, 0.9724970745, 0.0094627, 0.0611800, 0.0199, 1.377334, 36.7957),
    "jeffreys": (0.9962846128, 0.9725533324, 0.0094744, 0.0611981, 0.0283355184, 0.956964, 37.5010),
    "beta(2,2)": (0.9962580804, 0.9723844168, 0.0094394, 0.0611440, 0.02399603, 1.142231, 36.9429),
    "beta(3,1.5)": (
        *(0.9962630321, 0.9723945231, 0.0094417, 0.0611269),
        *(0.0286927249, 0.950330, 37.3058),
    ),
    "beta(9,3)": (0.9962246652, 0.9720856549, 0.0093789, 0.060968, 0.0481308539, 0.561604, 38.3456),
}  # fmt: skip


@pytest.fixture(scope="module")
def strip():
    return sensitivity(EASY, rope=0.01, margin=0.01)


@pytest.mark.parametrize("prior", TABLE)
def test_value_the_table_of_prior_sensitivity(strip, prior):
    above, margin, low, high, before, factor, direction = TABLE[prior]

    def found(name):
        return strip[name.replace("@", f"prior={prior}")]

    assert found("probability_greater[@]").estimate == pytest.approx(above, abs=1e-9)
    assert found("probability_greater[margin, @]").estimate == pytest.approx(margin, abs=1e-9)
    row = found("posterior_difference[@]")
    assert (row.low, row.high) == pytest.approx((low, high), abs=1e-6)
    assert found("prior_probability_rope[@]").estimate == pytest.approx(before, abs=1e-9)
    assert found("bayes_factor_01[@]").estimate == pytest.approx(factor, abs=1e-6)
    assert found("bayes_factor_direction[@]").estimate == pytest.approx(direction, abs=1e-4)


def test_the_strip_says_what_moves_and_what_changes_sides(strip):
    notes = " ".join(strip.notes)
    (sides,) = [note for note in strip.notes if "above 1 under some of these priors" in note]
    assert "equivalence" in sides
    assert "the direction" not in sides
    assert "0.996225 to 0.996285" in notes
    assert "The Bayes factor of no difference (prior=jeffreys)" in notes  # undefined there
    assert np.isnan(strip["bayes_factor_01[point, prior=jeffreys]"].estimate)


@pytest.mark.parametrize(
    ("data", "want"),
    [(EASY, 0.8414105403), (CHALLENGE, 0.2862892285), (BOTH, 0.0281950883), (BINARY, 0.7097298369)],
)
def test_value_point_null(data, want):
    found = assess_bayes_factor(data)["bayes_factor_01[point]"].estimate
    assert found == pytest.approx(want, abs=1e-9)


def test_value_the_binary_example_of_the_manual():
    posterior = IndependentPosterior.of(BINARY)
    assert posterior.sf(0.0) == pytest.approx(0.0433906817, abs=1e-9)
    assert posterior.probability(-0.1, 0.1) == pytest.approx(0.1668851060, abs=1e-9)
    assert posterior.mean == pytest.approx(-0.2185185185, abs=1e-9)
    assert posterior.sd == pytest.approx(0.1252617950, abs=1e-9)
    assert posterior.mode() == pytest.approx(-0.2247808, abs=1e-6)
    assert posterior.hdi(0.95) == pytest.approx((-0.4614102, 0.0276028), abs=1e-6)
    assert posterior.eti(0.95) == pytest.approx((-0.4572499, 0.0320566), abs=1e-6)
    found = assess_bayes_factor(BINARY, rope=0.1)["bayes_factor_01"].estimate
    assert found == pytest.approx(0.8539729, abs=1e-6)


def test_value_paired_is_one_incomplete_beta():
    from scipy.special import betainc

    for wins, losses in ((40, 25), (3, 0), (0, 0)):
        posterior = PairedPosterior.of(PairCounts.of(wins, losses, 100))
        want = betainc(losses + 1, wins + 1, 0.5)
        assert posterior.sf(0.0) == pytest.approx(want, abs=1e-13)


def test_value_bounds_over_every_pairing():
    bounds = pairing_bounds(EASY, margin=0.01)
    assert bounds["probability_greater[lowest]"].estimate == pytest.approx(0.9877615535, abs=1e-9)
    assert bounds["probability_greater[highest]"].estimate == pytest.approx(1, abs=1e-9)
    found = bounds["probability_greater[margin, lowest]"].estimate
    assert found == pytest.approx(0.9465839, abs=1e-7)
    assert bounds["agreement[lowest]"].estimate == pytest.approx(1 - 1394 / 2376)
    assert bounds["agreement[highest]"].estimate == pytest.approx(1 - 84 / 2376)
    assert bounds["agreement[margin, highest]"].estimate == pytest.approx(1 - 84 / 2376)


def test_value_stratified_instead_of_pooled():
    parts = [IndependentPosterior.of(EASY), IndependentPosterior.of(CHALLENGE)]
    stratified = StratifiedPosterior(parts, [2376, 1172])
    assert stratified.sf(0.02) == pytest.approx(0.9820, abs=1e-4)
    result = assess_posterior([EASY, CHALLENGE], margin=0.02)
    assert result["probability_greater[margin]"].estimate == pytest.approx(0.9820, abs=1e-4)
    weights = result.provenance["settings"]["weights"]
    assert weights == pytest.approx([2376 / 3548, 1172 / 3548])


def test_where_the_paper_is_wrong_we_differ():
    posterior = assess_posterior(EASY, rope=0.01, margin=0.01)
    factors = assess_bayes_factor(EASY, rope=0.01, margin=0.01)
    # "P(d > 1%) >= .95 can not be claimed": it can.
    assert posterior["probability_greater[margin]"].estimate > 0.95
    # "1.382", "1.409", "1.32" for one Bayes factor, and ".019" for a prior mass of .0199.
    for printed in (1.382, 1.409, 1.32, 1.433):
        assert abs(factors["bayes_factor_01"].estimate - printed) > 0.004
    assert abs(factors["prior_probability_rope"].estimate - 0.019) > 0.0008
    # The hypothesis as worded, "S1 exceeds S2 by 1%", has a factor of 36.8, not near 1.
    assert factors["bayes_factor_direction"].estimate > 36
    # The manual's sampled HDI of the binary example is off in the third digit.
    low, high = IndependentPosterior.of(BINARY).hdi(0.95)
    assert abs(low + 0.457) > 0.003
    assert abs(high - 0.0306) > 0.002


def test_both_readings_are_printed_where_they_differ():
    result = assess_posterior(EASY, rope=0.01, margin=0.01, names=("reading", "bert"))
    assert result["hdi_rope"].estimate == 0
    note = next(note for note in result.notes if "Two readings differ" in note)
    assert "bert scores higher than reading by more than 0.01 is 97.2%, at least 95%" in note
    assert "one-sided" in note
    assert "two-sided" in note
    challenge = assess_posterior(CHALLENGE, rope=0.01, margin=0.01)
    assert challenge["hdi_rope"].estimate == 1
    assert not any("Two readings" in note for note in challenge.notes)
    swapped = IndependentCounts.of(1721, 2376, 1637, 2376)
    mirrored = assess_posterior(swapped, rope=0.01, margin=0.01, names=("bert", "reading"))
    assert any(
        "bert scores higher than reading by more than 0.01 is 97.2%" in n for n in mirrored.notes
    )


@pytest.mark.slow
def test_value_the_frequentist_half_of_arc_easy():
    """What the paper and its readers compute beside the posterior, by our own tests."""
    right, wrong = np.array([1721, 1637]), np.array([655, 739])
    pooled = right.sum() / 4752
    assert pooled == pytest.approx(0.7066498316, abs=1e-10)
    error = np.sqrt(pooled * (1 - pooled) * 2 / 2376)
    assert error == pytest.approx(0.0132095213, abs=1e-10)
    z = (1721 - 1637) / 2376 / error
    assert z == pytest.approx(2.6763676344, abs=1e-9)
    # The paper calls the first a 95% interval; it is one of 90%.
    for level, want in ((0.9, (0.0136258, 0.0570813)), (0.95, (0.0094633, 0.0612437))):
        reach = stats.norm.ppf((1 + level) / 2) * error
        assert (84 / 2376 - reach, 84 / 2376 + reach) == pytest.approx(want, abs=1e-7)
    # The pairing that shows least has 1,394 items on which the systems disagree.
    assert 84 / np.sqrt(1394) == pytest.approx(2.2498, abs=5e-5)
    one, two = (float(run_test("z-pooled", EASY, alternative=side).rows[0].pvalue)
                for side in ("greater", "two-sided"))  # fmt: skip
    assert one == pytest.approx(0.0037212479, abs=1e-9)
    assert two == pytest.approx(0.0074424957, abs=1e-9)
    fisher = [float(run_test("fisher", EASY, alternative=side).rows[0].pvalue)
              for side in ("greater", "two-sided")]  # fmt: skip
    assert fisher == pytest.approx([0.0040843816, 0.0081687633], abs=1e-9)
    table = np.array([right, wrong])
    for corrected, chi2, p in ((False, 7.1629437, 0.0074424957), (True, 6.9934126, 0.0081810)):
        found = stats.chi2_contingency(table, correction=corrected)
        assert (found.statistic, found.pvalue) == pytest.approx((chi2, p), abs=1e-7)


def test_value_intervals_of_both_accuracies():
    """HDIs of 12 of 25 and of 20 of 28 under the uniform prior."""
    for right, n, want in ((12, 25, (0.2983496, 0.6653508)), (20, 28, (0.5375506, 0.8550989))):
        found = BetaPosterior(right + 1.0, n - right + 1.0).hdi(0.95)
        assert found == pytest.approx(want, abs=1e-6)
