"""Judgements in words: which system is preferred, how often, and how sure that is."""

from dataclasses import replace

import pytest

import claimwise as cw
from claimwise import report
from claimwise.data import example_path
from claimwise.report.answer import plain

EXAMPLE = example_path("judgements.csv")


def headline(result):
    return plain(report.answer_of(result).headline)


@pytest.mark.parametrize(("a", "b", "word"), [("base", "new", "BETTER"), ("new", "base", "WORSE")])
def test_direction_word_and_numbers_are_those_of_the_rows(a, b, word):
    result = cw.judgements.fit(EXAMPLE, a=a, b=b).result
    answer = report.answer_of(result)
    better = word == "BETTER"
    assert (answer.word, answer.tone) == (word, "good" if better else "bad")
    assert result.verdict == ("supported" if better else "contradicted")
    row = result["difference"]
    shares = [f"{100 * result[f'share[{name}]'].estimate:.0f}%" for name in (b, a)]
    how = "is preferred to" if better else "is preferred less often than"
    assert headline(result) == (
        f"{b} {how} {a}: {shares[0]} of judgements to {shares[1]} (wins minus losses "
        f"{100 * row.estimate:.1f} points, 95% CI {100 * row.low:.1f} to {100 * row.high:.1f}, "
        f"p = .0{1000 * row.pvalue:.0f}, raters and items like these)"
    )


def test_an_open_verdict_says_what_it_is_not():
    result = cw.judgements.fit(EXAMPLE, level=0.99).result
    answer = report.answer_of(result)
    assert (answer.word, result.verdict) == ("OPEN", "open")
    assert "new is ahead of base, too close to call" in headline(result)
    assert any("not evidence that they are equal" in line for line in answer.lines)
    rows = tuple(
        replace(row, estimate=float("nan")) if row.quantity == "verdict" else row
        for row in result.rows
    )
    unknown = replace(result, rows=rows)
    assert report.answer_of(unknown).word == "OPEN"
    assert "cannot be judged" in headline(unknown)


def test_ties_raters_and_items_are_counted():
    result = cw.judgements.fit(EXAMPLE).result
    text = report.to_text(result, width=80)
    tie = 100 * result["share[tie]"].estimate
    assert f"ties {tie:.0f}%" in text
    assert "300 judgements, 10 raters and 60 items" in text
    mde = 100 * result["mde"].estimate
    assert f"true differences of {mde:.1f} points or more between wins" in text
    assert "levels of" not in text
    chance = f"preferred with probability {100 * result['superiority'].estimate:.0f}%"
    assert chance in " ".join(text.split())


def test_models_and_tests_stand_in_the_details():
    result = cw.judgements.fit(EXAMPLE).result
    answer = report.answer_of(result)
    assert [made.title for made in answer.more] == [
        "Is there a preference?",
        "How they lean to a system (logits)",
    ]
    cells = [row[1] for row in answer.more[0].rows]
    rows = [result[name] for name in ("difference", "effect", "sign")]
    assert cells[:2] == [f"{row.pvalue:.3f}".removeprefix("0") for row in rows[:2]]
    assert cells[2] == "< .001"
    said = " ".join(answer.paragraphs)
    assert f"{result['effect'].estimate:.3f} logits" in said
    assert "Krippendorff's alpha (ordinal) is 0.151" in said
    assert len(report.to_text(result, width=60).splitlines()) < 20
