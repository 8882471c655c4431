"""A world that is a user's own answers: items and answers are drawn again from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from claimwise.core import ParameterError, check_one_of, check_probability
from claimwise.data.responses import KINDS, Answers, Counts, Responses
from claimwise.kernels.arrays import Floats, Ints
from claimwise.worlds.response_world import check_missing, with_missing


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PluginResponses:
    """Draws whole items, with replacement, and within each item the answers of every source.

    No shape is assumed, but the data are taken for the truth, their noise included: systems are
    as far from gold as they were seen to be, which with few answers is farther than they are, and
    answers to an item vary a little less than they should, by (K - 1) / K. Who gave an answer is
    not kept.

    Parameters
    ----------
    answers : Answers
        Of gold, A and B, (items, K); every item has at least one of each.
    kind : {"continuous", "ordinal", "categorical"}
        Of the answers.
    epsilon_a, epsilon_b : float
        From 0 to 1. Each answer of A is, with this probability, one that A gave to the item, and
        otherwise one of gold: 1 is A as it was seen, 0 answers as gold does, and between the two
        the difference can be scaled. It cannot be made larger.
    """

    answers: Answers
    kind: str
    epsilon_a: float = 1.0
    epsilon_b: float = 1.0
    levels: tuple[str, ...] = ()
    missing: float = 0.0
    name: str = "plug-in"
    a: str = "A"
    b: str = "B"
    gold: str = "gold"
    source: str = ""  # the file, if it was one
    observed: ClassVar[bool] = True  # A and B are known by their answers alone
    _packed: tuple[tuple[Floats, Ints], ...] = field(init=False, repr=False, default=())

    def __post_init__(self) -> None:
        """Refuse what cannot be; move missing answers to the ends of their rows."""
        check_one_of("kind", self.kind, KINDS)
        check_missing(self.missing)
        for who in ("epsilon_a", "epsilon_b"):
            value = getattr(self, who)
            if isinstance(value, int | float) and value > 1:
                raise ParameterError(
                    who,
                    "a number from 0 (as gold) to 1 (as seen) in a world of one's own data",
                    f"{value:g}",
                )
            check_probability(who, value)
        packed = []
        for name, values in zip((self.gold, self.a, self.b), self.answers, strict=True):
            there = ~np.isnan(values)
            count = there.sum(axis=1)
            if not len(values) or not count.all():
                raise ParameterError(
                    f"the answers of {name}", "at least one to each item", "none to some"
                )
            order = np.argsort(~there, axis=1, kind="stable")
            packed.append((np.take_along_axis(values, order, axis=1), count))
        object.__setattr__(self, "_packed", tuple(packed))

    @classmethod
    def of(cls, responses: Responses, a: str, b: str, **options: Any) -> Self:
        """Return the world of what was read."""
        found = responses.pair(a, b)
        names = {"a": a, "b": b, "gold": responses.gold, "levels": responses.levels}
        return cls(answers=found, kind=responses.kind, **{**names, **options})

    def at(self, *, epsilon_a: float | None = None, epsilon_b: float | None = None) -> Self:
        """Return the world with A or B nearer to gold than they were seen."""
        return replace(
            self,
            epsilon_a=self.epsilon_a if epsilon_a is None else epsilon_a,
            epsilon_b=self.epsilon_b if epsilon_b is None else epsilon_b,
        )

    def draw(self, items: int, counts: Counts, rng: np.random.Generator, size: int) -> Answers:
        """Return `size` studies, each of items drawn anew."""
        chosen = rng.integers(0, self.answers.items, size=(size, items))
        found = Answers(
            self._again(0, chosen, counts.gold, rng),
            self._system(1, self.epsilon_a, chosen, counts.a, rng),
            self._system(2, self.epsilon_b, chosen, counts.b, rng),
        )
        return with_missing(found, self.missing, rng)

    def draw_mixed(
        self, items: int, counts: Counts, rng: np.random.Generator, size: int
    ) -> Answers:
        """Return studies in which each answer of A and of B is, by a fair coin, A's or B's."""
        chosen = rng.integers(0, self.answers.items, size=(size, items))

        def mixed(k: int) -> Floats:
            coin = rng.integers(0, 2, size=(size, items, k), dtype=np.int8).astype(bool)
            a = self._system(1, self.epsilon_a, chosen, k, rng)
            b = self._system(2, self.epsilon_b, chosen, k, rng)
            return np.where(coin, a, b)

        found = Answers(self._again(0, chosen, counts.gold, rng), mixed(counts.a), mixed(counts.b))
        return with_missing(found, self.missing, rng)

    def _again(self, source: int, chosen: Ints, k: int, rng: np.random.Generator) -> Floats:
        """Return k answers of a source to each chosen item, with replacement."""
        values, count = self._packed[source]
        place = (rng.random((*chosen.shape, k)) * count[chosen][..., None]).astype(np.int64)
        return values[chosen[..., None], place]

    def _system(
        self, source: int, epsilon: float, chosen: Ints, k: int, rng: np.random.Generator
    ) -> Floats:
        if epsilon == 0:
            return self._again(0, chosen, k, rng)
        own = self._again(source, chosen, k, rng)
        if epsilon == 1:
            return own
        return np.where(rng.random(own.shape) < epsilon, own, self._again(0, chosen, k, rng))

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""
        found: dict[str, Any] = {
            "world": self.name,
            "file": self.source,
            "items": self.answers.items,
            "gold": self.gold,
            "a": self.a,
            "b": self.b,
            "epsilon_a": self.epsilon_a,
            "epsilon_b": self.epsilon_b,
        }
        return found | ({"missing": self.missing} if self.missing else {})
