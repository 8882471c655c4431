"""Validated tables, and the only door by which data come in."""

from claimwise.data.counts import Hits, IndependentCounts, PairCounts
from claimwise.data.examples import example_path
from claimwise.data.pairs import Pairs
from claimwise.data.samples import Differences, IndependentScores
from claimwise.data.scores import Coded, Scores, Totals
from claimwise.data.tables import digest, read_columns
from claimwise.data.verdicts import read_pairs

__all__ = [
    "Coded",
    "Differences",
    "Hits",
    "IndependentCounts",
    "IndependentScores",
    "PairCounts",
    "Pairs",
    "Scores",
    "Totals",
    "digest",
    "example_path",
    "read_columns",
    "read_pairs",
]
