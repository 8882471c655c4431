"""A Result as one HTML file: no script, no network, figures drawn into it."""

from __future__ import annotations

import re
from html import escape
from itertools import count
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import Table, unmarked
from claimwise.report.document import Document, Figure, Section, documents
from claimwise.report.forms.form import form
from claimwise.report.forms.html_parts import html_table, html_text, html_texts, svg
from claimwise.report.forms.html_style import CSS

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # even if a name slips by
INSTALL = (
    "The figure is not drawn here: the package vl-convert-python is not installed. Install it with "
    "pip install 'claimwise[plots]' and make the report again."
)
SIDEWAYS = "Scroll the figure sideways to see all of it."  # seen on a phone alone
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
        _Article(one, numbers, links, first=first).html()
        for one, first in zip(documents, heads, strict=True)
    )
    head = "" if any(heads) or not title else f"<h1>{escape(unmarked(title))}</h1>\n"
    name = unmarked(title or (documents[0].title if documents else "claimwise"))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(name)} - claimwise</title>\n<style>{CSS}</style>\n</head>\n<body>\n"
        f"<main>\n{head}{body}\n<footer>Made by claimwise.</footer>\n</main>\n</body>\n</html>\n"
    )


class _Article:
    """One report; its headings are one level lower where others lead the page.

    `links` are the anchors of the page: a table whose first column names them leads there.
    """

    def __init__(
        self, made: Document, numbers: count[int], links: frozenset[str], *, first: bool
    ) -> None:
        self.made, self.numbers, self.links = made, numbers, links
        self.top, self.below = ("h1", "h2") if first else ("h2", "h3")

    def html(self) -> str:
        """Return what is read first, then the rest, folded."""
        made = self.made
        parts = [
            self._head(),
            self._answer(),
            self._tiles(),
            *map(self._figure, made.figures[:1]),
            *map(self._table, made.open_tables),
            self._cautions(),
            f'<p class="method">{html_text(made.brief)}</p>' if made.brief else "",
            self._folded(FIGURES, "\n".join(map(self._figure, made.figures[1:]))),
            *map(self._section, made.details),
        ]
        return "\n".join(part for part in parts if part) + "\n</article>"

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

    def _table(self, table: Table) -> str:
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
            title = html_text(figure.title)
            return f"<figure><p><b>{title}</b></p><p>{escape(INSTALL)}</p>{below}</figure>"
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
        parts = [texts, *map(self._table, tables)]
        return self._folded(section.heading, "\n".join(part for part in parts if part))
