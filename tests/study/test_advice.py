"""Errors of a study advise what a study has: keys of its file, and no options of other commands."""

import re

import polars as pl
import pytest

from claimwise.core import ClaimwiseError, ParameterError
from claimwise.report import to_text
from claimwise.study.advice import declared_words
from claimwise.study.schema import known_kinds

from .declared import study


@pytest.mark.parametrize(
    ("kind", "size", "source", "advised"),
    [
        (
            "accuracy",
            "n",
            pl.DataFrame({"foo": [1], "bar": ["x"]}),
            'data.columns = {item = "NAME"}',
        ),
        ("labels", "n", "validation.csv", '{gold = "NAME", prediction = "NAME"}; or leave claim.m'),
        ("corpus", "n", "translations/base.txt", "Write data.references"),
        ("ratings", "items", "validation.csv", 'data.columns = {rater = "NAME"}'),
        ("responses", "items", "validation.csv", 'data.columns = {response = "NAME"}'),
    ],
    ids=["accuracy", "labels", "corpus", "ratings", "responses"],
)
def test_what_is_wrong_with_data_is_told_by_the_keys_of_the_file(
    kind, size, source, advised, examples
):
    declared = study(kind, data={size: 10})
    given = examples / source if isinstance(source, str) else source
    with pytest.raises(ClaimwiseError) as refused:
        declared.assess(given)
    assert advised in str(refused.value)
    assert not re.search(r"--[a-z]", str(refused.value))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Choose one with --metric NAME (metric=NAME in Python).", "Choose one with claim.metric."),
        ("Such as --metric bleu.", 'Such as claim.metric = "bleu".'),
        ("add --references FILE and --metric.", "add data.references and claim.metric."),
        ('By --scale WORST,...,BEST, in Python by scale=("W", "B");', "By data.scale = ["),
        ("such as --scale 1,1.5,2.", "such as data.scale = [1,1.5,2]."),
        ("Choose with a and b, or dataset.", "Choose one with data.dataset."),
        ("more --resamples decide.", "more procedure.resamples decide."),
        ("Nothing of that sort.", "Nothing of that sort."),
    ],
    ids=["metric", "such as", "references", "words", "levels", "dataset", "resamples", "none"],
)
def test_value_options_become_keys(said, meant):
    assert declared_words(said).startswith(meant)


def test_kinds_are_called_by_words_that_read_well():
    for kind in known_kinds().values():
        assert re.fullmatch(r"a study of [a-z', ]+", kind.called)
    with pytest.raises(ParameterError, match="found a study of ratings"):
        study("ratings", data={"items": 9}, stopping={"rule": "pocock", "looks": 2}).power()
    with pytest.raises(ParameterError, match="of a study of a corpus metric needs a claim"):
        study("corpus", {"says": "equivalence", "margin": 1.0}, data={"n": 9})


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ({}, "BETTER new beats base on F1:macro by 0.056"),
        ({"alternative": "greater"}, "BETTER new beats base on F1:macro by 0.056"),
        ({"a": "new", "b": "base"}, "WORSE base is worse than new on F1:macro by 0.056"),
    ],
    ids=["two-sided", "greater", "worse"],
)
def test_the_verdict_names_the_metric(claim, verdict, examples):
    declared = study(
        "labels",
        claim={"a": "base", "b": "new", "metric": "f1:macro", **claim},
        data={"n": 707},
        assumptions={"tables": str(examples / "confusion.toml")},
        procedure={"resamples": 99},
    )
    assert " ".join(to_text(declared.assess(examples / "ner.csv")).split()).startswith(verdict)
