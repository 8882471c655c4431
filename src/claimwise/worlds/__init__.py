"""Generative processes that know their truth. Each file of this room registers its own."""

from claimwise.core import import_room
from claimwise.worlds.agreement import Agreement, Held, Independent, Lachenbruch, Regressed
from claimwise.worlds.delta_fit import FittedDelta, fit_delta_laplace
from claimwise.worlds.delta_laplace import DeltaLaplace
from claimwise.worlds.graded import PairedScores, SeparateScores
from claimwise.worlds.paired_accuracy import PairedAccuracy
from claimwise.worlds.preference import Preference
from claimwise.worlds.proportions import Proportions
from claimwise.worlds.regression import Regression, fit_agreement, fit_effect

import_room(__name__, list(__path__))

__all__ = [
    "Agreement",
    "DeltaLaplace",
    "FittedDelta",
    "Held",
    "Independent",
    "Lachenbruch",
    "PairedAccuracy",
    "PairedScores",
    "Preference",
    "Proportions",
    "Regressed",
    "Regression",
    "SeparateScores",
    "fit_agreement",
    "fit_delta_laplace",
    "fit_effect",
]
