"""Comparisons before the end: the verdict is that of the rule, and so are p-value and interval."""

from __future__ import annotations

from math import isnan

import numpy as np
import polars
import pytest
from scipy import stats

from claimwise import compare
from claimwise.assess.evidence import paired_evidence, separate_evidence
from claimwise.assess.stopped import standard_error
from claimwise.core import ParameterError
from claimwise.data import Pairs
from claimwise.power.looks import Looks
from claimwise.report import document


def pairs(wins, losses, n):
    """Return scores of A and B with so many items that only one of them gets right."""
    a, b = np.zeros(n), np.zeros(n)
    b[:wins] = 1
    a[wins : wins + losses] = 1
    order = np.random.default_rng(0).permutation(n)
    return Pairs(a[order], b[order])


CLOSE = pairs(24, 12, 400)  # p = 0.047


def test_value_a_small_p_is_not_enough_at_a_look():
    once = compare(CLOSE)
    look = compare(CLOSE, looks=4, look=2, spending="pocock")
    assert once["difference"].pvalue == look["difference"].pvalue < 0.05
    assert once["verdict"].estimate == 1
    assert look["verdict"].estimate == 0
    assert look["decision"].estimate == 0
    level = Looks.of((0.25, 0.5), rule="pocock", final=False).levels[-1]
    assert look["boundary_p"].estimate == pytest.approx(level)
    assert look["difference"].level == pytest.approx(1 - level)
    assert "mde" not in look
    assert look.provenance["settings"]["alpha"] == 0.05


def test_value_the_share_follows_the_items():
    found = compare(CLOSE, looks=4, look=2, planned_n=1000, looked_at=[210])
    assert found.provenance["settings"]["stopping"]["fractions"] == [0.21, 0.4]
    assert found["spent"].estimate == pytest.approx(
        Looks.of((0.21, 0.4), rule="obrien-fleming", final=False).spent[-1]
    )


def test_value_two_groups_have_the_share_of_their_harmonic_mean():
    rows = [("a", i, i % 2) for i in range(100)] + [("b", i, i % 3 > 0) for i in range(100, 400)]
    scores = polars.DataFrame(rows, schema=["system", "item", "score"], orient="row")
    found = compare(scores, paired=False, looks=2, look=1, planned_n=300)
    shares = found.provenance["settings"]["stopping"]["fractions"]
    assert shares == pytest.approx([2 / (1 / 100 + 1 / 300) / 300])


def test_value_a_clear_difference_stops_the_study():
    found = compare(pairs(80, 20, 400), looks=3, look=1, planned_n=1200)
    assert found["decision"].estimate == found["verdict"].estimate == 1
    row = found["adjusted_difference"]
    assert row.estimate == pytest.approx(0.15, abs=1e-8)  # at the first look nothing to allow for
    assert row.pvalue == pytest.approx(found["difference"].pvalue, rel=1e-6)
    worse = compare(pairs(20, 80, 400), looks=3, look=1, planned_n=1200)
    assert worse["verdict"].estimate == -1
    assert worse["adjusted_difference"].estimate == pytest.approx(-0.15, abs=1e-8)


def test_value_at_the_end_the_rest_of_alpha_is_spent():
    found = compare(CLOSE, looks=2, look=2, planned_n=400)
    assert found["left"].estimate == 0
    assert found["decision"].estimate == 1  # p = 0.047 is below 0.049
    assert found["adjusted_difference"].pvalue < 0.05
    more = compare(CLOSE, looks=2, look=2, planned_n=390)
    assert any("More items than planned" in note for note in more.notes)


def test_direction_one_sided_claims_spend_on_one_side():
    greater = compare(CLOSE, looks=2, look=1, alternative="greater", spending="pocock")
    both = compare(CLOSE, looks=2, look=1, spending="pocock")
    assert greater["boundary_z"].estimate < both["boundary_z"].estimate
    assert greater["verdict"].estimate == 1
    less = compare(CLOSE, looks=2, look=1, alternative="less", spending="pocock")
    assert less["verdict"].estimate == -1
    assert document(less, figures=False).word == "BETTER"  # B scores higher, not lower as claimed
    assert any("not worked out for the other side" in note for note in less.notes)
    margin = compare(CLOSE, looks=2, look=2, claim="non-inferiority", margin=0.02)
    assert margin["verdict"].estimate == 1
    assert "adjusted_difference" not in margin


