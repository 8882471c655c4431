"""claimwise: is one AI system better than another?

Before the data it says what a study could show; after the data, what it does show.
The names below are loaded when they are first used, so that importing is quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from claimwise.core.version import __version__

if TYPE_CHECKING:
    from claimwise import (
        assess,
        bayes,
        calibrate,
        designs,
        htest,
        intervals,
        kinds,
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
    from claimwise.core.study_parts import (
        Answers,
        Anytime,
        Belief,
        Costs,
        Interval,
        Layout,
        Leaning,
        Levels,
        Normal,
        Posterior,
        Predicted,
        Prices,
        Run,
        Spreads,
        Test,
        Uniform,
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
    from claimwise.study import Study
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

_HOME = {
    "Answers": "claimwise.core.study_parts",
    "Anytime": "claimwise.core.study_parts",
    "Bayes": "claimwise.core.parts",
    "Belief": "claimwise.core.study_parts",
    "ClaimwiseError": "claimwise.core",
    "Costs": "claimwise.core.study_parts",
    "DataError": "claimwise.core",
    "Difference": "claimwise.core.parts",
    "Differences": "claimwise.data",
    "Equivalence": "claimwise.core.parts",
    "FitError": "claimwise.core",
    "Hits": "claimwise.data",
    "IndependentCounts": "claimwise.data",
    "IndependentScores": "claimwise.data",
    "Interval": "claimwise.core.study_parts",
    "Layout": "claimwise.core.study_parts",
    "Leaning": "claimwise.core.study_parts",
    "Levels": "claimwise.core.study_parts",
    "Looks": "claimwise.core.parts",
    "Mixed": "claimwise.core.parts",
    "NonInferiority": "claimwise.core.parts",
    "Normal": "claimwise.core.study_parts",
    "Outputs": "claimwise.data",
    "PairCounts": "claimwise.data",
    "PairedAccuracy": "claimwise.worlds",
    "PairedScores": "claimwise.worlds",
    "Pairs": "claimwise.data",
    "ParameterError": "claimwise.core",
    "Posterior": "claimwise.core.study_parts",
    "Predicted": "claimwise.core.study_parts",
    "Preference": "claimwise.worlds",
    "Prices": "claimwise.core.study_parts",
    "Proportions": "claimwise.worlds",
    "Reading": "claimwise.core.parts",
    "Responses": "claimwise.data",
    "Result": "claimwise.core",
    "Row": "claimwise.core",
    "Run": "claimwise.core.study_parts",
    "Scores": "claimwise.data",
    "SeparateScores": "claimwise.worlds",
    "Spreads": "claimwise.core.study_parts",
    "Study": "claimwise.study",
    "Superiority": "claimwise.core.parts",
    "Test": "claimwise.core.study_parts",
    "Totals": "claimwise.data",
    "Uniform": "claimwise.core.study_parts",
    "align": "claimwise.data",
    "assess": "",
    "bayes": "",
    "calibrate": "",
    "compare": "claimwise.assess",
    "designs": "",
    "doctor": "claimwise.assess",
    "exact_power": "claimwise.power",
    "find_interval": "claimwise.intervals",
    "find_test": "claimwise.htest",
    "fit_agreement": "claimwise.worlds",
    "fit_effect": "claimwise.worlds",
    "fit_judgements": "claimwise.assess.judgement_fit",
    "fit_ratings": "claimwise.assess.rating_fit",
    "fit_responses": "claimwise.assess.response_fit",
    "htest": "",
    "intervals": "",
    "judgements": "claimwise.assess.judgements:judgements",
    "kinds": "",
    "limits": "claimwise.core.limits:using",
    "metrics": "",
    "plan": "",
    "power": "",
    "rating_posterior": "claimwise.assess.rating_posterior:rating_posterior",
    "ratings": "claimwise.assess.ratings:ratings",
    "read": "claimwise.data",
    "read_outputs": "claimwise.data",
    "read_pairs": "claimwise.data",
    "read_responses": "claimwise.data",
    "report": "",
    "run": "",
    "run_interval": "claimwise.intervals",
    "run_test": "claimwise.htest",
    "simulate_power": "claimwise.engine.simulate",
    "study": "",
    "survey": "claimwise.surveys",
    "worlds": "",
}

__all__ = [
    "Answers",
    "Anytime",
    "Bayes",
    "Belief",
    "ClaimwiseError",
    "Costs",
    "DataError",
    "Difference",
    "Differences",
    "Equivalence",
    "FitError",
    "Hits",
    "IndependentCounts",
    "IndependentScores",
    "Interval",
    "Layout",
    "Leaning",
    "Levels",
    "Looks",
    "Mixed",
    "NonInferiority",
    "Normal",
    "Outputs",
    "PairCounts",
    "PairedAccuracy",
    "PairedScores",
    "Pairs",
    "ParameterError",
    "Posterior",
    "Predicted",
    "Preference",
    "Prices",
    "Proportions",
    "Reading",
    "Responses",
    "Result",
    "Row",
    "Run",
    "Scores",
    "SeparateScores",
    "Spreads",
    "Study",
    "Superiority",
    "Test",
    "Totals",
    "Uniform",
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
    "kinds",
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


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"claimwise has no {name!r}; it has {', '.join(__all__)}")
    home, _, own = _HOME[name].partition(":")
    if own:  # under another name there
        return getattr(importlib.import_module(home), own)
    if not home or home.endswith(f".{name}"):  # a room, or a file of one
        return importlib.import_module(home or f"claimwise.{name}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
