"""Rows of what tests and intervals do on data like yours, and which of them to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from claimwise.calibrate.cases import Case
from claimwise.calibrate.counted import (
    ABOVE,
    BELOW,
    COVERED,
    DEFINED,
    FOUND,
    Counted,
    Procedures,
    enumerated,
    part_row,
    simulated,
    width_row,
)
from claimwise.calibrate.histogram import bin_rows
from claimwise.calibrate.recommend import ceiling, recommend, rows_of
from claimwise.core import At, Note, Result, Row, assumed, dropped, meaning, provenance

# Of alpha, and of 1 - level: between which parts of it an exact share counts as holding it. A fifth
# above is let pass, as counts come in steps (6% for 5%); below it is no dishonesty, and few
# outcomes cannot come closer: only less than half of it is called too little.
HELD = (0.5, 1.2)
NEAR = 1.1  # times 1 - level: a simulated interval that misses more often is not recommended
ASSUMED = assumed(
    "Assumed are data just like these: of another size or spread, or where systems agree more or "
    "less, other procedures may be honest."
)
RARELY = 1e-3  # an interval that is undefined more often is not recommended
ALMOST = 1.01  # times the narrowest width
ROUNDED = 1e-6  # shares of outcomes add up to 1 but for rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Which procedures are run on which studies, and by which route."""

    verb: str
    metric: str  # what is compared: accuracy or mean
    procedures: Procedures
    n: int
    cases: tuple[Case[Any], ...]
    exact: bool
    replicates: int
    seed: int
    workers: int

    def result(self, settings: Mapping[str, Any], notes: Sequence[Note]) -> Result:
        """Run all procedures, and return what they do and which to use."""
        how = self.procedures
        tests = [test.name for test in how.tests]
        counts = [self._counted(case, number) for number, case in enumerate(self.cases)]
        both = [*zip(self.cases, counts, strict=True)]
        rows = [row for case, found in both for row in self._rows(case, found)]
        most = HELD[1] if self.exact else 1.0  # by simulation, its noise is all that is let pass
        advice, words = recommend(rows, [self.metric], tests, self.cases, how.alpha, most=most)
        more, heed = _intervals(rows, how, self.cases, most)
        nulls = [assumed(f"Null hypothesis of {test.name}: {test.null}.") for test in how.tests]
        return Result(
            kind="calibration",
            method="calibration",
            rows=(*rows, *advice, *more),
            notes=(
                *(words if tests else ()),
                *heed,
                *_undefined(how, both),
                *notes,
                ASSUMED,
                *nulls,
            ),
            provenance=provenance(
                {
                    "verb": self.verb,
                    "metrics": [self.metric],
                    "procedures": tests,
                    "intervals": [interval.name for interval in how.intervals],
                    "cases": [[case.truth, case.where] for case in self.cases],
                    "n": self.n,
                    **settings,
                    "alternative": how.alternative,
                    "alpha": how.alpha,
                    "level": how.level,
                    "held": list(HELD) if self.exact else None,
                    "by": "exact" if self.exact else "simulation",
                    "replicates": None if self.exact else self.replicates,
                    "resamples": how.resamples if how.resampled else None,
                },
                seed=None if self.exact else self.seed,
            ),
        )

    def _counted(self, case: Case[Any], number: int) -> Counted:
        if self.exact:
            return enumerated(case.world, self.procedures, self.n)
        return simulated(
            case.world,
            self.procedures,
            self.n,
            replicates=self.replicates,
            seed=self.seed,
            stream=number,
            workers=self.workers,
        )

    def _rows(self, case: Case[Any], found: Counted) -> list[Row]:
        rows: list[Row] = []
        side = ABOVE if case.world.truth() > 0 else BELOW
        for test, line in zip(self.procedures.tests, found.tests, strict=True):
            at = {"metric": self.metric, "analysis": test.name, **case.at}
            if case.differ:
                rows.append(self._share("power", at, line[side], line[DEFINED]))
                continue
            rows.append(self._share("false_positives", at, line[FOUND], line[DEFINED]))
            if line[DEFINED]:
                rows += bin_rows(at, line[BELOW + 1 :] / line[DEFINED], self.n)
        for interval, line in zip(self.procedures.intervals, found.intervals, strict=True):
            at = {"analysis": interval.name, **case.at}
            rows.append(self._share("coverage", at, line[COVERED], line[DEFINED]))
            rows.append(width_row(at, line, self.n, exact=self.exact))
            missing = max(0.0, found.studies - line[DEFINED])
            rows.append(self._share("undefined", at, missing, found.studies))
        return rows

    def _share(self, quantity: str, at: At, part: float, of: float) -> Row:
        return part_row(quantity, at, float(part), float(of), self.n, exact=self.exact)


