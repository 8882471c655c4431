"""claimwise: is one AI system better than another?

Before the data it says what a study could show; after the data, what it does show.
The names below are loaded when they are first used, so that importing is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy
from claimwise.core.version import __version__

if TYPE_CHECKING:
    from claimwise import (
        assess,
        bayes,
        calibrate,
        designs,
        htest,
        intervals,
        metrics,
        plan,
        power,
        report,
        run,
        study,
        worlds,
    )
    from claimwise.assess.compare import compare
    from claimwise.assess.doctor import doctor
    from claimwise.assess.judgement_fit import fit_judgements
    from claimwise.assess.judgements import judgements
    from claimwise.assess.rating_fit import fit_ratings
    from claimwise.assess.rating_posterior import rating_posterior
    from claimwise.assess.ratings import ratings
    from claimwise.assess.response_fit import fit_responses
    from claimwise.core import (
        ClaimwiseError,
        DataError,
        FitError,
        ParameterError,
        Result,
        Row,
    )
    from claimwise.core.limits import using as limits
    from claimwise.core.parts import (
        Bayes,
        Difference,
        Equivalence,
        Looks,
        Mixed,
        NonInferiority,
        Reading,
        Superiority,
    )
    from claimwise.data import (
        Differences,
        Hits,
        IndependentCounts,
        IndependentScores,
        Outputs,
        PairCounts,
        Pairs,
        Responses,
        Scores,
        Totals,
        align,
        read,
        read_outputs,
        read_pairs,
        read_responses,
    )
    from claimwise.engine.simulate import simulate_power
    from claimwise.htest import find_test, run_test
    from claimwise.intervals import find_interval, run_interval
    from claimwise.power import exact_power
    from claimwise.surveys import survey
    from claimwise.worlds import (
        PairedAccuracy,
        PairedScores,
        Preference,
        Proportions,
        SeparateScores,
        fit_agreement,
        fit_effect,
    )

__all__ = [
    "Bayes",
    "ClaimwiseError",
    "DataError",
    "Difference",
    "Differences",
    "Equivalence",
    "FitError",
    "Hits",
    "IndependentCounts",
    "IndependentScores",
    "Looks",
    "Mixed",
    "NonInferiority",
    "Outputs",
    "PairCounts",
    "PairedAccuracy",
    "PairedScores",
    "Pairs",
    "ParameterError",
    "Preference",
    "Proportions",
    "Reading",
    "Responses",
    "Result",
    "Row",
    "Scores",
    "SeparateScores",
    "Superiority",
    "Totals",
    "__version__",
    "align",
    "assess",
    "bayes",
    "calibrate",
    "compare",
    "designs",
    "doctor",
    "exact_power",
    "find_interval",
    "find_test",
    "fit_agreement",
    "fit_effect",
    "fit_judgements",
    "fit_ratings",
    "fit_responses",
    "htest",
    "intervals",
    "judgements",
    "limits",
    "metrics",
    "plan",
    "power",
    "rating_posterior",
    "ratings",
    "read",
    "read_outputs",
    "read_pairs",
    "read_responses",
    "report",
    "run",
    "run_interval",
    "run_test",
    "simulate_power",
    "study",
    "survey",
    "worlds",
]

lazy(__name__)
