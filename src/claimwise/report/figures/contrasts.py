"""Differences between systems with their intervals, margins and verdicts, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

from claimwise.core import At, Result, Row, spelled
from claimwise.report.figures.orders import is_symmetric, places_of, turned
from claimwise.report.figures.parts import comparisons_of, row_at
from claimwise.report.figures.scales import Scale, compared_scale, judged_scale, rated_scale
from claimwise.report.figures.verdicts import BAD, GOOD, NONE, by_pvalue, verdict_of

POSTERIOR, ADJUSTED = "posterior_difference", "adjusted_difference"
CLUSTERS = {"over": "datasets as clusters"}
OVER = {"combined": "all data sets together", CLUSTERS["over"]: "data sets like these"}
ALLOWING = "look-adjusted"
SHARES = "linear mixed model of wins and losses"  # the logistic model's effect has another scale
Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """One difference, first minus second: its row, and what is concluded."""

    first: str
    second: str
    row: Row
    between: str = "minus"  # what stands between the names; without it the first stands alone
    place: str = ""  # such as a data set; stands for the names where all lines are of one pair
    under: str = ""  # what the comparison is called in a study
    word: str = ""
    mark: str = NONE
    test: str = ""  # or the model: what the p-value is by
    interval: str = ""

    @property
    def name(self) -> str:
        """What the line is called."""
        return " ".join(self.lines(self.first, self.second))

    def lines(self, first: str, second: str) -> list[str]:
        """Return the name in lines, with the names of the systems as they are to be written."""
        if self.place:
            return [f"{self.under}: {self.place}" if self.under else self.place]
        if not self.between or (self.first in self.under and self.second in self.under):
            return [self.under or first]
        return [f"{self.under}: {first}" if self.under else first, f"{self.between} {second}"]


Drawn = tuple[Scale, Contrast]
Panels = dict[Scale, list[Contrast]]


def panels_of(result: Result) -> Panels:
    """Return the differences of a result by the scale on which they can be compared."""
    makers = {
        "comparison": _of_two,
        "leaderboard": _of_many,
        "ratings": _of_ratings,
        "rating posterior": _of_ratings,
        "judgements": _of_judgements,
        "study assessment": _of_study,
    }
    panels: Panels = {}
    if result.kind in makers:
        for scale, contrast in makers[result.kind](result):
            panels.setdefault(scale, []).append(contrast)
    return panels


def drawn_row(result: Result, at: At) -> Row | None:
    """Return the difference with an interval: by confidence, or else by what is believed.

    Of a study with several looks it is the one that allows for them.
    """
    for quantity in (ADJUSTED, "difference", POSTERIOR):
        row = row_at(result, quantity, at)
        if row is not None and not any(map(isnan, (row.estimate, row.low, row.high))):
            return row
    return None


def _differences(result: Result) -> list[Row]:
    """Return the differences that were compared, one for each place."""
    return [
        row
        for row in result.select("difference")
        if "pairing" not in row.at and row.at.get("over") != CLUSTERS["over"]
    ]


def _known(result: Result, at: At) -> dict[str, Any]:
    """Return what is known of one comparison: its own test, and which way is better."""
    settings = dict(result.provenance["settings"])
    metric = at.get("metric")
    known: dict[str, Any] = settings | (settings.get("details") or {}).get(spelled(at), {})
    if metric is not None:
        known |= {"better": (settings.get("details_better") or {}).get(metric, "higher")}
    return known


def _ways(result: Result, row: Row, known: Settings) -> dict[str, str]:
    """Return the test and the interval of a line."""
    interval = "" if row.kind == "credible" else str(known.get("interval") or "")
    if row.quantity == ADJUSTED:
        interval = ALLOWING
    return {"test": str(known.get("test") or result.method), "interval": interval}


def _of_two(result: Result) -> Iterator[Drawn]:
    """Return the differences of two systems: as a whole, on data sets, by metrics."""
    settings = result.provenance["settings"]
    pair = {"first": str(settings.get("b", "B")), "second": str(settings.get("a", "A"))}
    for difference in _differences(result):
        at = difference.at
        row, known = drawn_row(result, at), _known(result, at)
        if row is None:
            continue
        word, mark = verdict_of(result, at, known)
        place = str(at.get("dataset") or OVER.get(str(at.get("over")), ""))
        by = _ways(result, row, known)
        metric = str(at.get("metric", ""))
        scale = compared_scale(known, believed=row.quantity == POSTERIOR, metric=metric, **pair)
        yield scale, Contrast(place=place, row=row, word=word, mark=mark, **pair, **by)
    row = row_at(result, "difference", CLUSTERS)
    if row is not None and not isnan(row.low):
        yield _like_these(row, settings, pair)


def _like_these(row: Row, settings: Settings, pair: dict[str, str]) -> Drawn:
    """Return the difference over data sets like these."""
    word, mark = "", NONE
    if is_symmetric(settings):
        word, mark = by_pvalue(row, higher=settings.get("better", "higher") == "higher")
    by = {"test": "cluster-cr2", "interval": "cluster-cr2"}
    place = OVER[CLUSTERS["over"]]
    scale = compared_scale(settings, believed=False, **pair)
    return scale, Contrast(place=place, row=row, word=word, mark=mark, **pair, **by)


def _of_many(result: Result) -> Iterator[Drawn]:
    """Return the differences of many systems, in panels of metrics and data sets."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in _differences(result):
        kind = str(row.at.get("metric", "")), str(row.at.get("dataset", ""))
        groups.setdefault(kind, []).append(row)
    for (metric, dataset), rows in groups.items():
        yield from _by_rank(result, rows, metric, dataset)


