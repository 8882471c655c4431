"""claimwise plan: before the data, what could this study show?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.design import judgement_layout_options, layout_options
from claimwise.cli.grid import NUMBER, NUMBERS
from claimwise.cli.lazy import Verbs
from claimwise.cli.listed import Listed, Listing
from claimwise.cli.options import BASELINE, A, B, N, options
from claimwise.cli.output import Output
from claimwise.cli.plan_confusion import COMMANDS as CONFUSION
from claimwise.cli.plan_corpus import COMMANDS as CORPUS
from claimwise.cli.plan_means import means
from claimwise.cli.plan_options import claim_options, route, simulation_options, study_options
from claimwise.cli.plan_pilot import pilot
from claimwise.cli.plan_responses import responses
from claimwise.cli.plan_shown import show_plan
from claimwise.cli.posterior import DIRICHLET, EFFECT_PRIOR, UNCERTAIN, effect_prior_of


@click.group(cls=Verbs)
def plan() -> None:
    """Before the data: what could this study show?

    Numbers may be lists (0.01,0.02) or ranges (200:4000:200) in up to two options; the
    answer is then a curve.
    """


EXACT = "exact (enumeration), normal (classical formula) or simulation"


@plan.command(
    cls=Listing,
    lists=[Listed("Tests", "test", "mcnemar-midp", {"outcome": "binary", "paired": True})],
    short_help="Two systems on the same test set: right or wrong.",
    epilog="Example: claimwise plan accuracy --n 500 --difference 0.02 --agreement 0.9",
)
@N
@click.option(
    "--difference", type=NUMBERS, help="True accuracy of B minus true accuracy of A, such as 0.02."
)
@click.option(
    "--agreement", type=NUMBERS, help="Share of items where both are right or both are wrong."
)
@BASELINE
@click.option(
    "--agreement-from",
    metavar="SOURCE",
    help="Source of the agreement: glue, squad2 (published regressions), lachenbruch (no prior: "
    "low, mid, high), independent (as if by chance), or a CSV of past comparisons (baseline, "
    "candidate, agreement).",
)
@click.option(
    "--difference-from",
    metavar="SOURCE",
    help="Source of the difference: glue (with --task), squad2, or a CSV of past comparisons "
    "(baseline, candidate[, task]).",
)
@click.option("--task", metavar="NAME", help="Task of --difference-from glue: MNLI-m, RTE, ...")
@click.option("--pilot", metavar="FILE", help="CSV of validation verdicts: item, system, correct.")
@A
@B
@EFFECT_PRIOR
@options(*UNCERTAIN)
@claim_options("tango")
@study_options(tested="mcnemar-midp", by=route(EXACT, "exact"), prior=DIRICHLET)
def accuracy(output: Output, **given: Any) -> None:
    """Two systems on the same test set, each answer right or wrong.

    A claim with a margin is decided by tango, unless a test or an interval is named.
    """
    _run("accuracy", given, output, by="exact")


@plan.command(
    cls=Listing,
    lists=[Listed("Tests", "test", "z-pooled", {"outcome": "binary", "paired": False})],
    short_help="Two systems on different items: right or wrong.",
    epilog="Example: claimwise plan proportions --n 1725 --baseline 0.92 --solve mde",
)
@click.option("--n", type=NUMBERS, help="Items in each group.")
@BASELINE
@click.option(
    "--difference", type=NUMBERS, help="True accuracy of B minus true accuracy of A, such as 0.02."
)
@EFFECT_PRIOR
@claim_options("farrington-manning")
@study_options(
    tested="z-pooled",
    prior="uniform, jeffreys or beta(a,b)",
    by=route(
        "normal (textbook formula, with exact values), exact (enumeration) or simulation",
        "normal for z-pooled, else exact",
    ),
)
def proportions(output: Output, **given: Any) -> None:
    """Two systems on different items, each answer right or wrong.

    A claim with a margin is decided by farrington-manning, unless a test or an interval is named.
    """
    _run("proportions", given, output, by=None)


@plan.command(
    cls=Listing,
    lists=[Listed("Tests", "test", "sign", {"outcome": "binary", "paired": True, "margin": False})],
    short_help="Unrelated judgements head to head: win, lose or tie.",
    epilog="Example: claimwise plan preference --n 100 --win 0.65 --lose 0.35",
)
@click.option("--n", type=NUMBERS, help="Number of judgements.")
@click.option("--win", type=NUMBERS, help="Probability that a judgement prefers B.")
@click.option("--lose", type=NUMBERS, help="Probability that a judgement prefers A.")
@click.option("--tie", type=NUMBERS, show_default="the rest", help="Probability of a tie.")
@click.option(
    "--ties",
    default="drop",
    show_default=True,
    metavar="HOW",
    help="Treatment of ties: drop (leave them out) or split (half to each side).",
)
@click.option(
    "--pilot",
    metavar="COUNTS|FILE",
    help="Wins, losses and ties of a pilot, such as 60,40,20; or a table with a column of winners, "
    "or with scores of both systems.",
)
@A
@B
@EFFECT_PRIOR
@options(*UNCERTAIN)
@study_options(tested="sign", by=route(EXACT, "exact"), prior=DIRICHLET)
def preference(output: Output, **given: Any) -> None:
    """Judges compare two systems head to head: win, lose or tie.

    Fit for unrelated judgements; where a rater judges several items, or an item is judged several
    times, use claimwise plan judgements.
    """
    _run("preference", given, output, by="exact")


@plan.command(
    cls=Listing,
    lists=[Listed("Analyses", "rating analysis")],
    short_help="Raters rate what two systems made of the same items.",
    epilog="Example: claimwise plan ratings --items 100 --ratings-per-item 3 --list-length 25 "
    "--effect 0.5t --world general --model ordinal,linear",
)
@click.option(
    "--world",
    default="general",
    show_default=True,
    metavar="NAME",
    help="World to simulate: card-low, card-high, extreme-low, low, general, high, extreme-high, "
    "hashimoto-lm, ... or a file from claimwise fit ratings.",
)
@layout_options
@click.option(
    "--effect",
    metavar="LIST",
    help="True effect, B minus A, in the world's units; or 0.5t: of the distance between "
    "thresholds; 0.6p: probability that B is rated above A; 0.3r: rating points.",
)
@click.option("--difference", metavar="LIST", help="True difference, B minus A, in rating points.")
@click.option(
    "--model",
    metavar="LIST",
    show_default="the world's own",
    help="Analyses, some of the list above.",
)
@click.option(
    "--independent",
    "correlated",
    flag_value=False,
    default=True,
    help="Take levels and slopes as uncorrelated.",
)
@effect_prior_of("the true effect, in the world's units (with --difference in rating points)")
@simulation_options
def ratings(
    kind: str | None,
    output: Output,
    **given: Any,
) -> None:
    """Raters rate what two systems made of the same items.

    Analyses without a mixed model are what people do: see how often they find what is not there.
    """
    several = [key for key in ("effect", "difference") if "," in (given[key] or "")]
    several += ["ratings_per_item"] if given["solve"] == "budget" else []
    output.check(several)
    from claimwise import plan as plans

    asked = {"design": kind, **_listed(given)}
    output.show_call("cw.plan.ratings", plans.ratings, **asked)


@plan.command(
    cls=Listing,
    lists=[Listed("Analyses", "judgement analysis", "logistic")],
    short_help="Raters judge head to head, several items each.",
    epilog="Example: claimwise plan judgements --items 100 --per-item 3 --list-length 20 "
    "--win 0.6 --lose 0.4 --rater-sd 0.5 --item-sd 0.8",
)
@judgement_layout_options
@click.option("--win", type=NUMBER, help="Share of judgements for B, over all raters and items.")
@click.option("--lose", type=NUMBER, help="Share of judgements for A; the rest are ties.")
@click.option(
    "--difference", metavar="LIST", help="Share of wins less share of losses, in place of both."
)
@click.option(
    "--tie",
    type=NUMBER,
    help="Share of ties: with --win; or, with --difference, where neither is better.",
)
@click.option(
    "--rater-sd",
    type=NUMBER,
    help="Standard deviation, in logits, of how raters lean to a system: 0.5 a little, 1 much.",
)
@click.option(
    "--item-sd", type=NUMBER, help="Standard deviation, in logits, of how items lean to a system."
)
@click.option(
    "--world",
    metavar="FILE",
    help="File from claimwise fit judgements, in place of assumptions.",
)
@click.option(
    "--model", metavar="LIST", show_default="logistic", help="Analyses, some of the list above."
)
@effect_prior_of("the share of wins less that of losses")
@simulation_options
def judgements(
    kind: str | None,
    output: Output,
    **given: Any,
) -> None:
    """Raters compare two systems head to head, on several items each.

    Fit where a rater judges several items, or an item is judged several times; for unrelated
    judgements use claimwise plan preference, which is exact.

    Analyses without a mixed model are what people do: see how often they find what is not there.
    """
    several = ["difference"] if "," in (given["difference"] or "") else []
    several += ["ratings_per_item"] if given["solve"] == "budget" else []
    output.check(several)
    from claimwise import plan as plans

    given["per_item"] = given.pop("ratings_per_item")
    asked = {"design": kind, **_listed(given)}
    output.show_call("cw.plan.judgements", plans.judgements, **asked)


for command in (means, *CORPUS, *CONFUSION, pilot, responses):
    plan.add_command(command)


def _listed(given: dict[str, Any]) -> dict[str, Any]:
    """Turn differences with commas into numbers; effects may have a unit and stay texts."""
    if given["difference"] is None:
        return given
    return given | {"difference": NUMBERS.convert(given["difference"], None, None)}


def _run(name: str, given: dict[str, Any], output: Output, *, by: str | None) -> None:
    given["by"] = given["by"] or by
    show_plan(name, given, output)
