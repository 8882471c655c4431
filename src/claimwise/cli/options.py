"""Options that several verbs have, each with one wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.cli.grid import NUMBER, NUMBERS, WHOLE
from claimwise.cli.grouped import option_of
from claimwise.cli.limit import LIMIT as LIMIT
from claimwise.kinds import reading

F = TypeVar("F", bound=Callable[..., Any])
Option = Callable[[Any], Any]


def options(*group: Option) -> Callable[[F], F]:
    """Add options in the order in which help shows them."""

    def decorate(command: F) -> F:
        for one in reversed(group):
            command = one(command)
        return command

    return decorate


# Data
A, B = map(option_of, reading.SYSTEMS)
COLUMN = option_of(reading.COLUMN)
SYSTEM = option_of(reading.NAMES)
REFERENCES = option_of(reading.REFERENCES)
CLUSTER = option_of(reading.CLUSTER)
FILTER = option_of(reading.FILTER)
DATASET = option_of(reading.DATASET)
GOLD = option_of(reading.GOLD)


RATING = click.option("--rating", metavar="COLUMN", help="Column of the rating.")
SYSTEM_COLUMN = click.option("--system", metavar="COLUMN", help="Column of the system.")
RATER = click.option("--rater", metavar="COLUMN", help="Column of the rater.")
ITEM = click.option("--item", metavar="COLUMN", help="Column of the item.")


# Claims and tests
CLAIMS = "difference, superiority, non-inferiority or equivalence"
FITS = "the one that fits the data"


def claim(more: str = "") -> Option:
    """Return --claim; `more` says what decides it."""
    return click.option(
        "--claim",
        default="difference",
        show_default=True,
        metavar="KIND",
        help=f"Claim to make: {CLAIMS}{more}.",
    )


MARGIN = "Margin of the claim, in the metric's units."


def alpha(kind: Any = NUMBER) -> Option:
    """Return --alpha: one number, or with NUMBERS several."""
    return click.option(
        "--alpha", type=kind, default=0.05, show_default=True, help="Significance level."
    )


def power(kind: Any = NUMBER) -> Option:
    """Return --power of a plan."""
    return click.option(
        "--power", type=kind, default=0.8, show_default=True, help="Power to reach."
    )


def level(default: float | None = 0.95, shown: str | bool = True) -> Option:
    """Return --level, of intervals."""
    return click.option(
        "--level",
        type=NUMBER,
        default=default,
        show_default=shown,
        help="Confidence level of intervals.",
    )


def alternative(sides: str = "two-sided, less or greater (B better than A)") -> Option:
    """Return --alternative."""
    return click.option(
        "--alternative",
        default="two-sided",
        show_default=True,
        metavar="SIDE",
        help=f"Side of the test: {sides}.",
    )


HIGHER = "two-sided, less or greater (B scores higher than A)"
OF_ANSWERS = "two-sided, better or worse (B than A), or less or greater (B's score)"


def named_test(default: str, what: str = "Test, by name.") -> Option:
    """Return --test."""
    return click.option("--test", metavar="NAME", show_default=default, help=what)


LISTED_TEST = "Test, one of the list above."


def replicates(default: str | int) -> Option:
    """Return --replicates; the default is a number, or words for one that depends."""
    return click.option(
        "--replicates",
        type=WHOLE,
        default=default if isinstance(default, int) else None,
        show_default=True if isinstance(default, int) else default,
        help="Number of simulated studies.",
    )


def resamples(default: str | int, what: str = "Resamples in each simulated study.") -> Option:
    """Return --resamples; the default is a number, or words for one that depends."""
    return click.option(
        "--resamples",
        type=WHOLE,
        default=default if isinstance(default, int) else None,
        show_default=True if isinstance(default, int) else default,
        help=what,
    )


POSITIVE = click.option("--positive", metavar="CLASS", help="Positive class of binary scores.")
BETTER = "Which scores are better: higher or lower."

ROPE = "Region of practical equivalence: half its width, or both ends."


def spreads(kind: Any, default: str | None = None) -> tuple[Option, ...]:
    """Return the options of how graded scores vary, on the same items or on different ones."""
    shown: str | bool = default or False
    return (
        click.option(
            "--sd",
            type=kind,
            show_default=shown,
            help="Standard deviation of the items' differences; with --unpaired, of each "
            "system's scores.",
        ),
        click.option(
            "--sd-a", type=kind, show_default=shown, help="Standard deviation of the scores of A."
        ),
        click.option(
            "--sd-b", type=kind, show_default=shown, help="Standard deviation of the scores of B."
        ),
        click.option(
            "--unpaired", is_flag=True, help="Treat the systems as scored on different items."
        ),
    )


def clusters(kind: Any) -> tuple[Option, ...]:
    """Return the options of the shape of scores and of items in clusters."""
    return (
        click.option(
            "--shape",
            default="normal",
            show_default=True,
            metavar="NAME",
            help="Shape of the differences: normal or skewed.",
        ),
        click.option("--cluster-size", type=kind, help="Items in each cluster, with --icc."),
        click.option(
            "--icc",
            type=NUMBERS if kind is NUMBERS else NUMBER,
            help="Correlation of the differences within a cluster.",
        ),
    )


# Markov chains
CHAINS = click.option("--chains", type=WHOLE, default=4, show_default=True, help="Chains of MCMC.")
DRAWS = click.option(
    "--draws", type=WHOLE, default=1000, show_default=True, help="Draws of each chain."
)
WARMUP = click.option(
    "--warmup", type=WHOLE, default=1000, show_default=True, help="Warm-up draws of each chain."
)


def target_accept(default: float | None = None) -> Option:
    """Return --target-accept."""
    return click.option(
        "--target-accept",
        type=NUMBER,
        default=default,
        show_default=default is not None,
        help="Target acceptance of MCMC; nearer to 1 for smaller steps.",
    )


# Of models of ratings
SLOPES = click.option(
    "--no-slopes", "slopes", flag_value=False, default=None, help="Use random intercepts only."
)
UNPAIRED = click.option(
    "--unpaired",
    "paired",
    flag_value=False,
    default=None,
    help="Treat the systems as scored on different items.",
)
