"""Fit a Delta-Laplace world to the outputs of two systems, and check that swaps add up."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import NamedTuple

import numpy as np

from claimwise.core import (
    DEFAULT_SEED,
    DataError,
    Note,
    ParameterError,
    Procedure,
    Result,
    Row,
    caution,
    check_count,
    check_one_of,
    provenance,
    register,
    root_seed,
)
from claimwise.core.procedure import LIKE_THESE
from claimwise.core.references import CARD
from claimwise.kernels import binomial_interval
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.swaps import swapped_sums
from claimwise.metrics import Corpus
from claimwise.worlds.delta_file import ADDITIVITY, DeltaPilot
from claimwise.worlds.delta_laplace import DeltaLaplace

WHO = "fit"
SCALES = ("matched", "published")
ROUNDING = 1e-11  # of the larger score: effects this small are none
FEWEST = 100  # subsets that say anything
FEW = 30  # items that differ: with fewer the scale is little more than a guess
LEVEL, NORMAL = 0.95, 1.959963984540054


class Additivity(NamedTuple):
    """Random subsets swapped: the change of the difference beside the sum of single effects."""

    net: Floats
    sums: Floats

    def numbers(self) -> dict[str, float]:
        """Return slope, correlation, and the ratio of standard deviations."""
        known = np.isfinite(self.net)  # a swap may leave a score undefined
        if not known.any():
            return dict.fromkeys(ADDITIVITY, nan)
        net, sums = (side[known] - side[known].mean() for side in (self.net, self.sums))
        spread, across, real = float(sums @ sums), float(net @ sums), float(net @ net)
        if not spread or not real:
            return dict.fromkeys(ADDITIVITY, nan)
        numbers = (across / spread, across / sqrt(spread * real), sqrt(real / spread))
        return dict(zip(ADDITIVITY, numbers, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class FittedDelta:
    """A fitted world with everything that it rests on."""

    pilot: DeltaPilot
    effects: Floats
    additivity: Additivity
    seed: int
    notes: tuple[Note, ...] = ()

    @property
    def world(self) -> DeltaLaplace:
        """The world, at the observed difference."""
        return self.pilot.world

    def words(self) -> tuple[str, ...]:
        """Return what a reader of the file should know."""
        pilot = self.pilot
        scales, added = pilot.scales, pilot.additivity
        verdict = "Swaps add up" if pilot.adds_up() else "Swaps do not add up"
        return (
            f"A Delta-Laplace world of {pilot.metric}, fitted to {pilot.b} (B) and {pilot.a} (A) "
            f"on {pilot.n:,} {pilot.unit}; B minus A: {pilot.world.difference:.4g}.",
            f"b0 is {scales['matched']:.4g} if matched to the spread of the single effects, and "
            f"{scales['published']:.4g} by Laplace maximum likelihood, as published.",
            f"{verdict}: over {len(self.additivity.net):,} random subsets, slope "
            f"{added['slope']:.4f}, correlation {added['correlation']:.4f}, ratio of standard "
            f"deviations {added['sd_ratio']:.4f}.",
            "The difference of a small pilot is a poor guess: plan for the smallest that matters.",
            *self.notes,
        )

    def result(self) -> Result:
        """Return the fit as rows."""
        pilot, m = self.pilot, int((self.effects != 0).sum())
        n = len(self.effects)
        low, high = binomial_interval.clopper_pearson(n - m, n, LEVEL)
        told = {"level": LEVEL, "kind": "confidence"}
        rows = [
            Row(quantity="difference", estimate=pilot.world.difference, n=n),
            Row(quantity="implied_difference", estimate=-float(self.effects.sum()) / 2, n=n),
            Row(
                quantity="zero_share",
                estimate=pilot.world.zero_share,
                low=float(low),
                high=float(high),
                n=n,
                **told,  # type: ignore[arg-type]
            ),
        ]
        for way, value in pilot.scales.items():
            reach = NORMAL * value * _relative_error(self.effects, way)
            rows.append(
                Row(
                    quantity="scale",
                    at={"by": way},
                    estimate=value,
                    low=max(0.0, value - reach),
                    high=value + reach,
                    n=m,
                    **told,  # type: ignore[arg-type]
                )
            )
        rows += [
            Row(quantity=name, estimate=value, n=len(self.additivity.net))
            for name, value in pilot.additivity.items()
        ]
        settings = {
            "verb": "fit",
            "outcome": "numeric",
            "metric": pilot.metric,
            "signature": pilot.signature,
            "better": pilot.better,
            "a": pilot.a,
            "b": pilot.b,
            "unit": pilot.unit,
            "scale": pilot.world.scale,
            "taken_by": f"plan {pilot.metric.partition(':')[0]} --world world.toml --n 3000 "
            "--difference 1",
        }
        return Result(
            kind="fit swaps",
            method="delta-laplace",
            rows=tuple(rows),
            notes=self.notes,
            draws={
                "effects": self.effects,
                "net": self.additivity.net,
                "sums": self.additivity.sums,
            },
            provenance=provenance(settings, seed=self.seed),
        )


@register(
    "fit",
    "delta-laplace",
    says=Procedure(
        "each item swapped between the systems by itself, the effects that are not zero described "
        "by a Laplace distribution, and random subsets swapped to see whether effects add up",
        references=(CARD,),
        assumes=(
            LIKE_THESE,
            "Swapping many items changes the difference by the sum of their effects.",
        ),
    ),
)
def fit_delta_laplace(
    corpus: Corpus,
    *,
    a: str | int = 0,
    b: str | int = 1,
    scale: str = "matched",
    subsets: int = 2000,
    rng: int | np.random.Generator | None = DEFAULT_SEED,
) -> FittedDelta:
    """Fit P0 and b0 to the effects of swapping single items of two systems.

    P0 is the share of items whose swap changes nothing. The other effects are Laplace; their scale
    times n is b0. By default it is *matched*: under random swaps the world's difference has the
    standard deviation that the real effects have. The *published* way (Card et al. 2020) is
    maximum likelihood, the mean distance from the median, which understates that deviation where
    effects have longer tails than Laplace's, so that plans promise too much power, and overstates
    it where their tails are shorter.

    Parameters
    ----------
    corpus : Corpus
        From `claimwise.metrics.measure`: systems under a metric.
    a, b : str or int
        The two systems, by name or place.
    scale : {"matched", "published"}
        Which of the two the world has; both are kept.
    subsets : int
        Random subsets of items with which additivity is checked.
    rng : int or Generator
        Seed of the subsets.

    Returns
    -------
    FittedDelta
        Its ``pilot`` is what `claimwise.plan.bleu` takes as a world; ``result()`` has the rows
        `difference`, `implied_difference` (half the sum of all effects), `zero_share`,
        ``scale[matched]``, ``scale[published]``, and of additivity `slope`, `correlation` and
        `sd_ratio`.
    """
    check_one_of("scale", scale, SCALES)
    first, second = _place(corpus, a), _place(corpus, b)
    if first == second:
        raise ParameterError(WHO, "two systems", f"{corpus.systems[first]} twice")
    if check_count("subsets", subsets) < FEWEST:
        raise ParameterError("subsets", f"at least {FEWEST}", f"{subsets}")
    scores = corpus.scores()[[first, second]]
    for name, value in zip((corpus.systems[first], corpus.systems[second]), scores, strict=True):
        if not np.isfinite(value):
            raise DataError(WHO, f"a score of {name}", "none: it is not defined")
    effects = corpus.swap_effects(first, second)
    effects = np.where(np.abs(effects) <= ROUNDING * np.abs(scores).max(), 0.0, effects)
    n, seed = len(effects), root_seed(rng)
    zero_share = float((effects == 0).mean())
    scales = _scales(effects)
    observed = float(scores[1] - scores[0])
    checked = _added(corpus, first, second, effects, observed, subsets, seed)
    metric = corpus.metric
    pilot = DeltaPilot(
        DeltaLaplace(observed, zero_share, scales[scale]),
        metric.name,
        corpus.systems[first],
        corpus.systems[second],
        n,
        "clusters" if corpus.clusters else "items",
        metric.better,
        metric.signature,
        scales,
        checked.numbers(),
    )
    return FittedDelta(pilot, effects, checked, seed, (*pilot.cautions(), *_few(effects)))


def _place(corpus: Corpus, asked: str | int) -> int:
    """Return the place of a system."""
    if isinstance(asked, str):
        return corpus.systems.index(check_one_of("system", asked, corpus.systems))
    if not 0 <= asked < len(corpus.systems):
        raise ParameterError(
            WHO, "two systems", f"{len(corpus.systems)}: {', '.join(corpus.systems)}"
        )
    return asked


def _scales(effects: Floats) -> dict[str, float]:
    """Return b0 by both ways."""
    some = effects[effects != 0]
    if len(some) < 2 or np.ptp(some) == 0:
        found = "none that differ" if not len(some) else "too few to see how they vary"
        raise DataError(WHO, "swaps with different effects", found)
    n = len(effects)
    return {
        # Of Laplace effects the variance is 2 b^2.
        "matched": n * float(some.std()) / sqrt(2),
        "published": n * float(np.abs(some - np.median(some)).mean()),
    }


def _relative_error(effects: Floats, way: str) -> float:
    """Return the standard error of a scale over the scale, whatever the effects' distribution."""
    some = effects[effects != 0]
    off = some - (some.mean() if way == "matched" else np.median(some))
    sizes = off**2 if way == "matched" else np.abs(off)
    error = float(sizes.std()) / float(sizes.mean()) / sqrt(len(some))
    return error / 2 if way == "matched" else error  # a root halves it


def _added(
    corpus: Corpus, a: int, b: int, effects: Floats, observed: float, subsets: int, seed: int
) -> Additivity:
    """Swap random subsets: by the metric itself, and as the sum of single effects."""
    counts: Ints | None = getattr(corpus, "counts", None)
    units = effects if counts is None else effects[np.cumsum(counts) - counts]
    if corpus.clusters and corpus.clusters != len(units):
        raise ParameterError(
            WHO, "a metric that is a function of sums", f"{corpus.metric.name}, clustered"
        )
    net = corpus.swapped(a, [b], subsets, seed)[0] - observed
    sums = [part[:, 0] for _, part in swapped_sums(units[:, None], subsets, seed, counts)]
    return Additivity(net, np.concatenate(sums))


def _few(effects: Floats) -> tuple[Note, ...]:
    differ = int((effects != 0).sum())
    if differ >= FEW:
        return ()
    few = f"Only {differ} swaps change the difference: the scale is a rough guess."
    return (caution(few),)
