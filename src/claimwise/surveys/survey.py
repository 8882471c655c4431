"""A survey of published comparisons: what could they show, and what would be expected of them?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    check_count,
    check_one_of,
    check_share,
    counted,
    dropped,
    option,
    provenance,
    root_seed,
)
from claimwise.plan.settings import Settings
from claimwise.surveys.agreement import (
    NO_PRIOR,
    assumed_agreement,
    check_told,
    named_source,
    source_of,
)
from claimwise.surveys.funnel import course_of, funnel_rows, units_of
from claimwise.surveys.gains import expected_gains
from claimwise.surveys.judges import FEWEST_SCORES, Graded, Judge, Paired, Unpaired
from claimwise.surveys.remarks import moved, remarks, replaced
from claimwise.surveys.rows import (
    Findings,
    comparison_rows,
    findings_of,
    power_rows,
    share_rows,
    task_rows,
)
from claimwise.surveys.table import Comparisons, read_comparisons

KINDS = ("accuracy", "scores")
BY = ("exact", "normal")
COUNTS = ("nearest", "down")
RESAMPLES, FEWEST_RESAMPLES, MOST_RESAMPLES = 2000, 100, 1_000_000
FEW_ITEMS, MANY_ITEMS = 100, 200  # of studies of ratings: Card et al. (2020), section 5.1
PUBLISHED = assumed(
    "The comparisons are those of the table; what was never published is not among them, and "
    "shares are shares of these comparisons alone."
)


def survey(
    table: Any,
    *,
    kind: str = "accuracy",
    percent: bool | None = None,
    unpaired: bool = False,
    agreement_from: Any = None,
    where: Any = None,
    fit_where: Any = None,
    test: str | None = None,
    by: str = "exact",
    counts: str = "nearest",
    alpha: float = 0.05,
    power: float = 0.8,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    rng: Any = 0,
) -> Result:
    """Audit a table of published comparisons: could they have found what they report?

    Fit for comparisons of two systems on test sets of known size. Unfit for judging one of them
    afterwards: the power is that of the gain predicted from the others, never of its own.

    Parameters
    ----------
    table : path, data frame or mapping of columns
        One comparison in each row: ``n`` (items of the test set), ``baseline`` and ``new``
        (scores); optional ``agreement``, ``task``, ``paper``, ``name``, ``expected`` (a gain that
        is expected, instead of the predicted one); for scores ``low`` and ``high`` (ends of the
        scale) and ``sd`` (standard deviation of the items' differences).
    kind : {"accuracy", "scores"}
        Right and wrong answers, or scores such as mean ratings.
    percent : bool, optional
        Whether accuracies are percentages; by default recognised by a value above 1.
    unpaired : bool
        Whether the systems answered different items, n each.
    agreement_from : str or table, optional
        For rows without an agreement: ``own`` (regressed on the rows that have one), ``glue`` or
        ``squad2`` (published regressions), ``lachenbruch`` (no prior, the middle; with the
        bounds beside it), ``lachenbruch-low``, ``lachenbruch-high``, ``independent``, or a table
        of past comparisons. By default ``own`` if ten rows have one, else ``lachenbruch``.
    where, fit_where : str, list of str or mapping, optional
        The rows that the survey is about, and those that gains are predicted from:
        ``"claimed=Y"``, ``["n>=100", "difference>0"]``. By default all. A ``difference`` is in
        the unit of the table (points where accuracies are percentages), or of scores on the
        scale from 0 to 1 if they have ``low`` and ``high``.
    test : str, optional
        ``mcnemar-midp``; unpaired ``z-pooled``; for scores ``paired-t``.
    by : {"exact", "normal"}
        Enumeration, or the classical formula.
    counts : {"nearest", "down"}
        How the counts of the predicted test become whole: the nearest table, or each rounded
        down as in Card et al. (2020).
    alpha, power : float
        Significance level, and the power below which a comparison counts as underpowered.
    level, resamples, rng
        Level of the intervals, how many resamples they rest on, and their seed.

    Returns
    -------
    Result
        Of all comparisons `share[underpowered]`, `share[underpowered, gain expected]`,
        `share[reported at least detectable]`, `share[predicted significant]` (a gain),
        `share[predicted worse]`, `share[predicted open]` (neither),
        `share[significant and powered]` (this and the gains also with ``, gain expected``),
        `mean_expected_power`, `mean_difference`, `sd_difference`, `median_n`, `kendall_tau`; of
        each task `median_n[TASK]`, `median_mde[TASK]`, `mean_difference[TASK]`; of each
        comparison `difference[NAME]` (with the p-value predicted for it), `mde[NAME]`,
        `expected_difference[NAME]`, `expected_power[NAME]`, `agreement[NAME]`.

    Notes
    -----
    Card et al. (2020), sections 3.3 and 5.1, appendix E.

    Examples
    --------
    >>> published = {"n": [1821, 872, 3000], "baseline": [94.9, 93.2, 70.1],
    ...              "new": [95.6, 94.9, 80.2], "name": ["x", "y", "z"]}
    >>> found = survey(published, agreement_from="glue")
    >>> round(found["mde[x]"].estimate, 4), found["share[reported at least detectable]"].n
    (0.013, 3)
    """
    check_one_of("kind", kind, KINDS)
    check_one_of("counts", counts, COUNTS)
    check_one_of("by", by, BY)
    level, resamples = check_share("level", level), check_count("resamples", resamples)
    if not FEWEST_RESAMPLES <= resamples <= MOST_RESAMPLES:
        what = f"at least {FEWEST_RESAMPLES} and at most {MOST_RESAMPLES:,}"
        raise ParameterError("resamples", what, f"{resamples:,}")
    seed = root_seed(rng)
    scores = kind == "scores"
    _refuse(scores, unpaired, agreement_from, counts)
    settings = Settings.of(
        paired=not unpaired,
        test=test or ("paired-t" if scores else "z-pooled" if unpaired else "mcnemar-midp"),
        alternative="two-sided",
        alpha=alpha,
        power=power,
        solve="mde",
        by=by,
        replicates=None,
        rng=None,
        workers=1,
        outcome="numeric" if scores else "binary",
    )
    if scores and settings.test.name != "paired-t":
        raise ParameterError("test", "paired-t, whose power is known from sd", settings.test.name)
    found = read_comparisons(table, kind=kind, percent=percent, where=where, fit_where=fit_where)
    expected = expected_gains(found)
    judge, notes, source = _judge(found, settings, kind, unpaired, agreement_from, counts)
    of_all = findings_of(judge, found, expected.gains, alpha=settings.alpha, target=settings.target)
    rows = [*share_rows(of_all), *power_rows(of_all)]
    if isinstance(judge, Paired):
        rows += _bounds(judge, of_all, expected.gains)
        notes += [*replaced(judge, of_all), *moved(judge, of_all)]
    units, order = units_of(found)
    more, heed = funnel_rows(found, units, order, level=level, resamples=resamples, seed=seed)
    rows += [*more, *(_sizes(found) if scores else []), *task_rows(of_all)]
    rows += comparison_rows(of_all)
    notes = [*found.notes, *notes, *expected.notes, *remarks(of_all, judge, settings), *heed]
    papers = units.count if found.papers else None
    tau = next(row for row in rows if row.quantity == "kendall_tau")
    course = course_of(tau, comparisons=len(found.at), papers=papers, alpha=settings.alpha)
    given = {
        "verb": "survey",
        "kind": kind,
        **(_tested(settings) if not scores or np.isfinite(found.sd[found.at]).any() else {}),
        "alpha": settings.alpha,
        "target": settings.target,
        "outcome": "numeric" if scores else None,
        "unit": None if scores else "points",
        "gains_from": _gains_from(rows, int(np.isfinite(found.expected[found.at]).sum())),
        "tau_course": course,
        "unpaired": unpaired or None,
        "agreement_from": source,
        "counts": counts if counts != "nearest" else None,
        "where": list(found.where) or None,
        "fit_where": list(found.fit_where) or None,
        "comparisons": len(found.at),
        "papers": papers,
        "level": level,
        "resamples": resamples if any(row.kind == "confidence" for row in rows) else None,
        "title": Path(table).name if isinstance(table, str | Path) else None,
    }
    return Result(
        kind="survey",
        method="survey of published comparisons",
        rows=tuple(rows),
        notes=tuple(dict.fromkeys([PUBLISHED, *notes])),
        provenance=provenance(
            {key: value for key, value in given.items() if value is not None},
            seed=seed,
            data=found.digest,
        ),
    )


def _gains_from(rows: list[Row], told: int) -> str | None:
    """Return where expected gains come from: the table, the others, or both; None without any."""
    known = sum(
        row.quantity == "expected_difference" and row.estimate == row.estimate for row in rows
    )
    if not known:
        return None
    return "others" if not told else "table" if told >= known else "both"


def _tested(settings: Settings) -> dict[str, str]:
    return {"test": settings.test.name, "alternative": "two-sided", "by": settings.by}


def _refuse(scores: bool, unpaired: bool, agreement_from: Any, counts: str) -> None:
    """Refuse what has no meaning together."""
    if scores and unpaired:
        raise ParameterError("unpaired", option("kind", "accuracy"), option("kind", "scores"))
    given = [option("agreement_from")] if agreement_from is not None else []
    given += [option("counts", "down")] if counts == "down" else []
    for who in given if scores or unpaired else ():
        what = option("kind", "scores") if scores else option("unpaired")
        raise ParameterError(who, "right and wrong answers to the same items", what)


def _judge(
    found: Comparisons,
    settings: Settings,
    kind: str,
    unpaired: bool,
    agreement_from: Any,
    counts: str,
) -> tuple[Judge, list[Note], str | None]:
    """Return how the comparisons are judged, and what was assumed."""
    if kind == "scores":
        return Graded(found, settings), _not_judged(found), None
    if unpaired:
        said = "The two systems see different items: nothing is gained from pairing."
        notes = [assumed(said)]
        if np.isfinite(found.agreement).any():
            said = "The column agreement plays no part where items are different."
            notes.append(dropped(said))
        return Unpaired(found, settings), notes, None
    check_told(found)
    source, notes = source_of(agreement_from, found)
    return (
        Paired(found, settings, source, counts == "down"),
        [*notes, assumed_agreement(source, found)],
        source.name,
    )


def _not_judged(found: Comparisons) -> list[Note]:
    """Say how many comparisons of scores cannot be judged, and why."""
    of = counted(len(found.at), "comparison")
    told = np.isfinite(found.sd[found.at])
    single = int(np.sum(told & (found.n[found.at] < FEWEST_SCORES)))
    notes = []
    if not told.all():
        notes.append(
            f"No sd (standard deviation of the items' differences) is given by {(~told).sum():,} "
            f"of {of}: what they could detect is not known."
        )
    if single:
        notes.append(
            f"In {single:,} of {of} there is one item alone, and the paired t test says "
            "nothing of it: they have no mde, no power and no p-value, and no share counts them."
        )
    return [dropped(note) for note in notes]


def _bounds(judge: Paired, of_all: Findings, gains: Any) -> list[Row]:
    """Return the shares again at both bounds of the agreement, where nothing is known of it."""
    found = judge.found
    if judge.source.name != NO_PRIOR or np.isfinite(found.agreement[found.at]).all():
        return []
    rows = []
    for bound in ("low", "high"):
        other = Paired(found, judge.settings, named_source(f"{NO_PRIOR}-{bound}"), judge.down)
        again = findings_of(other, found, gains, alpha=of_all.alpha, target=of_all.target)
        rows += share_rows(again, {"end": bound})
    return rows


def _sizes(found: Comparisons) -> list[Row]:
    n = found.n[found.at]
    shares = {f"n at most {FEW_ITEMS}": n <= FEW_ITEMS, f"n above {MANY_ITEMS}": n > MANY_ITEMS}
    return [
        Row(quantity="share", at={"statistic": name}, estimate=float(which.mean()), n=len(n))
        for name, which in shares.items()
    ]