def test_value_a_very_early_look_asks_for_more_than_a_level_can_say():
    found = compare(CLOSE, looks=[0.01, 1], look=1)
    assert found["boundary_p"].estimate < 1e-100
    assert found["verdict"].estimate == 0
    assert any("1 - 1e-12" in note for note in found.notes)


def test_value_resamples_that_cannot_reach_the_boundary_are_said():
    scores = Pairs(*np.random.default_rng(1).normal(size=(2, 60)))
    found = compare(
        scores, looks=4, look=1, test="permutation", interval="t", resamples=2000, rng=1
    )
    assert any("resamples cannot give a p-value" in note for note in found.notes)


def test_value_standard_errors():
    d = CLOSE.b - CLOSE.a
    assert standard_error(paired_evidence(CLOSE)) == pytest.approx(d.std() / 20)
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=30), rng.normal(size=50)
    two = np.sqrt(a.var(ddof=1) / 30 + b.var(ddof=1) / 50)
    assert standard_error(separate_evidence(("A", "B"), a, b)) == pytest.approx(two)
    graded = Pairs(a, a + rng.normal(size=30))
    by_hand = stats.sem(graded.b - graded.a)
    assert standard_error(paired_evidence(graded)) == pytest.approx(by_hand)
    right = separate_evidence(("A", "B"), np.r_[1, 0, 0, 0.0], np.r_[1, 1, 0, 0.0])
    assert standard_error(right) == pytest.approx(np.sqrt(0.75 * 0.25 / 4 + 0.25 / 4))


def test_value_anytime_needs_no_looks():
    found = compare(pairs(80, 20, 400), spending="anytime")
    assert found["verdict"].estimate == 1
    assert found["shown_after"].estimate < 400
    assert found["difference"].low > 0
    assert found["win_rate"].estimate == 0.8
    assert found.method == "confidence-sequence"
    wider = compare(CLOSE, spending="anytime")["difference"]
    once = compare(CLOSE)["difference"]
    assert wider.low < once.low < once.high < wider.high
    assert wider.pvalue > once.pvalue


def test_value_anytime_of_graded_scores():
    rng = np.random.default_rng(3)
    graded = Pairs(rng.random(150), rng.random(150))
    free, bounded = (compare(graded, spending="anytime", bounds=b) for b in (None, (0, 1)))
    assert free.provenance["settings"]["stopping"]["sequence"] == "asymptotic"
    assert bounded.provenance["settings"]["stopping"]["sequence"] == "difference"
    tuned = compare(graded, spending="anytime", planned_n=2000)
    assert tuned.provenance["settings"]["stopping"]["tuned"] == 2000
    assert not isnan(free["difference"].low)


REFUSED = {
    "which look": ({"looks": 3}, "which one this is"),
    "which looks": ({"spending": "pocock"}, "which one this is"),
    "no rule": ({"planned_n": 300}, "a rule for looks"),
    "bounds of a test": ({"looks": 3, "look": 1, "bounds": (0, 1)}, "not go with bounds"),
    "looks at any time": ({"spending": "anytime", "look": 1}, "not go with look"),
    "a look too many": ({"looks": 3, "look": 4}, "3 that were planned"),
    "too few items": ({"looks": 2, "look": 2, "planned_n": 1000}, "which look this is.*looked_at"),
    "looks before": ({"looks": 3, "look": 3, "planned_n": 400, "looked_at": [9]}, "each of 2"),
    "unknown share": ({"looks": 3, "look": 2, "looked_at": [100]}, "planned_n"),
    "posterior": ({"looks": 3, "look": 1, "assess": "test,posterior"}, "posterior"),
    "interval alone": ({"looks": 3, "look": 1, "assess": "interval"}, 'assess="test", or'),
    "its own test": ({"spending": "anytime", "test": "sign"}, "no test"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    more, match = REFUSED[case]
    with pytest.raises(ParameterError, match=match):
        compare(CLOSE, **more)
