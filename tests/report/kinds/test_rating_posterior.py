"""What is believed of ratings, in words: probability first, numbers by the rows."""

from dataclasses import replace
from itertools import combinations

import pytest

from claimwise import report
from claimwise.core import Result, Row
from claimwise.report.answer import plain
from tests.report.helpers import headline

SETTINGS = {
    "assess": ["posterior"],
    "model": "crossed-ordinal",
    "formula": "rating ~ 1 + system + (1 | rater) + (1 | item)",
    "prior": "anchored",
    "rated": True,
    "claim": "difference",
    "alternative": "two-sided",
    "unit": "latent units",
    "rope": None,
    "margin": 0.0,
    "level": 0.95,
    "columns": {"rating": "rating", "system": "system", "rater": "who", "item": "doc"},
    "scale_points": 5,
    "n": 480,
    "groups": {"who": 12, "doc": 40},
}
SPREAD = 0.2  # half of each interval


def pair_rows(a, b, mean, greater):
    at = {"b": b, "a": a}
    ends = {"at": at, "level": 0.95, "kind": "credible"}
    points = 0.75 * mean
    return [
        Row(
            quantity="posterior_difference",
            estimate=mean,
            low=mean - SPREAD,
            high=mean + SPREAD,
            **ends,
        ),
        Row(
            quantity="probability_greater",
            estimate=greater,
            low=max(0.0, greater - 0.0004),
            high=min(1.0, greater + 0.0004),
            level=0.95,
            kind="monte carlo",
            at=at,
        ),
        Row(quantity="points", estimate=points, low=points - SPREAD, high=points + SPREAD, **ends),
        Row(quantity="above", estimate=0.5, low=0.4, high=0.6, **ends),
        Row(quantity="below", estimate=0.2, low=0.1, high=0.3, **ends),
        Row(quantity="superiority", estimate=0.65, low=0.6, high=0.7, **ends),
    ]


def believed(means, chances, **settings):
    """Return a result of systems with these latent means, and the chance of each pair."""
    rows = []
    for a, b in combinations(means, 2):
        rows += pair_rows(a, b, means[b] - means[a], chances[b, a])
    known = {**SETTINGS, "names": list(means), **settings}
    return Result(
        kind="rating posterior",
        method="ordered probit with raters and items",
        rows=tuple(rows),
        provenance={"settings": known, "version": "0", "seed": 1},
    )


@pytest.mark.parametrize(
    ("mean", "chance", "words"),
    [
        (
            0.8,
            0.97,
            "new is rated higher than old on the 5-point scale with probability 97% "
            "(mean gain 0.6 points",
        ),
        (
            -0.8,
            0.03,
            "new is rated lower than old on the 5-point scale with probability 97% "
            "(mean gain -0.6 points",
        ),
        (0.8, 1.0, "higher than old on the 5-point scale with probability more than 99.9% ("),
        (-0.8, 0.0, "lower than old on the 5-point scale with probability more than 99.9% ("),
        (0.1, 0.61, "higher than old on the 5-point scale with probability 61% ("),
    ],
)
def test_direction_the_probability_comes_first(mean, chance, words):
    result = believed({"old": 0.0, "new": mean}, {("new", "old"): chance})
    assert words in headline(result)
    points = 0.75 * mean
    low, high = points - SPREAD, points + SPREAD
    if abs(mean) > 0.5:
        assert f"95% HDI {low:.1f} to {high:.1f}, raters and items like these)" in headline(result)
    assert (report.answer_of(result).word, result.verdict) == ("", None)


def test_of_several_the_least_sure_pair_of_the_highest_answers():
    chances = {("b", "a"): 0.9, ("c", "a"): 0.8, ("c", "b"): 0.01}
    result = believed({"a": 0.0, "b": 0.6, "c": 0.4}, chances)
    answer = report.answer_of(result)
    assert headline(result).startswith(
        "b is rated higher than a on the 5-point scale with probability 90% ("
    )
    assert plain(answer.lines[0]).startswith("b is rated highest of 3")
    (table,) = answer.tables
    assert [plain(row[0]) for row in table.rows] == ["b vs c", "b vs a", "c vs a"]
    assert [row[1] for row in table.rows] == ["+0.15", "+0.45", "+0.30"]
    assert [row[3] for row in table.rows] == ["99%", "90%", "80%"]
    shares = [row[4].split()[0] for row in table.rows]
    assert shares == ["35%", "65%", "65%"]  # b vs c the other way round


def test_factors_alone_shift_the_odds():
    at = {"b": "new", "a": "old"}
    row = Row(quantity="bayes_factor_direction", at=at, estimate=12.0)
    result = believed({"old": 0.0, "new": 0.4}, {("new", "old"): 0.9}, assess=["bayes-factor"])
    for rows, words in (
        ((row,), "The data shift the odds 12-fold towards new being rated higher than old"),
        ((replace(row, estimate=0.25),), "The data shift the odds 4.0-fold away from new"),
        (
            (
                Row(
                    quantity=row.quantity,
                    at=at,
                    estimate=float("nan"),
                    low=300.0,
                    high=float("inf"),
                    kind="bound",
                ),
            ),
            "The data shift the odds more than 300-fold towards new",
        ),
        ((replace(row, estimate=float("nan")),), "How the data shift the odds"),
    ):
        assert headline(replace(result, rows=rows)).startswith(words)


def test_factors_of_several_pairs_keep_the_order_of_names():
    rows = tuple(
        Row(quantity="bayes_factor_direction", at={"b": b, "a": a}, estimate=value)
        for (b, a), value in {("b", "a"): 5.0, ("c", "a"): 0.5, ("c", "b"): 2.0}.items()
    )
    blank = dict.fromkeys((("b", "a"), ("c", "a"), ("c", "b")), 0.5)
    result = believed({"a": 0.0, "b": 0.0, "c": 0.0}, blank, assess=["bayes-factor"])
    result = replace(result, rows=rows)
    assert "5.0-fold towards b being rated higher than a" in headline(result)
    (table,) = report.answer_of(result).tables
    assert [row[-1] for row in table.rows] == ["5.0", "0.50", "2.0"]


def test_raters_are_counted_and_nothing_is_said_to_be_significant():
    result = believed({"old": 0.0, "new": 0.8}, {("new", "old"): 0.97}, rope=0.2)
    text = " ".join(report.to_text(result, width=80, details=True).split())
    assert "480 ratings, 12 raters and 40 items" in text
    assert "significant" not in text
