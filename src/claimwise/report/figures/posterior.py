"""Prior and posterior, what other priors would change, and whether the draws can be trusted."""

from __future__ import annotations

from math import inf
from typing import Any

from claimwise.core import At, Result, Row, counted
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    Values,
    between,
    known_ends,
    layer,
    line_of,
    listed,
    number_at,
    panel,
    rule,
    zone,
)
from claimwise.report.figures.theme import (
    BLUE,
    EVERY_TICK,
    GREEN,
    GREY,
    PALE,
    SERIES,
    VERMILION,
    Chart,
    axis,
    domain,
    small_title,
)
from claimwise.report.numbers import bound, given_percent
from claimwise.report.quantities import chosen_interval
from claimwise.report.scale import Scale, scale_of

PRIOR, A, B, GAP = GREY, BLUE, VERMILION, GREEN
TINY, SMALL, LARGE = 80, 120, 200  # heights of panels
LINE = 20  # height of a prior
FEW = {"tickCount": 4}
LOG: Chart = {"type": "log", "nice": False}
SMALLEST = 1e-300  # a factor below it is only known to be smaller
POINT: At = {"against": "point"}
FACTORS: tuple[tuple[str, At, str], ...] = (  # from top to bottom: which, where, of what
    ("bayes_factor_01", {}, "a difference within the region against one outside"),
    ("bayes_factor_rope_encompassing", {}, "a difference within the region against any"),
    ("bayes_factor_direction", {}, "{direction} against not"),
    ("bayes_factor_01", POINT, "no difference at all against any difference"),
    (
        "bayes_factor_01",
        {**POINT, "part": "share"},
        "each winning half of the decided items against any share",
    ),
)


def about(result: Result) -> dict[str, Any]:
    """Return what the picture is about; some say it apart from their settings."""
    return dict(result.draws.get("about") or result.settings)


@figure(
    "posterior",
    place=0,
    fits=lambda result: bool(result.draws.get("curves")),
    needs="a comparison of two systems by its posterior",
    remedy="Add --assess posterior.",
)
def posterior_picture(result: Result) -> Picture:
    """Return the picture of the posterior: systems above, their difference below."""
    settings = about(result)
    a, b = settings.get("a", "A"), settings.get("b", "B")
    curves = result.draws["curves"]
    systems = [curve for curve in curves if curve["of"] != "difference"]
    panels = [_systems(systems, a, b, scale_of(settings))] if systems else []
    panels.append(_difference(result, [curve for curve in curves if curve["of"] == "difference"]))
    model = f"model {settings['model']}" if settings.get("model") else ""
    remarks = ["dashed: before the data, filled: after", model]
    return Picture(f"{b} against {a}", remarks, {"vconcat": panels})


def _values(curves: list[Chart], times: float) -> list[Chart]:
    return [
        {"of": curve["of"], "stage": curve["stage"], "x": times * x, "density": density / times}
        for curve in curves
        for x, density in zip(curve["x"], curve["density"], strict=True)
    ]


def _before_and_after(encoding: Chart, after: Chart, before: Chart) -> list[Chart]:
    """Return the posterior as an area, and the prior as a dashed line."""
    dashed = {"strokeDash": [5, 4], "strokeWidth": 1.2, **before}
    return [
        layer("area", encoding, where="datum.stage == 'posterior'", **after),
        layer("line", encoding, where="datum.stage == 'prior'", **dashed),
    ]


def _systems(curves: list[Chart], a: str, b: str, scale: Scale) -> Chart:
    """Return the densities of both scores."""
    colors = {"domain": [a, b], "range": [A, B]}
    encoding = {
        "x": axis("x", "accuracy (%)" if scale.share else "mean", scale={"zero": False}),
        "y": axis("density", "density", stack=None),
        "color": axis("of", None, kind="nominal", scale=colors),
    }
    layers = _before_and_after(encoding, {"opacity": 0.4, "line": True}, {})
    return panel(_values(curves, scale.times), layers, height=SMALL)


def difference_axis(field: str, settings: dict[str, Any], low: float, high: float) -> Chart:
    """Return the channel of a difference, with its unit, whose labels are never dropped."""
    unit = scale_of(settings).unit
    if settings.get("model") == "ordinal":
        unit = "levels of the latent scale"
    names = f"{settings.get('b', 'B')} minus {settings.get('a', 'A')}"
    return axis(
        field,
        f"{names} ({unit})" if unit else names,
        scale={"domain": [low, high], "nice": False},
        axis=EVERY_TICK,
    )


