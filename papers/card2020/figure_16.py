"""Figure 16 of Card et al. (2020): are the effects of swapping single sentences Laplace?

The figure has the non-zero effects of two pairs of systems and the fitted densities. The outputs
are not at hand; the authors' notebook stores the fits, which are held against Table 3 and the
curves. The figure itself is drawn for pairs of WMT 2017, whose outputs are public, with what the
paper says of it: that the mixture fits, and that its scale goes with 1 / n.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp, sqrt
from statistics import NormalDist, fmean

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from claimwise.metrics import SumCorpus
from claimwise.worlds import fit_delta_laplace
from papers.base import Claim, Effort, Value
from papers.card2020.table_3 import ABOUT, STORED
from papers.card2020.table_3_refit import BASELINE, FILES, SYSTEMS, outputs
from papers.declared import Part, declared
from papers.found import numbers

PUBLISHED, OTHERS, SIZES, DENSITY = "as published", "other systems", "b0 by sentences", "density"
FIT, HEIGHT = "fit", "height of the curve"
READ = 0.5  # error of reading a height off the figure
POINTS, ENDS = 100, 0.98  # at which the authors draw a density, over so much of it
PRINTED: dict[tuple[str, ...], str | float] = {
    (PUBLISHED, "2019", FIT, "difference"): "4.3",
    (PUBLISHED, "2019", FIT, "P0"): "0.19",
    (PUBLISHED, "2019", FIT, "b0"): "23.7",
    (PUBLISHED, "2019", FIT, HEIGHT): 40.3,
    (PUBLISHED, "2018", FIT, "difference"): "4.2",
    (PUBLISHED, "2018", FIT, "P0"): "0.09",
    (PUBLISHED, "2018", FIT, "b0"): "29.4",
    (PUBLISHED, "2018", FIT, HEIGHT): 48.7,
}
PANELS = ("uedin-nmt", "online-A")
PARTS = (1, 2, 4, 8)  # into which the test set is cut
STEADY = 0.1  # b0 that changes by no more, over test sets of an eighth to all, is the same
NEAR = 0.1  # a distribution function that is nowhere farther off is approximated
BINS = tuple(k / 2 for k in range(-8, 9))  # scales from the centre


def _stored(_: Effort, pair: str, **__: str) -> dict[tuple[str, str], float]:
    """Return what the notebook's fit to a pair comes to."""
    fit = STORED[pair]
    # The peak lies between two of the points at which the curve is drawn.
    step = -2 * np.log(1 - ENDS) / (POINTS - 1)
    return {
        (FIT, "difference"): fit.difference,
        (FIT, "P0"): fit.zero_share,
        (FIT, "b0"): fit.scale * fit.n,
        (FIT, HEIGHT): exp(-step / 2) / (2 * fit.scale),
    }


def _fitted(effort: Effort, pair: str) -> dict[tuple[str, str, str], float]:
    corpus = outputs(effort)
    fitted = fit_delta_laplace(corpus, a=BASELINE, b=pair, scale="published", rng=effort.seed)
    effects, n = fitted.effects, len(fitted.effects)
    some = effects[effects != 0]
    centre, scale = float(np.median(some)), fitted.world.scale / n
    share = fitted.world.zero_share
    spread = sqrt(float((effects**2).sum())) / 2  # of the difference, if swaps add up
    farthest = stats.kstest(some, stats.laplace(centre, scale).cdf).statistic
    found: dict[tuple[str, str, str], float] = {
        (OTHERS, FIT, "difference"): fitted.world.difference,
        (OTHERS, FIT, "difference by the centre"): -n * (1 - share) * centre / 2,
        (OTHERS, FIT, "P0"): share,
        (OTHERS, FIT, "b0"): fitted.world.scale,
        (OTHERS, FIT, "farthest"): float(farthest),
        (OTHERS, FIT, "spread of the fit"): fitted.world.deviation(n) / spread,
    }
    found |= {(SIZES, "b0", f"{n // k}"): _of_parts(corpus, pair, k) for k in PARTS}
    if pair in PANELS:
        found |= {(DENSITY, *at): x for at, x in _density(some, centre, scale)}
    return found


