"""Posteriors and Bayes factors: data in, Result out, in closed form or by quadrature."""

from claimwise.bayes.beta_binomial import IndependentPosterior
from claimwise.bayes.paired import PairedPosterior
from claimwise.bayes.pairing import pairing_bounds, pairing_extremes
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.priors import Prior, beta_prior, dirichlet_prior
from claimwise.bayes.sensitivity import sensitivity
from claimwise.bayes.stratified import StratifiedPosterior
from claimwise.bayes.summary import assess_bayes_factor, assess_posterior, probability_greater
from claimwise.core import import_room

import_room(__name__, list(__path__))

__all__ = [
    "IndependentPosterior",
    "PairedPosterior",
    "Posterior",
    "Prior",
    "StratifiedPosterior",
    "assess_bayes_factor",
    "assess_posterior",
    "beta_prior",
    "dirichlet_prior",
    "pairing_bounds",
    "pairing_extremes",
    "probability_greater",
    "sensitivity",
]
