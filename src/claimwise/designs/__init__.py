"""Rating studies before the ratings: who rates what, under which system."""

from claimwise.designs.assignment import Assignment
from claimwise.designs.lists import at_random, complete, lists
from claimwise.designs.published import published

__all__ = ["Assignment", "at_random", "complete", "lists", "published"]
