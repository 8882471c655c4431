"""Validated tables, and the only door by which data come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.data.align import align, audit_all
    from claimwise.data.audit import Audit, CommonAudit, SystemCounts
    from claimwise.data.counts import Hits, IndependentCounts, PairCounts
    from claimwise.data.examples import example_path
    from claimwise.data.matrix import ItemMatrix, matrix, systems
    from claimwise.data.outputs import Outputs
    from claimwise.data.pairs import Pairs
    from claimwise.data.read import gather, read
    from claimwise.data.read_outputs import read_outputs
    from claimwise.data.read_responses import read_responses
    from claimwise.data.responses import Answers, Counts, Responses
    from claimwise.data.samples import Differences, IndependentScores
    from claimwise.data.scores import Coded, Scores, Totals
    from claimwise.data.select import select
    from claimwise.data.tables import digest, read_roles
    from claimwise.data.verdicts import read_pairs

__all__ = [
    "Answers",
    "Audit",
    "Coded",
    "CommonAudit",
    "Counts",
    "Differences",
    "Hits",
    "IndependentCounts",
    "IndependentScores",
    "ItemMatrix",
    "Outputs",
    "PairCounts",
    "Pairs",
    "Responses",
    "Scores",
    "SystemCounts",
    "Totals",
    "align",
    "audit_all",
    "digest",
    "example_path",
    "gather",
    "matrix",
    "read",
    "read_outputs",
    "read_pairs",
    "read_responses",
    "read_roles",
    "select",
    "systems",
]

lazy(__name__)
