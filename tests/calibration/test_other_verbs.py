"""Are the defaults of the verbs honest that compare no table of scores: survey and calibrate?

The marked tests are rows of docs/conformance.md. What survey says of a trend is held to alpha
without one, its intervals to their level; calibrate may say of a sound test that it breaks its
promise as often as its own intervals miss.
"""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw

ALPHA = 0.05


def published(rng, papers, each):
    """Return comparisons without a relation of gain and size; those of a paper are alike."""
    count = papers * each
    gain = np.repeat(rng.normal(0.02, 0.015, papers), each) + rng.normal(0, 0.01, count)
    return {
        "paper": [f"p{k}" for k in np.repeat(np.arange(papers), each)],
        "n": rng.choice([100, 300, 1000, 3000], count),
        "baseline": np.full(count, 0.7),
        "new": 0.7 + gain,
    }


def surveyed(studies, seed, papers, each):
    """Return how often a trend is said to be there, and how often the mean gain is covered."""
    trends = covers = 0
    for study in range(studies):
        rng = np.random.default_rng([seed, study])
        found = cw.survey(published(rng, papers, each), kind="scores", resamples=500)
        trends += found.settings["tau_course"] in ("rise", "fall")
        mean = found["mean_difference"]
        covers += mean.low <= 0.02 <= mean.high
    return trends, covers


def falsely_accused(studies, seed):
    """Return how often a t test of normal scores is said to find too much."""
    found = 0
    for study in range(studies):
        asked = {"n": 20, "sd": 1.0, "test": "paired-t", "interval": "t", "replicates": 1000}
        (row,) = cw.calibrate.means(**asked, rng=seed + study).select("false_positives")
        found += row.low > ALPHA
    return found


def at_most(hits, studies, rate):
    return stats.binomtest(hits, studies, rate, alternative="greater").pvalue > 1e-3


@pytest.mark.slow
def test_survey_and_calibrate_keep_their_level():
    trends, covers = surveyed(40, 1, 25, 1)
    assert at_most(trends, 40, ALPHA)
    assert at_most(40 - covers, 40, 0.07)  # percentiles of 25 gains
    assert at_most(falsely_accused(10, 1), 10, ALPHA / 2)


@pytest.mark.calibration
@pytest.mark.parametrize(("papers", "each"), [(25, 1), (25, 4), (60, 2)])
def test_the_table_of_surveys(papers, each):
    studies = 500
    trends, covers = surveyed(studies, 2, papers, each)
    name = f"survey, {papers} papers of {each} comparisons"
    print(f"\n| {name} | {trends / studies:.4f} | {covers / studies:.4f} | {studies:,} |")
    assert at_most(trends, studies, ALPHA)
    assert at_most(studies - covers, studies, 0.07)


@pytest.mark.calibration
def test_the_table_of_calibrations():
    studies = 300
    found = falsely_accused(studies, 1000)
    print(
        f"\n| calibrate means, a t test that keeps alpha | {found / studies:.4f} |  | {studies:,} |"
    )
    assert at_most(found, studies, ALPHA / 2)
