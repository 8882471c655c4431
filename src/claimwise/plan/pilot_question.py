"""How studies drawn from a pilot are tested, and how often a test finds the difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from claimwise.choose import Traits, choose_test
from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Row,
    check_alternative,
    check_count,
    names,
    option,
)
from claimwise.htest import Test, find_test
from claimwise.kernels.arrays import Floats
from claimwise.metrics import ItemCorpus
from claimwise.plan.needed import check_target
from claimwise.plan.resamples import check_resamples, least_resamples
from claimwise.power.engine import RESAMPLES, Tally, count_found, found_rows
from claimwise.power.rating_solve import Point
from claimwise.power.reached import stream_of
from claimwise.worlds.pilot import ResampledPilot, StudyList
from claimwise.worlds.pilot_units import Pilot

WHO = "plan pilot"
# Simulated studies by default: what a minute or so allows.
REPLICATES = {"binary": 10_000, "numeric": 2_000, "corpus": 500}
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
    replicates: int
    resamples: int
    seed: int
    workers: int
    nulls: dict[int, Tally] = field(default_factory=dict)

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
    ) -> PilotQuestion:
        """Check everything and return it."""
        target, level = check_target(power, alpha)
        found, why = _chosen(pilot, test, n)
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
            replicates=check_count("replicates", usual if replicates is None else replicates),
            resamples=check_count("resamples", RESAMPLES if resamples is None else resamples),
            seed=seed,
            workers=check_count("workers", workers),
            nulls=nulls,
        )

    @property
    def sign(self) -> int:
        """The sign of the differences that the study looks for, where none is given."""
        if self.alternative == "two-sided":
            return -1 if self.pilot.metric.better == "lower" else 1
        return -1 if self.alternative == "less" else 1

    @property
    def tail(self) -> float:
        """The alpha of the two-sided test that is as strict on the side that counts."""
        return self.alpha if self.alternative == "two-sided" else 2 * self.alpha

    def world(self, difference: float | None) -> ResampledPilot:
        """Return the world in which the systems differ so much."""
        return ResampledPilot.at(self.pilot, self.test.outcome, difference)

    def tally(self, world: ResampledPilot, n: int, stream: int = 0) -> Tally:
        """Simulate studies of n items and count what the test finds."""
        self.test.check_n(n)
        listed = self.pilot.cluster is not None and self.test.outcome != "corpus"
        return count_found(
            world,
            one_by_one(self.test) if listed else self.test,
            n,
            alpha=self.alpha,
            alternative=self.alternative,
            replicates=self.replicates,
            seed=self.seed,
            stream=stream,
            workers=self.workers,
            resamples=self.resamples,
            block=world.at_once(n),
        )

    def rows(self, world: ResampledPilot, n: int) -> tuple[list[Row], list[Note]]:
        """Return the rows of studies of n items, with an effect and without."""
        effect = self.tally(world, n)
        if n not in self.nulls:
            self.nulls[n] = self.tally(world.null(), n, stream=1)
        null = self.nulls[n]
        notes = [*effect.failures.notes(self.replicates)]
        notes += [note.of("With no effect") for note in null.failures.notes(self.replicates)]
        return found_rows(effect, null, world.truth(), n), notes

    def point(self, world: ResampledPilot, n: int, size: float) -> Point:
        """Return how often the difference is found, with its right sign, at a size."""
        found = self.tally(world, n, stream_of(size))
        return Point(size, found.above if world.truth() > 0 else found.below, found.done)


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
        outcome = "binary" if pilot.right_or_wrong else "numeric"
        traits = Traits(outcome=outcome, paired=True, clustered=clustered, n=n or pilot.n)
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
