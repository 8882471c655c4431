"""The words of a drawn figure keep the width for which room was made, whatever the reader's fonts.

A figure is laid out with the widths of Helvetica (Arial and Liberation Sans have the same). Where
none of them is installed the words would be wider than their room, and be cut or run into others.
"""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

# Thousandths of the size of the letters, by the letters that are so wide; accents add nothing.
PLAIN = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft",
    333: "()-`r\u00b7",
    334: "{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jckszvxy",
    556: "#$?_0123456789Labdeghnopqu\u2013",
    584: "+<=>~\u2212\u00d7",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "\u2190\u2192\u2026",
    1015: "@",
}
BOLD = 1.07  # times as wide, to within a few hundredths
WIDTHS = {letter: width for width, letters in PLAIN.items() for letter in letters}
TEXT = re.compile(r"<text(?P<said>[^>]*)(?<!/)>(?P<inside>.*?)</text>", re.DOTALL)
LINE = re.compile(r'<tspan(?: x="0" dy="(?P<down>[-\d.]+)")?>(?P<words>[^<]*)</tspan>')
SIZE = re.compile(r'font-size="([\d.]+)px"')


def with_widths(svg: str) -> str:
    """Return an SVG by Vega whose words are as wide as its layout thinks they are."""
    return TEXT.sub(_text, svg)


def width(words: str, size: float, *, bold: bool = False) -> float | None:
    """Return how wide a line is in Helvetica; None with a letter whose width is not known.

    >>> width("Mm, é", 10)
    27.78
    """
    widths = [WIDTHS.get(normalize("NFD", letter)[0]) for letter in " ".join(words.split())]
    known = [one for one in widths if one is not None]
    whole = size * sum(known) / 1000 * (BOLD if bold else 1)
    return round(whole, 2) if known and len(known) == len(widths) else None


def _text(found: re.Match[str]) -> str:
    """Return a text; where it has several lines one for each, as not all heed a width within."""
    said, inside = found["said"], found["inside"]
    size = SIZE.search(said)
    if size is None:
        return found[0]
    bold = 'font-weight="bold"' in said
    made, down = [], 0.0
    for step, words in LINE.findall(inside) or [("", inside)]:
        down += float(step or 0)
        wide = width(unescape(words), float(size[1]), bold=bold)
        kept = "" if wide is None else f' textLength="{wide:g}" lengthAdjust="spacingAndGlyphs"'
        lower = f' y="{down:g}"' if down else ""
        made.append(f"<text{said}{lower}{kept}>{words}</text>")
    return "".join(made)
