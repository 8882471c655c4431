"""What do the raters say? Ratings, answered by mixed models or by a posterior."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.assess.rating_fit import fit_ratings
from claimwise.assess.rating_posterior import rating_posterior
from claimwise.core import DEFAULT_SEED, ParameterError, Result, option
from claimwise.core.former import formerly
from claimwise.core.parts import Bayes, Mixed, in_parts
from claimwise.mixed.differences import MAX_T

LEAVE = "Leave out the one or the other."


@in_parts(model=Mixed, bayes=(Bayes, "prior rope chains draws warmup target_accept"))
def ratings(
    data: Any,
    formula: str | None = None,
    *,
    assess: str | Sequence[str] | None = None,
    rating: str | None = None,
    system: str | None = None,
    rater: str | None = None,
    item: str | None = None,
    reference: Mapping[str, Any] | None = None,
    factors: Sequence[str] | None = None,
    scale: Sequence[Any] | None = None,
    model: str | Mixed | None = None,
    margin: float | None = None,
    level: float = 0.95,
    interval: str = "wald",
    correct: str = MAX_T,
    resamples: int = 999,
    rng: Any = DEFAULT_SEED,
    workers: int = 1,
    bayes: Bayes | None = None,
) -> Result:
    """Say by how much the ratings of systems differ, by a mixed model or by a posterior.

    Fit for ratings of items by raters who rate several items each, and items rated several
    times. Unfit for one rating per item and rater group: use `claimwise.compare`.
    `claimwise.fit_ratings` returns the fitted model too, `claimwise.rating_posterior` the draws.

    Settings of `model` and `bayes` may also be given by themselves: ``slopes=False`` is
    ``model=cw.Mixed(slopes=False)``.

    Parameters
    ----------
    data : path, data frame or mapping of lists
        One row for each rating.
    formula : str, optional
        In lme4's notation, such as ``rating ~ system + (system | rater) + (1 | item)``.
    assess : {"posterior", "bayes-factor"}, or both, optional
        To assess by a Bayesian model (MCMC) in place of the mixed model.
    rating, system : str, optional
        Columns of the rating and of what is compared; known names are recognised.
    rater, item : str, optional
        Columns of who rated and what was rated.
    reference : mapping, optional
        For a column, the level with which the others are compared; else the first in order.
    factors : sequence of str
        Columns of numbers that are names of levels.
    scale : (low, high) or sequence of str, optional
        The lowest and the highest rating that could be given, or all levels from worst to best.
    model : {"ordinal", "linear"} or Mixed, optional
        Ratings as ordered categories (the default), or as numbers; see `Mixed`.
    margin : float
        Of a posterior: by how many levels B is claimed to exceed A.
    level : float
        Of the intervals.
    interval : {"wald", "profile", "bootstrap"}
        Of the coefficients.
    correct : {"max-t", "holm", "benjamini-hochberg", "none"}
        For several pairs of systems; see `fit_ratings`.
    resamples, rng, workers
        Of the bootstrap: how many, its seed, and threads. The answer does not depend on the
        number of threads.
    bayes : Bayes, optional
        Of a posterior: prior, region of practical equivalence, and how long to sample.

    Returns
    -------
    Result
        Rows ``difference[B vs A]``, ``coefficient[NAME]``, ``sd[GROUP,TERM]``, ...; of a posterior
        ``posterior_difference[B vs A]``, ``probability_greater[B vs A]``, ...
    """
    fitted, believed = Mixed.of(model), Bayes.of(bayes)
    columns: dict[str, Any] = {"rating": rating, "system": system, "rater": rater, "item": item}
    common: dict[str, Any] = {**columns, "reference": reference, "scale": scale, "level": level}
    of_fit: dict[str, Any] = {
        "formula": (formula, None),
        **{name: (value, ...) for name, value in fitted.said().items() if name != "slopes"},
        "factors": (factors or None, None),
        "interval": (interval, "wald"),
        "correct": (correct, MAX_T),
        "resamples": (resamples, 999),
        "workers": (workers, 1),
    }
    of_posterior: dict[str, Any] = {"margin": (margin, None)}
    of_posterior |= {name: (value, ...) for name, value in believed.said().items()}
    if assess is None:
        _refuse(of_posterior, "the mixed model", option("assess", "posterior"))
        return fit_ratings(
            data,
            formula,
            **common,
            factors=factors,
            model=fitted,
            interval=interval,
            correct=correct,
            resamples=resamples,
            rng=rng,
            workers=workers,
        ).result
    _refuse(of_fit, option("assess"), "the mixed model")
    return rating_posterior(
        data,
        assess=assess,
        prior=believed.prior,
        rope=believed.rope,
        margin=margin or 0.0,
        slopes=fitted.slopes is not False,
        chains=believed.chains,
        draws=believed.draws,
        warmup=believed.warmup,
        target_accept=0.9 if believed.target_accept is None else believed.target_accept,
        rng=rng,
        **common,
    ).result


def _refuse(given: Mapping[str, tuple[Any, Any]], found: Any, needs: Any) -> None:
    """Refuse what was given, each with what it is otherwise, and nothing would use."""
    for name, (value, usual) in given.items():
        if value != usual:
            flag = value if isinstance(value, bool) or name == "outcome" else None
            raise ParameterError(option(name, flag), needs, found, LEAVE)


ratings.fit = formerly("cw.ratings.fit", "cw.fit_ratings", fit_ratings)  # type: ignore[attr-defined]
ratings.posterior = formerly(  # type: ignore[attr-defined]
    "cw.ratings.posterior", "cw.rating_posterior", rating_posterior
)
