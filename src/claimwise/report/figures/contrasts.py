"""Differences between systems with their intervals, margins and verdicts, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan

from claimwise.core import Result, Row
from claimwise.report.comparison_rows import DATASETS_AS_UNITS, Compared
from claimwise.report.comparison_tables import ROPE, verdict_word
from claimwise.report.kinds import answer_of
from claimwise.report.scale import Scale
from claimwise.report.studies import parts_of

POSTERIOR, ADJUSTED = "posterior_difference", "adjusted_difference"
OVER = {"combined": "all data sets together", DATASETS_AS_UNITS: "data sets like these"}
MOST_LINES = 200  # of a picture, also of systems: more cannot be read, and stop who draws it
Margins = tuple[tuple[float, ...], str]  # one or two, in the units of the rows; what they mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """What the differences of a panel have in common."""

    scale: Scale
    title: str = ""  # its metric, its data set
    unit: str = ""
    first: str = ""  # the systems, where they are the same in all lines
    second: str = ""
    higher: bool = True  # whether a higher score is better
    margins: Margins = ((), "")

    @property
    def what(self) -> str:
        """What is drawn: which system minus which."""
        if self.first:
            return f"{self.first} minus {self.second}"
        return f"difference from {self.second}" if self.second else "difference"

    @property
    def sides(self) -> tuple[str, str]:
        """What lies at the left and at the right of no difference."""
        than = f" than {self.second}" if self.second else ""
        behind, ahead = f"worse{than}", f"better{than}"
        if self.first:
            behind, ahead = f"{self.second} better", f"{self.first} better"
        return (behind, ahead) if self.higher else (ahead, behind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """One difference, B minus A: its comparison, and the row that is drawn."""

    c: Compared
    row: Row
    two: bool  # whether all lines are of one pair of systems
    under: str = ""  # what the comparison is called in a study

    @property
    def name(self) -> str:
        """What the line is called."""
        return " ".join(self.lines({self.c.a: self.c.a, self.c.b: self.c.b}))

    def lines(self, written: Mapping[str, str]) -> list[str]:
        """Return the name in lines, with the names of the systems as they are to be written."""
        c, under = self.c, f"{self.under}: " if self.under else ""
        place = str(c.at.get("dataset") or OVER.get(str(c.at.get("over")), "")) if self.two else ""
        if place:
            return [f"{under}{place}"]
        if self.under == f"{c.b} against {c.a}":  # as a study calls it by default
            return [self.under]
        first = f"{under}{written[c.b]}"
        if c.settings.get("baseline") and not self.two:
            return [first]  # the title names the baseline
        # Where the better system stands first, whichever that is.
        joint = "over" if not self.two and c.turns else "minus"
        return [first, f"{joint} {written[c.a]}"]

    @property
    def word(self) -> str:
        """What is concluded: by the test, or else by interval and region of equivalence."""
        region = self.c.row("hdi_rope")
        return verdict_word(self.c) or ("" if region is None else ROPE.get(region.estimate, ""))

    @property
    def test(self) -> str:
        """The test, or the model: what the p-value is by."""
        return str(self.c.settings.get("difference_by") or self.c.settings.get("test") or "")

    @property
    def interval(self) -> str:
        """What the interval is by; empty where it is of the posterior."""
        if self.row.quantity == ADJUSTED:
            return "look-adjusted"
        is_credible = self.row.kind == "credible"
        return "" if is_credible else str(self.c.settings.get("interval") or "")


def panels_of(result: Result) -> dict[Panel, list[Contrast]]:
    """Return the differences of a result by the scale on which they can be compared."""
    panels: dict[Panel, list[Contrast]] = {}
    parts = parts_of(result) if "parts" in result.provenance else {"": result}
    for name, part in parts.items():
        every = answer_of(part).compared
        two = len({frozenset((c.a, c.b)) for c in every}) == 1
        shown = [*every, *_like_these(part, every[-1])] if two else _readable(every)
        for c in shown:
            row, under = drawn_row(c), name if len(parts) > 1 else ""
            if row is not None:
                one = Contrast(c=c, row=row, two=two, under=under)
                panels.setdefault(_panel(one), []).append(one)
    return panels


def _readable(every: Sequence[Compared]) -> Iterator[Compared]:
    """Return the pairs of each metric and data set; of too many the neighbours in rank."""
    groups: dict[tuple[object, object], list[Compared]] = {}
    for c in every:
        groups.setdefault((c.at.get("metric"), c.at.get("dataset")), []).append(c)
    for pairs in groups.values():
        order = list(dict.fromkeys(name for c in pairs for name in (c.b, c.a)))  # the best first
        near = [c for c in pairs if abs(order.index(c.b) - order.index(c.a)) == 1]
        is_readable = len(pairs) <= MOST_LINES or len(near) <= 2  # with a baseline hardly any
        yield from (pairs if is_readable else near)[:MOST_LINES]


def _panel(contrast: Contrast) -> Panel:
    """Return the panel on which a difference can be compared with others."""
    c, two = contrast.c, contrast.two
    link = f", {c.settings['link']}" if c.settings.get("link") else ""
    dataset, baseline = str(c.at.get("dataset", "")), str(c.settings.get("baseline") or "")
    named = not contrast.under  # of a study each line names its systems
    return Panel(
        scale=c.scale,
        title=", ".join(part for part in (c.measure, "" if two else dataset) if part),
        unit=f"{c.scale.unit}{link}",
        first=c.b if two and named else "",
        second=(c.a if two else baseline) if named else "",
        higher=not c.lower,
        margins=_margins(c, believed=contrast.row.quantity == POSTERIOR),
    )


def drawn_row(c: Compared) -> Row | None:
    """Return the difference with an interval: by confidence, or else by what is believed.

    Of a study with several looks it is the one that allows for them.
    """
    rows = (c.row(quantity) for quantity in (ADJUSTED, "difference", POSTERIOR))
    known = (row for row in rows if row and not any(map(isnan, (row.estimate, row.low, row.high))))
    return next(known, None)


def _like_these(result: Result, main: Compared) -> Iterator[Compared]:
    """Return the difference over data sets like these, of which there is no verdict."""
    at = {"over": DATASETS_AS_UNITS}
    row = next((row for row in result.select("difference") if row.at == at), None)
    if row is None or isnan(row.low):
        return
    ways = {"test": "cluster-cr2", "interval": "cluster-cr2"}
    yield replace(main, at=at, rows=(row,), settings={**result.settings, **ways})


def _margins(c: Compared, *, believed: bool) -> Margins:
    """Return the margins as they were declared, and what they mark."""
    margin, rope = c.settings.get("margin") or 0.0, c.settings.get("rope")
    if believed and rope:
        first, last = rope if isinstance(rope, list | tuple) else (-rope, rope)
        return (float(first), float(last)), "ROPE"
    if c.settings["claim"] == "equivalence" and margin:
        return (-margin, margin), "equivalent"
    edge = {"non-inferiority": -c.up * margin, "superiority": c.up * margin}
    only = edge.get(c.settings["claim"])
    return ((only,), "margin") if only else ((), "")
