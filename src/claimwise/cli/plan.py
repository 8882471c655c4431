"""claimwise plan: before the data, what could this study show?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.design import judgement_layout_options, layout_options
from claimwise.cli.grid import NUMBERS
from claimwise.cli.lazy import Verbs
from claimwise.cli.output import Output
from claimwise.cli.plan_confusion import COMMANDS as CONFUSION
from claimwise.cli.plan_corpus import COMMANDS as CORPUS
from claimwise.cli.plan_means import means
from claimwise.cli.plan_options import claim_options, simulation_options, study_options
from claimwise.cli.plan_pilot import pilot
from claimwise.cli.plan_responses import responses
from claimwise.cli.plan_shown import show_plan
from claimwise.cli.posterior import (
    DIRICHLET,
    effect_prior_of,
    effect_prior_option,
    uncertain_options,
)


@click.group(cls=Verbs)
def plan() -> None:
    """Before the data: what could this study show?

    Numbers may be lists (0.01,0.02) or ranges (200:4000:200) in up to two options; the
    answer is then a curve.
    """


BY = "exact (enumeration, the default), normal (classical formula) or simulation."


@plan.command(epilog="Example: claimwise plan accuracy --n 500 --difference 0.02 --agreement 0.9")
@click.option("--n", type=NUMBERS, help="Items in the test set.")
@click.option(
    "--difference", type=NUMBERS, help="True accuracy of B minus true accuracy of A, such as 0.02."
)
@click.option(
    "--agreement", type=NUMBERS, help="Share of items where both are right or both are wrong."
)
@click.option("--baseline", type=NUMBERS, help="Accuracy of A.")
@click.option(
    "--agreement-from",
    metavar="SOURCE",
    help="glue, squad2 (published regressions), lachenbruch (no prior: low, mid, high), "
    "independent (as if by chance), or a CSV of past comparisons (baseline, candidate, agreement).",
)
@click.option(
    "--difference-from",
    metavar="SOURCE",
    help="Predict the difference: glue (with --task), squad2, or a CSV of past "
    "comparisons (baseline, candidate[, task]).",
)
@click.option("--task", help="Task, for --difference-from glue: MNLI-m, RTE, ...")
@click.option("--pilot", metavar="FILE", help="CSV of validation verdicts: item, system, correct.")
@click.option("--a", metavar="SYSTEM", help="The baseline in the pilot.")
@click.option("--b", metavar="SYSTEM", help="The candidate in the pilot.")
@effect_prior_option
@uncertain_options
@claim_options("tango")
@study_options(test="mcnemar-midp", by=BY, prior=DIRICHLET)
def accuracy(output: Output, **options: Any) -> None:
    """Two systems on the same test set, each answer right or wrong.

    \b
    Tests:
      mcnemar-midp           false positives close to alpha; the default
      mcnemar-exact          exact conditional: never above alpha, often far below
      mcnemar-unconditional  exact unconditional (Suissa and Shuster): never above alpha
      mcnemar-asymptotic     chi-square without continuity correction
      mcnemar-corrected      chi-square with continuity correction
      sign                   the exact conditional test under its other name
      tango                  score test, also of a margin; the default of claims with one
    """
    _run("accuracy", options, output, by="exact")


@plan.command(epilog="Example: claimwise plan proportions --n 1725 --baseline 0.92 --solve mde")
@click.option("--n", type=NUMBERS, help="Items in each group.")
@click.option("--baseline", type=NUMBERS, help="Accuracy of A.")
@click.option("--difference", type=NUMBERS, help="True accuracy of B minus that of A.")
@effect_prior_option
@claim_options("farrington-manning")
@study_options(
    test="z-pooled",
    prior="uniform, jeffreys or beta(a,b)",
    by="normal (textbook formula, exact values beside it: the default for z-pooled), exact "
    "(enumeration) or simulation.",
)
def proportions(output: Output, **options: Any) -> None:
    """Two systems on different items, each answer right or wrong.

    \b
    Tests:
      z-pooled  two-proportion z test with pooled variance; the default
      fisher    Fisher's exact test: never above alpha, often far below
      boschloo  Boschloo's exact unconditional test: never above alpha
      farrington-manning
                score test, also of a margin; the default of claims with one
    """
    _run("proportions", options, output, by=None)


@plan.command(epilog="Example: claimwise plan preference --n 100 --win 0.65 --lose 0.35")
@click.option("--n", type=NUMBERS, help="Judgements.")
@click.option("--win", type=NUMBERS, help="Probability that a judgement prefers B.")
@click.option("--lose", type=NUMBERS, help="Probability that a judgement prefers A.")
@click.option("--tie", type=NUMBERS, help="Probability of a tie; by default the rest.")
@click.option(
    "--ties",
    default="drop",
    show_default=True,
    help="drop (leave ties out) or split (half to each side).",
)
@click.option(
    "--pilot",
    metavar="COUNTS|FILE",
    help="Wins, losses and ties of a pilot, such as 60,40,20; or a table with a column of winners, "
    "or with scores of both systems.",
)
@click.option("--a", metavar="SYSTEM", help="The baseline in the table of the pilot.")
@click.option("--b", metavar="SYSTEM", help="The candidate there.")
@effect_prior_option
@uncertain_options
@study_options(test="sign", by=BY, prior=DIRICHLET)
def preference(output: Output, **options: Any) -> None:
    """Judges compare two systems head to head: win, lose or tie.

    Fit for unrelated judgements; where a rater judges several items, or an item is judged several
    times, use claimwise plan judgements.

    \b
    Tests:
      sign                   exact binomial test of wins against losses; the default
      mcnemar-midp           its mid-p version: false positives close to alpha
      mcnemar-unconditional, mcnemar-asymptotic, mcnemar-corrected, mcnemar-exact
    """
    _run("preference", options, output, by="exact")


@plan.command(
    epilog="Example: claimwise plan ratings --items 100 --ratings-per-item 3 --list-length 25 "
    "--effect 0.5t --world general --model ordinal,linear"
)
@click.option(
    "--world",
    default="general",
    show_default=True,
    metavar="NAME",
    help="card-low, card-high, extreme-low, low, general, high, extreme-high, hashimoto-lm, ... "
    "or a file from claimwise fit ratings.",
)
@layout_options
@click.option(
    "--effect",
    metavar="LIST",
    help="B minus A in the world's units; 0.5t: of the distance between thresholds; 0.6p: "
    "probability that B is rated above A; 0.3r: rating points. Several with commas.",
)
@click.option("--difference", metavar="LIST", help="B minus A in rating points.")
@click.option(
    "--model", metavar="LIST", help="Analyses of the list above; by default the world's own."
)
@click.option("--independent", is_flag=True, help="Levels and slopes are not correlated.")
@effect_prior_of("the true effect, in the world's units (with --difference: in rating points)")
@simulation_options
def ratings(
    kind: str | None,
    independent: bool,
    output: Output,
    **options: Any,
) -> None:
    """Raters rate what two systems made of the same items.

    \b
    Analyses:
      linear          linear mixed model by REML, Satterthwaite's t
      ordinal         ordinal mixed model, Wald's z
      ordinal-lrt     the same by likelihood ratio
      linear-ml       linear mixed model by ML, Satterthwaite's t: for replication
      linear-z        linear mixed model by ML, z, as in Card et al.: for replication
      t-items, wilcoxon-items, t-ratings
                      what people do: see how often these find what is not there
    """
    several = [key for key in ("effect", "difference") if "," in (options[key] or "")]
    several += ["ratings_per_item"] if options["solve"] == "budget" else []
    output.check(several)
    from claimwise import plan as plans

    asked = {"design": kind, "correlated": not independent, **_listed(options)}
    output.show_call("cw.plan.ratings", plans.ratings, **asked)


@plan.command(
    epilog="Example: claimwise plan judgements --items 100 --per-item 3 --list-length 20 "
    "--win 0.6 --lose 0.4 --rater-sd 0.5 --item-sd 0.8"
)
@judgement_layout_options
@click.option("--win", type=float, help="Share of judgements for B, over all raters and items.")
@click.option("--lose", type=float, help="Share of judgements for A; the rest are ties.")
@click.option(
    "--difference", metavar="LIST", help="Share of wins less share of losses, instead of these."
)
@click.option(
    "--tie",
    type=float,
    help="Share of ties: with --win; or, with --difference, where neither is better.",
)
@click.option(
    "--rater-sd",
    type=float,
    help="How raters lean to a system: standard deviation of logits (0.5 a little, 1 much).",
)
@click.option("--item-sd", type=float, help="The same of items.")
@click.option("--world", metavar="FILE", help="From claimwise fit judgements, instead of these.")
@click.option(
    "--model", metavar="LIST", show_default="logistic", help="Analyses of the list above."
)
@effect_prior_of("the share of wins less that of losses")
@simulation_options
def judgements(
    kind: str | None,
    output: Output,
    **options: Any,
) -> None:
    """Raters compare two systems head to head, on several items each.

    Fit where a rater judges several items, or an item is judged several times; for unrelated
    judgements use claimwise plan preference, which is exact.

    \b
    Analyses:
      logistic        logistic mixed model, Satterthwaite's t; ties are a category between
      logistic-z      the same with Wald's z, as programs have it: see its rate at effect 0
      linear          linear mixed model of scores -1, 0, 1, Satterthwaite's t
      t-items, sign-items, sign
                      what people do: see how often these find what is not there
    """
    several = ["difference"] if "," in (options["difference"] or "") else []
    several += ["ratings_per_item"] if options["solve"] == "budget" else []
    output.check(several)
    from claimwise import plan as plans

    asked = {"design": kind, **_listed(options)}
    output.show_call("cw.plan.judgements", plans.judgements, **asked)


for command in (means, *CORPUS, *CONFUSION, pilot, responses):
    plan.add_command(command)


def _listed(options: dict[str, Any]) -> dict[str, Any]:
    """Turn differences with commas into numbers; effects may have a unit and stay texts."""
    given = options["difference"]
    if given is None:
        return options
    numbers = NUMBERS.convert(given, None, None)
    return options | {"difference": numbers}


def _run(name: str, options: dict[str, Any], output: Output, *, by: str | None) -> None:
    options["by"] = options["by"] or by
    show_plan(name, options, output)
