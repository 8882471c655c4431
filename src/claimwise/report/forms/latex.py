"""A Result as a LaTeX fragment: a sentence and a booktabs table to paste, then the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import NAME, Table, unmarked
from claimwise.report.document import EVERY_ROW, Document, documents
from claimwise.report.forms.form import form
from claimwise.report.forms.writer import GAP, Writer, filled, joined

HEAD = r"""% A report by claimwise. Include it with \input{FILE}; the preamble needs
%   \usepackage{booktabs,graphicx}
% and, for names beyond Latin letters, XeLaTeX or LuaLaTeX.
% Figures are drawn apart: claimwise ... --plot figure.pdf

\begingroup\setlength{\emergencystretch}{4em}

% The answer in a sentence, and its numbers in a table: paste these."""
REST = "% What stands behind it."
HEADING = 12  # letters of a line of a heading over numbers
MOST_ROWS = 45  # that a page holds
# A table that is wider than the text is made smaller until it fits.
FIT = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
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
    "[": "{[}",  # which begins an option, after a line of a table or a point of a list
    "*": "{*}",
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
    page = _Fragment()
    fewer = tuple(one for one in made.details if one.heading != EVERY_ROW)  # too long for a paper
    figures = (f"% Figure ({_comment(f.name)}): {_comment(f.caption)}" for f in made.figures)
    made = replace(made, details=fewer, figures=())
    title = rf"\subsection*{{{page.text(made.title)}}}"
    question = rf"\noindent {page.text(made.question)}"
    behind = [REST, title, question, *figures, *page.rest(made), r"\par\endgroup"]
    return joined([HEAD, *page.first(made), *behind]) + "\n"


class _Fragment(Writer):
    """The parts of a fragment."""

    line = " "
    strong, point = r"\textit{{{}}}", r"\item {}"
    listed = "\\begin{{itemize}}\n{}\n\\end{{itemize}}"

    def plain(self, text: str) -> str:
        """Write words, with real minus signs and dashes."""
        return latex_code(RANGE.sub("\\1\u2013\\2", MINUS.sub("\u2212", text)))

    def name(self, name: str) -> str:
        """Write a name as it is spelled."""
        return rf"\texttt{{{latex_code(name)}}}"

    def answer(self, made: Document) -> str:
        """Write sentences; facts that stand apart on a line keep their distance."""
        facts = [made.headline, *made.lines, made.outlook]
        sentences = (
            fact if fact.endswith((".", "!", "?")) else f"{fact}." for fact in facts if fact
        )
        return r"\noindent " + "\n".join(map(self.text, sentences)).replace(GAP, r"\quad ")

    def table(self, table: Table) -> str:
        """Write a table that floats; one that no page holds is left out, and named."""
        if len(table.rows) > MOST_ROWS:
            rows = f"{len(table.rows)} rows and was left out."
            return f"% The table {_comment(table.title)} has {rows}"
        kinds = [table.holds(i) for i in range(len(table.header))]
        words = f"p{{{0.9 / (1 + kinds.count('words')):.2f}\\linewidth}}"
        columns = "".join({"number": "r", "words": words}.get(kind, "l") for kind in kinds)
        header = " & ".join(map(self._heading, table.header, kinds))
        body = (" & ".join(map(self._cell, row, kinds)) for row in table.rows)
        return "\n".join(
            [
                r"\begin{table}[htb]",
                r"\centering\small\setlength{\tabcolsep}{4pt}",
                rf"\caption{{{self.text(table.title)}}}",
                FIT,
                rf"\begin{{tabular}}{{{columns}}}",
                r"\toprule",
                rf"{header} \\",
                r"\midrule",
                *(rf"{line} \\" for line in body),
                r"\bottomrule",
                r"\end{tabular}}",
                r"\end{table}",
            ]
        )

    def _heading(self, cell: str, kind: str) -> str:
        """Return a heading; a long one over numbers stands in lines, so that these stand close."""
        lines = [cell] if kind != "number" or NAME in cell else filled(cell, HEADING)
        stack = r"\\".join(map(self.text, lines))
        return rf"\shortstack[r]{{{stack}}}" if len(lines) > 1 else stack

    def _cell(self, cell: str, kind: str) -> str:
        return rf"{{\raggedright {self.text(cell)}\par}}" if kind == "words" else self.text(cell)

    def cautions(self, cautions: Sequence[str]) -> str:
        """Write a paragraph for each."""
        return joined(rf"\noindent\textbf{{Caution:}} {self.text(note)}" for note in cautions)

    def code(self, texts: Sequence[str]) -> str:
        """Write lines of code, which may be broken after the signs that divide them."""
        made = [r"\mbox{}"]
        for line in (line for text in texts for line in text.splitlines() if line.strip()):
            broken = latex_code(line).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
            broken = broken.replace(",", r",\allowbreak{}")
            made.append(rf"\noindent{{\small\ttfamily\raggedright {broken}\par}}")
        return joined(made)

    def part(self, heading: str, inside: str) -> str:
        """Write a paragraph that begins with its heading."""
        return f"\\paragraph{{{self.text(heading)}.}}\n{inside}"


def latex_text(text: str) -> str:
    """Return a text with minus signs and dashes; names of systems stand as they are spelled.

    >>> latex_text("50% of A_1 & B, -0.5, ranks 1-2, gpt-4")
    '50\\\\% of A\\\\_1 \\\\& B, $-$0.5, ranks 1--2, gpt-4'
    """
    return _Fragment().text(text)


def latex_code(text: str) -> str:
    """Return a text letter by letter: commands, names.

    >>> latex_code("--n 1-2")
    '-{}-n 1-2'
    """
    clean = "".join(x if x.isprintable() or x in SPECIAL else " " for x in text)
    # A hyphen between letters is one; a run of them would become a dash.
    return "".join(
        "-{}" if letter == "-" and clean[i + 1 : i + 2] == "-" else SPECIAL.get(letter, letter)
        for i, letter in enumerate(clean)
    )


def _comment(text: str) -> str:
    return " ".join(unmarked(text).split())
