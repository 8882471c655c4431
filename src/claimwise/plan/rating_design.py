"""From numbers of items, raters and ratings to a design."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from claimwise.core import ParameterError, block_rng, check_count, check_one_of, option
from claimwise.designs import Assignment, at_random, complete, lists, published

ONE_OF_THEM = "Leave one of them out."
KINDS = ("complete", "lists", "random", "published", "published-corrected")
DESIGN = 7  # stream of random numbers
MOST_RATERS, MOST_ITEMS = 2_000, 20_000
MOST = 40_000  # ratings of a study that is simulated


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignPlan:
    """How a study is laid out, for any number of items.

    `kind` is one of complete (every rater rates every text), lists (a rater sees `list_length`
    items, each under one system), random (each text goes to raters drawn from `raters`), and the
    published lists of Howcroft and Rieser, as released or corrected. With `pairs` raters judge
    both systems head to head.
    """

    kind: str
    items: int | None
    ratings_per_item: int
    list_length: int | None = None
    raters: int | None = None
    missing: float = 0.0
    uneven: float = 0.0
    systems: int = 2
    pairs: bool = False

    @classmethod
    def of(
        cls,
        *,
        kind: str | None,
        items: int | None,
        ratings_per_item: int | None,
        list_length: int | None,
        raters: int | None,
        missing: float = 0.0,
        uneven: float = 0.0,
        systems: int = 2,
        pairs: bool = False,
        usual: int | None = None,
    ) -> DesignPlan:
        """Check what was asked for; `usual` is the list length of the world, if it has one."""
        if kind is None:
            given = "lists" if list_length is not None else None
            given = given or ("random" if uneven else None)
            given = given or ("complete" if raters is not None else None)
            kind = given or ("lists" if usual else "complete")
        check_one_of("design", kind, KINDS[:3] if pairs else KINDS)
        if uneven and kind != "random":
            raise ParameterError(
                "uneven", option("design", "random"), option("design", kind), ONE_OF_THEM
            )
        if systems != 2 and kind.startswith("published"):
            raise ParameterError(option("design", kind), "two systems", f"{systems}")
        if kind == "lists" and list_length is None:
            list_length = usual or 25
        if list_length is not None and kind != "lists":
            raise ParameterError(
                "list_length", option("design", "lists"), option("design", kind), ONE_OF_THEM
            )
        if kind == "complete":
            if raters is not None and ratings_per_item not in (None, raters):
                raise ParameterError(
                    option("design", "complete"),
                    "as many ratings of each text as raters",
                    f"{ratings_per_item} and {raters}",
                    "Name one of the two, or " + option("list_length") + ".",
                )
            ratings_per_item = raters if ratings_per_item is None else ratings_per_item
        elif raters is not None and kind != "random":
            raise ParameterError(
                option("design", kind),
                "its raters from the other numbers",
                option("raters", raters),
                "Leave it out.",
            )
        of_item = "per_item" if pairs else "ratings_per_item"  # as those who ask for it call it
        per_text = check_count(of_item, 3 if ratings_per_item is None else ratings_per_item)
        if kind == "random" and raters is None:
            raters = 4 * per_text
        return cls(
            kind=kind,
            items=None if items is None else check_count("items", items),
            ratings_per_item=per_text,
            list_length=None if list_length is None else check_count("list_length", list_length),
            raters=None if raters is None or kind == "complete" else check_count("raters", raters),
            missing=missing,
            uneven=uneven,
            systems=systems,
            pairs=pairs,
        )

    @property
    def texts(self) -> int:
        """Texts of an item that are rated one by one: of pairs both systems make one."""
        return 1 if self.pairs else self.systems

    def opened(self, kind: str | None, list_length: int | None, raters: int | None) -> DesignPlan:
        """Return the plan with what was not given to be looked for: the kind, the list length."""
        if kind is None and list_length is None and raters is None and self.kind != "random":
            return replace(self, kind="any", list_length=None)
        return self if list_length is not None else replace(self, list_length=None)

    def at(self, **changes: int | None) -> DesignPlan:
        """Return the plan with other numbers."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def sized(self, moves: str, size: int) -> DesignPlan:
        """Return the plan with so many items, or so many raters: of a text, or to draw from."""
        if moves == "items":
            return self.at(items=size)
        return self.at(**{"raters" if self.kind == "random" else "ratings_per_item": size})

    def fewest(self, moves: str) -> int:
        """Return the smallest size that is looked at."""
        if moves == "items":
            return 1 if self.rounded(1) > 1 else 2
        return self.ratings_per_item * self.texts if self.kind == "random" else 2

    def most(self, moves: str) -> int:
        """Return the largest: a study that can be simulated."""
        bound = MOST_ITEMS if moves == "items" else MOST_RATERS
        if self.kind == "random":
            return bound
        rated = self.texts * (self.ratings_per_item if moves == "items" else self.items or 1)
        return min(bound, max(100, MOST // rated))

    def rounded(self, items: float) -> int:
        """Return the next number of items that the design can have."""
        unit = 10 if self.kind.startswith("published") else 1
        return max(unit, unit * ceil(items / unit - 1e-9))

    def make(self, seed: int, *, shuffled: bool = False) -> Assignment:
        """Return the design; what is random in it depends on the seed alone.

        `shuffled` lets each rater of a complete design meet the texts in an order of their own;
        for simulations the order does not matter.
        """
        if self.items is None:
            raise ParameterError("items", "a number", "none")
        rng = block_rng(seed, DESIGN, 0)
        found = self._made(self.items, rng, shuffled=shuffled)
        if self.missing:
            found = found.without(self.missing, rng)
        found.check()
        return found

    def _made(self, items: int, rng: np.random.Generator, *, shuffled: bool) -> Assignment:
        per_text = self.ratings_per_item
        if self.kind == "complete":
            order = rng if shuffled else None
            return complete(items, per_text, systems=self.systems, pairs=self.pairs, rng=order)
        if self.kind == "lists":
            length = min(items, self.list_length or 25)
            return lists(items, per_text, length, systems=self.systems, pairs=self.pairs, rng=rng)
        if self.kind == "random":
            return at_random(
                items,
                per_text,
                self.raters or 4 * per_text,
                systems=self.systems,
                pairs=self.pairs,
                uneven=self.uneven,
                rng=rng,
            )
        return published(items, per_text, shifted=self.kind == "published")
