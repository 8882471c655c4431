"""What charts are put together from: layers, panels, lines across, and lists of names."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.theme import BLUE, HEIGHT, LINE, LIST, WIDTH, Chart, axis, small_title
from claimwise.report.names import short_names

BAR: Chart = {"strokeWidth": 2.5, "color": BLUE}
Values = list[dict[str, Any]]
LOOKS: dict[str, Chart] = {
    "point": {"filled": True, "size": 45, "opacity": 1},
    "text": {"fontSize": 11},
}


def settings_of(result: Result) -> dict[str, Any]:
    """Return what a result was asked and assumes."""
    return dict(result.provenance.get("settings", {}))


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
    title: Chart | str | list[str] | None = None,
    width: int = WIDTH,
    height: int | Chart = HEIGHT,
) -> Chart:
    """Return a panel: its data, and the layers that draw them."""
    head = title if isinstance(title, dict) else small_title(title) if title else None
    return {
        **({"title": head} if head else {}),
        "width": width,
        "height": height,
        "data": {"values": list(values)},
        "layer": list(layers),
    }


def side_by_side(parts: Sequence[Chart], title: Chart, way: str, spacing: int) -> Chart:
    """Return several panels under one title; a single one takes its title."""
    if len(parts) == 1:
        return parts[0] | {"title": title}
    return {"title": title, way: list(parts), "spacing": spacing}


def line_at(
    value: float,
    words: str,
    *,
    of: str = "target",
    below: bool = False,
    right: bool = False,
    width: int = WIDTH,
) -> list[Chart]:
    """Return a dashed line across, and what it is."""
    values = [{of: value}]
    place = {"x": {"value": width if right else 0}, "y": number_at(of), "text": {"value": words}}
    look: Chart = {
        "align": "right" if right else "left",
        "baseline": "top" if below else "bottom",
        "dx": -4 if right else 4,
        "dy": 3 if below else -3,
    }
    return [
        layer("rule", {"y": number_at(of)}, values=values, strokeDash=[6, 4]),
        layer("text", place, values=values, **look),
    ]


def line_down(value: float) -> Chart:
    """Return a dashed line from top to bottom, such as at a promised level."""
    return layer("rule", {"x": {"datum": value}}, strokeDash=[4, 3])


def list_axis(names: Sequence[str]) -> Chart:
    """Return an axis of names, written so that they have room and can be told apart."""
    return with_labels({name: short for name, short in short_names(names).items() if name != short})


def with_labels(labels: Mapping[str, str | Sequence[str]]) -> Chart:
    """Return an axis of names on which some are written otherwise: shorter, or in lines."""
    if not labels:
        return dict(LIST)
    names = json.dumps(list(labels), ensure_ascii=False)
    written = json.dumps(list(labels.values()), ensure_ascii=False)
    return LIST | {"labelExpr": f"{written}[indexof({names}, datum.label)] || datum.label"}


def names_of(field: str, title: str, values: Values) -> Chart:
    """Return the channel of a list of names, from top to bottom in the order of the values."""
    names = list(dict.fromkeys(str(value[field]) for value in values))
    return axis(field, title, kind="nominal", sort=names, axis=list_axis(names))


def listed(
    values: Values,
    x: Chart,
    y: Chart,
    under: Sequence[Chart] = (),
    *,
    title: Chart | None = None,
    side: int = 360,
    size: int = 90,
    **bar: Any,
) -> Chart:
    """Return a point for each name, its interval as a bar, if any, and a text at the right."""
    ends = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    layers = [
        *under,
        layer("rule", ends, where="isValid(datum.low)", **BAR | bar),
        layer("point", {"x": x, "y": y}, size=size, color=BLUE),
    ]
    if any("text" in value for value in values):
        written = {"x": {"value": side}, "y": y, "text": {"field": "text"}}
        layers.append(layer("text", written, align="left", dx=8, fontSize=12))
    return panel(values, layers, title=title, width=side, height={"step": LINE})
