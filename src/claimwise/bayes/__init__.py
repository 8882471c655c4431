"""Posteriors and Bayes factors: data in, Result out, in closed form, by quadrature or by draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.bayes.accuracies import BetaPosterior, accuracy_rows
    from claimwise.bayes.analysis import Analysis, analyse, from_fit
    from claimwise.bayes.beta_binomial import IndependentPosterior
    from claimwise.bayes.curves import curves
    from claimwise.bayes.diagnostic_picture import diagnostic_picture
    from claimwise.bayes.draws import Draws
    from claimwise.bayes.effects import effect_rows
    from claimwise.bayes.fit import FailedFit, Fit
    from claimwise.bayes.fitting import BINARY, ENGINES, MODELS, How, fit
    from claimwise.bayes.models.groups import Groups
    from claimwise.bayes.paired import PairedPosterior
    from claimwise.bayes.pairing import pairing_bounds, pairing_extremes
    from claimwise.bayes.posterior import Posterior
    from claimwise.bayes.predictive import predictive_check
    from claimwise.bayes.predictive_picture import predictive_picture
    from claimwise.bayes.priors import Prior, beta_prior, dirichlet_prior
    from claimwise.bayes.question import Question
    from claimwise.bayes.sensitivity import compare_priors, sensitivity, usual_priors
    from claimwise.bayes.stratified import StratifiedPosterior
    from claimwise.bayes.summary import (
        analysed,
        assess_bayes_factor,
        assess_posterior,
        in_shares,
        probability_greater,
        say_factors,
        say_posterior,
    )
    from claimwise.bayes.weigh import check_models, weigh_models

__all__ = [
    "BINARY",
    "ENGINES",
    "MODELS",
    "Analysis",
    "BetaPosterior",
    "Draws",
    "FailedFit",
    "Fit",
    "Groups",
    "How",
    "IndependentPosterior",
    "PairedPosterior",
    "Posterior",
    "Prior",
    "Question",
    "StratifiedPosterior",
    "accuracy_rows",
    "analyse",
    "analysed",
    "assess_bayes_factor",
    "assess_posterior",
    "beta_prior",
    "check_models",
    "compare_priors",
    "curves",
    "diagnostic_picture",
    "dirichlet_prior",
    "effect_rows",
    "fit",
    "from_fit",
    "in_shares",
    "pairing_bounds",
    "pairing_extremes",
    "predictive_check",
    "predictive_picture",
    "probability_greater",
    "say_factors",
    "say_posterior",
    "sensitivity",
    "usual_priors",
    "weigh_models",
]

lazy(__name__)
