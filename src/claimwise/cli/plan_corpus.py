"""claimwise plan bleu, chrf and ter: corpus metrics by the effects of swapping single items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.output import Output, output_options
from claimwise.cli.posterior import effect_prior_option
from claimwise.cli.running import run_options, seed_option

F = TypeVar("F", bound=Callable[..., Any])
FITTED = "File from claimwise fit {}; none is published."
PUBLISHED = (
    "wmt-average, wmt19, wmt18, wmt17, wmt16 (published), or a file from claimwise fit bleu."
)


def delta_options(*, world: str, default: str | None, better: str) -> Callable[[F], F]:
    """Add the options of plans in a Delta-Laplace world."""

    def decorate(command: F) -> F:
        command = output_options(effect_prior_option(command))
        for option in reversed(
            [
                click.option("--n", type=NUMBERS, help="Items: sentences of the test set."),
                click.option(
                    "--difference",
                    type=NUMBERS,
                    help="True score of B minus true score of A, in points of the metric.",
                ),
                click.option("--world", metavar="NAME", show_default=default, help=world),
                click.option(
                    "--zero-share",
                    type=NUMBERS,
                    help="P0: share of items whose swap changes nothing; in place of the world's.",
                ),
                click.option(
                    "--scale",
                    type=NUMBERS,
                    help="b0: n times the Laplace scale of the other swaps; in place of the "
                    "world's.",
                ),
                click.option(
                    "--alternative",
                    default="two-sided",
                    show_default=True,
                    help=f"two-sided, less or greater, of B minus A ({better}: B better than A).",
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
                    help="mde (smallest detectable difference), n (sample size) or power; by "
                    "default everything that the rest allows.",
                ),
                click.option(
                    "--by",
                    default="simulation",
                    show_default=True,
                    metavar="ROUTE",
                    help="simulation, or normal (an approximation).",
                ),
                click.option(
                    "--replicates",
                    type=int,
                    show_default="5,000; 2,000 on a curve and in a search",
                    help="Simulated studies.",
                ),
                click.option(
                    "--resamples",
                    type=int,
                    default=1000,
                    show_default=True,
                    help="Random swaps in each simulated study.",
                ),
                seed_option,
                run_options,
            ]
        ):
            command = option(command)
        return command

    return decorate


@click.command(epilog="Example: claimwise plan bleu --n 2000 --difference 1")
@delta_options(world=PUBLISHED, default="wmt-average", better="greater")
def bleu(output: Output, **options: Any) -> None:
    """Two systems on the same sentences, compared by BLEU with a randomisation test.

    Differences are in BLEU points, from 0 to 100. Simulated as in Card et al. (2020).
    """
    _run("bleu", options, output)


@click.command(epilog="Example: claimwise plan chrf --world world.toml --n 2000 --difference 0.5")
@delta_options(world=FITTED.format("chrf"), default=None, better="greater")
def chrf(output: Output, **options: Any) -> None:
    """Two systems on the same sentences, compared by chrF with a randomisation test.

    Needs a world: claimwise fit chrf base.txt new.txt --references ref.txt > world.toml
    """
    _run("chrf", options, output)


@click.command(epilog="Example: claimwise plan ter --world world.toml --n 2000 --difference=-1")
@delta_options(world=FITTED.format("ter"), default=None, better="less")
def ter(output: Output, **options: Any) -> None:
    """Two systems on the same sentences, compared by TER with a randomisation test.

    Lower TER is better: where B is better its difference is negative. Needs a world: claimwise
    fit ter base.txt new.txt --references ref.txt > world.toml
    """
    _run("ter", options, output)


COMMANDS = (bleu, chrf, ter)


def _run(name: str, options: dict[str, Any], output: Output) -> None:
    several = [key for key, value in options.items() if isinstance(value, list)]
    output.check(several)
    from claimwise import plan as plans

    run = getattr(plans, name)
    output.show_call(f"cw.plan.{name}", run, **options)
