"""Totals alone: what would every possible pairing of the items have said?"""

from __future__ import annotations

from math import nan

import numpy as np

from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import Note, Row, inferred, meaning
from claimwise.core.words import p_words
from claimwise.data import IndependentCounts, PairCounts
from claimwise.htest import Test, find_test
from claimwise.intervals import find_interval


def pairing_bounds(found: Comparison, question: Question) -> tuple[list[Row], list[Note]]:
    """Return the widest interval and the largest p-value over all pairings.

    Fit for totals of two systems on the same items. If the items were the same, the unknown
    two-by-two table has these margins; every table that has them is tried.
    """
    if found.evidence is None:
        return [], []
    counts = found.evidence.data
    if not {"test", "interval"} & set(question.ways):
        return [], []
    if not isinstance(counts, IndependentCounts) or not found.evidence.totals:
        return [], []
    if counts.n_a != counts.n_b:
        said = (
            "The systems have different numbers of items, so no pairing is possible: the "
            "analysis is unpaired."
        )
        return [], [inferred(said)]
    tables = possible_tables(counts)
    test = paired_test(question)
    tested, shown = ("test" in question.ways), ("interval" in question.ways)
    per = [
        test.evaluate(tables, h.alternative, margin=h.margin) for h in question.claim.hypotheses()
    ]
    p = np.max(per, axis=0)
    low, high = find_interval("tango").evaluate(tables, question.claim.interval_level)
    discordant = tables.wins + tables.losses
    row = Row(
        quantity="difference",
        at={"pairing": "every pairing", **found.at},
        estimate=found.estimate,
        n=counts.n_a,
        low=float(low.min()) if shown else nan,
        high=float(high.max()) if shown else nan,
        level=question.claim.interval_level if shown else None,
        kind="confidence" if shown else None,
        pvalue=float(p.max()) if tested else None,
    )
    least = Row(
        quantity="pvalue",
        at={"pairing": "best pairing", **found.at},
        estimate=float(p.min()),
        n=counts.n_a,
    )
    unpaired = inferred(
        "Totals alone do not say which items each system got right, so the analysis is unpaired; "
        "scores item by item would settle it."
    )
    start = f"On {found.called}, if" if found.called else "If"
    note = meaning(
        f"{start} the items were the same, between {int(discordant.min()):,} and "
        f"{int(discordant.max()):,} of them are right under one system only; over every such "
        f"pairing {test.name} gives {p_words(p.min())} to {p_words(p.max())}."
    )
    return [row, *([least] if tested else [])], [unpaired, *([note] if tested else [])]


def paired_test(question: Question) -> Test:
    """Return the test that is tried on every pairing."""
    return find_test("tango" if question.claim.threshold else "mcnemar-midp")


def possible_tables(counts: IndependentCounts) -> PairCounts:
    """Return every two-by-two table with these margins, as a batch."""
    a, b, n = int(counts.a), int(counts.b), counts.n_a
    both = np.arange(max(0, a + b - n), min(a, b) + 1)
    return PairCounts.of(b - both, a - both, n, both)