def _of_parts(corpus: SumCorpus, name: str, parts: int) -> float:
    """Return the mean b0 of as many parts of the test set."""
    cuts = np.array_split(np.arange(corpus.n), parts)
    some = [replace(corpus, stats=corpus.stats[:, here], n=len(here)) for here in cuts]
    return fmean(
        fit_delta_laplace(part, a=BASELINE, b=name, scale="published", subsets=100).world.scale
        for part in some
    )


def _density(
    some: NDArray[np.float64], centre: float, scale: float
) -> Iterator[tuple[tuple[str, str], float]]:
    """Yield the share of effects by their distance from the centre, and that of the fit."""
    off = (some - centre) / scale
    for at in BINS:
        low, high = at - 0.25, at + 0.25
        yield ("effects", f"{at:g}"), float(((off > low) & (off <= high)).mean()) / 0.5
        yield ("Laplace", f"{at:g}"), float(np.diff(stats.laplace.cdf((low, high)))[0]) / 0.5


def _claims(values: list[Value]) -> list[Claim]:
    """Hold what section 4 and Appendix G say of the fit."""
    far = numbers(values, "pair", number="farthest").values()
    sizes = [list(numbers(values, "number", part=SIZES, pair=x).values()) for x in SYSTEMS]
    change = [max(abs(x / line[0] - 1) for x in line) for line in sizes]
    return [
        Claim(
            "the typical distribution of single effects can be approximated using a mixture of a "
            "Delta distribution at zero and a Laplace distribution",
            max(far) <= NEAR,
            f"The distribution functions of the effects and of the fit lie at most {min(far):.2f} "
            f"to {max(far):.2f} apart.",
            because="the distribution functions lie more than a tenth apart",
        ),
        Claim(
            "the scale is inversely proportional to the size of the test set, so that b0 = b n is "
            "the same for all",
            max(change) <= STEADY,
            f"With test sets of an eighth to all of the sentences, b0 changes by at most "
            f"{max(change):.0%}.",
            because="b0 changes by more than a tenth",
        ),
    ]


def _of_the_fit(values: list[Value]) -> list[str]:
    spread, normal = numbers(values, "pair", number="spread of the fit").values(), NormalDist()
    beyond, planned = normal.inv_cdf(0.975), normal.inv_cdf(ABOUT)
    powers = [normal.cdf(share * (beyond + planned) - beyond) for share in spread]
    by_centre = numbers(values, "pair", number="difference by the centre")
    real = numbers(values, "pair", part=OTHERS, number="difference")
    widest = max(real, key=lambda name: abs(real[name]))
    return [
        "What matters for power is how much the difference varies. By the fit it varies "
        f"{min(spread):.0%} to {max(spread):.0%} as much as by the effects: a study planned for a "
        f"power of {ABOUT:.0%} has {min(powers):.0%} to {max(powers):.0%}.",
        "The fitted centre is a median and does not give the difference: of the "
        f"{real[widest]:.1f} points of {widest} it gives {by_centre[widest]:.1f}. The paper does "
        "not use it.",
    ]


FIGURE = declared(
    name="card-figure-16",
    source="Card et al. (2020), Figure 16",
    title="Effects of swapping single sentences, and a Laplace distribution",
    columns=("part", "pair", "line", "number"),
    parts=[
        Part(_stored, {"part": [PUBLISHED], "pair": list(STORED)}),
        Part(_fitted, {"pair": SYSTEMS}),
    ],
    printed=PRINTED,
    chance=lambda value: READ if value.at("number") == HEIGHT else 0.0,
    claims=_claims,
    remarks=[
        _of_the_fit,
        "The outputs behind the figure are in an archive of the authors' repository that is not at "
        "hand. Heights are read off the curves that the notebook stores, which is good to "
        f"{READ:g}.",
        "Densities are shares of the non-zero effects within half a scale, over that width.",
    ],
    measures="Effects of swapping single sentences between two translation systems",
    chart={
        "marks": "line",
        "only": DENSITY,
        "x": "number",
        "x_title": "effect (scales from the centre)",
        "color": "line",
        "column": "pair",
        "y": "density",
    },
    tables="part",
    needs=FILES,
    commands=(
        "claimwise fit bleu LIUM-NMT.de uedin-nmt.de --references reference.de --scale published "
        "--seed 1",
    ),
)
