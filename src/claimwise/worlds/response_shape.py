"""What simulated answers share with those observed: gaps, raters, limits, levels."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from claimwise.core import Note, assumed, inferred
from claimwise.data.responses import Answers, Responses
from claimwise.kernels.arrays import Floats
from claimwise.worlds.item_families_fit import of_moments
from claimwise.worlds.ordinal_responses import OrdinalResponses
from claimwise.worlds.response_moments import (
    Moments,
    answer_moments,
    item_statistics,
    shift_sd,
)
from claimwise.worlds.response_world import ResponseWorld
from claimwise.worlds.responses import NormalResponses

PILED = 0.005  # share of answers at an end that makes it a limit of the scale
CROSSED = 20  # items that each rater answers, from which on raters have a spread of their own


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What a simulated study shares with the data: gaps, raters, limits, levels."""

    answers: Answers
    rater_sd: float
    run_sd: float
    limits: tuple[float, float] | None
    levels: tuple[float, ...]
    ends: tuple[float, float]  # of items' means, for families that have ends
    most: float  # of their standard deviations

    def world(self, at: Moments, families: tuple[str, str]) -> ResponseWorld | None:
        """Return the world of these moments; None where a family has none."""
        mean = of_moments(
            families[0], float(at.mean), float(at.variance), float(at.skew), ends=self.ends
        )
        spread = of_moments(
            families[1],
            float(at.spread),
            float(at.spread_variance),
            float(at.spread_skew),
            ends=(0.0, self.most),
            positive=True,
        )
        if mean is None or spread is None:
            return None
        numbers: dict[str, Any] = {
            "mean": mean,
            "spread": spread,
            "bias_a": float(at.bias_a),
            "bias_b": float(at.bias_b),
            "epsilon_a": epsilon_of(float(at.error_a)),
            "epsilon_b": epsilon_of(float(at.error_b)),
            "spread_a": sqrt(max(0.0, float(at.ratio_a))),
            "spread_b": sqrt(max(0.0, float(at.ratio_b))),
            "rater_sd": self.rater_sd,
            "run_sd": self.run_sd,
        }
        numbers = {
            key: value if key in ("mean", "spread") else float(f"{value:.6g}")
            for key, value in numbers.items()
        }
        if self.levels:
            cuts = tuple(float(x) for x in np.convolve(self.levels, (0.5, 0.5), "valid"))
            return OrdinalResponses(**numbers, thresholds=cuts, values=self.levels)
        return NormalResponses(**numbers, limits=self.limits)


def like(answers: Answers, world: ResponseWorld, rng: np.random.Generator, size: int) -> Answers:
    """Return simulated studies with as many answers as there were, and the same gaps."""
    drawn = world.draw(answers.items, answers.counts, rng, size)
    gaps = (np.isnan(source) for source in answers)
    return Answers(*(np.where(gap, np.nan, s) for gap, s in zip(gaps, drawn, strict=True)))


def epsilon_of(variance: float) -> float:
    """Return how far a uniform error with this variance reaches; 0 where there is none."""
    return sqrt(3 * max(0.0, variance))


def shape_of(found: Responses, answers: Answers, pair: tuple[str, str]) -> tuple[Shape, list[Note]]:
    """Return what simulated studies share with the data, and what to say about it."""
    every = np.concatenate([source[~np.isnan(source)] for source in answers])
    levels: tuple[float, ...] = ()
    limits = None
    notes = []
    if found.kind == "ordinal":
        levels = levels_of(found, every)
    else:
        limits = limits_of(answers)
        if limits is not None:
            notes.append(
                inferred(
                    f"Answers pile up at an end: they are cut to {limits[0]:g} to {limits[1]:g}."
                )
            )
    ends, most = _ends(answers.gold)
    if levels or limits is not None:
        low, high = (levels[0], levels[-1]) if levels else limits or ends
        ends = (low if np.isfinite(low) else ends[0], high if np.isfinite(high) else ends[1])
    rater = _shift(found, found.gold)
    runs = [_shift(found, name) for name in pair]
    known = [sd for sd in runs if sd is not None]
    if rater is None:
        unknown = "Raters are unnamed, or answer few items: rater_sd is taken as 0."
        notes.append(assumed(unknown))
    run_sd = sqrt(sum(sd**2 for sd in known) / len(known)) if known else 0.0
    return Shape(answers, rater or 0.0, run_sd, limits, levels, ends, most), notes


def _ends(gold: Floats) -> tuple[tuple[float, float], float]:
    """Return about where items' means begin and end, and the largest of their spreads.

    Those observed, drawn in as far as noise has spread them.
    """
    found = item_statistics(gold)
    at = answer_moments(Answers(gold, gold, gold))
    inner = sqrt(max(float(at.variance), 0.0) / max(float(found.mean.var(ddof=1)), 1e-300))
    far = found.mean - float(at.mean)
    wide = 1 + 2 / len(far)  # as the ends of a sample lie within those of its distribution
    low, high = (float(at.mean) + wide * inner * float(end) for end in (far.min(), far.max()))
    spreads = np.sqrt(found.variance[~np.isnan(found.variance)])
    over = float(spreads.max()) - float(spreads.mean())
    inner = sqrt(max(float(at.spread_variance), 0.0) / max(float(spreads.var()), 1e-300))
    return (low, high), float(at.spread) + wide * min(inner, 1.0) * over


def levels_of(found: Responses, every: Floats) -> tuple[float, ...]:
    """Return the numbers of a scale, also those that nobody chose between two that some did."""
    if found.levels:
        return tuple(float(i) for i in range(len(found.levels)))
    if found.provenance.get("scale"):
        return tuple(float(x) for x in found.provenance["scale"])
    seen = np.unique(every)
    if (seen == np.rint(seen)).all():
        seen = np.arange(seen[0], seen[-1] + 1)
    return tuple(float(x) for x in seen)


def limits_of(answers: Answers) -> tuple[float, float] | None:
    """Return the ends at which answers to several items pile up: cut there, not few and far."""
    rows = np.concatenate(list(answers), axis=1)
    seen, count = np.unique(rows[~np.isnan(rows)], return_counts=True)
    if len(seen) < 3:
        return None
    ends = []
    for place, beside, none in ((0, 1, -np.inf), (-1, -2, np.inf)):
        often = count[place] >= max(3, PILED * count.sum(), 2 * count[beside])
        items = (rows == seen[place]).any(axis=1).sum()
        ends.append(float(seen[place]) if often and items >= 3 else none)
    return (ends[0], ends[1]) if np.isfinite(ends).any() else None


def _shift(found: Responses, source: str) -> float | None:
    """Return how far the responders of a source lie apart; None where nobody can say."""
    if found.responders is None:
        return None
    who = found.responders[source]
    one_each = all(len(np.unique(column[column >= 0])) == 1 for column in who.T)
    if not one_each or (who >= 0).sum(axis=0).min() < CROSSED:
        return None
    return shift_sd(found.answers[source])
