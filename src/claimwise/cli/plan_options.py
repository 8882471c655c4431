"""The options that several kinds of plans share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.cli.grid import NUMBER, NUMBERS
from claimwise.cli.looks import PLAN_LOOKS
from claimwise.cli.options import (
    LISTED_TEST,
    SOLVE,
    Option,
    alpha,
    alternative,
    claim,
    named_test,
    options,
    power,
    replicates,
)
from claimwise.cli.output import output_options
from claimwise.cli.posterior import posterior_options
from claimwise.cli.running import run_options, seed_option

F = TypeVar("F", bound=Callable[..., Any])
INTERVAL = click.option(
    "--interval",
    metavar="NAME",
    help="Interval that decides the claim in place of a test, by name, or choose for the one that "
    "compare --assess interval has.",
)


def claim_options(margins: str) -> Callable[[F], F]:
    """Add those of a claim with a margin; `margins` is the test that decides it by default."""
    return options(claim(f"; with --margin, {margins} decides unless a test is named"), INTERVAL)


def route(ways: str, default: str | None = None) -> Option:
    """Return --by, the way in which power is computed."""
    return click.option(
        "--by", metavar="ROUTE", show_default=default or False, help=f"Computation: {ways}."
    )


def study_options(*, tested: str, by: Option, prior: str) -> Callable[[F], F]:
    """Add the options that all plans share; `tested` is the usual test."""
    return options(
        named_test(tested, LISTED_TEST),
        alternative(),
        alpha(NUMBERS),
        power(NUMBERS),
        SOLVE,
        by,
        replicates("10,000; 2,000 for posteriors"),
        seed_option,
        run_options,
        *PLAN_LOOKS,
        *posterior_options(prior),
        output_options,
    )


COST = "Cost of {}, for the budget."
simulation_options = options(
    alpha(),
    power(),
    click.option(
        "--solve",
        metavar="WHAT",
        show_default="power",
        help="Quantity to solve for: power, mde (smallest detectable effect), items, raters or "
        "budget.",
    ),
    *(
        click.option(
            f"--cost-{what}", type=NUMBER, default=0.0, show_default=True, help=COST.format(one)
        )
        for what, one in (
            ("item", "an item"),
            ("rating", "a rating or judgement"),
            ("rater", "a rater"),
        )
    ),
    click.option(
        "--uncertain", is_flag=True, help="Draw each study's world from what the pilot leaves open."
    ),
    replicates(1000),
    click.option(
        "--precision",
        type=NUMBER,
        help="Half-width of the Monte Carlo intervals at which simulation ends.",
    ),
    seed_option,
    run_options,
    output_options,
)
