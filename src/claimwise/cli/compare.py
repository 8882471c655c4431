"""claimwise compare: after the data, is B better than A?"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from claimwise.cli.compare_values import levels_of, power_of, region
from claimwise.cli.grid import NUMBER
from claimwise.cli.looks import COMPARE_LOOKS, item_list
from claimwise.cli.options import (
    BETTER,
    CHAINS,
    CLUSTER,
    COLUMN,
    DATASET,
    DRAWS,
    FILTER,
    FITS,
    HIGHER,
    LIMIT,
    MARGIN,
    REFERENCES,
    ROPE,
    SYSTEM,
    UNPAIRED,
    WARMUP,
    A,
    B,
    alpha,
    claim,
    level,
    named_test,
    options,
    resamples,
    target_accept,
)
from claimwise.cli.output import GATE, Output, output_options
from claimwise.cli.running import seed_option
from claimwise.core import names
from claimwise.core.errors import FitError, ParameterError
from claimwise.core.writing import write_atomically

PICTURES = ("posterior", "sensitivity", "diagnostics", "predictive")

DATA_OPTIONS = (
    A,
    B,
    click.option(
        "--baseline", metavar="SYSTEM", help="Baseline that every other system is compared with."
    ),
    click.option(
        "--pairs",
        metavar="WHICH",
        show_default="all; of more than 60 systems neighbours,best",
        help="Pairs of systems to compare: all, neighbours (in rank), best (each with the best).",
    ),
    click.option(
        "--metric",
        metavar="NAME",
        help="Metric, if the file has several; or the one to compute from outputs: bleu, chrf, "
        "chrf++, ter, f1:macro, mcc, kappa, exact-match, token-f1, perplexity, pass@5, ndcg@10, "
        "auroc, ..., with options as in bleu:tokenize=none, several with commas, or a Python file, "
        "whose code is run.",
    ),
    REFERENCES,
    click.option(
        "--gold",
        metavar="NAME",
        help="Source of the gold answers, where items have several; --metric is then one of mae, "
        "wins:mae, spearman, mean-emd, accuracy, mean-tv, ...",
    ),
    click.option(
        "--kind",
        metavar="KIND",
        show_default="as they look",
        help="Kind of answers, with --gold: continuous, ordinal or categorical.",
    ),
    click.option("--even", is_flag=True, help="Use as many answers of each system, with --gold."),
    DATASET,
    CLUSTER,
    FILTER,
    COLUMN,
    LIMIT,
    SYSTEM,
    UNPAIRED,
    click.option(
        "--better", metavar="WHICH", show_default="as the file or the name says", help=BETTER
    ),
)
CLAIM_OPTIONS = (
    claim(),
    click.option("--margin", type=NUMBER, help=MARGIN),
    click.option(
        "--alternative",
        metavar="SIDE",
        show_default="two-sided",
        help=f"Side of the test: {HIGHER}.",
    ),
    alpha(),
    level(None, "1 - alpha, one-sided 1 - 2 alpha"),
    click.option(
        "--gate",
        is_flag=True,
        help="Exit with 0 if the claim is supported, 3 if contradicted, 4 if open.",
    ),
)
HOW_OPTIONS = (
    click.option(
        "--assess",
        default="test,interval",
        show_default=True,
        metavar="WAYS",
        help="Ways to assess the claim: any of test, interval, posterior, bayes-factor.",
    ),
    named_test(FITS),
    click.option("--interval", metavar="NAME", show_default=FITS, help="Interval, by name."),
    click.option(
        "--correct",
        metavar="HOW",
        show_default="max-t",
        help="Correction for several comparisons: max-t (intervals too), holm, bh or none.",
    ),
    click.option(
        "--effects",
        default="",
        metavar="LIST",
        help="Effect sizes to add: any of odds-ratio, cohens-d, superiority.",
    ),
    click.option(
        "--raters",
        default="random",
        show_default=True,
        metavar="HOW",
        help="Raters of the data: random (a sample of raters like these) or fixed (these alone).",
    ),
    click.option(
        "--runs",
        default="crossed",
        show_default=True,
        metavar="HOW",
        help="Runs of the data: crossed (a sample; of the same names compared one by one), "
        "separate (a sample for each system), samples (independent answers of one model) or fixed.",
    ),
    click.option(
        "--power",
        default="0.8",
        show_default=True,
        metavar="NUMBER",
        help="Power of the detectable difference.",
    ),
    resamples(10_000, "Resamples of tests and intervals."),
    seed_option,
)


BAYES_OPTIONS = (
    click.option(
        "--model",
        metavar="NAME",
        show_default="binary of right and wrong, means of graded scores",
        help="Model of the posterior: binary, binary-probit, binomial, means, robust (centres that "
        "wild scores do not move), metric-normal, count, count-poisson, ordinal, hierarchical "
        "(over data sets), or a file with a NumPyro model, whose code is run. Of several, with "
        "commas, the first answers and all are weighed.",
    ),
    click.option(
        "--prior",
        default="default",
        show_default=True,
        metavar="NAMES",
        help="Prior: uniform, jeffreys, informed:9:3, beta(2,2), ...; unit, wide, kruschke, "
        "hybayes (metric); factor, hybayes (count); anchored, published (ordinal). Of several, "
        "with commas, the first answers and all are compared.",
    ),
    click.option("--rope", metavar="R|LOW:HIGH", show_default="the margin", help=ROPE),
    click.option(
        "--levels",
        metavar="FIRST:LAST|LIST",
        help="Levels of the ordinal model, 1:5; with --gold names in order, low,mid,high.",
    ),
    click.option(
        "--engine",
        default="exact",
        show_default=True,
        metavar="NAME",
        help="Engine of the posterior: exact (closed form, quadrature, importance sampling) or "
        "mcmc (NUTS).",
    ),
    click.option("--earlier", metavar="FILE", help="Earlier data, whose posterior is the prior."),
    click.option("--earlier-dataset", metavar="NAME", help="Data set of the earlier data."),
    click.option("--check", is_flag=True, help="Add prior and posterior predictive checks."),
    CHAINS,
    DRAWS,
    WARMUP,
    target_accept(),
)


@click.command(
    epilog="Example: claimwise compare examples/arc.csv --a reading-strategies --b bert "
    "--assess test,interval,posterior,bayes-factor --margin 0.01"
)
@click.argument("files", nargs=-1, required=True)
@options(*DATA_OPTIONS, *CLAIM_OPTIONS, *HOW_OPTIONS, *COMPARE_LOOKS, *BAYES_OPTIONS)
@output_options
def compare(files: tuple[str, ...], output: Output, **given: Any) -> None:
    """Say what scores show about a claim.

    FILES: one table (item, system, score), one file for each system, totals (system, correct,
    n), or logs of lm-eval, Inspect, HELM and Every Eval Ever; or outputs: text files, one for each
    system, with --references, or a table (item, system, gold, prediction), with --metric; or
    several answers to each item (item, source, response, and who gave it), with --gold.
    Differences are B minus A.
    """
    output.check()
    ways = given["assess"].split(",")
    # Pictures of a posterior that have to be made ready; other figures need nothing.
    given["plot_of"] = ",".join(name for name in output.figures if name in PICTURES)
    given["rope"], given["levels"] = (
        region(given["rope"]),
        levels_of(given["levels"], named=given["gold"] is not None),
    )
    gate = given.pop("gate")
    given["power"] = power_of(given["power"])
    given["looked_at"] = item_list(given["looked_at"])
    if gate and not {"test", "interval"} & set(ways):
        raise ParameterError(
            "--gate", "a test or an interval to judge by", f"--assess {given['assess']}"
        )
    if gate and given["test"] in names("test", alike=True):
        raise ParameterError(
            "--gate",
            "a test of whether one system is better",
            f"{given['test']}, which tests whether they answer alike",
            "Use item-swap.",
        )
    from claimwise.assess import compare as run
    from claimwise.assess.direction import refuse_guess
    from claimwise.assess.unnamed_clusters import refuse_unnamed
    from claimwise.report.python_lines import python_lines

    try:
        result = run(*files, **given)
    except FitError as failed:
        if failed.picture is None:
            raise
        from claimwise import report

        plot = output.plot
        if plot is None:
            raise
        with suppress(report.FigureError):
            drawn = report.draw_figure(failed.picture, Path(plot).suffix.lower())
            write_atomically({plot: drawn})
            raise FitError(failed.words, f"What was drawn is in {plot}.") from failed
        raise
    if gate and result.settings.get("better_by") == "guess":
        raise refuse_guess(result.settings.get("called"))
    if gate and result.verdict == "supported":
        refuse_unnamed(result.settings)
    verdicts = [row.estimate for row in result.select("verdict")]
    if gate and len([v for v in verdicts if v == v]) == 0:
        raise ParameterError("--gate", "a verdict", "none for these scores")
    output.show(result, python=python_lines("cw.compare", run, *files, result=result, **given))
    if gate:
        sys.exit(GATE[result.verdict])
