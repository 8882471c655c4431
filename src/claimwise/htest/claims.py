"""A claim: what is to be said about B and A, and what the data must show for it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from claimwise.core import (
    ParameterError,
    check_alpha,
    check_alternative,
    check_number,
    check_one_of,
    check_share,
    option,
)

KINDS = ("difference", "superiority", "non-inferiority", "equivalence")
BETTER = ("higher", "lower")
SUPPORTED, INCONCLUSIVE, CONTRADICTED = 1, 0, -1
FLIPPED = {"greater": "less", "less": "greater", "two-sided": "two-sided"}


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One test to be made: is the difference at `margin`, against this alternative?"""

    margin: float
    alternative: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed of the difference, B minus A.

    - *difference*: A and B differ; with an alternative, B scores higher (or lower).
    - *superiority*: B is better by more than the margin (0 if none is given).
    - *non-inferiority*: B is not worse by as much as the margin.
    - *equivalence*: A and B differ by less than the margin.
    """

    kind: str = "difference"
    margin: float = 0.0
    alternative: str = "two-sided"
    alpha: float = 0.05
    better: str = "higher"
    level: float | None = None

    @classmethod
    def of(
        cls,
        kind: str,
        *,
        margin: float | None,
        alternative: str | None,
        alpha: float,
        better: str,
        level: float | None,
    ) -> Claim:
        """Check the claim at the door and return it."""
        check_one_of("claim", kind, KINDS)
        check_one_of("better", better, BETTER)
        m = 0.0 if margin is None else check_number("margin", margin)
        if m < 0:
            raise ParameterError(
                "margin", "a size of at least 0", f"{m:g}", "Its sign follows the claim."
            )
        if kind in ("non-inferiority", "equivalence") and not m:
            raise ParameterError(
                option("claim", kind),
                "a margin above 0",
                "none" if margin is None else "0",
                "Say how much worse would still be good enough, such as "
                + option("margin", 0.01)
                + ".",
            )
        if alternative is not None:
            check_alternative(alternative)
            if kind != "difference" and alternative != "two-sided":
                raise ParameterError(
                    option("claim", kind),
                    "no alternative, since it has a direction of its own",
                    option("alternative", alternative),
                )
        return cls(
            kind,
            m,
            (alternative or "two-sided") if kind == "difference" else "",
            check_alpha(alpha),
            better,
            None if level is None else check_share("level", level),
        )

    @property
    def up(self) -> int:
        """1 where higher scores are better, -1 where lower ones are."""
        return 1 if self.better == "higher" else -1

    @property
    def interval_level(self) -> float:
        """The level of the interval that is shown: the one that decides, if no other is asked."""
        return self.judging_level if self.level is None else self.level

    @property
    def threshold(self) -> float:
        """The margin that the tests are about; a difference is tested at 0."""
        return 0.0 if self.kind == "difference" else self.margin

    @property
    def edge(self) -> float:
        """By how much B must be ahead for the claim to be true: of non-inferiority, below 0."""
        return -self.margin if self.kind == "non-inferiority" else self.margin

    @property
    def downwards(self) -> bool:
        """Whether the claim is that B scores lower."""
        if self.alternative in ("less", "greater"):
            return self.alternative == "less"
        return self.better == "lower"

    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """Return the null hypotheses that must all be rejected for the claim to stand."""
        better = "greater" if self.up == 1 else "less"
        if self.kind == "difference":
            return (Hypothesis(0.0, self.alternative),)
        if self.kind == "superiority":
            return (Hypothesis(self.up * self.margin, better),)
        if self.kind == "non-inferiority":
            return (Hypothesis(-self.up * self.margin, better),)
        return (Hypothesis(-self.margin, "greater"), Hypothesis(self.margin, "less"))

    def contradictions(self) -> tuple[Hypothesis, ...]:
        """Return the hypotheses of which any one, if rejected, contradicts the claim."""
        if self.kind == "difference":
            opposite = FLIPPED[self.alternative]
            return () if opposite == "two-sided" else (Hypothesis(0.0, opposite),)
        if self.kind == "equivalence":
            return (Hypothesis(self.margin, "greater"), Hypothesis(-self.margin, "less"))
        (one,) = self.hypotheses()
        return (Hypothesis(one.margin, FLIPPED[one.alternative]),)

    @property
    def judging_level(self) -> float:
        """The level of the interval that decides the claim at alpha, whatever is shown.

        >>> Claim().judging_level, Claim(alternative="greater").judging_level
        (0.95, 0.9)
        """
        two_sided = self.kind == "difference" and self.alternative == "two-sided"
        return 1 - self.alpha if two_sided else 1 - 2 * self.alpha

    def by_tests(self, lead: float, against: list[float], contra: list[float]) -> float:
        """Return the verdict from p-values: of the hypotheses, and of the contradictions.

        A two-sided difference is supported when B is the better one, contradicted when A is;
        `lead` is positive where the test sees B ahead.
        """
        if any(isnan(p) for p in (*against, *contra)):
            return float("nan")
        limit = self.alpha * (1 + 1e-12)
        if all(p <= limit for p in against):
            behind = self.alternative == "two-sided" and lead < 0
            return CONTRADICTED if behind else SUPPORTED
        return CONTRADICTED if any(p <= limit for p in contra) else INCONCLUSIVE

    def by_interval(self, low: float, high: float) -> float:
        """Return the verdict from an interval of `judging_level`."""
        if isnan(low) or isnan(high):
            return float("nan")
        slack = 1e-12 * max(abs(low), abs(high), self.margin)  # an end at the edge is not beyond
        low, high = low - slack, high + slack
        below, above = (low, high) if self.up == 1 else (-high, -low)
        if self.kind == "equivalence":
            inside = below > -self.margin and above < self.margin
            outside = below > self.margin or above < -self.margin
            return SUPPORTED if inside else CONTRADICTED if outside else INCONCLUSIVE
        edge = {"superiority": self.margin, "non-inferiority": -self.margin}.get(self.kind, 0.0)
        if self.kind == "difference" and self.alternative == "less":
            # The claim is that B scores lower, whichever is better.
            return SUPPORTED if high < 0 else CONTRADICTED if low > 0 else INCONCLUSIVE
        if self.kind == "difference" and self.alternative == "greater":
            return SUPPORTED if low > 0 else CONTRADICTED if high < 0 else INCONCLUSIVE
        return SUPPORTED if below > edge else CONTRADICTED if above < edge else INCONCLUSIVE
