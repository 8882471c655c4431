"""Claims that hold whenever one stops: confidence sequences of scores, verdicts, preferences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from claimwise.assess.claims import Claim, Hypothesis
from claimwise.core import DataError, ParameterError, Result, Row, check_count, provenance, sentence
from claimwise.data import Pairs
from claimwise.kernels import confidence_sequence as kernel
from claimwise.kernels.arrays import Floats
from claimwise.power.anytime import ASYMPTOTIC, DIFFERENCE, START, TUNED, WIN_RATE

WHO = "a confidence sequence"
BETTING, MIXTURE, LARGE = "betting", "beta-binomial mixture", "asymptotic"
ORDER = (
    "The items are taken in the order of the data; it must not depend on their scores, and nothing "
    "may be left out for what it showed."
)


@dataclass(frozen=True, slots=True, eq=False)
class Anytime:
    """Differences, B minus A, in the order of the items, and how their mean is followed.

    With `bounds` of the differences by betting, without them asymptotically, from item `start`
    on and tightest near item `tuned`.
    """

    d: Floats
    bounds: tuple[float, float] | None
    start: int = START
    tuned: float = TUNED

    @property
    def kind(self) -> str:
        """Which sequence it is."""
        return LARGE if self.bounds is None else BETTING

    def ends(self, level: float) -> tuple[float, float]:
        """Return the interval after the last item; NaN where no mean fits all items."""
        if self.bounds is None:
            found = kernel.asymptotic_mean(self.d, level, start=self.start, tuned=self.tuned)
        else:
            low, high = self.bounds
            found = kernel.bounded_mean(self.d, level, low=low, high=high)
        bottom, top = (float(end) for end in found)
        return (nan, nan) if bottom > top else (bottom, top)

    def against(self, hypothesis: Hypothesis, alpha: float) -> tuple[float, float]:
        """Return the p-value of a hypothesis, and after how many items it was refuted."""
        side = {"alternative": hypothesis.alternative}
        if self.bounds is None:
            log_e, first = kernel.asymptotic_evidence(
                self.d, hypothesis.margin, alpha, start=self.start, tuned=self.tuned, **side
            )
        else:
            low, high = self.bounds
            if not low <= hypothesis.margin <= high:
                raise ParameterError(
                    sentence(WHO, f"a margin between {low:g} and {high:g}", hypothesis.margin)
                )
            log_e, first = kernel.bounded_evidence(
                self.d, hypothesis.margin, alpha, low=low, high=high, **side
            )
        return float(kernel.pvalue_from(log_e)), nan if first < 0 else float(first + 1)


def follow(
    d: Any, *, bounds: Any = None, start: int | None = None, planned_n: int | None = None
) -> Anytime:
    """Check the differences and their bounds at the door."""
    values = np.asarray(d, np.float64)
    if values.ndim != 1 or len(values) < 2:
        raise DataError(sentence(WHO, "at least two items in their order", f"{values.shape}"))
    if bounds is not None:
        low, high = (float(end) for end in bounds)
        if not low < high:
            raise ParameterError(
                sentence("bounds", "a lower and a higher number", f"{low}, {high}")
            )
        slack = 1e-9 * (high - low)
        odd = np.flatnonzero((values < low - slack) | (values > high + slack))
        if len(odd):
            raise DataError(
                sentence(
                    WHO,
                    f"differences within {low:g} and {high:g}, as the bounds of the scores say",
                    f"{values[odd[0]]:g} at item {odd[0] + 1}",
                )
            )
        bounds = (low, high)
    first = START if start is None else check_count("start", start)
    tuned = TUNED if planned_n is None else check_count("planned_n", planned_n)
    return Anytime(values, bounds, first, float(tuned))


@dataclass(frozen=True, slots=True, eq=False)
class WinRate:
    """Wins (1), losses (-1) and ties (0) in their order: who wins where one of them does?"""

    d: Floats

    def ends(self, level: float) -> tuple[float, float]:
        """Return the interval of B's win rate after the last item; NaN where no rate fits all."""
        told = self.d[self.d != 0]
        wins = np.cumsum(told > 0)
        lows, highs = kernel.win_rate(wins, np.arange(1, len(told) + 1) - wins, level)
        low, high = float(lows.max(initial=0.0)), float(highs.min(initial=1.0))
        return (nan, nan) if low > high else (low, high)

    def against(self, hypothesis: Hypothesis, alpha: float) -> tuple[float, float]:
        """Return the p-value of a win rate of 1/2, and after how many items it was refuted."""
        if hypothesis.margin:
            raise ParameterError(
                sentence("a sequence of win rates", "a claim without a margin", hypothesis.margin)
            )
        log_e, first = kernel.win_rate_evidence(
            self.d, 0.5, alpha, alternative=hypothesis.alternative
        )
        return float(kernel.pvalue_from(log_e)), nan if first < 0 else float(first + 1)


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim judged by a sequence: its p-values, its verdict, and when it was shown."""

    against: list[float]
    verdict: float
    after: float  # items

    @property
    def pvalue(self) -> float:
        """The p-value of the claim: the largest, where several must be small."""
        return nan if any(isnan(p) for p in self.against) else max(self.against)


def judge(path: Anytime | WinRate, claim: Claim) -> Judged:
    """Judge a claim: every hypothesis against it must have been refuted by some item."""
    found = [path.against(h, claim.alpha) for h in claim.hypotheses()]
    contra = [path.against(h, claim.alpha) for h in claim.contradictions()]
    lead = claim.up * float(path.d.mean())
    if claim.alternative == "two-sided":
        # What was shown stays shown, also where the mean has turned since.
        higher, lower = (
            path.against(Hypothesis(0.0, side), claim.alpha / 2)[0] for side in ("greater", "less")
        )
        lead = claim.up * (lower - higher)
    verdict = claim.by_tests(lead, [p for p, _ in found], [p for p, _ in contra])
    against, shown = [p for p, _ in found], nan
    if verdict < 0 and contra:
        shown = min((at for _, at in contra if not isnan(at)), default=nan)
    elif verdict:
        shown = max((at for _, at in found if not isnan(at)), default=nan)
    return Judged(against, verdict, shown)


def sequence(
    data: Pairs | Sequence[float],
    *,
    claim: Claim | None = None,
    bounds: tuple[float, float] | None = None,
    preference: bool = False,
    start: int | None = None,
    planned_n: int | None = None,
    declared: bool = False,
) -> Result:
    """Say what items in their order show, at whatever item one stops.

    Fit for independent items: right/wrong verdicts or scores of two systems on the same items, or
    judgements that prefer one of them. Unfit for items in clusters, and for an order that depends
    on the results, such as the hard items last.

    Parameters
    ----------
    data : Pairs, or differences B minus A
        In the order in which the items came; of judgements 1 (B), 0 (tie), -1 (A).
    claim : Claim
        By default that A and B differ, at alpha 0.05.
    bounds : (low, high), optional
        Of a score; of right and wrong they are known. Without bounds the sequence is asymptotic.
    preference : bool
        Judge by the win rate among the judgements that are no ties.
    start, planned_n : int, optional
        Of the asymptotic sequence: from which item on it was looked at, and where it is tightest.
    declared : bool
        Whether the rule is known to have been fixed before the data.

    Returns
    -------
    Result
        Rows `difference` (with its interval and p-value, valid at any time), `verdict`,
        `shown_after` (items), and for verdicts and judgements `win_rate`.

    References
    ----------
    Waudby-Smith and Ramdas (2024), JRSS B 86, 1-27; Robbins (1970), Ann. Math. Stat. 41,
    1397-1409; Waudby-Smith et al. (2024), Ann. Stat. 52, 2613-2640.
    """
    claim = claim or Claim()
    d = data.b - data.a if isinstance(data, Pairs) else np.asarray(data, np.float64)
    signs = preference
    if isinstance(data, Pairs):
        signs = bool(np.isin([data.a, data.b], (0.0, 1.0)).all())
        bounds = known_bounds(data, bounds, signs)
    elif preference:
        bounds = (0.0, 1.0)
    if signs and not bool(np.isin(d, (-1.0, 0.0, 1.0)).all()):
        raise DataError(sentence(WHO, "judgements 1 (B), 0 (tie) or -1 (A)", "other numbers"))
    width = None if bounds is None else (bounds[0] - bounds[1], bounds[1] - bounds[0])
    path = follow(d, bounds=width, start=start, planned_n=planned_n)
    rows, notes = sequence_rows(path, claim, by_win_rate=preference)
    if signs:
        rows.append(win_rate_row(d, claim))
    kind = WIN_RATE if preference else {BETTING: DIFFERENCE, LARGE: ASYMPTOTIC}[path.kind]
    settings = {"verb": "compare", "a": "A", "b": "B", "claim": claim.kind, "margin": claim.margin}
    settings |= {"alternative": claim.alternative or "one-sided", "alpha": claim.alpha}
    settings |= {"better": claim.better, "paired": True, "unit": "points" if signs else "score"}
    settings |= sequence_settings(path, kind, declared=declared)
    if isinstance(data, Pairs):
        settings |= dict(zip("ab", data.names, strict=True))
    source = data.provenance.get("data") if isinstance(data, Pairs) else None
    return Result(
        method="confidence-sequence",
        rows=tuple(rows),
        notes=tuple(notes),
        provenance=provenance(settings, data=source),
    )


def known_bounds(
    data: Pairs, bounds: tuple[float, float] | None, verdicts: bool
) -> tuple[float, float] | None:
    """Return the bounds of the scores: given, or those of right and wrong; refuses clusters."""
    if data.cluster is not None:
        raise DataError(
            sentence(
                WHO,
                "independent items",
                "items in clusters",
                "Leave the clusters out if items of one are not alike (cluster none).",
            )
        )
    return (0.0, 1.0) if bounds is None and verdicts else bounds


def sequence_settings(path: Anytime, kind: str, *, declared: bool) -> dict[str, Any]:
    """Return what sentences need to know."""
    names = {DIFFERENCE: BETTING, WIN_RATE: MIXTURE, ASYMPTOTIC: LARGE}
    name, interval = (f"{of} confidence sequence" for of in (names[kind], path.kind))
    stopping = {"rule": "anytime", "sequence": kind, "declared": declared}
    stopping |= {"start": path.start, "tuned": path.tuned} if path.bounds is None else {}
    return {
        "test": name,
        "interval": interval,
        "assess": ["confidence sequence"],
        "stopping": stopping,
    }


def sequence_rows(
    path: Anytime, claim: Claim, *, by_win_rate: bool = False
) -> tuple[list[Row], list[str]]:
    """Return estimate, interval, p-value, verdict and when it was shown, with what to heed.

    Where the win rate judges, the p-value stands in its own row.
    """
    n, level = len(path.d), claim.interval_level
    judged = judge(WinRate(path.d) if by_win_rate else path, claim)
    low, high = path.ends(level)
    known = not isnan(low)
    p = judged.pvalue
    rows = [
        Row(
            estimand="difference",
            estimate=float(path.d.mean()),
            n=n,
            low=low,
            high=high,
            level=level if known else None,
            kind="confidence" if known else None,
            pvalue=None if isnan(p) or by_win_rate else p,
        ),
        Row(estimand="verdict", estimate=judged.verdict, n=n),
        Row(estimand="shown_after", estimate=judged.after, n=n),
    ]
    notes = [ORDER]
    if path.bounds is None:
        notes.append(
            f"Without bounds of the scores the sequence is asymptotic: it starts at item "
            f"{path.start:,}, looks before that do not count, and it is tightest near item "
            f"{path.tuned:,.0f}."
        )
        if claim.alternative != "two-sided":
            notes.append("One-sided, the asymptotic sequence is the two-sided one: conservative.")
    if path.bounds is None and n < path.start:
        notes.append(f"{n:,} items are fewer than the {path.start:,} at which it starts.")
    elif not known and path.bounds is not None:
        notes.append(
            "CAUTION: no difference fits all items in this order; the items that came first are "
            "not like those that came last."
        )
    elif not known:
        notes.append("The interval is not defined: the scores do not vary, or their mean drifts.")
    elif not low <= rows[0].estimate <= high:
        notes.append(
            "The estimate lies outside its interval, which remembers what earlier items excluded."
        )
    return rows, notes


def win_rate_row(signs: Floats, claim: Claim) -> Row:
    """Return B's win rate among the items that tell the systems apart, against one half."""
    told = signs[signs != 0]
    if not len(told):
        return Row(estimand="win_rate", estimate=nan, n=0)
    path = WinRate(signs)
    level = claim.interval_level
    low, high = path.ends(level)
    known = not isnan(low)
    side = claim.alternative or ("less" if claim.downwards else "greater")
    return Row(
        estimand="win_rate",
        estimate=float((told > 0).mean()),
        n=len(told),
        low=low,
        high=high,
        level=level if known else None,
        kind="confidence" if known else None,
        pvalue=path.against(Hypothesis(0.0, side), claim.alpha)[0],
    )
