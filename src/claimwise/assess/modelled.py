"""Which model a posterior has, and the data of a comparison as that model takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from claimwise.assess.evidence import Evidence
from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import DataError, option
from claimwise.data import IndependentCounts, IndependentScores, PairCounts

if TYPE_CHECKING:
    from claimwise.bayes import How

HIERARCHICAL = "hierarchical"


def how_to(question: Question, evidence: Evidence | None) -> How:
    """Return model and engine; a model that was not named follows from the scores."""
    from claimwise import bayes

    model = question.model
    if model is None:
        graded = evidence is not None and not evidence.binary
        # The mean difference is known exactly; what is sampled needs a proper prior.
        of_scores = "means" if question.engine == "exact" else "metric-normal"
        model = of_scores if graded else bayes.BINARY
    if model == "binomial":  # counts of right answers, which is what binary data are reduced to
        model = bayes.BINARY
    return bayes.How(
        model=model,
        engine=question.engine,
        levels=question.levels,
        seed=question.seed,
        chains=question.chains,
        draws=question.draws,
        warmup=question.warmup,
        accept=question.target_accept,
    )


def earlier_data(evidence: Evidence, question: Question) -> Any:
    """Return earlier data in the form that the model takes."""
    return data_for(evidence, how_to(question, evidence))


def data_of_all(found: Comparison, parts: Sequence[Comparison], how: How) -> Any:
    """Return the data of several data sets together."""
    if how.model == HIERARCHICAL:
        from claimwise.bayes.mcmc.by_name import of_datasets

        known = [part.evidence.data for part in parts if part.evidence is not None]
        return of_datasets(known, found.names, [part.called for part in parts])
    if found.evidence is not None:
        return data_of(found, how)
    if how.is_modelled:
        raise DataError(
            option("model", how.model),
            "one data set, or scores of the same items",
            f"{len(parts)} data sets of unpaired scores",
            "Choose one with " + option("dataset") + ".",
        )
    return [part.evidence.data for part in parts if part.evidence is not None]


def data_of(found: Comparison, how: How) -> Any:
    """Return the data as the model takes them: counts, or scores of each system."""
    evidence = found.evidence
    if evidence is None:
        raise DataError("the posterior", "scores of items", "none")
    return data_for(evidence, how)


def data_for(evidence: Evidence, how: How) -> Any:
    """Return the data of one comparison as the model takes them."""
    from claimwise import bayes

    data = evidence.data
    if how.model.startswith("binary"):
        if not isinstance(data, PairCounts | IndependentCounts):
            raise DataError(
                option("model", how.model),
                "one right/wrong verdict (0 or 1) for each item",
                "graded scores, several runs, or clusters",
                "For graded scores use " + option("model", "means") + ", count or ordinal.",
            )
        return data
    if evidence.clusters:
        raise DataError(
            option("model", how.model),
            "items that are independent",
            f"{evidence.clusters} clusters of items",
            "Assess these by test and interval, or leave the clusters out with "
            + option("cluster", "none")
            + ".",
        )
    a, b = evidence.names
    if evidence.pairs is not None:
        pairs = evidence.pairs
        return bayes.Groups.of({a: pairs.a, b: pairs.b}, paired=True)
    if isinstance(data, IndependentScores):
        return bayes.Groups.of({a: data.a, b: data.b})
    raise DataError(
        option("model", how.model),
        "scores item by item",
        "totals of right answers",
        "For totals use " + option("model", "binary") + ".",
    )
