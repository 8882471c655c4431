"""A declared study in words: what it could show, or what it shows, and how it deviates.

The words of each comparison are those of its own plan or analysis, made from its own rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_words import verdict_text
from claimwise.report.curve import Table
from claimwise.report.numbers import number, probability
from claimwise.report.places import place_of
from claimwise.report.procedure_head import procedure_head

Said = Callable[[Result], list[str]]
STUDIES = ("study plan", "study assessment")
ACROSS = {"all": "all of the claims are", "any": "at least one of the claims is"}
OURS = ("deviations", "deviation")
AT_MOST = "at most"
CAUTION = (
    "Exploratory: not declared before the data, no part of the verdict, and not corrected for how "
    "many things were looked at."
)


def study_head(result: Result) -> str:
    """Return the line that says which study it is."""
    settings = result.provenance["settings"]
    title = f" {settings['title']}" if settings.get("title") else ""
    what = {"study power": "could show", "study assess": "shows"}[settings["verb"]]
    several = len(settings["comparisons"])
    count = f", {several} comparisons" if several > 1 else ""
    return f"What the study{title} {what} ({settings['kind']}{count})"


def study_paragraphs(result: Result, said_of: Said, head_of: Callable[[Result], str]) -> list[str]:
    """Return the answers, the deviations, the details, what was explored and what was declared."""
    settings = result.provenance["settings"]
    parts = parts_of(result)
    if settings["verb"] == "study power":
        said = [
            paragraph
            for name, one in parts.items()
            for paragraph in _planned(name, one, said_of, head_of)
        ]
        return [*said, *_together(result), declared(settings)]
    said = [" ".join([*(_answer(name, one) for name, one in parts.items()), *_by(settings)])]
    said.append(deviations_text(result))
    for name, one in parts.items():
        without = replace(one, rows=tuple(r for r in one.rows if r.quantity != "verdict"))
        said += [_under(name, text) for text in said_of(without)]
    explored = parts_of(result, "exploratory")
    if explored:
        said.append(CAUTION)
    for name, one in explored.items():
        said += [f"[{name}] {_exploratory(text)}" for text in said_of(one)]
    return [text for text in [*said, declared(settings)] if text]


def study_tables(result: Result, tables_of: Callable[[Result], list[Table]]) -> list[Table]:
    """Return the tables of all parts."""
    every = {**parts_of(result), **parts_of(result, "exploratory")}
    return [
        (_under(name, title), header, rows)
        for name, one in every.items()
        for title, header, rows in tables_of(one)
    ]


def parts_of(result: Result, which: str = "parts") -> dict[str, Result]:
    """Return the results that were put together, each with its own rows."""
    every = {**result.provenance["parts"], **result.provenance.get("exploratory", {})}
    wanted = result.provenance.get(which, {})
    rows: dict[str, list[Row]] = {name: [] for name in every}
    for row in result.rows:
        if row.at.get("over") in ACROSS or row.quantity in OURS:
            continue
        at = dict(row.at)
        owner = str(at.pop("comparison", at.pop("exploratory", "")))
        rows[owner].append(replace(row, at=at))
    return {
        name: Result(
            kind=made["kind"],
            method=made["method"],
            rows=tuple(rows[name]),
            provenance={"settings": made["settings"]},
        )
        for name, made in wanted.items()
    }


def _under(name: str, text: str) -> str:
    return f"[{name}] {text}" if name else text


def _planned(name: str, plan: Result, said_of: Said, head_of: Callable[[Result], str]) -> list[str]:
    """Return how a comparison was planned, what it could show, and the most it could."""
    bound = next((row for row in plan.rows if row.at.get("end") == AT_MOST), None)
    bare = replace(plan, rows=tuple(row for row in plan.rows if row is not bound))
    said = [f"By {head_of(bare) or procedure_head(bare)}.", *said_of(bare)]
    if bound is not None:
        said.append(
            f"Were all the other claims found, its power would be {probability(bound.estimate)}."
        )
    return [_under(name, text) for text in said]


def _together(result: Result) -> list[str]:
    """Return what is known of all comparisons together."""
    said = [
        f"That {words} supported has a probability of at least {probability(row.low)} and at most "
        f"{probability(row.high)}."
        for over, words in ACROSS.items()
        for row in result.select("power", over=over)
    ]
    return [" ".join(said)] if said else []


def _answer(name: str, found: Result) -> str:
    """Return the answer to the claim, from the row of its verdict."""
    settings = found.provenance["settings"]
    verdicts = {place_of(row): row for row in found.rows if row.quantity == "verdict"}
    row = verdicts.get("") or verdicts.get("combined")
    if row is None:
        return ""
    return _under(name, verdict_text(row.estimate, settings["a"], settings["b"], settings))


def _by(settings: Mapping[str, Any]) -> list[str]:
    how = settings.get("correct")
    if not how or len(settings["comparisons"]) < 2:
        return []
    return ["Nothing is corrected." if how == "none" else f"P-values are corrected by {how}."]


def deviations_of(result: Result) -> list[str]:
    """Return every deviation from the declaration in its sentence."""
    listed: Mapping[str, str] = result.provenance.get("deviations", {})
    rows = [row for row in result.rows if row.quantity == "deviation"]
    return [listed.get(place_of(row), place_of(row)) for row in rows]


def deviations_text(result: Result) -> str:
    """Return every deviation in its sentence and their number, or that there is none."""
    said = deviations_of(result)
    if not said:
        return "The data are as they were declared: no deviation."
    count = f"{len(said)} deviation{'s' * (len(said) > 1)} from the declaration"
    return f"{count}. {' '.join(said)}"


def _exploratory(text: str) -> str:
    return f"Exploratory: {text}"


def declared(settings: Mapping[str, Any]) -> str:
    """Return what was declared, and the fingerprint under which it was fixed."""
    said = [f"alpha {number(settings['alpha'])}", f"power {number(settings['target'])}"]
    if settings.get("stopping", "fixed") != "fixed":
        said.append(f"early stopping by {settings['stopping']}")
    if settings.get("source"):
        said.append(f"assumptions from: {settings['source']}")
    if settings.get("changed"):
        said.append(
            f"frozen on {settings['frozen']} as {settings['hash']}, but changed since and now "
            f"{settings['changed']}"
        )
    elif settings.get("hash"):
        said.append(f"frozen on {settings['frozen']} as {settings['hash']}")
    else:
        said.append("not frozen")
    return f"Declared: {'; '.join(said)}."
