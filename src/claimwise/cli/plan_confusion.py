"""claimwise plan f1, precision, recall, mcc, kappa, confusion: labels of two systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.output import Output, output_options
from claimwise.cli.posterior import effect_prior_option
from claimwise.cli.running import run_options, seed_option

F = TypeVar("F", bound=Callable[..., Any])
WHAT = {
    "f1": "F1 of two systems that label the same items.",
    "precision": "Precision of two systems: the share of predictions that are right.",
    "recall": "Recall of two systems: the share of members that are found.",
    "mcc": "Matthews correlation of two systems with the gold labels.",
    "kappa": "Cohen's kappa of two systems with the gold labels.",
    "confusion": "Any metric of labels of two systems.",
}
TABLES = """

    The file of --tables says how frequent each class is, and what the systems say of its items:
    examples/confusion.toml is one, and claimwise fit f1 writes one from a pilot.

    \b
    Tests:
      randomisation     swap the systems' labels item by item; the default
      paired-bootstrap  draw items with replacement
"""
AVERAGED = (
    click.option("--average", metavar="WORD", help="binary, micro, macro or weighted."),
    click.option("--positive", metavar="CLASS", help="The class that a binary score looks for."),
)
METRIC = (
    click.option(
        "--metric",
        default="accuracy",
        show_default=True,
        metavar="NAME",
        help="accuracy, f1:macro, mcc, ... as in claimwise compare, or a Python file.",
    ),
    AVERAGED[1],
)


def confusion_options(command: F) -> F:
    """Add the options of all these plans."""
    command = output_options(effect_prior_option(command))
    for option in reversed(
        [
            click.option("--tables", metavar="FILE", help="TOML with the confusion tables."),
            click.option("--n", type=NUMBERS, help="Items in the test set."),
            click.option(
                "--difference",
                type=NUMBERS,
                help="True score of B minus true score of A, such as 0.03; by default that of the "
                "tables, which are moved to have another.",
            ),
            click.option("--test", default="randomisation", show_default=True, help="See above."),
            click.option(
                "--alternative",
                default="two-sided",
                show_default=True,
                help="two-sided, less or greater (B better than A).",
            ),
            click.option(
                "--alpha", type=NUMBERS, default=0.05, show_default=True, help="Significance level."
            ),
            click.option(
                "--power", type=NUMBERS, default=0.8, show_default=True, help="The power to reach."
            ),
            click.option(
                "--solve",
                metavar="WHAT",
                help="mde (smallest detectable difference), n (sample size) or power; by default "
                "everything that the rest allows.",
            ),
            click.option(
                "--replicates", type=int, default=2000, show_default=True, help="Simulated studies."
            ),
            click.option(
                "--resamples", type=int, default=1000, show_default=True, help="Within each study."
            ),
            seed_option,
            run_options,
        ]
    ):
        command = option(command)
    return command


def _command(name: str) -> click.Command:
    """Return the command of one metric."""

    def run(output: Output, **options: Any) -> None:
        several = [key for key, value in options.items() if isinstance(value, list)]
        output.check(several)
        from claimwise import plan as plans

        output.show_call(f"cw.plan.{name}", getattr(plans, name), **options)

    own: tuple[Callable[[Any], Any], ...] = ()
    own = AVERAGED if name in ("f1", "precision", "recall") else own
    own = METRIC if name == "confusion" else own
    made = confusion_options(run)
    for option in reversed(own):
        made = option(made)
    example = f"Example: claimwise plan {name} --tables examples/confusion.toml --n 1000"
    return click.command(name, help=WHAT[name] + TABLES, epilog=example)(made)


COMMANDS = [_command(name) for name in WHAT]
