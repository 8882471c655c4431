"""Two systems on the same sentences, compared by BLEU, chrF or TER."""

from __future__ import annotations

from claimwise.core.field import METHOD, SEED, number, percent
from claimwise.kinds.kind import Kind
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

PUBLISHED = ("wmt-average", "wmt19", "wmt18", "wmt17", "wmt16")
OWN = "World to simulate: a file from claimwise fit {}; none is published."


def corpus(metric: str, called: str, about: str, better: str = "greater") -> Kind:
    """Return the plan of one metric; `better` is the side on which B is better than A."""
    published = PUBLISHED if metric == "bleu" else ()
    likely = -1.0 if better == "less" else 1.0 if published else 0.5
    begins = "--" if published else "--world world.toml --"
    return Kind(
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
                high=100_000,
                slider=(100, 20_000),
            ),
            number(
                "difference",
                "True difference",
                "True score of B minus true score of A, in points of the metric.",
                main=True,
                varies=True,
                example=likely,
                low=-100,
                high=100,
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
                varies=True,
                usual="the world's",
                step=0.01,
                aliases=("--p0", "--P0"),
            ),
            number(
                "scale",
                "Laplace scale",
                "Laplace scale of the other swaps times n (b0).",
                varies=True,
                usual="the world's",
                above=0,
                high=1e9,
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


KINDS = (
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