def _undefined(how: Procedures, both: Sequence[tuple[Case[Any], Counted]]) -> list[Note]:
    """Say which procedures cannot be applied to some studies."""
    shares: dict[str, dict[str, float]] = {}
    for case, found in both:
        lines = {f"test {t.name}": x for t, x in zip(how.tests, found.tests, strict=True)}
        lines |= {
            f"interval {i.name}": x for i, x in zip(how.intervals, found.intervals, strict=True)
        }
        for name, line in lines.items():
            share = 1 - float(line[DEFINED]) / found.studies
            if share > ROUNDED:
                shares.setdefault(name, {})[case.where] = share
    notes = []
    for name, known in shares.items():
        where = ", ".join(f"{100 * share:.3g}% ({case})" for case, share in known.items())
        rest = "" if min(known.values()) == 1 else "; its shares are of the others"
        notes.append(dropped(f"The {name} is undefined in {where} of studies{rest}."))
    return notes


def _intervals(
    rows: Sequence[Row], how: Procedures, cases: Sequence[Case[Any]], most: float
) -> tuple[list[Row], list[Note]]:
    """Return rows `keeps_level` and `recommended_interval`, and what they mean in words.

    An interval keeps its level unless it misses the truth too often in some world (more than `most`
    times as often as promised), beyond what simulation leaves open. Of these the narrowest is
    recommended, and all that are nearly so; but as narrow ones may only just have got away, not
    those whose estimated coverage is too small.
    """
    if not how.intervals:
        return [], []
    found: list[Row] = []
    widths: dict[str, float] = {}
    least: dict[str, float] = {}
    for interval in how.intervals:
        at = {"analysis": interval.name}
        covered = [r for r in rows_of(rows, "coverage", at, cases) if not isnan(r.estimate)]
        if not covered:
            continue
        kept = all(ceiling(row) >= 1 - most * (1 - how.level) for row in covered)
        found.append(Row(quantity="keeps_level", at=at, estimate=float(kept)))
        if kept and all(r.estimate < RARELY for r in rows_of(rows, "undefined", at, cases)):
            width = [row.estimate for row in rows_of(rows, "width", at, cases)]
            widths[interval.name] = float(np.mean(width))
            least[interval.name] = min(row.estimate for row in covered)
    if not widths:
        none = "No interval is recommended: none is always defined and keeps its level."
        return found, [meaning(none)]
    enough = min(1 - max(most, NEAR) * (1 - how.level), max(least.values()))
    fit = [name for name in widths if least[name] >= enough]
    best = min(fit, key=lambda name: widths[name])
    for name in widths:
        use = float(name in fit and widths[name] <= ALMOST * widths[best])
        found.append(Row(quantity="recommended_interval", at={"analysis": name}, estimate=use))
    judged = "" if most > 1 else ", beyond what simulation leaves open"
    return found, [
        meaning(
            f"Of the intervals that hold the truth in at least {enough:.4g} of studies, {best} is "
            f"the narrowest, {widths[best]:.4g} wide on average. One covers too little if it "
            f"misses the truth more than {(1 - how.level) * most:.4g} of the time{judged}."
        )
    ]
