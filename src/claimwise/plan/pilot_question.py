"""How studies drawn from a pilot are tested, and how often a test finds the difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

import numpy as np
from scipy import special

from claimwise.choose import Traits, choose_test
from claimwise.core import (
    DataError,
    ParameterError,
    check_alternative,
    check_count,
    names,
    option,
)
from claimwise.engine.drawn import Simulated, SimulatedSupport
from claimwise.engine.goal import Sign, Support
from claimwise.engine.planned import Drawn, Planned
from claimwise.engine.simulate import Run, Tally
from claimwise.htest import Test, find_test
from claimwise.kernels.arrays import Floats
from claimwise.metrics import ItemCorpus
from claimwise.plan.needed import check_target
from claimwise.plan.resamples import check_resamples, least_resamples
from claimwise.power.claims import RESAMPLES, Judge
from claimwise.worlds.pilot import ResampledPilot, StudyList
from claimwise.worlds.pilot_units import Pilot

WHO = "plan pilot"
# Simulated studies by default: what a minute or so allows.
REPLICATES = {"binary": 10_000, "numeric": 2_000, "corpus": 500}
FEWEST = 6  # units: with fewer, no test of the house is significant at 0.05 both ways
MOST = {"binary": 10_000_000, "numeric": 100_000, "corpus": 100_000}  # items in a search
MOST_SLOW = 10_000
FOLD = 5  # of the smallest p-value, for alpha
MOST_RESAMPLES = 100_000  # of a study, where nobody asked for more
SLOW_REPLICATES = 200  # of metrics that score the items of every resample anew


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PilotQuestion:
    """A pilot, the test of the study, and what to simulate.

    `nulls` keeps what was found without an effect: it depends on n, but not on the difference.
    """

    pilot: Pilot
    test: Test
    why: str
    alternative: str
    alpha: float
    target: float
    run: Run
    resamples: int
    nulls: dict[int, Tally] = field(default_factory=dict)
    judge: Judge | None = None  # of a claim with a margin

    @classmethod
    def of(
        cls,
        pilot: Pilot,
        *,
        test: str | None,
        n: int | None,
        alternative: str,
        alpha: float,
        power: float,
        replicates: int | None,
        resamples: int | None,
        seed: int,
        workers: int,
        nulls: dict[int, Tally],
        judge: Judge | None = None,
    ) -> PilotQuestion:
        """Check everything and return it."""
        target, level = check_target(power, alpha)
        found, why = _chosen(pilot, test, n)
        if judge is not None:
            found, why = judge.procedure, "the claim"  # type: ignore[assignment]
        usual = REPLICATES[found.outcome]
        if found.outcome == "corpus" and isinstance(pilot.corpus, ItemCorpus):
            usual = SLOW_REPLICATES
        if found.resampled:
            resamples = _resamples(resamples, level)
        return cls(
            pilot=pilot,
            test=found,
            why=why,
            alternative=check_alternative(alternative),
            alpha=level,
            target=target,
            run=Run(
                check_count("replicates", usual if replicates is None else replicates),
                seed,
                check_count("workers", workers),
            ),
            resamples=check_count("resamples", RESAMPLES if resamples is None else resamples),
            nulls=nulls,
            judge=judge,
        )

    @property
    def sign(self) -> int:
        """The sign of the differences that the study looks for, where none is given."""
        if self.alternative == "two-sided":
            return -1 if self.pilot.metric.better == "lower" else 1
        return -1 if self.alternative == "less" else 1

    @property
    def goal(self) -> Sign | Support:
        """A difference that the test finds, or a claim that it supports."""
        if self.judge is not None:
            return Support(self.judge)
        return Sign(self.test, self.alpha, self.alternative, self.sign)

    def world(self, difference: float | None) -> ResampledPilot:
        """Return the world in which the systems differ so much; by default as in the pilot."""
        return ResampledPilot.at(self.pilot, self.test.outcome, difference)

    def at(self, difference: float) -> ResampledPilot:
        """Return the same; where it is the pilot's own difference, the pilot as it is."""
        own = self.world(None)
        return own if difference == own.truth() else self.world(difference)

    def possible(self, sign: int) -> tuple[float, float]:
        """Return the sizes of differences that weights of the pilot's items reach.

        There need not be 0 among them.
        """
        reach = self.pilot.tilting.reach
        return max(0.0, sign * float(reach(-sign))), max(0.0, sign * float(reach(sign)))

    def refuse(self, solve: str | None, difference: float | None) -> None:
        """Refuse a search where no item differs from another, or of no difference to be found."""
        if solve == "n" and self.judge is None and self.world(difference).truth() == 0:
            raise ParameterError(option("solve", "n"), "a difference", "0")
        if solve in ("mde", "n") and self.pilot.tilting.spread() == 0:
            needs = "items that differ in what they say of A and B"
            raise ParameterError(WHO, needs, "the same of every item")
        truth = self.world(difference).truth()
        if self.judge is not None:
            return
        if solve == "n" and self.goal.why_never(truth) is not None:
            side = "below" if self.sign < 0 else "above"
            asked = option("alternative", self.alternative)
            raise ParameterError(asked, f"a difference {side} 0", f"{truth:g}")

    def planned(self) -> Planned:
        """Return the study as solvers and averages see it.

        Sizes are looked for in units of the pilot, which are clusters where it has some.
        """
        goal = self.goal
        wanted = float(special.ndtri(self.target) - special.ndtri(goal.tail / 2))
        listed = self.pilot.cluster is not None and self.test.outcome != "corpus"
        most = MOST_SLOW if isinstance(self.pilot.corpus, ItemCorpus) else MOST[self.test.outcome]

        def needs(difference: float) -> float:
            world = self.at(difference)
            away = goal.room(difference) if isinstance(goal, Support) else world.truth()
            return (wanted * world.spread() / away) ** 2 * world.unit_size()

        def near(n: int) -> float:
            units = self.world(None).groups(n)
            return wanted * float(self.pilot.tilting.spread()) / sqrt(units)

        return Planned(
            goal=goal,
            route=self._route(one_by_one(self.test) if listed else self.test),
            target=self.target,
            needs=needs,
            near=near,
            possible=self.possible,
            fewest=FEWEST,
            most=most,
            grain=lambda difference: self.at(difference).unit_size(),
            grows=self.at if self.world(None).by_item else None,
        )

    def _route(self, test: Test) -> Drawn:
        """Return the way to power: by simulated studies, tested or judged."""
        goal, block = self.goal, self.world(None).at_once
        if isinstance(goal, Support):
            judged = replace(goal.judge, procedure=test)
            return SimulatedSupport(
                world=self.at, goal=Support(judged), run=self.run, possible=self.possible,
                block=block,
            )  # fmt: skip
        return Simulated(
            world=self.at,
            goal=goal,
            run=self.run,
            resamples=self.resamples,
            block=block,
            test=test,
            nulls=self.nulls,
        )


