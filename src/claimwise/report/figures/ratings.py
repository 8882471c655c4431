"""Ratings: how they spread over the levels of their scale, and how raters and items differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimwise.core import Result, Row, counted, spelled
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    defined,
    known_ends,
    layer,
    line_of,
    listed,
    names_of,
    panel,
)
from claimwise.report.figures.theme import INK, LINE, PAPER, RAMP, WIDTH, Chart, axis
from claimwise.report.numbers import given_percent, number, percent

READABLE = 0.05  # shares below it have no room for their number
OBSERVED, MODEL, JUDGED = "observed_share", "category", "share"
LEVEL = "(Intercept)"


def _observed(result: Result) -> list[Row]:
    """Return the shares of levels; of two systems judged head to head, those of each side."""
    return defined(result.select(OBSERVED)) or defined(result.select(JUDGED))


def _stacks(rows: list[Row], word: str) -> Chart:
    """Return a bar for each system, cut into the shares of the levels."""
    levels = list(dict.fromkeys(str(list(row.at.values())[-1]) for row in rows))
    values: Values = []
    for row in rows:
        *_, level = map(str, row.at.values())
        place = levels.index(level)
        values.append(
            {
                "name": str(row.at.get("system", "judgements")),  # there of both systems
                "level": level,
                "place": place,
                "share": row.estimate,
                "text": percent(row.estimate) if row.estimate >= READABLE else "",
                "size": "" if place or row.n is None else f"n {row.n:,}",
                "dark": place < len(levels) / 2,
            }
        )
    y = names_of("system", values)
    scale, legend = {"domain": levels, "scheme": RAMP}, {"columns": len(levels)}
    stacked = {
        "x": axis("share", "share", stack="zero", **SHARE),
        "y": y,
        "order": {"field": "place"},
    }
    inside = stacked | {"x": stacked["x"] | {"bandPosition": 0.5}, "text": {"field": "text"}}
    ink = {"condition": {"test": "datum.dark", "value": PAPER}, "value": INK}
    colour = axis("level", word, kind="ordinal", sort=levels, scale=scale, legend=legend)
    at_right = {"x": {"value": WIDTH}, "y": y, "text": {"field": "size"}}
    layers = [
        layer("bar", stacked | {"color": colour}, height={"band": 0.8}),
        layer("text", inside | {"color": ink}),
        layer("text", at_right, align="left", dx=8, fontSize=12),
    ]
    return panel(values, layers, height={"step": LINE + 4})


@figure(
    "ratings",
    place=7,
    kinds=("ratings", "rating posterior", "judgements"),
    fits=lambda result: bool(_observed(result)),
    needs="shares of the levels of a scale",
    remedy="Make them with claimwise ratings or claimwise judgements.",
)
def ratings_picture(result: Result) -> Picture:
    """Return the observed shares of the levels, for each system."""
    rows, count = _observed(result), result.settings["n"]
    judged = rows[0].quantity == JUDGED
    what, did = ("judgements", "judged") if judged else ("ratings", "rated")
    remarks = [f"{count:,} {what} as they are in the data, with no regard to who {did} what"]
    chart = _stacks(rows, "for" if judged else "level")
    return Picture(f"{what.capitalize()} observed", remarks, chart)


@figure(
    "categories",
    place=9,
    fits=lambda result: bool(defined(result.select(MODEL))),
    needs="probabilities of categories",
    remedy="Make them with claimwise ratings --model ordinal.",
)
def categories_picture(result: Result) -> Picture:
    """Return the probabilities of the categories, for each system."""
    terms = [row for row in result.rows if row.quantity == "likelihood_ratio"]
    others = ", other columns at their means" if len(terms) > 1 else ""
    words = f"ratings by a typical rater of a typical item{others} (random effects at 0)"
    if "assess" in result.settings:
        words = "ratings of new items by new raters, by the posterior"
    remarks = [f"{words}; not the observed shares", fitted_model(result)]
    chart = _stacks(defined(result.select(MODEL)), "level")
    return Picture("Ratings that the model expects", remarks, chart)


def _name(row: Row, compared: Mapping[str, Sequence[str]]) -> str:
    """Return what varies: the level of a group, or the difference that it sees.

    >>> sd = Row(quantity="sd", estimate=1.0, at={"group": "rater", "term": "systemnew"})
    >>> _name(sd, {"system": ["base", "new"]}), _name(sd, {})
    ('rater: new minus base', 'rater: systemnew')
    """
    group, term = row.at.get("group"), row.at.get("term")
    if term is None:
        return "residual" if group == "residual" else f"one rating of {spelled(row.at)}"
    columns = {LEVEL: "level"}  # of the model, as the differences that they stand for
    for factor, (first, *others) in compared.items():
        columns |= {f"{factor}{name}": f"{name} minus {first}" for name in others}
    return f"{group}: {columns.get(str(term), term)}"


def fitted_model(result: Result) -> str:
    """Return the model that was fitted, with its formula."""
    formula = result.settings.get("formula")
    return f"{result.method}: {formula}" if formula else result.method


@figure(
    "variances",
    place=8,
    kinds=("ratings", "rating posterior", "judgements"),
    fits=lambda result: bool(defined(result.select("sd"))),
    needs="standard deviations of raters and items",
    remedy="Make them with claimwise ratings or claimwise judgements.",
)
def variances_picture(result: Result) -> Picture:
    """Return the standard deviation of each random effect."""
    rows = defined(result.select("sd"))
    values = []
    for row in rows:
        ends = known_ends(row)
        interval = f" ({number(row.low)} to {number(row.high)})" if ends else ""
        text = f"{number(row.estimate)}{interval}"
        what = _name(row, result.settings.get("compared", {}))
        values.append(line_of(what, row, text=text))
    model, link = (result.settings.get(key) for key in ("model", "link"))
    latent = f"latent units, {link}" if link else "latent units"
    unit = {None: "logits", "linear": "rating points"}.get(model, latent)  # judgements have none
    x = axis("estimate", f"standard deviation ({unit})", scale={"zero": True})
    level = next((row.level for row in rows if known_ends(row)), None)
    groups = result.settings.get("groups", {}).items()
    remarks = [
        "" if level is None else f"bars: {given_percent(level)} interval",
        fitted_model(result),
        ", ".join(counted(count, name) for name, count in groups),
    ]
    chart = listed(values, "what differs", x)
    return Picture("How raters and items differ", remarks, chart)
