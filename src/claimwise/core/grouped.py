"""Functions of many settings, called by few: those that belong together are one parameter."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from claimwise.core.errors import did_you_mean
from claimwise.core.parts import Part, Taken

F = TypeVar("F", bound=Callable[..., Any])


def grouped(**parts: tuple[type[Part], str]) -> Callable[[F], F]:
    """Let a function take `parts` for the settings of each; these can be said as well.

    A claim says its kind under the name of its parameter.

    >>> from claimwise.core.parts import Claim
    >>> @grouped(claim=(Claim, "says margin"))
    ... def plan(*, n=None, claim="difference", margin=None): return n, claim, margin
    >>> plan(n=5, claim="non-inferiority:0.02"), plan(claim="equivalence", margin=0.1)
    ((5, 'non-inferiority', 0.02), (None, 'equivalence', 0.1))
    >>> str(inspect.signature(plan))
    "(*, n=None, claim: 'cw.Claim | None' = None)"
    """
    return lambda function: _grouped(function, parts)


def _grouped(function: F, parts: Mapping[str, tuple[type[Part], str]]) -> F:
    own = inspect.signature(function)
    taken = {}
    for name, (kind, named) in parts.items():
        settings = {key: own.parameters[_flat(name, key)].default for key in named.split()}
        taken[name] = Taken(kind, settings)
    within = {_flat(name, key) for name, part in taken.items() for key in part.settings}
    known = [*own.parameters, *parts]

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        flat = {key: value for key, value in named.items() if key not in taken}
        for name, part in taken.items():
            if name in named:
                single = {key: flat[key] for key in part.settings if key in flat}
                said = part.value(name, named[name], single).said()
                flat |= {_flat(name, key): value for key, value in said.items()}
        for key in flat:
            if key not in own.parameters:
                near = did_you_mean(key, known)
                raise TypeError(f"{function.__name__} has no parameter {key!r}. {near}".strip())
        return function(*given, **flat)

    kept = [one for key, one in own.parameters.items() if key not in within]
    made = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=f"cw.{part.kind.__name__} | None",
        )
        for name, part in taken.items()
    ]
    about: Any = call
    about.__signature__ = own.replace(parameters=[*kept, *made])
    about.parts = taken
    return about  # type: ignore[no-any-return]


def _flat(part: str, setting: str) -> str:
    """Return the parameter of a setting."""
    return part if setting == "says" else setting
