"""What a notebook shows of a Result: the answer, its tables, the first figure; the rest folded."""

from __future__ import annotations

from html import escape
from itertools import count
from typing import TYPE_CHECKING, Any

from claimwise.core import Result, register
from claimwise.report.answer import BAD, GOOD, OPEN, Table
from claimwise.report.document import Document, Section, document
from claimwise.report.forms.figure_file import altair_chart
from claimwise.report.forms.html_parts import html_table, html_text, html_texts, svg

if TYPE_CHECKING:
    from claimwise.report.figures.book import Names

MOST = 20  # rows of a table
# A notebook that takes styles away shows the same in its own.
STYLE = """<style>
.claimwise p { margin: .3em 0; } .claimwise p.lines { white-space: pre-wrap; }
.claimwise table { border-collapse: collapse; margin: .6em 0; }
.claimwise caption { text-align: left; font-weight: 600; white-space: nowrap; }
.claimwise th, .claimwise td { padding: .15em .8em .15em 0; text-align: left; }
.claimwise tbody th { font-weight: 400; }
.claimwise th.number, .claimwise td.number { text-align: right; }
.claimwise svg { display: block; max-width: 100%; height: auto; background: #fff; }
</style>"""
COLOURS = {GOOD: "#17703b", BAD: "#b3261e", OPEN: "#8a5800"}
NUMBERS = count(1)  # so that the figures of one notebook have ids of their own


@register("report", "chart")
def to_chart(result: Result, of: Names = None) -> Any:
    """Return a figure as an altair chart, which a notebook shows; `of` names it."""
    return altair_chart(result, of)


@register("report", "notebook")
def to_notebook(result: Result) -> str:
    """Return HTML without scripts."""
    from claimwise.report.figures import figures_of, pictures, specification

    drawing = ""
    if figures_of(result):
        drawn = pictures(result)
        words = " ".join(one.caption for one in drawn)
        below = " ".join(one.below for one in drawn if one.below)
        drawing = svg(specification(drawn), f"n{next(NUMBERS)}-", words)
        drawing += f"\n<p>{html_text(below)}</p>" if drawing and below else ""
    return notebook_html(document(result, figures=False), drawing)


def notebook_html(made: Document, drawing: str = "") -> str:
    """Return the HTML that shows a document, with this drawing in it."""
    parts = [
        f"<p>{_word(made)}{html_text(made.headline)}</p>",
        html_texts([line for line in (*made.lines, made.outlook) if line]),
        *map(_table, made.tables),
        drawing,
        *(f"<p><strong>Caution:</strong> {html_text(note)}</p>" for note in made.cautions),
        f'<p style="opacity: .7">{html_text(made.brief)}</p>' if made.brief else "",
        _details(made),
    ]
    inside = "\n".join(part for part in parts if part)
    return f'<div class="claimwise">\n{STYLE}\n{inside}\n</div>'


def _word(made: Document) -> str:
    if not made.word:
        return ""
    colour = COLOURS.get(made.tone, "#444")
    style = f"background: {colour}; color: #fff; padding: .1em .5em; border-radius: 4px"
    return f'<strong style="{style}">{escape(made.word)}</strong> '


def _table(table: Table) -> str:
    more = len(table.rows) - MOST
    note = f"\n<p>and {more:,} more rows: result.to_frame()</p>" if more > 0 else ""
    return html_table(table._replace(rows=table.rows[:MOST])) + note


def _details(made: Document) -> str:
    inside = "\n".join(map(_section, made.details))
    return f"<details>\n<summary>Details</summary>\n{inside}\n</details>" if inside else ""


def _section(section: Section) -> str:
    texts = html_texts(section.texts, section.style)
    parts = [f"<h4>{escape(section.heading)}</h4>", texts, *map(_table, section.untitled)]
    return "\n".join(part for part in parts if part)
