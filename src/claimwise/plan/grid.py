"""Power curves: any one or two parameters of a plan may be a list of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from itertools import product
from math import nan
from typing import Any, ParamSpec

from claimwise.core import (
    ImpossibleError,
    Note,
    ParameterError,
    Result,
    Row,
    check_number,
    dropped,
    root_seed,
)

P = ParamSpec("P")
NO_AXES = ("assess", "prior", "pilot", "looks")  # may be given as lists, but have one value
LOOKS = ("looks", "spending")  # their studies are simulated
MOST_NOTES = 8  # on a curve; many points can have much to say
Prepare = Callable[[dict[str, Any]], dict[str, Any]]


def curves(prepare: Prepare = dict) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Let a plan take lists: it is then run at every point of the grid that they span.

    Each row stands at its point, as in ``power[n=200, difference=0.01]``. On a curve
    only the power is worked out at each point unless `solve` asks for something else.
    `prepare` reads files and fits regressions once, before the points.
    """

    def decorate(plan: Callable[P, Result]) -> Callable[P, Result]:
        @wraps(plan)
        def run(*args: P.args, **parameters: P.kwargs) -> Result:
            prepared = prepare(dict(parameters))
            at: Callable[..., Result] = plan
            axes = {
                name: list(value)
                for name, value in prepared.items()
                if is_list(value) and name not in NO_AXES
            }
            if not axes:
                return at(*args, **prepared)
            _check(axes)
            prepared["solve"] = prepared.get("solve") or "power"
            drawn = prepared.get("by") == "simulation" or "posterior" in str(prepared.get("assess"))
            looked = any(prepared.get(name) is not None for name in LOOKS)
            if drawn or looked:  # one seed for all points, and kept
                prepared["rng"] = root_seed(prepared.get("rng"))
            points = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
            return _joined(axes, points, [_try(at, args, prepared | p) for p in points])

        return run

    return decorate


def _try(plan: Callable[..., Result], args: Any, parameters: Any) -> Result | ImpossibleError:
    """One impossible point does not spoil a curve."""
    try:
        return plan(*args, **parameters)
    except ImpossibleError as error:
        return error


def _check(axes: dict[str, list[Any]]) -> None:
    if len(axes) > 2:
        raise ParameterError(
            "a curve",
            "one or two parameters with several values",
            f"{len(axes)}: {', '.join(axes)}",
        )
    for name, values in axes.items():
        if not values:
            raise ParameterError(name, "at least one value", "an empty list")
        for value in values:
            check_number(name, value)


def _joined(
    axes: dict[str, list[Any]], points: list[dict[str, Any]], found: list[Result | ImpossibleError]
) -> Result:
    """Put the points together; where nothing is possible every row is undefined."""
    results = [result for result in found if isinstance(result, Result)]
    errors = [error for error in found if isinstance(error, ImpossibleError)]
    if not results:
        raise errors[0]
    template = [replace(row, estimate=nan, low=nan, high=nan, n=None) for row in results[0].rows]
    rows: list[Row] = []
    notes: dict[Note, None] = {}  # a set that keeps its order
    for point, result in zip(points, found, strict=True):
        known = result.rows if isinstance(result, Result) else template
        rows += [row.within(**point) for row in known]
        notes |= dict.fromkeys(result.notes if isinstance(result, Result) else ())
    first = results[0].provenance
    # What differs from point to point, such as a predicted difference, is no setting of all.
    others = [result.provenance["settings"] for result in results[1:]]
    held = {
        key: value
        for key, value in first["settings"].items()
        if all(key in other and other[key] == value for other in others)
    }
    remarks = list(notes)
    if errors:
        bad = f"{len(errors)} of {len(points)} points are impossible, such as: {errors[0]}"
        remarks.insert(0, dropped(bad))
    if len(remarks) > MOST_NOTES:
        more = f"(and {len(remarks) - MOST_NOTES} more notes of other points)"
        remarks[MOST_NOTES:] = [dropped(more)]
    return Result(
        kind=results[0].kind,
        method=results[0].method,
        rows=tuple(rows),
        notes=tuple(remarks),
        provenance=dict(first) | {"settings": held | axes, "axes": list(axes)},
    )


def is_list(value: object) -> bool:
    """Whether a parameter has several values."""
    series = getattr(value, "ndim", 0) == 1 or hasattr(value, "to_list")
    return series or (isinstance(value, Sequence) and not isinstance(value, str))
