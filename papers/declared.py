"""A published table or figure as data: what is printed, our study, the tolerance, the reasons.

`declared` makes a `Replication` of it. A study is a function that returns numbers by their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from papers.base import THEIR_WAY, Cell, Claim, Effort, Number, Replication, Value
from papers.printed import Printed, nothing

Numbers = Mapping[Any, float | Number]  # by the values of the columns that the grid does not have
Study = Callable[..., Numbers | tuple[Numbers, Numbers]]
Grid = Mapping[str, Sequence[object]] | Sequence[Mapping[str, object]]
# Which numbers, by the beginnings of their values, or by one of several; and why they differ.
Reason = tuple[Mapping[str, str | tuple[str, ...]], str]
Said = str | Claim | Callable[[list[Value]], Any]  # itself, or how it follows from the numbers


class Part(NamedTuple):
    """What is computed by one study: at each place of a grid by itself, and kept.

    A grid is what each name may be, or a list of places. The study has an `Effort` and the values
    of a place; it returns numbers by what the other columns have, as text or, if there are several,
    as a tuple. Of a pair, the first are ours and the second what the paper's own way gives.
    """

    study: Study
    grid: Grid = ()
    quick: Callable[..., bool] = lambda **_: True  # which places a quick run has


def declared(
    *,
    columns: tuple[str, ...],
    study: Study | None = None,
    grid: Grid = (),
    quick: Callable[..., bool] = lambda **_: True,
    parts: Sequence[Part] = (),
    quantity: str | Mapping[str, str] = "value",
    printed: Mapping[Any, str | float] | None = None,
    chance: Callable[[Value], float] = nothing,
    reasons: Sequence[Reason] = (),
    claims: Said | Sequence[Said] = (),
    remarks: Said | Sequence[Said] = (),
    **more: Any,
) -> Replication:
    """Return the replication of what is declared.

    Parameters
    ----------
    columns
        The names that tell numbers apart.
    study, grid, quick
        The only `Part`.
    parts
        Or several.
    quantity
        What the numbers are; where they are several, by a value of theirs.
    printed
        What is published, by places. As text: as many digits as there are have to agree.
    chance
        How far chance may put a published number from ours, which is tolerated beside its rounding.
    reasons
        Why ours differs: the first that fits the number.
    claims, remarks
        Sentences of the paper, held against ours; and what else there is to know. One or several,
        or functions of our values that return one or several.
    more
        As in `Replication`.
    """
    given: dict[str, Any] = dict(more)
    if printed is not None:
        numbers = Printed(printed, chance)
        given |= {"published": numbers.published, "tolerance": numbers.tolerance}
    every = [Part(study, grid, quick)] if study is not None else parts
    return Replication(
        columns=columns,
        cells=partial(_cells, columns, quantity, every),
        because=partial(_reason, reasons),
        claims=partial(_said, claims),
        remarks=partial(_said, remarks),
        **given,
    )


def _cells(
    columns: tuple[str, ...], quantity: str | Mapping[str, str], parts: Sequence[Part]
) -> list[Cell]:
    cells = []
    for part in parts:
        for at in _places(part.grid):
            where = tuple((name, str(value)) for name, value in at.items())
            compute = partial(_computed, columns, quantity, part.study, at)
            cells.append(Cell(where, compute, quick=part.quick(**at)))
    return cells


def _places(grid: Grid) -> Iterable[Mapping[str, object]]:
    """Return the places of a grid.

    >>> list(_places({"n": (50, 100), "test": ("t",)}))
    [{'n': 50, 'test': 't'}, {'n': 100, 'test': 't'}]
    >>> list(_places(()))
    [{}]
    """
    if isinstance(grid, Mapping):
        return [dict(zip(grid, at, strict=True)) for at in product(*grid.values())]
    return grid or [{}]


def _computed(
    columns: tuple[str, ...],
    quantity: str | Mapping[str, str],
    study: Study,
    at: Mapping[str, object],
    effort: Effort,
) -> list[Value]:
    found = study(effort, **at)
    ours, theirs = found if isinstance(found, tuple) else (found, {})
    mine = _values(columns, quantity, at, ours)
    return mine + _values(columns, THEIR_WAY, at, theirs)


def _values(
    columns: tuple[str, ...],
    quantity: str | Mapping[str, str],
    at: Mapping[str, object],
    found: Numbers,
) -> list[Value]:
    """Return numbers with their places.

    >>> (value,) = _values(("test", "n"), "power", {"n": 50}, {"t": 0.8})
    >>> value.where, value.quantity
    ((('test', 't'), ('n', '50')), 'power')
    """
    rest = [name for name in columns if name not in at]
    values = []
    for place, number in found.items():
        texts = (place,) if isinstance(place, str) else place
        known = {**at, **dict(zip(rest, texts, strict=True))}
        where = tuple((name, str(known[name])) for name in columns)
        what = quantity if isinstance(quantity, str) else _what(quantity, where)
        of = number if isinstance(number, Number) else Number(float(number))
        values.append(Value(where, what, *of))
    return values


def _what(quantity: Mapping[str, str], where: Iterable[tuple[str, str]]) -> str:
    return next((quantity[value] for _, value in where if value in quantity), "value")


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


def _said(given: Said | Sequence[Said], values: list[Value]) -> list[Any]:
    """Return what is said of the values.

    >>> _said(["No number is simulated.", lambda values: f"There are {len(values)}."], [])
    ['No number is simulated.', 'There are 0.']
    >>> _said("No number is simulated.", [])
    ['No number is simulated.']
    """
    said: list[Any] = []
    several = [given] if callable(given) or isinstance(given, str | Claim) else given
    for one in several:
        found = one(values) if callable(one) else one
        said += found if isinstance(found, list) else [found]
    return said
