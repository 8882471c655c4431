"""claimwise ratings: what do the raters say?"""

from __future__ import annotations

import re
from typing import Any

import click

from claimwise.cli.compare import options
from claimwise.cli.compare_values import region
from claimwise.cli.output import Output, output_options
from claimwise.cli.running import seed_option
from claimwise.core.errors import ParameterError

POSTERIOR_OPTIONS = [
    click.option(
        "--assess",
        metavar="WAYS",
        help="posterior, bayes-factor or both: what to believe, by a Bayesian model (MCMC) instead "
        "of the mixed model.",
    ),
    click.option(
        "--prior",
        default="default",
        show_default="anchored",
        metavar="NAMES",
        help="Posterior: anchored, anchored:0.25 or published; of several, with commas, the first "
        "answers and all are compared.",
    ),
    click.option(
        "--rope",
        metavar="R|LOW:HIGH",
        help="Posterior: region of practical equivalence, in levels: half its width, or both "
        "ends; else the margin.",
    ),
    click.option(
        "--margin", type=float, help="Posterior: by how many levels B is claimed to exceed A."
    ),
    click.option("--chains", type=int, default=4, show_default=True, help="Posterior: chains."),
    click.option(
        "--draws", type=int, default=1000, show_default=True, help="Posterior: of each chain."
    ),
    click.option(
        "--warmup", type=int, default=1000, show_default=True, help="Posterior: of each chain."
    ),
    click.option(
        "--target-accept",
        type=float,
        default=0.9,
        show_default=True,
        help="Posterior: nearer to 1 for smaller steps.",
    ),
]
BELIEF = ("assess", "prior", "rope", "margin", "chains", "draws", "warmup", "target_accept")
ONLY_POSTERIOR = {name: f"--{name.replace('_', '-')}" for name in BELIEF if name != "assess"}
ONLY_FIT = {
    "formula": "--formula",
    "outcome": "--model linear",
    "link": "--link",
    "thresholds": "--thresholds",
    "nodes": "--nodes",
    "ml": "--ml",
    "by": "--by",
    "independent": "--independent",
    "factor": "--factor",
    "interval": "--interval",
    "simplify": "--simplify",
    "resamples": "--resamples",
    "workers": "--workers",
}


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
    show_default="logit",
    help="Of the ordinal model.",
)
@click.option(
    "--thresholds",
    type=click.Choice(["flexible", "symmetric", "equidistant"]),
    show_default="flexible",
    help="Of the ordinal model.",
)
@click.option(
    "--nodes",
    type=int,
    show_default="1",
    help="Of the quadrature of the ordinal model, for one grouping factor; 1 is Laplace's "
    "approximation.",
)
@click.option("--ml", is_flag=True, help="Linear model by maximum likelihood, not REML.")
@click.option("--rating", metavar="NAME", help="Column of the rating.")
@click.option("--system", metavar="NAME", help="Column of what is compared.")
@click.option("--rater", metavar="NAME", help="Column of who rated.")
@click.option("--item", metavar="NAME", help="Column of what was rated.")
@click.option(
    "--by", metavar="NAMES", show_default="rater,item", help="Columns with random effects."
)
@click.option("--no-slopes", is_flag=True, help="Random intercepts only.")
@click.option("--independent", is_flag=True, help="Intercepts and slopes are not correlated.")
@click.option("--reference", multiple=True, metavar="NAME=LEVEL", help="Level to compare with.")
@click.option("--factor", multiple=True, metavar="NAME", help="A column of numbers that are names.")
@click.option(
    "--scale",
    metavar="LOW-HIGH|WORST,...,BEST",
    help="The ratings that could be given: 1-5, or bad,fair,good (words need their order).",
)
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
@seed_option
@click.option("--workers", type=int, default=1, show_default=True, help="Threads.")
@options(POSTERIOR_OPTIONS)
@output_options
def ratings(
    file: str,
    ml: bool,
    no_slopes: bool,
    independent: bool,
    by: str | None,
    reference: tuple[str, ...],
    factor: tuple[str, ...],
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
        refuse_together(ONLY_FIT, "a mixed model", "--assess posterior")
        known = {name: given[name] for name in ("rating", "system", "rater", "item", "level")}
        _posterior(file, output, belief, given["rng"], no_slopes, {**common, **known})
        return
    refuse_together(ONLY_POSTERIOR, "--assess posterior", "a mixed model")
    from claimwise.assess.ratings import fit

    if ml and given["outcome"] == "ordinal":
        found_model = "the ordinal model, which is always fitted so"
        raise ParameterError("--ml", "--model linear", found_model, "Leave it out.")
    asked = {
        "reml": False if ml else None,
        "slopes": False if no_slopes else None,
        "correlated": False if independent else None,
        "by": None if by is None else _names(by),
        "factors": factor,
        **common,
        **given,
    }
    output.show_call("cw.ratings.fit", fit, file, after=".result", **asked)


def _posterior(
    file: str,
    output: Output,
    belief: dict[str, Any],
    seed: int,
    no_slopes: bool,
    known: dict[str, Any],
) -> None:
    from claimwise.assess.rating_posterior import posterior

    rope = region(belief.pop("rope"))
    belief["margin"] = belief["margin"] or 0.0
    asked = {"rope": rope, "slopes": not no_slopes, "rng": seed, **belief, **known}
    name = "cw.assess.rating_posterior.posterior"
    output.show_call(name, posterior, file, after=".result", **asked)


def refuse_together(names: dict[str, str], needs: str, found: str) -> None:
    """Refuse options that were given and that nothing would heed."""
    context = click.get_current_context()
    for name, option in names.items():
        source = context.get_parameter_source(name)
        if source is None or source.name in ("DEFAULT", "DEFAULT_MAP"):
            continue
        if name == "outcome" and context.params[name] == "ordinal":
            continue
        raise ParameterError(option, needs, found, "Leave out the one or the other.")


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
            raise ParameterError("--reference", "NAME=LEVEL", repr(text))
        if name in levels:
            found = f"{levels[name]} and {level}"
            raise ParameterError("--reference", f"one level of {name}", found)
        levels[name] = level
    return levels
