"""One model with its data, ready to be sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from claimwise.bayes.fit import GradedPrior, Replicate
from claimwise.bayes.posterior import Posterior
from claimwise.core import Note


@dataclass(frozen=True, slots=True)
class SaidPrior:
    """A prior of which only the name, the words and the numbers are kept."""

    name: str
    words: str
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Problem:
    """A NumPyro model, what it is given, and what its sites mean.

    `model` takes `data`, a mapping from names to arrays; data of the same shape can be sampled
    without compiling again. Sites that `dims` names are kept, all others are auxiliary.
    `compared` is the site of which systems differ: one number for each system, or ``difference``
    where there are two. Sites in `fixed` hold some constants. Sites in `many` are kept but not
    judged one by one: of hundreds some look bad by chance. `dense` says whether correlations
    between all parameters are worth learning, where these are few: each step is then slower.
    """

    name: str
    model: Callable[[Any], None]
    data: Mapping[str, Any]
    names: tuple[str, ...]
    n: int
    paired: bool
    prior: GradedPrior
    unit: str
    compared: str
    before: Callable[[str, str], Posterior]
    dims: Mapping[str, tuple[str, ...]]
    coords: Mapping[str, tuple[Any, ...]]
    fixed: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    dense: bool = True
    notes: tuple[Note, ...] = ()
    replicate: Replicate | None = None
    of: str = ""  # what of the scores is compared, where that is not their mean
    log_ratio_before: Callable[[str, str], Posterior] | None = None  # of counts
