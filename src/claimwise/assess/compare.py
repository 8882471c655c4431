"""Is B better than A? The daily question, answered from a file of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.assess.answer import refuse_alike
from claimwise.assess.claims import Claim as Claimed
from claimwise.assess.direction import direction_in, direction_notes
from claimwise.assess.earlier import earlier_of, same_items
from claimwise.assess.many_systems import many_systems
from claimwise.assess.missing_answers import with_missing_answers
from claimwise.assess.outputs import Asked, is_text
from claimwise.assess.pictures import check_two
from claimwise.assess.question import Question
from claimwise.assess.responses import ResponsesAsked
from claimwise.assess.sources import PairedSource, choose_systems, source_of
from claimwise.assess.stopped import stopped_comparison
from claimwise.assess.stopping import Stopping
from claimwise.assess.two_systems import two_systems
from claimwise.assess.unnamed_clusters import with_unnamed_clusters
from claimwise.core import (
    DEFAULT_SEED,
    ClaimwiseError,
    DataError,
    ParameterError,
    Result,
    option,
)
from claimwise.core.check import NO_CLUSTERS
from claimwise.core.parts import Bayes, Claim, Looks, Reading, in_parts
from claimwise.data import Pairs, Responses, Scores, Totals, read, select
from claimwise.data.arrays import samples
from claimwise.data.clusters import recognised_clusters
from claimwise.data.roles import Guess, NoColumnError
from claimwise.data.select import select_totals


@in_parts(claim=Claim, reading=Reading, stopping=Looks, bayes=Bayes)
def compare(
    *sources: Any,
    a: str | None = None,
    b: str | None = None,
    baseline: str | None = None,
    pairs: str | None = None,
    metric: str | Sequence[str] | None = None,
    claim: str | Claim | None = None,
    alpha: float = 0.05,
    level: float | None = None,
    assess: str | Sequence[str] = ("test", "interval"),
    test: str | None = None,
    interval: str | None = None,
    correct: str | None = None,
    effects: str | Sequence[str] = (),
    power: float = 0.8,
    resamples: int = 10_000,
    rng: Any = DEFAULT_SEED,
    reading: Reading | None = None,
    stopping: int | Looks | None = None,
    bayes: Bayes | None = None,
) -> Result:
    """Say what scores show about a claim: B is better than A, no worse, or the same.

    Fit for scores of two or more systems on the same items, totals of right answers, and outputs
    with references or gold labels under any metric of `claimwise.metrics`, such as BLEU or F1.

    Settings of `claim`, `reading`, `stopping` and `bayes` may also be given by themselves:
    ``cluster="passage"`` is ``reading=cw.Reading(cluster="passage")``.

    Parameters
    ----------
    *sources : paths, a data frame, Scores, Totals, Pairs, Outputs or Responses
        One file, or one for each system; see `read`, `read_outputs` and, with `gold`,
        `read_responses`.
    a, b : str, optional
        The baseline and the candidate. With two systems the first one read is the baseline.
    baseline : str, optional
        With several systems: compare each against this one.
    pairs : {"all", "neighbours", "best", "neighbours,best"}, optional
        Which pairs of several systems are compared: all (the default for up to 60 systems), those
        of neighbours in rank, each with the best (the default for more systems: both).
    metric : str or list, optional
        Which scores of the file; or metrics to compute from outputs: "bleu", "f1:macro", or
        several with commas. A column or a metric of the file of that name comes first.
    claim : str, Difference, Superiority, NonInferiority or Equivalence, optional
        What is to be said: ``"non-inferiority:0.02"`` or ``cw.NonInferiority(0.02)``; by default
        that A and B differ. Its `margin` is in the metric's own units.
    alpha, level : float
        Significance level, and level of the intervals (by default the one that matches alpha:
        1 - alpha, and 1 - 2 alpha where the claim is one-sided).
    assess : str or list
        Any of test, interval, posterior, bayes-factor.
    test, interval : str, optional
        Procedures by name; by default chosen from what the data are, with the reason.
    correct : {"max-t", "holm", "benjamini-hochberg", "none"}, optional
        Correction for several comparisons (systems, data sets one by one, metrics). By default
        max-t: p-values and intervals hold for all at once, and say the same. By the others
        p-values are corrected, or not, and each interval is that of its comparison alone.
    effects : str or list
        Any of odds-ratio, cohens-d, superiority.
    power : float
        For the detectable difference.
    resamples : int
        For tests and intervals by resampling.
    rng : int, Generator or None
        Seed of the resampling; the same seed gives the same answer.
    reading : Reading, optional
        How the files are read: columns, clusters, references, gold answers, and whether raters and
        runs are a sample; see `Reading`.
    stopping : int or Looks, optional
        For a comparison before the end: the looks that were planned, and which of them this is; see
        `Looks`.
    bayes : Bayes, optional
        Of a posterior: prior, region of practical equivalence, model and engine; see `Bayes`.

    Returns
    -------
    Result
        Rows `score`, `difference`, `verdict` (1 supported, 0 inconclusive, -1 contradicted),
        `flips`, `mde` and what else was asked for.
    """
    given = dict(locals())
    said, how, believed = Claim.of(claim), Reading.of(reading), Bayes.of(bayes)
    claimed = Claimed.of(
        said.says,
        margin=said.margin,
        alternative=said.alternative,
        alpha=alpha,
        better=how.better or "higher",
        level=level,
    )
    planned = Stopping.of(**Looks.of(stopping).everything())
    for part in (how, believed, Looks.of(stopping)):
        given |= part.everything()
    given |= dict.fromkeys(("reading", "bayes", "stopping"))
    names = _scale(believed.levels)
    if (
        names is not None
        and how.gold is None
        and not any(isinstance(x, Responses) for x in sources)
    ):
        needs = "the first and the last level, such as 1:5; names are for gold answers"
        raise ParameterError("levels", needs, ",".join(names))
    own = believed.everything()
    for other in ("earlier", "earlier_dataset"):
        del own[other]
    question = Question.of(
        claimed,
        assess=assess,
        test=test,
        interval=interval,
        correct=correct,
        effects=effects,
        raters=how.raters,
        runs=how.runs,
        resamples=resamples,
        rng=rng,
        power=power,
        pairs=pairs,
        **own | ({"levels": None} if names is not None else {}),
    )
    of_responses = how.gold is not None or any(isinstance(source, Responses) for source in sources)
    if planned is not None and (of_responses or how.references is not None):
        raise ParameterError("looks", "one score for each item", "outputs or answers")
    if of_responses:
        unfit = {"references": how.references, "dataset": how.dataset, "cluster": how.cluster}
        unfit |= {
            "filter": how.filter,
            "system": how.system,
            "paired": None if how.paired else how.paired,
        }
        unfit |= {"earlier": believed.earlier, "earlier_dataset": believed.earlier_dataset}
        chosen = ResponsesAsked(
            sources,
            how.gold,
            metric,
            dict(how.columns or {}),
            how.kind,
            how.even,
            names,
            how.sampler,
        )
        return chosen.compare(question, (a, b, baseline), how.better, unfit)
    if how.kind is not None or how.even or how.sampler is not None:
        found = "kind" if how.kind is not None else "even" if how.even else "sampler"
        raise ParameterError(found, "several answers to each item", "no gold standard")
    named = {} if how.cluster in (None, NO_CLUSTERS) else {"cluster": str(how.cluster)}
    roles = dict(how.columns or {}) | named
    if how.paired is False:
        sources = samples(sources, how.system)
    asked = Asked(
        sources,
        metric,
        how.references,
        how.dataset,
        how.cluster,
        dict(how.columns or {}),
        how.filter,
        how.system,
    )
    data = None if asked.outputs_alone() else _try_read(asked, roles)
    if data is None and planned is not None:
        raise ParameterError("looks", "one score for each item", "outputs")
    if data is None:
        if how.paired is False:
            raise DataError(
                option("paired", False), "scores of each system", "outputs of the same items"
            )
        result = asked.compare(question, (a, b, baseline), how.better)
        if how.references is not None:
            return result
        return with_unnamed_clusters(result, compare, given)
    metric = metric if isinstance(metric, str) else None
    if isinstance(data, Scores) and "cluster" not in roles:
        data = recognised_clusters(data, wanted=how.cluster != NO_CLUSTERS)
    way = None
    if isinstance(data, Scores):
        way = direction_in(data, how.better)
        question = replace(question, claim=replace(claimed, better=way.better))
        data = replace(data, notes=(*data.notes, *direction_notes(way)))
    if how.paired is False and "cluster" in roles:
        raise DataError(
            option("paired", False),
            "items that are independent",
            "clusters",
            "Leave out " + option("cluster") + ", or compare on the same items.",
        )
    source = source_of(data, how.paired)
    systems, against = choose_systems(source.systems, a, b, baseline, *sources)
    check_two(question, len(systems))
    refuse_alike("systems", ({"system": name} for name in systems))
    refuse_alike("data sets", ({"dataset": name} for name in source.datasets))
    if believed.earlier is not None or believed.earlier_dataset is not None:
        before = (believed.earlier,) if believed.earlier is not None else sources
        old = _read(before, metric, believed.earlier_dataset, roles, how.filter, how.system)
        again = same_items(old, data)
        before_today = earlier_of(source_of(old, how.paired), systems, question, source)
        question = replace(question, earlier=before_today)
        if isinstance(data, Scores) and again:
            source = source_of(replace(data, notes=(*data.notes, *again)), how.paired)
    told = {"metric": metric, "dataset": how.dataset, "data": data.provenance.get("data")}
    told |= {"cluster": _cluster_column(data, roles), "columns": _columns(data)}
    told |= {} if way is None else {"better_by": way.by, "called": way.name}
    if planned is not None:
        result = stopped_comparison(planned, source, systems, question, told)
    elif len(systems) == 2:
        result = two_systems(source, systems, question, told)
    else:
        result = many_systems(source, systems, against, question, told)
    if isinstance(source, PairedSource) and planned is None:
        result = with_missing_answers(result, compare, given, source.scores, systems)
    if not isinstance(source, PairedSource) or source.scores.cluster is not None:
        return result
    guesses = (_columns(data) or {}).values()

    def clustered(column: str) -> Any:
        return _read(
            sources, metric, how.dataset, roles | {"cluster": column}, how.filter, how.system
        )

    return with_unnamed_clusters(result, compare, given, guesses, clustered)


def _columns(data: Scores | Totals | Pairs) -> dict[str, str] | None:
    """Return which column has which role, where that was guessed."""
    guesses = [guess for guess in getattr(data, "inferred", ()) if isinstance(guess, Guess)]
    return {guess.role: guess.column for guess in guesses} or None


def _cluster_column(data: Scores | Totals | Pairs, roles: Mapping[str, str]) -> str | None:
    """Return the column of the clusters that are heeded, named or recognised; None if none are."""
    if not isinstance(data, Scores) or data.cluster is None:
        return None
    guesses = [guess for guess in data.inferred if isinstance(guess, Guess)]
    named = [guess.column for guess in guesses if guess.role == "cluster"]
    return roles.get("cluster") or (named[0] if named else None)


def _scale(levels: Any) -> list[str] | None:
    """Return the names of a scale, if levels are such."""
    named = isinstance(levels, list | tuple) and all(isinstance(name, str) for name in levels)
    return list(levels) if named and levels else None


def _try_read(asked: Asked, roles: Mapping[str, str]) -> Scores | Totals | Pairs | None:
    """Read scores; None where they are to be made by a metric from outputs."""
    metric = asked.metric
    read_as_scores = (asked.sources, metric, asked.dataset, roles, asked.filter, asked.system)
    if metric is None and asked.sources and all(map(is_text, asked.sources)):
        try:
            return _read(*read_as_scores)
        except DataError as error:
            no_table = isinstance(error, NoColumnError)  # what looks like its header is a text
            problem = f"{asked.sources[0]} is not a table of scores." if no_table else error.words
            added = option("references", "FILE") + " and " + option("metric")
            raise DataError(
                problem, "If these are outputs, line by line, add " + added + "."
            ) from error
    if metric is None or not asked.is_known():
        return _read(*read_as_scores)
    try:
        data = _read(*read_as_scores)
    except ClaimwiseError:
        if asked.dataset is not None and _try_read(replace(asked, dataset=None), roles) is not None:
            raise  # it is the data set that there is not
        return None
    if isinstance(data, Scores) and data.inputs is not None and np.isnan(data.score).all():
        return None
    return data


def _read(
    sources: tuple[Any, ...],
    metric: Any,
    dataset: str | None,
    columns: Mapping[str, str],
    filter: str | None,
    system: str | Sequence[str] | None,
) -> Scores | Totals | Pairs:
    if not sources:
        raise ParameterError("There is nothing to compare.", "Give a file of scores.")
    if len(sources) == 1 and isinstance(sources[0], Scores | Totals | Pairs):
        return _select(sources[0], metric, dataset, told=bool(columns or filter or system))
    return read(
        *sources, metric=metric, dataset=dataset, columns=columns, filter=filter, system=system
    )


def _select(
    data: Scores | Totals | Pairs, metric: str | None, dataset: str | None, *, told: bool
) -> Scores | Totals | Pairs:
    """Return the part asked for of data that were read before."""
    if told or (isinstance(data, Pairs) and (metric or dataset)):
        raise ParameterError(
            f"{type(data).__name__} was read before: columns, clusters and filters are those of "
            "then.",
            "Name them in read.",
        )
    if isinstance(data, Scores):
        return select(data, metric=metric, dataset=dataset)
    if isinstance(data, Totals):
        return select_totals(data, dataset)
    return data
