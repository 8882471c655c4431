"""A Result as a LaTeX fragment: paragraphs and booktabs tables, to be included in a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimwise.core import Result
from claimwise.report import sections as order
from claimwise.report.document import Document, Table, document
from claimwise.report.latex_tables import Layout, layout

HEAD = r"""% A report by claimwise. Include it with \input{FILE}; the preamble needs
%   \usepackage{booktabs}
% and, for names beyond Latin letters, XeLaTeX or LuaLaTeX.
% Figures are drawn apart: claimwise ... --plot figure.pdf
"""
SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",
    "`": r"\char96{}",
    "-": "-{}",  # two of them are two, and not a dash
}
DIGEST = re.compile(r"[0-9a-f]{32,}")
MOST_ROWS = 45  # that a page holds


def to_latex(
    result: Result,
    *,
    command: str = "",
    python: str = "",
    title: str | None = None,
    beside: Sequence[Result] = (),
    parts: Sequence[Result] = (),
) -> str:
    """Return the report as a fragment of LaTeX; arguments as in `document`, then `parts`."""
    made = document(result, command=command, python=python, title=title, beside=beside)
    return "\n".join(latex_fragment(one) for one in (made, *map(document, parts)))


def latex_fragment(made: Document) -> str:
    """Return the fragment that shows a document."""
    parts = [
        HEAD,
        r"\begingroup\setlength{\emergencystretch}{4em}",
        rf"\subsection*{{{latex_text(made.title)}}}",
        rf"\noindent {latex_text(made.claim)}",
        rf"\medskip\noindent\textbf{{{latex_text(made.answer)}}}",
        _section(order.findings(made)),
        *(_table(table) for table in order.main_tables(made)),
        *(_figure_note(figure.name, figure.caption) for figure in made.figures),
        *(_section(section) for section in order.accounts(made)),
        _checklist(made),
        _section(order.Section(order.REFERENCES, made.references, is_list=True)),
        _repeat(made),
        r"\par\endgroup",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def latex_text(text: str) -> str:
    """Return plain text in which nothing is a command.

    >>> latex_text("50% of A_1 & B")
    '50\\\\% of A\\\\_1 \\\\& B'
    """
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    # A hyphen between letters is one; a run of them would become a dash.
    kept = [
        letter if letter == "-" and plain[i + 1 : i + 2] != "-" else SPECIAL.get(letter, letter)
        for i, letter in enumerate(plain)
    ]
    return DIGEST.sub(lambda found: _pieces(found.group()), "".join(kept))


def _pieces(digits: str) -> str:
    """Return a digest that may be broken: nothing else in a report has no end."""
    return r"\allowbreak{}".join(digits[i : i + 8] for i in range(0, len(digits), 8))


def _section(section: order.Section) -> str:
    if not section.texts:
        return ""
    head = rf"\paragraph{{{latex_text(section.heading)}.}}"
    if section.is_list:
        points = "\n".join(rf"\item {{}}{latex_text(text)}" for text in section.texts)
        return f"{head}\n\\begin{{itemize}}\n{points}\n\\end{{itemize}}"
    said = "\n\n".join(latex_text(line) for text in section.texts for line in text.splitlines())
    return f"{head} {said}"


def _table(table: Table) -> str:
    name, header, rows = table
    if len(rows) > MOST_ROWS:
        return f"% The table {_comment(name)} has {len(rows)} rows and was left out."
    fits = layout(header, rows)
    columns = "".join(
        f"p{{{fits.broken[i]:g}pt}}"
        if i in fits.broken
        else "r"
        if order.is_numeric(rows, i)
        else "l"
        for i in range(len(header))
    )
    lines = [_row(row, fits) for row in rows]
    return "\n".join(
        [
            r"\begin{table}[htb]",
            rf"\centering{fits.size}\setlength{{\tabcolsep}}{{{fits.beside:g}pt}}",
            rf"\caption{{{latex_text(name)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            _row(header, fits),
            r"\midrule",
            *(_safe_start(line) for line in lines),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def _row(row: Sequence[str], fits: Layout) -> str:
    cells = [
        _paragraph(cell) if i in fits.broken else latex_text(cell) for i, cell in enumerate(row)
    ]
    return " & ".join(cells) + r" \\"


def _paragraph(cell: str) -> str:
    """Return a cell of several lines; names may be broken within."""
    text = latex_text(cell).replace(r"\_", r"\_\allowbreak{}").replace("[", r"\allowbreak{}[")
    return rf"{{\raggedright {text}\par}}"


def _safe_start(line: str) -> str:
    r"""Return a line that the break before it cannot take for its option: \\ [...]."""
    return "{}" + line if line.startswith(("[", "*")) else line


def _figure_note(name: str, caption: str) -> str:
    return f"% Figure ({_comment(name)}): {_comment(caption)}".rstrip(": ")


def _comment(text: str) -> str:
    return " ".join(text.split())


def _checklist(made: Document) -> str:
    if not made.checklist:
        return ""
    points = "\n".join(
        rf"\item {{}}\textit{{{latex_text(item.question)}}} {latex_text(item.answer)} "
        rf"({latex_text(item.source)})"
        for item in made.checklist
    )
    intro = latex_text(order.INTRODUCED)
    return (
        f"\\paragraph{{{order.CHECKLIST}.}} {intro}\n\\begin{{itemize}}\n{points}\n\\end{{itemize}}"
    )


def _repeat(made: Document) -> str:
    texts = [made.command, *made.python.splitlines(), made.signature]
    shown = "\n\n".join(
        rf"\noindent{{\small\ttfamily\raggedright {_breakable(text)}\par}}"
        for text in texts
        if text.strip()
    )
    return f"\\paragraph{{{order.REPEAT}.}}\\mbox{{}}\n\n{shown}"


def _breakable(text: str) -> str:
    """Return code that may be broken after the signs that divide it."""
    return (
        latex_text(text)
        .replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
        .replace(",", r",\allowbreak{}")
    )
