"""Published comparisons: what they report against what their size detects, and expected power."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10

from claimwise.core import Result, Row, counted
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import Values, layer, list_axis, panel, settings_of
from claimwise.report.figures.theme import (
    BLUE,
    GREY,
    HEIGHT,
    INK,
    VERMILION,
    WIDTH,
    Chart,
    axis,
    titled,
)
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import given_percent, percent
from claimwise.report.survey_tau import tau_in_short
from claimwise.report.surveyed import GAIN, gains_from, of_comparisons, survey_scale

DECADE = 10  # the largest n over the smallest from which on the axis is logarithmic
NAMED = 60  # comparisons that are written by their names
STEP = 13  # height of a line
TICKS = 6  # on an axis of sizes


def _words(result: Result) -> str:
    known = "test" in settings_of(result)
    return answer_of(result).brief if known else "what their sizes detect is not known"


def _tau(result: Result) -> str:
    return tau_in_short(result.main("kendall_tau"), settings_of(result))


def _gain(result: Result) -> str:
    return GAIN[gains_from(result)]


def _gains_caption(result: Result) -> str:
    settings = settings_of(result)
    start = "Reported differences, new minus baseline, against the size of the test set."
    if "test" not in settings:
        return f"{start} {_tau(result)}."
    return (
        f"{start} A dash at the same size is the smallest true gain that the comparison would find "
        f"with power {given_percent(settings['target'])} ({_words(result)}); a smaller true gain "
        f"would be found less often. {_tau(result)}."
    )


@figure(
    "survey-gains",
    place=60,
    kinds=("survey",),
    fits=lambda result: bool(of_comparisons(result)),
    caption=_gains_caption,
    needs="a survey of published comparisons",
    remedy="Make one with claimwise survey.",
)
def gains_chart(result: Result) -> Chart:
    """Return reported and detectable differences over the size of the test set."""
    scale, settings = survey_scale(result), settings_of(result)
    above, below = "reported, at least detectable", "reported, less than detectable"
    detectable, plain = f"detectable with power {given_percent(settings['target'])}", "reported"
    values: Values = []
    for name, rows in of_comparisons(result).items():
        reported, mde = rows["difference"], rows.get("mde")
        judged = mde is not None and (isfinite(mde.estimate) or reported.pvalue is not None)
        what = plain
        if mde is not None and judged:
            what = above if reported.estimate >= mde.estimate else below
        for row, kind in ((reported, what), (mde, detectable)):
            if row is not None and isfinite(row.estimate):
                values.append(
                    {
                        "name": name,
                        "n": row.n,
                        "difference": scale.times * row.estimate,
                        "what": kind,
                    }
                )
    order = [w for w in (above, below, plain, detectable) if any(v["what"] == w for v in values)]
    colours = {above: BLUE, below: VERMILION, plain: BLUE, detectable: GREY}
    forms = {above: "circle", below: "triangle-down", plain: "circle", detectable: "stroke"}
    legend = {"columns": 2, "symbolOpacity": 1}
    encoding: Chart = {
        "x": axis("n", "items in the test set", **_sizes([v["n"] for v in values])),
        "y": axis("difference", scale.column),
        **_kinds([(word, colours[word], forms[word]) for word in order], title=None, **legend),
        "tooltip": [{"field": f, "type": "nominal"} for f in ("name", "n", "difference", "what")],
    }
    flat = {key: encoding[key] for key in ("x", "y", "tooltip")} | {"color": {"value": GREY}}
    dash: Chart = {"where": f"datum.what === '{detectable}'", "orient": "horizontal"}
    dot: Chart = {"where": f"datum.what !== '{detectable}'", "filled": False, "strokeWidth": 1.8}
    layers = [
        layer("rule", {"y": {"datum": 0}}, strokeDash=[4, 3]),
        layer("tick", flat, size=26, thickness=1.5, **dash),
        layer("point", encoding, size=70, **dot | {"opacity": 0.9}),
    ]
    count = counted(settings["comparisons"], "comparison")
    lines = [f"{count}; {_words(result)}", _tau(result)]
    title = titled("Reported differences and the size of the test set", lines)
    return panel(values, layers, title=title)


def _kinds(words: list[tuple[str, str, str]], **legend: object) -> Chart:
    """Return the colour and the shape of each kind of point, with a legend below."""
    names = [name for name, _, _ in words]
    what = axis("what", None, kind="nominal", sort=names)
    what["legend"] = {"orient": "bottom", "direction": "horizontal", **legend}
    return {
        "color": what | {"scale": {"domain": names, "range": [colour for _, colour, _ in words]}},
        "shape": what | {"scale": {"domain": names, "range": [shape for _, _, shape in words]}},
    }


def _sizes(sizes: list[int]) -> Chart:
    """Return the axis of n: logarithmic where sizes span a decade."""
    if max(sizes) >= DECADE * min(sizes):
        ends = [min(sizes) / 1.4, max(sizes) * 1.4]
        powers = range(floor(log10(ends[0])), ceil(log10(ends[1])) + 1)
        steps = (1, 2, 5) if len(powers) < 5 else (1,)
        round_sizes = [k * 10**power for power in powers for k in steps]
        return {
            "scale": {"type": "log", "domain": ends, "nice": False},
            "axis": {
                "format": ",~r",
                "values": [n for n in round_sizes if ends[0] <= n <= ends[1]],
            },
        }
    marks: Chart = {"format": ",d", "tickCount": TICKS}
    if max(sizes) - min(sizes) < TICKS:  # else there are ticks between whole numbers
        marks["values"] = list(range(min(sizes), max(sizes) + 1))
    return {"scale": {"zero": False, "padding": 20}, "axis": marks}


def _expected(result: Result) -> list[tuple[str, Row]]:
    """Return the comparisons with an expected power, from the least to the greatest."""
    rows = {
        name: of["expected_power"]
        for name, of in of_comparisons(result).items()
        if "expected_power" in of and isfinite(of["expected_power"].estimate)
    }
    return sorted(rows.items(), key=lambda item: (item[1].estimate, item[0]))


def _power_caption(result: Result) -> str:
    target = given_percent(settings_of(result)["target"])
    rows = _expected(result)
    left = len(of_comparisons(result)) - len(rows)
    without = f" Without an expected power, and not drawn: {counted(left, 'comparison')}."
    return (
        f"How often each comparison would find, with the right sign, {_gain(result)} "
        f"({_words(result)}). Left of the line at {target} it is underpowered for that gain."
        f"{without if left else ''}"
    )


@figure(
    "survey-power",
    place=61,
    kinds=("survey",),
    fits=lambda result: bool(_expected(result)),
    caption=_power_caption,
    needs="a survey in which a gain is expected, and its power known",
    remedy="Make one with claimwise survey.",
)
def expected_power_chart(result: Result) -> Chart:
    """Return the expected power of each comparison, in their order, with the power wanted."""
    settings = settings_of(result)
    rows, target = _expected(result), settings["target"]
    names = [name for name, _ in rows]
    enough, short = f"at least {given_percent(target)}", f"below {given_percent(target)}"
    values = [
        {
            "name": name,
            "rank": place,
            "power": row.estimate,
            "n": row.n,
            "what": enough if row.estimate >= target else short,
        }
        for place, (name, row) in enumerate(rows, start=1)
    ]
    named = len(rows) <= NAMED
    down: Chart = axis("name", "comparison", kind="nominal", sort=names, axis=list_axis(names))
    if not named:
        down = axis("rank", "comparisons, by expected power", scale={"reverse": True})
    marks = [(enough, BLUE, "circle"), (short, VERMILION, "triangle-down")]
    scale = {"domain": [0, 1], "nice": False}
    encoding: Chart = {
        "x": axis("power", "expected power", scale=scale, axis={"format": "%"}),
        "y": down,
        **_kinds(marks, title="expected power"),
    }
    wanted = {"x": {"datum": target, "type": "quantitative"}}
    mean = percent(result.main("mean_expected_power").estimate)
    below = [
        f"for {_gain(result)}, not for the one reported",
        f"{_words(result)}; on average {mean} over {counted(len(rows), 'comparison')}",
    ]
    return panel(
        values,
        [
            layer("rule", wanted, color=INK, strokeDash=[4, 3]),
            layer("point", encoding, size=60),
        ],
        title=titled("Expected power of published comparisons", below),
        width=380 if named else WIDTH,
        height={"step": STEP} if named else HEIGHT,
    )
