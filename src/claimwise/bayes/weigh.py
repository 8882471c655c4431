"""Model against model: how much better does one foretell the data than another?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot, isnan
from typing import Any

from claimwise.bayes.factors import changes_sides, from_log, overflow_note
from claimwise.bayes.fit import Fit
from claimwise.bayes.fitting import How, fit
from claimwise.core import (
    FitError,
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    provenance,
    sentences,
)

WEIGHED = ({"metric", "metric-normal"}, {"count", "count-poisson"})


def weigh_models(
    data: Any,
    models: Sequence[str],
    *,
    priors: Sequence[Any] = ("default",),
    how: How | None = None,
) -> Result:
    """Say by how much the data favour one model over another: the ratio of marginal likelihoods.

    Fit for models of the same scores, such as ``metric`` (robust t) and ``metric-normal``, or
    ``count`` and ``count-poisson``. Unfit for models of different data: a marginal likelihood of
    counts and one of levels have different units.

    Parameters
    ----------
    data : Groups, Pairs, or a dict of arrays
        Scores of each system.
    models : list of str
        At least two models by name.
    priors : list
        Priors that all of them have. The first one answers; of several, all are compared.
    how : How, optional
        The engine: quadrature by ``exact``, bridge sampling by ``mcmc``.

    Returns
    -------
    Result
        ``log_marginal[MODEL]`` and ``bayes_factor[MODEL vs OTHER]``, from sampling with their
        Monte Carlo interval; under several priors also ``bayes_factor[..., prior=NAME]``.

    Examples
    --------
    >>> usual = [1.0, 2.0, 1.5, 2.2, 1.8, 1.4, 2.1, 1.7, 1.9, 1.6]
    >>> scores = {"A": usual, "B": [*usual, 12.0]}  # one wild score
    >>> found = weigh_models(scores, ["metric", "metric-normal"])
    >>> found["bayes_factor[metric vs metric-normal]"].estimate > 10
    True
    """
    check_models(models)
    if isinstance(priors, str) or not len(priors):
        raise ParameterError("priors", "a list of priors", repr(priors))
    how = how or How()
    rows: list[Row] = []
    notes: list[Note] = []
    moved: dict[str, list[float]] = {}
    for place, prior in enumerate(priors):
        fits = {model: _fitted(data, prior, replace(how, model=model)) for model in models}
        factors, said = _factors(fits)
        for row in factors:
            moved.setdefault(row.estimand, []).append(row.estimate)
        if not place:
            for model, fitted in fits.items():
                rows.append(_marginal(model, fitted))
                notes.append(assumed(f"Prior of {model}: {fitted.prior.words}.", about=model))
            rows += factors
            notes += said
        if len(priors) > 1:
            called = fits[models[0]].prior.name
            rows += [row.within(prior=called) for row in factors]
    notes += changes_sides([n for n, values in moved.items() if min(values) < 1 < max(values)])
    settings = {"assess": "models", "models": list(models), "engine": how.engine}
    return Result(
        kind="posterior",
        method="marginal likelihood",
        rows=tuple(rows),
        notes=tuple(notes),
        provenance=provenance(settings, seed=how.seed),
    )


def check_models(models: Sequence[str]) -> None:
    """Refuse models that cannot be weighed against each other, before any is fitted."""
    if isinstance(models, str) or len(set(models)) < 2:
        raise ParameterError("models", "two or more different models", repr(models))
    if not any(set(models) <= kind for kind in WEIGHED):
        raise ParameterError(
            "models",
            "models of the same scores: metric and metric-normal, or count and count-poisson",
            ", ".join(models),
            "Others have no marginal likelihoods that could be compared here.",
        )


def _fitted(data: Any, prior: Any, how: How) -> Fit:
    fitted = fit(data, prior, how)
    if fitted.failures:
        raise FitError(f"{how.model}: " + sentences(fitted.failures))
    if isnan(fitted.log_marginal):
        raise FitError(
            "Models",
            "marginal likelihoods to be weighed by",
            f"none of {how.model}: it has too many parameters",
            "Use the exact engine, or compare models by their predictive checks.",
        )
    return fitted


def _factors(fits: Mapping[str, Fit]) -> tuple[list[Row], list[Note]]:
    """Return the Bayes factor of each model against each that comes after it."""
    rows: list[Row] = []
    notes: list[Note] = []
    for first, second in combinations(fits, 2):
        log = fits[first].log_marginal - fits[second].log_marginal
        error = hypot(_error(fits[first]), _error(fits[second]))
        low, high = (from_log(log + side * 1.96 * error) for side in (-1, 1))
        bounds: dict[str, Any] = {"low": low, "high": high, "level": 0.95, "kind": "monte carlo"}
        at = {"analysis": f"{first} vs {second}"}
        row = Row(
            quantity="bayes_factor", at=at, estimate=from_log(log), **(bounds if error else {})
        )
        rows.append(row)
        notes += overflow_note(row.estimand, log)
    return rows, notes


def _error(fitted: Fit) -> float:
    error = float(fitted.quality.get("log_marginal_error", 0.0))
    return 0.0 if isnan(error) else error


def _marginal(model: str, fitted: Fit) -> Row:
    value, reach = fitted.log_marginal, 1.96 * _error(fitted)
    row = Row(quantity="log_marginal", at={"analysis": model}, estimate=value, n=fitted.n)
    if not reach:
        return row
    return replace(row, low=value - reach, high=value + reach, level=0.95, kind="monte carlo")
