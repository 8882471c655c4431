"""The settings that all plans share, checked at the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    check_alternative,
    check_count,
    check_difference,
    check_one_of,
    option,
    root_seed,
)
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.simulate import Run
from claimwise.htest import Test, find_test
from claimwise.plan.assessing import (
    REPLICATES,
    Asked,
    Reading,
    posterior_settings,
    refuse_options_of_the_test,
)
from claimwise.plan.needed import SOLVE, check_known, check_target, refuse_prior
from claimwise.plan.result import plan_result

SMALLEST_DIFFERENCE = 1e-6
BY = ("exact", "normal", "simulation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to decide, what to reach, what to solve for, and by which route."""

    test: Test
    alternative: str
    alpha: float
    target: float
    solve: str | None
    by: str
    replicates: int
    seed: int
    workers: int
    ways: tuple[str, ...] = ("test",)
    reading: Reading | None = None
    effect: EffectPrior | None = None

    @classmethod
    def of(
        cls,
        *,
        paired: bool,
        test: str,
        alternative: str,
        alpha: float,
        power: float,
        solve: str | None,
        by: str,
        replicates: int | None,
        rng: Any,
        workers: int,
        asked: Asked | None = None,
        outcome: str = "binary",
    ) -> Settings:
        """Check everything and return it."""
        found = find_test(test, paired=paired, outcome=outcome)
        target, level = check_target(power, alpha)
        if solve is not None:
            check_one_of("solve", solve, SOLVE)
        check_one_of("by", by, BY)
        if by == "simulation" and solve in ("mde", "n"):
            raise ParameterError(
                option("by", "simulation"),
                "a study of known size and difference",
                option("solve", solve),
                "Leave it out: the search runs on exact enumeration.",
            )
        asked = asked or Asked()
        ways, reading, effect = asked.ways(), asked.reading(paired), asked.effect()
        if "test" not in ways:
            given = {"test": test, "alternative": alternative, "alpha": alpha, "by": by}
            refuse_options_of_the_test(given)
        refuse_searches(solve, reading, effect)
        simulated = by == "simulation" or reading is not None
        usual = 10_000 if reading is None else REPLICATES
        return cls(
            test=found,
            alternative=check_alternative(alternative),
            alpha=level,
            target=target,
            solve=solve,
            by=by,
            replicates=check_count("replicates", usual if replicates is None else replicates),
            seed=root_seed(rng) if simulated else -1,
            workers=check_count("workers", workers),
            ways=ways,
            reading=reading,
            effect=effect,
        )

    @property
    def run(self) -> Run:
        """How studies are simulated."""
        return Run(self.replicates, self.seed, self.workers)

    def known(self, who: str, n: Any, difference: Any) -> None:
        """Refuse a question in which something needed is missing, or is both given and asked."""
        check_known(who, n, difference, self.solve, self.effect)

    @staticmethod
    def difference(value: Any) -> float:
        """Return a difference that can be planned for: none, or not absurdly small."""
        number = check_difference(value)
        if 0 < abs(number) < SMALLEST_DIFFERENCE:
            raise ParameterError(
                "difference", f"0 or a size of at least {SMALLEST_DIFFERENCE:g}", number
            )
        return number

    def result(self, rows: list[Row], notes: list[Note], **more: Any) -> Result:
        """Return the answer with everything it rests on."""
        data = more.pop("data", None)
        tested = {
            "test": self.test.name,
            "alternative": self.alternative,
            "alpha": self.alpha,
            "by": self.by,
        }
        settings = {
            **(tested if "test" in self.ways else {}),
            "target": self.target,
            **posterior_settings(self.ways, self.reading, more.get("difference")),
            "effect_prior": self.effect.words if self.effect else None,
            "solve": self.solve,
            "replicates": self.replicates if self.seed >= 0 else None,
            **more,
        }
        method = self.test.name if "test" in self.ways else self.model
        return plan_result(method, rows, notes, settings, seed=self.known_seed, data=data)

    @property
    def known_seed(self) -> int | None:
        """The seed; None where nothing is simulated."""
        return self.seed if self.seed >= 0 else None

    @property
    def model(self) -> str:
        """The name of the posterior that the plan foresees."""
        return self.reading.model if self.reading else ""


def refuse_searches(solve: str | None, reading: Any, effect: EffectPrior | None) -> None:
    """Refuse to look for what a posterior, or an average over differences, cannot give."""
    if solve == "mde" and reading is not None:
        raise ParameterError(
            option("solve", "mde"),
            option("assess", "test"),
            "a posterior",
            "Use " + option("solve", "n") + ", at a difference.",
        )
    if effect is not None:
        refuse_prior(solve or "")
