"""The same questions under several priors: what of the answer is theirs, and what the data's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from claimwise.bayes.analysis import Analysis, Data, exceeds
from claimwise.bayes.factors import NOT_PROPER, called, changes_sides, factor_rows
from claimwise.bayes.fitting import How
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.priors import BETA_STRIP, BOTH_STRIP, DIRICHLET_STRIP
from claimwise.bayes.question import Question, Region
from claimwise.bayes.summary import analysed, as_result, in_shares, numerical_error, posterior_rows
from claimwise.core import FitError, Note, ParameterError, Result, Row, caution, dropped, meaning
from claimwise.data import IndependentCounts

EVEN = 1e-9  # a Bayes factor this near to 1 is 1 but for rounding
GRADED_STRIPS = {  # the default, half and twice as wide, and the published one
    "means": ("reference", "jzs", "jzs:1", "jzs:1.414"),
    "metric": ("unit", "unit:0.5", "unit:2", "kruschke"),
    "count": ("factor", "factor:0.5", "factor:2", "hybayes"),
    "ordinal": ("anchored", "anchored:0.25", "anchored:1", "published"),
    "binary": BETA_STRIP,
}
SHOWN = (
    "posterior_difference",
    "probability_greater",
    "probability_greater[margin]",
    "probability_less[margin]",
    "probability_rope",
    "hdi_rope",
    "prior_probability_rope",
    "bayes_factor_01",
    "bayes_factor_rope_encompassing",
    "bayes_factor_direction",
    "bayes_factor_01[point]",
    "bayes_factor_01[point, share]",
)


def sensitivity(
    data: Data,
    priors: Sequence[Any] | None = None,
    *,
    rope: float | Region | None = None,
    margin: float = 0.0,
    level: float = 0.95,
    names: tuple[str, str] = ("A", "B"),
    lower: bool = False,
    how: How | None = None,
    earlier: Data | None = None,
    known: Analysis | None = None,
) -> Result:
    """Say how far the posterior and the Bayes factors depend on the prior.

    Parameters as in `assess_posterior`; `priors` are names or numbers, by default uniform,
    Jeffreys' and three others; with `lower` the factor of direction is that of A above B. An
    analysis that is `known` already is not made again. A prior whose fit fails is left out, and
    a note says why.

    Returns
    -------
    Result
        Rows named by prior, such as ``probability_greater[prior=jeffreys]``.

    Examples
    --------
    >>> from claimwise.data import IndependentCounts
    >>> easy = IndependentCounts.of(1637, 2376, 1721, 2376)
    >>> strip = sensitivity(easy, rope=0.01)
    >>> found = strip.select("bayes_factor_01")
    >>> [round(row.estimate, 3) for row in found if "against" not in row.at]
    [1.377, 0.957, 1.142, 0.95, 0.562]
    """
    shares = in_shares(data, how)
    question = Question.of(rope, margin, level, names, shares=shares, lower=lower)
    chosen = _priors(data, priors, how)
    found, left_out = [], []
    for prior in chosen:
        if known is not None and known.prior.name == prior:
            found.append(known)
            continue
        try:
            found.append(analysed(data, prior, question, how, earlier))
        except FitError as failed:
            left_out.append(dropped(f"Prior {prior} is left out: {failed}"))
    if not found:
        raise FitError(" ".join(left_out))
    result = compare_priors(found, question, [str(prior) for prior in chosen])
    return replace(result, notes=(*result.notes, *left_out))


def compare_priors(analyses: Sequence[Analysis], question: Question, names: list[str]) -> Result:
    """Return what analyses of the same data say, each under a prior of its own."""
    rows: list[Row] = []
    notes: list[Note] = []
    moved: dict[str, list[float]] = {}
    error = 0.0
    infinite: list[str] = []
    improper = False
    for analysis in analyses:
        before = analysis.before()
        found = _shown(analysis, before, question)
        error = max(
            error,
            numerical_error(before, question),
            numerical_error(analysis.posterior, question, found[0].low, found[0].high),
        )
        named = [row.within(prior=analysis.prior.name) for row in found]
        rows += named
        if not before.is_proper:
            infinite += [row.estimand for row in named if _unknown(row)]
            improper = True
        if before.log_density(0.0) == math.inf:
            infinite += [row.estimand for row in named if _unknown(row)]
        for row in found:
            moved.setdefault(row.estimand, []).append(row.estimate)
        notes.append(analysis.notes[0])
    notes = [*dict.fromkeys(notes), *_ranges(moved), *_conclusions(moved, question)]
    if infinite and improper:
        notes.append(NOT_PROPER)
    elif infinite:
        said = "Not defined, because the prior density of the difference is infinite at 0: "
        notes.append(meaning(f"{said}{', '.join(map(called, infinite))}."))
    unknown = [row.estimand for row in rows if _unknown(row) and row.estimand not in infinite]
    notes += [meaning(f"Not known: {called(name)}.") for name in unknown]
    by = analyses[0].settings.get("by")
    settings = {"assess": "prior-sensitivity", "priors": names, **({"by": by} if by else {})}
    return as_result(analyses[0].method, settings, question, rows, notes, error)


def usual_priors(model: str) -> tuple[str, ...]:
    """Return the priors under which a model is repeated, its default first.

    >>> usual_priors("metric-normal")
    ('unit', 'unit:0.5', 'unit:2', 'kruschke')
    """
    kind = model.split("-")[0]
    if kind not in GRADED_STRIPS:
        needs = f"a model with several named priors: {', '.join(GRADED_STRIPS)}"
        raise ParameterError("usual_priors", needs, model)
    return GRADED_STRIPS[kind]


def _priors(data: Data, priors: Sequence[Any] | None, how: How | None) -> Sequence[Any]:
    if priors is None and (isinstance(data, Groups) or (how is not None and how.is_modelled)):
        return usual_priors(how.model if how is not None else "means")
    if priors is None:
        studies = data if isinstance(data, Sequence) else [data]
        unpaired = [isinstance(study, IndependentCounts) for study in studies]
        if any(unpaired):
            return BETA_STRIP if all(unpaired) else BOTH_STRIP
        return DIRICHLET_STRIP
    if isinstance(priors, str) or not len(priors):
        raise ParameterError(
            "priors", "a list of priors", repr(priors), 'Such as ["uniform", "jeffreys"].'
        )
    return priors


def _shown(analysis: Analysis, before: Any, question: Question) -> list[Row]:
    rows = {row.estimand: row for row in posterior_rows(analysis, question)[0]}
    rows |= {row.estimand: row for row in factor_rows(analysis, before, question)[0]}
    other = "probability_greater[margin]" if question.lower else "probability_less[margin]"
    return [rows[name] for name in SHOWN if name in rows and name != other]


def _unknown(row: Row) -> bool:
    """Whether a row has neither a value nor a bound."""
    return math.isnan(row.estimate) and row.kind != "bound"


def _conclusions(moved: dict[str, list[float]], question: Question) -> list[Note]:
    """Warn where a conclusion that would be published changes with the prior."""
    words = {1.0: "different", -1.0: "equivalent", 0.0: "undecided"}
    level, a, b, margin = question.level, question.a, question.b, question.margin
    said = []
    decisions = list(dict.fromkeys(moved.get("hdi_rope", [])))
    if len(decisions) > 1:
        first, *others = (words[decision] for decision in decisions)
        said.append(
            "The conclusion depends on the prior. By interval and region the systems are "
            f"{first} under some of these priors, {' or '.join(others)} under others."
        )
    claims = [
        (exceeds(b, a, 0.0), moved.get("probability_greater", [])),
        (exceeds(a, b, 0.0), [1 - share for share in moved.get("probability_greater", [])]),
        (exceeds(b, a, margin), moved.get("probability_greater[margin]", [])),
        (exceeds(a, b, margin), moved.get("probability_less[margin]", [])),
    ]
    for claim, shares in claims:
        sure = [share >= level for share in shares]
        if any(sure) and not all(sure):
            said.append(
                f"The conclusion depends on the prior. The probability that {claim} "
                f"reaches {100 * level:g}% under some of these priors, not under others."
            )
    return [caution(text) for text in said]


def _ranges(moved: dict[str, list[float]]) -> list[Note]:
    """Say over which range each number moves, and where a factor changes sides."""
    notes, both_sides = [], []
    for name, values in moved.items():
        defined = [value for value in values if not math.isnan(value)]
        if name.startswith("prior_") or name == "hdi_rope" or not defined:
            continue
        low, high = min(defined), max(defined)
        notes.append(
            meaning(f"{called(name)}: {low:.6g} to {high:.6g} over these priors.", about=name)
        )
        if name.startswith("bayes") and low < 1 - EVEN and high > 1 + EVEN:
            both_sides.append(name)
    return [*notes, *changes_sides(both_sides)]
