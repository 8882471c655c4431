"""Every cell of the matrix: it works, or is refused with the reason that the table gives."""

import re
from itertools import combinations

import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.core import ClaimwiseError, Result
from claimwise.kinds import find_plan
from claimwise.plan.matrix import KINDS, PARTS, clash_of, parts_of, refuse_missing, why_not
from claimwise.plan.matrix_reasons import CLASHES, MISSING
from tests.plan.matrix_cases import FUNCTION, ROWS, case

CALIBRATED = ("declared", "own-data")
CELLS = [(kind, part) for kind in KINDS for part in PARTS]
# Options that a kind has for another part, of which it lacks this one: refused by their values.
BY_VALUE = {
    ("anytime", "corpus"): "differences add up one by one",
    ("anytime", "labels"): "differences add up one by one",
    ("over-n", "ratings"): "whole number",
    ("over-n", "judgements"): "whole number",
    ("budget", "accuracy"): "one of power, mde, n",
    ("unequal", "proportions"): "",
}


def works(kind, *parts):
    """Run a study with these parts, and look for what they add to its rows."""
    function, sources, given = case(kind, *parts)
    found = function(*sources, **given)
    assert isinstance(found, Result)
    quantities = {row.quantity for row in found.rows}
    for part in parts:
        if part in ROWS and not (part == "uncertain" and kind in ("ratings", "judgements")):
            assert ROWS[part] in quantities, (part, sorted(quantities))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "part"), CELLS, ids=lambda x: x)
def test_a_cell_works_or_is_refused_with_its_reason(kind, part):
    why = why_not(kind, part)
    if part in CALIBRATED:
        verbs = {"declared": {"accuracy", "means", "responses"}}
        assert (why is None) == (kind in verbs.get(part, verbs["declared"] | {"pilot"}))
        return
    if why is None:
        works(kind, part)
        return
    function, sources, given = case(kind, part)
    with pytest.raises(ClaimwiseError) as refused:
        function(*sources, **given)
    said = str(refused.value)
    assert why in said or "one of" in said or re.search(BY_VALUE.get((part, kind), "$^"), said), (
        said
    )


ALWAYS = {("proportions", "unpaired"), ("corpus", "test")}  # nothing else, and no option
PAIRS = [
    (kind, one, other)
    for kind in KINDS
    for one, other in combinations([p for p in parts_of(kind) if p not in CALIBRATED], 2)
    if PARTS[one].axis != PARTS[other].axis
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "one", "other"), PAIRS, ids=lambda x: x)
def test_two_parts_go_together_or_are_refused_with_their_reason(kind, one, other):
    clash = clash_of(kind, one, other)
    if clash is None:
        works(kind, one, other)
        return
    function, sources, given = case(kind, one, other)
    with pytest.raises(ClaimwiseError, match=clash.says):
        function(*sources, **given)


def test_every_part_and_kind_of_a_reason_is_known():
    assert {(part, kind) for part, kind in MISSING} <= {(p, k) for k in KINDS for p in PARTS}
    for clash in CLASHES:
        assert {*clash.one, *clash.other} <= set(PARTS)
        assert any(
            clash_of(kind, one, other) is clash
            for kind in clash.kinds
            for one in clash.one
            for other in clash.other
            if one in parts_of(kind) and other in parts_of(kind)
        ), clash


def test_a_kind_that_has_the_options_of_a_part_has_the_part_or_a_reason():
    """No option without its part: the table cannot fall behind the fields."""
    for kind, part in CELLS:
        fields = {field.called for field in find_plan(FUNCTION.get(kind, kind)).fields}
        always = (kind, part) in ALWAYS
        if why_not(kind, part) is None and PARTS[part].options and not always:
            assert fields & set(PARTS[part].options), (kind, part)


def test_an_option_of_another_kind_is_answered_with_the_reason():
    with pytest.raises(ClaimwiseError, match=r"plan ratings has no claim\. Not yet: ratings"):
        cw.plan.ratings(items=10, effect=1, claim="non-inferiority")
    with pytest.raises(ClaimwiseError, match="plan f1 has no uncertain"):
        cw.plan.f1(tables="x", uncertain=True)
    refuse_missing("accuracy", ["n", "looks", "nonsense"])


def test_the_command_line_answers_an_option_of_another_kind_as_well():
    run = CliRunner().invoke(cli, ["plan", "bleu", "--n", "10", "--uncertain"])
    assert isinstance(run.exception, ClaimwiseError)
    assert "no pilot is read" in str(run.exception)
    assert CliRunner().invoke(cli, ["plan", "bleu", "--nonsense"]).exit_code == 2
