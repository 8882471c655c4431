"""A Result as a LaTeX fragment: a sentence and a booktabs table to paste, then the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import Table, unmarked
from claimwise.report.document import Document, Section, documents
from claimwise.report.forms.form import form
from claimwise.report.forms.latex_tables import Layout, layout
from claimwise.report.forms.latex_text import latex_code, latex_text
from claimwise.report.tables import EVERY_ROW

HEAD = r"""% A report by claimwise. Include it with \input{FILE}; the preamble needs
%   \usepackage{booktabs}
% and, for names beyond Latin letters, XeLaTeX or LuaLaTeX.
% Figures are drawn apart: claimwise ... --plot figure.pdf
"""
PASTE = "% The answer in a sentence, and its numbers in a table: paste these."
REST = "% What stands behind it."
CAUTIONS = "Cautions"
GAP = "   "  # between facts on one line
MOST_ROWS = 45  # that a page holds


@form(
    "latex",
    title="LaTeX",
    endings=(".tex",),
    mime="text/x-tex",
    help="Also write a report in LaTeX (booktabs).",
)
def to_latex(result: Result, **how: Any) -> str:
    """Return the report as a fragment of LaTeX; arguments as in `documents`."""
    return "\n".join(map(latex_fragment, documents(result, **how)))


def latex_fragment(made: Document) -> str:
    """Return the fragment that shows a document."""
    pasted = made.open_tables
    parts = [
        HEAD,
        r"\begingroup\setlength{\emergencystretch}{4em}",
        PASTE,
        rf"\noindent {latex_text(_sentence(made.headline))}",
        *map(_table, pasted),
        REST,
        rf"\subsection*{{{latex_text(made.title)}}}",
        rf"\noindent {latex_text(made.question)}",
        *(_line(line) for line in (*made.lines, made.outlook) if line),
        _section(Section(CAUTIONS, made.cautions, "points"), pasted),
        latex_text(_sentence(made.brief)) if made.brief else "",
        *(f"% Figure ({_comment(one.name)}): {_comment(one.caption)}" for one in made.figures),
        *(_section(section, pasted) for section in made.details),
        r"\par\endgroup",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _line(text: str) -> str:
    """Return a line of facts; those that stand apart in it keep their distance."""
    return latex_text(_sentence(text)).replace(GAP, r"\quad ")


def _section(section: Section, pasted: Sequence[Table]) -> str:
    """Return a part of the details; tables that are pasted above stand there alone."""
    tables = [t for t in section.tables if t not in pasted and t.title != EVERY_ROW]
    if not section.texts and not tables:
        return ""
    head = rf"\paragraph{{{latex_text(section.heading)}.}}"
    first, *others = [*_texts(section), *map(_table, tables)]
    return "\n\n".join([f"{head}\n{first}", *others])


def _texts(section: Section) -> list[str]:
    """Return the texts of a section in its style."""
    if section.style == "points":
        listed = "\n".join(rf"\item {{}}{latex_text(text)}" for text in section.texts)
        return [f"\\begin{{itemize}}\n{listed}\n\\end{{itemize}}"] if listed else []
    if section.style == "code":
        lines = [line for text in section.texts for line in text.splitlines() if line.strip()]
        return [r"\mbox{}", *map(_code, lines)]
    return list(map(_paragraph, section.texts))


def _paragraph(text: str) -> str:
    """Return a paragraph; the first of several lines stands out."""
    first, *others = map(latex_text, text.split("\n"))
    return " ".join([rf"\textit{{{first}}}", *others]) if others else first


def _table(table: Table) -> str:
    name = unmarked(table.title)
    if len(table.rows) > MOST_ROWS:
        return f"% The table {_comment(table.title)} has {len(table.rows)} rows and was left out."
    header, *rows = ([unmarked(cell) for cell in row] for row in (table.header, *table.rows))
    fits = layout(header, rows)
    columns = "".join(
        f"p{{{fits.broken[i]:g}pt}}" if i in fits.broken else "r" if table.is_number(i) else "l"
        for i in range(len(table.header))
    )
    return "\n".join(
        [
            r"\begin{table}[htb]",
            rf"\centering{fits.size}\setlength{{\tabcolsep}}{{{fits.gap:g}pt}}",
            rf"\caption{{{latex_text(name)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            " & ".join(_heading(lines, table.is_number(i)) for i, lines in enumerate(fits.header))
            + r" \\",
            r"\midrule",
            *(_safe_start(_row(row, fits)) for row in table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def _heading(lines: Sequence[str], right: bool) -> str:
    """Return a heading, whose lines stand one below the other."""
    texts = [latex_text(line, names="") for line in lines]
    stack = r"\\".join(texts)
    return texts[0] if len(texts) == 1 else rf"\shortstack[{'r' if right else 'l'}]{{{stack}}}"


def _row(row: Sequence[str], fits: Layout) -> str:
    cells = [
        _broken(cell) if i in fits.broken else latex_text(cell, names="")
        for i, cell in enumerate(row)
    ]
    return " & ".join(cells) + r" \\"


def _broken(cell: str) -> str:
    """Return a cell of several lines; names may be broken within."""
    text = latex_text(cell, names="")
    for sign in (r"\_", "/"):
        text = text.replace(sign, rf"{sign}\allowbreak{{}}")
    text = text.replace("[", r"\allowbreak{}[")
    return rf"{{\raggedright {text}\par}}"


def _safe_start(line: str) -> str:
    r"""Return a line that the break before it cannot take for its option: \\ [...]."""
    return "{}" + line if line.startswith(("[", "*")) else line


def _comment(text: str) -> str:
    return " ".join(unmarked(text).split())


def _code(line: str) -> str:
    """Return a line of code, which may be broken after the signs that divide it."""
    text = latex_code(line).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
    text = text.replace(",", r",\allowbreak{}")
    return rf"\noindent{{\small\ttfamily\raggedright {text}\par}}"
