"""A Result as one HTML file: no script, no network, figures drawn into it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import count
from typing import Any

from claimwise.core import Result
from claimwise.report import sections as order
from claimwise.report.document import Document, Figure, Table, document
from claimwise.report.drawn_words import with_widths
from claimwise.report.style import CSS

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # even if a name slips by
INSTALL = (
    "The figure is not drawn here: the package vl-convert-python is not installed. Install it with "
    "pip install 'claimwise[plots]' and make the report again."
)

SIDEWAYS = "Scroll the figure sideways to see all of it."  # seen on a phone alone
PHONE = 320  # pixels that a figure has there
LONG = 50  # characters of a cell that may be broken into lines
LIST, BACK = "list", "Back to the list"  # the table that leads to the other reports of a page


def to_html(
    result: Result,
    *,
    command: str = "",
    python: str = "",
    title: str | None = None,
    beside: Sequence[Result] = (),
    parts: Sequence[Result] = (),
) -> str:
    """Return the report as one HTML page that needs nothing else; arguments as in `document`.

    The reports of `parts` follow on the same page.
    """
    made = document(result, command=command, python=python, title=title, beside=beside)
    return html_page(made, *map(document, parts), title=made.title if parts else "")


def html_page(*documents: Document, title: str = "") -> str:
    """Return a page with a report for each document, one below the other."""
    numbers = count(1)
    links = frozenset(one.anchor for one in documents if title and one.anchor)
    body = "\n".join(_article(one, numbers, links, alone=not title) for one in documents)
    head = f"<h1>{escape(title)}</h1>\n" if title else ""
    name = title or (documents[0].title if documents else "claimwise")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(name)} - claimwise</title>\n<style>{CSS}</style>\n</head>\n<body>\n"
        f"<main>\n{head}{body}\n<footer>Made by claimwise.</footer>\n</main>\n</body>\n</html>\n"
    )


def _article(made: Document, numbers: count[int], links: frozenset[str], *, alone: bool) -> str:
    """Return one report; its headings are one level lower where it is one of several.

    `links` are the anchors of the page: a table whose first column names them leads there.
    """
    top, level = ("h1", 2) if alone else ("h2", 3)
    number = next(numbers)
    linked = made.anchor in links
    place = escape(made.anchor) if linked else f"report-{number}"
    back = f'<p class="back"><a href="#{LIST}">{BACK}</a></p>\n' if linked else ""
    head = (
        f'<article aria-labelledby="{place}">\n<{top} id="{place}">{escape(made.title)}</{top}>\n'
        f'{back}<p class="claim">{escape(made.claim)}</p>\n'
        f'<p class="answer">{escape(made.answer)}</p>'
    )
    tables = order.main_tables(made)
    parts = [_section(order.findings(made), level), *(_table(table, links) for table in tables)]
    if any(_is_list(table, links) for table in tables):
        parts.reverse()  # what leads to the rest of the page is its first table
    parts.insert(0, head)
    parts += [_figure(figure, next(numbers)) for figure in made.figures]
    parts += [_section(section, level) for section in order.accounts(made)]
    parts.append(_checklist(made, level))
    parts.append(_section(order.Section(order.REFERENCES, made.references, is_list=True), level))
    parts.append(_repeat(made, level))
    parts += [_table(table) for table in order.appended_tables(made)]
    return "\n".join(part for part in parts if part) + "\n</article>"


def _section(section: order.Section, level: int) -> str:
    if not section.texts:
        return ""
    head = f"<h{level}>{escape(section.heading)}</h{level}>\n"
    if section.is_list:
        points = "\n".join(f"<li>{escape(text)}</li>" for text in section.texts)
        return f"<section>\n{head}<ul>\n{points}\n</ul>\n</section>"
    said = "\n".join(f'<p class="lines">{escape(text)}</p>' for text in section.texts)
    return f"<section>\n{head}{said}\n</section>"


def _table(table: Table, links: frozenset[str] = frozenset()) -> str:
    """Return a table; names in its first column that are anchors of the page are links."""
    name, header, rows = table
    place = f' id="{LIST}"' if _is_list(table, links) else ""
    kinds = [_kind(rows, i) for i in range(len(header))]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(cell)}</th>'
        for cell, kind in zip(header, kinds, strict=True)
    )
    lines = []
    for row in rows:
        first, *rest = row
        cells = "".join(
            f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(rest, kinds[1:], strict=True)
        )
        lines.append(f'<tr><th scope="row"{kinds[0]}>{_linked(first, links)}</th>{cells}</tr>')
    body = "\n".join(lines)
    return (
        f'<div class="scroll"{place} role="region" tabindex="0" aria-label="{escape(name)}">\n'
        f"<table>\n<caption>{escape(name)}</caption>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _kind(rows: tuple[tuple[str, ...], ...], i: int) -> str:
    """Return the class of a column: numbers stand at the right, and long texts are broken."""
    if order.is_numeric(rows, i):
        return ' class="number"'
    return ' class="words"' if any(len(row[i]) > LONG for row in rows) else ""


def _is_list(table: Table, links: frozenset[str]) -> bool:
    """Whether a table leads to other reports of the page."""
    return any(row[0] in links for row in table[2])


def _linked(text: str, links: frozenset[str]) -> str:
    """Return a text, as a link if it is an anchor of the page."""
    return f'<a href="#{escape(text)}">{escape(text)}</a>' if text in links else escape(text)


def _figure(figure: Figure, number: int) -> str:
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    drawing = svg(figure.spec, f"f{number}-", figure.caption or figure.name)
    if not drawing:
        return f"<figure><p>{escape(INSTALL)}</p>{caption}</figure>"
    wide = re.search(r'<svg [^>]*\bwidth="([\d.]+)"', drawing)
    hint = f'<p class="sideways">{SIDEWAYS}</p>' if wide and float(wide[1]) > PHONE else ""
    name = f"Figure {escape(figure.name)}"
    box = f'<div class="drawing" role="region" tabindex="0" aria-label="{name}">'
    return f"<figure>{hint}{box}{drawing}</div>{caption}</figure>"


def svg(spec: dict[str, Any], prefix: str, words: str) -> str:
    """Return the figure as SVG to stand within a page; empty without the package that draws."""
    try:
        import vl_convert
    except ImportError:
        return ""
    drawn = with_widths(str(vl_convert.vegalite_to_svg(spec)))
    # Ids must differ between the figures of a page.
    drawn = re.sub(r'\bid="', f'id="{prefix}', drawn)
    drawn = re.sub(r"url\(#", f"url(#{prefix}", drawn)
    drawn = re.sub(r'href="#', f'href="#{prefix}', drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1)


def _checklist(made: Document, level: int) -> str:
    if not made.checklist:
        return ""
    points = "\n".join(
        f"<dt>{escape(item.question)}</dt>\n<dd>{escape(item.answer)} "
        f'<span class="source">({escape(item.source)})</span></dd>'
        for item in made.checklist
    )
    return (
        f"<section>\n<h{level}>{order.CHECKLIST}</h{level}>\n<p>{escape(order.INTRODUCED)}</p>\n"
        f'<dl class="checklist">\n{points}\n</dl>\n</section>'
    )


def _repeat(made: Document, level: int) -> str:
    shown = [
        f"<pre><code>{escape(text)}</code></pre>"
        for text in (made.command, made.python, made.signature)
        if text
    ]
    body = "\n".join(shown)
    return f"<section>\n<h{level}>{order.REPEAT}</h{level}>\n{body}\n</section>"
