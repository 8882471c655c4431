"""What a test is: a p-value for every study of a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimwise.core import Note, ParameterError, Procedure, assumed, lookup, names, option, register
from claimwise.kernels.tails import significant

PValue: TypeAlias = Callable[..., NDArray[np.float64]]
Rejects: TypeAlias = Callable[[Any], NDArray[np.bool_]]
Region: TypeAlias = Callable[[int, float, str], Rejects]
Within: TypeAlias = Callable[[Any, str, float], NDArray[np.bool_]]
Sampled: TypeAlias = Callable[[Any, int], NDArray[np.bool_]]
Remarks: TypeAlias = Callable[[Any], tuple[Note, ...]]
RESAMPLES = 10_000
TINY = float(np.finfo(np.float64).tiny)


@dataclass(frozen=True, slots=True)
class Test:
    """A named test with the traits by which plans, checks and laws choose it.

    `outcome` is ``"binary"`` (right/wrong: counts) or ``"numeric"`` (graded scores). `size`
    says what it promises of its false positives: ``"at most alpha"`` (exact), ``"near alpha"``
    (mid-p) or ``"asymptotic"``. `pvalue` takes the data and the alternative; with `margin` also
    ``margin=``, the difference under the null; with `resampled` also ``seed=`` and
    ``resamples=``. A test that is `clustered` needs the items' clusters. `region` is for tests
    whose critical region is costly: it finds the region once and returns a quick decision.
    `sampled` takes the data, with the margin taken off, and the number of resamples, and says for
    which studies a resampled test draws them rather than being exact; without it, for all.
    `remarks` says, of the data of one study, what a reader should know of how they were used.
    `within` is for tests with costly p-values: it takes the data, the alternative and alpha, and
    says which p-values are at most alpha without finding them all.
    `conditional` is a paired test that looks at wins and losses alone, whatever the number n:
    its critical counts are found once for all sizes. Such a test has neither region nor largest n.
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
    sampled: Sampled | None = None
    remarks: Remarks | None = None
    within: Within | None = None
    conditional: bool = False

    @property
    def any_size(self) -> bool:
        """Whether studies of several sizes can be decided in one go."""
        return self.region is None and self.largest_n is None

    def check_n(self, n: int) -> None:
        """Refuse more items than this test can handle."""
        if self.largest_n is not None and n > self.largest_n:
            raise ParameterError(
                option("test", self.name),
                f"n of at most {self.largest_n:,}",
                f"{n:,}",
                "Use a test that is not unconditional.",
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
            like = names("test", margin=True, outcome=self.outcome, paired=self.paired)
            raise ParameterError(
                option("test", self.name),
                "a null hypothesis of no difference",
                f"a margin of {margin:g}",
                f"Tests of such data that take a margin: {', '.join(like)}.",
            )
        if margin:
            more["margin"] = margin
        if self.resampled:
            more.update(seed=seed, resamples=resamples)
        # A tail below the smallest number is tiny, not nothing.
        return np.asarray(np.maximum(self.pvalue(data, alternative, **more), TINY))

    def decide(
        self, data: Any, alternative: str, alpha: float, *, margin: float = 0.0
    ) -> NDArray[np.bool_]:
        """Return for which studies the p-value of `evaluate` is at most alpha."""
        if self.within is not None and not margin:
            return self.within(data, alternative, alpha)
        return significant(self.evaluate(data, alternative, margin=margin), alpha)

    def monte_carlo(self, data: Any, *, margin: float = 0.0, resamples: int = RESAMPLES) -> bool:
        """Whether the p-value of any of these studies rests on random resamples."""
        if not self.resampled:
            return False
        if self.sampled is None:
            return True
        return bool(np.any(self.sampled(data.shifted(margin), resamples)))

    def notes(self, data: Any, *, margin: float = 0.0) -> tuple[Note, ...]:
        """Return the null hypothesis, and what to know of how the data of one study are used."""
        less = f", once {margin:g} is taken off B's lead" if margin else ""
        shifted = data.shifted(margin) if margin and self.remarks is not None else data
        remarks = () if self.remarks is None else self.remarks(shifted)
        return (assumed(f"Null hypothesis: {self.null}{less}.", "null"), *remarks)


def htest(
    name: str,
    *,
    paired: bool,
    size: str,
    null: str,
    says: Procedure | None = None,
    region: Region | None = None,
    outcome: str = "binary",
    largest_n: int | None = None,
    quick_to: int | None = None,
    margin: bool = False,
    resampled: bool = False,
    clustered: bool = False,
    sampled: Sampled | None = None,
    remarks: Remarks | None = None,
    within: Within | None = None,
    conditional: bool = False,
    alike: bool = False,
    also: tuple[str, ...] = (),
    meant: tuple[str, ...] = (),
) -> Callable[[PValue], PValue]:
    """Register a test under its name.

    `says` are the words of reports, page and help on it. `alike` is a test whose null is that A and
    B answer alike: refuted, it does not say that one is better. `also` are names that are taken for
    it; `meant` are those that it is suggested for.
    """

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
            sampled,
            remarks,
            within,
            conditional,
        )
        traits: dict[str, Any] = {"outcome": outcome, "paired": paired, "size": size}
        traits |= {"margin": margin, "resampled": resampled, "clustered": clustered, "alike": alike}
        register("test", name, says=says, also=also, meant=meant, **traits)(test)
        return pvalue

    return decorate


def find_test(name: str, **traits: Any) -> Test:
    """Return the test of that name, if it has the traits asked for, such as ``paired=True``."""
    found: Test = lookup("test", name, **traits).thing
    return found
