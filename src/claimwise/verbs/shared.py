"""Fields that several verbs have, besides those that plans have too."""

from __future__ import annotations

from typing import Any

from claimwise.core import field
from claimwise.core.field import BAYES, READING, Field, column, count, file, flag, number, percent
from claimwise.verbs import texts

FITS = "the one that fits the data"
HIGHER = "two-sided, less or greater (B scores higher than A)"
SEED = field.SEED.but(of_simulation=False)
FILE = file("file", "File", "File to read.", main=True, argument=True, required=True)
FILES = FILE.but(name="files", title="Files", help="Files to read.", several=True)
LEVEL = percent(
    "level",
    "Level",
    "Confidence level of intervals.",
    default=0.95,
    low=None,
    high=None,
    above=0,
    below=1,
)
UNPAIRED = flag(
    "unpaired",
    "Different items",
    "Treat the systems as scored on different items.",
    group=READING,
    parameter="paired",
    means=False,
)
ROPE = number(
    "rope",
    "Region of equivalence",
    "Region of practical equivalence: half its width, or both ends.",
    group=BAYES,
    metavar="R|LOW:HIGH",
    usual="the margin",
    above=0,
    most=1e9,
    reads=texts.region,
)
RATING = column("rating", "Rating", "Column of the rating.", group=READING)
RATED_SYSTEM = column("system", "System", "Column of the system.", group=READING)
RATER = column("rater", "Rater", "Column of the rater.", group=READING)
ITEM = column("item", "Item", "Column of the item.", group=READING)


def sampled(target_accept: float | None = None, **more: Any) -> tuple[Field, ...]:
    """Return how long Markov chains sample, and how carefully."""
    return (
        count("chains", "Chains", "Chains of MCMC.", group=BAYES, default=4, most=64, **more),
        count(
            "draws",
            "Draws",
            "Draws of each chain.",
            group=BAYES,
            default=1000,
            most=100_000,
            **more,
        ),
        count(
            "warmup",
            "Warm-up",
            "Warm-up draws of each chain.",
            group=BAYES,
            default=1000,
            most=100_000,
            **more,
        ),
        percent(
            "target_accept",
            "Target acceptance",
            "Target acceptance of MCMC; nearer to 1 for smaller steps.",
            group=BAYES,
            default=target_accept,
            usual="" if target_accept else "that of the model",
            low=None,
            high=None,
            above=0,
            below=1,
            **more,
        ),
    )


def _spread(name: str, title: str, whose: str) -> Field:
    return number(name, title, f"Standard deviation of {whose}.", usual="1", above=0, most=1e6)


SPREAD = (
    _spread(
        "sd",
        "Standard deviation",
        "the items' differences; on different items, of each system's scores",
    ),
    _spread("sd_a", "Standard deviation of A", "the scores of A"),
    _spread("sd_b", "Standard deviation of B", "the scores of B"),
)
