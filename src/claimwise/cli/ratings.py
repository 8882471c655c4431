"""claimwise ratings: what do the raters say?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from claimwise.cli.grid import NUMBER, WHOLE
from claimwise.cli.options import (
    CHAINS,
    DRAWS,
    ITEM,
    LIMIT,
    RATER,
    RATING,
    SLOPES,
    SYSTEM_COLUMN,
    WARMUP,
    level,
    options,
    resamples,
    target_accept,
)
from claimwise.cli.output import Output, output_options
from claimwise.cli.running import seed_option
from claimwise.core.errors import ParameterError, Words, option
from claimwise.verbs.texts import region

POSTERIOR_OPTIONS = (
    click.option(
        "--assess",
        metavar="WAYS",
        help="Ways to assess by a Bayesian model (MCMC) in place of the mixed model: posterior, "
        "bayes-factor or both.",
    ),
    click.option(
        "--prior",
        default="default",
        show_default="anchored",
        metavar="NAMES",
        help="Prior, with --assess: anchored, anchored:0.25 or published. Of several, with commas, "
        "the first answers and all are compared.",
    ),
    click.option(
        "--rope",
        metavar="R|LOW:HIGH",
        show_default="the margin",
        help="Region of practical equivalence in levels, with --assess: half its width, or both "
        "ends.",
    ),
    click.option(
        "--margin", type=NUMBER, help="Margin in levels by which B is to exceed A, with --assess."
    ),
    CHAINS,
    DRAWS,
    WARMUP,
    target_accept(0.9),
)
BELIEF = ("assess", "prior", "rope", "margin", "chains", "draws", "warmup", "target_accept")
ONLY_POSTERIOR = tuple(name for name in BELIEF if name != "assess")
ONLY_FIT = (
    "formula",
    "outcome",
    "link",
    "thresholds",
    "nodes",
    "reml",
    "by",
    "correlated",
    "factors",
    "interval",
    "correct",
    "simplify",
    "resamples",
    "workers",
)
OUTCOME = click.option(
    "--model",
    "outcome",
    type=click.Choice(["ordinal", "linear"]),
    default="ordinal",
    show_default=True,
    help="Model of the ratings: as ordered categories, or as numbers.",
)


@click.command(
    epilog="Example: claimwise ratings examples/ratings.csv "
    '--formula "rating ~ system + (system | rater) + (1 | item)"'
)
@click.argument("file")
@click.option(
    "--formula", metavar="TEXT", help="Formula in lme4's notation: rating ~ system + (1 | rater)."
)
@OUTCOME
@click.option(
    "--link",
    type=click.Choice(["logit", "probit", "cloglog", "loglog"]),
    show_default="logit",
    help="Link of the ordinal model.",
)
@click.option(
    "--thresholds",
    type=click.Choice(["flexible", "symmetric", "equidistant"]),
    show_default="flexible",
    help="Thresholds of the ordinal model.",
)
@click.option(
    "--nodes",
    type=WHOLE,
    show_default="1, Laplace's approximation",
    help="Quadrature nodes of the ordinal model, for one grouping factor.",
)
@click.option(
    "--ml",
    "reml",
    flag_value=False,
    default=None,
    help="Fit the linear model by maximum likelihood, not REML.",
)
@RATING
@SYSTEM_COLUMN
@RATER
@ITEM
@LIMIT
@click.option(
    "--by", metavar="NAMES", show_default="rater,item", help="Columns with random effects."
)
@SLOPES
@click.option(
    "--independent",
    "correlated",
    flag_value=False,
    default=None,
    help="Take intercepts and slopes as uncorrelated.",
)
@click.option(
    "--reference",
    multiple=True,
    metavar="COLUMN=VALUE",
    help="Value that the others of a column are compared with: system=baseline.",
)
@click.option(
    "--factor",
    "factors",
    multiple=True,
    metavar="COLUMN",
    help="Column whose numbers are names, not quantities.",
)
@click.option(
    "--scale",
    metavar="LOW-HIGH|WORST,...,BEST",
    help="Ratings that could be given: 1-5, or words in their order, bad,fair,good.",
)
@level()
@click.option(
    "--interval",
    type=click.Choice(["wald", "profile", "bootstrap"]),
    default="wald",
    show_default=True,
    help="Interval of the coefficients.",
)
@click.option(
    "--correct",
    type=click.Choice(["max-t", "holm", "benjamini-hochberg", "none"]),
    default="max-t",
    show_default=True,
    help="Correction for several pairs of systems; with max-t the intervals hold all at once.",
)
@click.option("--simplify", is_flag=True, help="Drop random effects at the edge, step by step.")
@resamples(999, "Resamples of the bootstrap interval.")
@seed_option
@click.option("--workers", type=WHOLE, default=1, show_default=True, help="Number of threads.")
@options(*POSTERIOR_OPTIONS)
@output_options
def ratings(
    file: str,
    reml: bool | None,
    slopes: bool | None,
    by: str | None,
    reference: tuple[str, ...],
    scale: str | None,
    output: Output,
    **given: Any,
) -> None:
    """Fit a mixed model to the ratings in FILE, one row for each rating.

    Without a formula: the systems' differences, with random effects of raters and items. The
    first call on a machine compiles the kernels, which takes some 20 seconds. With --assess: how
    probable it is that a system is rated higher, by MCMC, which takes a minute or so.
    """
    output.check()
    belief = {name: given.pop(name) for name in BELIEF}
    common: dict[str, Any] = {
        "reference": _levels(reference),
        "scale": None if scale is None else _scale(scale),
    }
    if belief["assess"] is not None:
        refuse_together(ONLY_FIT, option("assess"), "the mixed model")
        known = {name: given[name] for name in ("rating", "system", "rater", "item", "level")}
        _posterior(file, output, belief, given["rng"], slopes, {**common, **known})
        return
    refuse_together(ONLY_POSTERIOR, "the mixed model", option("assess", "posterior"))
    from claimwise.assess.ratings import fit

    if reml is False and given["outcome"] == "ordinal":
        needs, found = option("outcome", "linear"), "the ordinal model, which is always fitted so"
        raise ParameterError(option("reml", False), needs, found, "Leave it out.")
    asked = {
        "reml": reml,
        "slopes": slopes,
        "by": None if by is None else _names(by),
        **common,
        **given,
    }
    output.show_call("cw.ratings.fit", fit, file, after=".result", **asked)


def _posterior(
    file: str,
    output: Output,
    belief: dict[str, Any],
    seed: int,
    slopes: bool | None,
    known: dict[str, Any],
) -> None:
    from claimwise.assess.rating_posterior import posterior

    rope = region(belief.pop("rope"))
    belief["margin"] = belief["margin"] or 0.0
    asked = {"rope": rope, "slopes": slopes is None, "rng": seed, **belief, **known}
    name = "cw.assess.rating_posterior.posterior"
    output.show_call(name, posterior, file, after=".result", **asked)


def refuse_together(names: Sequence[str], used: str | Words, needed: str | Words) -> None:
    """Refuse options that were given and that what is used has no use for."""
    context = click.get_current_context()
    for name in names:
        source = context.get_parameter_source(name)
        if source is None or source.name in ("DEFAULT", "DEFAULT_MAP"):
            continue
        value = context.params[name]
        if name == "outcome" and value == "ordinal":
            continue
        flag = value if isinstance(value, bool) or name == "outcome" else None
        raise ParameterError(option(name, flag), needed, used, "Leave out the one or the other.")


def _names(given: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(",") if name.strip())


def _scale(given: str) -> tuple[int, int] | tuple[str, ...]:
    if "," in given:
        return _names(given)
    found = re.fullmatch(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*", given)
    if found is None:
        needs = "LOW-HIGH, such as 1-5, or all levels from worst to best, such as bad,fair,good"
        raise ParameterError("--scale", needs, repr(given))
    return int(found.group(1)), int(found.group(2))


def _levels(given: tuple[str, ...]) -> dict[str, str]:
    levels: dict[str, str] = {}
    for text in given:
        name, equals, level = (part.strip() for part in text.partition("="))
        if not equals or not name or not level:
            raise ParameterError("reference", "COLUMN=VALUE, such as system=base", repr(text))
        if name in levels:
            found = f"{levels[name]} and {level}"
            raise ParameterError("reference", f"one value of {name}", found)
        levels[name] = level
    return levels
