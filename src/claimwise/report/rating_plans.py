"""A plan of a rating study in words and tables."""

from __future__ import annotations

from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.frontier import frontier_table
from claimwise.report.numbers import number, percent, probability, quantity


def rating_plan_head(result: Result) -> str:
    """Return the line that says what was simulated."""
    settings = result.provenance["settings"]
    models = ", ".join(settings["models"])
    ran = _first(result, "studies")
    studies = settings["replicates"] if ran is None else ran.estimate
    world = settings["world"]
    where = "as declared" if world == "declared" else f"in the world {world}"
    return (
        f"{result.method} {where}, analysed by {models}; "
        f"alpha {number(settings['alpha'])}, {studies:,.0f} simulated studies"
    )


def rating_plan_paragraphs(result: Result) -> list[str]:
    """Return what was asked for, in words."""
    settings = result.provenance["settings"]
    said = {
        "items": _sample_size,
        "raters": _sample_size,
        "budget": _budget,
        "mde": _mde,
        "power": _power,
    }[settings["solve"]](result, settings)
    return [text for text in (said, _assurance(result, settings)) if text]


def _first(result: Result, name: str) -> Row | None:
    """Return the row of the analysis that decides: the first one of that name."""
    return next((row for row in result.rows if row.quantity == name), None)


def _power(result: Result, settings: dict[str, Any]) -> str:
    row, null = _first(result, "power"), _first(result, "alpha")
    if "effect" not in settings or row is None or null is None or isnan(row.estimate):
        return ""
    enough = "enough for" if row.estimate >= settings["target"] else "short of"
    model = settings["models"][0]
    return (
        f"With {row.n:,} {settings['unit']}, a true effect of {quantity(settings['effect'])} comes "
        f"out significant and with the right sign in {percent(row.estimate)} of studies by the "
        f"{model} analysis ({_ends(row)}): {enough} the wanted power of {settings['target']:g}. "
        f"Without an effect it finds one in {percent(null.estimate)} ({_ends(null)})."
    )


def _assurance(result: Result, settings: dict[str, Any]) -> str:
    row = _first(result, "assurance")
    if row is None or isnan(row.estimate):
        return ""
    return (
        f"With {row.n:,} {settings['unit']}, averaged over true {settings['prior_of']}s from "
        f"{settings['effect_prior']}, the difference comes out significant and with the sign of "
        f"the true one in {percent(row.estimate)} of studies by the {settings['models'][0]} "
        f"analysis: assurance {probability(row.estimate)} ({_ends(row)})."
    )


def _sample_size(result: Result, settings: dict[str, Any]) -> str:
    row = _first(result, "sample_size")
    if row is None or isnan(row.estimate):
        return f"Power {settings['target']:g} is not reached: the note says why."
    size = {name: int(result[f"sample_size[{name}]"].estimate) for name in ("items", "raters")}
    open_ = "" if isnan(row.low) else f" (simulation leaves open {row.low:.0f} to {row.high:.0f})"
    texts = result["sample_size[ratings_per_item]"].estimate
    return (
        f"{size['items']:,} items{open_ if settings['solve'] == 'items' else ''}, each "
        f"{_each(settings, texts)} by {size['raters']:,} raters in all"
        f"{open_ if settings['solve'] == 'raters' else ''}, suffice for power "
        f"{settings['target']:g} by the {settings['models'][0]} analysis at an effect of "
        f"{quantity(settings['effect'])}: {row.n:,} {settings['unit']}."
    )


def rating_plan_detectable(result: Result) -> str:
    """Return the smallest effect that such a study would find."""
    return _mde(result, dict(result.provenance["settings"]))


def _mde(result: Result, settings: dict[str, Any]) -> str:
    row = _first(result, "mde")
    if row is None or isnan(row.estimate):
        return ""
    return (
        f"With {row.n:,} {settings['unit']}, the smallest effect that the {settings['models'][0]} "
        f"analysis finds with power {settings['target']:g} is {quantity(row.estimate)} "
        f"(simulation leaves open {quantity(row.low)} to {quantity(row.high)})."
    )


