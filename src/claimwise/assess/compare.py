"""Is B better than A? The daily question, answered from a file of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.assess.answer import refuse_alike
from claimwise.assess.claims import Claim
from claimwise.assess.direction import direction_in, direction_notes
from claimwise.assess.earlier import earlier_of, same_items
from claimwise.assess.many_systems import many_systems
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
from claimwise.data import Pairs, Responses, Scores, Totals, read, select
from claimwise.data.clusters import NO_CLUSTERS, recognised_clusters
from claimwise.data.roles import Guess, NoColumnError
from claimwise.data.select import select_totals


def compare(
    *sources: Any,
    a: str | None = None,
    b: str | None = None,
    baseline: str | None = None,
    pairs: str | None = None,
    metric: str | Sequence[str] | None = None,
    references: Any = None,
    gold: str | None = None,
    kind: str | None = None,
    even: bool = False,
    dataset: str | None = None,
    cluster: str | None = None,
    columns: Mapping[str, str] | None = None,
    filter: str | None = None,
    system: str | Sequence[str] | None = None,
    paired: bool | None = None,
    claim: str = "difference",
    margin: float | None = None,
    alternative: str | None = None,
    better: str | None = None,
    alpha: float = 0.05,
    level: float | None = None,
    assess: str | Sequence[str] = ("test", "interval"),
    test: str | None = None,
    interval: str | None = None,
    prior: Any = "default",
    rope: float | tuple[float, float] | None = None,
    model: str | None = None,
    engine: str = "exact",
    levels: Any = None,
    earlier: Any = None,
    earlier_dataset: str | None = None,
    chains: int = 4,
    draws: int = 1000,
    warmup: int = 1000,
    target_accept: float | None = None,
    check: bool = False,
    plot_of: str | Sequence[str] = (),
    correct: str | None = None,
    effects: str | Sequence[str] = (),
    raters: str = "random",
    runs: str = "crossed",
    resamples: int = 10_000,
    power: float = 0.8,
    rng: Any = DEFAULT_SEED,
    spending: str | None = None,
    looks: Any = None,
    look: int | None = None,
    planned_n: int | None = None,
    looked_at: Sequence[float] | None = None,
    bounds: tuple[float, float] | None = None,
    sequence: str | None = None,
) -> Result:
    """Say what scores show about a claim: B is better than A, no worse, or the same.

    Fit for scores of two or more systems on the same items, totals of right answers, and outputs
    with references or gold labels under any metric of `claimwise.metrics`, such as BLEU or F1.

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
    references : path or list of paths, optional
        Line-aligned references of outputs that stand line by line in text files.
    gold, kind, even : optional
        For several answers to each item: which source is the gold standard, what kind of answers
        they are (see `read_responses`), and whether as many answers of each system are used.
    dataset, cluster, columns, filter, system
        What to read: see `read`. `cluster` names the column of the items' clusters; "none"
        leaves out one that was recognised by its name.
    paired : bool, optional
        False: the systems were scored on different items.
    claim : {"difference", "superiority", "non-inferiority", "equivalence"}
        What is to be said; see `Claim`.
    margin : float, optional
        The margin of the claim, in the metric's own units.
    alternative : {"two-sided", "less", "greater"}, optional
        For the claim of a difference; "greater": B scores higher than A.
    better : {"higher", "lower"}, optional
        Which scores are better; by default what the file or the metric's name says, otherwise
        higher.
    alpha, level : float
        Significance level, and level of the intervals (by default the one that matches alpha:
        1 - alpha, and 1 - 2 alpha where the claim is one-sided).
    assess : str or list
        Any of test, interval, posterior, bayes-factor.
    test, interval : str, optional
        Procedures by name; by default chosen from what the data are, with the reason.
    prior : str, tuple or list
        Prior of the posterior: "uniform", "jeffreys", "informed:9:3", "unit", ...; of several the
        first answers, and all stand in the table of other priors.
    rope : float or (float, float), optional
        Region of practical equivalence: half its width, or both ends; by default the margin.
    model : str, optional
        Observation model of the posterior: binary, binary-probit, binomial, means, robust,
        metric-normal, count, count-poisson, ordinal, or a file with a NumPyro model. By default
        binary for right and wrong, means (the mean difference) for graded scores.
    engine : {"exact", "mcmc"}
        Closed forms, quadrature and importance sampling; or NUTS (needs claimwise[bayes]).
    levels : (int, int) or list of str, optional
        First and last level of the ordinal model; by default the lowest and highest given. With
        `gold` also the names of a scale, in their order.
    earlier, earlier_dataset : optional
        Earlier data (a file, or a data set of this one), whose posterior is the prior.
    chains, draws, warmup, target_accept
        For engine mcmc.
    check : bool
        Whether the rows of predictive checks are given, and not only what they find strange.
    plot_of : str or list
        Pictures that the result is to be ready for, any of posterior, sensitivity, diagnostics,
        predictive: `report.save_figure` draws them in this order; by default the posterior.
    correct : {"max-t", "holm", "benjamini-hochberg", "none"}, optional
        Correction for several comparisons (systems, data sets one by one, metrics). By default
        max-t: p-values and intervals hold for all at once, and say the same. By the others
        p-values are corrected, or not, and each interval is that of its comparison alone.
    effects : str or list
        Any of odds-ratio, cohens-d, superiority.
    raters : {"random", "fixed"}
        Raters of the data: a sample of those that the claim is about, or these alone.
    runs : {"crossed", "separate", "samples", "fixed"}
        Several runs of the items: a sample, each with something in common over items, those of
        the same name under both systems compared one by one; the same with each system's runs its
        own; independent answers of one model, item by item; these runs alone.
    resamples : int
        For tests and intervals by resampling.
    power : float
        For the detectable difference.
    rng : int, Generator or None
        Seed of the resampling; the same seed gives the same answer.
    spending, looks, look, planned_n, looked_at, bounds : optional
        For a comparison before the end: how looks spend alpha ("obrien-fleming", "pocock", or
        "anytime" for a confidence sequence), the looks that were planned (a number, or shares of
        the data), which of them this is, the items at the last one, the items at those before
        where they were not as planned, and for "anytime" the lowest and highest possible score.
    sequence : {"difference", "win-rate"}, optional
        For "anytime" and right or wrong: which of the two confidence sequences decides, that of
        the difference by default.

    Returns
    -------
    Result
        Rows `score`, `difference`, `verdict` (1 supported, 0 inconclusive, -1 contradicted),
        `flips`, `mde` and what else was asked for.
    """
    given = dict(locals())
    claimed = Claim.of(
        claim,
        margin=margin,
        alternative=alternative,
        alpha=alpha,
        better=better or "higher",
        level=level,
    )
    stopping = Stopping.of(
        spending=spending,
        looks=looks,
        look=look,
        planned_n=planned_n,
        looked_at=looked_at,
        bounds=bounds,
        sequence=sequence,
    )
    names = _scale(levels) if gold is not None else None
    question = Question.of(
        claimed,
        assess=assess,
        test=test,
        interval=interval,
        prior=prior,
        rope=rope,
        model=model,
        engine=engine,
        levels=None if names is not None else levels,
        chains=chains,
        draws=draws,
        warmup=warmup,
        target_accept=target_accept,
        check=check,
        plot_of=plot_of,
        correct=correct,
        effects=effects,
        raters=raters,
        runs=runs,
        resamples=resamples,
        rng=rng,
        power=power,
        pairs=pairs,
    )
    of_responses = gold is not None or any(isinstance(source, Responses) for source in sources)
    if stopping is not None and (of_responses or references is not None):
        raise ParameterError("looks", "one score for each item", "outputs or answers")
    if of_responses:
        unfit = {"references": references, "dataset": dataset, "cluster": cluster}
        unfit |= {"filter": filter, "system": system, "paired": None if paired else paired}
        unfit |= {"earlier": earlier, "earlier_dataset": earlier_dataset}
        chosen = ResponsesAsked(sources, gold, metric, dict(columns or {}), kind, even, names)
        return chosen.compare(question, (a, b, baseline), better, unfit)
    if kind is not None or even:
        found = "kind" if kind is not None else "even"
        raise ParameterError(found, "several answers to each item", "no gold standard")
    named = {} if cluster in (None, NO_CLUSTERS) else {"cluster": str(cluster)}
    roles = dict(columns or {}) | named
    asked = Asked(
        sources, metric, references, dataset, cluster, dict(columns or {}), filter, system
    )
    data = None if asked.outputs_alone() else _try_read(asked, roles)
    if data is None and stopping is not None:
        raise ParameterError("looks", "one score for each item", "outputs")
    if data is None:
        if paired is False:
            raise DataError(
                option("paired", False), "scores of each system", "outputs of the same items"
            )
        result = asked.compare(question, (a, b, baseline), better)
        return result if references is not None else with_unnamed_clusters(result, compare, given)
    metric = metric if isinstance(metric, str) else None
    if isinstance(data, Scores) and "cluster" not in roles:
        data = recognised_clusters(data, wanted=cluster != NO_CLUSTERS)
    way = None
    if isinstance(data, Scores):
        way = direction_in(data, better)
        question = replace(question, claim=replace(claimed, better=way.better))
        data = replace(data, notes=(*data.notes, *direction_notes(way)))
    if paired is False and "cluster" in roles:
        raise DataError(
            option("paired", False),
            "items that are independent",
            "clusters",
            "Leave out " + option("cluster") + ", or compare on the same items.",
        )
    source = source_of(data, paired)
    systems, against = choose_systems(source.systems, a, b, baseline, *sources)
    check_two(question, len(systems))
    refuse_alike("systems", ({"system": name} for name in systems))
    refuse_alike("data sets", ({"dataset": name} for name in source.datasets))
    if earlier is not None or earlier_dataset is not None:
        before = (earlier,) if earlier is not None else sources
        old = _read(before, metric, earlier_dataset, roles, filter, system)
        again = same_items(old, data)
        before_today = earlier_of(source_of(old, paired), systems, question, source)
        question = replace(question, earlier=before_today)
        if isinstance(data, Scores) and again:
            source = source_of(replace(data, notes=(*data.notes, *again)), paired)
    told = {"metric": metric, "dataset": dataset, "data": data.provenance.get("data")}
    told |= {"cluster": _cluster_column(data, roles), "columns": _columns(data)}
    told |= {} if way is None else {"better_by": way.by, "called": way.name}
    if stopping is not None:
        result = stopped_comparison(stopping, source, systems, question, told)
    elif len(systems) == 2:
        result = two_systems(source, systems, question, told)
    else:
        result = many_systems(source, systems, against, question, told)
    if not isinstance(source, PairedSource) or source.scores.cluster is not None:
        return result
    guesses = (_columns(data) or {}).values()

    def clustered(column: str) -> Any:
        return _read(sources, metric, dataset, roles | {"cluster": column}, filter, system)

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
