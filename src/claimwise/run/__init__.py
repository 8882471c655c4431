"""Blocks of replicates, run in order here or in other processes. Knows no statistics."""

from claimwise.run.blocks import BACKENDS, map_blocks
from claimwise.run.failures import Failures, attempt

__all__ = ["BACKENDS", "Failures", "attempt", "map_blocks"]
