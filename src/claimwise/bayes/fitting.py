"""Fit a model by name, by either engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.bayes import exact, importance
from claimwise.bayes.beta_binomial import IndependentPosterior
from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.mean_fit import fit_mean, refuse_sampling
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.probit_pairs import CORRELATION, ProbitPairs
from claimwise.bayes.priors import Prior, beta_prior
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import DataError, ParameterError, Procedure, check_one_of, option, register
from claimwise.core.references import AZER, HOWCROFT, MCCULLAGH, STUDENT
from claimwise.data import IndependentCounts, PairCounts, Pairs

BINARY = "binary"
GRADED = ("means", "metric", "metric-normal", "count", "count-poisson", "ordinal")
SAMPLED_ONLY = ("hierarchical", "crossed-ordinal")  # too many parameters for the exact engine
MODELS = (BINARY, "binary-probit", *GRADED, *SAMPLED_ONLY)
ENGINES = ("exact", "mcmc")


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """Which model, by which engine, and what the engine needs to know."""

    model: str = BINARY
    engine: str = "exact"
    levels: Any = None
    seed: int = 0
    chains: int = 4
    warmup: int = 1000
    draws: int = 1000
    accept: float | None = None  # target of the sampler; by default what the model needs

    @property
    def is_modelled(self) -> bool:
        """Whether a model has to be fitted: right or wrong alone has closed forms."""
        return self.model != BINARY or self.engine != "exact"

    @property
    def is_sampled(self) -> bool:
        """Whether only MCMC will do."""
        return self.engine == "mcmc" or self.is_custom or self.model in SAMPLED_ONLY

    @property
    def target_accept(self) -> float:
        """How carefully NUTS steps: the more levels a model has, the smaller its steps."""
        if self.accept is not None:
            return self.accept
        return 0.99 if self.model in SAMPLED_ONLY else 0.9

    @property
    def is_custom(self) -> bool:
        """Whether the model is a file of the user's."""
        return self.model.endswith(".py")


def fit(data: Any, prior: Any = "default", how: How | None = None) -> Fit:
    """Fit a model to scores of systems (`Groups`), or to counts of right and wrong.

    Examples
    --------
    >>> from claimwise.bayes.models.groups import Groups
    >>> scores = Groups.of({"A": [98.0, 101.0, 99.5, 100.2], "B": [101.0, 103.5, 102.2, 104.1]})
    >>> fitted = fit(scores, how=How(model="metric"))
    >>> round(float(fitted.difference("A", "B").sf(0.0)), 3)
    0.983
    """
    how = how or How()
    check_one_of("engine", how.engine, ENGINES)
    if not how.is_custom:
        check_one_of("model", how.model, MODELS)
    if how.is_sampled:
        if how.model == "means":
            refuse_sampling()
        from claimwise.bayes.mcmc.by_name import fit_by_name

        return fit_by_name(data, prior, how)
    if how.model == "binary-probit":
        return _fit_probit(data, prior, how)
    groups = as_groups(data)
    if how.model == "means":
        return fit_mean(groups, prior)
    if how.model in ("metric", "metric-normal"):
        return exact.fit_metric(groups, prior, normal=how.model == "metric-normal")
    if how.model in ("count", "count-poisson"):
        poisson = how.model == "count-poisson"
        return exact.fit_count(groups, prior, poisson=poisson, seed=how.seed)
    if how.model == "ordinal":
        return exact.fit_ordinal(groups, prior, levels=how.levels, seed=how.seed)
    raise ParameterError(
        "fit", "a model of graded scores", how.model, "Counts have assess_posterior."
    )


def as_groups(data: Any) -> Groups:
    """Return scores of systems from whatever holds them."""
    if isinstance(data, Groups):
        return data
    if isinstance(data, Pairs):
        a, b = data.names
        return Groups.of({a: data.a, b: data.b}, paired=True)
    if isinstance(data, dict):
        return Groups.of(data)
    raise DataError(
        "This model",
        "scores of each system (Groups, Pairs, or a dict of arrays)",
        type(data).__name__,
        "Counts of right and wrong have the binary model.",
    )


