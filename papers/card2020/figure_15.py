"""Figure 15 of Card et al. (2020): do the effects of swapping single sentences add up?

The figure has two pairs of systems whose outputs are not at hand. What is stored of them, the
difference in BLEU over random swaps, is held against the mixture that the paper fits to the same
pairs (Figure 16). The figure itself is drawn for six pairs of WMT 2017, whose outputs are public:
the change by swapping random subsets of sentences, against the sum of the single effects. BLEU
without its brevity penalty shows why they do not add up for one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from claimwise.metrics import SumCorpus
from claimwise.worlds import DeltaLaplace, fit_delta_laplace
from papers.base import Claim, Effort, Value
from papers.card2020.table_3 import STORED
from papers.card2020.table_3_refit import BASELINE, FILES, SYSTEMS, outputs
from papers.declared import Part, declared
from papers.found import numbers
from papers.tolerance import ERRORS

PUBLISHED, OTHERS, CLOUD = "as published", "other systems", "by net effect"
SWAPPED = "difference under random swaps"
MEAN, DEVIATION, LARGE = "mean", "standard deviation", "97.5th percentile"
WHOLE, WITHOUT = "BLEU", "BLEU without its brevity penalty"
SUBSETS, QUICK = 10_000, 1_000  # of sentences that are swapped; 10,000 as published
PANELS = ("uedin-nmt", "SYSTRAN")  # they look like the two published ones
BINS = tuple(k / 2 for k in range(-5, 6))  # deviations of the net effect from its mean
CLOSE = 0.1  # an error of the sum that is so small, over the spread of the net effects
# What the authors' notebook stores of differences over 10,000 random swaps, and of the line
# through them: sums of single effects over net effects.
MEANS = {"2019": -0.004439360307031213, "2018": -0.008340064889947115}
PERCENTILES = {"2019": 0.7100537006681376, "2018": 0.7713604992224166}
LINES = {
    "2019": (1.000368114913427, 0.0009746417713882849, 0.9999999778740764),
    "2018": (0.8925576089494947, 0.0887760845144534, 0.9776787589867929),
}


def _stored(_: Effort, pair: str, **__: str) -> dict[tuple[str, str], float]:
    """Return what the world that was fitted to a pair says of its differences."""
    fit = STORED[pair]
    spread = DeltaLaplace(fit.difference, fit.zero_share, fit.scale * fit.n).deviation(fit.n)
    found = {MEAN: 0.0, DEVIATION: spread, LARGE: NormalDist().inv_cdf(0.975) * spread}
    return {(SWAPPED, key): x for key, x in found.items()}


STORED_OF: dict[tuple[str, ...], float] = {
    (PUBLISHED, name, SWAPPED, key): of[name]
    for key, of in (
        (MEAN, MEANS),
        (DEVIATION, {name: fit.deviation for name, fit in STORED.items()}),
        (LARGE, PERCENTILES),
    )
    for name in STORED
}


def _chance(value: Value) -> float:
    """Return three errors of a mean, a deviation or a percentile of 10,000 normal draws."""
    normal = NormalDist()
    tail = sqrt(0.975 * 0.025) / normal.pdf(normal.inv_cdf(0.975))
    factor = {MEAN: 1.0, DEVIATION: sqrt(0.5), LARGE: tail}[value.at("number")]
    return ERRORS * factor * STORED[value.at("pair")].deviation / sqrt(SUBSETS)


def without_penalty(corpus: SumCorpus) -> SumCorpus:
    """Return the same outputs under BLEU that does not punish short ones."""
    score = corpus.metric.score
    assert score is not None  # BLEU is a function of sums

    def unpunished(totals: NDArray[np.float64]) -> NDArray[np.float64]:
        # The first two sums, length and reference length, are for the penalty alone.
        long = np.array(totals)
        long[..., 0] = np.maximum(long[..., 0], long[..., 1])
        return np.asarray(score(long))

    return replace(corpus, metric=replace(corpus.metric, score=unpunished))


def _swapped(effort: Effort, pair: str) -> dict[tuple[str, str, str], float]:
    corpus = outputs(effort)
    found: dict[tuple[str, str, str], float] = {}
    for line, under in ((WHOLE, corpus), (WITHOUT, without_penalty(corpus))):
        net, sums = fit_delta_laplace(
            under,
            a=BASELINE,
            b=pair,
            subsets=QUICK if effort.quick else SUBSETS,
            rng=effort.seed,
        ).additivity
        slope, intercept = np.polyfit(net, sums, 1)
        line_of = {
            "slope": slope,
            "intercept": intercept,
            "correlation": np.corrcoef(net, sums)[0, 1],
            "error": sqrt(((sums - net) ** 2).mean()) / net.std(),
        }
        found |= {(OTHERS, line, key): float(x) for key, x in line_of.items()}
        if line == WHOLE and pair in PANELS:
            found |= {(CLOUD, *at): x for at, x in _cloud(net, sums)}
    return found


def _cloud(
    net: NDArray[np.float64], sums: NDArray[np.float64]
) -> Iterator[tuple[tuple[str, str], float]]:
    """Yield the sums of single effects by net effect, both in deviations of the net effect."""
    spread = net.std()
    across, off = (net - net.mean()) / spread, (sums - net) / spread
    for at in BINS:
        here = off[np.abs(across - at) <= 0.25]
        low, high = np.quantile(here, (0.05, 0.95))
        for line, x in (("95th percentile", high), ("mean", here.mean()), ("5th percentile", low)):
            yield (line, f"{at:g}"), at + float(x)


def _claim(values: list[Value]) -> Claim:
    """Hold what Appendix G says of the figure, and of other test sets."""
    errors, bare = (numbers(values, "pair", line=x, number="error") for x in (WHOLE, WITHOUT))
    apart = [name for name in SYSTEMS if errors[name] > CLOSE]
    rest = max(x for name, x in errors.items() if name not in apart)
    correlations = numbers(values, "pair", line=WHOLE, number="correlation")
    off = "; ".join(f"{errors[x]:.2f} for {x} (correlation {correlations[x]:.3f})" for x in apart)
    return Claim(
        "the sum of single effects closely approximates the net effect of swapping them all at "
        "once, on the test set of 2017 as well",
        not apart,
        f"The error of the sum, over the standard deviation of the net effect, is "
        f"{f'{off} and ' if off else ''}at most {rest:.2f} for the other pairs.",
        because=f"BLEU punishes outputs that are shorter than the references, which those of "
        f"{', '.join(apart)} alone are: without the penalty the error is at most "
        f"{max(bare.values()):.2f} for all six",
    )


def _off(name: str) -> str:
    """Return how far off the sums of a published panel are on average, in deviations."""
    slope, intercept, correlation = LINES[name]
    net = MEANS[name] - STORED[name].difference
    bias = (slope * net + intercept - net) / STORED[name].deviation
    return f"an error of {abs(bias):.2f} on average and a correlation of {correlation:.3f}"


FIGURE = declared(
    name="card-figure-15",
    source="Card et al. (2020), Figure 15",
    title="Sums of the effects of single swaps, and the effect of swapping all at once",
    columns=("part", "pair", "line", "number"),
    parts=[
        Part(_stored, {"part": [PUBLISHED], "pair": list(STORED)}),
        Part(_swapped, {"pair": SYSTEMS}),
    ],
    printed=STORED_OF,
    chance=_chance,
    reasons=[
        (
            {"pair": "2019"},
            "effects vary more than the Laplace distribution that is fitted to them, as they do in "
            "all six pairs of 2017 (card-figure-16)",
        ),
        (
            {},
            "the effects of this pair do not add up (correlation 0.978): swapping many sentences "
            "changes the difference by more than the sum of single swaps",
        ),
    ],
    claims=_claim,
    remarks=[
        f"The stored lines of the two published panels say the same: {_off('2019')} for 2019 and "
        f"{_off('2018')} for 2018, where the cloud is as wide as here that of SYSTRAN.",
        "Net effects and sums are shown in standard deviations of the net effect, from its mean: "
        "where swaps add up, all three curves lie on the diagonal.",
        "The outputs behind the figure are in an archive of the authors' repository that is not at "
        "hand; the mixture is that of Figure 16 with the centre that the paper gives it.",
    ],
    measures="Swaps between two translation systems",
    chart={
        "marks": "line",
        "only": CLOUD,
        "x": "number",
        "x_title": "net effect (deviations from its mean)",
        "color": "line",
        "column": "pair",
        "y": "sum of single effects",
    },
    tables="part",
    needs=FILES,
    commands=(
        "claimwise fit bleu LIUM-NMT.de SYSTRAN.de --references reference.de --scale published "
        "--seed 1",
    ),
)
