"""Differences between systems with their intervals, margins and verdicts, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_words import OF_ALIKE, on_measure
from claimwise.report.comparison import COMPARED, labels
from claimwise.report.leaderboard import ALIKE, ALIKE_ONE_SIDED, CLAIM_VERDICT, ROPE, VERDICT
from claimwise.report.places import estimand_of, place_of
from claimwise.report.ratings import RATED
from claimwise.report.studies import STUDIES, parts_of

Settings = Mapping[str, Any]
POSTERIOR, ADJUSTED = "posterior_difference", "adjusted_difference"
GOOD, OPEN, BAD, SAME, NONE = "good", "open", "bad", "same", "none"  # how a verdict is marked
DATA_SETS = "datasets as clusters"
SHARES = "linear mixed model of wins and losses"  # the logistic model's effect has another scale
MARKS = {1.0: GOOD, 0.0: OPEN, -1.0: BAD}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """One difference, B minus A: what it is called, its row, and what is concluded."""

    name: str
    row: Row
    word: str = ""
    mark: str = NONE
    test: str = ""  # or the model: what the p-value is by
    interval: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What the differences of a panel have in common."""

    title: str = ""
    unit: str = ""
    times: float = 1.0
    left: str = "A higher"
    right: str = "B higher"
    low: float | None = None  # margins, in the units of the rows
    high: float | None = None
    zone: str = ""  # what lies between both margins, or beyond the only one


Panels = dict[Scale, list[Contrast]]


def panels_of(result: Result) -> Panels:
    """Return the differences of a result by the scale on which they can be compared."""
    if result.kind in STUDIES:
        return _of_study(result)
    if result.kind in COMPARED:
        return _of_comparison(result)
    if result.kind in RATED:
        return _of_ratings(result)
    return _of_judgements(result) if result.kind == "judgements" else {}


def _of_study(result: Result) -> Panels:
    found: Panels = {}
    if result.provenance["settings"]["verb"] != "study assess":
        return found
    for name, part in parts_of(result).items():
        for scale, contrasts in panels_of(part).items():
            named = [_under(name, contrast) for contrast in contrasts]
            found.setdefault(scale, []).extend(named)
    return found


def _under(name: str, contrast: Contrast) -> Contrast:
    return replace(contrast, name=f"{name}: {contrast.name}") if name else contrast


def _row(result: Result, where: str) -> Row | None:
    """Return the difference with an interval: by confidence, or else by what is believed.

    Of a study with several looks it is the one that allows for them.
    """
    for name in (ADJUSTED, "difference", POSTERIOR):
        estimand = estimand_of(name, where)
        if estimand in result:
            row = result[estimand]
            if not (isnan(row.estimate) or isnan(row.low) or isnan(row.high)):
                return row
    return None


def _of_comparison(result: Result) -> Panels:
    settings = result.provenance["settings"]
    metrics: list[str] = settings.get("metrics") or []
    found: Panels = {}
    for where in labels(result):
        row = _row(result, where)
        if row is None:
            continue
        metric = next((m for m in metrics if f", {where}".endswith(f", {m}")), "")
        known = settings | settings.get("details", {}).get(where, {})
        if metric:
            known = known | {"better": settings.get("details_better", {}).get(metric, "higher")}
        name = where.removesuffix(metric).removesuffix(", ") if metric else where
        if not name and settings.get("b"):
            name = f"{settings['b']} vs {settings['a']}"
        if name == "combined":
            name = "all data sets combined"
        word, mark = _verdict(result, where, known)
        by = {"test": str(known.get("test") or result.method)}
        by["interval"] = str(known.get("interval") or "") if row.kind != "credible" else ""
        if row.quantity == ADJUSTED:
            by["interval"] = "that allows for the looks"
        contrast = Contrast(name=name, row=row, word=word, mark=mark, **by)
        found.setdefault(_claimed(known, metric, row), []).append(contrast)
    return _with_data_sets(result, found)


def _with_data_sets(result: Result, found: Panels) -> Panels:
    """Return the panels with the line over data sets as they are drawn, if there is one."""
    row, settings = _row(result, DATA_SETS), result.provenance["settings"]
    if row is None or row.quantity == POSTERIOR:
        return found
    word, mark = "", NONE
    if settings["claim"] == "difference" and settings["alternative"] == "two-sided":
        value = _sign(row) * (1 if settings.get("better", "higher") == "higher" else -1)
        said = VERDICT[value]
        word, mark = (f"B {said}" if value else said), MARKS[value]
    by = {"test": "cluster-cr2", "interval": "cluster-cr2"}
    name = "over data sets like these"
    contrast = Contrast(name=name, row=row, word=word, mark=mark, **by)
    found.setdefault(_claimed(settings, "", row), []).append(contrast)
    return found


