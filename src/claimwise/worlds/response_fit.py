"""Fit a world to answers: how means and spreads vary between items, how far A and B are off.

Moments with the noise of few answers taken off start the search; then worlds are simulated with
the same numbers of answers, raters and gaps, and moved until their moments are those observed.
This also undoes what cut or rounded answers do to moments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from claimwise.core import DataError, Note, Procedure, block_rng, caution, register
from claimwise.core.procedure import LIKE_THESE
from claimwise.core.references import WEIN
from claimwise.data.responses import Answers, Responses
from claimwise.kernels.arrays import Floats
from claimwise.metrics.responses import item_means
from claimwise.worlds.item_families_fit import CHOICES
from claimwise.worlds.response_intervals import intervals
from claimwise.worlds.response_moments import Moments, answer_moments, item_statistics, moments
from claimwise.worlds.response_shape import Shape, epsilon_of, like, shape_of
from claimwise.worlds.response_world import ResponseWorld

WHO = "fit responses"
SIMULATED = 40_000  # items, for each step of the search
STEPS = 8
FEWEST = 10  # items of which anything is learnt
NEARLY = 1.05  # times the smallest distance: as near, and the simpler family is taken


@register(
    "fit",
    WHO,
    says=Procedure(
        "how items differ, how far answers to an item spread, and how far A and B are from the "
        "gold standard",
        references=(WEIN,),
        assumes=(
            LIKE_THESE,
            "The answers to an item are independent draws, given the item and who answers.",
        ),
    ),
)
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
    notes: tuple[Note, ...] = ()


def fit_numbers(found: Responses, a: str, b: str, *, seed: int = 0) -> FittedResponses:
    """Fit a world to continuous or ordinal answers of gold, A and B."""
    answers = found.pair(a, b)
    refuse_constant(found, (found.gold, a, b))
    statistics = tuple(item_statistics(source) for source in answers)
    if not (statistics[0].answers > 1).any():
        raise DataError(
            WHO,
            f"several answers of {found.gold} to some items",
            "one to each",
            "One answer cannot say how much of it is noise.",
        )
    if not np.nanmax(statistics[0].variance) > 0:
        raise DataError(
            WHO,
            f"answers of {found.gold} that differ within some items",
            "the same answer to an item every time",
            "Give people's own answers, not their mean or majority.",
        )
    shape, notes = shape_of(found, answers, (a, b))
    notes += [
        caution(
            f"The system {name} has one answer to each item: it is taken to vary as gold does, and "
            "its epsilon rests on that."
        )
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
        intervals(shape, statistics, observed, at, seed),
        _naive(answers),
        distances,
        tuple(notes),
    )


def refuse_constant(found: Responses, names: tuple[str, ...]) -> None:
    """Refuse too few items, and a source that always says the same."""
    if found.n < FEWEST:
        raise DataError(WHO, f"at least {FEWEST} items", f"{found.n}")
    for name in names:
        values = found.answers[name]
        if np.nanmin(values) == np.nanmax(values):
            raise DataError(
                WHO,
                f"answers of {name} that differ",
                f"{np.nanmin(values):g} in every one",
                "Of a constant nothing can be learnt.",
            )


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
        drawn = answer_moments(_copies(shape, world, seed, items))
        seen = Moments(*(np.asarray(_mean(x)) for x in drawn))
        at = _moved(at, observed, seen)
    return at


def _mean(values: Floats) -> float:
    """Return the mean of those studies that have the moment."""
    there = values[np.isfinite(values)]
    return float(there.mean()) if len(there) else np.nan


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
            found[name] = value + target - now if np.isfinite(now) else value
        if name in ("variance", "spread_variance"):  # of a search that would go on below for ever
            found[name] = max(found[name], 0.0)
        elif name in ("error_a", "error_b"):  # likewise, but for what intervals are moved by
            found[name] = max(found[name], min(target, 0.0))
    return Moments(**{name: np.asarray(value) for name, value in found.items()})


def _naive(answers: Answers) -> dict[str, float]:
    """Return what comes out with the noise of answers left in."""
    gold, a, b = (item_means(source) for source in answers)
    return {
        "mean_sd": float(gold.std(ddof=1)),
        "spread": float(np.nanmean(np.sqrt(item_statistics(answers.gold).variance))),
        "epsilon_a": epsilon_of(float((a - gold).var(ddof=1))),
        "epsilon_b": epsilon_of(float((b - gold).var(ddof=1))),
    }
