"""One comparison: what it found, and the rows that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf, isnan, nan
from types import MappingProxyType

import numpy as np

from claimwise.assess.claims import Claim
from claimwise.assess.detectable import detectable, detectable_at, detectable_crossed
from claimwise.assess.effects import effect_rows
from claimwise.assess.evidence import Data, Evidence, Shape, is_verdicts
from claimwise.assess.fit import data_for
from claimwise.assess.levels import Spread
from claimwise.assess.question import Question
from claimwise.core import At, Note, Row, assumed, caution, described, option, spelled
from claimwise.data import Differences, Hits, PairCounts
from claimwise.htest import Test
from claimwise.intervals import Interval, find_interval
from claimwise.kernels.arrays import Floats
from claimwise.kernels.crossed import Crossed

FEW_ITEMS = 12  # more of them can reach any usual alpha by exact tests
NOBODY: Mapping[str, Crossed] = MappingProxyType({})


@dataclass(slots=True, eq=False)
class Comparison:
    """What one comparison found, before any correction for others made beside it."""

    at: At  # where its rows stand; empty for the only one
    names: tuple[str, str]
    estimate: float
    n: int
    evidence: Evidence | None = None  # None for what was combined from several
    test: Test | None = None
    interval: Interval | None = None
    low: float = nan
    high: float = nan
    against: list[float] = field(default_factory=list)  # p of each hypothesis of the claim
    contra: list[float] = field(default_factory=list)  # p of what would contradict it
    directed: float = nan  # p of the claim, or of "B is better" if it is two-sided
    judging: tuple[float, float] = (nan, nan)  # the interval that decides the claim at alpha
    notes: list[Note] = field(default_factory=list)
    simulated: bool = False  # the p-value has Monte Carlo error
    error: float | None = None  # standard error of what replaced the test
    test_label: str = ""  # the name of what replaced the test
    interval_label: str = ""  # and of what replaced the interval
    corrected: str = ""  # by which the p-values allow for other comparisons
    shape: Shape | None = None
    claim: Claim | None = None  # where metrics differ in which scores are better
    spread: Spread | None = None  # with raters or runs as a sample, where they are
    like: str = ""  # whom it holds for, where there are raters or runs
    beside: list[Row] = field(default_factory=list)  # the same for others of them

    def forget(self) -> None:
        """Let go of the items; what is known of them as a whole stays in `shape`."""
        if self.evidence is not None:
            self.shape, self.evidence = self.evidence.shape(), None

    @property
    def judged(self) -> bool:
        """Whether a test or an interval judges it."""
        return bool(self.against) or self.interval is not None

    @property
    def called(self) -> str:
        """What notes call it; empty for the only one."""
        return spelled(self.at)

    @property
    def test_name(self) -> str | None:
        """The name of what gave the p-value."""
        return None if self.test is None else self.test_label or self.test.name

    @property
    def interval_name(self) -> str | None:
        """The name of what gave the interval."""
        return None if self.interval is None else self.interval_label or self.interval.name

    def lead(self, claim: Claim) -> float:
        """Return which way the test points: positive where it sees B ahead."""
        if claim.alternative == "two-sided" and not isnan(self.directed):
            return 0.5 - self.directed
        return claim.up * self.estimate

    @property
    def pvalue(self) -> float | None:
        """The p-value of the claim: the largest, where several must be small."""
        if not self.against:
            return None
        return nan if any(isnan(p) for p in self.against) else max(self.against)

    def difference(self, question: Question) -> Row:
        """Return the estimate with its own interval and p-value."""
        p, has_interval = self.pvalue, self.interval is not None
        return Row(
            quantity="difference",
            at=self.at,
            estimate=self.estimate,
            n=self.n,
            low=self.low,
            high=self.high,
            level=question.claim.interval_level if has_interval else None,
            kind="confidence" if has_interval else None,
            pvalue=None if p is None or isnan(p) else p,
        )

    def verdict(self, question: Question) -> Row:
        """Return 1 if the claim is supported, -1 if contradicted, 0 if neither."""
        claim = question.claim
        if self.against:
            value = claim.by_tests(self.lead(claim), self.against, self.contra)
        else:
            value = claim.by_interval(*self.judging)
        return Row(quantity="verdict", at=self.at, estimate=value, n=self.n)


def opposed(found: Comparison, question: Question) -> float:
    """Return the p-value of "B is worse", the other side of a two-sided claim; NaN if unknown."""
    worse = "less" if question.claim.up == 1 else "greater"
    if found.spread is not None:
        return float(found.spread.crossed.pvalue(worse))
    if found.test is None or found.evidence is None or found.test_label:
        return nan
    data = data_for(found.test, found.evidence)
    how = {"seed": question.seed, "resamples": question.resamples}
    return float(found.test.evaluate(data, worse, margin=0.0, **how))


def nulls(test: Test, data: Data | None, question: Question) -> list[Note]:
    """Say what was tested: the test's own null, or the margins of the claim."""
    null, *remarks = test.notes(data)
    margins = [h for h in question.claim.hypotheses() if h.margin]
    if not margins:
        return [null, *remarks]
    side = {"greater": "at most", "less": "at least"}
    parts = " or ".join(f"{side[h.alternative]} {h.margin:g}" for h in margins)
    return [assumed(f"Null hypothesis: the difference, B minus A, is {parts}.", "null"), *remarks]


