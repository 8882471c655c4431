"""A Result as a document: what every form of report shows, in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from claimwise.core import Note, Result
from claimwise.core.display import shown
from claimwise.report.answer import Answer, Table
from claimwise.report.checklist import checklist
from claimwise.report.kinds import answer_of
from claimwise.report.signature import signature
from claimwise.report.tables import every_row
from claimwise.report.tiles import comparison_tiles

if TYPE_CHECKING:
    from claimwise.report.figures import Picture

EVERY_ROW = "Every row"
CURVES = "Other values around the one asked about."  # begins what stands below their figures


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its name, its title, what stands below it, and its Vega-Lite specification."""

    name: str
    title: str
    below: str
    spec: dict[str, Any] = field(compare=False)  # which has the title, and nothing else of these

    @property
    def caption(self) -> str:
        """All its words: for those who do not see it."""
        return f"{self.title}. {self.below}".rstrip()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the details: texts, as the style says, then tables.

    A paragraph of several lines begins with what it is about, such as a question. Code keeps its
    lines, and its letters.
    """

    heading: str
    texts: tuple[str, ...] = ()
    style: Literal["paragraphs", "points", "code"] = "paragraphs"
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(Answer):
    """What a report says: the answer, and what is added to it whatever its kind.

    `word` to `brief` are read first; `details` are folded, or shown when asked for.
    """

    figures: tuple[Figure, ...] = ()
    cautions: tuple[str, ...] = ()
    details: tuple[Section, ...] = ()


def document(
    result: Result,
    *,
    command: str = "",
    python: str = "",
    title: str | None = None,
    curves: Sequence[Result] | None = None,
    figures: bool = True,
    details: bool = True,
) -> Document:
    """Return what a report of this result says, whatever kind it is of.

    Parameters
    ----------
    command, python : str
        The command and the lines of Python that give the same answer.
    title : str, optional
        The heading; by default one that fits the kind of result.
    curves : sequence of Result
        Results whose figures are shown too; by default those around this one, as it knows them.
    figures : bool
        Whether figures are wanted: they take the longest.
    details : bool
        Whether the details are wanted: of many systems they have thousands of rows.
    """
    result, command = result.shown(), shown(command)
    answer = answer_of(result)
    answer = replace(answer, title=title) if title else answer
    pictures: tuple[Figure, ...] = ()
    if figures:
        others = result.around() if curves is None else curves
        pictures = (*drawn(result), *(f for one in others for f in drawn(one, CURVES)))
    known = {one.name: getattr(answer, one.name) for one in fields(answer)}
    return Document(
        **known | {"tiles": answer.tiles or comparison_tiles(result)},
        figures=pictures,
        cautions=_noted(result, "caution"),
        details=_details(result, answer, command, python) if details else (),
    )


def _details(result: Result, answer: Answer, command: str, python: str) -> tuple[Section, ...]:
    """Return everything else, in sections."""
    assumed = (*answer.account.assumed, *_noted(result, "assumed"))
    cautions = _noted(result, "caution")
    rows = every_row(result, answer.scale) if answer.every_row else ()
    again = (command, python, signature(result))
    details = (
        Section("Further tables", tables=answer.more),
        Section("How it was done", tuple(_method(result, answer.account.sentences))),
        Section("What was assumed", assumed, "points"),
        Section("What was inferred", _noted(result, "inferred"), "points"),
        Section("What was used and what was left out", _noted(result, "dropped"), "points"),
        Section("How to read the numbers", _noted(result, "meaning"), "points"),
        Section("References", tuple(answer.account.references), "points"),
        Section(EVERY_ROW, tables=rows),
        Section("Reporting checklist", checklist(answer, result, assumed, cautions)),
        Section("To repeat this", tuple(filter(None, again)), "code"),
    )
    return tuple(one for one in details if one.texts or one.tables)


def documents(result: Result, parts: Sequence[Result] = (), **how: Any) -> list[Document]:
    """Return the document of a result, and those of the `parts` that follow it in a report."""
    return [document(result, **how), *map(document, parts)]


def _noted(result: Result, kind: str) -> tuple[Note, ...]:
    return tuple(note for note in result.notes if note.kind == kind)


def _method(result: Result, sentences: Sequence[str]) -> list[str]:
    """Return how it was done, with version, seed and resamples, as one paragraph."""
    known = result.provenance
    resamples = known.get("settings", {}).get("resamples")
    resampled = f", with {resamples:,} resamples" if isinstance(resamples, int) else ""
    seed = f", seed {known['seed']}" if known.get("seed") is not None else ""
    made = f"Computed by claimwise {known.get('version', '')}{seed}{resampled}."
    return [" ".join([*sentences, made])]


def drawn(result: Result, start: str = "") -> tuple[Figure, ...]:
    """Return the figures that this result can be drawn as; what stands below begins with `start`.

    None where it has none. How the result was computed is said by the document around them.
    """
    from claimwise.report.figures import figures_of, pictures

    figures = []
    for name in figures_of(result):
        (picture,) = pictures(result, name)
        figures.append(as_figure(picture, name, start))
    return tuple(figures)


def as_figure(picture: Picture, name: str, start: str = "") -> Figure:
    """Return a picture as a figure of a document."""
    from claimwise.report.figures import specification

    below = " ".join(part for part in (start, picture.below) if part)
    return Figure(name, picture.title, below, specification([picture]))
