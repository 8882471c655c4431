"""What is asked of a plan for several answers to each item, checked before anything is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np

from claimwise.core import (
    At,
    ParameterError,
    check_alpha,
    check_count,
    check_number,
    check_one_of,
    check_share,
    option,
    root_seed,
)
from claimwise.data.responses import Counts
from claimwise.engine.responses import ALTERNATIVES, check_items, check_resamples, check_responders
from claimwise.htest import Test, find_test
from claimwise.kernels.response_samplers import Reference, Sampler
from claimwise.metrics.responses import ResponseMetric, find_response_metrics
from claimwise.plan.grid import is_list
from claimwise.plan.needed import no_items
from claimwise.worlds.response_file import find_response_world
from claimwise.worlds.responses import ResponseWorld

WHO = "plan responses"
SOLVE = ("power", "mde", "split", "items", "responses", "budget")
REPLICATES = 1_000
RESAMPLES = 500
SETS, DRAWS = 20, 200  # reference sets whose expected p is estimated, and resamples of each
SHARED = "responses"  # answers of all sources; those of single ones are in OWN
OWN = {"responses_gold": "gold", "responses_a": "a", "responses_b": "b"}


@dataclass(frozen=True, slots=True)
class Place:
    """One study that is simulated, and how its rows are told from others'."""

    world: ResponseWorld
    items: int
    counts: Counts
    at: At = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseQuestion:
    """How studies are scored, tested and simulated."""

    world: ResponseWorld
    metrics: tuple[ResponseMetric, ...]
    test: Test
    sampler: Sampler
    alternative: str
    alpha: float
    target: float
    solve: str
    replicates: int
    resamples: int
    sets: int
    seed: int
    workers: int

    @classmethod
    def of(
        cls,
        *,
        world: Any,
        metric: str | Sequence[str],
        procedure: str,
        sampler: str,
        alternative: str,
        alpha: float,
        power: float,
        solve: str | None,
        replicates: int | None,
        resamples: int | None,
        sets: int | None,
        rng: Any,
        workers: int,
        **pilot: Any,
    ) -> ResponseQuestion:
        """Check what was asked."""
        found = world if isinstance(world, ResponseWorld) else find_response_world(world, **pilot)
        question = cls(
            world=found,
            metrics=find_response_metrics(metric),
            test=find_test(procedure, outcome="responses"),
            sampler=Sampler.of(sampler),
            alternative=check_one_of("alternative", alternative, ALTERNATIVES),
            alpha=check_alpha(alpha),
            target=check_share("power", power),
            solve=check_one_of("solve", solve or "power", SOLVE),
            replicates=check_count("replicates", REPLICATES if replicates is None else replicates),
            resamples=check_count("resamples", RESAMPLES if resamples is None else resamples),
            sets=SETS if sets is None else check_count("sets", sets),
            seed=root_seed(rng),
            workers=check_count("workers", workers),
        )
        check_resamples([question.test], question.resamples, question.alpha)
        return question

    def check(self, counts: Counts, *, resampled: bool = False) -> None:
        """Refuse answers that a metric, or the sampler, does not fit, before long work begins."""
        one = self.world.draw(2, counts, np.random.default_rng(0), 1)
        for metric in self.metrics:
            metric.check(self.world.kind, one)
        check_responders([self.test], self.world, counts)
        if resampled:
            Reference.of(*one.study(0)).check(self.sampler)

    def only(self, metric: ResponseMetric) -> ResponseQuestion:
        """Return the question of one metric."""
        return replace(self, metrics=(metric,))


def places(question: ResponseQuestion, parameters: Mapping[str, Any]) -> list[Place]:
    """Return every study of the grid that lists of sizes and errors span."""
    axes = varied(parameters)
    points = product(*([(name, value) for value in values] for name, values in axes.items()))
    found = []
    for point in points:
        given = dict(parameters) | dict(point)
        if given.get("items") is None:
            raise no_items(WHO, "items")
        counts = counts_of(given)
        question.check(counts, resampled=not axes)
        world = at(question.world, given)
        found.append(Place(world, check_items(given["items"]), counts, dict(point)))
    return found


def varied(parameters: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the parameters that have several values."""
    axes = {name: list(value) for name, value in parameters.items() if is_list(value)}
    if len(axes) > 2:
        raise ParameterError(
            "a curve", "one or two parameters with several values", ", ".join(axes)
        )
    for name, values in axes.items():
        if not values:
            raise ParameterError(name, "at least one value", "an empty list")
        for value in values:
            check_number(name, value)
    return axes


def counts_of(given: Mapping[str, Any]) -> Counts:
    """Return the answers of each source: its own number, or the one for all."""
    shared: Any = given.get(SHARED)
    own: dict[str, Any] = {source: given.get(name) for name, source in OWN.items()}
    missing = [source for source, k in own.items() if k is None]
    if shared is None and missing:
        needs = "the number of answers, " + option("responses")
        raise ParameterError(WHO, needs, f"none for {', '.join(missing)}")
    each: dict[str, Any] = {source: shared if k is None else k for source, k in own.items()}
    return Counts.of(each)


def at(world: ResponseWorld, given: Mapping[str, Any]) -> ResponseWorld:
    """Return the world with the errors of A and B that were given, if they were."""
    errors = {name: given.get(name) for name in ("epsilon_a", "epsilon_b")}
    named = {name: check_number(name, value) for name, value in errors.items() if value is not None}
    return world.at(**named) if named else world
