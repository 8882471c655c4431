"""A Result in words, tables, JSON, reports and pictures. Computes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.report.answer import TONES, Answer, Table, Tile, named, plain, table
    from claimwise.report.document import Document, Picture, Section, document, drawn
    from claimwise.report.figures import caption, figures_of, vega_lite
    from claimwise.report.forms.drawing import FigureError
    from claimwise.report.forms.files import (
        altair_chart,
        check_figure_path,
        draw_figure,
        save_figure,
    )
    from claimwise.report.forms.form import form, report_forms
    from claimwise.report.forms.html import html_page, to_html
    from claimwise.report.forms.json import from_json, json_schema, to_json
    from claimwise.report.forms.latex import latex_fragment, to_latex
    from claimwise.report.forms.markdown import markdown_text, to_markdown
    from claimwise.report.forms.terminal import text_of, to_table, to_text, wants_colour
    from claimwise.report.kinds import Presenter, answer_of, present
    from claimwise.report.method import Account

__all__ = [
    "TONES",
    "Account",
    "Answer",
    "Document",
    "FigureError",
    "Picture",
    "Presenter",
    "Section",
    "Table",
    "Tile",
    "altair_chart",
    "answer_of",
    "caption",
    "check_figure_path",
    "document",
    "draw_figure",
    "drawn",
    "figures_of",
    "form",
    "from_json",
    "html_page",
    "json_schema",
    "latex_fragment",
    "markdown_text",
    "named",
    "plain",
    "present",
    "report_forms",
    "save_figure",
    "table",
    "text_of",
    "to_html",
    "to_json",
    "to_latex",
    "to_markdown",
    "to_table",
    "to_text",
    "vega_lite",
    "wants_colour",
]

lazy(__name__)
