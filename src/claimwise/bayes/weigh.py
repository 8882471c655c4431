"""Model against model: how much better does one foretell the data than another?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot, isnan
from typing import Any

from claimwise.bayes.factors import from_log, overflow_note
from claimwise.bayes.fit import Fit
from claimwise.bayes.fitting import How, fit
from claimwise.core import (
    FitError,
    ParameterError,
    Result,
    Row,
    label,
    provenance,
    qualified,
    sentence,
)


def weigh_models(
    data: Any,
    models: Sequence[str],
    *,
    prior: Any = "default",
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
    prior : str
        One prior for all of them.
    how : How, optional
        The engine: quadrature by ``exact``, bridge sampling by ``mcmc``.

    Returns
    -------
    Result
        ``log_marginal[MODEL]`` and ``bayes_factor[MODEL vs OTHER]``; from sampling with their
        Monte Carlo interval.

    Examples
    --------
    >>> scores = {"A": [1.0, 2.0, 1.5, 2.2, 1.8], "B": [2.0, 2.8, 2.4, 2.1, 30.0]}
    >>> found = weigh_models(scores, ["metric", "metric-normal"])
    >>> found["bayes_factor[metric vs metric-normal]"].estimate > 10
    True
    """
    if isinstance(models, str) or len(set(models)) < 2:
        raise ParameterError(sentence("models", "two or more different models", repr(models)))
    kinds = {model.split("-")[0] for model in models}
    if len(kinds) > 1:
        raise ParameterError(
            sentence(
                "models",
                "models of the same scores, such as metric and metric-normal",
                ", ".join(models),
                "Marginal likelihoods of different kinds of data cannot be compared.",
            )
        )
    how = how or How()
    fits = {model: fit(data, prior, replace(how, model=model)) for model in models}
    rows, notes = [], []
    for model, fitted in fits.items():
        if fitted.failures:
            raise FitError(f"{model}: " + " ".join(fitted.failures))
        rows.append(_interval(qualified("log_marginal", model), fitted.log_marginal, fitted))
        notes.append(f"Prior of {model}: {fitted.prior.words}.")
    for first, second in combinations(fits, 2):
        log = fits[first].log_marginal - fits[second].log_marginal
        error = hypot(_error(fits[first]), _error(fits[second]))
        name = qualified("bayes_factor", label(f"{first} vs {second}"))
        low, high = (from_log(log + side * 1.96 * error) for side in (-1, 1))
        bounds: dict[str, Any] = {"low": low, "high": high, "level": 0.95, "kind": "monte carlo"}
        rows.append(Row(estimand=name, estimate=from_log(log), **(bounds if error else {})))
        if note := overflow_note(name, log):
            notes.append(note)
    settings = {"assess": "models", "models": list(models), "engine": how.engine}
    return Result(
        method="marginal likelihood",
        rows=tuple(rows),
        notes=tuple(notes),
        provenance=provenance(settings, seed=how.seed),
    )


def _error(fitted: Fit) -> float:
    error = float(fitted.quality.get("log_marginal_error", 0.0))
    return 0.0 if isnan(error) else error


def _interval(name: str, value: float, fitted: Fit) -> Row:
    error = _error(fitted)
    if not error:
        return Row(estimand=name, estimate=value, n=fitted.n)
    reach = 1.96 * error
    bounds: dict[str, Any] = {"low": value - reach, "high": value + reach, "level": 0.95}
    return Row(estimand=name, estimate=value, n=fitted.n, kind="monte carlo", **bounds)
