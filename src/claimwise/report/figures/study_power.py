"""The power of every comparison of a declared study, against the power that is wanted."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import SHARE, known_ends, listed, names_of, rule
from claimwise.report.figures.theme import axis
from claimwise.report.numbers import against, decimal, given_percent
from claimwise.report.studies import parts_of


def _powers(result: Result) -> dict[str, Row]:
    """Return the power that decides each comparison, by its name."""
    rows = {name: part.deciding for name, part in parts_of(result).items()}
    return {n: min(own, key=lambda row: row.estimate) for n, own in rows.items() if own}


@figure(
    "powers",
    place=24,
    kinds=("study plan",),
    fits=lambda result: len(_powers(result)) > 1,
    needs="a declared study of several comparisons",
    remedy="Make it with claimwise study power.",
)
def powers_picture(result: Result) -> Picture:
    """Return a point for each comparison, and the wanted power as a line."""
    settings, powers = result.settings, _powers(result)
    values = [
        {
            "comparison": name,
            "power": row.estimate,
            "text": against(row.estimate, settings["target"])
            + ("" if row.n is None else f" (n {row.n:,})"),
            **known_ends(row),
        }
        for name, row in powers.items()
    ]
    x, y = axis("power", "power", **SHARE), names_of("comparison", "comparison", values)
    level = next((row.level for row in powers.values() if known_ends(row)), None)
    source = f"assumptions from {settings['source']}" if settings.get("source") else ""
    remarks = [
        f"dashed: the wanted {given_percent(settings['target'])}",
        f"bars: {given_percent(level)} Monte Carlo interval" if level else "",
        ", ".join(part for part in (f"alpha {decimal(settings['alpha'])}", source) if part),
    ]
    chart = listed(values, x, y, [rule("x", settings["target"])])
    return Picture("Power of each comparison", remarks, chart)
