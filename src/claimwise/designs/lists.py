"""Designs in which a rater sees some of the items, each under one system."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from claimwise.core import ParameterError, check_count, option
from claimwise.designs.assignment import Assignment
from claimwise.kernels.arrays import Ints

NAMES = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def lists(
    items: int,
    ratings_per_item: int,
    list_length: int,
    *,
    systems: int = 2,
    pairs: bool = False,
    rng: np.random.Generator | int = 0,
) -> Assignment:
    """Return lists of items, each given to as many raters as there are systems.

    For every rating per text the items are shuffled and cut into lists of at most `list_length`;
    the raters of a list see its items in turns, one under A, the next under B, so that together
    they rate every text once. No rater meets an item twice, and all see every system equally
    often, but for one. With `pairs` a rater judges both systems on each item of a list.

    >>> found = lists(100, 3, 25)
    >>> found.n, found.raters, found.met_twice()
    (600, 24, 0)
    >>> found = lists(100, 3, 20, pairs=True)
    >>> found.n, found.raters, found.describe()[-1]
    (300, 15, 'Every rater sees every system first equally often.')
    """
    items, per_text = check_count("items", items), check_count("ratings_per_item", ratings_per_item)
    length, systems = check_count("list_length", list_length), _systems(systems, pairs=pairs)
    if length > items:
        raise ParameterError("list_length", f"at most the number of items ({items})", f"{length}")
    rng = np.random.default_rng(rng)
    count = -(-items // length)  # lists for one replication; their lengths differ by one at most
    rater, item, system = [], [], []
    person = 0
    for _ in range(per_text):
        for part in np.array_split(rng.permutation(items), count):
            for turn in range(systems):
                rater.append(np.full(len(part), person))
                item.append(part)
                system.append((np.arange(len(part)) + turn) % systems)
                person += 1
    found = Assignment(
        f"lists of {length}",
        np.concatenate(rater),
        np.concatenate(item),
        np.concatenate(system),
        NAMES[:systems],
    )
    return _head_to_head(found) if pairs else found


def complete(
    items: int,
    raters: int,
    *,
    systems: int = 2,
    pairs: bool = False,
    rng: np.random.Generator | int | None = None,
) -> Assignment:
    """Return the design in which every rater rates every item under every system.

    With `pairs` every rater judges both systems on every item. With `rng` each rater meets the
    texts in a random order of their own, else all in the same.

    >>> complete(100, 3).n
    600
    """
    items, raters = check_count("items", items), check_count("raters", raters)
    systems = _systems(systems, pairs=pairs)
    rater, item, system = np.indices((raters, items, systems)).reshape(3, -1)
    if rng is not None:
        order = np.lexsort((np.random.default_rng(rng).random(len(rater)), rater))
        rater, item, system = rater[order], item[order], system[order]
    found = Assignment("complete", rater, item, system, NAMES[:systems])
    return _head_to_head(found) if pairs else found


def at_random(
    items: int,
    ratings_per_item: int,
    raters: int,
    *,
    systems: int = 2,
    pairs: bool = False,
    uneven: float = 0.0,
    again: bool = False,
    rng: np.random.Generator | int = 0,
) -> Assignment:
    """Return the design in which each text goes to raters drawn at random.

    Parameters
    ----------
    pairs : bool
        Whether raters judge both systems on an item, head to head.
    uneven : float
        Coefficient of variation of how eager raters are: 0 for equal chances; 1 is what crowds
        look like, where some give many times more ratings than others.
    again : bool
        Whether a rater may meet an item again under another system.
    """
    items, per_text = check_count("items", items), check_count("ratings_per_item", ratings_per_item)
    raters, systems = check_count("raters", raters), _systems(systems, pairs=pairs)
    needed = per_text if again else per_text * systems
    if raters < needed:
        raise ParameterError(
            option("design", "random"),
            f"at least {needed} raters for {per_text} ratings of each text",
            f"{raters}",
        )
    if not 0 <= uneven <= 3:
        raise ParameterError("uneven", "a number from 0 to 3", f"{uneven:g}")
    rng = np.random.default_rng(rng)
    eager = rng.gamma(1 / uneven**2, size=raters) if uneven > 0 else np.ones(raters)
    eager = np.maximum(eager, 1e-6 * eager.max())
    drawn = [_drawn(rng, eager, per_text, systems, again=again) for _ in range(items)]
    rater = np.concatenate(drawn)
    item = np.repeat(np.arange(items), per_text * systems)
    system = np.tile(np.repeat(np.arange(systems), per_text), items)
    order = rng.permutation(len(rater))  # the order in which raters meet them
    found = Assignment("at random", rater[order], item[order], system[order], NAMES[:systems])
    return _head_to_head(found) if pairs else found


def _drawn(
    rng: np.random.Generator, eager: np.ndarray, per_text: int, systems: int, *, again: bool
) -> Ints:
    """Return the raters of one item: those of A, those of B, ..."""
    share = eager / eager.sum()
    if not again:
        return rng.choice(len(eager), per_text * systems, replace=False, p=share)
    return np.concatenate(
        [rng.choice(len(eager), per_text, replace=False, p=share) for _ in range(systems)]
    )


def _systems(count: int, *, pairs: bool) -> int:
    """Return how many texts an item has: of pairs both systems make one."""
    count = check_count("systems", count)
    if pairs:
        if count != 2:
            raise ParameterError("judgements of pairs", "two systems", f"{count}")
        return 1
    if not 2 <= count <= len(NAMES):
        raise ParameterError("systems", f"from 2 to {len(NAMES)}", f"{count}")
    return count


def _head_to_head(design: Assignment) -> Assignment:
    """Return a design of one text for each item as one of pairs: who sees which system first.

    Every rater sees A first and B first in turns; half of the raters begin with B.
    """
    order = np.argsort(design.rater, kind="stable")
    _, starts, counts = np.unique(design.rater[order], return_index=True, return_counts=True)
    position = np.arange(design.n) - np.repeat(starts, counts)
    first = np.empty(design.n, np.int64)
    first[order] = (position + design.rater[order]) % 2
    return replace(design, system=first, systems=NAMES[:2], pairs=True)
