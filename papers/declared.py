"""A published table or figure as data: what is printed, our study, the tolerance, the reasons.

`declared` makes a `Replication` of it. Whoever needs more writes the functions of one by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from math import nan
from typing import Any

from papers.base import THEIR_WAY, Cell, Effort, Replication, Value, values_at
from papers.printed import Printed
from papers.tolerance import of_shares

Numbers = Mapping[Any, float]  # by the values of the columns
Study = Callable[..., "Iterable[Value] | Numbers | tuple[Numbers, Numbers]"]
Reason = tuple[Mapping[str, str], str]  # which numbers, by the beginnings of their values; why


def declared(
    *,
    columns: tuple[str, ...],
    study: Study | None = None,
    grid: Mapping[str, Sequence[object]] | None = None,
    quick: Callable[..., bool] = lambda **_: True,
    printed: Mapping[Any, str] | None = None,
    shares: Mapping[Any, float] | None = None,
    of_studies: int = 0,
    reasons: Sequence[Reason] = (),
    remarks: Sequence[str] | Callable[[list[Value]], list[str]] = (),
    **more: Any,
) -> Replication:
    """Return the replication of what is declared.

    Parameters
    ----------
    columns
        The names that tell numbers apart.
    study
        Computes a part, from an `Effort` and the values of `grid`: values, or numbers by their
        places in the columns; or a pair of these, ours and what the paper's own way gives.
    grid
        The parts: each combination is computed by itself, and kept. Without it there is one. Parts
        that are no grid are given as `cells` instead of `study`.
    quick
        Which combinations a quick run has.
    printed
        What is published, as printed, by places: as many digits as there are have to agree.
    shares, of_studies
        Or shares of so many simulated studies: three Monte Carlo errors of both runs are tolerated.
    reasons
        Why ours differs: the first that fits the number.
    remarks
        What else there is to know.
    more
        As in `Replication`.
    """
    given: dict[str, Any] = dict(more)
    if printed is not None:
        texts = Printed(printed)
        given |= {"published": texts.published, "tolerance": texts.tolerance}
    if shares is not None:
        given["published"] = lambda value: shares.get(tuple(x for _, x in value.where), nan)
        given["tolerance"] = lambda value: of_shares(value.estimate, value.studies, of_studies)
    if study is not None:
        given["cells"] = partial(_cells, columns, study, grid or {}, quick)
    if reasons:
        given["because"] = partial(_reason, reasons)
    given["remarks"] = remarks if callable(remarks) else lambda _: list(remarks)
    return Replication(columns=columns, **given)


def _cells(
    columns: tuple[str, ...],
    study: Study,
    grid: Mapping[str, Sequence[object]],
    quick: Callable[..., bool],
) -> list[Cell]:
    cells = []
    for values in product(*grid.values()):
        at = dict(zip(grid, values, strict=True))
        where = tuple((name, str(value)) for name, value in at.items())
        cells.append(Cell(where, partial(_computed, columns, study, at), quick=quick(**at)))
    return cells


def _computed(
    columns: tuple[str, ...], study: Study, at: Mapping[str, object], effort: Effort
) -> list[Value]:
    found = study(effort, **at)
    ours, theirs = found if isinstance(found, tuple) else (found, {})
    values = values_at(columns, ours) if isinstance(ours, Mapping) else list(ours)
    return values + values_at(columns, theirs, THEIR_WAY)


def _reason(reasons: Sequence[Reason], value: Value) -> str:
    """Return the first reason that fits.

    >>> why = [({"line": "standard"}, "it is divided by n")]
    >>> _reason(why, Value((("line", "standard error"),), "value", 0.4))
    'it is divided by n'
    """
    fits = (
        why
        for where, why in reasons
        if all(value.at(name).startswith(start) for name, start in where.items())
    )
    return next(fits, "")
