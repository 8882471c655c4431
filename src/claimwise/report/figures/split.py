"""Power over the splits of a budget into items and answers to each."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    defined,
    known_ends,
    lines,
    panel,
    rule,
)
from claimwise.report.figures.theme import axis, dashes, told_apart
from claimwise.report.numbers import given, given_percent

SOURCES = ("responses_gold", "responses_a", "responses_b")
TESTED, KNOWN = "the test", "a one-sided test that knows the null"
QUANTITIES = {"power": TESTED, "power_known_null": KNOWN}


def _rows(result: Result) -> list[Row]:
    """Return the powers of a plan that splits a budget; none of another."""
    rows = result.select(*QUANTITIES) if result.settings.get("solve") == "split" else ()
    return [row for row in defined(rows) if row.point]


@figure(
    "split",
    place=15,
    kinds=("response plan",),
    fits=lambda result: bool(_rows(result)),
    needs="a budget to split",
    remedy="Ask with --solve split --budget 1000.",
)
def split_picture(result: Result) -> Picture:
    """Return power over the splits of a budget."""
    settings = result.settings
    rows = _rows(result)
    own = SOURCES[0] in rows[0].point
    values: Values = [
        {
            **row.point,
            "metric": row.at["metric"],
            "by": QUANTITIES[row.quantity],
            "power": row.estimate,
            "split": f"{row.point['items']:,.0f} x "
            + "/".join(f"{row.point[k]:g}" for k in (SOURCES if own else ("responses",))),
            **known_ends(row),
        }
        for row in rows
    ]
    order = list(dict.fromkeys(value["split"] for value in values))
    title = f"items x answers to each{' (gold/A/B)' if own else ''}"
    encoding = {
        "x": axis("split", title, kind="ordinal", sort=order, axis={"labelAngle": -30}),
        "y": axis("power", "power", **SHARE),
        "strokeDash": dashes("by", "by", [TESTED, KNOWN]),
        **told_apart("metric", "metric", list(settings["metrics"])),
    }
    banded = f"isValid(datum.low) && datum.by === '{TESTED}'"
    layers = [*lines(encoding, banded=banded), rule("y", settings["target"])]
    remarks = [
        f"dashed line: the wanted {given_percent(settings['target'])}",
        "band: 95% Monte Carlo interval, of the test",
    ]
    head = f"How to split a budget of {given(settings['budget'])}"
    return Picture(head, remarks, panel(values, layers))
