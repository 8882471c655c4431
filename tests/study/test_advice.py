"""Errors of a study advise what a study has: keys of its file, and no options of other commands."""

import re

import polars as pl
import pytest

from claimwise.core import ClaimwiseError, Option, ParameterError, option
from claimwise.kinds import find_kind, kinds
from claimwise.report import to_text
from claimwise.study.advice import in_declared_words, in_keys

from .declared import study


@pytest.mark.parametrize(
    ("kind", "size", "source", "advised"),
    [
        (
            "accuracy",
            "n",
            pl.DataFrame({"foo": [1], "bar": ["x"]}),
            'data.columns = { item = "NAME" }',
        ),
        (
            "labels",
            "n",
            "validation.csv",
            '{ gold = "NAME", prediction = "NAME" }; or leave claim.m',
        ),
        ("corpus", "n", "translations/base.txt", "Write data.references"),
        ("ratings", "items", "validation.csv", 'data.columns = { rater = "COLUMN" }'),
        ("responses", "items", "validation.csv", 'data.columns = { response = "NAME" }'),
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
    ("kind", "mentioned", "key"),
    [
        ("accuracy", Option("metric"), "claim.metric"),
        ("corpus", Option("metric", "bleu"), 'claim.metric = "bleu"'),
        ("corpus", Option("references", "FILE"), 'data.references = "FILE"'),
        ("ratings", Option("scale", ("bad", ..., "good")), 'data.scale = ["bad", ..., "good"]'),
        ("ratings", Option("rater", "NAME"), 'data.columns = { rater = "NAME" }'),
        ("accuracy", Option("resamples"), "procedure.resamples"),
        ("accuracy", Option("solve", "n"), None),
    ],
)
def test_value_parameters_become_keys(kind, mentioned, key):
    assert in_keys(find_kind(kind))(mentioned) == key


def test_advice_that_a_declaration_cannot_follow_is_left_out():
    def refused(remedy):
        with pytest.raises(ParameterError) as raised, in_declared_words("accuracy", complete=True):
            raise ParameterError("plan accuracy", "a difference", "none", remedy)
        return str(raised.value)

    assert refused("Or " + option("solve", "mde") + ".") == (
        "plan accuracy needs a difference; found none."
    )
    assert refused("Use " + option("test", "sign") + ".").endswith('procedure.test = "sign".')
    assert refused("Did you mean sign?").endswith("sign?")


def test_kinds_are_called_by_words_that_read_well():
    for kind in map(find_kind, kinds()):
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
        ({"a": "new", "b": "base"}, "WORSE base is 0.056 behind new on F1:macro"),
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
