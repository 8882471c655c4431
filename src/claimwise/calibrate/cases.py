"""Which worlds a calibration looks at: systems alike, equally good, and different."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from claimwise.core import At, ParameterError, spelled
from claimwise.worlds.response_even import even, is_alike, is_even
from claimwise.worlds.responses import ResponseWorld

ALIKE, EVEN, DIFFER = "alike", "equally good", "different"


W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class Case(Generic[W]):
    """A world, what is true in it, and where its rows stand."""

    world: W
    truth: str  # one of ALIKE, EVEN, DIFFER
    at: At

    @property
    def where(self) -> str:
        """The place as one word."""
        return spelled(self.at)

    @property
    def differ(self) -> bool:
        """Whether there is something to find."""
        return self.truth == DIFFER


def cases_of(
    world: ResponseWorld, epsilon_a: float | None, epsilon_b: Sequence[float]
) -> list[Case[ResponseWorld]]:
    """Return the worlds: with each error of B, and with both off by as much as the worse of them.

    Where both are off by nothing they are alike. Where both are off by as much, each by errors of
    its own, they are equally good, and not alike.
    """
    placed = world if epsilon_a is None else world.at(epsilon_a=epsilon_a)
    pairs: list[tuple[ResponseWorld, At]]
    if not epsilon_b:
        pairs = [(placed, {})]
    else:
        if len(set(epsilon_b)) < len(epsilon_b):
            raise ParameterError("epsilon_b", "each value once", f"{list(epsilon_b)}")
        pairs = [(placed.at(epsilon_b=e), {"epsilon_b": e}) for e in epsilon_b]
    found: list[Case[ResponseWorld]] = []
    for one, at in pairs:
        if is_even(one):
            truth = _truth(one)
            if all(case.world != one for case in found):
                found.append(Case(one, truth, at or {"truth": truth}))
            continue
        found.append(Case(one, DIFFER, at or {"truth": "as fitted"}))
        both, truth = even(one), _truth(even(one))
        there: At = {"epsilon": both.epsilon_b} if at else {"truth": truth}
        if all(
            case.where != spelled(there) for case in found
        ):  # the same for all B that A is worse than
            found.append(Case(both, truth, there))
    return found


def placed(worlds: Callable[[float], W], differences: Sequence[float]) -> list[Case[W]]:
    """Return the world without a difference, and one with each of these.

    >>> [(case.truth, case.where) for case in placed(abs, [0.02])]
    [('equally good', 'difference=0'), ('different', 'difference=0.02')]
    """
    found = [Case(worlds(0.0), EVEN, {"difference": 0.0})]
    return found + [Case(worlds(d), DIFFER, {"difference": d}) for d in differences]


def _truth(world: ResponseWorld) -> str:
    return ALIKE if is_alike(world) else EVEN
