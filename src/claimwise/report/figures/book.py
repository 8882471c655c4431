"""Which figures there are, which of them a result can be drawn as, and their specifications.

A figure is one file of this room: a function from a Result to a chart, with a predicate, a caption
and what to do where it does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from claimwise.core import (
    ParameterError,
    Result,
    check_one_of,
    did_you_mean,
    entries,
    register,
    sentence,
)
from claimwise.report.figures.theme import Chart, finished

Names = str | Sequence[str] | None
KIND = "figure"
PLANNED = ("power", "mde", "sample_size", "conclude", "assurance", "expected_power")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One way to draw a result, as it is registered."""

    name: str
    place: int  # of several figures of a result the one with the lowest place comes first
    fits: Callable[[Result], bool]  # whether the rows are there
    chart: Callable[[Result], Chart]
    caption: Callable[[Result], str]
    needs: str  # what a result lacks that it does not fit
    remedy: str = ""
    kinds: tuple[str, ...] = ()  # of results that it is for; of all, if none is named

    def draws(self, result: Result) -> bool:
        """Whether a result can be drawn like this."""
        return (not self.kinds or result.kind in self.kinds) and self.fits(result)


def figure(
    name: str, **traits: Any
) -> Callable[[Callable[[Result], Chart]], Callable[[Result], Chart]]:
    """Return a decorator that files a chart under its name; traits are the fields of Drawing."""

    def decorate(chart: Callable[[Result], Chart]) -> Callable[[Result], Chart]:
        register(KIND, name)(Drawing(name=name, chart=chart, **traits))
        return chart

    return decorate


def _figures() -> dict[str, Drawing]:
    drawings: list[Drawing] = [entry.thing for entry in entries(KIND)]
    return {one.name: one for one in sorted(drawings, key=lambda one: one.place)}


def figures_of(result: Result) -> list[str]:
    """Return the names of the figures that this result can be drawn as, the best first."""
    return [name for name, one in _figures().items() if one.draws(result)]


def vega_lite(result: Result, of: Names = None) -> Chart:
    """Return a figure as a Vega-Lite specification; of several names, one below the other.

    `of` is a name, names with commas, or a list of them, out of `figures_of`. By default it is
    what the result was made for, or else the first of them.
    """
    charts = [one.chart(result) for one in _chosen(result, of)]
    return finished(charts[0] if len(charts) == 1 else _stacked(charts))


def caption(result: Result, of: Names = None) -> str:
    """Return what the figure shows, and what was assumed, in words."""
    return " ".join(one.caption(result) for one in _chosen(result, of))


def _chosen(result: Result, of: Names) -> list[Drawing]:
    known = _figures()
    if of is None:
        of = result.draws.get("plot_of") or figures_of(result)[:1]
        if not of:
            raise ParameterError(_nothing(result))
    names = [name.strip() for name in (of.split(",") if isinstance(of, str) else of)]
    names = list(dict.fromkeys(name for name in names if name))
    if not names:
        raise ParameterError("a figure", "at least one name", "none")
    return [_one(result, name, known) for name in names]


def _one(result: Result, name: str, known: dict[str, Drawing]) -> Drawing:
    one = known.get(name)
    if one is None:
        possible = figures_of(result)
        if not possible:
            near = did_you_mean(name, known)
            raise ParameterError("a figure", "a result to draw", repr(name), near)
        check_one_of("a figure", name, possible)
        raise AssertionError  # never reached: what is possible is known
    if not one.draws(result):
        there = ", ".join(figures_of(result))
        instead = f"This result can be drawn as {there}." if there else ""
        remedy = " ".join(part for part in (one.remedy, instead) if part)
        raise ParameterError(f"A figure of {name}", one.needs, "none", remedy)
    return one


def _nothing(result: Result) -> str:
    """Return why a result has no figure."""
    if result.provenance.get("axes"):
        return sentence("a plot", "at least one defined value", "none")
    compared = result.select("difference")
    if not compared and result.select(*PLANNED):
        remedy = "Give a range, such as --n 200:4000:200."
        return sentence("a plot", "a parameter with several values", "a single study", remedy)
    remedy = "Add --assess interval." if compared else ""
    return sentence("a plot", "differences with intervals, or shares", "none", remedy)


def _stacked(charts: list[Chart]) -> Chart:
    apart = {"color": "independent", "shape": "independent", "strokeDash": "independent"}
    apart = apart | {"x": "independent", "y": "independent"}
    legends = dict.fromkeys(("color", "shape", "strokeDash"), "independent")
    return {"vconcat": charts, "spacing": 40, "resolve": {"scale": apart, "legend": legends}}
