"""What holds for every replication: its names, its kept run, its verdict, its imports."""

from __future__ import annotations

import ast
import importlib
import shlex
from dataclasses import replace
from functools import partial
from math import inf, isnan, nan
from pathlib import Path

import click
import pytest

import claimwise
import papers
from claimwise import report
from claimwise.cli.main import cli
from papers.base import THEIR_WAY, Replication
from papers.book import PAPERS
from papers.run import kept_values
from papers.verdict import verdict

from .kept import FOLDER

ALL = papers.REPLICATIONS
ROOM = Path(papers.__file__).parent
ROOT = Path(__file__).parents[2]
MODULES = sorted(file for paper in PAPERS for file in (ROOM / paper).glob("*.py"))
# Rooms beside those of claimwise.__all__ whose __all__ may be used.
OPEN = ("core", "data", "mixed", "survey")
# Rooms in a room, which CONTRIBUTING.md shows to whoever adds to them.
BELOW = ("claimwise.metrics.responses", "claimwise.report.figures")
THEME = "claimwise.report.figures.theme"
# Numbers that differ and whose reason could not be checked by the paper's own way.
NO_WAY = {
    "card-figure-10": "3 of 124 is not 2.5%, whoever computes it",
    "card-figure-15": "the outputs of these two pairs are in an archive that is not at hand",
    "card-figure-16": "b0 is printed as 23.7 and 29.4 where the stored fits give 23.8 and 29.6",
    "card-table-6": "on which test items two systems disagree is private",
    "card-table-7": "two printed gains are a hundredth off, and nothing explains it",
    "card-table-9": "1.23 is printed where R's solver gives 1.239, and nothing explains it",
    "howcroft-table-1": "line ends of three texts are in ten files of the authors alone",
    "wein-figure-3": "no folded normal distribution has the moments of the caption",
    "wein-tables-1-4": "test sets of the paper are real ratings, which are not at hand",
}
# How many numbers or sentences differ without a reason that is known; they are said to be so.
NOTHING_EXPLAINS = {
    "card-figure-16": 2,
    "card-table-3-refit": 1,
    "card-table-7": 2,
    "card-table-9": 1,
    "wein-figure-3": 2,
}


def test_names_are_unique_and_all_are_found():
    made = {}  # by identity: a file may have one from another file
    for module in MODULES:
        name = f"papers.{module.parent.name}.{module.stem}"
        held = vars(importlib.import_module(name.removesuffix(".__init__"))).values()
        made |= {id(one): one for one in held if isinstance(one, Replication)}
    names = [one.name for one in made.values()]
    assert len(names) == len(set(names))
    assert set(names) == set(ALL)
    assert all(name == found.name for name, found in ALL.items())


def test_every_replication_has_its_kept_run_and_no_other_is_left():
    assert {path.stem for path in FOLDER.glob("*.csv")} == set(ALL)


@pytest.mark.parametrize("name", list(ALL))
def test_what_is_kept_is_whole(name):
    """Every cell has its values, every value its cell, and no number is missing or there twice."""
    found, values = ALL[name], kept_values(name)
    cells = found.cells()
    assert len({cell.where for cell in cells}) == len(cells)
    for cell in cells:
        assert any(set(cell.where) <= set(value.where) for value in values), cell.where
    for value in values:
        assert tuple(key for key, _ in value.where) == found.columns
        assert any(set(cell.where) <= set(value.where) for cell in cells), value.where
        assert not isnan(value.estimate), value.where
        assert isnan(value.low) or value.low <= value.estimate <= value.high, value
    ours = [value.where for value in values if value.quantity != THEIR_WAY]
    theirs = [value.where for value in values if value.quantity == THEIR_WAY]
    assert len(set(ours)) == len(ours)
    assert len(set(theirs)) == len(theirs)
    assert set(theirs) <= set(ours)


@pytest.mark.parametrize("name", list(ALL))
def test_whatever_differs_has_a_reason_that_was_checked(name):
    found = papers.kept_verdict(name)
    assert len(found.unexplained) == NOTHING_EXPLAINS.get(name, 0)
    every = (*found.numbers, *found.draws)
    unchecked = [one.value.where for one in every if not one.same and not one.explained]
    assert bool(unchecked) == (name in NO_WAY), unchecked


