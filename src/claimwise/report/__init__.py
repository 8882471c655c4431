"""A Result in words, tables, JSON, Markdown and pictures. Computes nothing."""

from claimwise.report.figure import draw_figure, save_figure, vega_lite
from claimwise.report.json import from_json, to_json
from claimwise.report.markdown import to_markdown
from claimwise.report.table import to_table
from claimwise.report.text import to_text

__all__ = [
    "draw_figure",
    "from_json",
    "save_figure",
    "to_json",
    "to_markdown",
    "to_table",
    "to_text",
    "vega_lite",
]
