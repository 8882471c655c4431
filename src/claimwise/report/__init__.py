"""A Result in words, tables, JSON, reports and pictures. Computes nothing."""

from claimwise.report.checklist import Item
from claimwise.report.document import Document, Figure, document, drawn
from claimwise.report.figure import altair_chart, check_figure_path, draw_figure, save_figure
from claimwise.report.figures import caption, figures_of, vega_lite
from claimwise.report.frame import to_frame
from claimwise.report.html import html_page, to_html
from claimwise.report.json import from_json, json_schema, to_dict, to_json
from claimwise.report.latex import latex_fragment, to_latex
from claimwise.report.markdown import markdown_text, to_markdown
from claimwise.report.notebook import to_notebook
from claimwise.report.numbers import probability, quantity
from claimwise.report.presentation import Presentation, present
from claimwise.report.save import save
from claimwise.report.table import to_table
from claimwise.report.text import to_text

__all__ = [
    "Document",
    "Figure",
    "Item",
    "Presentation",
    "altair_chart",
    "caption",
    "check_figure_path",
    "document",
    "draw_figure",
    "drawn",
    "figures_of",
    "from_json",
    "html_page",
    "json_schema",
    "latex_fragment",
    "markdown_text",
    "present",
    "probability",
    "quantity",
    "save",
    "save_figure",
    "to_dict",
    "to_frame",
    "to_html",
    "to_json",
    "to_latex",
    "to_markdown",
    "to_notebook",
    "to_table",
    "to_text",
    "vega_lite",
]