def _budget(result: Result, settings: dict[str, Any]) -> str:
    row = _first(result, "cost")
    if row is None or isnan(row.estimate):
        return ""
    size = {
        name: int(result[f"sample_size[{name}]"].estimate)
        for name in ("items", "raters", "ratings", "ratings_per_item")
    }
    complete = ", who all rate everything" if settings["design"] == "complete" else ""
    lists = f", lists of {settings['list_length']} items" if settings.get("list_length") else ""
    each = _each(settings, size["ratings_per_item"])
    return (
        f"The cheapest design that reaches power {settings['target']:g} by the "
        f"{settings['models'][0]} analysis at an effect of {quantity(settings['effect'])} costs "
        f"{number(row.estimate)}: {size['items']:,} items, each {each}, {size['raters']:,} raters"
        f"{lists}{complete}; {size['ratings']:,} {settings['unit']}."
    )


def _each(settings: dict[str, Any], times: float) -> str:
    """Say how often an item is rated, or judged."""
    if settings["unit"] == "judgements":
        return f"judged {times:.0f} times"
    return f"rated {times:.0f} times under each system"


def rating_plan_tables(result: Result) -> list[Table]:
    """Return the analyses side by side, and what designs of equal power cost."""
    settings = result.provenance["settings"]
    tables: list[Table] = []
    effects: list[float | None] = settings["effects"] if len(settings["effects"]) > 1 else [None]
    header = ["analysis", "power", "at effect 0", "Type-M", "Type-S", "at the edge", "failed"]
    header.append("failed at 0")
    names: tuple[str, ...] = COLUMNS
    if any(row.quantity == "assurance" for row in result.rows):
        header.insert(2, "assurance")
        names = (COLUMNS[0], "assurance", *COLUMNS[1:])
    if effects != [None]:
        header.insert(1, "effect")
    body = []
    for model in settings["models"]:
        for effect in effects:
            cells = [_cell(result, settings, name, model, effect) for name in names]
            if any(cells):
                shown = [] if effect is None else [number(effect)]
                body.append([model, *shown, *cells])
    if all(line[-1] in ("none", "") for line in body):  # as a rule
        header, body = header[:-1], [line[:-1] for line in body]
    if body:
        tables.append(("Analyses", header, body))
    frontier = frontier_table(result)
    return [*tables, *([frontier] if frontier else [])]


def null_points(result: Result) -> list[dict[str, float | str]]:
    """Return what each analysis finds at effect 0, as the first points of its curve."""
    settings = result.provenance.get("settings", {})
    if result.kind != "rating plan" or len(settings["effects"]) < 2:
        return []
    found: list[dict[str, float | str]] = []
    several, first = len(settings["models"]) > 1, f"effect={settings['effects'][0]:.12g}"
    for model in settings["models"]:
        row = result[f"alpha[{model}, {first}]" if several else f"alpha[{first}]"]
        name = f"power[{model}]" if several else "power"
        if 0.0 not in settings["effects"] and not isnan(row.estimate):
            ends: dict[str, float | str] = {"low": row.low, "high": row.high}
            found.append({"estimand": name, "estimate": row.estimate, "effect": 0.0, **ends})
    return found


COLUMNS = ("power", "alpha", "type_m", "type_s", "boundary", "failed", "failed_null")


def _cell(
    result: Result, settings: dict[str, Any], name: str, model: str, effect: float | None
) -> str:
    parts = [model] if len(settings["models"]) > 1 else []
    parts += [f"effect={effect:.12g}"] if effect is not None else []
    estimand = f"{name}[{', '.join(parts)}]" if parts else name
    if estimand not in result:
        return ""
    row = result[estimand]
    if isnan(row.estimate):
        return "-"
    if name == "type_m":
        return f"{row.estimate:.2f}"
    if name in ("power", "assurance", "alpha") and not isnan(row.low):
        return f"{probability(row.estimate)} ({probability(row.low)} to {probability(row.high)})"
    return percent(row.estimate) if row.estimate else "none"


def _ends(row: Row) -> str:
    if isnan(row.low):
        return "no interval"
    return f"Monte Carlo interval {probability(row.low)} to {probability(row.high)}"
