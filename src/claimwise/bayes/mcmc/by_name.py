"""From data as the questions have them to a fit by MCMC, by the name of the model."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.fit import Fit
from claimwise.bayes.mcmc.custom import fit_custom
from claimwise.bayes.mcmc.data import BinomialGroups
from claimwise.bayes.mcmc.fit import fit_mcmc
from claimwise.bayes.models.count_prior import count_prior
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.levels import Levels
from claimwise.bayes.models.metric_prior import metric_prior
from claimwise.bayes.models.ordinal_prior import ordinal_prior
from claimwise.core import DataError, Note
from claimwise.data import IndependentCounts, PairCounts, Pairs

NAMES = {
    "hierarchical": "binomial",
    "metric-normal": "metric",
    "count-poisson": "count",
}


def fit_by_name(data: Any, prior: Any, how: Any) -> Fit:
    """Fit a model by NUTS: built in, or a user's own file."""
    settings = {
        "chains": how.chains,
        "warmup": how.warmup,
        "draws": how.draws,
        "seed": how.seed,
        "target_accept": how.target_accept,
    }
    if how.is_custom:
        return fit_custom(how.model, scores(data), **settings)
    if how.model in ("hierarchical", "crossed-ordinal"):
        return fit_mcmc(NAMES.get(how.model, how.model), data, prior=prior, **settings)
    groups = scores(data)
    notes: tuple[Note, ...] = ()
    if how.model == "ordinal":
        coded = Levels.of(groups, how.levels)
        prior = ordinal_prior(prior, coded.count, coded.first)
        groups, notes = Groups(groups.names, coded.codes, groups.paired), coded.notes(prior)
    elif how.model == "metric-normal":
        columns = list(groups.values)
        if groups.paired:
            a, b = groups.two("The paired metric model")
            columns = [b - a]
        prior = metric_prior(prior, columns, paired=groups.paired).normal()
    elif how.model == "count-poisson":
        prior = count_prior(prior, list(groups.values)).poisson()
    fitted = fit_mcmc(NAMES.get(how.model, how.model), groups, prior=prior, **settings)
    return fitted.noted(*notes)


def scores(data: Any) -> Groups:
    """Return scores of each system; counts of right and wrong become ones and zeros."""
    if isinstance(data, Groups):
        return data
    if isinstance(data, Pairs):
        return Groups.of({data.names[0]: data.a, data.names[1]: data.b}, paired=True)
    if isinstance(data, dict):
        return Groups.of(data)
    if isinstance(data, IndependentCounts):
        sides = ((int(data.a), data.n_a), (int(data.b), data.n_b))
        a, b = (np.repeat([1.0, 0.0], [right, n - right]) for right, n in sides)
        return Groups.of({"A": a, "B": b})
    if isinstance(data, PairCounts):
        both, wins, losses = int(data.both or 0), int(data.wins), int(data.losses)
        times = [both, losses, wins, data.n - both - wins - losses]
        a, b = np.repeat([1.0, 1, 0, 0], times), np.repeat([1.0, 0, 1, 0], times)
        return Groups.of({"A": a, "B": b}, paired=True)
    raise DataError("A model by MCMC", "scores or counts of each system", type(data).__name__)


def of_datasets(parts: list[Any], names: tuple[str, str], datasets: list[str]) -> BinomialGroups:
    """Return right answers and items of both systems on several data sets."""
    right, total = [], []
    for part in parts:
        if isinstance(part, IndependentCounts):
            right.append([int(part.a), int(part.b)])
            total.append([part.n_a, part.n_b])
        elif isinstance(part, PairCounts) and part.both is not None:
            both = int(part.both)
            right.append([both + int(part.losses), both + int(part.wins)])
            total.append([part.n, part.n])
        else:
            raise DataError(
                "The hierarchical model", "right/wrong verdicts on every data set", "graded scores"
            )
    return BinomialGroups.of(np.array(right).T, np.array(total).T, names=names, datasets=datasets)
