"""Every verb prints JSON of one form, which comes back as the same result."""

import json

import pytest
from jsonschema import Draft202012Validator

from claimwise import report
from claimwise.report.forms.files import PICTURES
from claimwise.report.forms.form import report_forms

from .corpus import COMMANDS, document_of, result_of

VALID = Draft202012Validator(report.json_schema())


def test_law_json_is_of_the_schema_and_comes_back(command):
    result = result_of(command)
    text = report.to_json(result)
    assert [error.message for error in VALID.iter_errors(json.loads(text))] == []
    again = report.from_json(text)
    assert again.rows == result.rows
    assert (again.kind, again.verdict, again.notes) == (result.kind, result.verdict, result.notes)
    assert [note.kind for note in again.notes] == [note.kind for note in result.notes]
    found = json.loads(text)
    assert len(found["rows"]) == len(result.rows)  # whatever the terminal leaves out
    assert (found["word"], found["headline"]) == (document_of(command).word, result.headline)
    assert not set("\ue000\ue001\u00a0") & set(found["headline"])
    names = [row.estimand for row in result.rows]
    assert len(set(names)) == len(names)  # a name finds one row


def test_the_schema_refuses_what_is_none():
    found = json.loads(report.to_json(result_of(COMMANDS[0])))
    for broken in (
        {**found, "schema": 1},
        {**found, "verdict": "better"},
        {**found, "notes": ["a sentence"]},
        {**found, "rows": [{**found["rows"][0], "pvalue": 1.5}]},
        {key: value for key, value in found.items() if key != "kind"},
    ):
        assert not VALID.is_valid(broken)


COMPARED = "compare examples/leaderboard.csv --a bert --b roberta"
MARGIN = "compare examples/leaderboard.csv --a roberta --b electra --claim non-inferiority "


def test_an_answer_has_its_numbers_at_hand():
    result = result_of(COMPARED)
    row = result["difference"]
    assert (result.difference, result.interval, result.pvalue) == (
        row.estimate, (row.low, row.high), row.pvalue)  # fmt: skip
    plan = result_of("plan accuracy --n 500 --difference 0.02 --agreement 0.9")
    assert plan.power == plan["power"].estimate
    many = result_of("compare examples/leaderboard.csv")
    with pytest.raises(Exception, match=r"rows of difference: .*Name the one you want"):
        _ = many.difference


@pytest.mark.parametrize(
    ("command", "verdict"),
    [
        (COMPARED, "supported"),
        ("compare examples/leaderboard.csv --a bert --b albert", "open"),
        ("compare examples/leaderboard.csv --a roberta --b bert", "contradicted"),
        (MARGIN + "--margin 0.06", "supported"),
        (MARGIN + "--margin 0.01", "open"),
        ("plan accuracy --n 500 --difference 0.02 --agreement 0.9", "too small"),
        ("plan accuracy --n 3000 --difference 0.03 --agreement 0.9", "enough"),
        ("plan accuracy --difference 0.01 --agreement 0.93 --solve n", None),
        ("plan accuracy --n 200,400 --difference 0.02 --agreement 0.9", None),
        ("doctor examples/leaderboard.csv", None),
    ],
)
def test_what_an_answer_comes_to(command, verdict):
    result = result_of(command)
    assert result.verdict == verdict
    assert result.supported == (verdict in ("supported", "enough"))
    assert verdict is None or verdict in repr(result)
    assert len(repr(result)) < 100


@pytest.mark.parametrize(
    "ending", [*(end for one in report_forms().values() for end in one.endings), ".json", *PICTURES]
)
def test_a_file_is_what_its_ending_says(ending, tmp_path):
    path = tmp_path / f"answer{ending}"
    result_of(COMPARED).save(path)
    begins = {".html": b"<!DOCTYPE", ".json": b"{", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    assert path.read_bytes().startswith(begins.get(ending, b""))
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_file_of_another_kind_is_refused(tmp_path):
    with pytest.raises(Exception, match=r"ending in \.html"):
        result_of(COMPARED).save(tmp_path / "answer.docx")
    with pytest.raises(Exception, match="existing folder"):
        result_of(COMPARED).save(tmp_path / "nowhere" / "answer.md")
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_shows_answer_table_and_figure():
    result = result_of("compare examples/leaderboard.csv")
    shown = result._repr_html_()
    assert "<table>" in shown
    assert "<svg" in shown
    assert "<script" not in shown
    assert f"{result['score[bert]'].estimate:.1%}" in shown


def test_rows_are_lines_of_a_frame():
    result = result_of("compare examples/leaderboard.csv")
    frame = result.to_frame()
    assert len(frame) == len(result.rows)
    assert {"quantity", "b", "a", "system", "estimate", "pvalue"} <= set(frame.columns)
    assert frame["estimate"].to_list() == pytest.approx(
        [row.estimate for row in result.rows], nan_ok=True
    )