def _by_rank(result: Result, rows: list[Row], metric: str, dataset: str) -> list[Drawn]:
    """Return differences by rank: better minus worse, unless that would be another question."""
    known = _known(result, rows[0].at)
    places = places_of(result, rows, higher=known.get("better", "higher") == "higher")
    baseline = str(known.get("baseline") or "")
    drawn = []
    for difference in rows:
        row, known = drawn_row(result, difference.at), _known(result, difference.at)
        if row is None:
            continue
        pair, turn = _pair(difference.at, places, turns=is_symmetric(known))
        word, mark = verdict_of(result, difference.at, known, turn=turn)
        contrast = Contrast(
            between="" if baseline else "over" if is_symmetric(known) else "minus",
            row=turned(row) if turn else row,
            word=word,
            mark=mark,
            **pair,
            **_ways(result, row, known),
        )
        believed = row.quantity == POSTERIOR
        where = {"second": baseline, "metric": metric, "dataset": dataset}
        drawn.append((compared_scale(known, believed=believed, **where), contrast))
    return _sorted(drawn, places)


def _pair(at: At, places: dict[str, int], *, turns: bool) -> tuple[dict[str, str], bool]:
    """Return the systems of a difference, the better one first where it may be turned."""
    b, a = str(at["b"]), str(at["a"])
    turn = turns and places[b] > places[a]
    return ({"first": a, "second": b} if turn else {"first": b, "second": a}), turn


def _sorted(drawn: list[Drawn], places: dict[str, int]) -> list[Drawn]:
    return sorted(drawn, key=lambda one: (places[one[1].first], places[one[1].second]))


def _of_ratings(result: Result) -> Iterator[Drawn]:
    """Return the differences between rated systems, the better of each pair first."""
    settings = result.provenance["settings"]
    rows = [row for row in result.select("difference", POSTERIOR) if set(row.at) == {"a", "b"}]
    places = places_of(result, rows, higher=True)
    two = len(places) == 2
    drawn = []
    for at in {spelled(row.at): row.at for row in rows}.values():
        row = drawn_row(result, at)
        if row is None:
            continue
        pair, turn = _pair(at, places, turns=not two and is_symmetric(settings))
        scale = rated_scale(settings, **pair) if two else rated_scale(settings)
        row = turned(row) if turn else row
        word, mark = verdict_of(result, at, settings) if scale.zone else by_pvalue(row)
        word = f"rated {word}" if word in ("higher", "lower") else word
        by = {"between": "minus" if two else "over", "test": result.method}
        contrast = Contrast(row=row, word=word, mark=mark, **pair, **by)
        drawn.append((scale, contrast))
    yield from _sorted(drawn, places)


def _of_judgements(result: Result) -> Iterator[Drawn]:
    """Return the difference between two systems that were judged against each other."""
    row, settings = drawn_row(result, {}), result.provenance["settings"]
    if row is None:
        return
    pair = {"first": str(settings["b"]), "second": str(settings["a"])}
    word, mark = by_pvalue(row)
    if mark in (GOOD, BAD):
        word = f"{pair['first' if mark == GOOD else 'second']} preferred"
    contrast = Contrast(row=row, word=word, mark=mark, test=SHARES, **pair)
    yield judged_scale(**pair), contrast


def _of_study(result: Result) -> Iterator[Drawn]:
    """Return the differences of every comparison that a study declares."""
    several = len(result.provenance["parts"]) > 1
    for name, part in comparisons_of(result).items():
        for scale, contrasts in panels_of(part).items():
            for one in contrasts:
                named = replace(one, under=name) if several else one
                yield (scale.of_many() if several else scale), named
