"""Validated tables, and the only door by which data come in."""

from claimwise.data.counts import IndependentCounts, PairCounts
from claimwise.data.examples import example_path
from claimwise.data.pairs import Pairs
from claimwise.data.tables import digest, read_columns
from claimwise.data.verdicts import read_pairs

__all__ = [
    "IndependentCounts",
    "PairCounts",
    "Pairs",
    "digest",
    "example_path",
    "read_columns",
    "read_pairs",
]
