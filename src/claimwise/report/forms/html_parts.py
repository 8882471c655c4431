"""Texts, tables and figures as HTML, for pages and notebooks: no script, no network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from claimwise.report.answer import Table, pieces, unmarked

LONG = 50  # characters of a cell that may be broken into lines


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
        label = _linked(unmarked(first), links)
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


def _linked(text: str, links: frozenset[str]) -> str:
    """Return a text, as a link if it is an anchor of the page."""
    return f'<a href="#{escape(text)}">{escape(text)}</a>' if text in links else escape(text)


def svg(spec: dict[str, Any], prefix: str, words: str) -> str:
    """Return a figure as SVG to stand within a page; empty without the package that draws.

    The prefix keeps the ids of several figures apart; the words are read aloud.
    """
    try:
        import vl_convert
    except ImportError:
        return ""
    from claimwise.report.forms.svg_widths import with_widths

    drawn = with_widths(str(vl_convert.vegalite_to_svg(spec)))
    drawn = re.sub(r'\bid="', f'id="{prefix}', drawn)
    drawn = re.sub(r"url\(#", f"url(#{prefix}", drawn)
    drawn = re.sub(r'href="#', f'href="#{prefix}', drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{_cell(words)}" ', 1)
