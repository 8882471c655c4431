"""Two systems label the same items: what could a comparison of F1, MCC and the like show?"""

from __future__ import annotations

from math import isnan
from typing import Any

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    check_one_of,
    option,
    root_seed,
)
from claimwise.engine.answer import BOTH, answer
from claimwise.engine.belief import assured_rows
from claimwise.engine.effect_prior import EffectPrior
from claimwise.plan.claiming import judged, of_claim
from claimwise.plan.confusion_question import (
    WHO,
    items_of,
    label_metric,
    study_of,
    tables_from,
    truth_of,
)
from claimwise.plan.confusion_study import SMALLEST, Along, ConfusionStudy, truth_rows
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import curves
from claimwise.plan.looks import with_looks
from claimwise.plan.needed import SOLVE, read_prior, refuse_prior
from claimwise.plan.result import plan_result
from claimwise.worlds.confusion import Confusion

REPLICATES = 2000
USUAL = "randomisation"


def _prepared(given: dict[str, Any]) -> dict[str, Any]:
    """Read the tables, and choose the seed, once for all points of a curve."""
    if "tables" in given:
        given["tables"] = tables_from(given["who"], given["tables"])
    return given | {"rng": root_seed(given.get("rng"))}


@saying_why
def confusion(
    *,
    tables: Any = None,
    metric: str = "accuracy",
    positive: str | None = None,
    n: Any = None,
    difference: Any = None,
    test: str | None = None,
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    replicates: int = REPLICATES,
    resamples: int = 1000,
    rng: Any = None,
    workers: int = 1,
    effect_prior: Any = None,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
    claim: str = "difference",
    margin: Any = None,
) -> Result:
    """Plan a comparison of two systems that label the same items, under any metric of labels.

    Fit for F1, precision, recall, MCC, kappa, or a metric of one's own, once it can be said what
    the systems get right and wrong in each class (Card et al. 2020, appendix F). By simulation:
    every number has its Monte Carlo interval. Unfit for items that come in clusters: the true power
    is lower.

    Parameters
    ----------
    tables : path, mapping or ConfusionTables
        A file with ``classes``, ``prior`` and ``[tables]`` or ``[simple]``, such as
        `claimwise fit f1` writes.
    metric : str
        A metric of labels, as in `claimwise compare`: ``f1:macro``, ``mcc``, ...
    positive : str, optional
        The class that a binary score looks for; by default the one that the tables name.
    n : int
        Items in the test set.
    difference : float, optional
        True score of B minus true score of A. By default that of the tables; otherwise the tables
        are moved along the line from symmetric ones (no effect) through the given ones and beyond.
    test : str
        ``randomisation`` (swap the systems item by item) or ``paired-bootstrap``.
    alternative : {"two-sided", "less", "greater"}
    alpha, power : float
        Significance level, and the power to reach.
    solve : {"power", "mde", "n"}, optional
        What to look for; by default everything that the rest allows.
    replicates, resamples, rng, workers
        Simulated studies, resamples within each, seed and processes.
    effect_prior : str
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, what is believed of the true difference: for
        the assurance, the power averaged over it.
    claim, margin : str, float
        As in `claimwise.plan.accuracy`; the test is jackknife-t, which `compare` runs for it.
    looks, spending, futility : optional
        Looking at the data before the end: see `claimwise.plan.looks.plan_looks`.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `alpha` (findings when the tables are symmetric), `type_m`,
        `type_s`, `mde`, `sample_size`, and the true ``score[A]``, ``score[B]`` and `difference`. n,
        difference, alpha and power may be lists, one or two of them.

    Notes
    -----
    True scores are those of the expected counts, which ever larger studies come to.
    """
    return planned(who=WHO, **locals())


@curves(prepare=_prepared)
def planned(
    *,
    who: str,
    tables: Any = None,
    metric: str = "accuracy",
    positive: str | None = None,
    n: Any = None,
    difference: Any = None,
    test: str | None = None,
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    replicates: int = REPLICATES,
    resamples: int = 1000,
    rng: Any = None,
    workers: int = 1,
    effect_prior: Any = None,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
    claim: str = "difference",
    margin: Any = None,
) -> Result:
    """Plan a comparison for a command that goes by the name `who`; the rest as in `confusion`."""
    judge, chosen = judged(
        claim,
        margin=margin,
        alternative=alternative,
        alpha=alpha,
        assess="test",
        test=test,
        interval=None,
        outcome="corpus",
        paired=True,
        resamples=resamples,
    )
    if judge is None and margin is not None:
        raise ParameterError("margin", "a claim with a margin", option("claim", "difference"))
    study = study_of(test or USUAL, alternative, alpha, power, replicates, resamples, rng, workers)
    if solve is not None:
        check_one_of("solve", solve, SOLVE)
    known = tables_from(who, tables)
    given = Confusion(known, label_metric(who, metric, positive, known))
    n = items_of(who, n, difference, solve)
    along = Along(given)
    truth = truth_of(who, along, difference, solve, claimed=judge is not None)
    planned = study.planned(along, n, judge)
    beside = BOTH if abs(truth) >= SMALLEST and judge is None else ()
    found = answer(planned, n, None if solve == "mde" else truth, solve, beside=beside)
    reached = along.truth if found.effect is None or isnan(found.effect) else found.effect
    world = along(reached)
    rows, notes = found.rows + truth_rows(world), found.notes
    effect = read_prior(effect_prior, shares=True)
    if effect is not None:
        refuse_prior(solve or "")
        more, remarks = assured_rows(planned, int(n), effect)
        rows, notes = rows + more, notes + remarks
    remarks = _meaning(given, world, difference, solve)
    made = _result(study, world, rows, remarks + notes, n, solve, effect)
    if judge is not None:
        made = of_claim(made, judge, chosen)
    return with_looks(
        made, planned, looks=looks, spending=spending, futility=futility, run=study.run
    )


def _meaning(given: Confusion, world: Confusion, difference: Any, solve: str | None) -> list[Note]:
    """Say what the numbers rest on."""
    notes = list(given.bound().notes)
    notes.append(
        assumed(
            "True scores are those of the expected counts. Without an effect every table is "
            "symmetric: A and B are exchangeable."
        )
    )
    if difference is not None or solve == "mde":
        notes.append(
            assumed(
                "The tables are moved along the line from symmetric ones through the given ones, "
                f"whose difference is {given.truth():.4g}; the largest on it is "
                f"{given.largest():.4g}."
            )
        )
    return notes


def _result(
    study: ConfusionStudy,
    world: Confusion,
    rows: list[Row],
    notes: list[Note],
    n: int | None,
    solve: str | None,
    effect: EffectPrior | None,
) -> Result:
    """Return the answer with everything it rests on."""
    a, b = (float(score) for score in world.scores())
    settings = {
        "verb": WHO,
        "metric": world.metric.name,
        "outcome": "corpus",
        "test": study.test.name,
        "alternative": study.alternative,
        "alpha": study.alpha,
        "target": study.target,
        "by": "simulation",
        "replicates": study.run.replicates,
        "resamples": study.resamples,
        "n": n,
        "difference": b - a,
        "solve": solve,
        "unit": "items",
        "effect_prior": effect.words if effect else None,
        "classes": list(world.tables.classes),
        "prior": world.tables.prior.tolist(),
        "tables": world.tables.tables.tolist(),
    }
    return plan_result(study.test.name, rows, notes, settings, seed=study.run.seed)
