"""Functions whose parameters are declared as fields of their kind of study."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, TypeVar

from claimwise.core import Result
from claimwise.kinds import find_plan

F = TypeVar("F", bound=Callable[..., Result])


def declared(function: F) -> F:
    """Give a function the signature of the kind of its name, and say what its parameters are."""
    fields = find_plan(function.__name__).fields
    made = [
        Parameter(field.called, Parameter.KEYWORD_ONLY, default=field.default) for field in fields
    ]
    made.append(Parameter("workers", Parameter.KEYWORD_ONLY, default=1))
    about: Any = function
    about.__signature__ = Signature(made, return_annotation=Result)
    lines = [f"    {field.called}\n        {field.help}" for field in fields]
    words = (function.__doc__ or "").rstrip()
    about.__doc__ = "\n".join([words, "", "    Parameters", "    ----------", *lines, "    "])
    return function
