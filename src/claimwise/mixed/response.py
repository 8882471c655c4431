"""Responses that are fitted on a known design: checked before they reach compiled code."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from claimwise.core import DataError
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.linear import LinearModel
from claimwise.mixed.ordinal import OrdinalModel


@overload
def check_response(who: str, model: LinearModel, responses: Any, *, many: bool) -> Floats: ...
@overload
def check_response(who: str, model: OrdinalModel, responses: Any, *, many: bool) -> Ints: ...


def check_response(
    who: str, model: LinearModel | OrdinalModel, responses: Any, *, many: bool
) -> Floats | Ints:
    """Return one response (n,), or many (m, n): numbers, or codes of the categories.

    Among many responses of a linear model those with NaN are let through: their fits fail, and
    are counted. Codes are whole numbers from 0; there is no category to stand for none.
    """
    table = _numbers(who, responses)
    n = model.design.n
    if table.ndim != 1 + many or table.shape[-1] != n:
        needs = f"responses of shape (studies, {n:,})" if many else f"a response of shape ({n:,},)"
        raise DataError(who, needs, f"shape {table.shape}", "Give one value for each rating.")
    if isinstance(model, LinearModel):
        bad = np.isinf(table) if many else ~np.isfinite(table)
        if bad.any():
            raise DataError(who, "finite numbers", _first(table, bad))
        return np.ascontiguousarray(table, np.float64)
    top = len(model.categories) - 1
    with np.errstate(invalid="ignore"):
        bad = ~((table >= 0) & (table <= top) & (table == np.floor(table)))
    if bad.any():
        raise DataError(
            who,
            f"whole codes from 0 to {top}",
            _first(table, bad),
            f"0 stands for {model.categories[0]}, {top} for {model.categories[-1]}.",
        )
    return np.ascontiguousarray(table, np.int64)


def _numbers(who: str, responses: Any) -> Any:
    """Return any array of numbers as it is; refuse texts and ragged lists."""
    try:
        table = np.asarray(responses)
        return table if table.dtype.kind in "biuf" else table.astype(np.float64)
    except (TypeError, ValueError):
        raise DataError(who, "numbers", f"{type(responses).__name__} of others") from None


def _first(table: Any, bad: Any) -> str:
    """Say what the first value is that cannot be used, and where."""
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    where = f"place {place[-1]}" + (f" of response {place[0]}" if len(place) > 1 else "")
    return f"{table[place]:g} at {where} (counted from 0)"
