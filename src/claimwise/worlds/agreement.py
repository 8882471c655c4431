"""How often two systems will have the same verdict: given, regressed, or unknown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from claimwise.core import check_one_of, check_probability
from claimwise.worlds.paired_accuracy import PairedAccuracy

if TYPE_CHECKING:
    from claimwise.worlds.regression import Regression


class Agreement(Protocol):
    """A rule for the agreement that goes with a difference, and where the rule comes from."""

    @property
    def source(self) -> str:
        """Where the agreement comes from, in words."""

    def at(self, difference: float) -> float:
        """Return the agreement that goes with a difference."""

    def world(self, difference: float) -> PairedAccuracy:
        """Return the world with this difference; refuses impossible ones."""


@dataclass(frozen=True, slots=True)
class Held:
    """The same agreement whatever the difference."""

    value: float
    baseline: float | None = None
    source: str = "given"

    def at(self, difference: float) -> float:
        """Return the agreement, which does not move."""
        return self.value

    def world(self, difference: float) -> PairedAccuracy:
        """Return the world with this difference."""
        return PairedAccuracy(difference, self.value, self.baseline)


@dataclass(frozen=True, slots=True)
class Regressed:
    """Agreement that moves with the difference, by a regression over past comparisons."""

    regression: Regression
    baseline: float

    @property
    def source(self) -> str:
        """The regression's own source."""
        return self.regression.source

    def at(self, difference: float) -> float:
        """Return the predicted agreement at the lower of both accuracies."""
        lower = min(self.baseline, self.baseline + difference)
        predicted = self.regression.predict(min_accuracy=lower, difference=abs(difference))
        return min(1.0, max(0.0, predicted))

    def world(self, difference: float) -> PairedAccuracy:
        """Return the world with this difference.

        The baseline bounds the difference, but not the split of the agreement: a
        regression may miss the possible range by a little and still be useful.
        """
        _check_room(self.baseline, difference)
        return PairedAccuracy(difference, self.at(difference))


@dataclass(frozen=True, slots=True)
class Independent:
    """Systems that err independently of each other, as if by chance: hardly any do.

    >>> round(Independent(0.69).at(0.035), 4)
    0.5855
    """

    baseline: float

    def __post_init__(self) -> None:
        """Refuse an accuracy that is none."""
        check_probability("baseline", self.baseline)

    @property
    def source(self) -> str:
        """The assumption in words."""
        return "as if the systems erred independently of each other"

    def at(self, difference: float) -> float:
        """Return how often both are right or both wrong by chance."""
        a = self.baseline
        b = min(1.0, max(0.0, a + difference))
        return a * b + (1 - a) * (1 - b)

    def world(self, difference: float) -> PairedAccuracy:
        """Return the world with this difference."""
        _check_room(self.baseline, difference)
        return PairedAccuracy(difference, self.at(difference), self.baseline)


@dataclass(frozen=True, slots=True)
class Lachenbruch:
    """No prior knowledge: the lowest, middle and highest rate of disagreement there can be.

    The bounds carry the names of the detectable differences to which they lead: ``low`` is
    the greatest agreement possible (one system right wherever the other is), ``high`` the
    least possible, and ``mid`` lies halfway. Lachenbruch (1992), Statistics
    in Medicine 11, 1521-1525.
    """

    bound: str
    baseline: float

    def __post_init__(self) -> None:
        """Refuse an unknown bound."""
        check_one_of("bound", self.bound, ("low", "mid", "high"))
        check_probability("baseline", self.baseline)

    @property
    def source(self) -> str:
        """The bound in words."""
        return f"no prior, {self.bound} bound of Lachenbruch (1992, Stat. Med. 11, 1521-1525)"

    def at(self, difference: float) -> float:
        """Return the agreement of this bound."""
        return 1 - self.disagreement(difference)

    def disagreement(self, difference: float) -> float:
        """Return the rate of disagreement that the bound stands for."""
        right = 2 * self.baseline + difference  # sum of both accuracies
        lowest, highest = abs(difference), min(right, 2 - right)
        return {"low": lowest, "mid": (lowest + highest) / 2, "high": highest}[self.bound]

    def world(self, difference: float) -> PairedAccuracy:
        """Return the world with this difference."""
        _check_room(self.baseline, difference)
        return PairedAccuracy(difference, self.at(difference), self.baseline)


def _check_room(baseline: float, difference: float) -> None:
    """Refuse a difference for which the baseline's accuracy leaves no room."""
    # Full agreement but for the difference is possible if anything is.
    PairedAccuracy(difference, 1 - abs(difference), baseline)
