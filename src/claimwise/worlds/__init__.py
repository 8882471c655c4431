"""Generative processes that know their truth. Each file of this room registers its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.worlds.agreement import Agreement, Held, Independent, Lachenbruch, Regressed
    from claimwise.worlds.delta_fit import FittedDelta, fit_delta_laplace
    from claimwise.worlds.delta_laplace import DeltaLaplace
    from claimwise.worlds.dirichlet_responses import DirichletResponses
    from claimwise.worlds.graded import PairedScores, SeparateScores
    from claimwise.worlds.item_distributions import Distribution
    from claimwise.worlds.ordinal_responses import OrdinalResponses
    from claimwise.worlds.paired_accuracy import PairedAccuracy
    from claimwise.worlds.plugin_responses import PluginResponses
    from claimwise.worlds.preference import Preference
    from claimwise.worlds.proportions import Proportions
    from claimwise.worlds.rating_file import find_rating_world
    from claimwise.worlds.ratings import LinearRatings, OrdinalRatings, RatingWorld
    from claimwise.worlds.regression import Regression, fit_agreement, fit_effect
    from claimwise.worlds.response_file import find_response_world
    from claimwise.worlds.responses import NormalResponses, ResponseWorld
    from claimwise.worlds.varying import Varying

__all__ = [
    "Agreement",
    "DeltaLaplace",
    "DirichletResponses",
    "Distribution",
    "FittedDelta",
    "Held",
    "Independent",
    "Lachenbruch",
    "LinearRatings",
    "NormalResponses",
    "OrdinalRatings",
    "OrdinalResponses",
    "PairedAccuracy",
    "PairedScores",
    "PluginResponses",
    "Preference",
    "Proportions",
    "RatingWorld",
    "Regressed",
    "Regression",
    "ResponseWorld",
    "SeparateScores",
    "Varying",
    "find_rating_world",
    "find_response_world",
    "fit_agreement",
    "fit_delta_laplace",
    "fit_effect",
]

lazy(__name__)