def _resamples(given: int | None, alpha: float) -> int:
    """Return the resamples of a study: those given if they reach alpha, or as many as it takes.

    Where alpha is the smallest p-value there can be, chance decides much: so it is the fifth.
    """
    if given is not None:
        return check_resamples(given, alpha)
    least = least_resamples(alpha / FOLD)
    if least > MOST_RESAMPLES:
        raise ParameterError(
            "alpha",
            f"a number that {MOST_RESAMPLES:,} resamples reach",
            f"{alpha:g}, which takes {least:,}",
            "Give " + option("resamples", least) + ", or a test that draws none.",
        )
    return max(RESAMPLES, least)


def one_by_one(test: Test) -> Test:
    """Return the test for studies of different sizes, each with random numbers of its own."""

    def each(data: StudyList, alternative: str, **more: Any) -> Floats:
        found = []
        for study, stream in zip(data.studies, data.streams, strict=True):
            own = more | ({"seed": more["seed"] + stream} if "seed" in more else {})
            found.append(float(test.pvalue(study, alternative, **own)[0]))
        return np.array(found)

    return replace(test, pvalue=each, region=None)


def _chosen(pilot: Pilot, name: str | None, n: int | None) -> tuple[Test, str]:
    """Return the test, and why it is the one if nobody named it."""
    clustered = pilot.cluster is not None
    if name is None and pilot.values is None:
        return find_test("randomisation"), "a metric of the whole corpus"
    if name is None:
        traits = Traits(outcome=pilot.outcome, paired=True, clustered=clustered, n=n or pilot.n)
        choice = choose_test(traits)
        return find_test(choice.name), choice.why
    test = find_test(name, paired=True)
    fits: dict[str, Callable[[], bool]] = {
        "corpus": lambda: True,
        "numeric": lambda: pilot.values is not None,
        "binary": lambda: pilot.right_or_wrong,
    }
    if not fits[test.outcome]():
        kinds = [kind for kind, fit in fits.items() if fit()]
        fitting = [one for kind in kinds for one in names("test", paired=True, outcome=kind)]
        what = {
            "numeric": "a metric that is the mean of one number for each item",
            "binary": "right/wrong scores (0 or 1)",
        }[test.outcome]
        found = f"{pilot.metric.name}" if pilot.values is None else "graded scores"
        raise ParameterError(
            option("test", name), what, found, f"Tests of this pilot: {', '.join(fitting)}."
        )
    if test.clustered and not clustered:
        raise DataError(
            option("test", name),
            "the cluster of each item",
            "none",
            "Name their column with " + option("cluster", "COLUMN") + ".",
        )
    return test, ""