def _sign(row: Row) -> float:
    """Return the side on which a difference lies; 0 if its p-value leaves that open."""
    if row.pvalue is None or row.level is None or row.pvalue > 1 - row.level:
        return 0.0
    return 1.0 if row.estimate > 0 else -1.0


def _verdict(result: Result, where: str, settings: Settings) -> tuple[str, str]:
    """Return what is concluded, in a word, and how that is marked."""
    verdict, rope = estimand_of("verdict", where), estimand_of("hdi_rope", where)
    if verdict in result:
        value = result[verdict].estimate
        two_sided = settings["claim"] == "difference" and settings["alternative"] == "two-sided"
        words = VERDICT if two_sided else CLAIM_VERDICT
        if settings.get("test") in OF_ALIKE:
            words = ALIKE if two_sided else ALIKE_ONE_SIDED
        word = words.get(value, "not defined")
        word = f"B {word}" if two_sided and word in ("better", "worse") else word
        return word, OPEN if word == "open" else MARKS.get(value, NONE)
    if rope in result:
        value = result[rope].estimate
        mark = {1.0: GOOD, 0.0: OPEN, -1.0: SAME}.get(value, NONE)
        return ROPE.get(value, ""), mark
    return "", NONE


def _claimed(settings: Settings, metric: str, row: Row) -> Scale:
    """Return the scale of a comparison, with the margins of its claim or its region."""
    points = settings.get("unit") == "points"
    higher = settings.get("better", "higher") == "higher"
    left, right = ("A better", "B better") if higher else ("B better", "A better")
    low, high, zone = _margins(settings, higher=higher, believed=row.quantity == POSTERIOR)
    named = f"metric {metric}" if metric else on_measure(settings).removeprefix(" on ")
    return Scale(
        title=named,
        unit="points" if points else "",
        times=100.0 if points else 1.0,
        left=left,
        right=right,
        low=low,
        high=high,
        zone=zone,
    )


def _margins(
    settings: Settings, *, higher: bool, believed: bool
) -> tuple[float | None, float | None, str]:
    """Return the margins as they were declared, and what they mark."""
    margin, claim = settings.get("margin") or 0.0, settings.get("claim", "difference")
    rope = settings.get("rope")
    if believed and rope:
        first, last = rope if isinstance(rope, list | tuple) else (-rope, rope)
        return float(first), float(last), "ROPE"
    if claim == "equivalence" and margin:
        return -margin, margin, "equivalent"
    side = 1.0 if higher else -1.0
    edge = {"non-inferiority": -side * margin, "superiority": side * margin}.get(claim, 0.0)
    if not edge:
        return None, None, ""
    return (edge, None, "margin") if side > 0 else (None, edge, "margin")


def _of_ratings(result: Result) -> Panels:
    settings = result.provenance["settings"]
    latent = settings.get("model") == "ordinal" or "assess" in settings
    link = f" ({settings['link']})" if settings.get("link") else ""
    low, high, zone = None, None, ""
    if "assess" in settings:
        low, high, zone = _margins(settings, higher=True, believed=True)
    scale = Scale(
        unit=f"latent units{link}" if latent else "rating points",
        left="A rated higher",
        right="B rated higher",
        low=low,
        high=high,
        zone=zone,
    )
    names = dict.fromkeys(
        place_of(row) for row in result.rows if row.quantity in ("difference", POSTERIOR)
    )
    found = []
    for where in names:
        row = _row(result, where)
        if row is None or "prior=" in where or where.startswith("equal-tailed"):
            continue
        word, mark = _verdict(result, where, settings) if zone else _by_p(row)
        found.append(Contrast(name=where, row=row, word=word, mark=mark, test=result.method))
    return {scale: found} if found else {}


def _of_judgements(result: Result) -> Panels:
    settings, row = result.provenance["settings"], _row(result, "")
    if row is None:
        return {}
    word, mark = _by_p(row)
    words = {"B higher": "B preferred", "B lower": "A preferred"}
    name = f"{settings['b']} vs {settings['a']}"
    unit = "points: share of wins less share of losses"
    scale = Scale(unit=unit, times=100.0, left="A preferred", right="B preferred")
    said = words.get(word, word)
    return {scale: [Contrast(name=name, row=row, word=said, mark=mark, test=SHARES)]}


def _by_p(row: Row) -> tuple[str, str]:
    """Return what the p-value of a row says at the level of its interval."""
    if row.pvalue is None or row.level is None:
        return "", NONE
    if row.pvalue > 1 - row.level:
        return "open", OPEN
    return ("B higher", GOOD) if row.estimate > 0 else ("B lower", BAD)


def names_of(result: Result) -> str:
    """Return which systems A and B are."""
    settings = result.provenance.get("settings", {})
    if settings.get("b") and result.kind != "leaderboard":
        return f"A: {settings['a']}; B: {settings['b']}"
    return "each line is B vs A"
