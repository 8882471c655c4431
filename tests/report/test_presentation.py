"""Results of a verb that is no part of the package are shown as its own package says."""

import pytest

from claimwise import report
from claimwise.core import Result, Row, caution
from claimwise.report import presentation

FORMS = (report.to_html, report.to_markdown, report.to_latex)
RESULT = Result(
    kind="my kind",
    method="m",
    rows=(Row(quantity="power", estimate=0.5),),
    notes=(caution("CAUTION: a note."),),
    provenance={"settings": {"verb": "my verb"}},
)


@pytest.fixture
def mine(monkeypatch):
    monkeypatch.setattr(presentation, "_KNOWN", {})
    how = report.Presentation(
        title=lambda _: "My title",
        claim=lambda _: "My claim?",
        answer=lambda result: f"My answer is {result.rows[0].estimate}.",
        head=lambda _: "My head",
        tables=lambda _: [("My table", ["a"], [["1"]])],
        paragraphs=lambda _: ["My paragraph."],
        brief=lambda _: ["My brief word."],
        method=lambda _: "My method.",
        anchor=lambda _: "my-anchor",
    )
    report.present("my kind", how)


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_it(form):
    said = form(RESULT)
    wanted = ("title", "claim?", "answer is 0.5.", "table", "paragraph.", "method.")
    for word in wanted:
        assert f"My {word}" in said
    assert "My brief" not in said
    assert "Every row" not in said
    assert "a note" in said


@pytest.mark.usefixtures("mine")
def test_the_text_has_the_brief_words_below_the_tables():
    said = report.to_text(RESULT)
    assert said.startswith("My head")
    assert said.index("My table") < said.index("My brief word.") < said.index("a note")
    assert "My paragraph" not in said
    assert report.document(RESULT).anchor == "my-anchor"


@pytest.mark.usefixtures("mine")
def test_other_verbs_are_left_alone():
    other = Result(
        kind="test", method="m", rows=RESULT.rows, provenance={"settings": {"verb": "fit"}}
    )
    assert presentation.presentation_of(other) is None
