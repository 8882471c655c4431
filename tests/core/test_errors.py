"""Errors keep parameters as values, so that each surface spells them in its own words."""

import ast
import pickle
import re
from pathlib import Path

import pytest

import claimwise
from claimwise.core import (
    ClaimwiseError,
    DataError,
    FitError,
    ImpossibleError,
    Option,
    ParameterError,
    option,
    sentence,
)
from claimwise.core.errors import LONGEST

SOURCE = Path(claimwise.__file__).parent


def dashed(mentioned):
    return None if mentioned.name == "unknown" else f"--{mentioned.name} {mentioned.value}"


@pytest.mark.parametrize(
    ("mentioned", "said"),
    [
        (option("solve"), "solve"),
        (option("solve", "n"), 'solve="n"'),
        (option("margin", 0.01), "margin=0.01"),
        (option("n", 500), "n=500"),
        (option("paired", False), "paired=False"),
        (
            option("columns", {"item": "qid", "score": "f1"}),
            'columns={"item": "qid", "score": "f1"}',
        ),
        (option("scale", ("bad", ..., "good")), 'scale=("bad", ..., "good")'),
        (option("system", ["a", "b"]), 'system=["a", "b"]'),
    ],
)
def test_python_spells_parameters_as_code(mentioned, said):
    assert str("Give " + mentioned + ".") == f"Give {said}."


def test_a_surface_spells_what_it_knows_and_python_the_rest():
    refused = ParameterError(
        "alpha", "a test", option("assess", "posterior"), "Or " + option("unknown", 1) + "."
    )
    refused.spell(dashed)
    assert str(refused) == "--alpha None needs a test; found --assess posterior. Or unknown=1."
    assert refused.remedy.options == (Option("unknown", 1),)


def test_the_subject_of_a_parameter_error_is_a_parameter_where_it_is_a_name():
    assert ParameterError("alpha", "x", "y").problem.options == (Option("alpha"),)
    assert ImpossibleError("difference", "x", "y").problem.options == (Option("difference"),)
    assert not ParameterError("plan accuracy", "x", "y").problem.options
    assert not DataError("alpha", "x", "y").problem.options  # may be a column of that name
    assert not ParameterError("alpha").problem.options


@pytest.mark.parametrize("kind", [ClaimwiseError, DataError, ParameterError, FitError])
@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("It is not there.",), "It is not there."),
        (("It is not there.", "Look here."), "It is not there. Look here."),
        (("It is not there.", ""), "It is not there."),
        (("n", "a number", 7), "n needs a number; found 7."),
        (("n", "a number", "x", "Such as 5."), "n needs a number; found x. Such as 5."),
    ],
)
def test_texts_and_parts_of_a_sentence(kind, parts, text):
    error = kind(*parts)
    assert str(error) == text
    assert str(pickle.loads(pickle.dumps(error))) == text


def test_a_spelled_error_stays_so_in_another_process():
    error = ParameterError("alpha", "x", "y")
    error.spell(dashed)
    assert str(pickle.loads(pickle.dumps(error))).startswith("--alpha")


def test_what_nobody_reads_to_its_end_is_cut():
    assert len(sentence("who", "x" * (LONGEST + 1), "y")) < 400
    assert len(sentence("who", "x" * LONGEST, "y")) > LONGEST


def test_no_f_string_spells_a_parameter_too_early():
    early = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text()))
        if isinstance(text, ast.JoinedStr)
        for node in ast.walk(text)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "option"
    ]
    assert early == []


# The option of another program, and a store that the command line alone opens.
NOT_OURS = ("lm-eval with --log_samples", "Give another folder with --store")


def _example(text):
    return text.lstrip().startswith(("--", "plan "))


def test_rooms_below_the_command_line_do_not_write_options():
    """Whoever calls from Python has none: a parameter is mentioned with option(...).

    A text that is one option alone is a word of a command.
    """
    written = [
        f"{path.relative_to(SOURCE)}:{text.lineno} {text.value}"
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] not in ("cli", "web", "report", "kinds", "verbs")
        for text in _texts(ast.parse(path.read_text()))
        if re.search(r"\S.*[ (]--[a-z]", str(text.value)) and not _example(str(text.value))
    ]
    assert [one for one in written if not any(known in one for known in NOT_OURS)] == []


def _texts(tree):
    """Yield the texts of a module but for those that stand alone: docstrings."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node
