"""Two systems label the same items: what could a comparison of F1, MCC and the like show?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_alpha,
    check_alternative,
    check_count,
    check_one_of,
    check_share,
    provenance,
    root_seed,
    sentence,
)
from claimwise.htest import find_test
from claimwise.metrics import Metric, find_metric
from claimwise.plan.confusion_study import SMALLEST, ConfusionStudy
from claimwise.plan.design import direction
from claimwise.plan.grid import curves
from claimwise.plan.settings import SOLVE, Settings
from claimwise.worlds.confusion import Confusion, ConfusionTables
from claimwise.worlds.confusion_file import read_tables, tables_of

WHO = "plan confusion"
REPLICATES = 2000


def _prepared(given: dict[str, Any]) -> dict[str, Any]:
    """Read the tables, and choose the seed, once for all points of a curve."""
    if "tables" in given:
        given["tables"] = _tables(given["tables"])
    return given | {"rng": root_seed(given.get("rng"))}


@curves(prepare=_prepared)
def confusion(
    *,
    tables: Any = None,
    metric: str = "f1",
    n: Any = None,
    difference: Any = None,
    test: str = "randomisation",
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    replicates: int = REPLICATES,
    resamples: int = 1000,
    rng: Any = None,
    workers: int = 1,
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
    study = _study(test, alternative, alpha, power, replicates, resamples, rng, workers)
    if solve is not None:
        check_one_of("solve", solve, SOLVE)
    known = _tables(tables)
    given = Confusion(known, _metric(metric, known))
    n = _asked(n, difference, solve)
    world = _world(given, difference, solve)
    truth = world.truth()
    rows: list[Row] = []
    notes: list[str] = []
    shown = n
    if solve == "mde":
        sign = direction(study.alternative, given.truth())
        rows, notes = study.detectable(given, int(n), sign, abs(given.truth()))
        found = rows[0].estimate
        world = given if found != found else given.with_difference(found)
    elif solve == "n":
        rows, notes = study.sample_size(world, None)
        shown = rows[0].n
    if shown is not None and not (solve == "mde" and rows[0].estimate != rows[0].estimate):
        more, heed = study.rows(world, int(shown))
        rows, notes = rows + more, notes + heed
    rows += study.truth_rows(world)
    if solve is None and abs(truth) >= SMALLEST:
        sign = direction(study.alternative, truth)
        for more, heed in (
            study.detectable(given, int(n), sign, abs(truth)),
            study.sample_size(world, n),
        ):
            rows, notes = rows + more, notes + heed
    return _result(study, world, rows, _meaning(given, world, difference, solve) + notes, n, solve)


def f1(*, average: str | None = None, positive: str | None = None, **study: Any) -> Result:
    """Plan a comparison of F1; the rest as in `claimwise.plan.confusion`.

    Parameters
    ----------
    average : {"binary", "micro", "macro", "weighted"}, optional
        Over classes; by default the F1 of the positive class.
    positive : str, optional
        That class; by default the one that the tables name.
    **study
        tables, n, difference, test, alternative, alpha, power, solve, replicates, resamples, rng,
        workers.

    Examples
    --------
    >>> from claimwise.data import example_path
    >>> plan = f1(tables=example_path("confusion.toml"), n=200, solve="power", replicates=50, rng=1)
    >>> round(plan["score[A]"].estimate, 3), round(plan["difference"].estimate, 3)
    (0.675, 0.037)
    """
    return _averaged("f1", average, positive, study)


def precision(*, average: str | None = None, positive: str | None = None, **study: Any) -> Result:
    """Plan a comparison of precision: the share of predictions that are right. See `f1`."""
    return _averaged("precision", average, positive, study)


def recall(*, average: str | None = None, positive: str | None = None, **study: Any) -> Result:
    """Plan a comparison of recall: the share of members that are found. See `f1`."""
    return _averaged("recall", average, positive, study)


def mcc(**study: Any) -> Result:
    """Plan a comparison of Matthews correlation. See `claimwise.plan.confusion`."""
    return confusion(metric="mcc", **study)


def kappa(**study: Any) -> Result:
    """Plan a comparison of Cohen's kappa with the gold labels. See `claimwise.plan.confusion`."""
    return confusion(metric="kappa", **study)


def _averaged(name: str, average: str | None, positive: str | None, study: Any) -> Result:
    """Spell the metric as `claimwise compare` has it."""
    words = [name, *([average] if average else [])]
    words += [f"positive={positive}"] if positive is not None else []
    return confusion(metric=":".join(words), **study)