def pair_table(data: Any) -> np.ndarray:
    """Return items by A and B, wrong before right."""
    counts = data.counts("binary-probit") if isinstance(data, Pairs) else data
    if not isinstance(counts, PairCounts) or counts.both is None or np.ndim(counts.wins):
        found = "unpaired counts" if isinstance(counts, IndependentCounts) else "none"
        raise DataError(
            "The model binary-probit",
            "paired verdicts, with how often both systems are right",
            found,
            "For unpaired verdicts use " + option("model", "binary") + ".",
        )
    both, wins, losses = int(counts.both), int(counts.wins), int(counts.losses)
    return np.array([[counts.n - both - wins - losses, wins], [losses, both]], np.float64)


@dataclass(frozen=True, slots=True)
class ProbitPrior:
    """Beta priors of both accuracies, and of the correlation of what the systems find hard."""

    beta: Prior

    @property
    def name(self) -> str:
        """What it is called."""
        return self.beta.name

    @property
    def words(self) -> str:
        """Say it."""
        return (
            f"{self.beta.words}, for each accuracy; (1 + correlation) / 2 has "
            f"Beta({CORRELATION[0]:g}, {CORRELATION[1]:g})"
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {"accuracy": list(self.beta.parameters), "correlation": list(CORRELATION)}


def _fit_probit(data: Any, prior: Any, how: How) -> Fit:
    table = pair_table(data)
    names = data.names if isinstance(data, Pairs) else ("A", "B")
    chosen = beta_prior("uniform" if prior == "default" else prior)
    right, wrong = chosen.parameters
    model = ProbitPairs(table, (right, wrong))
    found = importance.sample(model.log_density, *model.start(), how.seed)
    at_zero = importance.density_at_zero(
        found, model.log_density, *model.start(), how.seed, log_slope=model.log_slope
    )

    def difference(a: str, b: str) -> SampledPosterior:
        theta = model.accuracies(found.draws)
        gap = theta[:, 1] - theta[:, 0]
        sign = 1 if names.index(a) < names.index(b) else -1
        return SampledPosterior.weighted(sign * gap, found.weights, at_zero)

    def sample(count: int, seed: int) -> Draws:
        points = found.resampled(count, np.random.default_rng(seed))
        return Draws(
            {"theta": model.accuracies(points)[None], "rho": np.tanh(points[:, 2])[None]},
            {"theta": ("system",)},
            {"system": tuple(names)},
        )

    return Fit(
        model="binary-probit",
        engine="exact",
        method="importance sampling",
        names=tuple(names),
        n=int(table.sum()),
        paired=True,
        prior=ProbitPrior(chosen),
        unit="points",
        difference=difference,
        before=lambda a, b: IndependentPosterior.before(chosen),
        sample=sample,
        log_marginal=found.log_marginal,
        quality={"ess": found.ess, "pareto_k": found.pareto_k},
        failures=found.failures(),
    )


WORDS = {
    BINARY: Procedure("a conjugate model of right and wrong answers in closed form", (AZER,)),
    "binary-probit": Procedure(
        "a bivariate probit model of paired verdicts", (AZER,), short="bivariate probit model"
    ),
    "binomial": Procedure("a binomial model with Beta priors", (AZER,)),
    "means": Procedure(
        "Student's t of the mean difference",
        (STUDENT, "Rouder et al. (2009), Psychon. Bull. Rev. 16, 225-237"),
        short="mean difference",
    ),
    "metric": Procedure(
        "a robust model of graded scores by Student's t distribution",
        ("Kruschke (2013), J. Exp. Psychol. Gen. 142, 573-603", AZER),
        short="robust t model",
    ),
    "metric-normal": Procedure("a normal model of graded scores", (AZER,), short="normal model"),
    "count": Procedure(
        "a negative binomial model of counts", (AZER,), short="negative binomial model"
    ),
    "count-poisson": Procedure("a Poisson model of counts", (AZER,), short="Poisson model"),
    "ordinal": Procedure(
        "an ordered probit model", (MCCULLAGH, AZER), short="ordered probit model"
    ),
    "hierarchical": Procedure(
        "a hierarchical model over data sets", (AZER,), short="hierarchical model"
    ),
    "crossed-ordinal": Procedure(
        "an ordered probit model with raters and items crossed",
        (MCCULLAGH, HOWCROFT),
        short="ordered probit model with raters and items",
    ),
}
for _name, _says in WORDS.items():
    # Binomial counts are what right and wrong answers are reduced to.
    register("model", _name, says=_says)(How(model=BINARY if _name == "binomial" else _name))
