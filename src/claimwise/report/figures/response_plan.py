"""Power over items and answers, over the splits of a budget, and what power costs."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import Values, known_ends, layer, line_at, panel, settings_of
from claimwise.report.figures.curves import LONG
from claimwise.report.figures.theme import DASHES, Chart, axis, series, shapes, titled
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import given, given_percent

TITLES = {
    "items": "items",
    "responses": "answers to each item",
    "responses_gold": "gold answers to each item",
    "responses_a": "answers of A to each item",
    "responses_b": "answers of B to each item",
    "epsilon_a": "error of A",
    "epsilon_b": "error of B",
}
SOURCES = ("responses_gold", "responses_a", "responses_b")
TESTED, KNOWN = "the test", "a one-sided test that knows the null"
NAMES = {"power": TESTED, "power_known_null": KNOWN}
BAND = "band: 95% Monte Carlo interval"


def _solves(result: Result, what: str) -> bool:
    settings = settings_of(result)
    return "metrics" in settings and settings.get("solve") == what


def is_surface(result: Result) -> bool:
    """Whether the result has power over sizes or errors."""
    return _solves(result, "power") and bool(_values(result))


def _values(result: Result) -> Values:
    return [
        {
            **row.point,
            "metric": row.at["metric"],
            "by": NAMES[row.quantity],
            "power": row.estimate,
            **known_ends(row),
        }
        for row in _known(result, *NAMES)
    ]


def _known(result: Result, *quantities: str) -> list[Row]:
    """Return the rows of a curve that are defined."""
    rows = result.select(*quantities)
    return [row for row in rows if row.point and row.estimate == row.estimate]


def name_of(parameter: str) -> str:
    """Return what a parameter of the plan is called on an axis."""
    return TITLES.get(parameter, parameter.replace("_", " "))


def power_axis(field: str = "power", title: str = "power") -> Chart:
    """Return a channel of power, from nothing to all."""
    return axis(field, title, scale={"domain": [0, 1]}, axis={"format": "%"})


def _metrics(result: Result) -> list[str]:
    return list(settings_of(result)["metrics"])


def _lines(result: Result, encoding: Chart, *, some: str = "") -> list[Chart]:
    """Return bands, lines, points and the wanted power; `some` keeps bands of one kind."""
    color = series("metric", "metric", _metrics(result))
    shape = shapes("metric", "metric", _metrics(result))
    lines = encoding | {"color": color}
    dots = {"x": encoding["x"], "y": encoding["y"], "color": color, "shape": shape}
    detail = {"field": encoding["strokeDash"]["field"]} if "strokeDash" in encoding else None
    band = {"x": encoding["x"], "y": power_axis("low"), "y2": {"field": "high"}, "color": color}
    band |= {"detail": detail} if detail else {}
    kept = f" && datum.by === '{some}'" if some else ""
    target = settings_of(result)["target"]
    return [
        layer("line", lines),
        layer("area", band, where=f"isValid(datum.low){kept}", opacity=0.22),
        *line_at(target, f"wanted: {given_percent(target)}"),
        layer("point", dots),
    ]


def _split_caption(result: Result) -> str:
    settings = settings_of(result)
    return (
        f"Power of every split of a budget of {given(settings['budget'])} into items and answers "
        f"to each. Assumed: {answer_of(result).brief}. Dashed line: the wanted "
        f"{given_percent(settings['target'])}. B{BAND[1:]}, of the test."
    )


@figure(
    "split",
    place=15,
    kinds=("response plan",),
    fits=lambda result: _solves(result, "split") and bool(_values(result)),
    caption=_split_caption,
    needs="a budget to split",
    remedy="Ask with --solve split --budget 1000.",
)
def split_chart(result: Result) -> Chart:
    """Return power over the splits of a budget."""
    settings, values = settings_of(result), _values(result)
    own = SOURCES[0] in values[0]
    for value in values:
        answers = [value[k] for k in (SOURCES if own else ("responses",))]
        value["split"] = f"{value['items']:,.0f} x {'/'.join(f'{k:g}' for k in answers)}"
    order = list(dict.fromkeys(value["split"] for value in values))
    title = f"items x answers to each{' (gold/A/B)' if own else ''}"
    turned = {"labelAngle": -30}
    encoding = {
        "x": axis("split", title, kind="ordinal", sort=order, axis=turned),
        "y": power_axis(),
        "strokeDash": axis(
            "by",
            "by",
            kind="nominal",
            sort=[TESTED, KNOWN],
            scale={"domain": [TESTED, KNOWN], "range": [[1, 0], [6, 4]]},
            legend=LONG,
        ),
    }
    below = [answer_of(result).brief, f"{BAND}, of the test"]
    head = titled(f"How to split a budget of {given(settings['budget'])}", below)
    return panel(values, _lines(result, encoding, some=TESTED), title=head)


def surface_lines(result: Result) -> Chart:
    """Return power over the first parameter, a line for each value of the second."""
    names = result.provenance["axes"]
    tested = [value for value in _values(result) if value["by"] == TESTED]
    first = axis(names[0], name_of(names[0]), scale={"zero": False, "padding": 8})
    encoding: Chart = {"x": first, "y": power_axis()}
    if len(names) > 1:
        second = list(dict.fromkeys(value[names[1]] for value in tested))
        scale = {"domain": second, "range": [DASHES[k % len(DASHES)] for k in range(len(second))]}
        encoding["strokeDash"] = axis(
            names[1], name_of(names[1]), kind="ordinal", scale=scale, legend=LONG
        )
    over = " and ".join(name_of(name) for name in names)
    title = titled(f"Power by {over}", [answer_of(result).brief, BAND])
    return panel(tested, _lines(result, encoding), title=title)


def surface_caption(result: Result) -> str:
    """Return what the lines of a surface show."""
    over = " and ".join(name_of(name) for name in result.provenance["axes"])
    return (
        f"The share of studies that would find the difference, by {over}. "
        f"Assumed: {answer_of(result).brief}. Dashed line: the wanted "
        f"{given_percent(settings_of(result)['target'])}. B{BAND[1:]}."
    )


def _cost_caption(result: Result) -> str:
    power = given_percent(settings_of(result)["target"])
    return (
        f"What power {power} costs, by answers to each item; the items that it needs are written "
        f"at the points. Assumed: {answer_of(result).brief}."
    )


@figure(
    "cost",
    place=16,
    kinds=("response plan",),
    fits=lambda result: _solves(result, "budget") and bool(_known(result, "cost")),
    caption=_cost_caption,
    needs="sizes that reach the power, and their cost",
    remedy="Ask with --solve budget.",
)
def cost_chart(result: Result) -> Chart:
    """Return the cost of the wanted power over the answers to each item."""
    rows = _known(result, "cost")
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
    log = {"type": "log", "nice": False, "padding": 24}
    few = {"format": "~g", "tickCount": 6}
    encoding = {
        "x": axis("k", TITLES[whose], scale=log, axis=few),
        "y": axis(
            "cost",
            f"cost of power {given_percent(settings_of(result)['target'])}",
            scale=log,
            axis={"format": ",~g", "tickCount": 6},
        ),
        "color": series("metric", "metric", _metrics(result)),
    }
    shape = {"shape": shapes("metric", "metric", _metrics(result))}
    text = {"text": {"field": "items", "type": "quantitative", "format": ","}}
    head = "Cost by answers to each item (items are written at the points)"
    layers = [
        layer("line", encoding),
        layer("point", encoding | shape, size=60),
        layer("text", encoding | text, dy=-12),
    ]
    return panel(values, layers, title=titled(head, answer_of(result).brief))
