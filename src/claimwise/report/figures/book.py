"""Which figures there are, which of them a result can be drawn as, and their specifications.

A figure is one function of this room, from a Result to a Picture, with a predicate and what to do
where it does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from claimwise.core import (
    ParameterError,
    Result,
    Words,
    check_one_of,
    entries,
    option,
    register,
)
from claimwise.report.document import Picture as Picture
from claimwise.report.figures.theme import Chart, finished
from claimwise.report.kinds import answer_of

Names = str | Sequence[str] | None
KIND = "figure"
PLANNED = ("power", "mde", "sample_size", "conclude", "assurance", "expected_power")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One way to draw a result, as it is registered."""

    name: str
    place: int  # of several figures of a result the one with the lowest place comes first
    fits: Callable[[Result], bool]  # whether the rows are there
    picture: Callable[[Result], Picture]
    needs: str  # what a result lacks that it does not fit
    remedy: str = ""
    kinds: tuple[str, ...] = ()  # of results that it is for; of all, if none is named

    def draws(self, result: Result) -> bool:
        """Whether a result can be drawn like this."""
        return (not self.kinds or result.kind in self.kinds) and self.fits(result)


def figure(
    name: str, **traits: Any
) -> Callable[[Callable[[Result], Picture]], Callable[[Result], Picture]]:
    """Return a decorator that files a picture under its name; traits are fields of Drawing."""

    def decorate(picture: Callable[[Result], Picture]) -> Callable[[Result], Picture]:
        register(KIND, name)(Drawing(name=name, picture=picture, **traits))
        return picture

    return decorate


def _figures() -> dict[str, Drawing]:
    drawings: list[Drawing] = [entry.thing for entry in entries(KIND)]
    return {one.name: one for one in sorted(drawings, key=lambda one: one.place)}


def figures_of(result: Result) -> list[str]:
    """Return the names of the figures that this result can be drawn as, the best first."""
    return [name for name, one in _figures().items() if one.draws(result)]


def drawable(result: Result, of: Names = None) -> Result:
    """Return the result, or where it has no such figure itself, the first around it that has."""
    if of is None and figures_of(result):
        return result
    wanted = set(_names(of))
    others = [result, *result.around()]
    return next((one for one in others if wanted <= set(figures_of(one)) != set()), result)


def _names(of: Names) -> list[str]:
    """Return the names of figures, each once."""
    names = [name.strip() for name in (of.split(",") if isinstance(of, str) else of or ())]
    return list(dict.fromkeys(name for name in names if name))


def pictures(result: Result, of: Names = None, *, alone: bool = False) -> list[Picture]:
    """Return the pictures of these names; `alone`, with the method of the answer as a remark.

    `of` is a name, names with commas, or a list of them, out of `figures_of`. By default it is
    what the result was made for, or else the first of them.
    """
    result = drawable(result, of).shown()
    drawn = [replace(one.picture(result), name=one.name) for one in _chosen(result, of)]
    if alone:
        drawn[-1] = replace(drawn[-1], remarks=[*drawn[-1].remarks, answer_of(result).brief])
    return drawn


def specification(drawn: Sequence[Picture], *, remarks: bool = False) -> Chart:
    """Return pictures as one specification: with their titles, or with their remarks too."""
    charts = [one.titled(remarks=remarks) for one in drawn]
    apart = {"color": "independent", "shape": "independent", "strokeDash": "independent"}
    scales = apart | {"x": "independent", "y": "independent"}
    several = {"vconcat": charts, "spacing": 40, "resolve": {"scale": scales, "legend": apart}}
    return finished(charts[0] if len(charts) == 1 else several)


def vega_lite(result: Result, of: Names = None) -> Chart:
    """Return a figure that stands alone as a Vega-Lite specification; `of` as in `pictures`.

    Several figures stand one below the other.
    """
    return specification(pictures(result, of, alone=True), remarks=True)


def caption(result: Result, of: Names = None) -> str:
    """Return what the figure shows and how it was computed, in words."""
    return " ".join(one.caption for one in pictures(result, of, alone=True))


def _chosen(result: Result, of: Names) -> list[Drawing]:
    """Return the figures of these names, each of which the result can be drawn as."""
    known, possible = _figures(), figures_of(result)
    names = _names(result.draws.get("plot_of") or possible[:1] if of is None else of)
    if not names and of is not None:
        raise ParameterError("a figure", "at least one name", "none")
    if not names:
        raise ParameterError("a plot", *_lacking(result))
    for name in names:
        if name not in known:
            check_one_of("a figure", name, possible or known)
        one = known[name]
        if not one.draws(result):
            instead = f"This result can be drawn as {', '.join(possible)}." if possible else ""
            remedy = " ".join(part for part in (one.remedy, instead) if part)
            raise ParameterError(f"A figure of {name}", one.needs, "none", remedy)
    return [known[name] for name in names]


def _lacking(result: Result) -> tuple[str, str, str | Words]:
    """Return what a figure of a result would need, and what to do."""
    remedy: str | Words = ""
    if result.select("difference"):
        remedy = "Add " + option("assess", "interval") + "."
    elif result.select(*PLANNED) and not result.axes:
        remedy = "Give several values of " + option("n") + "."
    needs = "at least one defined value" if result.axes else "differences with intervals, or shares"
    return needs, "none", remedy
