"""What power costs, how a budget is split, and power over items and answers as a map."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    defined,
    joined,
    known_ends,
    layer,
    lines,
    panel,
    rule,
)
from claimwise.report.figures.plans import in_unit
from claimwise.report.figures.theme import INK, PAPER, RAMP, Chart, axis, dashes, told_apart
from claimwise.report.numbers import given, given_percent, number
from claimwise.report.plan_rows import ANSWERS, Plan
from claimwise.report.scale import metric_name

LOG = {"type": "log", "nice": False, "padding": 30}
CHEAPEST = "in the ring the cheapest"
CELL = 46  # width and height of a cell of a map
SOURCES = ANSWERS[1:]  # each with its own number
TESTED, KNOWN = "the test", "a one-sided test that knows the null"
QUANTITIES = {"power": TESTED, "power_known_null": KNOWN}


def _designs(result: Result) -> Values:
    """Return the cost and the size of each design of raters."""
    values: Values = []
    for row in result.select("frontier_cost"):
        items, raters = (Plan(result).row(f"frontier_{of}", **row.at) for of in ("items", "raters"))
        if items is not None and raters is not None:
            size = f"{items.estimate:,.0f} items, {raters.estimate:,.0f} raters"
            length = row.point.get("list_length")
            values.append(
                {
                    "apart": "all" if length is None else f"{length:g}",
                    "times": row.point["ratings_per_item"],
                    "cost": row.estimate,
                    "size": f"{size}, cost {number(row.estimate)}",
                }
            )
    return values


def _costs(result: Result) -> list[Row]:
    """Return what the wanted power costs with different numbers of answers."""
    return [row for row in defined(result.select("cost")) if row.point]


def _chart(values: Values, times: str, apart: str) -> Chart:
    """Return costs on logs over what is repeated; the cheapest in a ring, with its size."""
    least = min(values, key=lambda value: float(value["cost"]))
    for value in values:
        value["cheapest"] = value is least
    marks = {"values": sorted({value["times"] for value in values}), "labelOverlap": True}
    place = {
        "x": axis("times", times, scale=LOG, axis=marks),
        "y": axis("cost", "cost", scale=LOG, axis={"format": ",~g", "tickCount": 6}),
    }
    where = "datum.cheapest"
    size = place | {"text": {"field": "size", "type": "nominal"}}
    names = list(dict.fromkeys(value["apart"] for value in values))
    return panel(
        values,
        [
            *lines(place | (told_apart("apart", apart, names) if names != ["all"] else {})),
            layer("point", place, where=where, size=260, filled=False, strokeWidth=2.5),
            layer("text", size, where=where, align="left", dx=12, dy=14),
        ],
    )


@figure(
    "frontier",
    place=14,
    fits=lambda result: bool(_designs(result)),
    needs="designs that were compared by their cost",
    remedy="Ask with --solve budget.",
)
def frontier_picture(result: Result) -> Picture:
    """Return the cost over ratings per item, with the size of the cheapest design."""
    settings = result.settings
    judged = settings["unit"] == "judgements"
    each = "judgements of each item" if judged else "ratings of each item under each system"
    power, effect = given_percent(settings["target"]), given(settings["effect"])
    title = f"Designs that reach power {power} at an effect of {effect}"
    return Picture(title, [CHEAPEST], _chart(_designs(result), each, "items per rater"))


@figure(
    "cost",
    place=16,
    kinds=("response plan",),
    fits=lambda result: bool(_costs(result)),
    needs="sizes that reach the power, and their cost",
    remedy="Ask with --solve budget.",
)
def cost_picture(result: Result) -> Picture:
    """Return the cost of the wanted power over the answers to each item."""
    rows = _costs(result)
    whose = max(rows[0].point, key=lambda source: len({row.point[source] for row in rows}))
    values: Values = [
        {
            "apart": row.at["metric"],
            "times": row.point[whose],
            "cost": row.estimate,
            "size": f"{row.n or 0:,} items",
        }
        for row in rows
    ]
    answers = in_unit(result, whose)
    title = f"What power {given_percent(result.settings['target'])} costs, by {answers}"
    return Picture(title, [CHEAPEST], _chart(values, answers, "metric"))


def _splits(result: Result) -> list[Row]:
    """Return the powers of a plan that splits a budget; none of another."""
    rows = result.select(*QUANTITIES) if result.settings.get("solve") == "split" else ()
    return [row for row in defined(rows) if row.point]


@figure(
    "split",
    place=15,
    kinds=("response plan",),
    fits=lambda result: bool(_splits(result)),
    needs="a budget to split",
    remedy="Ask with --solve split --budget 1000.",
)
def split_picture(result: Result) -> Picture:
    """Return power over the splits of a budget."""
    settings, rows = result.settings, _splits(result)
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


def _maps(result: Result) -> dict[str, list[Row]]:
    """Return the powers of each metric over numbers of items and of answers to each."""
    first, *others = result.axes or [""]
    is_map = first == "items" and len(others) == 1 and others[0] in ANSWERS
    maps: dict[str, list[Row]] = {}
    if is_map and result.settings.get("solve") == "power":
        for row in defined(result.select("power")):
            maps.setdefault(str(row.at["metric"]), []).append(row)
    return maps


@figure(
    "heatmap",
    place=18,
    kinds=("response plan",),
    fits=lambda result: bool(_maps(result)),
    needs="power over several numbers of items and of answers",
    remedy="Give lists, such as --items 50,100,200 --responses 1,2,5.",
)
def heatmap_picture(result: Result) -> Picture:
    """Return a map of power for each metric, and which of its studies a budget pays for."""
    settings = result.settings
    panels = [_map(result, metric, rows) for metric, rows in _maps(result).items()]
    amount = settings.get("budget")
    remarks = [
        f"framed: power of at least {given_percent(settings['target'])}",
        "" if amount is None else f"in brackets: more than a budget of {given(amount)} pays for",
    ]
    return Picture("Power by items and answers", remarks, joined(panels, "hconcat", 36))


def _map(result: Result, metric: str, rows: list[Row]) -> Chart:
    """Return the power of one metric, a cell for each number of items and of answers."""
    items, answers = result.axes
    pays = {row.point[answers]: row.estimate for row in result.select("affordable_items")}
    values: Values = []
    for row in rows:
        paid = row.point[items] <= pays.get(row.point[answers], row.point[items])
        power = f"{100 * row.estimate:.0f}%"
        values.append(
            {
                "items": row.point[items],
                "answers": row.point[answers],
                "power": row.estimate,
                "enough": row.estimate >= result.settings["target"],
                "paid": paid,
                "text": power if paid else f"({power})",
            }
        )
    down: Chart = {"sort": "descending", "axis": {"format": ","}}
    place = {
        "x": axis("items", in_unit(result, items), kind="ordinal", axis={"labelAngle": 0}),
        "y": axis("answers", in_unit(result, answers), kind="ordinal", **down),
    }
    scale = {"domain": [0, 1], "scheme": RAMP}
    colour = axis("power", "power", scale=scale, legend={"gradientLength": 160, "format": "%"})
    ink = {"condition": {"test": "datum.power < 0.5", "value": PAPER}, "value": INK}
    return panel(
        values,
        [
            layer("rect", place | {"color": colour}),
            layer("rect", place, where="datum.enough", filled=False, stroke=INK, strokeWidth=2),
            layer("text", place | {"text": {"field": "text"}, "color": ink}, fontSize=12),
        ],
        title=metric_name(metric),
        width={"step": CELL},
        height={"step": CELL},
    )
