"""Figures 3 and 4 of Wein et al. (2023): means and deviations of five ratings, and what is drawn.

Left the figures have the ratings of toxicity of Kumar et al. (2021), which are not at hand, and
right samples of the distributions that were fitted to them. These are computed here, with what the
paper's simulator makes of them: five ratings of each item, whose means and deviations should look
like those of the ratings, as the distributions do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import sqrt
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.data import Counts
from claimwise.worlds import NormalResponses
from papers.base import Claim, Effort, Replication, Value
from papers.declared import Said, declared
from papers.found import number
from papers.wein2023.setting import ANSWERS, ITEMS, WORLDS
from papers.wein2023.tables_10_14 import SPREADS

NUMBERS, ITEMS_OF_1000 = "numbers", "items of 1,000"
DRAWN, RATED = "distribution", "five simulated ratings"
WHOLE = "five values before they are cut"
MEAN, DEVIATION = "mean", "standard deviation"
STREAM = 1534  # of the seed
STUDIES, QUICK = 2_000, 100  # of 1,000 items
COMMENTS, ERROR = 107_620, 2_000  # in the data; published mean error of a bar
BARS = (10, 20)
LIKE = 0.1  # a mean that is so near, relatively, to that of the ratings
FAR = 2.0  # an error that is more than this many times that of chance is not very small
PRINTED_3 = {(NUMBERS, DRAWN, MEAN): "0.20", (NUMBERS, DRAWN, DEVIATION): "0.16"}
OF_RATINGS = 0.19  # mean deviation of the ratings of a comment: the caption of Figure 4
# Of a bar; five ratings of five levels have means of 0, 0.04, 0.08, ..., two of them in each bar.
WIDTHS = {"3": 0.08, "4": 0.05}
Floats = NDArray[np.float64]


def _world() -> NormalResponses:
    """Return the world of the simulator, with spreads as the text has them."""
    fitted = cast(NormalResponses, WORLDS["toxicity"])
    return replace(fitted, spread=replace(fitted.spread, numbers=SPREADS))


def _study(figure: str, effort: Effort) -> dict[tuple[str, str, str], float]:
    world, rng = _world(), block_rng(effort.seed, STREAM, 0)
    studies = QUICK if effort.quick else STUDIES
    drawn = (world.mean if figure == "3" else world.spread).draw(rng, (studies, ITEMS))
    found: dict[tuple[str, str, str], float] = {}
    for line, values in (
        (DRAWN, drawn),
        (RATED, _of_five(world, figure, studies, rng)),
        (WHOLE, _of_five(replace(world, limits=None, levels=()), figure, studies, rng)),
    ):
        found[NUMBERS, line, MEAN] = float(values.mean())
        found[NUMBERS, line, DEVIATION] = float(values.std())
        if line != WHOLE:
            for middle, share in _shares(values, WIDTHS[figure]):
                found[ITEMS_OF_1000, line, middle] = 1000 * share
    if figure == "3":
        found |= {(NUMBERS, DRAWN, _of_chance(bars)): _chance(drawn, bars) for bars in BARS}
    return found


def _of_five(world: NormalResponses, figure: str, studies: int, rng: np.random.Generator) -> Floats:
    """Return the mean, or the deviation, of five answers to each item."""
    answers = world.draw(ITEMS, Counts(ANSWERS, ANSWERS, ANSWERS), rng, studies).gold
    found = answers.mean(axis=-1) if figure == "3" else answers.std(axis=-1, ddof=1)
    return np.asarray(found)


def _shares(values: Floats, width: float) -> Iterator[tuple[str, float]]:
    """Yield the middle of each bar and the share of values in it; a bar has its lower end."""
    at = np.floor(values / width + 1e-9).astype(np.int64).ravel()
    for k, count in enumerate(np.bincount(at)):
        yield f"{(k + 0.5) * width:.3g}", float(count) / at.size


def _of_chance(bars: int) -> str:
    return f"error of {bars} bars by chance"


def _chance(values: Floats, bars: int) -> float:
    """Return the mean error of a bar if the ratings had this very distribution."""
    counts = np.histogram(values, bins=bars)[0] / values.size * COMMENTS
    share = counts / COMMENTS
    # The mean distance of a normal variable from its mean is sqrt(2 / pi) deviations.
    return float(np.mean(np.sqrt(2 / np.pi * COMMENTS * share * (1 - share))))


def _claim_3(values: list[Value]) -> Claim:
    """Judge how near the fitted distribution is said to be: once, though it is said of both."""
    chance = {bars: number(values, number=_of_chance(bars)) for bars in BARS}
    shown = " and ".join(
        f"{ERROR * bars / COMMENTS:.0%} of a mean bar with {bars} bars, where chance would leave "
        f"{chance[bars]:.0f}"
        for bars in BARS
    )
    return Claim(
        f"the mean error of a bar, about {ERROR:,}, is very small considering that the data "
        f"have {COMMENTS:,} items",
        max(chance.values()) * FAR > ERROR,
        f"It is {shown}. The number of bars is not published.",
        because="a bar has but a part of the items, and chance alone would leave far less",
    )


def _claim_4(values: list[Value]) -> Claim:
    """Judge whether what is simulated varies as much as what it was fitted to."""
    simulated, whole, drawn = (
        number(values, line=line, number=MEAN) for line in (RATED, WHOLE, DRAWN)
    )
    return Claim(
        "the simulated responses are fitted to the data by the means and standard deviations "
        "of the responses of each item",
        abs(simulated / OF_RATINGS - 1) <= LIKE,
        f"Five ratings of the data deviate by {OF_RATINGS:g} on average, and five simulated "
        f"ones by {simulated:.3f}, though {drawn:.3f} was put in; before they are cut to the "
        f"scale and rounded down to one of its five levels it is {whole:.3f}.",
        because="what was fitted to the deviations of ratings is used as that of normal values "
        "which are then cut and rounded",
    )


def _moments(values: list[Value], line: str) -> list[float]:
    """Return mean and deviation of a line."""
    return [number(values, line=line, number=of) for of in (MEAN, DEVIATION)]


def _not_of_the_caption(values: list[Value]) -> str:
    (mean, deviation), (rated, spread) = (_moments(values, line) for line in (DRAWN, RATED))
    off = (mean - 0.205) / (deviation / sqrt(ITEMS))
    return (
        f"As the mean of 1,000 drawn items 0.20 would be {off:.1f} standard errors off or more. "
        f"Means of five simulated ratings are {rated:.3f} on average, with a "
        f"deviation of {spread:.3f}: not those of the caption either."
    )


def _not_judged(values: list[Value]) -> str:
    mean, deviation = _moments(values, DRAWN)
    return (
        f"The caption gives 0.19 and 0.11 for the ratings. They are not judged, for the ratings "
        f"are not at hand; the distribution has {mean:.3f} and "
        f"{deviation:.3f}. With divisors of 5, not 4, simulated deviations are "
        f"smaller still, by a factor of {sqrt(0.8):.3f}."
    )


OF_BOTH = (
    "The ratings (left in the figure) are those of Kumar et al. (2021), which do not come with "
    "claimwise; the bars are ours."
)


def _figure(
    figure: str, title: str, x: str, claim: Said, remarks: Sequence[Said], **printed: Any
) -> Replication:
    return declared(
        name=f"wein-figure-{figure}",
        source=f"Wein et al. (2023), Figure {figure}",
        title=title,
        columns=("part", "line", "number"),
        study=partial(_study, figure),
        claims=claim,
        remarks=[*remarks, OF_BOTH],
        measures="Items of the simulator",
        chart={
            "marks": "line",
            "only": ITEMS_OF_1000,
            "x": "number",
            "x_title": x,
            "color": "line",
            "y": ITEMS_OF_1000,
        },
        tables="part",
        **printed,
    )


FIGURE_3 = _figure(
    "3",
    "Means of items like comments rated for toxicity",
    "mean of an item",
    _claim_3,
    [
        "The text says a folded normal distribution with mean 0 and standard deviation 0.28, cut "
        "to 0.8; the caption says mean 0.20 and standard deviation 0.16. No folded normal "
        "distribution has both, even rounded: its deviation is at most 0.7555 of its mean.",
        _not_of_the_caption,
    ],
    printed=PRINTED_3,
)
FIGURE_4 = _figure(
    "4",
    "Deviations of items like comments rated for toxicity",
    "standard deviation of an item",
    _claim_4,
    [
        _not_judged,
        "Spreads begin at -0.05, as in the text; in the authors' code at -0.06.",
    ],
)
