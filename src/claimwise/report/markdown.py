"""A Result as Markdown, to paste into a paper's appendix or a pull request."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimwise.core import Result
from claimwise.report import sections as order
from claimwise.report.document import Document, Table, document


def to_markdown(
    result: Result,
    *,
    command: str = "",
    python: str = "",
    title: str | None = None,
    beside: Sequence[Result] = (),
    parts: Sequence[Result] = (),
) -> str:
    """Return the report as Markdown; arguments as in `document`. Those of `parts` follow it."""
    made = document(result, command=command, python=python, title=title, beside=beside)
    return "\n".join(markdown_text(one) for one in (made, *map(document, parts)))


def markdown_text(made: Document) -> str:
    """Return the Markdown that shows a document."""
    parts = [
        f"## {_plain(made.title)}",
        _plain(made.claim),
        f"**{_plain(made.answer)}**",
        _section(order.findings(made)),
        *(_table(table) for table in order.main_tables(made)),
        *(f"*Figure ({_plain(f.name)})*: {_plain(f.caption)}" for f in made.figures if f.caption),
        *(_section(section) for section in order.accounts(made)),
        _checklist(made),
        _section(order.Section(order.REFERENCES, made.references, is_list=True)),
        _repeat(made),
        *(_table(table) for table in order.appended_tables(made)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _plain(text: str) -> str:
    r"""Return text in which nothing is taken for a mark of Markdown or a tag.

    >>> _plain("a*b <i> sample_size _x_ ![i](u) [0.1, 0.2]")
    'a\\*b &lt;i> sample_size \\_x\\_ ![i\\](u) [0.1, 0.2]'
    """
    text = re.sub(r"([\\`*~])", r"\\\1", text).replace("<", "&lt;")
    text = re.sub(r"\](?=[(\[:])", r"\\]", text)  # a link or a picture; not an interval
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)


def _section(section: order.Section) -> str:
    if not section.texts:
        return ""
    head = f"### {section.heading}"
    if section.is_list:
        return "\n\n".join([head, "\n".join(f"- {_plain(text)}" for text in section.texts)])
    said = [_plain(text).replace("\n", "  \n") for text in section.texts]
    return "\n\n".join([head, *said])


def _table(table: Table) -> str:
    name, header, rows = table
    safe = [
        [_plain(" ".join(cell.split())).replace("|", "\\|") for cell in row]
        for row in (header, *rows)
    ]
    rule = ["---:" if order.is_numeric(rows, i) else "---" for i in range(len(header))]
    lines = [safe[0], rule, *safe[1:]]
    body = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"**{_plain(name)}**\n\n{body}"


def _checklist(made: Document) -> str:
    if not made.checklist:
        return ""
    points = "\n".join(
        f"- **{_plain(item.question)}** {_plain(item.answer)} ({_plain(item.source)})"
        for item in made.checklist
    )
    return f"### {order.CHECKLIST}\n\n{_plain(order.INTRODUCED)}\n\n{points}"


def _repeat(made: Document) -> str:
    parts = [f"### {order.REPEAT}"]
    parts += [_fenced("sh", made.command)] if made.command else []
    parts += [_fenced("python", made.python)] if made.python else []
    parts.append(f"`{made.signature.replace('`', chr(39))}`")
    return "\n\n".join(parts)


def _fenced(language: str, text: str) -> str:
    longest = max((len(found) for found in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
