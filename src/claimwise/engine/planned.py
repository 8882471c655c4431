"""A study whose size and effect may still move: all that is known of it to solvers and averages.

A kind of study makes one. What is asked about it (power, detectable effect, size, assurance) is
answered here for all kinds alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from math import inf, sqrt
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from claimwise.core import Note, Row
from claimwise.engine.goal import Goal, Sizes
from claimwise.engine.simulate import Run
from claimwise.kernels.arrays import Floats
from claimwise.worlds.base import World

Answer: TypeAlias = tuple[list[Row], list[Note]]  # rows to read, notes of them
LARGEST_N = 10_000_000
F = TypeVar("F", bound=Callable[..., Any])


class Known(Protocol):
    """A way to know the power exactly: by enumeration, by quadrature, or by a formula."""

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return the power of studies of several sizes; of a claim how often it is supported."""

    def study(self, n: int, effect: float) -> Answer:
        """Return the properties of one study."""


class Drawn(Protocol):
    """A way to know it by simulation."""

    @property
    def run(self) -> Run:
        """How many studies are simulated."""

    def found(
        self, n: int, effect: float, stream: int, studies: int | None = None
    ) -> tuple[int, int]:
        """Return how many simulated studies succeed, and how many could be decided."""

    def study(self, n: int, effect: float) -> Answer:
        """Return the properties of one study, with their Monte Carlo intervals."""


class Comb(NamedTuple):
    """How finely the saw-tooth of an exact power is gone through, around a first guess.

    See `claimwise.engine.saw_tooth.smallest_n`. `remark` says what may have been missed.
    """

    window: int = 24
    stride: int = 8
    patient: bool = True
    remark: Note | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What is fixed when the size n and the effect may still move.

    Two that are equal have equal answers, and what was found for one is not looked for again; so
    what follows from the rest takes no part in the comparison.

    Parameters
    ----------
    goal : Goal
        What the study is to show.
    route : Known or Drawn
        How its power is known. Searches and averages ask for nothing else.
    target : float
        The power wanted.
    needs : callable
        About how many items an effect needs, such as by a classical formula: where a search
        begins. If `closed` it is the answer, and so is `near` if it is given.
    possible : callable
        Of a sign, the smallest and the largest size that an effect can have; (0, 0) if none.
    unit, effect : str
        What n counts; what the effect is.
    fewest, most : int
        Sizes with which anything can be decided, and up to which they are searched.
    grain : callable
        Of an effect, how many items make one step of a simulated search: those of a cluster.
    check : callable
        Refuses an effect that cannot be.
    near : callable, optional
        About which effect n items detect; by default what `needs` says the other way round.
    comb : callable
        Of a first guess and the effect, how finely sizes are gone through.
    grows : callable, optional
        Of an effect, the world in which looks are simulated: its data add up item by item.
    rising : bool
        A promise: power never falls as the effect goes farther from its edge.
    """

    goal: Goal
    route: Known | Drawn
    target: float
    needs: Callable[[float], float] = field(compare=False)
    possible: Callable[[int], Sizes] = field(default=lambda sign: (0.0, inf))
    unit: str = "items"
    effect: str = "the true difference"
    fewest: int = 1
    most: int = LARGEST_N
    grain: Callable[[float], float] = field(default=lambda effect: 1.0, compare=False)
    check: Callable[[float], Any] = field(default=lambda effect: None, compare=False)
    near: Callable[[int], float] | None = field(default=None, compare=False)
    comb: Callable[[float, float], Comb] = field(default=lambda n, d: Comb(), compare=False)
    grows: Callable[[float], World] | None = field(default=None, compare=False)
    rising: bool = False
    closed: bool = False

    @property
    def simulated(self) -> bool:
        """Whether power is known by simulation."""
        return not hasattr(self.route, "powers")

    @property
    def facts(self) -> dict[str, Any]:
        """What sentences about searches may mention."""
        return {"unit": self.unit, "target": self.target, "name": self.goal.name}

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return the exact power of studies of several sizes."""
        return self.route.powers(sizes, effect)  # type: ignore[union-attr]

    def power(self, n: int, effect: float) -> float:
        """Return the exact power; 0 where a study is too small to decide anything."""
        return 0.0 if n < self.fewest else float(self.powers([n], effect)[0])

    def sizes(self) -> Sizes:
        """Return how far from the edge of the goal effects can be."""
        return self.goal.sizes(self.possible(-1), self.possible(1))

    def pieces(self) -> list[tuple[float, float]]:
        """Return the stretches of possible effects."""
        below, above = self.possible(-1), self.possible(1)
        if below[0] == above[0] == 0:
            return [(-below[1], above[1])]
        return [(-below[1], -below[0]), above]

    def nearly(self, n: int) -> float:
        """Return about which size of effect n items detect."""
        if self.near is not None:
            return self.near(n)
        largest = self.sizes()[1]
        bounded = largest < inf
        least, most = (1e-6 * largest, 0.999 * largest) if bounded else (0.0, inf)
        size = largest / 2 if bounded else 1.0
        for _ in range(4):  # items needed fall with the square of the effect
            size = min(most, max(least, size * sqrt(self.needs(self.goal.at(size)) / n)))
        return size


def once(kept: F) -> F:
    """Let a function that remembers work out once more what it cannot or should not remember.

    What was simulated may hold on to large data.
    """

    @wraps(kept)
    def found(*given: Any) -> Any:
        try:
            hash(given)
            forgotten = isinstance(given[0], Planned) and given[0].simulated
        except TypeError:
            forgotten = True
        return (kept.__wrapped__ if forgotten else kept)(*given)  # type: ignore[attr-defined]

    return found  # type: ignore[return-value]
