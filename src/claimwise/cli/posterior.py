"""Options of plans that look ahead to a posterior, or average over the true difference."""

from __future__ import annotations

import click

from claimwise.cli.grid import NUMBER, NUMBERS
from claimwise.cli.options import Option

DIRICHLET = "uniform, jeffreys, perks or dirichlet(a,b,c,d)"


def posterior_options(prior: str) -> tuple[Option, ...]:
    """Return the options of `--assess posterior`; `prior` says which priors there are."""
    return (
        click.option(
            "--assess",
            default="test",
            show_default=True,
            metavar="WAYS",
            help="Ways to assess the study: test, posterior (what it will say), or test,posterior.",
        ),
        click.option(
            "--margin",
            type=NUMBERS,
            help="Margin of the claim; of a posterior, the difference by which B is to exceed A.",
        ),
        click.option(
            "--rope",
            type=NUMBER,
            show_default="the margin",
            help="Region of practical equivalence of the posterior: half its width.",
        ),
        click.option(
            "--prior",
            metavar="NAME",
            show_default="uniform",
            help=f"Prior of the posterior: {prior}.",
        ),
        click.option(
            "--level",
            type=NUMBERS,
            show_default="0.95",
            help="Level of the posterior's interval, and probability at which it concludes.",
        ),
        click.option(
            "--bayes-factor",
            type=NUMBER,
            show_default="10",
            help="Bayes factor that the posterior is to reach.",
        ),
    )


UNCERTAIN = (
    click.option(
        "--uncertain", is_flag=True, help="Average the power over what the pilot leaves open."
    ),
    click.option(
        "--shrink",
        type=NUMBERS,
        show_default="20",
        help="Items that the pilot's prior is worth, on which neither system is ahead.",
    ),
)


def effect_prior_of(what: str) -> Option:
    """Return the option --effect-prior; `what` is what it is a belief of."""
    return click.option(
        "--effect-prior",
        metavar="PRIOR",
        help=f"Prior of {what}, over which the power is averaged (assurance): normal:MEAN:SD or "
        "uniform:LOW:HIGH.",
    )


EFFECT_PRIOR = effect_prior_of("the true difference")
