"""Published comparisons: what they report against what their size detects, and expected power."""

from __future__ import annotations

from math import isfinite

from claimwise.core import Result, Row, counted
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    layer,
    line_of,
    listed,
    panel,
    rule,
)
from claimwise.report.figures.theme import BAD, GOOD, GREY, Chart, axis, told_apart
from claimwise.report.kinds.survey import (
    GAIN,
    of_comparisons,
    tau_in_short,
)
from claimwise.report.numbers import given_percent, percent
from claimwise.report.scale import scale_of

LOG = {"type": "log", "nice": False, "padding": 20}
STEP, TALL = 13, 780  # height of a line, and of all of them: of more not every name is written


@figure(
    "survey-gains",
    place=60,
    kinds=("survey",),
    fits=lambda result: bool(of_comparisons(result)),
    needs="a survey of published comparisons",
    remedy="Make one with claimwise survey.",
)
def gains_picture(result: Result) -> Picture:
    """Return reported and detectable differences over the size of the test set."""
    scale, settings = scale_of(result.settings), result.settings
    above, below = "reported, at least detectable", "reported, less than detectable"
    power = f"power {given_percent(settings['target'])}"
    detectable, plain = f"detectable with {power}", "reported"
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
    looks = {above: GOOD, below: BAD, plain: GOOD, detectable: (GREY, "stroke")}
    order = [word for word in looks if any(v["what"] == word for v in values)]
    marks = {"format": ",~r", "tickCount": 6, "labelOverlap": True}
    encoding: Chart = {
        "x": axis("n", "items in the test set", scale=LOG, axis=marks),
        "y": axis("difference", scale.in_unit("difference")),
        **told_apart("what", None, order, looks, legend={"symbolOpacity": 1}),
    }
    flat = {key: encoding[key] for key in ("x", "y")} | {"color": {"value": GREY}}
    dash: Chart = {"where": f"datum.what === '{detectable}'", "orient": "horizontal"}
    dot: Chart = {"where": f"datum.what !== '{detectable}'", "filled": False, "strokeWidth": 1.8}
    layers = [
        rule("y", 0),
        layer("tick", flat, size=26, thickness=1.5, **dash),
        layer("point", encoding, size=70, **dot | {"opacity": 0.9}),
    ]
    dashes = f"dashes: the smallest true gain that a study finds with {power}"
    remarks = [
        counted(settings["comparisons"], "comparison"),
        dashes if "test" in settings else "what their sizes detect is not known",
        tau_in_short(result.main("kendall_tau"), settings),
    ]
    title = "Reported differences and the size of the test set"
    return Picture(title, remarks, panel(values, layers))


def _expected(result: Result) -> list[tuple[str, Row]]:
    """Return the comparisons with an expected power, from the least to the greatest."""
    rows = {
        name: of["expected_power"]
        for name, of in of_comparisons(result).items()
        if "expected_power" in of and isfinite(of["expected_power"].estimate)
    }
    return sorted(rows.items(), key=lambda item: (item[1].estimate, item[0]))


@figure(
    "survey-power",
    place=61,
    kinds=("survey",),
    fits=lambda result: bool(_expected(result)),
    needs="a survey in which a gain is expected, and its power known",
    remedy="Make one with claimwise survey.",
)
def expected_power_picture(result: Result) -> Picture:
    """Return the expected power of each comparison, in their order, with the power wanted."""
    settings = result.settings
    rows, target = _expected(result), settings["target"]
    enough, short = f"at least {given_percent(target)}", f"below {given_percent(target)}"
    values = [
        line_of(name, row, what=enough if row.estimate >= target else short) for name, row in rows
    ]
    looks = {enough: GOOD, short: BAD}
    mean = percent(result.main("mean_expected_power").estimate)
    left = len(of_comparisons(result)) - len(rows)
    remarks = [
        f"for {GAIN[settings['gains_from']]}, not for the one reported",
        f"on average {mean} over {counted(len(rows), 'comparison')}",
        f"without an expected power, and not drawn: {counted(left, 'comparison')}" if left else "",
    ]
    chart = listed(
        values,
        "comparison",
        axis("estimate", "expected power", **SHARE),
        [rule("x", target)],
        apart=told_apart("what", None, list(looks), looks),
        size=60,
        line=min(STEP, TALL / len(rows)),
    )
    return Picture("Expected power of published comparisons", remarks, chart)
