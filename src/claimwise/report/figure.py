"""Power curves as Vega-Lite: one specification for files, reports and the web page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimwise.core import ParameterError, Result, sentence
from claimwise.report.calibrations import calibration_chart, is_calibration
from claimwise.report.curve import axes, points
from claimwise.report.frontier import frontier_chart, has_frontier
from claimwise.report.pictures import has_pictures, picture_chart
from claimwise.report.rating_plans import is_rating_plan, null_points
from claimwise.report.replications import is_replication, replication_chart
from claimwise.report.response_figure import has_response_fit, response_chart
from claimwise.report.response_plan_figure import response_plan_chart
from claimwise.report.response_plans import is_response_plan
from claimwise.report.swap_figure import has_swaps, swap_chart

Pictures = str | Sequence[str] | None
RATES = ("power", "assurance", "conclude")  # from 0 to 1, with the power to reach as a line
FORMATS = (".png", ".svg", ".pdf", ".html", ".json")
TITLES = {
    "n": "items",
    "difference": "true difference",
    "agreement": "agreement",
    "baseline": "baseline accuracy",
    "alpha": "alpha",
    "power": "power",
    "mde": "smallest detectable difference",
    "sample_size": "sample size",
    "assurance": "assurance",
    "conclude": "probability that the posterior will be sure",
    "margin": "margin",
    "level": "level",
}


def vega_lite(result: Result, of: Pictures = None) -> dict[str, Any]:
    """Return the curve, posterior, frontier or replicated figure as a Vega-Lite specification.

    Of a posterior, `of` names the pictures to be drawn (see `draw_figure`).
    """
    if of is not None or has_pictures(result):
        return picture_chart(result, of)
    if is_replication(result):
        return replication_chart(result)
    if has_frontier(result):
        return frontier_chart(result)
    if is_response_plan(result):
        return response_plan_chart(result)
    if is_calibration(result):
        return calibration_chart(result)
    if has_swaps(result):
        return swap_chart(result)
    if has_response_fit(result):
        return response_chart(result)
    return _curve(result)


def _curve(result: Result) -> dict[str, Any]:
    names = axes(result)
    if not names:
        raise ParameterError(
            sentence(
                "a plot",
                "a parameter with several values",
                "a single study",
                "Give a range, such as --n 200:4000:200.",
            )
        )
    every = [*null_points(result), *points(result)]
    if not every:
        raise ParameterError(sentence("a plot", "at least one defined value", "none"))
    name = str(every[0]["estimand"]).split("[", 1)[0]
    shown = [point for point in every if str(point["estimand"]).split("[", 1)[0] == name]
    settings = result.provenance.get("settings", {})
    titles = TITLES | {"n": settings.get("unit", "items")}
    y: dict[str, Any] = {
        "field": "estimate",
        "type": "quantitative",
        "title": titles.get(name, name),
    }
    if name in RATES:
        y["scale"] = {"domain": [0, 1]}
    encoding: dict[str, Any] = {
        "x": {"field": names[0], "type": "quantitative", "title": titles.get(names[0], names[0])},
        "y": y,
    }
    if len(names) > 1:
        encoding["color"] = {
            "field": names[1],
            "type": "ordinal",
            "title": titles.get(names[1], names[1]),
            "scale": {"scheme": "viridis"},
        }
    cases = list(dict.fromkeys(str(point["estimand"]) for point in shown))
    if len(cases) > 1:  # such as low, mid and high
        channel = "strokeDash" if "color" in encoding else "color"
        encoding[channel] = {"field": "estimand", "type": "nominal", "title": "case", "sort": cases}
    layers: list[dict[str, Any]] = [{"mark": {"type": "line", "point": True}, "encoding": encoding}]
    if any("low" in point for point in shown):
        ends = {"y": y | {"field": "low"}, "y2": {"field": "high"}}
        layers.append({"mark": {"type": "rule", "opacity": 0.5}, "encoding": encoding | ends})
    target = settings.get("target")
    if name in RATES and isinstance(target, float):
        layers.append(
            {
                "data": {"values": [{"target": target}]},
                "mark": {"type": "rule", "strokeDash": [6, 4], "color": "gray"},
                "encoding": {"y": {"field": "target", "type": "quantitative"}},
            }
        )
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": _title(result, names), "anchor": "start"},
        "width": 520,
        "height": 340,
        "data": {"values": shown},
        "layer": layers,
    }


def check_figure_path(path: str | Path) -> Path:
    """Refuse a file that cannot be written, before anything is computed."""
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        raise ParameterError(
            sentence("a plot", f"a file ending in {', '.join(FORMATS)}", repr(str(path)))
        )
    if not target.resolve().parent.is_dir():
        raise ParameterError(sentence("a plot", "an existing folder", f"none at {target.parent}"))
    if target.suffix.lower() != ".json":
        try:
            import vl_convert  # noqa: F401
        except ImportError as error:
            raise ParameterError(
                sentence(
                    "a plot",
                    "the package vl-convert-python",
                    "none installed",
                    "Install it with: pip install 'claimwise[plots]'.",
                )
            ) from error
    return target


def draw_figure(result: Result, kind: str, of: Pictures = None) -> bytes:
    """Return the figure as a file of that kind: .png, .svg, .pdf, .html, or .json.

    Of a posterior, `of` names one or several of posterior, sensitivity, diagnostics, predictive;
    by default those that `compare` was told by `plot_of`.
    """
    specification = vega_lite(result, of)
    if kind == ".json":
        return json.dumps(specification, indent=2).encode()
    import vl_convert

    if kind == ".png":
        return bytes(vl_convert.vegalite_to_png(specification, scale=2))
    if kind == ".pdf":
        return bytes(vl_convert.vegalite_to_pdf(specification))
    text = vl_convert.vegalite_to_svg if kind == ".svg" else vl_convert.vegalite_to_html
    return str(text(specification)).encode()


def save_figure(result: Result, path: str | Path, of: Pictures = None) -> Path:
    """Draw the figure into a file: PNG, SVG, PDF, HTML, or the JSON specification itself.

    `of` as in `draw_figure`.
    """
    target = check_figure_path(path)
    target.write_bytes(draw_figure(result, target.suffix.lower(), of))
    return target


def _title(result: Result, names: list[str]) -> str:
    settings = result.provenance.get("settings", {})
    held = [
        f"{key} {settings[key]:g}"
        for key in ("n", "difference", "agreement", "baseline", "alpha")
        if key not in names and isinstance(settings.get(key), int | float)
    ]
    if is_rating_plan(result):
        held = [f"world {settings['world']}", *held]
    if settings.get("points"):
        world = [f"world {settings['world']}"] if settings.get("world") else []
        held = [str(settings["points"]), *world, *held]
    alternative = settings.get("alternative")
    return ", ".join([result.method, *([alternative] if alternative else []), *held])
