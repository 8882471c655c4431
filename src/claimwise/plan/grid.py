"""Power curves: any one or two parameters of a plan may be a list of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import product
from typing import Any, ParamSpec

from claimwise.core import ParameterError, Result, Row, requalify, sentence

P = ParamSpec("P")
Prepare = Callable[[dict[str, Any]], dict[str, Any]]


def curves(prepare: Prepare = dict) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Let a plan take lists: it is then run at every point of the grid that they span.

    Each row is qualified by its point, as in ``power[n=200, difference=0.01]``. On a curve
    only the power is worked out at each point unless `solve` asks for something else.
    `prepare` reads files and fits regressions once, before the points.
    """

    def decorate(plan: Callable[P, Result]) -> Callable[P, Result]:
        @wraps(plan)
        def run(*args: P.args, **parameters: P.kwargs) -> Result:
            prepared = prepare(dict(parameters))
            at: Callable[..., Result] = plan
            axes = {name: list(value) for name, value in prepared.items() if _is_list(value)}
            if not axes:
                return at(*args, **prepared)
            _check(axes)
            prepared["solve"] = prepared.get("solve") or "power"
            points = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
            return _joined(axes, points, [at(*args, **(prepared | point)) for point in points])

        return run

    return decorate


def _check(axes: dict[str, list[Any]]) -> None:
    if len(axes) > 2:
        raise ParameterError(
            sentence(
                "a curve",
                "one or two parameters with several values",
                f"{len(axes)}: {', '.join(axes)}",
            )
        )
    for name, values in axes.items():
        if not values:
            raise ParameterError(sentence(name, "at least one value", "an empty list"))


def _joined(
    axes: dict[str, list[Any]], points: list[dict[str, Any]], results: list[Result]
) -> Result:
    rows: list[Row] = []
    notes: dict[str, None] = {}  # a set that keeps its order
    for point, result in zip(points, results, strict=True):
        where = ", ".join(f"{name}={value:.12g}" for name, value in point.items())
        rows += [requalify(row, where) for row in result.rows]
        notes |= dict.fromkeys(result.notes)
    first = results[0].provenance
    return Result(
        method=results[0].method,
        rows=tuple(rows),
        notes=tuple(notes),
        provenance=dict(first) | {"settings": first["settings"] | axes},
    )


def _is_list(value: object) -> bool:
    one_dimensional = getattr(value, "ndim", 0) == 1
    return one_dimensional or (isinstance(value, Sequence) and not isinstance(value, str))
