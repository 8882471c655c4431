"""Many systems, one by one: the score of each, and what is believed of each pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from claimwise.assess.bayesian import Believed, believe
from claimwise.assess.evidence import Evidence
from claimwise.assess.one import Comparison, score_rows
from claimwise.assess.over_levels import own_spreads
from claimwise.assess.question import Question
from claimwise.assess.sources import Source
from claimwise.assess.vary import refuse_one_value, values_of
from claimwise.core import ClaimwiseError, Note, ParameterError, Row, caution
from claimwise.data import Hits
from claimwise.intervals import find_interval
from claimwise.kernels.arrays import Floats
from claimwise.kernels.crossed import Crossed


class Scored(NamedTuple):
    """The scores of all systems, and intervals of them that hold all at once."""

    rows: list[Row]
    low: Floats
    high: Floats
    notes: list[Note]


def score_systems(source: Source, systems: tuple[str, ...], question: Question) -> Scored:
    """Return the score of each system; refuse one and the same score of all on every item.

    The joint intervals share alpha among the systems (Bonferroni): exact ones of right and wrong,
    since so far out in the tails Wilson's are not near enough.
    """
    level = 1 - question.claim.alpha / len(systems)
    first, *others = systems
    rows: list[Row] = []
    ends: list[tuple[float, float]] = []
    values: set[float] = set()
    for name in others:
        evidence = source.evidence(first, name, None)
        values |= values_of(evidence)
        # The first system's row is that of the last pair: with which it is read decides its form.
        spreads = own_spreads(source, evidence, None, question)
        own, other = score_rows(evidence, question.claim.interval_level, {}, spreads)
        rows[:1] = [own]
        rows.append(other)
        ends[:1] = [_joint(evidence, 0, level, spreads)]
        ends.append(_joint(evidence, 1, level, spreads))
    said = refuse_one_value(values, f"All {len(systems):,} systems", evidence, question.claim)
    low, high = np.array(ends, np.float64).T
    return Scored(rows, low, high, said)


def _joint(
    evidence: Evidence, which: int, level: float, spreads: Mapping[str, Crossed]
) -> tuple[float, float]:
    sample, name = evidence.alone[which], evidence.names[which]
    if name in spreads:
        low, high = spreads[name].interval(level)
        return float(low), float(high)
    how = "cluster-cr2" if evidence.clusters else "t"
    how = "clopper-pearson" if isinstance(sample, Hits) else how
    low, high = find_interval(how).evaluate(sample, level)
    return float(low), float(high)


@dataclass(slots=True, init=False)
class Beliefs:
    """The posteriors of many pairs; a pair that has none is said, and does not stop the others."""

    question: Question
    last: Believed
    said: list[Note]
    failed: list[tuple[str, ClaimwiseError]]
    pairs: int

    def __init__(self, question: Question) -> None:
        """Begin without any."""
        self.question, self.last = question, Believed()
        self.said, self.failed, self.pairs = [], [], 0

    def of(self, one: Comparison) -> list[Row]:
        """Return the rows of a pair."""
        self.pairs += 1
        try:
            believed = believe(one, self.question, last=False)
        except ParameterError:
            raise
        except ClaimwiseError as error:
            self.failed.append((one.called, error))
            return []
        self.last = believed
        self.said += [note.of(one.called) for note in believed.notes]
        return believed.rows

    def notes(self) -> list[Note]:
        """Return what was said of the pairs; refuse where none of them has a posterior."""
        if self.failed and len(self.failed) == self.pairs:
            raise self.failed[0][1]
        self.last.curves = []  # one picture cannot show all pairs
        why = [caution(error.problem).of(called) for called, error in self.failed]
        return [*self.said, *why]
