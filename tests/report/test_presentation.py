"""Results of a kind that is no part of the package are shown as its own package says."""

import pytest

from claimwise import report
from claimwise.core import Result, Row, caution
from claimwise.report import kinds

RESULT = Result(
    kind="my kind",
    method="m",
    rows=(Row(quantity="power", estimate=0.5),),
    notes=(caution("Mind the gap."),),
    provenance={"settings": {"verb": "my verb"}},
)


def mine(result):
    return report.Answer(
        title="My title",
        question="My question?",
        word="FINE",
        headline=f"My answer is {result.rows[0].estimate}",
        tables=report.table("My table", ["first"], [["cell"]]),
        more=report.table("My other table", ["second"], [["detail"]]),
        every_row=False,
        anchor="my-anchor",
    )


@pytest.fixture
def filed(monkeypatch):
    monkeypatch.setattr(kinds, "_OTHERS", {})
    report.present("my kind", mine)


@pytest.mark.usefixtures("filed")
def test_the_text_says_it_with_cautions_and_without_rows():
    lines = report.to_text(RESULT).splitlines()
    assert lines[0] == "FINE  My answer is 0.5"
    assert "Mind the gap." in lines[-1]
    assert "My other table" not in lines
    whole = report.to_text(RESULT, details=True)
    assert "My other table" in whole
    assert "Every row" not in whole


@pytest.mark.usefixtures("filed")
def test_word_and_headline_are_those_of_the_result():
    assert RESULT.headline == "My answer is 0.5"
    made = report.document(RESULT, figures=False)
    assert (made.title, made.question, made.word) == ("My title", "My question?", "FINE")
    assert made.anchor == "my-anchor"


def test_kinds_that_nobody_presents_show_their_rows():
    text = report.to_text(RESULT)
    assert "Power" in text
    assert "50%" in text
