"""Plans that say why, where they are asked for what another kind of study has and they have not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature, unwrap
from typing import ParamSpec

from claimwise.core import Result

P = ParamSpec("P")


def saying_why(plan: Callable[P, Result]) -> Callable[P, Result]:
    """Return a plan that answers a parameter which it lacks with the reason, if there is one."""
    known = {*signature(plan).parameters, *signature(unwrap(plan)).parameters}

    @wraps(plan)
    def asked(*args: P.args, **given: P.kwargs) -> Result:
        unknown = [name for name in given if name not in known]
        if unknown:
            from claimwise.plan.matrix import refuse_missing

            refuse_missing(plan.__name__, unknown)
        return plan(*args, **given)

    return asked
