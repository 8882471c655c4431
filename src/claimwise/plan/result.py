"""The answer of a plan with everything it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from claimwise.core import Note, Result, Row, provenance


def plan_result(
    method: str,
    rows: Iterable[Row],
    notes: Iterable[Note],
    settings: Mapping[str, Any],
    *,
    seed: int | None,
    data: Any = None,
    kind: str = "plan",
    axes: Iterable[str] = (),
) -> Result:
    """Return the answer; settings that are None are left out, and notes said once.

    `axes` are the settings of which it has several values.
    """
    told = {key: value for key, value in settings.items() if value is not None}
    found = dict(provenance(told, seed=seed, data=data))
    several = list(axes)
    return Result(
        kind=kind,
        method=method,
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=found | ({"axes": several} if several else {}),
    )
