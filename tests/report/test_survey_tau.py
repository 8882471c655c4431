"""Kendall's tau in words: a direction where chance is excluded, and nowhere else."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise import report
from claimwise.core import Row
from claimwise.report import plain
from claimwise.report.kinds.survey import COURSES, tau_in_short
from claimwise.surveys.funnel import course_of

RISE, FALL = "differences rise as test sets grow.", "differences fall as test sets grow."
LEFT = f"{COURSES['open']}."
ALONE = {"alpha": 0.05, "comparisons": 60}
MANY = {**ALONE, "papers": 15}  # of four comparisons each
UP, DOWN, BOTH = (0.1, 0.5), (-0.5, -0.1), (-0.1, 0.5)
SURE, UNSURE = 0.001, 0.2


def tau(estimate, p, ends=None):
    given = {} if ends is None else {"low": ends[0], "high": ends[1]}
    kind = {} if ends is None else {"level": 0.95, "kind": "confidence"}
    return Row(quantity="kendall_tau", estimate=estimate, pvalue=p, n=60, **given, **kind)


def told(row, settings):
    """Return what is said of tau, where its course is decided as a survey does."""
    course = course_of(row, **{"papers": None, **settings})
    return f"{tau_in_short(row, settings)}: {COURSES[course]}." if course else ""


@pytest.mark.parametrize("settings", [ALONE, {**ALONE, "papers": 60}])
@pytest.mark.parametrize(
    ("row", "words"),
    [
        (tau(0.3, SURE, UP), RISE),
        (tau(-0.3, SURE, DOWN), FALL),
        (tau(0.3, SURE), RISE),
        (tau(-0.3, UNSURE), LEFT),
        (tau(0.3, UNSURE, UP), LEFT),
        (tau(0.3, SURE, BOTH), LEFT),
        (tau(-0.3, SURE, UP), LEFT),
    ],
)
def test_without_papers_of_several_comparisons_both_must_exclude_chance(settings, row, words):
    said = told(row, settings)
    assert said.endswith(words)
    assert "independent" not in said


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (tau(0.3, SURE, UP), RISE),
        (tau(-0.3, SURE, DOWN), FALL),
        (tau(-0.3, UNSURE, DOWN), LEFT),
        (tau(0.3, SURE, BOTH), LEFT),
        (tau(-0.3, SURE, UP), LEFT),
    ],
)
def test_over_papers_the_interval_has_to_exclude_chance_as_well(row, words):
    said = told(row, MANY)
    assert said.endswith(words)
    assert "over papers" in said


def test_where_the_interval_cannot_decide_no_direction_is_said():
    none = told(tau(-0.3, SURE), MANY)
    assert none.endswith(f"as if rows were independent: {LEFT}")  # what p is of
    for papers in (1, 5):
        few = told(tau(-0.3, SURE, DOWN), {**ALONE, "papers": papers})
        assert few.endswith(f"{COURSES['few papers']}.")
    assert told(tau(-0.3, SURE, DOWN), {**ALONE, "papers": 6}).endswith(FALL)


def test_an_interval_of_a_lower_level_than_alpha_asks_for_tells_nothing():
    row = tau(-0.3, SURE, DOWN)
    for level, words in ((0.5, LEFT), (0.94, LEFT), (0.95, FALL), (0.99, FALL)):
        assert told(replace(row, level=level), MANY).endswith(words)
    assert told(replace(row, level=0.9), {**MANY, "alpha": 0.1}).endswith(FALL)


def test_papers_that_agree_by_chance_as_often_as_alpha_are_too_few():
    """Five papers lean the same way in 2 of 32 cases, six in 2 of 64."""
    six = {**ALONE, "papers": 6}
    sure = replace(tau(0.3, SURE, UP), level=0.99)
    assert told(sure, {**six, "alpha": 2 / 64}).endswith(RISE)
    assert "too few" in told(tau(0.3, SURE, UP), {**six, "alpha": 0.03})


def test_a_perfect_order_is_one():
    said = told(tau(0.9999999999999999, SURE, (0.5, 0.9999999999999998)), ALONE)
    assert "is 1.00 (95% CI 0.50 to 1.00), p = .001:" in plain(said)


def test_a_figure_shows_what_decides():
    assert plain(tau_in_short(tau(0.3, SURE, BOTH), ALONE)).endswith(
        "is 0.30 (95% CI -0.10 to 0.50), p = .001"
    )
    several = plain(tau_in_short(tau(0.3, SURE, BOTH), MANY))
    assert several.endswith(
        "is 0.30 (95% CI -0.10 to 0.50 over papers), p = .001 as if rows were independent"
    )
    assert tau_in_short(tau(0.3, SURE), MANY).endswith(".001 as if rows were independent")


def test_losses_are_differences():
    sizes, lost = [100, 200, 400, 800, 1600, 3200], [0.04, 0.035, 0.03, 0.02, 0.015, 0.01]
    base = [0.7, 0.72, 0.74, 0.71, 0.73, 0.75]
    given = {"n": sizes, "baseline": base, "new": [b - x for b, x in zip(base, lost, strict=True)]}
    text = " ".join(report.to_text(cw.survey(given, kind="scores"), details=True).split())
    assert f"n is 1.00, p = .003: {RISE}" in text  # 2 of 720 orders


def by_papers(rng, papers, each):
    """Return comparisons in which gain and size of a paper are drawn apart from each other."""
    n = np.repeat(rng.integers(100, 10000, papers), each)
    gain = np.repeat(rng.normal(0.02, 0.015, papers), each) + rng.normal(0, 0.005, papers * each)
    paper = np.repeat([f"p{k}" for k in range(papers)], each)
    return {"n": n, "baseline": np.full(len(n), 0.7), "new": 0.7 + gain.round(4), "paper": paper}


@pytest.mark.parametrize("papers", [3, 15])
def test_chance_a_direction_is_seldom_said_where_there_is_none(papers):
    rng, surveys = np.random.default_rng(20261117), 200
    said = 0
    for k in range(surveys):
        found = cw.survey(by_papers(rng, papers, 5), kind="scores", resamples=200, rng=k)
        text = " ".join(report.to_text(found).split())
        said += "differences rise as" in text or "differences fall as" in text
    # Percentiles of 15 papers exclude 0 somewhat more often than 1 in 20; p does in 1 of 3.
    assert stats.binomtest(said, surveys, 0.08, alternative="greater").pvalue > 1e-3


def test_a_real_trend_over_papers_is_said():
    rng = np.random.default_rng(3)
    given = by_papers(rng, 15, 5)
    given["new"] = (0.7 + 0.05 - 0.01 * np.log10(given["n"]) + rng.normal(0, 0.001, 75)).round(4)
    found = cw.survey(given, kind="scores", resamples=200)
    assert found["kendall_tau"].high < 0
    assert FALL in " ".join(report.to_text(found, details=True).split())
