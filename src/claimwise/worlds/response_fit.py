"""Fit a world to answers: how means and spreads vary between items, how far A and B are off.

Moments with the noise of few answers taken off start the search; then worlds are simulated with
the same numbers of answers, raters and gaps, and moved until their moments are those observed.
This also undoes what cut or rounded answers do to moments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from claimwise.core import DataError, block_rng, sentence
from claimwise.data.responses import Answers, Responses
from claimwise.kernels.arrays import Floats
from claimwise.metrics.responses import item_means
from claimwise.worlds.item_families_fit import CHOICES, of_moments
from claimwise.worlds.ordinal_responses import OrdinalResponses
from claimwise.worlds.response_moments import (
    ItemStatistics,
    Moments,
    answer_moments,
    item_statistics,
    moments,
    shift_sd,
)
from claimwise.worlds.response_world import ResponseWorld
from claimwise.worlds.responses import NormalResponses

WHO = "fit responses"
LEVEL = 0.95
SIMULATED = 40_000  # items, for each step of the search
STEPS = 8
RESAMPLES = 1000  # of items, for intervals
PILED = 0.005  # share of answers at an end that makes it a limit of the scale
SCALED = ("variance", "spread", "spread_variance", "error_a", "error_b")
NEARLY = 1.05  # times the smallest distance: as near, and the simpler family is taken
CROSSED = 20  # items that each rater answers, from which on raters have a spread of their own


@dataclass(frozen=True, slots=True, eq=False)
class FittedResponses:
    """A world, and what is known of it: intervals of its numbers, distances of other families."""

    world: ResponseWorld
    a: str
    b: str
    gold: str
    intervals: Mapping[str, tuple[float, float]]
    naive: Mapping[str, float] = field(default_factory=dict)  # with the noise left in
    distances: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


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


def fit_numbers(found: Responses, a: str, b: str, *, seed: int = 0) -> FittedResponses:
    """Fit a world to continuous or ordinal answers of gold, A and B."""
    answers = found.pair(a, b)
    refuse_constant(found, (found.gold, a, b))
    statistics = tuple(item_statistics(source) for source in answers)
    if not (statistics[0].answers > 1).any():
        raise DataError(
            sentence(
                WHO,
                f"several answers of {found.gold} to some items",
                "one to each",
                "Of one answer nobody can say how much of it is noise.",
            )
        )
    shape, notes = _shape(found, answers, (a, b))
    notes += [
        f"CAUTION: {name} has one answer to each item: it is taken to vary as gold does, and its "
        "epsilon rests on that."
        for name, one in zip((a, b), statistics[1:], strict=True)
        if not (one.answers > 1).any()
    ]
    observed = moments(statistics)  # type: ignore[arg-type]
    families, distances = _families(shape, observed, seed)
    at = _matched(shape, observed, families, seed, SIMULATED, STEPS)
    world = shape.world(at, families)
    assert world is not None  # chosen because there is one
    return FittedResponses(
        world,
        a,
        b,
        found.gold,
        _intervals(statistics, observed, at, seed),
        _naive(answers),
        distances,
        tuple(notes),
    )


def refuse_constant(found: Responses, names: tuple[str, ...]) -> None:
    """Refuse a source that always says the same."""
    for name in names:
        values = found.answers[name]
        if np.nanmin(values) == np.nanmax(values):
            raise DataError(
                sentence(
                    WHO,
                    f"answers of {name} that differ",
                    f"{np.nanmin(values):g} in every one",
                    "Of a constant nothing can be learnt.",
                )
            )


def _shape(found: Responses, answers: Answers, pair: tuple[str, str]) -> tuple[Shape, list[str]]:
    """Return what simulated studies share with the data, and what to say about it."""
    every = np.concatenate([source[~np.isnan(source)] for source in answers])
    levels: tuple[float, ...] = ()
    limits = None
    notes = []
    if found.kind == "ordinal":
        levels = levels_of(found, every)
    else:
        limits = limits_of(every)
        if limits is not None:
            notes.append(
                f"Answers pile up at an end: they are cut to {limits[0]:g} to {limits[1]:g}."
            )
    ends, most = _ends(answers.gold)
    if levels or limits is not None:
        low, high = (levels[0], levels[-1]) if levels else limits or ends
        ends = (low if np.isfinite(low) else ends[0], high if np.isfinite(high) else ends[1])
    rater = _shift(found, found.gold)
    runs = [_shift(found, name) for name in pair]
    known = [sd for sd in runs if sd is not None]
    if rater is None:
        notes.append("Raters are not told apart, or answer few items: rater_sd is taken as 0.")
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


def limits_of(every: Floats) -> tuple[float, float] | None:
    """Return the ends at which answers pile up: cut there, not just few and far."""
    seen, count = np.unique(every, return_counts=True)
    if len(seen) < 3:
        return None
    least = max(3, PILED * len(every))
    low = count[0] >= least and count[0] >= 2 * count[1]
    high = count[-1] >= least and count[-1] >= 2 * count[-2]
    if not (low or high):
        return None
    return float(seen[0]) if low else -np.inf, float(seen[-1]) if high else np.inf


def _shift(found: Responses, source: str) -> float | None:
    """Return how far the responders of a source lie apart; None where nobody can say."""
    if found.responders is None:
        return None
    who = found.responders[source]
    one_each = all(len(np.unique(column[column >= 0])) == 1 for column in who.T)
    if not one_each or (who >= 0).sum(axis=0).min() < CROSSED:
        return None
    return shift_sd(found.answers[source])


def _families(
    shape: Shape, observed: Moments, seed: int
) -> tuple[tuple[str, str], dict[str, dict[str, float]]]:
    """Choose the families whose simulated items are nearest to those observed.

    Nearest by the energy distance: of items' mean answers, then of their standard deviations, at
    the same numbers of answers.
    """
    from scipy.stats import energy_distance

    gold = item_statistics(shape.answers.gold)
    chosen = ["normal", "uniform"]
    distances: dict[str, dict[str, float]] = {}
    for place, (name, seen) in enumerate((("mean", gold.mean), ("spread", np.sqrt(gold.variance)))):
        distances[name] = {}
        for family in CHOICES:
            tried = (family, chosen[1]) if place == 0 else (chosen[0], family)
            at = _matched(shape, observed, tried, seed, SIMULATED // 4, STEPS // 2)
            world = shape.world(at, tried)
            if world is None:
                continue
            drawn = _copies(shape, world, seed + 1, SIMULATED // 4).gold
            means, variances, _ = item_statistics(drawn)
            values = (means if place == 0 else np.sqrt(variances)).ravel()
            found = energy_distance(seen[~np.isnan(seen)], values[~np.isnan(values)])
            distances[name][family] = float(found)
        near = NEARLY * min(distances[name].values())
        chosen[place] = next(f for f, distance in distances[name].items() if distance <= near)
    return (chosen[0], chosen[1]), distances


def _copies(shape: Shape, world: ResponseWorld, seed: int, items: int) -> Answers:
    size = max(2, -(-items // shape.answers.items))
    return like(shape.answers, world, block_rng(seed, 0, 0), size)


def _matched(
    shape: Shape, observed: Moments, families: tuple[str, str], seed: int, items: int, steps: int
) -> Moments:
    """Return the moments of a world whose simulated answers have those observed."""
    at = observed
    for _ in range(steps):
        world = shape.world(at, families)
        if world is None:
            break
        seen = Moments(*(x.mean() for x in answer_moments(_copies(shape, world, seed, items))))
        at = _moved(at, observed, seen)
    return at


def _moved(at: Moments, observed: Moments, seen: Moments) -> Moments:
    """Return the moments of a world that comes nearer to those observed."""
    found = {}
    for name in Moments._fields:
        value, target, now = (float(getattr(x, name)) for x in (at, observed, seen))
        if name.endswith("skew"):
            found[name] = value
        elif name in ("spread", "ratio_a", "ratio_b"):
            step = target / now if now > 0 and target >= 0 else 1.0
            found[name] = value * min(2.0, max(0.5, step)) if np.isfinite(step) else value
        else:
            found[name] = value + target - now
        if name in ("variance", "spread_variance"):  # of a search that would go on below for ever
            found[name] = max(found[name], 0.0)
    return Moments(**{name: np.asarray(value) for name, value in found.items()})


def _intervals(
    statistics: tuple[ItemStatistics, ...], observed: Moments, at: Moments, seed: int
) -> dict[str, tuple[float, float]]:
    """Return bootstrap intervals: items drawn again, moved as the search moved the estimates."""
    rng = block_rng(seed, 1, 0)
    n = statistics[0].mean.shape[-1]
    drawn: list[Moments] = []
    for _ in range(0, RESAMPLES, 100):
        rows = rng.integers(0, n, size=(100, n))
        gold, a, b = (ItemStatistics(*(x[rows] for x in one)) for one in statistics)
        drawn.append(moments((gold, a, b)))
    found = {}
    tails = 100 * np.array([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    for name in Moments._fields:
        values = np.concatenate([getattr(one, name) for one in drawn])
        centre, raw = float(getattr(at, name)), float(getattr(observed, name))
        # Cut and rounded answers show less than there is: what varies is larger by as much.
        times = min(3.0, max(1.0, centre / raw)) if name in SCALED and min(raw, centre) > 0 else 1.0
        low, high = np.nanpercentile(centre + times * (values - raw), tails)
        found[name] = (float(low), float(high))
    for letter in ("a", "b"):
        low, high = found.pop(f"error_{letter}")
        found[f"epsilon_{letter}"] = (epsilon_of(low), epsilon_of(high))
    return found


def _naive(answers: Answers) -> dict[str, float]:
    """Return what comes out with the noise of answers left in."""
    gold, a, b = (item_means(source) for source in answers)
    return {
        "mean_sd": float(gold.std(ddof=1)),
        "spread": float(np.nanmean(np.sqrt(item_statistics(answers.gold).variance))),
        "epsilon_a": epsilon_of(float((a - gold).var(ddof=1))),
        "epsilon_b": epsilon_of(float((b - gold).var(ddof=1))),
    }
