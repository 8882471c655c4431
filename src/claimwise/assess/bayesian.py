"""Posterior and Bayes factor of a comparison, beside its test and interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from claimwise.assess.modelled import HIERARCHICAL, data_of, data_of_all, how_to
from claimwise.assess.one import Comparison
from claimwise.assess.pictures import can_be_checked, check_pictures, picture_of_failure, pictures
from claimwise.assess.question import Question
from claimwise.assess.skewness import skewed_posterior
from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    caution,
    meaning,
    option,
    spelled,
)
from claimwise.data import IndependentCounts

if TYPE_CHECKING:
    from claimwise.bayes import Analysis, How

WAYS = ("posterior", "bayes-factor")
# What notes on the meaning of these say, the sentences of the rows say too.
SAID_BY_ROWS = (
    *("bayes_factor_01", "bayes_factor_01[point]", "bayes_factor_01[point, share]"),
    *("bayes_factor_direction", "bayes_factor_rope_encompassing", "hdi_rope"),
)


SAMPLED = assumed(
    "The reference prior of a mean cannot be sampled from: the scores are taken as normal, under a "
    "prior that takes its unit from them."
)


@dataclass(slots=True)
class Believed:
    """What the Bayesian ways add to a comparison."""

    rows: list[Row] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    curves: list[dict[str, Any]] = field(default_factory=list)
    pictures: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    prior: str | None = None


def is_bayesian(question: Question) -> bool:
    """Whether a posterior or a Bayes factor is asked for."""
    return any(way in question.ways for way in WAYS)


def believe(
    found: Comparison, question: Question, parts: Sequence[Comparison] = (), *, last: bool = True
) -> Believed:
    """Return rows, notes and pictures of the Bayesian ways asked for.

    `parts` are the comparisons on each of several data sets, where `found` is of all together. The
    `last` comparison, which is the whole, is repeated under other priors.
    """
    if not is_bayesian(question):
        return Believed()
    from claimwise import bayes

    how = how_to(question, found.evidence)
    if how.is_custom and question.priors != ("default",):
        needs, named = "no prior by name", ", ".join(str(prior) for prior in question.priors)
        remedy = "Its prior stands in its file."
        raise ParameterError("A model of one's own", needs, option("prior", named), remedy)
    check_pictures(question, how)
    if len(question.models) > 1:
        bayes.check_models(question.models)
    if how.model == HIERARCHICAL and not parts:
        return _nothing_alone(last)
    data = data_of_all(found, parts, how) if parts else data_of(found, how)
    first, *others = question.priors
    shares = bayes.in_shares(data, how)
    asked = bayes.Question.of(
        question.rope,
        question.claim.edge,
        question.credible,
        found.names,
        shares=shares,
        lower=question.claim.downwards,
    )
    try:
        analysis = bayes.analysed(data, first, asked, how, question.earlier)
    except bayes.FailedFit as failed:
        failed.picture = picture_of_failure(failed.fitted, question)
        raise
    drawn = pictures(analysis, data, question, how) if last else {}
    answers = _answers(analysis, asked, question, found, data, how)
    if last and (others or not how.is_sampled):
        answers.append(
            bayes.sensitivity(
                data,
                question.priors if others else None,
                rope=question.rope,
                margin=question.claim.edge,
                lower=question.claim.downwards,
                level=question.credible,
                names=found.names,
                how=how,
                earlier=question.earlier,
                known=analysis,
            )
        )
    else:
        last = False
    if len(question.models) > 1:
        answers.insert(0, _weighed(data, question, how))
    said = (*_of_what(analysis, found, how), *_skewed(found, question, how))
    if said:
        answers.insert(0, Result(kind="posterior", method=how.model, rows=(), notes=said))
    if question.model is None and how.model == "metric-normal":
        answers.insert(0, Result(kind="posterior", method=how.model, rows=(), notes=(SAMPLED,)))
    rows = {row.estimand: row for answer in answers for row in answer.rows}
    notes = [note for answer in answers[: -1 if last else None] for note in answer.notes]
    notes = [note for note in notes if not said_by_rows(note)]
    if last:  # of the other priors only what they change, not what they are and where it leads
        known = (note for note in answers[-1].notes if note.kind != "assumed")
        notes += [note for note in known if note.kind != "meaning" or not note.about]
    return Believed(
        [row.within(**found.at) for row in rows.values()],
        [_of(note, found) for note in notes if _asked(note, question)],
        bayes.curves(analysis, data, found.names, asked.rope, question.earlier),
        drawn,
        {key: analysis.settings[key] for key in ANALYSIS if key in analysis.settings}
        | _unit(analysis)
        | {"edge": question.claim.edge, "downwards": question.claim.downwards},
        analysis.prior.name,
    )


def _asked(note: Note, question: Question) -> bool:
    """Whether a note is about what was asked for: no caution of factors that nobody wanted."""
    of_factor = note.about.startswith("bayes_factor")
    return "bayes-factor" in question.ways or not (of_factor and note.kind == "caution")


def _of(note: Note, found: Comparison) -> Note:
    """Return a caution with the name of its data set, or of its systems, where there are others."""
    return note.of(spelled(found.at)) if note.kind == "caution" and found.at else note


def said_by_rows(note: Note) -> bool:
    """Whether a note says what the sentence of its row says too."""
    return note.kind == "meaning" and note.about in SAID_BY_ROWS


ANALYSIS = ("model", "engine", "by", "quality", "prior_parameters", "of")


def _unit(analysis: Analysis) -> dict[str, str]:
    """Return the unit of scores that a model of one's own gives."""
    fitted = analysis.fitted
    if fitted is None or fitted.unit in ("score", "count", "levels", "points"):
        return {}
    return {"score_unit": fitted.unit}


