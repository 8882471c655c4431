"""Calibration of tests and intervals of graded scores, on simulated studies."""

from math import gamma

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import ClaimwiseError
from claimwise.kernels.t_power import decided, one_group
from claimwise.run import using
from claimwise.run.store import FileStore


@pytest.fixture(scope="module")
def normal():
    return cw.calibrate.means(
        n=12, difference=0.8, test="paired-t,wilcoxon", interval="t", replicates=8000, rng=11
    )


def test_the_t_test_of_normal_scores_errs_as_often_as_promised(normal):
    row = normal["false_positives[mean, paired-t, difference=0]"]
    assert stats.binomtest(round(8000 * row.estimate), 8000, 0.05).pvalue > 1e-3
    for difference in ("0", "0.8"):
        row = normal[f"coverage[t, difference={difference}]"]
        assert stats.binomtest(round(8000 * row.estimate), 8000, 0.95).pvalue > 1e-3
    assert normal["honest[mean, paired-t]"].estimate == 1
    assert normal["keeps_level[t]"].estimate == 1


def test_power_and_width_are_those_of_the_exact_distribution(normal):
    row = normal["power[mean, paired-t, difference=0.8]"]
    power = decided(one_group(12, 1.0), 0.8, 0.025, above=0.0).probability
    assert stats.binomtest(round(8000 * row.estimate), 8000, power).pvalue > 1e-3
    # The mean width is 2 t c4 / sqrt(n), with c4 the mean of the standard deviation.
    c4 = np.sqrt(2 / 11) * gamma(6) / gamma(5.5)
    width = normal["width[t, difference=0]"]
    expected = 2 * stats.t.ppf(0.975, 11) * c4 / np.sqrt(12)
    assert abs(width.estimate - expected) < 2 * (width.high - width.low) / 2


def test_p_values_without_a_difference_are_spread_evenly(normal):
    rows = [row for row in normal.rows if row.estimand.startswith("p_histogram[mean, paired-t")]
    counts = np.array([round(8000 * row.estimate) for row in rows])
    assert counts.sum() == 8000
    assert stats.chisquare(counts).pvalue > 1e-3
    assert counts[0] == round(
        8000 * normal["false_positives[mean, paired-t, difference=0]"].estimate
    )


def test_skewed_scores_are_found_to_fool_tests_of_symmetry():
    got = cw.calibrate.means(
        n=60, shape="skewed", difference=0.5, test="paired-t,wilcoxon", interval="t",
        replicates=1500, rng=3,
    )  # fmt: skip
    loud = got["false_positives[mean, wilcoxon, difference=0]"]
    assert loud.low > 0.3
    assert got["honest[mean, wilcoxon]"].estimate == 0
    assert got["keeps_level[t]"].estimate == 0
    assert f"wilcoxon ({100 * loud.estimate:.1f}%)" in got.headline


def test_clusters_fool_what_takes_items_as_independent():
    got = cw.calibrate.means(
        n=60, cluster_size=6, icc=0.4, difference=0.6, test="paired-t,cluster-t",
        interval="t,cluster-t", replicates=1500, rng=4,
    )  # fmt: skip
    assert got["honest[mean, paired-t]"].estimate == 0
    assert got["keeps_level[t]"].estimate == 0
    assert got["honest[mean, cluster-t]"].estimate == 1
    assert got["recommended_interval[cluster-t]"].estimate == 1
    use, _, avoid = got.headline.partition("; not kept by ")
    assert "cluster-t" in use
    assert "paired-t (" in avoid
    assert "cluster-t" not in avoid


def test_the_direction_is_that_of_the_difference():
    how = {"n": 20, "test": "paired-t", "interval": "none", "replicates": 400, "rng": 5}
    got = cw.calibrate.means(**how, difference=[1.0, -1.0], alternative="less")
    assert got["power[mean, paired-t, difference=-1]"].estimate > 0.9
    assert got["power[mean, paired-t, difference=1]"].estimate == 0


@pytest.mark.slow
def test_the_same_seed_gives_the_same_rows_with_any_number_of_workers():
    how = {"n": 8, "difference": 0.5, "replicates": 1200, "resamples": 39, "rng": 9}
    how |= {"test": "permutation", "interval": "percentile"}
    one, two = (cw.calibrate.means(**how, workers=w) for w in (1, 2))
    assert one.rows == two.rows
    assert one.rows != cw.calibrate.means(**{**how, "rng": 10}).rows


def test_blocks_are_kept_and_given_back(tmp_path):
    how = {"n": 10, "test": "paired-t", "interval": "t", "replicates": 2500, "rng": 2}
    plain = cw.calibrate.means(**how)
    for _ in range(2):
        with FileStore(tmp_path / "kept", ["x"], after=0) as store, using(store=store):
            assert cw.calibrate.means(**how).rows == plain.rows
    assert len(list((tmp_path / "kept").glob("blocks/*/*"))) == 3


def test_unpaired_scores_have_procedures_of_their_own():
    got = cw.calibrate.means(
        n=20, unpaired=True, sd_b=2, difference=1, replicates=300, resamples=99, rng=1
    )
    settings = got.provenance["settings"]
    assert settings["procedures"][0] == "welch"
    assert settings["intervals"] == ["welch", "pooled-t", "unpaired-percentile"]
    assert settings["sd_a"] == 1


def test_an_interval_that_is_never_defined_has_no_coverage():
    got = cw.calibrate.means(n=1, test="none", interval="t", replicates=20)
    row = got["coverage[t, difference=0]"]
    assert row.estimate != row.estimate
    assert got["undefined[t, difference=0]"].estimate == 1
    assert any("undefined in 100% (difference=0) of studies." in note for note in got.notes)
    assert got.headline == "No interval is defined on such data"
    got = cw.calibrate.means(n=1, test="paired-t", interval="none", difference=1, replicates=20)
    assert got.headline == "No test is defined on such data"
    assert "nan" not in str(got)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"test": "welch"}, "paired-t"),
        ({"test": "cluster-t"}, "paired-t"),
        ({"icc": 0.2}, "cluster_size"),
        ({"sd": -1}, "above 0"),
        ({"sd_a": 1}, "unpaired"),
        ({"unpaired": True, "sd": 1, "sd_a": 1}, "sd_a and sd_b"),
        ({"shape": "round"}, "skewed"),
        ({"resamples": 9}, "some hundreds"),
        ({"interval": "percentile", "test": "none", "resamples": 9}, "at least 39"),
        ({"replicates": 0}, "replicates"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_a_sentence(given, said):
    with pytest.raises(ClaimwiseError) as refused:
        cw.calibrate.means(**({"n": 20, "replicates": 10} | given))
    assert said in str(refused.value)
