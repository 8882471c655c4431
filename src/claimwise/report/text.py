"""A Result as a short text that a researcher can act on."""

from __future__ import annotations

import textwrap

from claimwise.core import Result, register
from claimwise.report.curve import axes, pivot
from claimwise.report.numbers import number
from claimwise.report.sentences import paragraphs

WIDTH = 88


@register("report", "text")
def to_text(result: Result) -> str:
    """Return the answer in words: what the rows say, then the notes."""
    settings = result.provenance.get("settings", {})
    head = result.method
    if "alternative" in settings:
        head += f", {settings['alternative']}"
    if "alpha" in settings and not isinstance(settings["alpha"], list):
        head += f", alpha {number(settings['alpha'])}"
    if settings.get("by"):
        head += {
            "exact": ", by enumeration",
            "normal": ", by the normal approximation",
            "textbook": ", by the textbook formula and by enumeration",
            "simulation": f", by simulation ({settings.get('replicates', 0):,} studies)",
        }[settings["by"]]
    body = _curve(result) if axes(result) else "\n\n".join(_fill(p) for p in paragraphs(result))
    notes = [_fill(f"- {note}", "  ") for note in result.notes]
    return "\n".join([head, "", body, *(["", *notes] if notes else [])])


def _curve(result: Result) -> str:
    blocks = []
    for name, header, rows in pivot(result):
        cells = [header, *rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
        lines = ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
        blocks.append("\n".join([name, *lines]))
    return "\n\n".join(blocks)


def _fill(text: str, indent: str = "") -> str:
    lines = (
        textwrap.fill(
            line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        for line in text.splitlines()
    )
    return "\n".join(lines)
