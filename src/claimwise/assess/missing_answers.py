"""Would a verdict stand if the items that a system lacks were counted as wrong, or as right?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from claimwise.assess.evidence import is_verdicts
from claimwise.core import ClaimwiseError, Note, Result, Row, caution, counted, spelled
from claimwise.core.missing import listed
from claimwise.core.parts import Bayes
from claimwise.core.words import p_words
from claimwise.data import Coded, ItemMatrix, Scores, matrix
from claimwise.kernels.arrays import Floats

SEEN = "items_seen"  # the setting: how many items have a score of any of two systems
OPEN, SUPPORTED, CONTRADICTED = 0, 1, -1
DIFFERENT = {OPEN: "OPEN", SUPPORTED: "BETTER", CONTRADICTED: "WORSE"}
CLAIMED = {OPEN: "open", SUPPORTED: "that the claim holds", CONTRADICTED: "that it fails"}


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """The items that some systems have a score for and others lack; NaN where one lacks it."""

    table: ItemMatrix
    systems: tuple[str, ...]

    @classmethod
    def of(cls, scores: Scores, systems: tuple[str, ...]) -> Gaps:
        """Look at the items that are the same for all systems; unscored by all are left out."""
        table = matrix(scores, tuple(name for name in scores.system.used() if name in systems))
        keep = ~np.isnan(table.values).all(axis=1)
        for kind in table.fingerprints:
            if kind != "prompt":
                keep &= ~table.conflicts(kind)
        return cls(table.take(np.flatnonzero(keep)), systems)

    @property
    def lacking(self) -> dict[str, int]:
        """How many items each system lacks, of those that lack some."""
        counts = np.isnan(self.table.values).sum(axis=0)
        named = zip(self.table.systems, counts.tolist(), strict=True)
        return {name: count for name, count in named if count}

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest score: 0 and 1 where scores are right or wrong."""
        known = self.table.values[~np.isnan(self.table.values)]
        return (0.0, 1.0) if is_verdicts(known) else (float(known.min()), float(known.max()))

    def filled(self, score: float) -> Scores:
        """Return all items, with this score where there was none."""
        table, k = self.table, len(self.table.systems)
        values: Floats = np.where(np.isnan(table.values), score, table.values)

        def repeated(column: Coded | None) -> Coded | None:
            return None if column is None else Coded(np.repeat(column.codes, k), column.labels)

        codes = np.tile(np.arange(k, dtype=np.int32), len(table))
        return Scores(
            item=Coded(np.repeat(table.item.codes, k), table.item.labels),
            system=Coded(codes, table.systems),
            score=values.ravel(),
            dataset=repeated(table.dataset),
            cluster=repeated(table.cluster),
        )


def with_missing_answers(
    result: Result,
    compare: Callable[..., Result],
    given: Mapping[str, Any],
    scores: Scores,
    systems: tuple[str, ...],
) -> Result:
    """Add a caution, before all others, where the items that a system lacks decide the verdict.

    An item without an answer is often one that was failed. All such items are counted as wrong
    once (graded: given the worst score that was seen), and as right once, and each time the same
    claim is judged by the same test. The verdict stays as it is.

    Parameters
    ----------
    result : Result
        What was found on the items that all systems have.
    compare : callable
        Compares; the function of that name.
    given : mapping
        Its arguments, and `sources`.
    scores : Scores
        What was compared. Nothing is tried where raters or several runs are behind a score.
    systems : tuple of str
        The systems that were compared.
    """
    gaps = Gaps.of(scores, systems)
    if not gaps.lacking:
        return result
    seen = {SEEN: len(gaps.table)} if len(systems) == 2 else {}
    kept = dict(result.provenance)
    kept["settings"] = {**kept["settings"], **seen}
    result = replace(result, provenance=kept)
    before = _verdicts(result)
    if not before or scores.rater is not None or gaps.table.runs.max(initial=0) > 1:
        return result
    lower = result.settings["better"] == "lower"
    low, high = gaps.ends
    asked = _by_verdict_alone(result, given)
    said = []
    for way, score in (("wrong", high if lower else low), ("right", low if lower else high)):
        try:
            tried = compare(gaps.filled(score), **asked)
        except ClaimwiseError:
            continue  # these items alone decide nothing: all scores alike, say
        after = _verdicts(tried)
        changed = {at: after[at] for at in before if at in after and after[at] != before[at]}
        if changed:
            said.append(_said(way, score, changed, len(before), gaps, tried))
    return replace(result, notes=(*said, *result.notes)) if said else result


def _verdicts(result: Result) -> dict[str, float]:
    """Return the verdicts by where they stand: on all data sets, of each pair of systems."""
    rows = [row for row in result.select("verdict") if "dataset" not in row.at]
    if "systems" in result.settings:
        rows = [row for row in rows if row.at]
    return {spelled(row.at): row.estimate for row in rows}


def _by_verdict_alone(result: Result, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `compare` by which the same verdict is found, and nothing else."""
    tested = "test" in result.settings["assess"]
    asked = {key: value for key, value in given.items() if key != "sources"}
    asked |= Bayes().everything()
    asked |= {"assess": "test" if tested else "interval", "effects": ()}
    asked |= {"interval" if tested else "test": None, "better": result.settings["better"]}
    read_before = ("metric", "dataset", "cluster", "columns", "filter", "system", "references")
    return asked | dict.fromkeys(read_before)


def _said(
    way: str, score: float, changed: Mapping[str, float], of: int, gaps: Gaps, tried: Result
) -> Note:
    items, words = _lacked(gaps), f"were counted as {way}"
    if not is_verdicts(gaps.table.values[~np.isnan(gaps.table.values)]):
        words = f"had the {'worst' if way == 'wrong' else 'best'} score seen, {score:g}"
    if len(gaps.systems) > 2:
        named = listed(list(changed), 3)
        return caution(
            f"{len(changed):,} of {of:,} verdicts would change if {items} {words}: {named}."
        )
    (at,) = changed
    kind = tried.settings["claim"]
    names = DIFFERENT if kind in ("difference", "superiority") else CLAIMED
    verdict = names[int(changed[at])]
    (row,) = _at(tried.select("difference"), at)
    p = "" if row.pvalue is None else f" ({p_words(row.pvalue)})"
    return caution(f"The verdict would be {verdict}{p} if {items} {words}.")


def _at(rows: Sequence[Row], at: str) -> list[Row]:
    return [row for row in rows if spelled(row.at) == at]


def _lacked(gaps: Gaps) -> str:
    """Return in words which items are lacking."""
    lacking = gaps.lacking
    if len(lacking) > 1:
        every = int(np.isnan(gaps.table.values).any(axis=1).sum())
        return f"the {counted(every, 'item')} that not all systems have"
    ((name, count),) = lacking.items()
    return f"the {counted(count, 'item')} that {name} lacks"
