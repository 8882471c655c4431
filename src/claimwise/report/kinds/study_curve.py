"""How the power of a declared study depends on its size."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.answer import Answer, table
from claimwise.report.method import brief_line
from claimwise.report.numbers import percent

Curves = dict[str, dict[int, Row]]


def present(result: Result) -> Answer:
    """Return from which size on every comparison reaches the declared power, and the curve."""
    settings = result.provenance["settings"]
    curves = _curves(result)
    sizes = list(dict.fromkeys(size for curve in curves.values() for size in curve))
    body = [[f"{n:,}", *(_power(curve.get(n)) for curve in curves.values())] for n in sizes]
    unit = str(settings.get("unit", "items"))
    return Answer(
        title=f"What {settings['study']} could show at other sizes",
        question="How does power depend on the size of the study?",
        headline=_headline(curves, sizes, settings["target"], unit),
        tables=table("Power", [unit, *(name or "power" for name in curves)], body),
        brief=brief_line(settings, _agreement(settings.get("agreement"))),
    )


def _agreement(given: object) -> str:
    return f"agreement {percent(given)}" if isinstance(given, float) else ""


def _curves(result: Result) -> Curves:
    """Return the power at each size, of each comparison, in the worst of its cases."""
    found: Curves = {}
    for row in result.rows:
        curve = found.setdefault(str(row.at.get("comparison", "")), {})
        size = int(row.at["n"])
        if size not in curve or row.estimate < curve[size].estimate:
            curve[size] = row
    return found


def _power(row: Row | None) -> str:
    return "" if row is None or isnan(row.estimate) else percent(row.estimate)


def _headline(curves: Curves, sizes: list[int], target: float, unit: str) -> str:
    wanted = percent(target)
    enough = [all(_reaches(curve.get(n), target) for curve in curves.values()) for n in sizes]
    every = "every comparison reaches" if len(curves) > 1 else "the study reaches"
    ends = f"{sizes[0]:,} to {sizes[-1]:,} {unit}"
    for i, n in enumerate(sizes):
        if all(enough[i:]):
            start = "At all sizes shown" if not i else f"From {n:,} {unit} on"
            return f"{start}, {every} power {wanted} ({ends} shown)"
    none = "No size shown is large enough for" if not any(enough) else "Not all larger sizes reach"
    return f"{none} power {wanted} ({ends})"


def _reaches(row: Row | None, target: float) -> bool:
    return row is not None and row.estimate >= target