def _difference(result: Result, curves: list[Chart]) -> Chart:
    """Return the density of the difference, with its interval and the region of equivalence."""
    settings, row = about(result), _interval(result)
    scale = scale_of(settings)
    values = _values(curves, scale.times)
    low, high = min(v["x"] for v in values), max(v["x"] for v in values)
    top = max(v["density"] for v in values if v["stage"] == "posterior")
    encoding = {
        "x": difference_axis("x", settings, low, high),
        "y": axis("density", "density", scale={"domain": [0, 1.12 * top]}),
    }
    after = {"opacity": 0.5, "color": GAP, "line": {"color": GAP}}
    layers = [
        *landmarks(settings, low, high),
        *_before_and_after(encoding, after, {"color": PRIOR, "clip": True}),
        *([] if row is None else _hdi(row, top, scale)),
    ]
    return panel(values, layers, height=LARGE)


def region_of(settings: dict[str, Any]) -> tuple[float, float]:
    """Return the region of practical equivalence on the scale of the picture; else (0, 0)."""
    rope = settings.get("rope") or 0.0
    low, high = rope if isinstance(rope, list | tuple) else (-rope, rope)
    times = scale_of(settings).times
    return times * low, times * high


def landmarks(settings: dict[str, Any], low: float, high: float) -> list[Chart]:
    """Return the region of practical equivalence and no difference, as far as they are seen."""
    first, last = region_of(settings)
    first, last = max(low, first), min(high, last)
    region = zone(first, last, "ROPE") if first < last else []
    return [*region, *([rule("x", 0, strokeDash=[1, 0])] if low < 0 < high else [])]


def _hdi(row: Row, top: float, scale: Scale) -> list[Chart]:
    low, high = scale.times * row.low, scale.times * row.high
    text = f"{chosen_interval(row)} {scale.ends(row)}"
    values = [{"x": low, "x2": high, "y": 1.04 * top, "mid": (low + high) / 2, "text": text}]
    bar = between(number_at("x"), number_at("y"), "x", "x2")
    words = {"x": number_at("mid"), "y": number_at("y"), "text": {"field": "text"}}
    return [
        layer("rule", bar, values=values, strokeWidth=4),
        layer("text", words, values=values, dy=-9),
    ]


def _interval(result: Result) -> Row | None:
    """Return the row of the difference that the picture is about: of the whole, if there is one."""
    if "hdi" in result.draws:
        return result.draws["hdi"]  # type: ignore[no-any-return]
    rows = result.select("posterior_difference")
    whole = [row for row in rows if not row.at or row.at == {"over": "combined"}]
    return whole[-1] if whole else None


@figure(
    "sensitivity",
    place=2,
    fits=lambda result: (
        bool(result.draws.get("curves")) and bool(_by_prior(result, "posterior_difference", {}))
    ),
    needs="answers under several priors",
    remedy="Name several priors, with commas.",
)
def sensitivity_picture(result: Result) -> Picture:
    """Return the picture of what other priors change: the difference above, the factors below."""
    settings = about(result)
    rows = _by_prior(result, "posterior_difference", {})
    level = given_percent(next(iter(rows.values())).level or 0.95)
    panels = [_differences(rows, settings)]
    way = "lower" if settings.get("downwards") else "higher"
    beyond = " beyond the margin" if settings.get("edge", settings.get("margin")) else ""
    direction = f"{settings.get('b', 'B')} {way}{beyond}"
    for quantity, at, words in FACTORS:
        if factors := _by_prior(result, quantity, at):
            panels.append(_factor(factors, words.format(direction=direction)))
    remarks = [
        f"point and bar: mean and {level} HDI of the difference; line at 1: no shift of odds"
    ]
    return Picture("Under other priors", remarks, {"spacing": 12, "vconcat": panels})


def _by_prior(result: Result, quantity: str, at: At) -> dict[str, Row]:
    """Return the rows of one quantity by prior, in the order in which they were asked for."""
    rows = [row for row in result.select(quantity) if "prior" in row.at]
    whole = [row for row in rows if row.at.get("over") in (None, "combined")]
    rest = {"prior", "over"}
    return {
        str(row.at["prior"]): row
        for row in whole
        if {key: value for key, value in row.at.items() if key not in rest} == at
    }


def _differences(rows: dict[str, Row], settings: dict[str, Any]) -> Chart:
    """Return the difference under each prior, with no difference and the region."""
    times = scale_of(settings).times
    values = [line_of(prior, row, times=times) for prior, row in rows.items()]
    every = [value[end] for value in values for end in ("low", "high")]
    low, high = domain([0.0, *region_of(settings), *every])
    x = difference_axis("estimate", settings, low, high)
    return listed(values, "prior", x, landmarks(settings, low, high), line=LINE, size=60, color=GAP)


