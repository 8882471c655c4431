"""What a notebook shows of a Result: the article of a page, with short tables, all else folded."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from claimwise.core import Result, register
from claimwise.report.answer import Table
from claimwise.report.document import Document, document
from claimwise.report.forms.drawing import can_draw
from claimwise.report.forms.html import Article
from claimwise.report.forms.writer import joined

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
.claimwise h4, .claimwise summary > * { display: inline; font-size: 1em; }
.claimwise .word { background: #8a5800; color: #fff; padding: .1em .5em; border-radius: 4px; }
.claimwise .good .word { background: #17703b; } .claimwise .bad .word { background: #b3261e; }
.claimwise .method { opacity: .7; } .claimwise .sideways { display: none; }
</style>"""
NUMBERS = count(1)  # so that the figures of one notebook have ids of their own


@register("report", "notebook")
def to_notebook(result: Result) -> str:
    """Return HTML without scripts."""
    from claimwise.report.figures import drawable, figures_of, pictures

    made = document(result, figures=False)
    if figures_of(drawable(result)) and can_draw():
        made = replace(made, figures=tuple(pictures(result)))
    return notebook_html(made)


def notebook_html(made: Document) -> str:
    """Return the HTML that shows a document in a cell of a notebook."""
    cell = _Cell(NUMBERS, top=3)
    rest = joined(cell.rest(made), "\n")
    folded = f"<details>\n<summary>Details</summary>\n{rest}\n</details>" if rest else ""
    inside = joined([*cell.first(replace(made, tiles=())), folded], "\n")
    return f'<div class="claimwise">\n{STYLE}\n{inside}\n</div>'


class _Cell(Article):
    """An article whose tables are short."""

    def table(self, table: Table) -> str:
        """Write the first rows of a table, and how the others are seen."""
        more = len(table.rows) - MOST
        note = f"\n<p>and {more:,} more rows: result.to_frame()</p>" if more > 0 else ""
        return super().table(table._replace(rows=table.rows[:MOST])) + note
