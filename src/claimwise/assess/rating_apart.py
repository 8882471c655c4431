"""Systems rated apart from all others, such as always the highest: the others without them.

Where all ratings of a system lie at or above those of the others, an ordinal model moves it
endlessly far away, and has no estimate of its differences. The pairs of the others have one, and
the ratings of that system say nothing of them: they are compared by a fit without these ratings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import nan

import numpy as np

from claimwise.core import ClaimwiseError, Note, Row, caution, option
from claimwise.core.missing import listed
from claimwise.kernels.arrays import Flags
from claimwise.mixed.design import Column, Labels, build_design
from claimwise.mixed.differences import difference_rows
from claimwise.mixed.honesty import fit_notes
from claimwise.mixed.levels import Level, all_levels
from claimwise.mixed.ordinal import OrdinalFit, OrdinalModel
from claimwise.mixed.rows import Fit
from claimwise.mixed.separation import MOVES, endless_direction, is_finite
from claimwise.mixed.table import RatingTable, outcome_codes


@dataclass(frozen=True, slots=True, eq=False)
class Others:
    """The systems that are not rated apart: their own fit, and who was left out."""

    fit: OrdinalFit
    columns: dict[str, Column]
    levels: list[Level]
    every: tuple[str, ...]  # all systems, in order
    apart: tuple[str, ...]

    def differences(self, level: float, correct: str) -> list[Row]:
        """Return the differences of these, and undefined ones of all other pairs."""
        found = difference_rows(self.fit, self.levels, level, correct)
        n = self.fit.model.design.n
        if len(self.levels) == 2:  # the only pair that is left is corrected for no other
            alone = [row for row in found if row.quantity == "difference"]
            found += [
                Row(quantity="raw_pvalue", at=row.at, estimate=row.pvalue, n=n)
                for row in alone
                if row.pvalue is not None
            ]
        for a, b in combinations(self.every, 2):
            if a in self.apart or b in self.apart:
                at = {"b": b, "a": a}
                ends = Row(quantity="difference", at=at, estimate=nan, n=n, level=level)
                found.append(replace(ends, kind="confidence"))
                found += [
                    Row(quantity=what, at=at, estimate=nan, n=n) for what in ("mde", "raw_pvalue")
                ]
        order = {(b, a): i for i, (a, b) in enumerate(combinations(self.every, 2))}
        return sorted(found, key=lambda row: order[str(row.at["b"]), str(row.at["a"])])

    def notes(self, column: str) -> list[Note]:
        """Say who was left out, and what is doubtful of the fit of the others."""
        names = listed([f"{column}{name}" for name in self.apart], 5)
        said = (
            f"Ratings are separated by {names}: all of one side lie at or above those of "
            "the other, so the ordinal model has no finite estimate there, and none is shown; the "
            "other pairs are compared by a fit without these ratings. Use "
        )
        belief = option("assess", "posterior")
        return [
            caution(said + option("model", "linear") + ", or " + belief + "."),
            *fit_notes(self.fit),
        ]


def others_of(fit: Fit, table: RatingTable, column: str) -> Others | None:
    """Return the systems that are left when those rated apart are left out; None where none are."""
    if not isinstance(fit, OrdinalFit):
        return None
    every = all_levels(fit, table.columns).get(column, [])
    labels = table.columns[column]
    place = {level.name: code for code, level in enumerate(every)}
    levels, columns, now = every, dict(table.columns), fit
    while len(levels) > 2 and isinstance(labels, Labels):
        stay = _together(now, levels, column)
        if stay is None:
            break
        kept = np.isin(labels.codes, [place[level.name] for level in stay])
        try:
            columns = _rows_of(table, kept)
            now = _fit(fit, columns)
        except (ClaimwiseError, np.linalg.LinAlgError):
            return None
        names = [level.name for level in stay]
        found = all_levels(now, columns)[column]
        levels = [Level(name, one.row) for name, one in zip(names, found, strict=True)]
    if now is fit or not any(is_finite(now, b.row - a.row) for a, b in combinations(levels, 2)):
        return None
    left = {level.name for level in levels}
    names = [level.name for level in every]
    return Others(
        now, columns, levels, tuple(names), tuple(name for name in names if name not in left)
    )


def _together(fit: OrdinalFit, levels: list[Level], column: str) -> list[Level] | None:
    """Return the most levels that no direction without end moves apart; None where all stay.

    None, too, where other columns separate the ratings, or no group of levels is the largest.
    """
    along = endless_direction(fit)
    own = dict(fit.model.design.terms)[(column,)]
    elsewhere = np.delete(along, list(own))
    if np.abs(elsewhere).max(initial=0.0) > MOVES:
        return None
    moved = np.round([float(level.row @ along) for level in levels], 6)
    values, counts = np.unique(moved, return_counts=True)
    largest = counts.max()
    if len(values) < 2 or largest < 2 or (counts == largest).sum() > 1:
        return None
    stays = values[int(counts.argmax())]
    return [level for level, at in zip(levels, moved, strict=True) if at == stays]


def _rows_of(table: RatingTable, kept: Flags) -> dict[str, Column]:
    """Return the columns of some rows, without levels that none of these has."""
    found: dict[str, Column] = {}
    for name, column in table.columns.items():
        if not isinstance(column, Labels):
            found[name] = column[kept]
            continue
        seen, codes = np.unique(column.codes[kept], return_inverse=True)
        levels = tuple(column.levels[code] for code in seen.tolist())
        found[name] = Labels(codes.astype(np.int64), levels)
    return found


def _fit(fit: OrdinalFit, columns: dict[str, Column]) -> OrdinalFit:
    """Fit the same model to some of the ratings."""
    old = fit.model
    design = build_design(old.design.formula, columns, intercept=False)
    codes, categories = outcome_codes(columns[old.design.formula.outcome])
    if old.thresholds.form != "flexible":  # their distances depend on categories that nobody gave
        place = {name: code for code, name in enumerate(old.categories)}
        codes = np.array([place[name] for name in categories], np.int64)[codes]
        categories = old.categories
    model = OrdinalModel.of(
        design, categories, link=old.link, thresholds=old.thresholds.form, nodes=old.nodes
    )
    return model.fit(codes)
