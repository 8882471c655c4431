"""Power over the splits of a budget into items and answers, and what power costs."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    known_ends,
    layer,
    lines,
    panel,
    rule,
    settings_of,
)
from claimwise.report.figures.parameters import NAMES
from claimwise.report.figures.theme import Chart, axis, dashes, told_apart
from claimwise.report.numbers import given, given_percent

SOURCES = ("responses_gold", "responses_a", "responses_b")
TESTED, KNOWN = "the test", "a one-sided test that knows the null"
QUANTITIES = {"power": TESTED, "power_known_null": KNOWN}
LOG = {"type": "log", "nice": False, "padding": 24}


def _known(result: Result, solve: str, *quantities: str) -> list[Row]:
    """Return the rows that are defined of a plan that was asked for this; none of another."""
    rows = result.select(*quantities) if settings_of(result).get("solve") == solve else ()
    return [row for row in rows if row.point and row.estimate == row.estimate]


def _metrics(result: Result) -> Chart:
    return told_apart("metric", "metric", list(settings_of(result)["metrics"]))


@figure(
    "split",
    place=15,
    kinds=("response plan",),
    fits=lambda result: bool(_known(result, "split", *QUANTITIES)),
    needs="a budget to split",
    remedy="Ask with --solve split --budget 1000.",
)
def split_picture(result: Result) -> Picture:
    """Return power over the splits of a budget."""
    settings = settings_of(result)
    rows = _known(result, "split", *QUANTITIES)
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
        **_metrics(result),
    }
    banded = f"isValid(datum.low) && datum.by === '{TESTED}'"
    layers = [*lines(encoding, banded=banded), rule("y", settings["target"])]
    remarks = [
        f"dashed line: the wanted {given_percent(settings['target'])}",
        "band: 95% Monte Carlo interval, of the test",
    ]
    head = f"How to split a budget of {given(settings['budget'])}"
    return Picture(head, remarks, panel(values, layers))


@figure(
    "cost",
    place=16,
    kinds=("response plan",),
    fits=lambda result: bool(_known(result, "budget", "cost")),
    needs="sizes that reach the power, and their cost",
    remedy="Ask with --solve budget.",
)
def cost_picture(result: Result) -> Picture:
    """Return the cost of the wanted power over the answers to each item."""
    rows = _known(result, "budget", "cost")
    whose = max(rows[0].point, key=lambda source: len({row.point[source] for row in rows}))
    values: Values = [
        {
            "metric": row.at["metric"],
            "k": row.point[whose],
            "cost": row.estimate,
            "items": row.n,
        }
        for row in rows
    ]
    power = f"power {given_percent(settings_of(result)['target'])}"
    encoding = {
        "x": axis("k", NAMES[whose], scale=LOG, axis={"format": "~g", "tickCount": 6}),
        "y": axis("cost", f"cost of {power}", scale=LOG, axis={"format": ",~g", "tickCount": 6}),
        **_metrics(result),
    }
    text = {"text": {"field": "items", "type": "quantitative", "format": ","}}
    place = {key: encoding[key] for key in ("x", "y", "color")}
    layers = [*lines(encoding), layer("text", place | text, dy=-12)]
    remarks = ["at the points: the items that it takes"]
    return Picture(f"What {power} costs, by {NAMES[whose]}", remarks, panel(values, layers))
