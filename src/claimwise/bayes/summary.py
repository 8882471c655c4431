"""What the posterior says of a claim, and by how much the data moved its odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.bayes import beta_binomial, paired
from claimwise.bayes.analysis import Analysis, Data, add_data, analyse, exceeds
from claimwise.bayes.factors import AT_MARGIN, factor_rows, share_row
from claimwise.bayes.fit import Fit
from claimwise.bayes.fitting import How
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.question import Question, Region, region
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import Note, Result, Row, caution, meaning, provenance
from claimwise.data import IndependentCounts, PairCounts

LARGEST_ERROR = 1e-7
ROUNDING = 1e-15  # what doubling a rule does not see
SAMPLED = ("importance sampling", "NUTS")


def assess_posterior(
    data: Data,
    *,
    prior: Any = "default",
    rope: float | Region | None = None,
    margin: float = 0.0,
    level: float = 0.95,
    names: tuple[str, str] = ("A", "B"),
    how: How | None = None,
    earlier: Data | None = None,
) -> Result:
    """Say how probable it is, given these data and this prior, that B is better than A.

    Fit for right/wrong verdicts (paired counts by a Dirichlet posterior that uses the pairing,
    independent counts by two Betas, several studies as strata weighted by their items) and, with
    `how`, for graded scores, counts and levels. Unfit for clustered items: the posterior would be
    too narrow.

    Parameters
    ----------
    data : PairCounts, IndependentCounts, Pairs, Groups, a dict of scores, or a list of counts
        One study, or one for each stratum.
    prior : str or numbers
        ``uniform``, ``jeffreys``, ``perks`` (paired), ``beta(a,b)``, ``dirichlet(a,b,c,d)``; of
        graded models their own, such as ``unit``, ``factor``, ``anchored``.
    rope : float or (low, high), optional
        Half the width of the region of practical equivalence, or its ends: differences that do
        not matter.
    margin : float
        The difference by which B is claimed to exceed A.
    level : float
        Of both credible intervals.
    names : (str, str)
        What A and B are called in the notes.
    how : How, optional
        Model and engine, for graded scores; see `fit`.
    earlier : data, optional
        Data whose posterior is the prior of these.

    Returns
    -------
    Result
        Mean with the highest-density interval; the equal-tailed one; probabilities; with a
        ROPE also ``hdi_rope``: 1 different, -1 equivalent, 0 undecided. Shares of draws, where
        the posterior is known through draws, have their Monte Carlo interval.

    Notes
    -----
    HDI against ROPE: Kruschke (2018), Adv. Methods Pract. Psychol. Sci. 1, 270-280.

    Examples
    --------
    >>> from claimwise.data import IndependentCounts
    >>> easy = IndependentCounts.of(1637, 2376, 1721, 2376)
    >>> result = assess_posterior(easy, margin=0.01)
    >>> round(result["probability_greater[margin]"].estimate, 6)
    0.972497
    """
    question = Question.of(rope, margin, level, names, shares=in_shares(data, how))
    return say_posterior(analysed(data, prior, question, how, earlier), question)


def say_posterior(analysis: Analysis, question: Question) -> Result:
    """Return what an analysis says of the question; see `assess_posterior`."""
    rows, notes = posterior_rows(analysis, question)
    ends = [end for row in rows[:2] for end in (row.low, row.high)]
    error = numerical_error(analysis.posterior, question, *ends)
    settings = {"assess": "posterior", **analysis.settings}
    notes = [*analysis.notes, *notes, *simulation_note(analysis)]
    return as_result(analysis.method, settings, question, rows, notes, error)


def assess_bayes_factor(
    data: Data,
    *,
    prior: Any = "default",
    rope: float | Region | None = None,
    margin: float = 0.0,
    level: float = 0.95,
    names: tuple[str, str] = ("A", "B"),
    how: How | None = None,
    earlier: Data | None = None,
) -> Result:
    """Say by how much these data moved the odds of each of several hypotheses.

    There is no single Bayes factor: each row has its own hypothesis, said in a note. All
    depend on the prior far more than the posterior does; see `sensitivity`. Parameters as in
    `assess_posterior`; `level` is only recorded.

    Returns
    -------
    Result
        ``bayes_factor_01`` (ROPE against outside) and ``bayes_factor_rope_encompassing`` (ROPE
        against no restriction), if there is a ROPE; ``bayes_factor_direction`` (above the margin
        against below); ``bayes_factor_01[point]`` (no difference against any), and the
        probabilities before and after from which the first three are made.
    """
    question = Question.of(rope, margin, level, names, shares=in_shares(data, how))
    return say_factors(analysed(data, prior, question, how, earlier), question)


def say_factors(analysis: Analysis, question: Question) -> Result:
    """Return by how much an analysis moved the odds; see `assess_bayes_factor`."""
    before = analysis.before()
    rows, notes = factor_rows(analysis, before, question)
    error = max(numerical_error(part, question) for part in (analysis.posterior, before))
    settings = {"assess": "bayes-factor", **analysis.settings}
    notes = [*analysis.notes, *notes, *simulation_note(analysis)]
    return as_result(analysis.method, settings, question, rows, notes, error)


def probability_greater(
    data: PairCounts | IndependentCounts, margin: float = 0.0, prior: Any = "uniform"
) -> NDArray[np.float64]:
    """Return P(d > margin) for every study of a batch, such as a thousand simulated ones.

    >>> from claimwise.data import PairCounts
    >>> probability_greater(PairCounts.of([2, 0], [0, 2], 10)).tolist()
    [0.875, 0.125]
    """
    if isinstance(data, PairCounts):
        return paired.greater(data, margin, prior)
    return beta_binomial.greater(data, margin, prior)


def analysed(
    data: Data, prior: Any, question: Question, how: How | None, earlier: Data | None
) -> Analysis:
    """Return the analysis of data, or of data after earlier ones."""
    names = question.a, question.b
    if earlier is None:
        return analyse(data, prior, names, how)
    return add_data(earlier, data, prior, names, how)


def in_shares(data: Data, how: How | None) -> bool:
    """Whether differences are those of shares, between -1 and 1."""
    if isinstance(data, Fit):
        return data.unit == "points"
    shares = how is None or how.model.startswith("binary") or how.model == "hierarchical"
    return shares and not isinstance(data, Groups)


def decide(low: float, high: float, rope: float | Region) -> int:
    """Return 1 if the interval is clear of the ROPE, -1 if it is inside, 0 if it is neither.

    >>> decide(0.02, 0.05, 0.01), decide(-0.005, 0.005, 0.01), decide(0.005, 0.02, 0.01)
    (1, -1, 0)
    """
    bottom, top = region(rope)
    if low >= top or high <= bottom:
        return 1
    return -1 if bottom <= low and high <= top else 0


def posterior_rows(analysis: Analysis, question: Question) -> tuple[list[Row], list[Note]]:
    """Return the rows of `assess_posterior`, and its notes on them."""
    posterior, n = analysis.posterior, analysis.n
    margin, rope, level = question.margin, question.rope, question.level
    tails = posterior.eti(level)
    low, high = posterior.hdi(level, start=tails)
    credible: dict[str, Any] = {"level": level, "kind": "credible", "n": n}
    mean = posterior.mean
    rows = [
        Row(quantity="posterior_difference", estimate=mean, low=low, high=high, **credible),
        Row(
            quantity="posterior_difference",
            at={"by": "equal-tailed"},
            estimate=mean,
            low=tails[0],
            high=tails[1],
            **credible,
        ),
        share_row("probability_greater", posterior, 0.0, posterior.high, n),
    ]
    if margin:
        above, below = (margin, posterior.high), (posterior.low, -margin)
        rows.append(share_row("probability_greater", posterior, *above, n, AT_MARGIN))
        rows.append(share_row("probability_less", posterior, *below, n, AT_MARGIN))
    if rope is None:
        return rows, []
    rows.append(share_row("probability_rope", posterior, *rope, n))
    decision, notes = _decided(posterior, low, high, question)
    rows.append(Row(quantity="hdi_rope", estimate=float(decision), n=n))
    if not decision:
        notes += _both_readings(analysis, question)
    return rows, notes


def _decided(
    posterior: Posterior, low: float, high: float, question: Question
) -> tuple[int, list[Note]]:
    """Return the decision by interval and region; none that Monte Carlo error could turn."""
    rope = question.rope or (0.0, 0.0)
    decision = decide(low, high, rope)
    if isinstance(posterior, SampledPosterior):
        reach = 2 * posterior.hdi_error(low, high)
        moved = [sorted((low + i * reach, high + j * reach)) for i in (-1, 1) for j in (-1, 1)]
        if reach > 0 and any(decide(ends[0], ends[1], rope) != decision for ends in moved):
            return 0, [
                caution(
                    f"Draws leave the ends of the interval open by {reach:.2g} either "
                    "way, within which interval and region would decide otherwise: undecided. More "
                    "draws, or the exact engine, may decide."
                )
            ]
    return decision, [_decision_note(decision, low, high, question)]


def _decision_note(decision: int, low: float, high: float, question: Question) -> Note:
    interval = f"The {question.level:.4g} highest-density interval ({low:.4g} to {high:.4g})"
    bottom, top = question.rope or (0.0, 0.0)
    within = f"the region of practical equivalence ({bottom:g} to {top:g})"
    said = {
        1: f"{interval} lies outside {within}: {question.a} and {question.b} differ.",
        -1: f"{interval} lies inside {within}: {question.a} and {question.b} are equivalent.",
        0: f"{interval} overlaps {within} without lying inside: undecided.",
    }
    return meaning(said[decision], about="hdi_rope")


def _both_readings(analysis: Analysis, question: Question) -> list[Note]:
    """Say so where HDI and ROPE leave open what the probability of the margin affirms."""
    margin, level = question.margin, question.level
    posterior = analysis.posterior
    probability = posterior.probability(margin, posterior.high)
    words = exceeds(question.b, question.a, margin)
    if margin >= 0:  # the same claim about A; with a negative margin both may well be true
        below = posterior.probability(posterior.low, -margin)
        if below > probability:
            probability, words = below, exceeds(question.a, question.b, margin)
    if probability < level:
        return []
    return [
        caution(
            f"Two readings differ. The probability that {words} is {probability:.1%}, at least "
            f"{100 * level:g}%; yet by interval and region it is undecided. The first is "
            "one-sided and about the margin; the second is two-sided and asks that the whole "
            "interval be clear of the region. Say which one was planned."
        )
    ]


def numerical_error(distribution: Posterior, question: Question, *more: float) -> float:
    """Return the largest numerical error of the probabilities that the answer rests on."""
    rope, margin = question.rope or (0.0, 0.0), question.margin
    points = np.unique([0.0, margin, -margin, *rope, *more])
    return max(float(distribution.sf_with_error(points)[1].max()), ROUNDING)


def simulation_note(analysis: Analysis) -> list[Note]:
    """Say how far draws can be trusted, where the posterior is known through draws."""
    posterior = analysis.posterior
    if not isinstance(posterior, SampledPosterior):
        return []
    quality = analysis.fitted.quality if analysis.fitted is not None else {}
    told = {
        "pareto_k": "Pareto k {:.2f}",
        "rhat": "largest R-hat {:.4f}",
        "divergences": "{:.0f} divergences",
    }
    more = [text.format(quality[name]) for name, text in told.items() if name in quality]
    by = "" if analysis.fitted is None else f" by {analysis.fitted.method}"
    said = (
        f"The posterior is known through draws{by}, worth {posterior.ess:,.0f} independent ones"
        + "".join(f", {part}" for part in more)
        + f"; the Monte Carlo error of its mean is {posterior.mean_error:.2g}."
    )
    return [meaning(said, about="draws")]


def error_note(error: float, *, sampled: bool = False) -> list[Note]:
    """Return a warning, should the quadrature ever leave more than the seventh digit open."""
    if error < LARGEST_ERROR or sampled:
        return []
    return [caution(f"The probabilities have a numerical error of up to {error:.1g}.")]


def as_result(
    method: str,
    settings: Mapping[str, Any],
    question: Question,
    rows: list[Row],
    notes: list[Note],
    error: float,
) -> Result:
    """Return a Result that says what was asked, and how exact the numbers are."""
    asked = {
        **settings,
        "rope": question.rope_setting,
        "margin": question.margin,
        "level": question.level,
        "names": [question.a, question.b],
        "numerical_error": error,
        **({"unit": "points"} if question.shares else {}),
    }
    return Result(
        kind="posterior",
        method=method,
        rows=tuple(rows),
        notes=(*notes, *error_note(error, sampled=settings.get("by") in SAMPLED)),
        provenance=provenance(asked),
    )
