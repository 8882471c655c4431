"""A Result as a LaTeX fragment: a sentence and a booktabs table to paste, then the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import Table, pieces, unmarked
from claimwise.report.document import Document, Section, documents
from claimwise.report.forms.form import form
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
PAGE = 340.0  # points: the text of an article in 10 point
SIZES = ((r"\small", 4.7, 6.0), (r"\footnotesize", 4.3, 4.0), (r"\scriptsize", 4.1, 3.0))
BREAKS = re.compile(r"[\s_\[]|(?<=[-/])")  # where a cell may be broken
THIN = frozenset(" .,:;'!()ijlt")  # letters that take about half the room of others
NARROW = 10  # letters, below which no column is broken
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
    "\u00a0": "~",
    "\u00b7": r"\textperiodcentered{}",
    "\u00d7": r"$\times$",
    "\u2013": "--",
    "\u2026": r"\ldots{}",
    "\u2212": "$-$",
    "\u2264": r"$\leq$",
    "\u2265": r"$\geq$",
}
MINUS = re.compile(r"(?<![\w.)\]-])-(?=\.?\d)")  # before a number, not within a word
RANGE = re.compile(r"(?<![\w.-])(\d+)-(\d+)(?![\w-])")  # of whole numbers, not of a date
DIGEST = re.compile(r"[0-9a-f]{32,}")


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


@dataclass(frozen=True, slots=True)
class Layout:
    """The font of a table, the space around its columns, its headings, widths of broken columns."""

    size: str
    gap: float
    header: tuple[tuple[str, ...], ...]  # the lines of each heading
    broken: dict[int, float]  # column and its width in points


def layout(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout:
    """Return the greatest font in which a table fits the page, breaking columns if none does.

    Headings that are wider than the cells below them stand in lines, where that is of use.

    >>> layout(["a", "b"], [["1", "2"]])
    Layout(size='\\\\small', gap=6.0, header=(('a',), ('b',)), broken={})
    >>> layout(["a", "b"], [["word " * 30, "2"]]).broken
    {0: 323.9}
    """
    cells = [[str(row[i]) for row in rows] for i in range(len(header))]
    plain = tuple((name,) for name in header)
    stacked = tuple(
        _lines(name, _longest(below)) for name, below in zip(header, cells, strict=True)
    )
    for size, letter, gap in SIZES:
        for heads in (plain, stacked):
            widths = [_longest([*h, *below]) for h, below in zip(heads, cells, strict=True)]
            if sum(widths) * letter + 2 * gap * len(widths) <= PAGE:
                return Layout(size, gap, heads, {})
    left = PAGE - 2 * gap * len(widths) - sum(widths) * letter
    broken: dict[int, float] = {}
    for i in sorted(range(len(widths)), key=lambda i: -widths[i]):
        pieces = [piece for cell in (*heads[i], *cells[i]) for piece in BREAKS.split(cell)]
        least = max(NARROW, 1 + _longest(pieces))
        if left >= 0 or least >= widths[i]:
            continue
        kept = max(least * letter, widths[i] * letter + left)
        left += widths[i] * letter - kept
        broken[i] = round(kept, 1)
    return Layout(size, gap, heads, broken)


def _longest(texts: Sequence[str]) -> float:
    """Return the width of the widest text, in letters."""
    return max(map(_width, texts), default=0)


def _width(text: str) -> float:
    return sum(0.65 if letter in THIN else 1.0 for letter in text)


def _lines(name: str, width: float) -> tuple[str, ...]:
    """Return a heading in lines that are no longer than the cells below, or than its parts.

    >>> _lines("difference (points)", 5), _lines("org/model-7b", 7)
    (('difference', '(points)'), ('org/', 'model-', '7b'))
    """
    parts = re.split(r"(?<=[ /-])", name)
    room = max(width, _longest([part.strip(" ") for part in parts]))
    lines = [""]
    for part in parts:
        if lines[-1] and _width(lines[-1] + part.rstrip(" ")) > room:
            lines.append("")
        lines[-1] += part
    return tuple(line.strip(" ") for line in lines)


def latex_text(text: str, *, names: str = r"\texttt") -> str:
    """Return a text with minus signs and dashes; names of systems stand as they are spelled.

    >>> latex_text("50% of A_1 & B, -0.5, ranks 1-2, gpt-4")
    '50\\\\% of A\\\\_1 \\\\& B, $-$0.5, ranks 1--2, gpt-4'
    """
    made = []
    for part, name in pieces(text):
        if name:
            made.append(rf"{names}{{{latex_code(part)}}}" if names else latex_code(part))
        else:
            made.append(latex_code(RANGE.sub("\\1\u2013\\2", MINUS.sub("\u2212", part))))
    return "".join(made)


def latex_code(text: str) -> str:
    """Return a text letter by letter: commands, names, digests.

    >>> latex_code("--n 1-2")
    '-{}-n 1-2'
    """
    clean = "".join(x if x.isprintable() or x in SPECIAL else " " for x in text)
    # A hyphen between letters is one; a run of them would become a dash.
    kept = [
        "-{}" if letter == "-" and clean[i + 1 : i + 2] == "-" else SPECIAL.get(letter, letter)
        for i, letter in enumerate(clean)
    ]
    return DIGEST.sub(lambda digest: _pieces(digest.group()), "".join(kept))


def _pieces(digits: str) -> str:
    """Return a digest that may be broken: nothing else in a report has no end."""
    return r"\allowbreak{}".join(digits[i : i + 8] for i in range(0, len(digits), 8))
