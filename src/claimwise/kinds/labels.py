"""Two systems that label the same items, compared by F1 and its like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimwise.core import check_one_of
from claimwise.core.field import METHOD, SEED, Field, choice, file, number, text
from claimwise.kinds.keys import DECIDING, INDEPENDENT, READ, REPLICATES, RESAMPLES, resampled
from claimwise.kinds.kind import Kind, Need, Plan
from claimwise.kinds.reading import NAME
from claimwise.kinds.shared import (
    ALPHA,
    CLAIM,
    CLAIMS,
    LISTED_TEST,
    MARGIN,
    PLANNED_LOOKS,
    POWER,
    SOLVE,
    WITH_DIFFERENCE,
    WITH_MARGIN,
    N,
    alternative,
    effect_prior,
    replicates,
    resamples,
)

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

WHAT = {
    "f1": ("F1", "F1 of two systems that label the same items."),
    "precision": ("Precision", "Precision of two systems: predictions that are right."),
    "recall": ("Recall", "Recall of two systems: members of a class that are found."),
    "mcc": ("MCC", "Matthews correlation of two systems with the gold labels."),
    "kappa": ("Kappa", "Cohen's kappa of two systems with the gold labels."),
    "confusion": ("Another metric", "Any metric of labels of two systems."),
}
TABLES = """

The file of --tables says how frequent each class is, and what the systems say of its items:
examples/confusion.toml is one, and claimwise fit f1 writes one from a pilot.

\b
Tests:
  randomisation     swap the systems' labels item by item; the default
  paired-bootstrap  draw items with replacement
  jackknife-t       leave out one item after the other; of claims with a margin"""
POSITIVE = text(
    "positive",
    "Positive class",
    "Positive class of binary scores.",
    place="assumptions",
    group=METHOD,
    metavar="CLASS",
    pattern=NAME,
)
AVERAGE = choice(
    "average",
    "Average",
    "Average over classes: binary, micro, macro or weighted.",
    choices=("binary", "micro", "macro", "weighted"),
    metavar="HOW",
)
METRIC = text(
    "metric",
    "Metric",
    "Metric: accuracy, f1:macro, mcc, ... as in claimwise compare, or a Python file, whose code is "
    "run.",
    main=True,
    default="accuracy",
    metavar="NAME",
    pattern=r"^[A-Za-z][A-Za-z0-9:@+-]{0,60}$",
)
OWN: dict[str, tuple[Field, ...]] = {
    **dict.fromkeys(("f1", "precision", "recall"), (AVERAGE, POSITIVE)),
    "confusion": (METRIC, POSITIVE),
}


def labels(name: str) -> Plan:
    """Return the plan of one metric of labels."""
    called, about = WHAT[name]
    return Plan(
        name=name,
        title=called,
        question="Two systems label the same items: what could a difference "
        f"{'in ' + called if name != 'confusion' else 'in a metric of labels'} show?",
        short=about,
        about=about + TABLES,
        example="--tables examples/confusion.toml --n 1000",
        fields=(
            *OWN.get(name, ()),
            file(
                "tables",
                "Confusion tables",
                "TOML file of the confusion tables.",
                place="assumptions",
                example="confusion.toml",
                main=True,
                required=True,
            ),
            N.but(example=1000, most=1_000_000, slider=(50, 20_000)),
            number(
                "difference",
                "True difference",
                "True score of B minus true score of A, such as 0.03, to which the tables are "
                "moved.",
                place="assumptions",
                main=True,
                varies=True,
                usual="that of the tables",
                low=-2,
                high=2,
                slider=(-0.2, 0.2),
                step=0.005,
                shown_when=WITH_DIFFERENCE,
            ),
            choice(
                "test",
                "Test",
                LISTED_TEST,
                group=METHOD,
                choices=("randomisation", "paired-bootstrap", "jackknife-t"),
                usual="randomisation; jackknife-t for a claim with a margin",
                place="procedure",
                metavar="NAME",
            ),
            CLAIM.but(help=f"Claim to make: {', '.join(CLAIMS[:-1])} or {CLAIMS[-1]}."),
            number(
                "margin",
                "Margin",
                MARGIN,
                varies=True,
                above=0,
                below=2,
                shown_when=WITH_MARGIN,
            ),
            alternative(claims=True),
            ALPHA,
            POWER,
            SOLVE.but(example="power"),
            replicates(2000),
            resamples(1000),
            SEED,
            effect_prior(),
            *PLANNED_LOOKS,
        ),
    )


PLANS = tuple(labels(name) for name in WHAT)
CONFUSION = PLANS[-1]  # of any metric, which a study names in its claim


def metric_of(comparison: Comparison) -> str:
    """Return the metric as compare spells it."""
    given = comparison.metric or "f1"
    check_one_of("metric", given.split(":")[0], [name for name in WHAT if name != CONFUSION.name])
    return given


def to_compare(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the metric with the positive class that the plan had."""
    from claimwise.plan.confusion_question import label_metric, tables_from

    asked, assumed = metric_of(comparison), comparison.assumptions
    if assumed.get("tables") is None:
        return {"metric": asked}
    tables = tables_from("study assess", study.beside(assumed["tables"]))
    named = label_metric("study assess", asked, assumed.get("positive"), tables)
    return {"metric": str(named.name)}


KIND = Kind(
    name="labels",
    title="F1 and its like",
    words="a metric of labels",
    about="labels of two systems with gold labels: f1, precision, recall, mcc or kappa",
    plans=PLANS,
    by=lambda study, comparison: CONFUSION,
    keys=(*READ, INDEPENDENT, *DECIDING, REPLICATES, RESAMPLES),
    needs=(Need(("n",), "data"), Need(("tables",))),
    metric="f1",
    looks="pvalue",
    reads="label",
    usual=resampled(1000),
    to_plan=lambda study, comparison, given: {"metric": metric_of(comparison)},
    to_compare=to_compare,
)
