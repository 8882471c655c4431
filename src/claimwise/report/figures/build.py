"""What charts are put together from: layers, panels, rules, zones, lines and lists of names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import Any

from claimwise.core import Row
from claimwise.report.figures.theme import (
    BLUE,
    HEIGHT,
    LINE,
    LIST,
    WIDTH,
    YELLOW,
    Chart,
    axis,
    safe,
    small_title,
)
from claimwise.report.names import short_names

Values = list[dict[str, Any]]
LOOKS: dict[str, Chart] = {
    "point": {"filled": True, "size": 45, "opacity": 1},
    "text": {"fontSize": 11},
}
SIDE = 340  # width of a list
ONCE: Values = [{}]  # data of what is drawn once, and not for each value of its panel
SHARE: Chart = {"scale": {"domain": [0, 1]}, "axis": {"format": "%"}}  # an axis from none to all


def defined(rows: Iterable[Row]) -> list[Row]:
    """Return the rows that can be drawn: those whose estimate is a number."""
    return [row for row in rows if not isnan(row.estimate)]


def known_ends(row: Row) -> dict[str, float]:
    """Return the interval of a row; nothing where it has none."""
    return {} if isnan(row.low) or isnan(row.high) else {"low": row.low, "high": row.high}


def number_at(field: str) -> Chart:
    """Return a channel of numbers whose axis another layer describes."""
    return {"field": field, "type": "quantitative"}


def layer(
    kind: str, encoding: Chart, *, values: Values | None = None, where: str = "", **look: Any
) -> Chart:
    """Return a mark and what it shows: of its panel, of `values`, or of those of them `where`."""
    chart: Chart = {"mark": {"type": kind, **LOOKS.get(kind, {}), **look}, "encoding": encoding}
    if values is not None:
        chart["data"] = {"values": values}
    return chart | ({"transform": [{"filter": where}]} if where else {})


def panel(
    values: Sequence[Mapping[str, Any]],
    layers: Sequence[Chart],
    *,
    title: str | list[str] = "",
    width: int | Chart = WIDTH,
    height: int | Chart = HEIGHT,
) -> Chart:
    """Return a panel: its data, and the layers that draw them; a title if it is one of several."""
    return {
        **({"title": small_title(title)} if title else {}),
        "width": width,
        "height": height,
        "data": {"values": list(values)},
        "layer": list(layers),
    }


def joined(parts: Sequence[Chart], way: str, spacing: int) -> Chart:
    """Return several panels as one chart; a single one stays as it is."""
    return parts[0] if len(parts) == 1 else {way: list(parts), "spacing": spacing}


def rule(channel: str, value: float, **look: Any) -> Chart:
    """Return a line across the panel at a value of y, or down it at one of x."""
    return layer("rule", {channel: {"datum": value}}, values=ONCE, **{"strokeDash": [5, 4]} | look)


def words_at(x: Chart, y: Chart, words: str, **look: Any) -> Chart:
    """Return words at a place of the panel."""
    return layer("text", {"x": x, "y": y, "text": {"value": words}}, values=ONCE, **look)


def zone(low: float, high: float, words: str) -> list[Chart]:
    """Return what lies between two values of x, shaded, and above the panel what it is."""
    values = [{"x": low, "x2": high, "what": words}]
    area = {"x": number_at("x"), "x2": {"field": "x2"}}
    return [layer("rect", area, values=values, color=YELLOW, opacity=0.4), words_above(low, words)]


def words_above(value: float, words: str, align: str = "left") -> Chart:
    """Return words above the panel, where no line crosses them."""
    place: Chart = {"x": {"datum": value}, "y": {"value": -3}}
    return words_at(**place, words=words, align=align, baseline="bottom")


def between(x: Chart, y: Chart, low: str = "low", high: str = "high") -> Chart:
    """Return the channels of a bar along x, from one field to another."""
    return {"x": x | {"field": low}, "x2": {"field": high}, "y": y}


def bars(x: Chart, y: Chart, *, values: Values | None = None, **look: Any) -> Chart:
    """Return bars of a histogram, each `from` one edge `to` the next."""
    place = between(x, y, "from", "to") | {"y2": {"datum": 0}}
    return layer("rect", place, values=values, **{"opacity": 0.6} | look)


def lines(encoding: Chart, *, banded: str = "", dots: bool = True, **look: Any) -> list[Chart]:
    """Return lines, bands for those that are `banded`, and dots.

    Lines have no shape, dots have no dash, and bands have neither but stay apart.
    """
    place = {key: value for key, value in encoding.items() if key not in ("shape", "strokeDash")}
    dash = encoding.get("strokeDash")
    layers = [layer("line", place | ({"strokeDash": dash} if dash else {}), **look)]
    if banded:
        ends = place | {"y": place["y"] | {"field": "low"}, "y2": {"field": "high"}}
        apart = {"detail": {"field": dash["field"], "type": "nominal"}} if dash else {}
        layers.append(layer("area", ends | apart, where=banded, opacity=0.22))
    shape = {"shape": encoding["shape"]} if "shape" in encoding else {}
    return [*layers, *([layer("point", place | shape)] if dots else [])]


def in_expression(names: object) -> str:
    """Return names as a list within an expression of Vega.

    A backslash is written by its number: on the way Vega-Lite turns two into one, and what follows
    would be read as an escape.
    """
    return json.dumps(safe(names), ensure_ascii=False).replace("\\\\", "\\u005c")


def line_of(name: str, row: Row, *, times: float = 1.0, **more: Any) -> dict[str, Any]:
    """Return what a list draws of a row: its name, its estimate and its interval, if any."""
    ends = {end: times * value for end, value in known_ends(row).items()}
    return {"name": name, "estimate": times * row.estimate, **ends, **more}


def names_of(title: str, values: Values, labels: Mapping[str, list[str]] | None = None) -> Chart:
    """Return the channel of a list of names, from top to bottom in the order of the values.

    Each is written so that it has room and can be told apart: shorter, or as one of `labels`.
    """
    names = list(dict.fromkeys(str(value["name"]) for value in values))
    labels = labels or {}
    written = [labels.get(name, short) for name, short in short_names(names).items()]
    place = f"indexof({in_expression(names)}, datum.label)"
    marks = LIST | {"labelExpr": f"{in_expression(written)}[{place}] || datum.label"}
    if any(len(label) > 1 for label in labels.values()):
        marks["labelOffset"] = -7  # else the first of two lines would be in the middle
    return axis("name", title, kind="nominal", sort=names, axis=marks)


def listed(
    values: Values,
    names: str,
    x: Chart,
    under: Sequence[Chart] = (),
    *,
    apart: Chart | None = None,
    labels: Mapping[str, list[str]] | None = None,
    ends: tuple[str, str] = ("low", "high"),
    title: str = "",
    size: int = 70,
    line: float = LINE,
    color: str = BLUE,
    **bar: Any,
) -> Chart:
    """Return a point for each name, its interval as a bar, if any, and a text at the right.

    `names` is what they are names of. All are of one colour, or told `apart` by channels; `ends`
    are the fields of the bars.
    """
    look: Chart = {} if apart else {"color": color}
    apart = apart or {}
    y = names_of(names, values, labels)
    flat = {channel: value for channel, value in apart.items() if channel != "shape"}
    thick: Chart = {"strokeWidth": 2.5, **look, **bar}
    layers = [
        *under,
        layer("rule", between(x, y, *ends) | flat, where=f"isValid(datum.{ends[0]})", **thick),
        layer("point", {"x": x, "y": y, **apart}, size=size, **look),
    ]
    if any("text" in value for value in values):
        written = {"x": {"value": SIDE}, "y": y, "text": {"field": "text"}}
        layers.append(layer("text", written, align="left", dx=8, fontSize=12))
    return panel(values, layers, title=title, width=SIDE, height={"step": line})
