"""The rows of a plan for BLEU: by simulation, or by the normal approximation."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, inf, isfinite, isnan, nan
from typing import NamedTuple

import numpy as np

from claimwise.core import Note, Row, assumed, caution, meaning
from claimwise.kernels.arrays import Floats
from claimwise.plan.assured import simulated_assurance
from claimwise.plan.design import Answer
from claimwise.plan.effect_prior import EffectPrior
from claimwise.power.delta import LARGEST, DeltaStudy
from claimwise.power.delta_normal import blind, normal_mde, normal_size, normal_study
from claimwise.worlds.delta_laplace import DeltaLaplace

APPROXIMATE = meaning("By the normal approximation: no randomisation test was run.")
ENOUGH = 50  # items that differ, from which on the approximation is a good one


class Question(NamedTuple):
    """How studies are simulated, what to reach, and where a difference is looked for."""

    study: DeltaStudy
    target: float
    search: DeltaStudy
    sign: int


def by_simulation(
    asked: Question,
    world: DeltaLaplace,
    n: int | None,
    difference: float | None,
    solve: str | None,
    unit: str,
) -> Answer:
    """Return the rows by simulated randomisation tests."""
    rows: list[Row] = []
    notes: list[Note] = []
    if solve == "mde" and n is not None:
        rows.append(asked.search.mde(world, n, asked.target, asked.sign))
        difference = rows[0].estimate
    elif solve == "n" and difference is not None:
        rows.append(asked.search.sample_size(world.at(difference), asked.target))
        n = rows[0].n
        notes += _size_notes(asked, rows[0], difference, unit)
        if n is not None and n > LARGEST:
            return rows, notes
    if n is None or difference is None or isnan(difference):
        return rows, notes
    more, heed = asked.study.rows(world.at(difference), n)
    rows += more
    notes += heed
    if solve is None:
        rows.append(asked.search.mde(world, n, asked.target, asked.sign))
        if difference:
            rows.append(asked.search.sample_size(world.at(difference), asked.target))
            notes += _size_notes(asked, rows[-1], difference, unit)
    return rows, notes


def _size_notes(asked: Question, row: Row, difference: float, unit: str) -> list[Note]:
    if isnan(row.estimate):
        return [
            meaning(
                f"No number of {unit} makes randomisation ({asked.study.alternative}) find a "
                f"difference of {difference:g}."
            )
        ]
    if isnan(row.low):
        return [
            meaning(
                "The size needed is by the normal approximation, which is good from "
                f"{LARGEST:,} {unit} on."
            )
        ]
    return []


def assured_delta(
    asked: Question, world: DeltaLaplace, n: int, prior: EffectPrior, by: str
) -> Answer:
    """Average the power over a prior of the true difference."""
    study = asked.study
    if by == "normal":
        return _assured_normal(study, world, n, prior)

    def count(difference: float, stream: int, studies: int) -> tuple[int, int]:
        found = replace(study, replicates=studies).tally(world.at(difference), n, stream)
        return (found.above if difference > 0 else found.below), found.done

    return simulated_assurance(count, prior, n, replicates=study.replicates, seed=study.seed)


def _assured_normal(study: DeltaStudy, world: DeltaLaplace, n: int, prior: EffectPrior) -> Answer:
    def power(d: float) -> Floats:
        return np.array([normal_study(world.at(d), n, study.alpha, study.alternative).power])

    value = float(prior.average(power, (0.0,))[0])
    note = f"Prior of the true difference: {prior.words}, over which assurance is an average."
    return [Row(quantity="assurance", estimate=value, n=n)], [assumed(note)]


def by_normal(
    asked: Question,
    world: DeltaLaplace,
    n: int | None,
    difference: float | None,
    solve: str | None,
    unit: str,
) -> Answer:
    """Return the rows by the normal approximation."""
    test = (asked.study.alpha, asked.study.alternative)
    rows: list[Row] = []
    if n is not None and solve in (None, "mde"):
        size = asked.sign * normal_mde(world, n, asked.target, *test)
        rows.append(Row(quantity="mde", estimate=size if isfinite(size) else nan, n=n))
        difference = rows[0].estimate if solve == "mde" else difference
    if difference and solve in (None, "n"):
        items = nan
        if not blind(difference, asked.study.alternative):
            items = float(ceil(normal_size(world.at(difference), asked.target, *test) - 1e-9))
        n = int(items) if solve == "n" and not isnan(items) else n
        rows.append(
            Row(
                quantity="sample_size",
                estimate=items,
                n=None if isnan(items) else int(items),
            )
        )
    if n is None or difference is None or isnan(difference):
        return rows, _approximate(world, n, unit)
    found = normal_study(world.at(difference), n, *test)
    study = [Row(quantity=name, estimate=value, n=n) for name, value in found._asdict().items()]
    return [*study, *rows], _approximate(world, n, unit)


def _approximate(world: DeltaLaplace, n: int | None, unit: str) -> list[Note]:
    """Say what the numbers are, and that they are none to trust where few items differ."""
    differ = inf if n is None else n * (1 - world.zero_share)
    if differ >= ENOUGH:
        return [APPROXIMATE]
    return [
        caution(
            f"By the normal approximation, which is poor where so few {unit} differ "
            f"(about {differ:.0f}): use by simulation."
        )
    ]
