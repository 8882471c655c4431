"""claimwise ratings: what do the raters say?"""

from __future__ import annotations

import re
from typing import Any

import click

from claimwise.cli.output import output_options, show
from claimwise.core.errors import ParameterError, sentence


@click.command(
    epilog="Example: claimwise ratings examples/ratings.csv "
    '--formula "rating ~ system + (system | rater) + (1 | item)"'
)
@click.argument("file")
@click.option("--formula", metavar="TEXT", help="In lme4's notation: y ~ x + (x | rater).")
@click.option(
    "--model",
    "outcome",
    type=click.Choice(["ordinal", "linear"]),
    default="ordinal",
    show_default=True,
    help="Ratings as ordered categories, or as numbers.",
)
@click.option(
    "--link",
    type=click.Choice(["logit", "probit", "cloglog", "loglog"]),
    default="logit",
    show_default=True,
    help="Of the ordinal model.",
)
@click.option(
    "--thresholds",
    type=click.Choice(["flexible", "symmetric", "equidistant"]),
    default="flexible",
    show_default=True,
    help="Of the ordinal model.",
)
@click.option(
    "--nodes",
    type=int,
    default=1,
    show_default=True,
    help="Of the quadrature, for one grouping factor; 1 is Laplace's approximation.",
)
@click.option("--ml", is_flag=True, help="Linear model by maximum likelihood, not REML.")
@click.option("--rating", metavar="NAME", help="Column of the rating.")
@click.option("--system", metavar="NAME", help="Column of what is compared.")
@click.option(
    "--by",
    metavar="NAMES",
    default="rater,item",
    show_default=True,
    help="Columns with random effects.",
)
@click.option("--no-slopes", is_flag=True, help="Random intercepts only.")
@click.option("--independent", is_flag=True, help="Intercepts and slopes are not correlated.")
@click.option("--reference", multiple=True, metavar="NAME=LEVEL", help="Level to compare with.")
@click.option("--factor", multiple=True, metavar="NAME", help="A column of numbers that are names.")
@click.option("--scale", metavar="LOW-HIGH", help="The ratings that could be given, such as 1-5.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Of the intervals.")
@click.option(
    "--interval",
    type=click.Choice(["wald", "profile", "bootstrap"]),
    default="wald",
    show_default=True,
    help="Of the coefficients.",
)
@click.option("--simplify", is_flag=True, help="Drop random effects at the edge, step by step.")
@click.option("--resamples", type=int, default=999, show_default=True, help="Of the bootstrap.")
@click.option("--seed", "rng", type=int, help="Of the bootstrap.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads.")
@output_options
def ratings(
    file: str,
    ml: bool,
    no_slopes: bool,
    independent: bool,
    by: str,
    reference: tuple[str, ...],
    factor: tuple[str, ...],
    scale: str | None,
    **given: Any,
) -> None:
    """Fit a mixed model to the ratings in FILE, one row for each rating.

    Without a formula: the systems' differences, with random effects of raters and items. The
    first call on a machine compiles the kernels, which takes some seconds.
    """
    from claimwise.assess.ratings import fit

    output = {name: given.pop(name) for name in ("as_json", "as_table", "markdown")}
    found = fit(
        file,
        reml=not ml,
        slopes=not no_slopes,
        correlated=not independent,
        by=tuple(name.strip() for name in by.split(",") if name.strip()),
        reference=_levels(reference),
        factors=factor,
        scale=None if scale is None else _scale(scale),
        **given,
    )
    show(found.result, **output)


def _scale(given: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*", given)
    if found is None:
        raise ParameterError(sentence("--scale", "LOW-HIGH, such as 1-5", repr(given)))
    return int(found.group(1)), int(found.group(2))


def _levels(given: tuple[str, ...]) -> dict[str, str]:
    levels = {}
    for text in given:
        name, equals, level = text.partition("=")
        if not equals:
            raise ParameterError(sentence("--reference", "NAME=LEVEL", repr(text)))
        levels[name] = level
    return levels
