"""Rating studies before the ratings: who rates what, under which system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.designs.assignment import Assignment
    from claimwise.designs.lists import at_random, complete, lists
    from claimwise.designs.published import published

__all__ = ["Assignment", "at_random", "complete", "lists", "published"]

lazy(__name__)
