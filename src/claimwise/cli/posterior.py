"""Options of plans that foresee a posterior, or average over the true difference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from claimwise.cli.grid import NUMBERS

DIRICHLET = "uniform, jeffreys, perks or dirichlet(a,b,c,d)"
Option = Callable[[Any], Any]


def posterior_options(prior: str) -> list[Option]:
    """Return the options of `--assess posterior`; `prior` says which priors there are."""
    return [
        click.option(
            "--assess",
            default="test",
            show_default=True,
            metavar="LIST",
            help="test, posterior (what it will say), or test,posterior.",
        ),
        click.option(
            "--margin",
            type=NUMBERS,
            help="Of the claim; or, of the posterior, the difference by which B is claimed to "
            "exceed A.",
        ),
        click.option(
            "--rope",
            type=float,
            help="Posterior: half the width of the region of practical equivalence; by default "
            "the margin.",
        ),
        click.option(
            "--prior", metavar="NAME", show_default="uniform", help=f"Posterior: {prior}."
        ),
        click.option(
            "--level",
            type=NUMBERS,
            show_default="0.95",
            help="Posterior: level of its interval, and probability at which it concludes.",
        ),
        click.option(
            "--bayes-factor",
            type=float,
            show_default="10",
            help="Posterior: the Bayes factor that is to be reached.",
        ),
    ]


def uncertain_options(command: Any) -> Any:
    """Add --uncertain and --shrink."""
    command = click.option(
        "--shrink",
        type=NUMBERS,
        show_default="20",
        help="How many items the prior of the pilot is worth, on which neither system is ahead.",
    )(command)
    return click.option(
        "--uncertain",
        is_flag=True,
        help="Average the power also over what the pilot leaves open.",
    )(command)


def effect_prior_of(what: str) -> Option:
    """Return the option --effect-prior; `what` is what it is a belief of."""
    return click.option(
        "--effect-prior",
        metavar="PRIOR",
        help=f"normal:MEAN:SD or uniform:LOW:HIGH, what is believed of {what}: for the "
        "assurance, the power averaged over it.",
    )


def effect_prior_option(command: Any) -> Any:
    """Add --effect-prior."""
    return effect_prior_of("the true difference")(command)
