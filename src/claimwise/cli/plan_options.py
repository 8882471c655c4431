"""The options that several kinds of plans share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.looks import plan_looks_options
from claimwise.cli.output import output_options
from claimwise.cli.posterior import posterior_options
from claimwise.cli.running import run_options, seed_option

F = TypeVar("F", bound=Callable[..., Any])


def claim_options(margins: str) -> Callable[[F], F]:
    """Add those of a claim with a margin; `margins` is the test that decides it by default."""

    def decorate(command: F) -> F:
        command = click.option(
            "--interval",
            metavar="NAME",
            help="Decide the claim by this interval, or the one that fits (choose), as in "
            "compare --assess interval.",
        )(command)
        return click.option(
            "--claim",
            default="difference",
            show_default=True,
            metavar="KIND",
            help="difference, superiority, non-inferiority or equivalence: with --margin, and "
            f"decided by {margins} unless a test or interval is named.",
        )(command)

    return decorate


def study_options(*, test: str, by: str, prior: str) -> Callable[[F], F]:
    """Add the options that all plans share."""

    def decorate(command: F) -> F:
        command = output_options(command)
        for option in reversed(
            [
                click.option("--test", show_default=test, help="A test of the list above."),
                click.option(
                    "--alternative",
                    default="two-sided",
                    show_default=True,
                    help="two-sided, less or greater (B better than A).",
                ),
                click.option(
                    "--alpha",
                    type=NUMBERS,
                    default=0.05,
                    show_default=True,
                    help="Significance level.",
                ),
                click.option(
                    "--power",
                    type=NUMBERS,
                    default=0.8,
                    show_default=True,
                    help="The power to reach.",
                ),
                click.option(
                    "--solve",
                    metavar="WHAT",
                    help="mde (smallest detectable difference), n (sample size) or "
                    "power; by default everything that the rest allows.",
                ),
                click.option("--by", default=None, metavar="ROUTE", help=by),
                click.option(
                    "--replicates",
                    type=int,
                    show_default="10,000; 2,000 for posteriors",
                    help="Simulated studies, with --by simulation or --assess posterior.",
                ),
                seed_option,
                run_options,
                *plan_looks_options(),
                *posterior_options(prior),
            ]
        ):
            command = option(command)
        return command

    return decorate


def simulation_options(command: F) -> F:
    """Add what plans by simulation of raters share."""
    command = output_options(command)
    for option in reversed(
        [
            click.option(
                "--alpha", type=float, default=0.05, show_default=True, help="Significance level."
            ),
            click.option(
                "--power", type=float, default=0.8, show_default=True, help="The power to reach."
            ),
            click.option(
                "--solve",
                metavar="WHAT",
                help="power (the default), mde (smallest detectable effect), items, raters or "
                "budget.",
            ),
            click.option(
                "--cost-item", type=float, default=0.0, help="Of an item, for the budget."
            ),
            click.option(
                "--cost-rating", type=float, default=0.0, help="Of a rating or judgement."
            ),
            click.option("--cost-rater", type=float, default=0.0, help="Of a rater."),
            click.option(
                "--uncertain", is_flag=True, help="Draw the world anew from what its pilot knows."
            ),
            click.option(
                "--replicates", type=int, default=1000, show_default=True, help="Simulated studies."
            ),
            click.option(
                "--precision",
                type=float,
                help="Stop once the Monte Carlo intervals reach no farther.",
            ),
            seed_option,
            run_options,
        ]
    ):
        command = option(command)
    return command
