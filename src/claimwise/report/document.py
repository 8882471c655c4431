"""A Result as a document: what every form of report shows, in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from claimwise.core import Note, Result
from claimwise.report.answer import answer_of, claim_of
from claimwise.report.body import said_of, tables_of
from claimwise.report.checklist import Item, checklist
from claimwise.report.curve import axes
from claimwise.report.detectable import detectable_of
from claimwise.report.facts import Facts
from claimwise.report.figures import caption, figures_of, vega_lite
from claimwise.report.inventory import inventory
from claimwise.report.method_words import method_of
from claimwise.report.presentation import presentation_of
from claimwise.report.signature import signature
from claimwise.report.table import COLUMNS, cells
from claimwise.report.titles import title_of

Table = tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]  # name, header, rows
EVERY_ROW = "Every row"
BESIDE = "Other values beside the one asked about. "  # begins the captions of their figures


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its name, what it shows, and its Vega-Lite specification."""

    name: str
    caption: str
    spec: dict[str, Any] = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a report says. Every form of it (HTML, Markdown, LaTeX, the page) shows these fields."""

    title: str
    claim: str
    answer: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    method: str = ""
    references: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    meaning: tuple[str, ...] = ()
    detectable: tuple[str, ...] = ()
    checklist: tuple[Item, ...] = ()
    notes: tuple[str, ...] = ()
    signature: str = ""
    command: str = ""
    python: str = ""
    anchor: str = ""  # by which the others of a page lead to it


def document(
    result: Result,
    *,
    command: str = "",
    python: str = "",
    title: str | None = None,
    beside: Sequence[Result] = (),
) -> Document:
    """Return what a report of this result says, whatever kind it is of.

    Parameters
    ----------
    command, python : str
        The command and the lines of Python that give the same answer.
    title : str, optional
        The heading; by default one that fits the kind of result.
    beside : sequence of Result
        Results whose figures are shown too, such as the curve around a single plan.
    """
    own = presentation_of(result)
    told, claim = method_of(result), claim_of(result)
    detectable = (*detectable_of(result), *(n for n in result.notes if _of_detectable(n)))
    assumptions = (*told.assumed, *_noted(result, "assumed"))
    cautions = _noted(result, "caution")
    facts = Facts(result, claim, detectable, assumptions, cautions)
    return Document(
        title=title or title_of(result),
        claim=claim,
        answer=answer_of(result),
        paragraphs=tuple(inventory(result) if result.kind == "inventory" else said_of(result)),
        tables=_tables(result),
        figures=(*drawn(result), *(f for one in beside for f in drawn(one, BESIDE))),
        method=" ".join(told.said),
        references=tuple(told.references),
        assumptions=assumptions,
        inferred=_noted(result, "inferred"),
        dropped=_noted(result, "dropped"),
        meaning=_noted(result, "meaning"),
        detectable=detectable,
        checklist=checklist(facts) if own is None else (),
        notes=cautions,
        signature=signature(result),
        command=command,
        python=python,
        anchor="" if own is None else own.anchor(result),
    )


def _noted(result: Result, kind: str) -> tuple[Note, ...]:
    """Return the notes of a kind; what is not known of the detectable difference stands there."""
    return tuple(n for n in result.notes if n.kind == kind and not _of_detectable(n))


def _of_detectable(note: Note) -> bool:
    return note.kind == "meaning" and note.about == "mde"


def _tables(result: Result) -> tuple[Table, ...]:
    """Return the tables of this kind of result, and every row as a table of its own."""
    made = tables_of(result)
    if not axes(result) and presentation_of(result) is None:
        rows = [list(row) for row in cells(result)]
        used = [i for i, _ in enumerate(COLUMNS) if any(row[i] for row in rows)]
        header = [COLUMNS[i] for i in used]
        made = [*made, (EVERY_ROW, header, [[row[i] for i in used] for row in rows])]
    return tuple(
        (name, tuple(header), tuple(tuple(row) for row in rows)) for name, header, rows in made
    )


def drawn(result: Result, start: str = "") -> tuple[Figure, ...]:
    """Return the figures that this result can be drawn as, with captions that begin with `start`.

    None where it has none.
    """
    return tuple(
        Figure(name, start + caption(result, name), vega_lite(result, name))
        for name in figures_of(result)
    )
