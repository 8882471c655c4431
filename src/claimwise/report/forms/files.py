"""A Result as a file: a report, its numbers, or a figure; or as an altair chart for a notebook."""

from __future__ import annotations

import json
from collections.abc import Collection
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimwise.core import ParameterError, Result, register
from claimwise.core.writing import write_atomically
from claimwise.report.forms.drawing import can_draw, draw
from claimwise.report.forms.form import report_forms
from claimwise.report.forms.html import page
from claimwise.report.forms.json import to_json

if TYPE_CHECKING:
    from claimwise.report.figures.book import Names

FORMATS = (".png", ".svg", ".pdf", ".html", ".json")
PICTURES = (".png", ".svg", ".pdf")


def check_figure_path(path: str | Path) -> Path:
    """Refuse a file that cannot be written, before anything is computed."""
    target = _target("a plot", path, FORMATS)
    if target.suffix.lower() != ".json" and not can_draw():
        raise _missing("a plot", "vl-convert-python")
    return target


def _target(what: str, path: str | Path, endings: Collection[str]) -> Path:
    target = Path(path)
    if target.suffix.lower() not in endings:
        raise ParameterError(what, f"a file ending in {', '.join(endings)}", repr(str(path)))
    if not target.resolve().parent.is_dir():
        raise ParameterError(what, "an existing folder", f"none at {target.parent}")
    return target


def _missing(what: str, package: str) -> ParameterError:
    remedy = "Install it with: pip install 'claimwise[plots]'."
    return ParameterError(what, f"the package {package}", "none installed", remedy)


def draw_figure(result: Result, kind: str, of: Names = None) -> bytes:
    """Return the figure as a file of that kind: .png, .svg, .pdf, .html, or .json.

    `of` names one or several of `figures_of`; by default the first, or those that `plot_of` of
    `compare` named.
    """
    from claimwise.report.figures import pictures, specification, vega_lite

    if kind == ".html":
        shown = pictures(result, of, alone=True)
        picture = draw(specification(shown), "svg").decode()
        words = escape(" ".join(one.below for one in shown))
        figcaption = f"<figcaption>{words}</figcaption>"
        return page("claimwise", f"<figure>\n{picture}\n{figcaption}\n</figure>").encode()
    chart = vega_lite(result, of)
    if kind == ".json":
        return json.dumps(chart, indent=2).encode()
    return draw(chart, kind.removeprefix("."))


def save_figure(result: Result, path: str | Path, of: Names = None) -> Path:
    """Draw the figure into a file: PNG, SVG, PDF, HTML, or the JSON specification itself.

    `of` as in `draw_figure`.
    """
    target = check_figure_path(path)
    write_atomically({target: draw_figure(result, target.suffix.lower(), of)})
    return target


@register("report", "chart")
def altair_chart(result: Result, of: Names = None) -> Any:
    """Return the figure as an altair chart, which a notebook shows; `of` as in `draw_figure`."""
    from claimwise.report.figures import vega_lite

    chart = vega_lite(result, of)
    try:
        import altair
    except ImportError as error:
        raise _missing("altair_chart", "altair") from error
    return altair.Chart.from_dict(chart)


@register("report", "file")
def save(result: Result, path: str | Path) -> None:
    """Write the file, whole or not at all."""
    writers = {end: one.write for one in report_forms().values() for end in one.endings}
    writers[".json"] = to_json
    target = _target("save", path, (*writers, *PICTURES))
    write = writers.get(target.suffix.lower())
    if write is None:
        save_figure(result, target)
    else:
        write_atomically({target: write(result).encode()})