def _tables(given: Any) -> ConfusionTables:
    """Return the tables, however they were given."""
    if isinstance(given, ConfusionTables):
        return given
    if isinstance(given, Mapping):
        return tables_of(given)
    if isinstance(given, str | Path):
        return read_tables(given)
    raise ParameterError(
        sentence(
            WHO,
            "confusion tables",
            "none" if given is None else repr(given),
            "Write a file like examples/confusion.toml, or fit one to a pilot with claimwise fit.",
        )
    )


def _metric(asked: str, tables: ConfusionTables) -> Metric:
    """Return the metric; of a binary score, with the positive class that the tables name."""
    name, *options = asked.split(":")
    binary = name in ("f1", "precision", "recall") and set(options) <= {"binary"}
    if binary and tables.positive is not None:
        asked += f":positive={tables.positive}"
    metric = find_metric(asked)
    if metric.takes != "label" or not metric.sums:
        raise ParameterError(
            sentence(WHO, "a metric of labels that is a function of counts", asked)
        )
    return metric


def _study(
    test: str,
    alternative: str,
    alpha: Any,
    power: Any,
    replicates: Any,
    resamples: Any,
    rng: Any,
    workers: Any,
) -> ConfusionStudy:
    """Check how the study is tested and simulated."""
    level, target = check_alpha(alpha), check_share("power", power)
    if target <= level:
        raise ParameterError(sentence("power", f"a target above alpha ({level:g})", target))
    fewest = check_count("resamples", resamples)
    if fewest < 1 / level:
        raise ParameterError(
            sentence("resamples", f"at least {1 / level:.0f}, to reach alpha {level:g}", fewest)
        )
    return ConfusionStudy(
        test=find_test(test, paired=True, outcome="corpus"),
        alternative=check_alternative(alternative),
        alpha=level,
        target=target,
        replicates=check_count("replicates", replicates),
        resamples=fewest,
        seed=root_seed(rng),
        workers=check_count("workers", workers),
    )


def _asked(n: Any, difference: Any, solve: str | None) -> int | None:
    """Return n, unless it is looked for; refuse what is both given and asked."""
    if (solve == "mde" and difference is not None) or (solve == "n" and n is not None):
        what = "a difference" if solve == "mde" else "an n"
        raise ParameterError(
            sentence(f"{WHO} with solve={solve!r}", f"{what} to look for", "one given")
        )
    if n is None and solve != "n":
        raise ParameterError(
            sentence(WHO, "the number of items n", "none", "Or ask for it with solve n.")
        )
    return None if n is None else check_count("n", n)


def _world(given: Confusion, difference: Any, solve: str | None) -> Confusion:
    """Return the world with the true difference asked for; that of the tables by default."""
    if given.truth() != given.truth():
        a, b = given.scores()
        raise ParameterError(
            sentence(WHO, f"tables in which {given.metric.name} is defined", f"A {a:g}, B {b:g}")
        )
    world = given
    if difference is not None:
        world = given.with_difference(Settings.difference(difference))
    if solve == "n" and abs(world.truth()) < SMALLEST:
        raise ParameterError(sentence(f"{WHO} with solve='n'", "a true difference", "none"))
    return world


def _meaning(given: Confusion, world: Confusion, difference: Any, solve: str | None) -> list[str]:
    """Say what the numbers rest on."""
    notes = list(given.bound().notes)
    notes.append(
        "True scores are those of the expected counts. Without an effect every table is symmetric: "
        "A and B are exchangeable."
    )
    if abs(world.truth()) < SMALLEST:
        notes.append("Without a true difference there is no right sign, and no power to find it.")
    if difference is not None or solve == "mde":
        notes.append(
            "The tables are moved along the line from symmetric ones through the given ones, whose "
            f"difference is {given.truth():.4g}; the largest on it is {given.largest():.4g}."
        )
    return notes


def _result(
    study: ConfusionStudy,
    world: Confusion,
    rows: list[Row],
    notes: list[str],
    n: int | None,
    solve: str | None,
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
        "replicates": study.replicates,
        "resamples": study.resamples,
        "n": n,
        "difference": b - a,
        "solve": solve,
        "unit": "items",
        "classes": list(world.tables.classes),
        "prior": world.tables.prior.tolist(),
        "tables": world.tables.tables.tolist(),
    }
    return Result(
        method=study.test.name,
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=provenance(
            {key: value for key, value in settings.items() if value is not None}, seed=study.seed
        ),
    )
