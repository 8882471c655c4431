"""Calibrations: what is recommended, and by which numbers, is what the rows say."""

from dataclasses import replace
from functools import cache
from math import nan

import pytest

import claimwise as cw
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import percent
from tests.report.helpers import changed, told


@cache
def accuracy(difference=0.05):
    return cw.calibrate.accuracy(n=60, agreement=0.9, difference=difference)


@cache
def means():
    return cw.calibrate.means(
        n=30, shape="skewed", difference=0.5, test="paired-t,wilcoxon", interval="t",
        replicates=300, rng=1,
    )  # fmt: skip


def column(table, name):
    place = table.header.index(name)
    return {row[0]: row[place] for row in table.rows}


def test_the_test_and_the_interval_to_use_are_those_recommended():
    result = accuracy()
    (test,) = [r.at["analysis"] for r in result.select("recommended") if r.estimate]
    (interval,) = [r.at["analysis"] for r in result.select("recommended_interval") if r.estimate]
    share = result[f"false_positives[accuracy, {test}, difference=0]"].estimate
    headline = answer_of(result).headline
    assert headline.startswith(f"Use the test {test}: ")
    assert f"at most {percent(share, 1)} of studies, where 5% are promised" in headline
    covered = [row.estimate for row in result.select("coverage", analysis=interval)]
    assert f"Use the interval {interval}" in told(result)
    assert f"at least {percent(min(covered), 1)} of studies, where 95% are promised" in told(result)


def test_those_that_break_their_promise_are_named_with_their_share():
    result = accuracy()
    short = [r.at["analysis"] for r in result.select("keeps_level") if not r.estimate]
    assert short == ["wald-paired"]
    least = min(row.estimate for row in result.select("coverage", analysis="wald-paired"))
    assert f"not kept by wald-paired ({percent(least, 1)})" in told(result)
    loud = changed(result, "honest", "mcnemar-midp", estimate=0.0)
    loud = changed(loud, "false_positives", "mcnemar-midp", estimate=0.081)
    assert "not kept by mcnemar-midp (8.1%)" in told(loud)
    assert "mcnemar-midp" not in told(result)


def test_nothing_is_recommended_where_every_test_finds_too_much():
    result = means()
    assert not [r for r in result.select("recommended") if r.estimate]
    shares = {
        row.at["analysis"]: percent(row.estimate, 1) for row in result.select("false_positives")
    }
    headline = answer_of(result).headline
    assert headline.startswith("2 of 2 tests are shown to break their promise: ")
    for name in ("paired-t", "wilcoxon"):
        assert f"{name} ({shares[name]})" in headline


def test_without_a_difference_no_test_can_be_chosen():
    headline = answer_of(accuracy(None)).headline
    worst = max(accuracy(None).select("false_positives"), key=lambda row: row.estimate)
    assert headline.startswith("0 of 4 tests are shown to break their promise: ")
    assert f"at most {percent(worst.estimate, 1)} of studies" in headline
    loud = changed(accuracy(None), "honest", worst.at["analysis"], estimate=0.0)
    assert answer_of(loud).headline.startswith("1 of 4 tests ")
    assert f"{worst.at['analysis']} ({percent(worst.estimate, 1)})" in answer_of(loud).headline


def test_a_line_of_the_table_has_the_verdict_and_the_shares():
    tests, intervals = answer_of(accuracy()).tables
    rows = accuracy().select("false_positives")
    assert column(tests, "false, equally good") == {
        r.at["analysis"]: percent(r.estimate, 1) for r in rows
    }
    verdicts = column(tests, "verdict")
    assert verdicts["mcnemar-asymptotic"] == "keeps alpha: use it"
    assert column(intervals, "verdict")["wald-paired"] == "covers too little"
    wide = accuracy()["width[tango, difference=0.05]"].estimate
    assert column(intervals, "width, 5 points")["tango"] == f"{100 * wide:.1f}"


def test_a_simulation_does_not_show_that_a_promise_is_kept():
    tests, _ = answer_of(means()).tables
    assert column(tests, "verdict")["wilcoxon"] == "finds too much"
    some = changed(means(), "honest", "paired-t", estimate=1.0)
    some = changed(some, "false_positives", "paired-t", estimate=0.06, low=0.04, high=0.09)
    assert column(answer_of(some).tables[0], "verdict")["paired-t"] == "may keep alpha"


def test_what_simulation_leaves_open_is_said_of_what_is_recommended():
    result = accuracy()
    open_ = changed(
        result, "false_positives", "mcnemar-asymptotic", estimate=0.07, low=0.04, high=0.1
    )
    assert "cannot tell them apart" in told(open_)
    assert "cannot tell them apart" not in told(result)


def test_an_interval_that_is_never_defined_is_said_so():
    none = changed(accuracy(), "coverage", "wald-paired", estimate=nan)
    rows = [row for row in none.rows if row.quantity not in ("keeps_level", "recommended_interval")]
    assert "No interval is defined on such data." in told(replace(none, rows=tuple(rows)))


@pytest.mark.slow
def test_several_metrics_and_worlds_are_told_apart():
    result = cw.calibrate.responses(
        epsilon_b=[0, 0.4], items=40, metric="mae,wins", procedure="item-swap,htest",
        replicates=40, resamples=59, sets=4, draws=20, rng=1,
    )  # fmt: skip
    (table,) = answer_of(result).tables
    assert table.header[:2] == ("metric", "test")
    assert table.header[3:] == (
        *("false, B off by 0", "false, both off by 0.4", "power, B off by 0.4"),
    )
    assert len(table.rows) == 4
    assert {row[2] for row in table.rows if row[1] == "htest"} == {"no p-value"}
    best = [r.at["metric"] for r in result.select("recommended") if r.estimate]
    for metric in best:
        assert f"item-swap of {metric}" in answer_of(result).headline
    assert "htest on 4" in answer_of(result).brief
    rows = result.select("false_positives", analysis="item-swap")
    most = max(row.estimate for row in rows if row.at["metric"] in best)
    assert f"in at most {percent(most, 1)} of studies" in answer_of(result).headline


def test_the_route_stands_in_the_method():
    assert "every outcome of a study counted" in answer_of(accuracy()).brief
    assert "300 simulated studies of each kind, shares to within" in answer_of(means()).brief
    assert "systems agree on 90%" in answer_of(accuracy()).brief


def test_no_claim_is_made_so_nothing_is_to_be_checked():
    assert not answer_of(accuracy()).ways
    assert answer_of(accuracy()).word == ""
    assert accuracy().verdict is None
