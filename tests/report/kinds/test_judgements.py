"""Judgements in words: which system is preferred, how often, and how sure that is."""

from dataclasses import replace

import pytest

import claimwise as cw
from claimwise import report
from claimwise.data import example_path
from claimwise.report.answer import plain
from tests.report.helpers import headline

EXAMPLE = example_path("judgements.csv")


@pytest.mark.parametrize(("a", "b", "word"), [("base", "new", "BETTER"), ("new", "base", "WORSE")])
def test_direction_word_and_numbers_are_those_of_the_rows(a, b, word):
    result = cw.fit_judgements(EXAMPLE, a=a, b=b).result
    answer = report.answer_of(result)
    better = word == "BETTER"
    assert (answer.word, answer.tone) == (word, "good" if better else "bad")
    assert result.verdict == ("supported" if better else "contradicted")
    row = result["difference"]
    low, high = 100 * row.low, 100 * row.high
    assert headline(result) == (
        f"{b} is preferred {100 * abs(row.estimate):.1f} points {'more' if better else 'less'} "
        f"often than {a} (95% CI {low:.1f} to {high:.1f}, p = .0{1000 * row.pvalue:.0f}, "
        "raters and items like these)"
    )
    shares = [f"{name} {100 * result[f'share[{name}]'].estimate:.0f}%" for name in (b, a)]
    assert all(share in plain(answer.lines[0]) for share in shares)


def test_an_open_verdict_says_what_it_is_not():
    result = cw.fit_judgements(EXAMPLE, level=0.99).result
    answer = report.answer_of(result)
    assert (answer.word, result.verdict) == ("OPEN", "open")
    assert "more often than base, too close to call" in headline(result)
    assert any("not evidence that they are equal" in line for line in answer.lines)
    rows = tuple(
        replace(row, estimate=float("nan")) if row.quantity == "verdict" else row
        for row in result.rows
    )
    unknown = replace(result, rows=rows)
    assert report.answer_of(unknown).word == "OPEN"
    assert "cannot be judged" in headline(unknown)


def test_ties_raters_and_items_are_counted():
    result = cw.fit_judgements(EXAMPLE).result
    text = report.to_text(result, width=80)
    tie = 100 * result["share[tie]"].estimate
    assert f"ties {tie:.0f}%" in text
    assert "300 judgements, 10 raters and 60 items" in text
    mde = 100 * result["mde"].estimate
    assert f"true differences of {mde:.1f} points or more" in text
    (table,) = report.answer_of(result).tables
    cells = dict(zip(table.header, table.rows[0], strict=True))
    row = result["superiority"]
    low, mean, high = (f"{100 * x:.0f}%" for x in (row.low, row.estimate, row.high))
    assert cells["superiority"] == f"{mean} ({low} to {high})"


def test_value_how_raters_and_items_lean_is_in_the_details():
    result = cw.fit_judgements(EXAMPLE).result
    (made,) = report.answer_of(result).more
    shown = {row[0]: dict(zip(made.header, row, strict=True)) for row in made.rows}
    for row in result.select("sd"):
        cells = shown[row.at["group"]]
        assert float(cells["standard deviation"]) == pytest.approx(row.estimate, rel=0.005)
        assert cells["number"] == str(row.n)
