"""What the pictures of a posterior show, and which of them an analysis can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimwise.assess.question import Question
from claimwise.core import ParameterError, Result, option

if TYPE_CHECKING:
    from claimwise.bayes import Analysis, Fit, How

CHOOSE = "Choose two with " + option("a") + " and " + option("b") + "."


def check_pictures(question: Question, how: How) -> None:
    """Refuse a picture that this model and engine cannot have, before anything is fitted."""
    for what in question.plot_of:
        CHECKS[what](question, how)


def check_two(question: Question, systems: int) -> None:
    """Refuse pictures of more than two systems."""
    if question.plot_of and systems != 2:
        raise ParameterError(
            option("plot_of", question.plot_of[0]), "two systems", f"{systems}", CHOOSE
        )


def pictures(analysis: Analysis, data: Any, question: Question, how: How) -> dict[str, Any]:
    """Return what the pictures asked for need beside rows and curves."""
    from claimwise import bayes

    found: dict[str, Any] = {"plot_of": question.plot_of} if question.plot_of else {}
    if "diagnostics" in question.plot_of:
        found["diagnostics"] = bayes.diagnostic_picture(analysis.posterior, analysis.fitted)
    if "predictive" in question.plot_of and analysis.fitted is not None:
        if how.is_custom and analysis.fitted.replicate is None:
            raise ParameterError(
                option("plot_of", "predictive"),
                "a model with observed sites: numpyro.sample(..., obs=...)",
                f"none in {how.model}",
            )
        found["predictive"] = bayes.predictive_picture(
            analysis.fitted, data, levels=question.levels
        )
    return found


def picture_of_failure(fitted: Fit, question: Question) -> Result | None:
    """Return chains or weights to look at, of a fit that failed; None if nobody asked for them."""
    from claimwise import bayes

    if "diagnostics" not in question.plot_of:
        return None
    found = bayes.diagnostic_picture(fitted.difference(*fitted.names[:2]), fitted)
    drawn = {"plot_of": ("diagnostics",), "diagnostics": found}
    return Result(kind="posterior", method=fitted.model, rows=(), draws=drawn)


def can_be_checked(question: Question, how: How) -> bool:
    """Whether data can be drawn from the model, to be compared with those observed."""
    from claimwise.bayes.predictive import GRADED

    graded = how.is_custom or how.model.split("-")[0] in GRADED
    return graded and question.earlier is None


def _posterior(question: Question, how: How) -> None:
    """Every posterior has a picture."""


def _sensitivity(question: Question, how: How) -> None:
    if len(question.priors) > 1 or not how.is_sampled:
        return
    remedy = "Name several, with commas; sampling takes as long again for each."
    if how.is_custom:
        remedy = "A model of one's own has its prior in its file."
    raise ParameterError(option("plot_of", "sensitivity"), "several priors", "one", remedy)


def _diagnostics(question: Question, how: How) -> None:
    from claimwise.bayes import BINARY
    from claimwise.bayes.diagnostic_picture import no_diagnostics

    if how.is_sampled:
        return
    if how.model == BINARY:
        raise no_diagnostics("a closed form")
    if how.model.startswith("metric"):
        raise no_diagnostics("quadrature")
    if how.model == "means":
        raise no_diagnostics("a closed form")


def _predictive(question: Question, how: How) -> None:
    if not can_be_checked(question, how):
        found = "earlier data" if question.earlier is not None else f"the model {how.model}"
        raise ParameterError(
            option("plot_of", "predictive"),
            "a model of means, metric, count or ordinal, or one's own, without earlier data",
            found,
        )


CHECKS = {
    "posterior": _posterior,
    "sensitivity": _sensitivity,
    "diagnostics": _diagnostics,
    "predictive": _predictive,
}
