"""The rows of a Result as a data frame, for whoever works on with them."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from claimwise.core import ParameterError, Result, register
from claimwise.report.forms.json import NUMBERS

BACKENDS = ("pandas", "polars")


@register("report", "frame")
def to_frame(result: Result) -> Any:
    """Return a frame with a line for each row, and a column for each key of their places."""
    backend: Any = next((name for name in BACKENDS if find_spec(name)), None)
    if backend is None:
        raise ParameterError(
            "to_frame", "pandas or polars", "neither installed", "Or take result.to_dict()."
        )
    import narwhals as nw

    keys = dict.fromkeys(key for row in result.rows for key in row.at)
    columns: dict[str, list[Any]] = {"quantity": [row.quantity for row in result.rows]}
    for key in keys:
        # A key may be a column of the answer itself: n of a curve is n of its rows.
        name = f"at_{key}" if key in NUMBERS else key
        columns[name] = [row.at.get(key) for row in result.rows]
    for name in NUMBERS:
        columns[name] = [getattr(row, name) for row in result.rows]
    return nw.from_dict(columns, backend=backend).to_native()
