"""claimwise: is one AI system better than another?

Before the data it says what a study could show; after the data, what it does show.
The names below are loaded when they are first used, so that importing is quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from claimwise.core.version import __version__

if TYPE_CHECKING:
    from claimwise import htest, plan, power, report, worlds
    from claimwise.core import (
        ClaimwiseError,
        DataError,
        FitError,
        ParameterError,
        Result,
        Row,
    )
    from claimwise.data import IndependentCounts, PairCounts, Pairs, read_pairs
    from claimwise.htest import find_test, run_test
    from claimwise.power import exact_power, simulate_power
    from claimwise.worlds import (
        PairedAccuracy,
        Preference,
        Proportions,
        fit_agreement,
        fit_effect,
    )

_HOME = {
    "ClaimwiseError": "claimwise.core",
    "DataError": "claimwise.core",
    "FitError": "claimwise.core",
    "IndependentCounts": "claimwise.data",
    "PairCounts": "claimwise.data",
    "PairedAccuracy": "claimwise.worlds",
    "Pairs": "claimwise.data",
    "ParameterError": "claimwise.core",
    "Result": "claimwise.core",
    "Row": "claimwise.core",
    "Preference": "claimwise.worlds",
    "Proportions": "claimwise.worlds",
    "exact_power": "claimwise.power",
    "find_test": "claimwise.htest",
    "fit_agreement": "claimwise.worlds",
    "fit_effect": "claimwise.worlds",
    "htest": "",
    "plan": "",
    "power": "",
    "read_pairs": "claimwise.data",
    "report": "",
    "run_test": "claimwise.htest",
    "simulate_power": "claimwise.power",
    "worlds": "",
}

__all__ = [
    "ClaimwiseError",
    "DataError",
    "FitError",
    "IndependentCounts",
    "PairCounts",
    "PairedAccuracy",
    "Pairs",
    "ParameterError",
    "Preference",
    "Proportions",
    "Result",
    "Row",
    "__version__",
    "exact_power",
    "find_test",
    "fit_agreement",
    "fit_effect",
    "htest",
    "plan",
    "power",
    "read_pairs",
    "report",
    "run_test",
    "simulate_power",
    "worlds",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"claimwise has no {name!r}; it has {', '.join(__all__)}")
    home = _HOME[name]
    if not home:
        return importlib.import_module(f"claimwise.{name}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
