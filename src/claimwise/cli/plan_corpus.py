"""claimwise plan bleu, chrf and ter: corpus metrics by the effects of swapping single items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.options import (
    SOLVE,
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

FITTED = "World to simulate: a file from claimwise fit {}; none is published."
PUBLISHED = (
    "World to simulate: wmt-average, wmt19, wmt18, wmt17, wmt16 (published), or a file from "
    "claimwise fit bleu."
)


def delta_options(*, world: str, default: str | None, better: str) -> Callable[[Any], Any]:
    """Add the options of plans in a Delta-Laplace world."""
    return options(
        click.option("--n", type=NUMBERS, help="Sentences in the test set."),
        click.option(
            "--difference",
            type=NUMBERS,
            help="True score of B minus true score of A, in points of the metric.",
        ),
        click.option("--world", metavar="NAME", show_default=default or False, help=world),
        click.option(
            "--zero-share",
            type=NUMBERS,
            show_default="the world's",
            help="P0, the share of items whose swap changes nothing.",
        ),
        click.option(
            "--scale",
            type=NUMBERS,
            show_default="the world's",
            help="b0, n times the Laplace scale of the other swaps.",
        ),
        alternative(f"two-sided, less or greater, of B minus A ({better}: B better than A)"),
        alpha(NUMBERS),
        power(NUMBERS),
        SOLVE,
        click.option(
            "--by",
            default="simulation",
            show_default=True,
            metavar="ROUTE",
            help="Computation: simulation, or normal (an approximation).",
        ),
        replicates("5,000; 2,000 on a curve and in a search"),
        resamples(1000),
        seed_option,
        run_options,
        EFFECT_PRIOR,
        output_options,
    )


@click.command(
    short_help="Two systems on the same sentences, compared by BLEU.",
    epilog="Example: claimwise plan bleu --n 2000 --difference 1",
)
@delta_options(world=PUBLISHED, default="wmt-average", better="greater")
def bleu(output: Output, **given: Any) -> None:
    """Two systems on the same sentences, compared by BLEU with a randomisation test.

    Differences are in BLEU points, from 0 to 100. Simulated as in Card et al. (2020).
    """
    _run("bleu", given, output)


@click.command(
    short_help="Two systems on the same sentences, compared by chrF.",
    epilog="Example: claimwise plan chrf --world world.toml --n 2000 --difference 0.5",
)
@delta_options(world=FITTED.format("chrf"), default=None, better="greater")
def chrf(output: Output, **given: Any) -> None:
    """Two systems on the same sentences, compared by chrF with a randomisation test.

    Needs a world: claimwise fit chrf base.txt new.txt --references ref.txt > world.toml
    """
    _run("chrf", given, output)


@click.command(
    short_help="Two systems on the same sentences, compared by TER.",
    epilog="Example: claimwise plan ter --world world.toml --n 2000 --difference=-1",
)
@delta_options(world=FITTED.format("ter"), default=None, better="less")
def ter(output: Output, **given: Any) -> None:
    """Two systems on the same sentences, compared by TER with a randomisation test.

    Lower TER is better: where B is better its difference is negative. Needs a world: claimwise
    fit ter base.txt new.txt --references ref.txt > world.toml
    """
    _run("ter", given, output)


COMMANDS = (bleu, chrf, ter)


def _run(name: str, given: dict[str, Any], output: Output) -> None:
    several = [key for key, value in given.items() if isinstance(value, list)]
    output.check(several)
    from claimwise import plan as plans

    output.show_call(f"cw.plan.{name}", getattr(plans, name), **given)
