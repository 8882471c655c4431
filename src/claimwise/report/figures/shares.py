"""How ratings are spread over the levels of their scale: observed, and by the model."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import (
    Values,
    layer,
    list_axis,
    number_at,
    panel,
    settings_of,
)
from claimwise.report.figures.theme import INK, LINE, PAPER, RAMP, WIDTH, Chart, axis, titled
from claimwise.report.numbers import percent

READABLE = 0.05  # shares below it have no room for their number
OBSERVED, MODEL, JUDGED = "observed_share", "category", "share"


def _rows(result: Result, name: str) -> list[Row]:
    return [row for row in result.rows if row.quantity == name and row.estimate == row.estimate]


def _observed(result: Result) -> list[Row]:
    return _rows(result, OBSERVED) or _rows(result, JUDGED)


def _judged(result: Result) -> bool:
    """Whether two systems were judged head to head, so that shares are of each side."""
    return not _rows(result, OBSERVED)


def _parts(row: Row) -> tuple[str, str]:
    """Return the system and the level of a share; of judgements head to head there is no system."""
    *_, level = row.at.values()
    return str(row.at.get("system", "judgements")), str(level)


def _stacks(rows: list[Row], title: str, below: list[str], word: str) -> Chart:
    """Return a bar for each system, cut into the shares of the levels."""
    levels = list(dict.fromkeys(_parts(row)[1] for row in rows))
    systems = list(dict.fromkeys(_parts(row)[0] for row in rows))
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
    scale = {"domain": [0, 1], "nice": False}
    x = axis("from", "share", scale=scale, axis={"format": "%", "tickCount": 5})
    y = axis("system", "system", kind="nominal", sort=systems, axis=list_axis(systems))
    colour = axis(
        "level", word, kind="ordinal", sort=levels, scale={"domain": levels, "scheme": RAMP}
    )
    legend = {"orient": "bottom", "direction": "horizontal"}
    bars = {"x": x, "x2": {"field": "to"}, "y": y, "color": colour | {"legend": legend}}
    numbers = {"x": number_at("middle"), "y": y, "text": {"field": "text"}}
    ink = {"color": {"condition": {"test": "datum.dark", "value": PAPER}, "value": INK}}
    layers = [layer("bar", bars, height={"band": 0.8}), layer("text", numbers | ink)]
    if counts:
        sizes = [{"system": name, "text": f"n {count:,}"} for name, count in counts.items()]
        at_right = {"x": {"value": WIDTH}, "y": y, "text": {"field": "text"}}
        layers.append(layer("text", at_right, values=sizes, align="left", dx=8, fontSize=12))
    return panel(values, layers, title=titled(title, below), height={"step": LINE + 4})


def _observed_caption(result: Result) -> str:
    settings = settings_of(result)
    if _judged(result):
        return (
            f"Judgements head to head: the share of {settings['n']:,} judgements for each side, "
            "observed, with no regard to who judged what."
        )
    return (
        f"Ratings observed: the share of each level among the ratings of a system, "
        f"{settings['n']:,} ratings in all, with no regard to who rated what."
    )


@figure(
    "ratings",
    place=7,
    kinds=("ratings", "rating posterior", "judgements"),
    fits=lambda result: bool(_observed(result)),
    caption=_observed_caption,
    needs="shares of the levels of a scale",
    remedy="Make them with claimwise ratings or claimwise judgements.",
)
def ratings_chart(result: Result) -> Chart:
    """Return the observed shares of the levels, for each system."""
    judged = _judged(result)
    title = "Judgements observed" if judged else "Ratings observed"
    below = ["shares as they are in the data, with no regard to who rated what"]
    return _stacks(_observed(result), title, below, "for" if judged else "level")


def _model_words(result: Result) -> str:
    settings = settings_of(result)
    if "assess" in settings:
        return "ratings of new items by new raters, by the posterior"
    terms = [row for row in result.rows if row.quantity == "likelihood_ratio"]
    others = ", other columns at their means" if len(terms) > 1 else ""
    return f"ratings by a typical rater of a typical item{others} (random effects at 0)"


def _model_caption(result: Result) -> str:
    settings = settings_of(result)
    return (
        f"What the model expects: {_model_words(result)}. Not the observed shares. Assumed: "
        f"{result.method}, {settings.get('formula', '')}."
    )


@figure(
    "categories",
    place=9,
    fits=lambda result: bool(_rows(result, MODEL)),
    caption=_model_caption,
    needs="probabilities of categories",
    remedy="Make them with claimwise ratings --model ordinal.",
)
def categories_chart(result: Result) -> Chart:
    """Return the probabilities of the categories, for each system."""
    settings = settings_of(result)
    below = [_model_words(result), f"{result.method}: {settings.get('formula', '')}"]
    return _stacks(_rows(result, MODEL), "Ratings that the model expects", below, "level")
