"""Type-M and Type-S over a parameter: what a significant finding would look like."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.curve import axes
from claimwise.report.figures.book import figure
from claimwise.report.figures.curves import (
    Points,
    asked_caption,
    asked_line,
    assumed,
    band_words,
    curve_layers,
    curve_points,
    is_curve,
    line_at,
    missing_words,
    panel,
    parameter,
    settings_of,
)
from claimwise.report.figures.theme import Chart, axis, small_title, titled

KINDS = ("type_m", "type_s")
SIDE = 300  # width of a panel


def _fits(result: Result) -> bool:
    solved = settings_of(result).get("solve") in ("mde", "n")  # there the power is given
    return not solved and all(is_curve(result, kind) for kind in KINDS)


def _caption(result: Result) -> str:
    over = " and ".join(parameter(result, one) for one in axes(result))
    band = band_words(result, *KINDS)
    said = f" {band[0].upper()}{band[1:]}." if band else ""
    return (
        f"What a significant difference would look like, by {over}: on average so many times as "
        f"large as the true one (Type-M, left), and with the wrong sign in this share of the "
        f"findings (Type-S, right). Assumed: {assumed(result)}.{asked_caption(result)}{said}"
    )


@figure(
    "errors",
    place=32,
    fits=_fits,
    caption=_caption,
    needs="Type-M and Type-S over a parameter with several values",
    remedy="Give a range, such as --n 200:4000:200.",
)
def errors_chart(result: Result) -> Chart:
    """Return Type-M beside Type-S."""
    below = [assumed(result), band_words(result, *KINDS), missing_words(result, *KINDS)]
    exaggerated, wrong = (_by_case(curve_points(result, kind)) for kind in KINDS)
    top = max(float(point.get("high", point["estimate"])) for point in wrong)
    most = max(float(point.get("high", point["estimate"])) for point in exaggerated)
    least = min(1.0, *(float(point.get("low", point["estimate"])) for point in exaggerated))
    room = 0.08 * max(most - least, 0.1)  # for the words below the line
    ends = {"domain": [least - room, most + room], "nice": False}
    m = axis("estimate", "times as large as the true one", scale=ends)
    s = axis("estimate", "share with the wrong sign", scale={"domain": [0, max(0.05, 1.05 * top)]})
    return {
        "title": titled("What a significant difference would look like", below),
        "hconcat": [
            panel(
                exaggerated,
                [
                    *curve_layers(result, exaggerated, m),
                    *line_at(1.0, "the true size", of="true", below=True),
                    *asked_line(result)[:1],
                ],
                width=SIDE,
                title=small_title("Type-M: exaggeration"),
            ),
            panel(
                wrong,
                [*curve_layers(result, wrong, s), *asked_line(result)[:1]],
                width=SIDE,
                title=small_title("Type-S: wrong sign"),
            ),
        ],
        "spacing": 40,
    }


def _by_case(points: Points) -> Points:
    """Return the points under the names of their cases, which both panels share."""
    return [
        point | {"estimand": str(point["estimand"]).partition("[")[2].removesuffix("]")}
        for point in points
    ]
