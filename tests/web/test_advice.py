"""Errors on the page speak of its fields, not of options of the command line or of Python."""

from __future__ import annotations

import re

import pytest

from claimwise.core import DataError, ParameterError, Result, Words, caution, option
from claimwise.web.advice import error_words, note_words
from claimwise.web.catalogue import BY_KEY, KINDS
from claimwise.web.forms import form

from .serving import Client, follow

ODD = b"qid,who,val\n1,a,0.5\n1,b,0.7\n2,a,0.1\n2,b,0.3\n"


@pytest.mark.parametrize(
    ("kind", "said", "wanted", "field"),
    [
        (
            "responses/compare",
            "Name it: " + option("columns", {"response": "NAME"}) + ".",
            "Name it: response=NAME under “Columns”.",
            "columns",
        ),
        (
            "compare/compare",
            "Name them: " + option("columns", {"gold": "NAME", "prediction": "NAME"}) + ".",
            "Name them: gold=NAME, prediction=NAME under “Columns”.",
            "columns",
        ),
        (
            "compare/compare",
            "Choose one with " + option("metric", "NAME") + ".",
            "Choose one with “Metric” (More settings).",
            "metric",
        ),
        (
            "compare/compare",
            "Add " + option("references", "FILE") + " and " + option("metric") + ".",
            "Add “References” (More settings) and “Metric”.",
            "references",
        ),
        (
            "responses/compare",
            "Such as " + option("metric", "mae") + ".",
            "Such as mae under “Metric”.",
            "metric",
        ),
        (
            "ratings/ratings",
            "Name it with " + option("rater", "COLUMN") + ".",
            "Name it with “Rater” (Columns).",
            "rater",
        ),
        ("compare/compare", "Run --log_samples.", "Run --log_samples.", None),
    ],
)
def test_an_error_names_the_field(kind: str, said: Words, wanted: str, field: str | None) -> None:
    assert error_words(DataError(said), BY_KEY[kind]) == (wanted, field)


@pytest.mark.parametrize(
    ("kind", "said", "wanted"),
    [
        (
            "compare/compare",
            "more " + option("resamples") + " decide.",
            "more “Resamples” (More settings) decide.",
        ),
        ("responses/compare", "Add " + option("even", True) + ".", "Add “Even”"),
        ("compare/compare", "try " + option("interval", "bca"), "try bca under “Interval”"),
        ("plan/accuracy", "With " + option("nowhere", 1) + ".", "With nowhere=1. The page has no"),
        ("study/check", "With " + option("nowhere", 1) + ".", "With nowhere=1."),
    ],
)
def test_a_note_names_the_field(kind: str, said: Words, wanted: str) -> None:
    result = Result(kind="comparison", method="sign", rows=(), notes=(caution(said, "x"),))
    (note,) = note_words(result, BY_KEY[kind]).notes
    assert note.startswith(wanted)
    assert (note.kind, note.about) == ("caution", "x")


def test_the_field_of_a_refused_parameter_is_known() -> None:
    refused = ParameterError("power", "a share", "2")
    said, field = error_words(refused, BY_KEY["plan/accuracy"])
    assert field == "power"
    assert said.startswith("“")


def test_where_there_is_no_field_that_is_said() -> None:
    refused = DataError("x", "a set", "none", "Say which: " + option("dataset", ["low"]) + ".")
    said, field = error_words(refused, BY_KEY["responses/compare"])
    assert "Say which: dataset" in said
    assert "no field" in said
    assert field is None


def test_a_study_keeps_the_words_of_its_declaration() -> None:
    said = "Run claimwise study freeze --again."
    assert error_words(DataError(said), BY_KEY["study/check"]) == (said, None)


@pytest.mark.parametrize(
    ("view", "kind", "key"),
    [
        ("responses", "compare", "files"),
        ("ratings", "ratings", "file"),
        ("ratings", "judgements", "file"),
    ],
)
def test_a_file_of_other_columns_is_refused_in_words_of_the_page(
    client: Client, view: str, kind: str, key: str
) -> None:
    made = client.post("/api/files", params={"name": "odd.csv"}, content=ODD).json()
    options = {key: [made["id"]] if key == "files" else made["id"]}
    event, told = follow(client, view, kind, options)[-1]
    assert event == "refused"
    assert not re.search("--[a-z]|[a-z]=[{[]|formula", told["error"])
    assert "Columns" in told["error"]
    assert told["field"] in BY_KEY[f"{view}/{kind}"].model.model_fields
    client.delete(f"/api/files/{made['id']}")


def test_the_doctor_speaks_of_fields_too(client: Client) -> None:
    made = client.post("/api/examples/leaderboard.csv").json()
    assert "with “Baseline”." in " ".join(note["text"] for note in made["doctor"]["notes"])
    assert "--" not in " ".join(note["text"] for note in made["doctor"]["notes"])
    client.delete(f"/api/files/{made['id']}")


def test_a_claim_with_a_margin_has_no_alternative_to_choose() -> None:
    for kind in KINDS:
        fields = {field["name"]: field for field in form(kind)["fields"]}
        claim = "claim" if "claim" in fields else "says" if "says" in fields else None
        if claim and "alternative" in fields:
            assert fields["alternative"]["shown_when"] == [{claim: ["difference"]}], kind.key


def test_answers_to_items_have_a_table_of_their_own() -> None:
    files = next(f for f in form(BY_KEY["responses/compare"])["fields"] if f["name"] == "files")
    assert all(word in files["help"] for word in ("item", "source", "response"))
    assert "score" not in files["help"]


@pytest.mark.parametrize(
    ("key", "name", "value", "shown"),
    [
        ("plan/accuracy", "difference", 0.2, "20 points"),
        ("plan/accuracy", "agreement", 0.9, "90 %"),
        ("compare/compare", "margin", 0.01, "1 points"),
        ("plan/means", "sd", 0.4, "0.4"),
    ],
)
def test_a_number_is_advised_as_its_field_shows_it(key, name, value, shown):
    said, field = error_words(DataError("Give " + option(name, value) + "."), BY_KEY[key])
    assert said.startswith(f"Give {shown} under “")
    assert field == name
