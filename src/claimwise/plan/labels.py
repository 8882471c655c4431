"""Plans of F1, precision, recall, MCC and kappa, each by its name."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.plan.confusion import planned
from claimwise.plan.declared import declared
from claimwise.plan.gaps import saying_why


@saying_why
@declared
def f1(*, average: str | None = None, positive: str | None = None, **study: Any) -> Result:
    """Plan a comparison of F1, by default that of the positive class of the tables.

    Examples
    --------
    >>> from claimwise.data import example_path
    >>> plan = f1(tables=example_path("confusion.toml"), n=200, solve="power", replicates=50, rng=1)
    >>> round(plan["score[A]"].estimate, 3), round(plan["difference"].estimate, 3)
    (0.675, 0.037)
    """
    return _averaged("f1", average, positive, study)


@saying_why
@declared
def precision(*, average: str | None = None, positive: str | None = None, **study: Any) -> Result:
    """Plan a comparison of precision: the share of predictions that are right. See `f1`."""
    return _averaged("precision", average, positive, study)


@saying_why
@declared
def recall(*, average: str | None = None, positive: str | None = None, **study: Any) -> Result:
    """Plan a comparison of recall: the share of members that are found. See `f1`."""
    return _averaged("recall", average, positive, study)


@saying_why
@declared
def mcc(**study: Any) -> Result:
    """Plan a comparison of Matthews correlation. See `claimwise.plan.confusion`."""
    return planned(who="plan mcc", metric="mcc", **study)


@saying_why
@declared
def kappa(**study: Any) -> Result:
    """Plan a comparison of Cohen's kappa with the gold labels. See `claimwise.plan.confusion`."""
    return planned(who="plan kappa", metric="kappa", **study)


def _averaged(name: str, average: str | None, positive: str | None, study: Any) -> Result:
    """Spell the metric as `claimwise compare` has it."""
    asked = f"{name}:{average}" if average else name
    return planned(who=f"plan {name}", metric=asked, positive=positive, **study)
