"""Former names: calls that have another name now, and work with a warning for one release."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def formerly(said: str, now: str, function: Callable[P, R]) -> Callable[P, R]:
    """Return a function under the name that it had, which says what it is called now."""

    @wraps(function)
    def call(*given: P.args, **named: P.kwargs) -> R:
        warnings.warn(f"{said} is now {now}.", DeprecationWarning, stacklevel=2)
        return function(*given, **named)

    return call
