"""The samplers of Wein et al. (2023): items and answers of one test set, drawn again.

A sampler is a pair, written as a text: ``bootstrap,sample(5)``. Its first word is about items:
`all` keeps each once, `bootstrap` draws as many with replacement, the same ones for gold, A and B.
Its second is about the answers to an item, drawn for gold, A and B independently: `all` keeps
them, `first` has the first that is there, `sample(k)` draws k with replacement. Missing answers
are NaN and never drawn; an item without answers of a source stays so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, ParameterError, block_rng
from claimwise.kernels.arrays import Floats, Ints

ALTERNATIVE, NULL = 121, 122  # streams of the seed; others serve other kernels
CELLS = 1 << 18  # answers that are held at once: more than a cache holds is slower
PUBLISHED = (
    "all,sample(1)",
    "all,sample(5)",
    "bootstrap,all",
    "bootstrap,first",
    "bootstrap,sample(1)",
    "bootstrap,sample(5)",
)
_TEXT = re.compile(r"^(all|bootstrap),(?:(all|first)|sample\(([1-9][0-9]{0,5})\))$")

Sources: TypeAlias = tuple[Floats, Floats, Floats]  # gold, A, B


@dataclass(frozen=True, slots=True)
class Sampler:
    """What is drawn: `items` all or bootstrap; `k` answers to each, or `responses` all or first."""

    items: str
    responses: str
    k: int = 0  # of sample

    @classmethod
    def of(cls, text: str | Sampler) -> Sampler:
        """Return the sampler of a text.

        >>> Sampler.of("bootstrap, sample(5)")
        Sampler(items='bootstrap', responses='sample', k=5)
        """
        if isinstance(text, Sampler):
            return text
        found = _TEXT.match("".join(text.split()))
        if found is None:
            raise ParameterError(
                "sampler",
                "items and answers, such as " + " or ".join(PUBLISHED[1:3]),
                repr(text),
                "Items are all or bootstrap; answers are all, first or sample(k).",
            )
        items, kept, k = found.groups()
        if items == "all" and kept is not None:
            raise ParameterError(
                "sampler",
                "items or answers that are drawn at random",
                f"{text}, which draws nothing, so that every p would be 0 or 1",
                "Use bootstrap,all.",
            )
        return cls(items, kept or "sample", int(k or 0))

    @property
    def name(self) -> str:
        """The text."""
        answers = f"sample({self.k})" if self.responses == "sample" else self.responses
        return f"{self.items},{answers}"

    def width(self, there: int) -> int:
        """Return how many answers come of so many."""
        return {"all": there, "first": 1}.get(self.responses, self.k)


class Packed(NamedTuple):
    """Answers (items, K) with those that are there first, and how many these are (items,)."""

    values: Floats
    counts: Ints

    @classmethod
    def of(cls, answers: Floats) -> Packed:
        """Return answers in their order, the missing ones last."""
        missing = np.isnan(answers)
        if missing.any():
            order = np.argsort(missing, axis=-1, kind="stable")
            answers = np.take_along_axis(answers, order, axis=-1)
        counts = np.asarray((~missing).sum(axis=-1), dtype=np.int64)
        return cls(np.ascontiguousarray(answers, dtype=np.float64), counts)


class Reference(NamedTuple):
    """One test set: answers of gold, A and B, and those of A and B in one pool."""

    gold: Packed
    a: Packed
    b: Packed
    pool: Packed

    @classmethod
    def of(cls, gold: Floats, a: Floats, b: Floats) -> Reference:
        """Return the test set with answers (items, K) of each source, K of its own."""
        pool = np.concatenate([a, b], axis=-1)
        return cls(*(Packed.of(one) for one in (gold, a, b, pool)))

    def check(self, sampler: Sampler) -> tuple[str, ...]:
        """Refuse a sampler that needs more answers than there are; say what it comes to."""
        most = {
            name: int(one.counts.max(initial=0))
            for name, one in zip(("gold", "A", "B"), (self.gold, self.a, self.b), strict=True)
        }
        single = [name for name, k in most.items() if k < 2]
        drawn_alike = sampler.responses == "sample" and (sampler.k > 1 or sampler.items == "all")
        if single and drawn_alike and (sampler.k > 1 or len(single) == 3):
            raise DataError(
                f"sampler {sampler.name}",
                "several answers of every source to draw from",
                f"one to each item of {' and '.join(single)}",
                "Use bootstrap,all.",
            )
        if single and sampler.responses == "all":
            who = " and ".join(single)
            return (f"With one answer to each item of {who}, {sampler.name} draws items alone.",)
        return ()


def sampled_blocks(
    reference: Reference, sampler: Sampler, resamples: int, seed: int, *, null: bool
) -> Iterator[Sources]:
    """Yield resampled studies, gold, A and B each (some, items, k), block after block.

    A function of the seed and of what is drawn alone; memory is bounded by `CELLS`.
    """
    size, draw = block_size(reference, sampler), draw_null if null else draw_alternative
    for number, first in enumerate(range(0, resamples, size)):
        rng = block_rng(seed, NULL if null else ALTERNATIVE, number)
        yield draw(reference, sampler, rng, min(size, resamples - first))


def block_size(reference: Reference, sampler: Sampler) -> int:
    """Return how many studies are drawn at once."""
    sources = (reference.gold, reference.a, reference.b)
    of_item = sum(sampler.width(one.values.shape[1]) for one in sources)
    return max(1, CELLS // (of_item * max(1, len(reference.gold.values))))


def draw_alternative(
    reference: Reference,
    sampler: Sampler,
    rng: np.random.Generator,
    size: int,
    *,
    means: bool = False,
) -> Sources:
    """Return studies like the test set: (size, items, k) of gold, A and B.

    With `means` only the mean of what was drawn for each item, (size, items, 1), which takes less
    time; the draws are the same.
    """
    picks = _picks(sampler, len(reference.gold.values), rng, size)
    gold, a, b = (
        _drawn(one, sampler, picks, rng, size, means)
        for one in (reference.gold, reference.a, reference.b)
    )
    return gold, a, b


def draw_null(
    reference: Reference,
    sampler: Sampler,
    rng: np.random.Generator,
    size: int,
    *,
    means: bool = False,
) -> Sources:
    """Return studies in which A and B answer alike.

    On each item the answers of A and B are pooled, each system draws as many as it had from the
    pool, with replacement, and of these the sampler takes what it takes: sample(k) thus draws
    twice. Gold answers are drawn as in `draw_alternative`.
    """
    picks = _picks(sampler, len(reference.gold.values), rng, size)
    gold = _drawn(reference.gold, sampler, picks, rng, size, means)
    a, b = (
        _pooled(reference.pool, one, sampler, picks, rng, size, means)
        for one in (reference.a, reference.b)
    )
    return gold, a, b


def _picks(sampler: Sampler, items: int, rng: np.random.Generator, size: int) -> Ints:
    """Return which items each study has: (size, items), or (1, items) for all studies."""
    if sampler.items == "all":
        return np.arange(items, dtype=np.int64)[None]
    return rng.integers(0, items, size=(size, items), dtype=np.uint32).astype(np.int64)


def _drawn(
    source: Packed,
    sampler: Sampler,
    picks: Ints,
    rng: np.random.Generator,
    size: int,
    means: bool,
) -> Floats:
    if sampler.responses == "sample":
        from claimwise.kernels.response_draws import draw

        words = _words(rng, (size, picks.shape[1], sampler.k))
        out = np.empty((*words.shape[:2], 1 if means else sampler.k))
        filled = np.where(source.counts > 0, sampler.k, 0)
        draw(source.values, source.counts, filled, picks, words, out)
        return out
    kept = source.values if sampler.responses == "all" else source.values[:, :1]
    if means and kept.shape[1] > 1:
        with np.errstate(invalid="ignore"):  # nothing over nothing
            kept = (np.nansum(kept, axis=1) / source.counts)[:, None]
    return np.asarray(kept[picks])


def _pooled(
    pool: Packed,
    source: Packed,
    sampler: Sampler,
    picks: Ints,
    rng: np.random.Generator,
    size: int,
    means: bool,
) -> Floats:
    from claimwise.kernels.response_draws import draw, draw_twice

    k = source.values.shape[1]
    shape = (size, picks.shape[1], sampler.width(k))
    out = np.empty((*shape[:2], 1) if means else shape)
    if sampler.responses == "sample" and sampler.k > 1:
        first, second = _words(rng, (*shape[:2], k)), _words(rng, shape)
        draw_twice(pool.values, pool.counts, source.counts, picks, first, second, out)
        return out
    # One of those drawn, the first or any, is one of the pool.
    filled = source.counts if sampler.responses == "all" else np.minimum(source.counts, 1)
    draw(pool.values, pool.counts, filled, picks, _words(rng, shape), out)
    return out


def _words(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.uint32]:
    """Return random words of 32 bits."""
    count = int(np.prod(shape))
    raw = np.asarray(rng.bit_generator.random_raw(count + 1 >> 1), dtype=np.uint64)
    return raw.view(np.uint32)[:count].reshape(shape)
