"""How often intervals hold the truth, on data like yours."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.calibration_heads import either
from claimwise.report.curve import Table
from claimwise.report.numbers import percent, probability, quantity
from claimwise.report.places import place_of

USE = "recommended_interval"


def too_short(result: Result) -> list[str]:
    """Return the intervals that cover too little."""
    rows = [row for row in result.rows if row.quantity == "keeps_level" and not row.estimate]
    return [place_of(row) for row in rows]


def interval_words(result: Result) -> str:
    """Return how often intervals hold the truth, and which to use; empty without intervals."""
    settings = result.provenance["settings"]
    names = [name for name in settings["intervals"] if f"keeps_level[{name}]" in result]
    if not names:
        return ""
    worst = {
        name: min(_known(result, "coverage", name), key=lambda row: row.estimate) for name in names
    }
    short = too_short(result)
    shown = short or [min(names, key=lambda name: worst[name].estimate)]
    holds = "holds the true difference" if short else "holds the true difference least often,"
    said = [f"{shown[0]} {holds} in {_where(worst[shown[0]], ' of studies')}"]
    said += [f"{name} in {_where(worst[name])}" for name in shown[1:]]
    best = [place_of(row) for row in result.rows if row.quantity == USE and row.estimate]
    use = (
        f"Of the intervals use {either(best)}." if best else "No interval can be recommended here."
    )
    return f"Where {percent(settings['level'])} are promised, {', '.join(said)}. {use}"


def _where(row: Row, of: str = "") -> str:
    place = place_of(row).rpartition(", ")[2].replace("=", " ")
    return f"{percent(row.estimate)}{of} ({place})"


def interval_tables(result: Result) -> list[Table]:
    """Return a line for each interval: coverage and width by world, and whether it is honest."""
    settings = result.provenance["settings"]
    cases = [where for _, where in settings["cases"]]
    header = ["interval", *(f"covers {w.partition('=')[2]}" for w in cases)]
    header += [f"width {w.partition('=')[2]}" for w in cases] + ["verdict"]
    body = []
    for name in settings.get("intervals", []):
        cells = [_share(result[f"coverage[{name}, {w}]"]) for w in cases]
        cells += [_width(result[f"width[{name}, {w}]"]) for w in cases]
        body.append([name, *cells, _verdict(result, name)])
    title = "Share of studies whose interval holds the true difference, and its mean width"
    return [(title, header, body)] if body else []


def _known(result: Result, what: str, name: str) -> list[Row]:
    cases = [where for _, where in result.provenance["settings"]["cases"]]
    rows = [result[f"{what}[{name}, {where}]"] for where in cases]
    return [row for row in rows if not isnan(row.estimate)]


def _share(row: Row) -> str:
    if isnan(row.estimate):
        return "-"
    ends = "" if isnan(row.low) else f" [{row.low:.3f}, {row.high:.3f}]"
    return f"{row.estimate:.3f}{ends}" if ends else probability(row.estimate)


def _width(row: Row) -> str:
    return "-" if isnan(row.estimate) else quantity(row.estimate)


def _verdict(result: Result, name: str) -> str:
    if f"keeps_level[{name}]" not in result:
        return ""
    if not result[f"keeps_level[{name}]"].estimate:
        return "covers too little"
    settings = result.provenance["settings"]
    least, _ = settings.get("held") or (1.0, 1.0)
    most = 1 - least * (1 - settings["level"])
    rows = _known(result, "coverage", name)
    over = all((row.estimate if isnan(row.low) else row.low) > most for row in rows)
    word = "covers too much" if over else "keeps its level"
    use = f"{USE}[{name}]"
    if not (use in result and result[use].estimate):
        return word
    return "covers too much, yet narrowest: use it" if over else f"{word}: use it"