@pytest.mark.parametrize("name", list(ALL))
def test_law_a_published_number_beyond_its_tolerance_differs(name):
    """All are moved to one and a half tolerances from ours, and to half a tolerance."""
    found, values = ALL[name], kept_values(name)
    before = papers.kept_verdict(name)
    every = (*before.numbers, *before.draws)
    assert all(0 < one.tolerance < inf for one in every)
    for shift in (1.5, -1.5, 0.5, -0.5):
        moved = {one.value[:2]: one.value.estimate + shift * one.tolerance for one in every}
        after = verdict(replace(found, published=partial(published, moved)), values)
        assert len(after.numbers) == len(before.numbers)
        assert len(after.draws) == len(before.draws)
        same = [one.value[:2] for one in (*after.numbers, *after.draws) if one.same]
        assert same == ([] if abs(shift) > 1 else list(moved))
        assert not every or (after.word == "reproduces") <= (abs(shift) < 1)


def published(numbers, value):
    """Return the number in place of the published one; NaN where there is none."""
    return numbers.get(value[:2], nan)


@pytest.mark.parametrize("name", list(ALL))
def test_claims_and_remarks_are_sentences(name):
    result = papers.kept(name)
    for note in result.notes:
        assert note == note.strip()
        assert "  " not in note
        assert note.startswith("The same by: ") or note.endswith("."), note
    for claim in papers.kept_verdict(name).claims:
        assert not claim.said.endswith(".")
        assert claim.found.endswith(".")
        assert not claim.because.endswith(".")


@pytest.mark.parametrize("name", list(ALL))
def test_tables_and_charts_have_columns_that_are_there(name):
    found = ALL[name]
    assert len(set(found.columns)) == len(found.columns)
    assert found.tables in ("", *found.columns)
    chart = found.chart
    named = {chart[key] for key in ("x", "color", "row", "column", "page") if key in chart}
    assert named <= set(found.columns)
    if "marks" in chart:  # bars, or single curves
        assert chart["marks"] in ("bar", "line")
        texts = {text for value in kept_values(name) for _, text in value.where}
        assert set(chart["only"].split(" & ")) <= texts
    elif chart:
        assert {"x", "color", "dash", "row", "column"} <= set(chart)
        assert chart["dash"] in (*found.columns, "source")


@pytest.mark.parametrize("name", [name for name, found in ALL.items() if found.chart])
def test_every_figure_has_something_in_it(name):
    drawn = report.vega_lite(papers.kept(name))
    points = [value for value in drawn["data"]["values"] if value["estimate"] is not None]
    assert len(points) >= 2


@pytest.mark.parametrize("name", list(ALL))
def test_a_quick_run_has_something(name):
    assert any(cell.quick for cell in ALL[name].cells())


@pytest.mark.parametrize(
    "command", sorted({command for one in ALL.values() for command in one.commands})
)
def test_commands_that_give_the_same_are_commands(command, monkeypatch):
    """They are read, not run: every verb and option is there, and every file."""
    monkeypatch.chdir(ROOT)
    first, *words = shlex.split(command)
    assert first == "claimwise"
    verb, found = "claimwise", cli
    while isinstance(found, click.Group):
        inside = click.Context(found)
        verb, *words = words
        found = found.get_command(inside, verb)
    found.make_context(verb, words)


def test_law_replications_are_built_from_what_every_user_has():
    for module in ROOM.rglob("*.py"):
        for where, name in imported(module):
            assert is_public(where, name), f"{module.name}: from {where} import {name}"


def imported(module):
    """Return what a file takes from claimwise: (module, name)."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "claimwise":
            yield from ((node.module, alias.name) for alias in node.names)
        if isinstance(node, ast.Import):
            yield from ((x.name, "") for x in node.names if x.name.split(".")[0] == "claimwise")


def is_public(where, name):
    """Whether a user would find this name listed."""
    parts = where.split(".")
    if not name or name.startswith("_"):
        return False
    if where == THEME:
        return True
    if len(parts) > 2 and where not in BELOW:
        return False
    if len(parts) == 1:
        return name in claimwise.__all__
    room = importlib.import_module(where)
    return (parts[1] in claimwise.__all__ or parts[1] in OPEN) and name in room.__all__


def test_the_law_of_imports_can_fail():
    assert is_public("claimwise", "plan")
    assert is_public("claimwise.worlds", "find_response_world")
    assert is_public("claimwise.core", "Result")
    assert not is_public("claimwise.kernels.expected_p", "expected_p")
    assert not is_public("claimwise.kernels", "alpha")
    assert not is_public("claimwise.worlds", "import_room")
    assert not is_public("claimwise.worlds.responses", "NormalResponses")
    assert not is_public("claimwise.plan", "")
