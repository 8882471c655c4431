"""How the power of a declared study depends on its size."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from claimwise.core import Result, Row
from claimwise.report.answer import Answer
from claimwise.report.method import brief_line
from claimwise.report.numbers import against, compact, given_percent
from claimwise.report.tables import Column, table_of


def present(result: Result) -> Answer:
    """Return from which size on every comparison reaches the declared power, and the curve."""
    settings, worst = result.settings, _worst(result)
    unit = str(settings.get("unit", "items"))
    names = dict.fromkeys(row.at["comparison"] for row in worst)
    known = settings.get("agreement")
    agreement = f"agreement {given_percent(known)}" if isinstance(known, float) else ""
    averaged = result.select("expected_power") or not settings.get("uncertain")
    at_its_word = "" if averaged else ", if the pilot is taken at its word"

    def shown(row: Row) -> str:
        return compact(against(row.estimate, settings["target"]))

    return Answer(
        title=f"What {settings['study']} could show at other sizes",
        question="How does power depend on the size of the study?",
        headline=_headline(worst, settings["target"], unit) + at_its_word,
        tables=table_of(
            "Power",
            worst,
            by={"n": unit},
            columns=[
                Column("power", str(name) or "power", {"comparison": name}, shown) for name in names
            ],
        ),
        brief=brief_line(settings, agreement),
    )


def _worst(result: Result) -> list[Row]:
    """Return the power that decides at each size, of each comparison."""
    return [
        replace(row, quantity="power", at={"comparison": row.at.get("comparison", ""), **row.point})
        for row in result.deciding
    ]


def _headline(worst: list[Row], target: float, unit: str) -> str:
    sizes = list(dict.fromkeys(int(row.at["n"]) for row in worst))
    comparisons = {row.at["comparison"] for row in worst}
    reached = Counter(int(row.at["n"]) for row in worst if row.estimate >= target)
    below = [n for n in sizes if reached[n] < len(comparisons)]
    enough = sizes[sizes.index(below[-1]) + 1 :] if below else sizes
    if not enough:
        return (
            f"{sizes[-1]:,} {unit}, the most shown, are too few for power {given_percent(target)}"
        )
    start = f"From {enough[0]:,} {unit} on" if below else "At all sizes shown"
    every = "every comparison reaches" if len(comparisons) > 1 else "the study reaches"
    ends = f"{sizes[0]:,} to {sizes[-1]:,} {unit} shown"
    return f"{start}, {every} power {given_percent(target)} ({ends})"
