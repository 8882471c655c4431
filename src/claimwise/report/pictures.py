"""The pictures of a posterior, one below the other: itself, other priors, diagnostics, checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from claimwise.core import ParameterError, Result, check_one_of, sentence
from claimwise.report.diagnostics_figure import diagnostics_section
from claimwise.report.posterior_figure import Chart, has_curves, posterior_section
from claimwise.report.predictive_figure import predictive_section
from claimwise.report.sensitivity_figure import sensitivity_section

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
SECTIONS: dict[str, Callable[[Result], Chart]] = {
    "posterior": posterior_section,
    "sensitivity": sensitivity_section,
    "diagnostics": diagnostics_section,
    "predictive": predictive_section,
}


def has_pictures(result: Result) -> bool:
    """Whether the result holds a posterior to draw."""
    return has_curves(result) or "diagnostics" in result.draws


def picture_chart(result: Result, of: str | Sequence[str] | None = None) -> Chart:
    """Return the pictures asked for, in that order; by default those the result was made for."""
    if not has_pictures(result):
        raise ParameterError(
            sentence("A picture of a posterior", "a comparison of two systems", "none")
        )
    if of is None:
        of = result.draws.get("plot_of") or ("posterior",)
    names = of.split(",") if isinstance(of, str) else of
    chosen = dict.fromkeys(check_one_of("of", name.strip(), SECTIONS) for name in names)
    sections = [SECTIONS[name](result) for name in chosen]
    whole = sections[0] if len(sections) == 1 else _stacked(sections)
    return {
        "$schema": SCHEMA,
        **whole,
        "config": {"view": {"stroke": None}, "axis": {"grid": False}},
        "background": "white",
    }


def _stacked(sections: list[Chart]) -> Chart:
    apart = {"color": "independent"}
    return {"vconcat": sections, "spacing": 40, "resolve": {"scale": apart, "legend": apart}}
