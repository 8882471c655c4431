"""A Result as a document: what every form of report shows, in plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from claimwise.core import Result
from claimwise.core.display import shown
from claimwise.report.answer import Answer, Table
from claimwise.report.checklist import checklist
from claimwise.report.comparison_tables import comparison_tiles
from claimwise.report.kinds import answer_of
from claimwise.report.signature import signature
from claimwise.report.tables import every_row

EVERY_ROW = "Every row"
LETTERS = 84  # of a line below the title of a figure that stands alone
CURVES = "Other values around the one asked about"  # begins what stands below their figures


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: a chart, its title, and a few remarks on how to read it; empty ones are left out.

    Its words are written once: next to it in a document, below its title where it stands alone.
    """

    title: str
    remarks: Sequence[str]
    chart: dict[str, Any] = field(compare=False)  # without the words
    name: str = ""

    @property
    def below(self) -> str:
        """The remarks as sentences: what stands below the figure in a document."""
        return " ".join(f"{one[0].upper()}{one[1:]}." for one in self.remarks if one)

    @property
    def caption(self) -> str:
        """All its words: for those who do not see it."""
        return f"{self.title}. {self.below}".rstrip()

    @property
    def spec(self) -> dict[str, Any]:
        """The Vega-Lite specification, with the title alone."""
        from claimwise.report.figures import specification

        return specification([self])

    def titled(self, *, remarks: bool) -> dict[str, Any]:
        """Return the chart with its title and, where nothing stands around it, the remarks."""
        lines = [line for one in self.remarks for line in textwrap.wrap(one, LETTERS)]
        subtitle = {"subtitle": lines} if remarks and lines else {}
        return {**self.chart, "title": {"text": self.title, **subtitle, "anchor": "start"}}


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

    figures: tuple[Picture, ...] = ()
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
    pictures: tuple[Picture, ...] = ()
    if figures:
        others = result.around() if curves is None else curves
        pictures = (*drawn(result), *(f for one in others for f in drawn(one, CURVES)))
    said = {one.name: getattr(answer, one.name) for one in fields(answer)}
    return Document(
        **said | {"tiles": answer.tiles or comparison_tiles(answer.compared)},
        figures=pictures,
        cautions=tuple(note for note in result.notes if note.kind == "caution"),
        details=_details(result, answer, command, python) if details else (),
    )


def _details(result: Result, answer: Answer, command: str, python: str) -> tuple[Section, ...]:
    """Return everything else, in sections."""
    noted: dict[str, tuple[str, ...]] = {}
    for note in result.notes:
        noted[note.kind] = (*noted.get(note.kind, ()), note)
    assumed = (*answer.account.assumed, *noted.get("assumed", ()))
    cautions, known = noted.get("caution", ()), result.provenance
    resamples = result.settings.get("resamples")
    made = f"Computed by claimwise {known.get('version', '')}"
    made += f", seed {known['seed']}" if known.get("seed") is not None else ""
    made += f", with {resamples:,} resamples" if isinstance(resamples, int) else ""
    rows = every_row(result, answer.scale) if answer.every_row else ()
    again = (command, python, signature(result))
    details = (
        Section("Further tables", tables=answer.more),
        Section("How it was done", (" ".join([*answer.account.sentences, f"{made}."]),)),
        Section("What was assumed", assumed, "points"),
        Section("What was inferred", noted.get("inferred", ()), "points"),
        Section("What was used and what was left out", noted.get("dropped", ()), "points"),
        Section("How to read the numbers", noted.get("meaning", ()), "points"),
        Section("References", tuple(answer.account.references), "points"),
        Section(EVERY_ROW, tables=rows),
        Section("Reporting checklist", checklist(answer, result, assumed, cautions)),
        Section("To repeat this", tuple(filter(None, again)), "code"),
    )
    return tuple(one for one in details if one.texts or one.tables)


def documents(result: Result, parts: Sequence[Result] = (), **how: Any) -> list[Document]:
    """Return the document of a result, and those of the `parts` that follow it in a report."""
    return [document(result, **how), *map(document, parts)]


def drawn(result: Result, start: str = "") -> tuple[Picture, ...]:
    """Return the figures that this result can be drawn as; what stands below begins with `start`.

    None where it has none. How the result was computed is said by the document around them.
    """
    from claimwise.report.figures import figures_of, pictures

    made = (pictures(result, name)[0] for name in figures_of(result))
    return tuple(replace(one, remarks=[start, *one.remarks]) for one in made)