def disagreement(found: Comparison, question: Question) -> list[Note]:
    """Say so where the interval that is shown reads otherwise than the verdict."""
    claim = question.claim
    verdict = found.verdict(question).estimate
    by_interval = claim.by_interval(found.low, found.high)
    if verdict == by_interval or isnan(verdict) or isnan(by_interval):
        return []
    if abs(claim.interval_level - claim.judging_level) > 1e-12:
        sided = "two-sided" if claim.judging_level == 1 - claim.alpha else "one-sided"
        said = (
            f"The interval, shown at level {claim.interval_level:.6g}, reads "
            f"otherwise than the verdict; {sided} at alpha {claim.alpha:.6g}, which decides, "
            f"matches level {claim.judging_level:.6g}."
        )
        return [caution(said).of(found.called)]
    if not found.against:
        return []  # the interval that is shown decides
    paired = found.evidence is not None and found.evidence.paired
    if paired and found.test and found.interval and found.test.paired != found.interval.paired:
        one, other = ("test", "interval") if found.interval.paired else ("interval", "test")
        said = (
            f"The {one} ({_short(one, _names(found)[one])}) ignores that both systems were scored "
            f"on the same items, and the {other} ({_short(other, _names(found)[other])}) does not: "
            "they are of different sizes for that reason, and the verdict follows the test."
        )
        return [caution(said).of(found.called)]
    test = _short("test", found.test_name)
    least = _smallest_pvalue(found, question)
    if least > claim.alpha and found.spread is None:
        said = (
            f"With {found.n} items no p-value of the test ({test}) can be below {least:.3g}: it "
            "can reach no verdict, whatever the interval says. Take more items."
        )
        return [caution(said).of(found.called)]
    p = min(found.against + found.contra)
    start = "Near the edge, the" if claim.alpha / 2 <= p <= 2 * claim.alpha else "The"
    said = (
        f"{start} interval ({_short('interval', found.interval_name)}) decides "
        f"otherwise than the test ({test}); the verdict follows the "
        "test. To go by the interval, leave the test out: "
    )
    return [caution(said + option("assess", "interval") + ".").of(found.called)]


def _smallest_pvalue(found: Comparison, question: Question) -> float:
    """Return the p-value of a difference, if each of a few items were in favour of B; else 0."""
    test, evidence = found.test, found.evidence
    two_sided = question.claim.alternative == "two-sided" and not question.claim.margin
    if test is None or evidence is None or found.n > FEW_ITEMS or not two_sided:
        return 0.0
    data = data_for(test, evidence)
    if isinstance(data, PairCounts):
        data = PairCounts(np.asarray(found.n), np.asarray(0), found.n)
    elif isinstance(data, Differences):
        data = replace(data, d=np.abs(data.d))
    else:
        return 0.0
    p = test.evaluate(data, "two-sided", seed=question.seed, resamples=question.resamples)
    return float(p)


def _names(found: Comparison) -> dict[str, str | None]:
    return {"test": found.test_name, "interval": found.interval_name}


def _short(kind: str, name: str | None) -> str:
    """Return a procedure as a person calls it."""
    says = described(kind, name or "")
    return (says and says.short) or name or ""


def score_rows(
    evidence: Evidence, level: float, at: At, own: Mapping[str, Crossed] = NOBODY
) -> list[Row]:
    """Return the score of each system alone, with its own interval.

    `own` has the mean of a system whose raters or runs are a sample.
    """
    rows = []
    for name, sample in zip(evidence.names, evidence.alone, strict=True):
        how = "wilson" if isinstance(sample, Hits) else "cluster-cr2" if evidence.clusters else "t"
        ends = own[name].interval(level) if name in own else None
        ends = ends or find_interval(how).evaluate(sample, level)
        low, high = (float(end) for end in ends)
        if evidence.verdicts and not isnan(low):
            low, high = max(0.0, low), min(1.0, high)
        rows.append(
            Row(
                quantity="score",
                at={"system": name, **at},
                estimate=float(sample.effect()),
                n=sample.n,
                low=low,
                high=high,
                level=level,
                kind="confidence",
            )
        )
    return rows


def flip_rows(evidence: Evidence, at: At, up: int) -> list[Row]:
    """Return how many items went from right to wrong, and from wrong to right.

    `up` is -1 where lower is better: there, 1 is wrong.
    """
    if not evidence.paired or evidence.pairs is None or not is_verdicts(*_both(evidence)):
        return []
    a, b = (up * column for column in _both(evidence))
    flips = {"right to wrong": int((a > b).sum()), "wrong to right": int((b > a).sum())}
    return [
        Row(quantity="flips", at={"direction": way, **at}, estimate=count, n=evidence.n)
        for way, count in flips.items()
    ]


def _both(evidence: Evidence) -> tuple[Floats, Floats]:
    pairs = evidence.pairs
    return (pairs.a, pairs.b) if pairs is not None else (np.empty(0), np.empty(0))


def outlook_rows(
    found: Comparison, question: Question, each: Question | None, among: int = 1
) -> tuple[list[Row], list[Note]]:
    """Return effect sizes, and what this study could have detected.

    Parameters
    ----------
    found : Comparison
        What was found.
    question : Question
        What was asked.
    each : Question, optional
        The same with the alpha that this comparison is sure to be judged at, beside others; None
        where no such alpha is known, and so nothing detectable.
    among : int
        How many comparisons share alpha.
    """
    if found.evidence is None:
        return [], []
    rows, notes = effect_rows(found.evidence, question.effects, found.at, question.claim.better)
    if each is None:
        return rows, notes
    if found.spread is not None:
        crossed, verdicts = found.spread.crossed, found.evidence.verdicts
        value, note = detectable_crossed(crossed, each, among, verdicts=verdicts)
        rows.append(Row(quantity="mde", at=found.at, estimate=value, n=found.n))
        return rows, [*notes, note]
    if found.error is not None:
        value = detectable_at(found.error, inf, each)
        rows.append(Row(quantity="mde", at=found.at, estimate=value, n=found.n))
        return rows, notes
    more, said = detectable(found.evidence, each, found.test, found.interval, found.at, among)
    return rows + more, notes + said
