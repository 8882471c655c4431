"""claimwise plan f1, precision, recall, mcc, kappa, confusion: labels of two systems."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.options import (
    LISTED_TEST,
    POSITIVE,
    SOLVE,
    N,
    Option,
    alpha,
    alternative,
    options,
    power,
    replicates,
    resamples,
)
from claimwise.cli.output import Output, output_options
from claimwise.cli.posterior import EFFECT_PRIOR
from claimwise.cli.running import run_options, seed_option

WHAT = {
    "f1": "F1 of two systems that label the same items.",
    "precision": "Precision of two systems: predictions that are right.",
    "recall": "Recall of two systems: members of a class that are found.",
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
    click.option(
        "--average", metavar="HOW", help="Average over classes: binary, micro, macro or weighted."
    ),
    POSITIVE,
)
METRIC = (
    click.option(
        "--metric",
        default="accuracy",
        show_default=True,
        metavar="NAME",
        help="Metric: accuracy, f1:macro, mcc, ... as in claimwise compare, or a Python file, "
        "whose code is run.",
    ),
    POSITIVE,
)
confusion_options = options(
    click.option("--tables", metavar="FILE", help="TOML file of the confusion tables."),
    N,
    click.option(
        "--difference",
        type=NUMBERS,
        show_default="that of the tables",
        help="True score of B minus true score of A, such as 0.03, to which the tables are moved.",
    ),
    click.option(
        "--test", default="randomisation", show_default=True, metavar="NAME", help=LISTED_TEST
    ),
    alternative(),
    alpha(NUMBERS),
    power(NUMBERS),
    SOLVE,
    replicates(2000),
    resamples(1000),
    seed_option,
    run_options,
    EFFECT_PRIOR,
    output_options,
)


def _command(name: str) -> click.Command:
    """Return the command of one metric."""

    def run(output: Output, **given: Any) -> None:
        several = [key for key, value in given.items() if isinstance(value, list)]
        output.check(several)
        from claimwise import plan as plans

        output.show_call(f"cw.plan.{name}", getattr(plans, name), **given)

    own: tuple[Option, ...] = ()
    own = AVERAGED if name in ("f1", "precision", "recall") else own
    own = METRIC if name == "confusion" else own
    made = options(*own)(confusion_options(run))
    example = f"Example: claimwise plan {name} --tables examples/confusion.toml --n 1000"
    about = WHAT[name]
    return click.command(name, help=about + TABLES, short_help=about, epilog=example)(made)


COMMANDS = [_command(name) for name in WHAT]
