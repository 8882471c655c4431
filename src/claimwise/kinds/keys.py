"""Keys of study.toml that several kinds have: how data are read, and how a claim is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from claimwise.core import ParameterError, check_one_of
from claimwise.core.check import NO_CLUSTERS, RATERS, RUNS
from claimwise.core.checked import Check, registered, text
from claimwise.core.field import READING, RUN, Field, choice, column, count, percent
from claimwise.core.field import text as text_field
from claimwise.kinds.reading import DATASET as ASKED_DATASET
from claimwise.kinds.reading import REFERENCES as ASKED_REFERENCES

WAYS = ("test", "interval")
SEQUENCES = ("difference", "win-rate")  # of anytime; the first is the usual one


def ways(*alone: str) -> Check:
    """Return a check of how the claim is assessed.

    A test decides, an interval may stand beside it; or one of those decides that may stand `alone`.
    """
    known = list(dict.fromkeys((*WAYS, *alone)))

    def check(who: str, value: Any) -> list[str]:
        given = [value] if isinstance(value, str) else list(value)
        found = list(dict.fromkeys(check_one_of(who, one, known) for one in given))
        by_itself = len(found) == 1 and found[0] in alone
        if not by_itself and ("test" not in found or not set(found) <= set(WAYS)):
            needs = "a test, whose power is what is planned"
            needs += f"; or one of {', '.join(alone)} by itself" if alone else ""
            raise ParameterError(who, needs, ", ".join(found) or "nothing")
        return found

    return check


def independent(who: str, value: Any) -> str:
    """Return that the items are independent, which is all that such a plan knows."""
    if value != NO_CLUSTERS:
        remedy = "A study of the kind pilot knows clusters."
        raise ParameterError(who, f'"{NO_CLUSTERS}"', repr(value), remedy)
    return NO_CLUSTERS


def reportable(models: Sequence[str], unfit: Mapping[str, str]) -> Check:
    """Return a check for an analysis that can be run as it was planned, and be reported.

    `unfit` are those that can only be planned, with what to use in their place.
    """

    def check(who: str, value: Any) -> str:
        name = text(who, value)
        if name in unfit:
            raise ParameterError(
                who,
                "an analysis that keeps its level",
                f"{name}, which can be planned but should not be reported",
                f"Use {unfit[name]}.",
            )
        return check_one_of(who, name, models)

    return check


def model(models: Sequence[str], unfit: Mapping[str, str], **more: Any) -> Field:
    """Return the key of a model that is planned and run."""
    return text_field(
        "test",
        "Model",
        f"Analysis, one of {', '.join(models)}.",
        place="procedure.model",
        check=reportable(models, unfit),
        **more,
    )


def test(check: Check, **more: Any) -> Field:
    """Return the key of the test."""
    said = "Test, in the plan and in the analysis."
    return text_field("test", "Test", said, place="procedure", check=check, **more)


def scores(outcome: str, *paired: bool) -> Check:
    """Return a check of tests of scores, paired or not."""
    return registered("test", *({"outcome": outcome, "paired": one} for one in paired))


COLUMNS = Field(
    name="columns",
    type="columns",
    help="Which column plays which role, where the names do not tell.",
    group=READING,
    place="data",
)
DATASET = ASKED_DATASET.but(place="data", help="Data set to read, where the file has several.")
REFERENCES = ASKED_REFERENCES.but(
    place="data", help="Files of references, line by line, in the folder of this one."
)
CLUSTER = column(
    "cluster",
    "Cluster",
    "Column of the items' clusters; without it items are independent.",
    place="data",
)
CLUSTERS = count("clusters", "Clusters", "How many clusters there will be.", place="data")
INDEPENDENT = CLUSTER.but(
    help="None: the items are independent, whatever columns repeat.", check=independent
)
MISSING = percent(
    "missing",
    "Missing",
    "Share of the items that may lack a score; the plan is made without it.",
    place="data",
    high=None,
    below=1,
)
READ = (COLUMNS, DATASET)
CLUSTERED = (CLUSTER, CLUSTERS)
INTERVAL = text_field(
    "reported_interval",
    "Interval",
    "Interval that goes with the test, by its name.",
    place="procedure.interval",
    check=registered("interval"),
)
ASSESS = text_field(
    "ways",
    "Assess by",
    "How the claim is assessed.",
    place="procedure.assess",
    check=ways(),
    default=["test", "interval"],
    always=True,
)
DECIDING = (INTERVAL, ASSESS)


def decided(*alone: str) -> tuple[Field, ...]:
    """Return the keys of what decides, where more than a test can."""
    said = f"What decides: a test, with an interval; or {' or '.join(alone)} alone."
    return INTERVAL, ASSESS.but(check=ways(*alone), help=said)


def of_posterior(fields: Sequence[Field]) -> tuple[Field, ...]:
    """Return the keys of how a posterior is read, of a plan that has them."""
    named = ("rope", "prior", "level")
    return tuple(one.but(place="procedure") for one in fields if one.name in named)


LEVELS = (
    choice(
        "raters",
        "Raters",
        "Raters of the data: a sample, or these alone.",
        place="procedure",
        choices=RATERS,
    ),
    choice(
        "runs",
        "Runs",
        "Runs of the data: a sample, by name or separate; answers of one model; these alone.",
        place="procedure",
        choices=RUNS,
    ),
)
SEQUENCE = choice(
    "sequence",
    "Sequence",
    "Of the rule anytime: the confidence sequence that decides.",
    place="procedure",
    choices=SEQUENCES,
)
REPLICATES = count(
    "replicates",
    "Replicates",
    "Simulated studies, where the plan is by simulation.",
    group=RUN,
    place="procedure",
)
RESAMPLES = count(
    "resamples",
    "Resamples",
    "Resamples of the test, in the plan and in the analysis.",
    group=RUN,
    place="procedure",
)
SIMULATED = (REPLICATES, RESAMPLES)


def resampled(default: int) -> Callable[[Any, Any], dict[str, Any]]:
    """Return what the procedure of a kind takes that resamples: one number of them everywhere."""
    return lambda study, comparison: {"resamples": study.procedure.get("resamples") or default}