def _factor(rows: dict[str, Row], hypothesis: str) -> Chart:
    """Return the factors of one hypothesis on a log axis, and in words, also those beyond it."""
    every = [1.0, *(x for row in rows.values() for x in (row.estimate, row.low, row.high))]
    good = [x for x in every if SMALLEST <= x < inf]
    low, high = min(good), max(good)
    room = max(1.5, (high / low) ** 0.05)
    ends = [low / room, high * room]
    values = []
    for prior, row in rows.items():
        value: dict[str, Any] = {"name": prior, "text": bound(row)}
        if SMALLEST <= row.estimate < inf:
            value |= {"estimate": row.estimate}
            value |= {end: min(x, ends[1]) for end, x in known_ends(row).items()}
        values.append(value)
    numbers = "format(datum.value, datum.value < 1 ? '~g' : ',~r')"
    x = axis(
        "estimate",
        "Bayes factor",
        scale=LOG | {"domain": ends, "clamp": True},
        axis={"labelExpr": numbers, "tickCount": 6, "labelOverlap": True},
    )
    even = rule("x", 1, strokeDash=[1, 0])
    title = f"Bayes factor of {hypothesis}"
    return listed(values, "prior", x, [even], title=title, line=LINE, size=60, color=A)


@figure(
    "diagnostics",
    place=3,
    fits=lambda result: "diagnostics" in result.draws,
    needs="a comparison made ready for it",
    remedy='Say compare(..., plot_of="diagnostics").',
)
def diagnostics_picture(result: Result) -> Picture:
    """Return traces and ranks of each chain, or the weights of draws by importance sampling."""
    made = result.draws["diagnostics"]
    return _chains(made) if made["kind"] == "chains" else _weights(made)


def _chains(made: dict[str, Any]) -> Picture:
    """Return a row of two panels for each number."""
    numbers = made["panels"]
    remarks = [
        f"{made['chains']} chains of {made['draws']:,} draws, "
        f"{counted(made['divergences'], 'divergence')}; "
        f"{len(numbers)} of {counted(made['numbers'], 'number')}",
        f"left: each chain, a draw in {numbers[0]['step']}; right: its ranks among all draws, "
        "dashed: flat ranks",
    ]
    chart = {"spacing": 12, "vconcat": [_number(one) for one in numbers]}
    return Picture("Chains and ranks", remarks, chart)


def _number(one: dict[str, Any]) -> Chart:
    """Return the traces of one number, and its ranks among all draws."""
    worst = " (highest R-hat of the others)" if one["worst"] else ""
    text = (
        f"{one['name']}{worst}: R-hat {one['rhat']:.4f}, effective draws "
        f"{one['ess_bulk']:,.0f} (middle), {one['ess_tail']:,.0f} (tails)"
    )
    draws = [[1 + k * one["step"] for k in range(len(trace))] for trace in one["traces"]]
    total = sum(map(sum, one["ranks"]))
    width = total / len(one["ranks"][0])
    middles = [[(k + 0.5) * width for k in range(len(counts))] for counts in one["ranks"]]
    free, whole = {"zero": False}, {"domain": [0, total], "nice": False}
    value = axis("value", "value", scale=free, axis=FEW | {"minExtent": 40})
    rank = axis("rank", "rank", scale=whole, axis=FEW)
    count = axis("draws", "draws", scale={"domainMin": 0}, axis=FEW)
    trace = _by_chain(
        draws, one["traces"], axis("draw", "draw"), value, strokeWidth=0.8, opacity=0.7
    )
    steps = _by_chain(middles, one["ranks"], rank, count, interpolate="step", strokeWidth=1.2)
    flat = rule("y", one["uniform"], color=GREY)
    return {
        "title": small_title(text),
        "hconcat": [
            panel([], [trace], width=270, height=TINY),
            panel([], [steps, flat], width=150, height=TINY),
        ],
    }


def _by_chain(
    across: list[list[float]], up: list[list[float]], x: Chart, y: Chart, **look: Any
) -> Chart:
    """Return a line for each chain."""
    values: Values = [
        {"chain": str(chain), x["field"]: at, y["field"]: value}
        for chain, (places, numbers) in enumerate(zip(across, up, strict=True), 1)
        for at, value in zip(places, numbers, strict=True)
    ]
    names = [str(chain) for chain in range(1, len(up) + 1)]
    scale = {"domain": names, "range": [*SERIES, PALE]}
    colour = axis("chain", "chain", kind="nominal", scale=scale)
    return layer("line", {"x": x, "y": y, "color": colour}, values=values, **look)


def _weights(made: dict[str, Any]) -> Picture:
    """Return the weights of draws by importance sampling, from the largest on."""
    largest = made["points"][0]["held"]
    remarks = [
        f"{made['draws']:,} draws, worth {made['ess']:,.0f} of equal weight; Pareto k "
        f"{made['pareto_k']:.2f} (trusted up to {made['trusted']:g})",
        f"the largest holds {100 * largest:.2g}% of all weight; dashed: equal weights",
    ]
    marks = {"format": "~g", "tickCount": 6}
    encoding = {
        "x": axis("rank", "draw, from the largest weight on", scale=LOG, axis=marks),
        "y": axis("weight", "weight (equal ones: 1)", scale=LOG, axis=marks),
    }
    line = layer("line", encoding, values=made["points"], color=BLUE)
    chart = panel([], [line, rule("y", 1, color=GREY)], height=2 * TINY)
    return Picture("Importance weights", remarks, chart)
