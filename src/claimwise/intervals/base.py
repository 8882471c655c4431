"""What an interval is: a lower and an upper end for every study of a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Procedure,
    Result,
    Row,
    assumed,
    caution,
    check_count,
    check_share,
    lookup,
    meaning,
    provenance,
    register,
    root_seed,
)
from claimwise.data import (
    Differences,
    Hits,
    IndependentCounts,
    IndependentScores,
    PairCounts,
    Pairs,
)
from claimwise.kernels.decimals import difference

Floats: TypeAlias = NDArray[np.float64]
Ends: TypeAlias = tuple[Floats, Floats]
Bounds: TypeAlias = Callable[..., Ends]
Data: TypeAlias = Hits | PairCounts | IndependentCounts | Differences | IndependentScores
RESAMPLES = 10_000

# What each kind of interval is for, by outcome and pairing (None: one system alone).
TAKES: dict[tuple[str, bool | None], type[Any]] = {
    ("binary", None): Hits,
    ("binary", True): PairCounts,
    ("binary", False): IndependentCounts,
    ("numeric", True): Differences,
    ("numeric", False): IndependentScores,
}


@dataclass(frozen=True, slots=True)
class Interval:
    """A named interval with the traits by which studies, checks and laws choose it.

    `outcome` is ``"binary"`` (right/wrong: counts) or ``"numeric"`` (graded scores). `paired`
    is None where there is one system alone. `bounds` takes the data and the level; with
    `resampled` also ``seed=`` and ``resamples=``. An interval that is `clustered` needs the
    items' clusters. Where nothing can be said, both ends are NaN.
    """

    name: str
    bounds: Bounds
    outcome: str
    paired: bool | None
    clustered: bool
    resampled: bool

    @property
    def takes(self) -> type[Any]:
        """The type of data that this interval is for."""
        return TAKES[self.outcome, self.paired]

    def evaluate(
        self, data: Any, level: float, *, seed: int = 0, resamples: int = RESAMPLES
    ) -> Ends:
        """Return the lower and the upper ends, one of each for every study of the batch."""
        level = check_share("level", level)
        if not self.resampled:
            return self.bounds(data, level)
        resamples = check_count("resamples", resamples)
        needed = int(np.ceil(2 / (1 - level) - 1 - 1e-9))
        if resamples < needed:
            raise ParameterError(
                self.name,
                f"at least {needed:,} resamples for a level of {level:g}",
                f"{resamples:,}",
                "With fewer the ends lie beyond the most extreme resample.",
            )
        return self.bounds(data, level, seed=seed, resamples=resamples)


def interval(
    name: str,
    *,
    outcome: str,
    paired: bool | None,
    says: Procedure,
    clustered: bool = False,
    resampled: bool = False,
) -> Callable[[Bounds], Bounds]:
    """Register an interval under its name; `says` are the words of reports and help on it."""

    def decorate(bounds: Bounds) -> Bounds:
        thing = Interval(name, bounds, outcome, paired, clustered, resampled)
        traits: dict[str, Any] = {"outcome": outcome, "paired": paired, "says": says}
        register("interval", name, **traits, clustered=clustered, resampled=resampled)(thing)
        return bounds

    return decorate


def find_interval(name: str, **traits: Any) -> Interval:
    """Return the interval of that name, if it has the traits asked for, such as ``paired=True``."""
    found: Interval = lookup("interval", name, **traits).thing
    return found


def run_interval(
    name: str,
    data: Data | Pairs,
    *,
    level: float = 0.95,
    rng: int | np.random.Generator | None = None,
    resamples: int = RESAMPLES,
) -> Result:
    """Estimate by how much B exceeds A, with a confidence interval.

    Fit for one study. Which data an interval takes is said by its traits: counts of right
    answers or graded scores, of both systems on the same items, on different items, or of one
    system alone.

    Parameters
    ----------
    name : str
        A registered interval, such as ``tango``.
    data : Hits, PairCounts, IndependentCounts, Differences, IndependentScores or Pairs
        One study. Pairs become counts or differences, as the interval needs.
    level : float, default 0.95
        Confidence level.
    rng : int or Generator, optional
        Seed of a bootstrap interval, by default 0; the others need none.
    resamples : int, default 10,000
        Resamples of a bootstrap interval.

    Returns
    -------
    Result
        One row: `difference`, B minus A, or `score` for one system alone.

    Examples
    --------
    >>> from claimwise.data import Pairs
    >>> row = run_interval("tango", Pairs([1, 1, 0, 0, 1], [1, 1, 1, 1, 1])).only
    >>> row.estimate, round(row.low, 4), round(row.high, 4)
    (0.4, -0.2083, 0.7693)
    """
    found = find_interval(name)
    check_share("level", level)
    study = _study(found, data)
    estimate = study.effect()
    if estimate.ndim:
        raise DataError(name, "one study", f"a batch of {len(estimate)}", "Take one: data[0].")
    seed = root_seed(rng) if found.resampled else None
    low, high = found.evaluate(study, level, seed=seed or 0, resamples=resamples)
    row = Row(
        quantity="score" if found.paired is None else "difference",
        estimate=float(estimate),
        n=study.n_a + study.n_b if isinstance(study, IndependentCounts) else study.n,
        low=float(low),
        high=float(high),
        level=level,
        kind="confidence",
    )
    settings: dict[str, Any] = {"level": level, "paired": found.paired, "outcome": found.outcome}
    if found.resampled:
        settings["resamples"] = resamples
    source = data.provenance.get("data") if isinstance(data, Pairs) else None
    return Result(
        kind="interval",
        method=name,
        rows=(row,),
        notes=tuple(_notes(found, study, row)),
        provenance=provenance(settings, seed=seed, data=source),
    )


def _study(found: Interval, data: Any) -> Any:
    """Return the data in the form that the interval takes, or refuse them."""
    if isinstance(data, Pairs) and found.takes is PairCounts:
        return data.counts(found.name)
    if isinstance(data, Pairs) and found.takes is Differences:
        return Differences.of(difference(data.b, data.a))
    if not isinstance(data, found.takes):
        raise DataError(
            found.name, f"{found.takes.__name__}", type(data).__name__, _remedy(type(data))
        )
    return data


def _remedy(kind: type[Any]) -> str:
    from claimwise.core import entries

    fit = [entry.name for entry in entries("interval") if entry.thing.takes is kind]
    return f"For {kind.__name__} there are {', '.join(fit)}." if fit else ""


def _notes(found: Interval, study: Any, row: Row) -> list[Note]:
    notes = []
    grouped = isinstance(study, Differences) and study.cluster is not None
    if grouped and found.clustered:
        clusters = f"Independent are the {study.clusters:,} clusters, not the {study.n:,} items."
        notes.append(assumed(clusters))
    elif grouped:
        notes.append(
            caution(
                f"The items come in {study.clusters:,} clusters, but {found.name} takes them as "
                "independent: where items of a cluster are alike, it is too narrow."
            )
        )
    if np.isnan(row.low):
        notes.append(caution(f"The interval is undefined: {_why(found, study)}."))
    elif not row.low <= row.estimate <= row.high:
        outside = f"The estimate lies outside its interval, as may happen with {found.name}."
        notes.append(meaning(outside))
    return notes


def _why(found: Interval, study: Any) -> str:
    """Say why these data have no interval."""
    if isinstance(study, PairCounts | IndependentCounts):
        return "its standard error is estimated as zero; use a score interval"
    sizes = [study.n] if isinstance(study, Differences) else [study.a.size, study.b.size]
    if min(sizes) == 1:
        return "one item says nothing about the spread of the scores"
    if found.clustered and study.clusters == 1:
        return "one cluster says nothing about the spread between clusters"
    parts = (study.d,) if isinstance(study, Differences) else (study.a, study.b)
    if all(np.ptp(part) == 0 for part in parts):
        return "the scores do not vary"
    if found.clustered:
        return "the clusters do not differ"
    return "too many resamples have no spread; use another interval"
