"""Claims that hold whenever one stops: confidence sequences of scores, verdicts, preferences."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import Any

import numpy as np

from claimwise.assess.anytime import BETTING, LARGE, MIXTURE, WHO, Anytime, WinRate, follow, judge
from claimwise.assess.claims import Claim, Hypothesis
from claimwise.core import (
    DataError,
    Note,
    Result,
    Row,
    assumed,
    caution,
    meaning,
    option,
    provenance,
)
from claimwise.data import Pairs
from claimwise.engine.anytime import ASYMPTOTIC, DIFFERENCE, WIN_RATE
from claimwise.kernels.arrays import Floats

ORDER = assumed(
    "The items are taken in the order of the data; it must not depend on their scores, and nothing "
    "may be left out for what it showed."
)


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
        raise DataError(WHO, "judgements 1 (B), 0 (tie) or -1 (A)", "other numbers")
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
        kind="comparison",
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
            WHO,
            "independent items",
            "items in clusters",
            "If items of a cluster are not alike, use " + option("cluster", "none") + ".",
        )
    if bounds is None:
        return (0.0, 1.0) if verdicts else None
    lowest, highest = (
        float(end) for end in (min(data.a.min(), data.b.min()), max(data.a.max(), data.b.max()))
    )
    if lowest < bounds[0] or highest > bounds[1]:
        raise DataError(
            option("bounds"),
            f"all scores to be within {bounds[0]:g} and {bounds[1]:g}",
            f"scores from {lowest:g} to {highest:g}",
        )
    return bounds


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
) -> tuple[list[Row], list[Note]]:
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
            quantity="difference",
            estimate=float(path.d.mean()),
            n=n,
            low=low,
            high=high,
            level=level if known else None,
            kind="confidence" if known else None,
            pvalue=None if isnan(p) or by_win_rate else p,
        ),
        Row(quantity="verdict", estimate=judged.verdict, n=n),
        Row(quantity="shown_after", estimate=judged.after, n=n),
    ]
    notes = [ORDER]
    if path.bounds is None:
        said = (
            f"Without bounds of the scores the sequence is asymptotic: it starts at item "
            f"{path.start:,}, looks before that do not count, and it is tightest near item "
            f"{path.tuned:,.0f}."
        )
        notes.append(assumed(said))
        if claim.alternative != "two-sided":
            said = "One-sided, the asymptotic sequence is the two-sided one: conservative."
            notes.append(meaning(said))
    if path.bounds is None and n < path.start:
        said = f"{n:,} items are fewer than the {path.start:,} at which it starts."
        notes.append(caution(said))
    elif not known and path.bounds is not None:
        said = (
            "No difference fits all items in this order; the items that came first are "
            "not like those that came last."
        )
        notes.append(caution(said))
    elif not known:
        said = "The interval is not defined: the scores do not vary, or their mean drifts."
        notes.append(caution(said))
    elif not low <= rows[0].estimate <= high:
        said = (
            "The estimate lies outside its interval, which remembers what earlier items "
            "excluded; the items that came first may not be like those that came last."
        )
        notes.append(caution(said))
    return rows, notes


def win_rate_row(signs: Floats, claim: Claim) -> Row:
    """Return B's win rate among the items that tell the systems apart, against one half."""
    told = signs[signs != 0]
    if not len(told):
        return Row(quantity="win_rate", estimate=nan, n=0)
    path = WinRate(signs)
    level = claim.interval_level
    low, high = path.ends(level)
    known = not isnan(low)
    side = claim.alternative or ("less" if claim.downwards else "greater")
    return Row(
        quantity="win_rate",
        estimate=float((told > 0).mean()),
        n=len(told),
        low=low,
        high=high,
        level=level if known else None,
        kind="confidence" if known else None,
        pvalue=path.against(Hypothesis(0.0, side), claim.alpha)[0],
    )
