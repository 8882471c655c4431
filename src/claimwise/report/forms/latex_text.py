"""Text as LaTeX: nothing in it is a command, and signs are those of a printed page."""

from __future__ import annotations

import re

from claimwise.report.answer import pieces

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
