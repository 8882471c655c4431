"""Type-M and Type-S over a parameter: what a significant finding would look like."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.figures.assumed import assumed
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import line_at, panel, settings_of
from claimwise.report.figures.curves import (
    as_sentence,
    band_words,
    curve_layers,
    is_curve,
    missing_words,
    over,
    plan_caption,
    plan_line,
)
from claimwise.report.figures.points import Points, points
from claimwise.report.figures.theme import Chart, axis, titled

QUANTITIES = ("type_m", "type_s")
SIDE = 300  # width of a panel
LEAST = 0.05  # of wrong signs at which their axis ends, so that hardly any look like hardly any


def _fits(result: Result) -> bool:
    solved = settings_of(result).get("solve") in ("mde", "n")  # there the power is given
    return not solved and all(is_curve(result, quantity) for quantity in QUANTITIES)


def _caption(result: Result) -> str:
    return (
        f"What a significant difference would look like, by {over(result, units=True)}: how many "
        "times too large it would be on average (exaggeration, Type-M, left), and how often it "
        f"would have the wrong sign (Type-S, right). Assumed: {assumed(result)}."
        f"{plan_caption(result)}{as_sentence(band_words(result, *QUANTITIES))}"
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
    below = [assumed(result), band_words(result, *QUANTITIES), missing_words(result, *QUANTITIES)]
    exaggerated, wrong = (points(result, quantity) for quantity in QUANTITIES)
    least, most = _ends(exaggerated)
    room = 0.08 * max(most - min(1.0, least), 0.1)  # for the words below the line
    ends = {"domain": [min(1.0, least) - room, most + room], "nice": False}
    m = axis("estimate", "times too large, on average", scale=ends)
    scale = {"domain": [0, max(LEAST, 1.05 * _ends(wrong)[1])]}
    s = axis("estimate", "share with the wrong sign", scale=scale, axis={"format": "~%"})
    true_size = line_at(1.0, "the true size", of="true", below=True, right=True, width=SIDE)
    panels = [
        panel(
            shown,
            [
                *curve_layers(result, shown, y, ticks=4),
                *lines,
                *plan_line(result, shown, name, words=False),
            ],
            width=SIDE,
            title=title,
        )
        for shown, y, lines, name, title in (
            (exaggerated, m, true_size, "type_m", "Exaggeration (Type-M)"),
            (wrong, s, [], "type_s", "Wrong sign (Type-S)"),
        )
    ]
    title = titled("What a significant difference would look like", below)
    return {"title": title, "hconcat": panels, "spacing": 40}


def _ends(shown: Points) -> tuple[float, float]:
    """Return the lowest and the highest value to be drawn."""
    low = [float(point.get("low", point["estimate"])) for point in shown]
    high = [float(point.get("high", point["estimate"])) for point in shown]
    return min(low), max(high)
