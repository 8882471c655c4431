"""What a report says of how an answer was found: assumptions, signature, checklist."""

from dataclasses import replace

import polars as pl
import pytest

import claimwise as cw
from claimwise.core import spelled
from claimwise.data import example_path
from claimwise.report import document
from claimwise.report.signature import signature

from .corpus import ROOT, made

RATINGS = str(example_path("ratings.csv"))


def asked_of(result, question):
    """Return the answer of the checklist to the question that has these words."""
    return next(i.answer for i in document(result).checklist if question in i.question)


@pytest.fixture(scope="module")
def ordinal():
    return cw.ratings.fit(RATINGS).result


def test_max_t_says_what_it_assumes_and_what_it_tests():
    found = cw.compare(example_path("leaderboard.csv"), correct="max-t", resamples=200)
    assumed = document(found).assumptions
    assert any("independent of each other" in text for text in assumed)
    assert any(text.startswith("Null hypothesis") for text in assumed)
    assert f"{len(assumed)} assumptions are listed" in asked_of(found, "fit the assumptions")
    assert "together" in asked_of(found, "mean here")


def test_an_ordinal_model_of_ratings_says_what_it_assumes(ordinal):
    assumed = " ".join(document(ordinal).assumptions)
    for words in ("proportional odds", "normally distributed", "Null hypothesis"):
        assert words in assumed
    method = document(ordinal).method
    assert "linear mixed model" in method  # the rating points beside it
    assert "degrees of freedom" in method
    assert "p (t)" in method


def test_the_checklist_of_ratings_has_a_hypothesis_a_level_and_units(ordinal):
    asked = asked_of(ordinal, "What is the hypothesis")
    assert "rated higher" in asked
    assert "~" not in asked
    assert "alpha (0.05)" in asked_of(ordinal, "called significant")
    margin = asked_of(ordinal, "By what margin")
    for row in (row for row in ordinal.rows if row.quantity == "difference"):
        assert f"{spelled(row.at)}: {row.estimate:.4g} latent units (logit)" in margin
    assert "systemlarge" not in margin  # the same number as large vs baseline
    linear = cw.ratings.fit(RATINGS, outcome="linear").result
    assert "rating points" in asked_of(linear, "By what margin")
    assert "same mean rating" in " ".join(document(linear).assumptions)


def test_a_signature_tells_models_apart(ordinal):
    bare = cw.ratings.fit(RATINGS, slopes=False).result
    assert "|formula:" in signature(bare)
    assert signature(bare) != signature(ordinal)


def test_a_signature_names_clusters_and_their_number():
    items = [f"{p}.{k}" for p in "abcdef" for k in range(5)]
    frame = pl.DataFrame(
        [
            {"item": item, "system": s, "score": (3 * i + j) % 2, "passage": item[0]}
            for i, item in enumerate(items)
            for j, s in enumerate(("x", "y"))
        ]
    )
    text = signature(cw.compare(frame, cluster="passage"))
    assert "|clusters:6|" in text
    assert "|cluster:passage" in text
    assert "|cluster:" not in signature(cw.compare(frame, cluster="none"))


def test_a_signature_names_items_where_they_are_not_paired_and_the_look():
    text = signature(cw.compare(example_path("arc.csv"), dataset="easy"))
    assert "|n_a:2376|n_b:2376|" in text
    board = example_path("leaderboard.csv")
    looked = cw.compare(board, a="bert", b="roberta", looks=4, look=2, planned_n=1200)
    assert "|stopping:obrien-fleming|look:2 of 4|" in signature(looked)


def test_type_m_is_of_sizes():
    plan = cw.plan.accuracy(n=500, difference=0.02, agreement=0.9)
    assert "mean size of the observed difference" in document(plan).method


def test_files_of_one_name_are_told_apart():
    folder = ROOT / "examples/logs"
    found = cw.doctor(*(str(folder / name / "samples_reading.jsonl") for name in ("base", "new")))
    lines = [text for text in document(found).paragraphs if "samples_reading" in text]
    assert len(lines) == 2
    assert all(line.count(" samples") == 1 for line in lines)
    assert any(line.startswith("base/") for line in lines)
    assert any(line.startswith("new/") for line in lines)


def verdicts_of(found):
    """Return what a calibration says of each interval."""
    tables = [body for _, header, body in document(found).tables if "width" in " ".join(header)]
    return {line[0]: line[-1] for body in tables for line in body}


def test_an_interval_that_is_recommended_though_it_covers_too_much_says_why():
    found = cw.calibrate.accuracy(n=40, agreement=0.8, difference=[0.1, -0.2])
    (chosen,) = [name for name, word in verdicts_of(found).items() if "use it" in word]
    wide = [
        replace(row, estimate=0.999)
        if row.quantity == "coverage" and spelled(row.at).startswith(f"{chosen}, ")
        else row
        for row in found.rows
    ]
    word = verdicts_of(replace(found, rows=tuple(wide)))[chosen]
    assert "too much" in word
    assert "narrowest" in word
    assert "use it" in word


def test_a_fitted_world_of_ratings_is_called_so_and_has_its_python_lines():
    result, python = made(f"fit ratings {RATINGS} --b large --no-slopes --json")
    assert document(result).title == "A world of ratings, fitted to a pilot"
    assert "fit_world(" in python
    assert "slopes=False" in python
    known: dict[str, object] = {}
    exec(python.replace("print(result)", ""), known)
    assert known["result"].rows == result.rows
