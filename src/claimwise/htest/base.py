"""What a test is: a p-value for every study of a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimwise.core import (
    DataError,
    ParameterError,
    Result,
    Row,
    check_alternative,
    lookup,
    names,
    provenance,
    register,
    sentence,
)
from claimwise.data import IndependentCounts, PairCounts, Pairs
from claimwise.kernels.tails import significant

PValue: TypeAlias = Callable[..., NDArray[np.float64]]
Rejects: TypeAlias = Callable[[Any], NDArray[np.bool_]]
Region: TypeAlias = Callable[[int, float, str], Rejects]
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Test:
    """A named test with the traits by which plans, checks and laws choose it.

    `outcome` is ``"binary"`` (right/wrong: counts) or ``"numeric"`` (graded scores). `size`
    says what it promises of its false positives: ``"at most alpha"`` (exact), ``"near alpha"``
    (mid-p) or ``"asymptotic"``. `pvalue` takes the data and the alternative; with `margin` also
    ``margin=``, the difference under the null; with `resampled` also ``seed=`` and
    ``resamples=``. A test that is `clustered` needs the items' clusters. `region` is for tests
    whose critical region is costly: it finds the region once and returns a quick decision.
    `largest_n` is the largest study that the test can handle, `quick_to` the largest in which a
    sample size is searched without being asked for.
    """

    __test__ = False  # not a test case, whatever pytest may think of the name

    name: str
    pvalue: PValue
    paired: bool
    size: str
    null: str
    region: Region | None = None
    outcome: str = "binary"
    largest_n: int | None = None
    quick_to: int | None = None
    margin: bool = False
    resampled: bool = False
    clustered: bool = False

    def check_n(self, n: int) -> None:
        """Refuse more items than this test can handle."""
        if self.largest_n is not None and n > self.largest_n:
            raise ParameterError(
                sentence(
                    self.name,
                    f"n of at most {self.largest_n:,}",
                    f"{n:,}",
                    "Use a test that is not unconditional.",
                )
            )

    def rejects(self, n: int, alpha: float, alternative: str) -> Rejects:
        """Return the decision rule of this test for studies of n items."""
        self.check_n(n)
        if self.region is not None:
            return self.region(n, alpha, alternative)
        return lambda data: significant(self.pvalue(data, alternative), alpha)

    def evaluate(
        self,
        data: Any,
        alternative: str,
        *,
        margin: float = 0.0,
        seed: int = 0,
        resamples: int = RESAMPLES,
    ) -> NDArray[np.float64]:
        """Return the p-values of the hypothesis that the difference is `margin`."""
        more: dict[str, Any] = {}
        if margin and not self.margin:
            raise ParameterError(
                sentence(
                    self.name,
                    "a null hypothesis of no difference",
                    f"a margin of {margin:g}",
                    f"Tests that take a margin: {', '.join(names('test', margin=True))}.",
                )
            )
        if margin:
            more["margin"] = margin
        if self.resampled:
            more.update(seed=seed, resamples=resamples)
        return self.pvalue(data, alternative, **more)


def htest(
    name: str,
    *,
    paired: bool,
    size: str,
    null: str,
    region: Region | None = None,
    outcome: str = "binary",
    largest_n: int | None = None,
    quick_to: int | None = None,
    margin: bool = False,
    resampled: bool = False,
    clustered: bool = False,
) -> Callable[[PValue], PValue]:
    """Register a test under its name."""

    def decorate(pvalue: PValue) -> PValue:
        test = Test(
            name,
            pvalue,
            paired,
            size,
            null,
            region,
            outcome,
            largest_n,
            quick_to,
            margin,
            resampled,
            clustered,
        )
        traits = {"outcome": outcome, "paired": paired, "size": size}
        more = {"margin": margin, "resampled": resampled, "clustered": clustered}
        register("test", name, **traits, **more)(test)
        return pvalue

    return decorate


def find_test(name: str, **traits: Any) -> Test:
    """Return the test of that name, if it has the traits asked for, such as ``paired=True``."""
    found: Test = lookup("test", name, **traits).thing
    return found


def run_test(
    name: str, data: Pairs | PairCounts | IndependentCounts, *, alternative: str = "two-sided"
) -> Result:
    """Test whether B is right more, or less, often than A.

    Fit for one verdict per item and system. Unfit for clustered items (several questions
    on one passage), where it finds too much.

    Parameters
    ----------
    name : str
        A registered test, such as ``mcnemar-midp``.
    data : Pairs, PairCounts or IndependentCounts
        Scores 0 or 1 of both systems on the same items, or the counts of one study.
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
    if not isinstance(data, Pairs | PairCounts | IndependentCounts):
        raise DataError(
            sentence(
                "run_test",
                "Pairs, PairCounts or IndependentCounts",
                type(data).__name__,
                "Read a file or a data frame with read_pairs.",
            )
        )
    test = find_test(name, outcome="binary", paired=not isinstance(data, IndependentCounts))
    check_alternative(alternative)
    counts = data.counts(name) if isinstance(data, Pairs) else data
    test.check_n(counts.n if isinstance(counts, PairCounts) else max(counts.n_a, counts.n_b))
    effect = counts.effect()
    if effect.ndim:
        raise DataError(
            sentence("run_test", "one study", f"a batch of {len(effect)}", "Take one: data[0].")
        )
    notes = [f"Null hypothesis: {test.null}."]
    if isinstance(counts, PairCounts) and not int(counts.wins) + int(counts.losses):
        notes.append("A and B agree on every item: there is no evidence either way.")
    paired = isinstance(counts, PairCounts)
    row = Row(
        estimand="difference",
        estimate=float(effect),
        n=counts.n if isinstance(counts, PairCounts) else counts.n_a + counts.n_b,
        pvalue=float(test.pvalue(counts, alternative)),
    )
    return Result(
        method=name,
        rows=(row,),
        notes=tuple(notes),
        provenance=provenance(
            {"alternative": alternative, "paired": paired},
            data=data.provenance.get("data") if isinstance(data, Pairs) else None,
        ),
    )
