"""Two systems on the same sentences, compared by BLEU, chrF or TER."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core import check_one_of
from claimwise.core.field import METHOD, SEED, choice, number, percent
from claimwise.kinds.keys import DECIDING, INDEPENDENT, READ, REFERENCES, SIMULATED, resampled
from claimwise.kinds.kind import Kind, Need, Plan
from claimwise.kinds.shared import (
    ALPHA,
    PLANNED_LOOKS,
    POWER,
    SOLVE,
    WITH_DIFFERENCE,
    N,
    alternative,
    effect_prior,
    replicates,
    resamples,
    route,
    world,
)

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

PUBLISHED = ("wmt-average", "wmt19", "wmt18", "wmt17", "wmt16")
OWN = "World to simulate: a file from claimwise fit {}; none is published."


def corpus(metric: str, called: str, about: str, better: str = "greater") -> Plan:
    """Return the plan of one metric; `better` is the side on which B is better than A."""
    published = PUBLISHED if metric == "bleu" else ()
    likely = -1.0 if better == "less" else 1.0 if published else 0.5
    begins = "--" if published else "--world world.toml --"
    return Plan(
        name=metric,
        title=called,
        question=f"Two systems translate the same sentences: what could a difference in {called} "
        "show?",
        short=f"Two systems on the same sentences, compared by {called}.",
        about=f"Two systems on the same sentences, compared by {called} with a randomisation test."
        f"\n\n{about}",
        example=f"{begins}n 2000 --difference{'=' if likely < 0 else ' '}{likely:g}",
        fields=(
            N.but(
                title="Sentences",
                help="Sentences in the test set.",
                example=2000,
                most=100_000,
                slider=(100, 20_000),
            ),
            number(
                "difference",
                "True difference",
                "True score of B minus true score of A, in points of the metric.",
                place="assumptions",
                main=True,
                varies=True,
                example=likely,
                least=-100,
                most=100,
                slider=(-3, 3),
                step=0.05,
                unit="points",
                shown_when=WITH_DIFFERENCE,
            ),
            world(
                "World to simulate: wmt-average, wmt19, wmt18, wmt17, wmt16 (published), or a file "
                "from claimwise fit bleu."
                if published
                else OWN.format(metric),
                published,
                usual=PUBLISHED[0] if published else "",
                example=PUBLISHED[0] if published else None,
            ),
            percent(
                "zero_share",
                "Share without effect",
                "Share of items whose swap changes nothing (P0).",
                place="assumptions",
                varies=True,
                usual="the world's",
                step=0.01,
                aliases=("--p0", "--P0"),
            ),
            number(
                "scale",
                "Laplace scale",
                "Laplace scale of the other swaps times n (b0).",
                place="assumptions",
                varies=True,
                usual="the world's",
                above=0,
                most=1e9,
                aliases=("--b0",),
            ),
            alternative(
                f"Side of the test: two-sided, less or greater, of B minus A ({better}: B better "
                "than A)."
            ),
            ALPHA,
            POWER,
            SOLVE.but(example="power"),
            route(
                "quadrature (of the law of the test), simulation, or normal (an approximation)",
                "quadrature; simulation of few items, or where replicates are given",
                choices=("quadrature", "simulation", "normal"),
            ).but(group=METHOD),
            replicates("none; simulated 5,000, 2,000 on a curve and in a search"),
            resamples(1000),
            SEED,
            effect_prior(),
            *PLANNED_LOOKS,
        ),
    )


PLANS = (
    corpus(
        "bleu",
        "BLEU",
        "Differences are in BLEU points, from 0 to 100. Simulated as in Card et al. (2020).",
    ),
    corpus(
        "chrf",
        "chrF",
        "Needs a world: claimwise fit chrf base.txt new.txt --references ref.txt > world.toml",
    ),
    corpus(
        "ter",
        "TER",
        "Lower TER is better: where B is better its difference is negative. Needs a world: "
        "claimwise\nfit ter base.txt new.txt --references ref.txt > world.toml",
        better="less",
    ),
)
BETTER = {"bleu": "higher", "chrf": "higher", "ter": "lower"}
TEST = choice(
    "test",
    "Test",
    "Test, in the plan and in the analysis.",
    place="procedure",
    choices=("randomisation",),
    default="randomisation",
    always=True,
)


def metric_of(comparison: Comparison) -> str:
    """Return the name of the metric, without its options."""
    given = comparison.metric or "bleu"
    return check_one_of("metric", given.split(":")[0].lower(), BETTER)


def is_unpublished(study: Study, comparison: Comparison) -> bool:
    """Whether no world of the metric is published."""
    return (comparison.metric or "bleu").split(":")[0].lower() in ("chrf", "ter")


def plan_of(study: Study, comparison: Comparison) -> Plan:
    """Return the plan of the metric."""
    return {plan.name: plan for plan in PLANS}[metric_of(comparison)]


def better(study: Study, comparison: Comparison) -> str:
    """Return which scores of the metric are better."""
    return BETTER[metric_of(comparison)]


KIND = Kind(
    name="corpus",
    title="BLEU, chrF or TER",
    words="a corpus metric",
    about="texts of two systems with references: bleu, chrf or ter",
    plans=PLANS,
    by=plan_of,
    keys=(REFERENCES, *READ, INDEPENDENT, TEST, *DECIDING, *SIMULATED),
    needs=(
        Need(("n",), "data"),
        Need(("difference", "effect_prior")),
        Need(("world",), when=is_unpublished),
    ),
    metric="bleu",
    looks="pvalue",
    reads="text",
    usual=resampled(1000),
    better=better,
)