def _of_what(analysis: Analysis, found: Comparison, how: How) -> list[Note]:
    """Say of what the posterior is, where that is not the mean difference."""
    if how.model != "metric":
        return []
    low, high = analysis.posterior.eti(0.95)
    if low <= found.estimate <= high:
        said = "The posterior is of the difference of centres of a t distribution, not of means."
        return [meaning(said)]
    outside = (
        "The posterior is of the difference of centres of a t distribution, not of the means, "
        f"which differ by {found.estimate:.4g}: that is outside of its interval, {low:.4g} to "
        f"{high:.4g}. For the means use " + option("model", "means") + "."
    )
    return [caution(outside, "posterior_difference")]


def _skewed(found: Comparison, question: Question, how: How) -> list[Note]:
    """Warn of a posterior of the mean of few and skewed scores; a test or interval has its own."""
    told = "test" in question.ways or "interval" in question.ways
    if how.model != "means" or told or found.evidence is None:
        return []
    return skewed_posterior(found.evidence.data, found.called)


def _nothing_alone(last: bool) -> Believed:
    """Return nothing for one of several data sets, which the hierarchical model takes together."""
    if last:
        raise DataError(
            "The hierarchical model",
            "several data sets",
            "one",
            "Use " + option("model", "binary") + ", or a file with a column of data sets.",
        )
    return Believed()


def _weighed(data: Any, question: Question, how: How) -> Result:
    """Return the models against each other, under all priors that were named."""
    from claimwise import bayes

    priors: Sequence[Any] = question.priors
    if priors == ("default",) and not how.is_sampled:
        priors = bayes.usual_priors(how.model)
    found = bayes.weigh_models(data, question.models, priors=priors, how=how)
    return replace(found, notes=found.notes[1:])  # the first model's prior is said anyway


def _answers(
    analysis: Analysis, asked: Any, question: Question, found: Comparison, data: Any, how: How
) -> list[Result]:
    from claimwise import bayes

    answers: list[Result] = []
    if "posterior" in question.ways:
        answers.append(bayes.say_posterior(analysis, asked))
        if analysis.fitted is None:
            level, earlier = question.credible, question.earlier
            shares = bayes.accuracy_rows(analysis, data, found.names, level, earlier)
            answers.append(Result(kind="posterior", method=analysis.method, rows=tuple(shares)))
        else:
            rows = bayes.effect_rows(analysis.fitted, *found.names, question.credible)
            answers.append(Result(kind="posterior", method=analysis.method, rows=tuple(rows)))
            answers += _checked(analysis, data, question, how)
        totals = found.evidence is not None and found.evidence.totals
        named = analysis.prior.name in ("uniform", "jeffreys")  # priors that both models have
        same = isinstance(data, IndependentCounts) and data.n_a == data.n_b
        if totals and named and same and question.earlier is None:
            answers.append(_over_pairings(data, analysis.prior.name, question, found.names))
    if "bayes-factor" in question.ways:
        answers.append(bayes.say_factors(analysis, asked))
    return answers


def _checked(analysis: Analysis, data: Any, question: Question, how: How) -> list[Result]:
    """Return the predictive check of a graded model; only what is strange is said."""
    from claimwise import bayes

    fitted = analysis.fitted
    if fitted is None or not isinstance(data, bayes.Groups) or not can_be_checked(question, how):
        return []
    if how.is_custom and fitted.replicate is None:
        return []  # it observes nothing that could be drawn anew
    if how.model == "means":
        # A mean may well be judged by t where the scores themselves are not normal, and the
        # reference prior is not one that data could be drawn from.
        if not question.check:
            return []
        return [bayes.predictive_check(fitted, data, levels=question.levels)]
    checks = [bayes.predictive_check(fitted, data, levels=question.levels)]
    if question.check:
        checks.append(bayes.predictive_check(fitted, data, prior=True, levels=question.levels))
        return checks
    return [replace(check, rows=()) for check in checks]


def _over_pairings(
    data: IndependentCounts, prior: str, question: Question, names: tuple[str, str]
) -> Result:
    """Return the lowest and the highest probability over all pairings of the items."""
    from claimwise import bayes

    found = bayes.pairing_bounds(data, prior=prior, margin=question.claim.edge, names=names)
    rows = tuple(row for row in found.rows if row.at.get("pairing") != "unpaired")
    return replace(found, rows=rows, notes=())
