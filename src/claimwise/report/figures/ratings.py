"""Ratings: how they spread over the levels of their scale, and how raters and items differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    between,
    defined,
    known_ends,
    layer,
    listed,
    names_of,
    number_at,
    panel,
)
from claimwise.report.figures.theme import INK, LINE, PAPER, RAMP, SKY, WIDTH, Chart, axis
from claimwise.report.numbers import given_percent, number, percent

READABLE = 0.05  # shares below it have no room for their number
OBSERVED, MODEL, JUDGED = "observed_share", "category", "share"
LEVEL = "(Intercept)"


def _observed(result: Result) -> list[Row]:
    """Return the shares of levels; of two systems judged head to head, those of each side."""
    return defined(result.select(OBSERVED)) or defined(result.select(JUDGED))


def _parts(row: Row) -> tuple[str, str]:
    """Return the system and the level of a share; of judgements head to head there is no system."""
    *_, level = row.at.values()
    return str(row.at.get("system", "judgements")), str(level)


def _stacks(rows: list[Row], word: str) -> Chart:
    """Return a bar for each system, cut into the shares of the levels."""
    levels = list(dict.fromkeys(_parts(row)[1] for row in rows))
    counts = {_parts(row)[0]: row.n for row in rows if row.n is not None}
    values: Values = []
    ends: dict[str, float] = {}
    for row in rows:
        system, level = _parts(row)
        start = ends.get(system, 0.0)
        ends[system] = start + row.estimate
        place = levels.index(level)
        values.append(
            {
                "system": system,
                "level": level,
                "place": place,
                "share": row.estimate,
                "from": start,
                "to": ends[system],
                "middle": start + row.estimate / 2,
                "text": percent(row.estimate) if row.estimate >= READABLE else "",
                "dark": place < len(levels) / 2,
            }
        )
    x = axis("from", "share", **SHARE)
    y = names_of("system", "system", values)
    colour = axis(
        "level", word, kind="ordinal", sort=levels, scale={"domain": levels, "scheme": RAMP}
    )
    legend = {"direction": "horizontal", "columns": len(levels)}
    stacks = between(x, y, "from", "to") | {"color": colour | {"legend": legend}}
    numbers = {"x": number_at("middle"), "y": y, "text": {"field": "text"}}
    ink = {"color": {"condition": {"test": "datum.dark", "value": PAPER}, "value": INK}}
    layers = [layer("bar", stacks, height={"band": 0.8}), layer("text", numbers | ink)]
    if counts:
        sizes = [{"system": name, "text": f"n {count:,}"} for name, count in counts.items()]
        at_right = {"x": {"value": WIDTH}, "y": y, "text": {"field": "text"}}
        layers.append(layer("text", at_right, values=sizes, align="left", dx=8, fontSize=12))
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


def _model_words(result: Result) -> str:
    settings = result.settings
    if "assess" in settings:
        return "ratings of new items by new raters, by the posterior"
    terms = [row for row in result.rows if row.quantity == "likelihood_ratio"]
    others = ", other columns at their means" if len(terms) > 1 else ""
    return f"ratings by a typical rater of a typical item{others} (random effects at 0)"


@figure(
    "categories",
    place=9,
    fits=lambda result: bool(defined(result.select(MODEL))),
    needs="probabilities of categories",
    remedy="Make them with claimwise ratings --model ordinal.",
)
def categories_picture(result: Result) -> Picture:
    """Return the probabilities of the categories, for each system."""
    remarks = [f"{_model_words(result)}; not the observed shares", fitted_model(result)]
    chart = _stacks(defined(result.select(MODEL)), "level")
    return Picture("Ratings that the model expects", remarks, chart)


def _deviations(result: Result) -> list[Row]:
    return defined(result.select("sd"))


def _name(row: Row, compared: Mapping[str, Sequence[str]]) -> str:
    """Return what varies: the level of a group, or the difference that it sees."""
    group, term = row.at.get("group"), row.at.get("term")
    if term is None:
        return "residual" if group == "residual" else f"one rating of {spelled(row.at)}"
    return f"{group}: level" if term == LEVEL else f"{group}: {_contrast(str(term), compared)}"


def _contrast(term: str, compared: Mapping[str, Sequence[str]]) -> str:
    """Return a column of the model as the difference that it stands for.

    >>> _contrast("systemnew", {"system": ["base", "new"]}), _contrast("age", {})
    ('new minus base', 'age')
    """
    for factor, (first, *others) in compared.items():
        name = term.removeprefix(factor)
        if term.startswith(factor) and name in others:
            return f"{name} minus {first}"
    return term


def _end(end: float, row: Row) -> str:
    """Return an end of an interval; one that is nothing beside the estimate is 0."""
    return number(end) if end > 0.005 * row.estimate else "0"


def _unit(result: Result) -> str:
    settings = result.settings
    if "model" not in settings:
        return "logits"  # of judgements head to head
    if settings["model"] == "linear":
        return "rating points"
    return f"latent units, {settings['link']}" if settings.get("link") else "latent units"


def fitted_model(result: Result) -> str:
    """Return the model that was fitted, with its formula."""
    formula = result.settings.get("formula")
    return f"{result.method}: {formula}" if formula else result.method


@figure(
    "variances",
    place=8,
    kinds=("ratings", "rating posterior", "judgements"),
    fits=lambda result: bool(_deviations(result)),
    needs="standard deviations of raters and items",
    remedy="Make them with claimwise ratings or claimwise judgements.",
)
def variances_picture(result: Result) -> Picture:
    """Return the standard deviation of each random effect."""
    values = []
    for row in _deviations(result):
        ends = known_ends(row)
        interval = f" ({_end(row.low, row)} to {_end(row.high, row)})" if ends else ""
        text = f"{number(row.estimate)}{interval}"
        what = _name(row, result.settings.get("compared", {}))
        values.append({"what": what, "sd": row.estimate, "text": text, **ends})
    x = axis("sd", f"standard deviation ({_unit(result)})", scale={"zero": True})
    y = names_of("what", "what differs", values)
    bar = layer("bar", {"x": x, "y": y}, color=SKY, height={"band": 0.6})
    level = next((row.level for row in _deviations(result) if known_ends(row)), None)
    groups = result.settings.get("groups", {}).items()
    remarks = [
        "" if level is None else f"bars with ends: {given_percent(level)} interval",
        fitted_model(result),
        ", ".join(f"{count:,} {name}{'s' * (count != 1)}" for name, count in groups),
    ]
    chart = listed(values, x, y, [bar], size=50, strokeWidth=2, color=INK)
    return Picture("How raters and items differ", remarks, chart)
