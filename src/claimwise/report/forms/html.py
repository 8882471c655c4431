"""A Result as one HTML file: no script, no network, figures drawn into it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import Table, pieces, unmarked
from claimwise.report.document import Document, Figure, Section, documents
from claimwise.report.forms.drawing import FigureError, FigureWarning, can_draw, draw
from claimwise.report.forms.form import form

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # even if a name slips by
UNDRAWN = "This figure could not be drawn."
INSTALL = (
    "The figure is not drawn here: the package vl-convert-python is not installed. Install it with "
    "pip install 'claimwise[plots]' and make the report again."
)
SIDEWAYS = "Scroll the figure sideways to see all of it."  # seen on a phone alone
LONG = 50  # characters of a cell that may be broken into lines
PHONE = 340  # pixels that a figure has there
SMALLEST = 0.66  # of its size, to which a figure is made smaller before it is scrolled
LIST, BACK = "list", "Back to the list"  # the table that leads to the other reports of a page
FIGURES = "More figures"


@form(
    "html",
    title="HTML",
    endings=(".html", ".htm"),
    mime="text/html",
    option="report",
    help="Also write a report: one HTML file.",
)
def to_html(result: Result, **how: Any) -> str:
    """Return the report as one HTML page that needs nothing else; arguments as in `documents`."""
    made = documents(result, **how)
    return html_page(*made, title=made[0].title if len(made) > 1 else "")


def html_page(*documents: Document, title: str = "") -> str:
    """Return a page with a report for each document, one below the other."""
    numbers = count(1)
    links = frozenset(one.anchor for one in documents if title and one.anchor)
    # A page that is called like its first report needs no other heading.
    heads = [not title or (i == 0 and one.title == title) for i, one in enumerate(documents)]
    body = "\n".join(
        Article(one, numbers, links, top="h1" if first else "h2").html()
        for one, first in zip(documents, heads, strict=True)
    )
    head = "" if any(heads) or not title else f"<h1>{escape(unmarked(title))}</h1>\n"
    style = Path(__file__).with_name("page.css").read_text("utf-8")
    name = unmarked(title or (documents[0].title if documents else "claimwise"))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(name)} - claimwise</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<main>\n{head}{body}\n<footer>Made by claimwise.</footer>\n</main>\n</body>\n</html>\n"
    )


@dataclass(frozen=True)
class Article:
    """One report; its headings are one level lower where others lead the page.

    `numbers` are such that no two things of a page have the same id. `links` are the anchors of
    the page: a table whose first column names them leads there.
    """

    made: Document
    numbers: count[int]
    links: frozenset[str] = frozenset()
    top: str = "h1"

    @property
    def below(self) -> str:
        """The headings within the report."""
        return f"h{int(self.top[1:]) + 1}"

    def html(self) -> str:
        """Return what is read first, then the rest, folded."""
        parts = [self._head(), *self.first(), *self.rest()]
        return "\n".join(part for part in parts if part) + "\n</article>"

    def first(self) -> list[str]:
        """Return what is read first."""
        made = self.made
        return [
            self._answer(),
            self._tiles(),
            *map(self._figure, made.figures[:1]),
            *map(self.table, made.open_tables),
            self._cautions(),
            f'<p class="method">{html_text(made.brief)}</p>' if made.brief else "",
        ]

    def rest(self) -> list[str]:
        """Return what is opened by a click."""
        figures = "\n".join(map(self._figure, self.made.figures[1:]))
        return [self._folded(FIGURES, figures), *map(self._section, self.made.details)]

    def _head(self) -> str:
        made, top = self.made, self.top
        number = next(self.numbers)
        linked = made.anchor in self.links
        place = escape(made.anchor) if linked else f"report-{number}"
        back = f'<p class="back"><a href="#{LIST}">{BACK}</a></p>\n' if linked else ""
        return (
            f'<article aria-labelledby="{place}">\n'
            f'<{top} id="{place}">{html_text(made.title)}</{top}>\n'
            f'{back}<p class="question">{html_text(made.question)}</p>'
        )

    def _answer(self) -> str:
        made = self.made
        word = f'<strong class="word">{escape(made.word)}</strong> ' if made.word else ""
        more = [line for line in (*made.lines, made.outlook) if line]
        facts = f"\n{html_texts(more)}" if more else ""
        return (
            f'<div class="{f"answer {escape(made.tone)}".strip()}">\n'
            f'<p class="headline">{word}{html_text(made.headline)}</p>{facts}\n</div>'
        )

    def _tiles(self) -> str:
        """Return the few numbers of a plan, large."""
        tiles = "\n".join(
            f"<div><dt>{escape(one.title)}</dt><dd><b>{escape(one.value)}</b> {escape(one.unit)}"
            f"{f'<small>{escape(one.range)}</small>' if one.range else ''}</dd></div>"
            for one in self.made.tiles
        )
        return f'<dl class="tiles">\n{tiles}\n</dl>' if tiles else ""

    def table(self, table: Table) -> str:
        """Return a table that can be scrolled sideways."""
        leads = any(unmarked(row[0]) in self.links for row in table.rows)
        place = f' id="{LIST}"' if leads else ""
        name = escape(unmarked(table.title) or "Table")
        return (
            f'<div class="scroll"{place} role="region" tabindex="0" aria-label="{name}">\n'
            f"{html_table(table, self.links)}\n</div>"
        )

    def _figure(self, figure: Figure) -> str:
        below = f"<figcaption>{html_text(figure.below)}</figcaption>" if figure.below else ""
        drawing = svg(figure.spec, f"f{next(self.numbers)}-", figure.caption)
        if not drawing:
            title, why = html_text(figure.title), UNDRAWN if can_draw() else INSTALL
            return f"<figure><p><b>{title}</b></p><p>{escape(why)}</p>{below}</figure>"
        wide = re.search(r'<svg [^>]*\bwidth="([\d.]+)"', drawing)
        least = round(SMALLEST * float(wide[1])) if wide else 0
        hint = f'<p class="sideways">{SIDEWAYS}</p>' if least > PHONE else ""
        name = f"Figure {escape(figure.name)}"
        box = f'<div class="drawing" role="region" tabindex="0" aria-label="{name}">'
        sized = drawing.replace("<svg ", f'<svg style="min-width: {least}px" ', 1)
        return f"<figure>{hint}{box}{sized}</div>{below}</figure>"

    def _cautions(self) -> str:
        found = self.made.cautions
        if not found:
            return ""
        head = "Caution" if len(found) == 1 else "Cautions"
        inside = html_texts(found, "paragraphs" if len(found) == 1 else "points")
        return (
            f'<section class="cautions">\n<{self.below}>{head}</{self.below}>\n{inside}\n</section>'
        )

    def _folded(self, heading: str, inside: str) -> str:
        """Return what is opened by a click, and printed open."""
        if not inside:
            return ""
        head = f"<summary><{self.below}>{escape(heading)}</{self.below}></summary>"
        return f"<details>\n{head}\n{inside}\n</details>"

    def _section(self, section: Section) -> str:
        texts = html_texts(section.texts, section.style)
        tables = (table for table in section.untitled if table not in self.made.open_tables)
        parts = [texts, *map(self.table, tables)]
        return self._folded(section.heading, "\n".join(part for part in parts if part))


def html_text(text: str) -> str:
    """Return a text in which nothing is a tag, and names of systems are bold."""
    return "".join(f"<b>{escape(p)}</b>" if name else escape(p) for p, name in pieces(text))


def html_texts(texts: Sequence[str], style: str = "paragraphs") -> str:
    """Return texts in the style of a section: paragraphs, the points of a list, or code."""
    if style == "code":
        return "\n".join(f"<pre><code>{escape(text)}</code></pre>" for text in texts)
    if style == "points":
        listed = "\n".join(f"<li>{html_text(text)}</li>" for text in texts)
        return f"<ul>\n{listed}\n</ul>" if texts else ""
    return "\n".join(f'<p class="lines">{_paragraph(text)}</p>' for text in texts)


def _paragraph(text: str) -> str:
    """Return a text that keeps its lines; the first of several stands out."""
    first, end, others = text.partition("\n")
    return f"<strong>{html_text(first)}</strong>\n{html_text(others)}" if end else html_text(first)


def html_table(table: Table, links: frozenset[str] = frozenset()) -> str:
    """Return a table; names in its first column that are anchors of the page are links."""
    kinds = [_kind(table, i) for i in range(len(table.header))]
    heads = "".join(
        f'<th scope="col"{kind}>{_cell(cell)}</th>'
        for cell, kind in zip(table.header, kinds, strict=True)
    )
    lines = []
    for first, *rest in table.rows:
        cells = "".join(
            f"<td{kind}>{_cell(cell)}</td>" for cell, kind in zip(rest, kinds[1:], strict=True)
        )
        name = escape(unmarked(first))
        label = f'<a href="#{name}">{name}</a>' if unmarked(first) in links else name
        lines.append(f'<tr><th scope="row"{kinds[0]}>{label}</th>{cells}</tr>')
    body = "\n".join(lines)
    caption = f"<caption>{_cell(table.title)}</caption>\n" if table.title else ""
    return f"<table>\n{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _cell(text: str) -> str:
    return escape(unmarked(text))


def _kind(table: Table, i: int) -> str:
    """Return the class of a column: numbers stand at the right, and long texts are broken."""
    if table.is_number(i):
        return ' class="number"'
    return ' class="words"' if any(len(row[i]) > LONG for row in table.rows) else ""


def svg(spec: dict[str, Any], prefix: str, words: str) -> str:
    """Return a figure as SVG to stand within a page; empty where it cannot be drawn.

    That is without the package that draws, or where it crashes, which is a warning. The prefix
    keeps the ids of several figures apart; the words are read aloud.
    """
    if not can_draw():
        return ""
    try:
        drawn = draw(spec, "svg").decode()
    except FigureError as error:
        warnings.warn(str(error), FigureWarning, stacklevel=2)
        return ""
    drawn = re.sub(r'\bid="', f'id="{prefix}', drawn)
    drawn = re.sub(r"url\(#", f"url(#{prefix}", drawn)
    drawn = re.sub(r'href="#', f'href="#{prefix}', drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{_cell(words)}" ', 1)
