"""A Result as one HTML file: no script, no network, figures drawn into it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import Table, unmarked
from claimwise.report.document import Document, Picture, documents
from claimwise.report.forms.drawing import FigureError, FigureWarning, can_draw, draw
from claimwise.report.forms.form import form
from claimwise.report.forms.writer import Writer, joined

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # even if a name slips by
SIDEWAYS = "Scroll the figure sideways to see all of it."  # seen on a phone alone
PHONE = 340  # pixels that a figure has there
SMALLEST = 0.66  # of its size, to which a figure is made smaller before it is scrolled


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
    return html_page(*documents(result, **how))


def html_page(*documents: Document, title: str = "") -> str:
    """Return a page with a report for each document, one below the other.

    The title stands above all of them; without one the first of them leads.
    """
    numbers = count(1)
    links = frozenset(one.anchor for one in documents[1:] if one.anchor)
    articles = [
        Article(numbers, links, top=2 if title or i else 1).article(made)
        for i, made in enumerate(documents)
    ]
    head = [f"<h1>{escape(unmarked(title))}</h1>"] if title else []
    footer = "<footer>Made by claimwise.</footer>"
    name = f"{unmarked(title or documents[0].title)} - claimwise"
    return page(name, "\n".join([*head, *articles, footer]))


def page(name: str, inside: str) -> str:
    """Return a page of this name, with its style in it."""
    style = Path(__file__).with_name("page.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(name)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<main>\n{inside}\n</main>\n</body>\n</html>\n"
    )


class Article(Writer):
    """One report of a page.

    `numbers` are such that no two things of a page have the same id. `links` are the anchors of
    the page: a table whose first column names them leads there. `top` is the level of its title.
    """

    between = line = "\n"
    strong, paragraph = "<strong>{}</strong>", '<p class="lines">{}</p>'
    point, listed = "<li>{}</li>", "<ul>\n{}\n</ul>"

    def __init__(
        self, numbers: count[int], links: frozenset[str] = frozenset(), *, top: int
    ) -> None:
        """Keep what is known of the page."""
        self.numbers, self.links, self.top, self.below = numbers, links, f"h{top}", f"h{top + 1}"

    def article(self, made: Document) -> str:
        """Write title and question, what is read first, then the rest, folded."""
        linked = made.anchor in self.links
        place = escape(made.anchor) if linked else f"report-{next(self.numbers)}"
        head = (
            f'<article aria-labelledby="{place}">\n'
            f'<{self.top} id="{place}">{self.text(made.title)}</{self.top}>\n'
            f'<p class="question">{self.text(made.question)}</p>'
        )
        return joined([head, *self.first(made), *self.rest(made), "</article>"], "\n")

    def plain(self, text: str) -> str:
        """Write words in which nothing is a tag."""
        return escape(text)

    def name(self, name: str) -> str:
        """Write a name in bold."""
        return f"<b>{escape(name)}</b>"

    def answer(self, made: Document) -> str:
        """Write verdict, headline and facts, then the few numbers that are shown large."""
        word = f'<strong class="word">{escape(made.word)}</strong> ' if made.word else ""
        facts = self.paragraphs([line for line in (*made.lines, made.outlook) if line])
        tiles = "\n".join(
            f"<div><dt>{escape(one.title)}</dt><dd><b>{escape(one.value)}</b> {escape(one.unit)}"
            f"{f'<small>{escape(one.range)}</small>' if one.range else ''}</dd></div>"
            for one in made.tiles
        )
        return joined(
            [
                f'<div class="{f"answer {escape(made.tone)}".strip()}">',
                f'<p class="headline">{word}{self.text(made.headline)}</p>',
                facts,
                "</div>",
                f'<dl class="tiles">\n{tiles}\n</dl>' if tiles else "",
            ],
            "\n",
        )

    def figure(self, figure: Picture) -> str:
        """Write a figure, drawn; or why it is not."""
        below = f"<figcaption>{self.text(figure.below)}</figcaption>" if figure.below else ""
        try:
            drawn = draw(figure.spec, "svg").decode()
        except FigureError as error:
            if can_draw():
                warnings.warn(str(error), FigureWarning, stacklevel=2)
            title, why = self.text(figure.title), escape(str(error))
            return f"<figure><p><b>{title}</b></p><p>{why}</p>{below}</figure>"
        # No two figures of a page have the same id.
        drawn = re.sub(r'(\bid="|url\(#|href="#)', rf"\1f{next(self.numbers)}-", drawn)
        wide = re.search(r'<svg [^>]*\bwidth="([\d.]+)"', drawn)
        least = round(SMALLEST * float(wide[1])) if wide else 0
        words = f'role="img" aria-label="{_cell(figure.caption)}" style="min-width: {least}px"'
        hint = f'<p class="sideways">{SIDEWAYS}</p>' if least > PHONE else ""
        box = (
            f'class="drawing" role="region" tabindex="0" aria-label="Figure {escape(figure.name)}"'
        )
        drawn = drawn.replace("<svg ", f"<svg {words} ", 1)
        return f"<figure>{hint}<div {box}>{drawn}</div>{below}</figure>"

    def table(self, table: Table) -> str:
        """Write a table that can be scrolled sideways."""
        held = map(table.holds, range(len(table.header)))
        kinds = [f' class="{kind}"' if kind else "" for kind in held]
        heads = "".join(
            f'<th scope="col"{kind}>{_cell(cell)}</th>'
            for cell, kind in zip(table.header, kinds, strict=True)
        )
        rows = "\n".join(self._row(row, kinds) for row in table.rows)
        name = _cell(table.title)
        caption = f"<caption>{name}</caption>\n" if name else ""
        return (
            f'<div class="scroll" role="region" tabindex="0" aria-label="{name or "Table"}">\n'
            f"<table>\n{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n"
            "</table>\n</div>"
        )

    def _row(self, row: Sequence[str], kinds: Sequence[str]) -> str:
        first, *cells = map(_cell, row)
        label = f'<a href="#{first}">{first}</a>' if unmarked(row[0]) in self.links else first
        rest = "".join(
            f"<td{kind}>{cell}</td>" for cell, kind in zip(cells, kinds[1:], strict=True)
        )
        return f'<tr><th scope="row"{kinds[0]}>{label}</th>{rest}</tr>'

    def cautions(self, cautions: Sequence[str]) -> str:
        """Write what stands apart: a paragraph, or a list of several."""
        one = len(cautions) == 1
        head = "Caution" if one else "Cautions"
        inside = self.paragraphs(cautions) if one else self.points(cautions)
        return (
            f'<section class="cautions">\n<{self.below}>{head}</{self.below}>\n{inside}\n</section>'
        )

    def brief(self, brief: str) -> str:
        """Write the line of the method, in a softer ink."""
        return f'<p class="method">{self.text(brief)}</p>'

    def code(self, texts: Sequence[str]) -> str:
        """Write what can be copied."""
        return "\n".join(f"<pre><code>{escape(text)}</code></pre>" for text in texts)

    def part(self, heading: str, inside: str) -> str:
        """Write what is opened by a click, and printed open."""
        head = f"<summary><{self.below}>{escape(heading)}</{self.below}></summary>"
        return f"<details>\n{head}\n{inside}\n</details>"


def _cell(text: str) -> str:
    return escape(unmarked(text))
