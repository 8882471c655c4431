"""claimwise compare: after the data, is B better than A?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from claimwise.cli.compare_values import columns_of, levels_of, power_of, region
from claimwise.cli.looks import compare_looks_options, item_list
from claimwise.cli.output import GATE, Output, output_options, write_file
from claimwise.cli.running import seed_option
from claimwise.core.errors import FitError, ParameterError

F = TypeVar("F", bound=Callable[..., Any])
PICTURES = ("posterior", "sensitivity", "diagnostics", "predictive")

DATA_OPTIONS = [
    click.option("--a", metavar="NAME", help="The baseline system."),
    click.option("--b", metavar="NAME", help="The candidate system."),
    click.option("--baseline", metavar="NAME", help="Compare every other system with this one."),
    click.option(
        "--metric",
        metavar="NAME",
        help="Which metric, if the file has several; or what to compute from outputs: bleu, chrf, "
        "chrf++, ter, f1:macro, mcc, kappa, exact-match, token-f1, perplexity, pass@5, ndcg@10, "
        "auroc, ..., with options as in bleu:tokenize=none, several with commas, or a Python file.",
    ),
    click.option(
        "--references",
        metavar="FILE",
        multiple=True,
        help="References of outputs, line by line; once for each reference translation.",
    ),
    click.option(
        "--gold",
        metavar="NAME",
        help="Several answers to each item: the source that is the gold standard. Then --metric is "
        "one of mae, wins:mae, spearman, mean-emd, accuracy, mean-tv, ...",
    ),
    click.option("--kind", help="With --gold: continuous, ordinal or categorical answers."),
    click.option(
        "--even", is_flag=True, help="With --gold: as many answers of each system, the first ones."
    ),
    click.option("--dataset", metavar="NAME", help="One data set; by default each and all."),
    click.option(
        "--cluster",
        metavar="COLUMN",
        help="Clusters of items, such as doc.passage; or none. With --references a file with the "
        "document of each line.",
    ),
    click.option("--filter", metavar="NAME", help="Which filter of an lm-eval log."),
    click.option(
        "--column",
        "column",
        multiple=True,
        metavar="ROLE=NAME",
        help="Name the column of a role: --column score=f1 --column item=qid.",
    ),
    click.option(
        "--system", multiple=True, metavar="NAME", help="Name the files' systems, one by one."
    ),
    click.option("--unpaired", is_flag=True, help="The systems were scored on different items."),
    click.option(
        "--better", metavar="WHICH", help="higher or lower; by default what the file says."
    ),
]
CLAIM_OPTIONS = [
    click.option(
        "--claim",
        default="difference",
        show_default=True,
        help="difference, superiority, non-inferiority or equivalence.",
    ),
    click.option("--margin", type=float, help="Margin of the claim, in the metric's units."),
    click.option(
        "--alternative", help="two-sided (default), less or greater: B scores higher than A."
    ),
    click.option(
        "--alpha", type=float, default=0.05, show_default=True, help="Significance level."
    ),
    click.option(
        "--level",
        type=float,
        help="Level of intervals; by default 1 - alpha, one-sided 1 - 2 alpha.",
    ),
    click.option(
        "--gate",
        is_flag=True,
        help="Exit with 0 if the claim is supported, 3 if contradicted, 4 if neither.",
    ),
]
HOW_OPTIONS = [
    click.option(
        "--assess",
        default="test,interval",
        show_default=True,
        metavar="WAYS",
        help="Any of test, interval, posterior, bayes-factor.",
    ),
    click.option("--test", metavar="NAME", help="A test by name; by default the one that fits."),
    click.option("--interval", metavar="NAME", help="An interval by name; likewise."),
    click.option(
        "--correct",
        metavar="HOW",
        help="holm (default with several systems), benjamini-hochberg, max-t or none.",
    ),
    click.option(
        "--effects", default="", metavar="LIST", help="Any of odds-ratio, cohens-d, superiority."
    ),
    click.option(
        "--runs", default="mean", show_default=True, help="Several runs of an item: mean or nested."
    ),
    click.option(
        "--power",
        default="0.8",
        show_default=True,
        help="Power of the detectable difference.",
    ),
    click.option("--resamples", type=int, default=10_000, show_default=True, help="Resamples."),
    seed_option,
]


BAYES_OPTIONS = [
    click.option(
        "--model",
        metavar="NAME",
        help="Of the posterior: binary, binary-probit, binomial, metric, metric-normal, count, "
        "count-poisson, ordinal, hierarchical (over data sets), or a file with a NumPyro model; by "
        "default binary for right and wrong, metric for graded scores. Of several, with commas, "
        "the first answers and all are weighed against each other.",
    ),
    click.option(
        "--prior",
        default="default",
        show_default=True,
        help="uniform, jeffreys, informed:9:3, beta(2,2), ...; unit, wide, kruschke, hybayes "
        "(metric); factor, hybayes (count); anchored, published (ordinal). Of several, with "
        "commas, the first answers and all are compared.",
    ),
    click.option(
        "--rope",
        metavar="R|LOW:HIGH",
        help="Region of practical equivalence: half its width, or both ends; else the margin.",
    ),
    click.option(
        "--levels",
        metavar="FIRST:LAST|LIST",
        help="Levels of the ordinal model; with --gold the names of a scale, low,mid,high.",
    ),
    click.option(
        "--engine",
        default="exact",
        show_default=True,
        help="exact (closed form, quadrature, importance sampling) or mcmc (NUTS).",
    ),
    click.option("--earlier", metavar="FILE", help="Earlier data: their posterior is the prior."),
    click.option("--earlier-dataset", metavar="NAME", help="Likewise, a data set of the file."),
    click.option("--check", is_flag=True, help="Show prior and posterior predictive checks."),
    click.option("--chains", type=int, default=4, show_default=True, help="Of mcmc."),
    click.option("--draws", type=int, default=1000, show_default=True, help="Of each chain."),
    click.option("--warmup", type=int, default=1000, show_default=True, help="Of each chain."),
    click.option("--target-accept", type=float, help="Of mcmc; nearer to 1 for smaller steps."),
]


def options(groups: list[Any]) -> Callable[[F], F]:
    """Add options in the order in which help shows them."""

    def decorate(command: F) -> F:
        for option in reversed(groups):
            command = option(command)
        return command

    return decorate


@click.command(
    epilog="Example: claimwise compare examples/arc.csv --a reading-strategies --b bert "
    "--assess test,interval,posterior,bayes-factor --margin 0.01"
)
@click.argument("files", nargs=-1, required=True)
@options(DATA_OPTIONS + CLAIM_OPTIONS + HOW_OPTIONS + compare_looks_options() + BAYES_OPTIONS)
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
    gate, unpaired = given.pop("gate"), given.pop("unpaired")
    given["columns"] = columns_of(given.pop("column"))
    given["power"] = power_of(given["power"])
    given["looked_at"] = item_list(given["looked_at"])
    given["system"] = list(given["system"]) or None
    given["references"] = list(given["references"]) or None
    if gate and not {"test", "interval"} & set(ways):
        raise ParameterError(
            "--gate", "a test or an interval to judge by", f"--assess {given['assess']}"
        )
    from claimwise.report.compared import OF_ALIKE

    if gate and given["test"] in OF_ALIKE:
        raise ParameterError(
            "--gate",
            "a test of whether one system is better",
            f"{given['test']}, which tests whether they answer alike",
            "Use item-swap.",
        )
    from claimwise.assess import compare as run
    from claimwise.report.python_lines import python_lines

    given["paired"] = False if unpaired else None
    try:
        result = run(*files, **given)
    except FitError as failed:
        if failed.picture is None:
            raise
        from claimwise import report

        plot = output.plot
        if plot is None:
            raise
        write_file(plot, report.draw_figure(failed.picture, Path(plot).suffix.lower()))
        raise FitError(f"{failed} What was drawn is in {plot}.") from failed
    verdicts = [row.estimate for row in result.select("verdict")]
    if gate and len([v for v in verdicts if v == v]) == 0:
        raise ParameterError("--gate", "a verdict", "none for these scores")
    output.show(result, python=python_lines("cw.compare", run, *files, result=result, **given))
    if gate:
        sys.exit(GATE[result.verdict])
