"""What a test is: a p-value for every study of a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimwise.core import Result, Row, check_alternative, lookup, register
from claimwise.data import PairCounts, Pairs
from claimwise.kernels.tails import significant

PValue: TypeAlias = Callable[[Any, str], NDArray[np.float64]]
Rejects: TypeAlias = Callable[[Any], NDArray[np.bool_]]
Region: TypeAlias = Callable[[int, float, str], Rejects]


@dataclass(frozen=True, slots=True)
class Test:
    """A named test with the traits by which plans, checks and laws choose it.

    `size` says what it promises of its false positives: ``"at most alpha"`` (exact),
    ``"near alpha"`` (mid-p) or ``"asymptotic"``. `region` is for tests whose critical
    region is costly: it finds the region once and returns a quick decision.
    """

    __test__ = False  # not a test case, whatever pytest may think of the name

    name: str
    pvalue: PValue
    paired: bool
    size: str
    null: str
    region: Region | None = None

    def rejects(self, n: int, alpha: float, alternative: str) -> Rejects:
        """Return the decision rule of this test for studies of n items."""
        if self.region is not None:
            return self.region(n, alpha, alternative)
        return lambda data: significant(self.pvalue(data, alternative), alpha)


def htest(
    name: str, *, paired: bool, size: str, null: str, region: Region | None = None
) -> Callable[[PValue], PValue]:
    """Register a test of right/wrong data under its name."""

    def decorate(pvalue: PValue) -> PValue:
        test = Test(name, pvalue, paired, size, null, region)
        register("test", name, outcome="binary", paired=paired, size=size)(test)
        return pvalue

    return decorate


def find_test(name: str, *, paired: bool) -> Test:
    """Return the test of that name that fits paired, or unpaired, right/wrong data."""
    found: Test = lookup("test", name, outcome="binary", paired=paired).thing
    return found


def run_test(name: str, data: Pairs | PairCounts, *, alternative: str = "two-sided") -> Result:
    """Test whether B is right more, or less, often than A on the same items.

    Fit for one verdict per item and system. Unfit for clustered items (several questions
    on one passage), where it finds too much.

    Parameters
    ----------
    name : str
        A registered test, such as ``mcnemar-midp``.
    data : Pairs or PairCounts
        Scores 0 or 1 of both systems, or the counts of a study.
    alternative : {"two-sided", "less", "greater"}
        "greater": B is right more often than A.

    Returns
    -------
    Result
        One row: accuracy of B minus accuracy of A, with the p-value.

    Examples
    --------
    >>> from claimwise.data import Pairs
    >>> run_test("mcnemar-exact", Pairs([1, 1, 0, 0, 1], [1, 1, 1, 1, 1])).only.pvalue
    0.5
    """
    test = find_test(name, paired=True)
    check_alternative(alternative)
    counts = data.counts(name) if isinstance(data, Pairs) else data
    pvalue = float(test.pvalue(counts, alternative))
    row = Row(estimand="difference", estimate=float(counts.effect()), n=counts.n, pvalue=pvalue)
    notes = [f"Null hypothesis: {test.null}."]
    if not int(counts.wins) + int(counts.losses):
        notes.append("A and B agree on every item: there is no evidence either way.")
    settings = {"alternative": alternative}
    return Result(method=name, rows=(row,), notes=tuple(notes), provenance={"settings": settings})
