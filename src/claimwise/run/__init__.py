"""Blocks of replicates, run in order here or in other processes. Knows no statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.run.backends import BACKENDS
    from claimwise.run.blocks import map_blocks
    from claimwise.run.failures import Failures, attempt
    from claimwise.run.session import Keeper, Session, Store, current, using

__all__ = [
    "BACKENDS",
    "Failures",
    "Keeper",
    "Session",
    "Store",
    "attempt",
    "current",
    "map_blocks",
    "using",
]

lazy(__name__)
