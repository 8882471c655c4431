"""The lines of Python that give the same answer as a command or a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from claimwise.core import DEFAULT_SEED, Result
from claimwise.core.parts import flat_defaults, in_groups

WIDTH = 88
EMPTY: tuple[Any, ...] = ("", (), [], {})


def call_lines(name: str, parts: Sequence[str], after: str = "") -> str:
    """Return an import, a call with these arguments, and how its result is shown.

    `name` is how the function is reached (``cw.plan.accuracy``), `after` what follows the call.

    >>> print(call_lines("cw.double", ["4", "times=3"], ".result"))
    import claimwise as cw
    <BLANKLINE>
    result = cw.double(4, times=3).result
    print(result)
    """
    call = f"result = {name}({', '.join(parts)}){after}"
    if len(call) > WIDTH:
        inner = "".join(f"    {part},\n" for part in parts)
        call = f"result = {name}(\n{inner}){after}"
    return f"import claimwise as cw\n\n{call}\nprint(result)"


def python_lines(
    name: str,
    function: Callable[..., Any],
    *given: Any,
    after: str = "",
    result: Result | None = None,
    **options: Any,
) -> str:
    """Return the lines of a call, with what differs from the function's defaults.

    The seed is that of the `result`; where nothing was drawn at random, there is none.

    >>> def double(x, *, times=2): ...
    >>> print(python_lines("cw.double", double, 4, times=3).splitlines()[2])
    result = cw.double(4, times=3)
    """
    known = flat_defaults(function)
    if result is not None and ("rng" in options or "rng" in known):
        options["rng"] = result.provenance.get("seed")
    named = {key: value for key, value in options.items() if not _usual(key, value, known)}
    parts = [repr(value) for value in given]
    parts += [f"{key}={value!r}" for key, value in in_groups(function, named).items()]
    return call_lines(name, parts, after)


def _usual(key: str, value: Any, known: Mapping[str, Any]) -> bool:
    """Whether an argument is what the function takes it to be anyway."""
    if key == "rng" and value in (None, DEFAULT_SEED):
        return key not in known or known[key] in (None, DEFAULT_SEED)
    if key not in known:
        return value is None or value in EMPTY
    default = known[key]
    if value is None or value in EMPTY:
        return default is None or default in EMPTY
    if isinstance(value, str) and isinstance(default, tuple):
        return tuple(value.split(",")) == default
    return value is default or (type(value) is type(default) and bool(value == default))
