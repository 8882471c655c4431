"""Is a value one that its field can have? Each check returns it clean, or says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from claimwise.core.check import check_count, check_number, check_one_of, check_probability
from claimwise.core.errors import ParameterError
from claimwise.core.field import Field
from claimwise.core.registry import names

Check = Callable[[str, Any], Any]  # takes the value's full name and the value; returns it clean


def checked(field: Field, who: str, value: Any) -> Any:
    """Return a value of a field as its type and its limits have it; `who` is what it is called."""
    if field.check is not None:
        return field.check(who, value)
    if field.type in TYPES:
        return TYPES[field.type](who, value)
    if field.type in ("number", "integer"):
        return number(field, who, value)
    if field.type == "file" and field.several:
        return paths(who, value)
    if field.type == "choice" and not field.free:
        return check_one_of(who, text(who, value), words(field))
    return text(who, value)


def words(field: Field) -> Sequence[str]:
    """Return the words that a choice has."""
    if field.registered is None:
        return field.choices
    kind, traits = field.registered
    return names(kind, **traits)


def number(field: Field, who: str, value: Any) -> float:
    """Return a number within the limits of its field."""
    if field.type == "integer":
        found: float = check_count(who, value)
    elif (field.low, field.high) == (0, 1):
        return check_probability(who, value)
    else:
        found = check_number(who, value)
    limits = (
        (field.low, "of at least", found.__ge__),
        (field.above, "above", found.__gt__),
        (field.high, "at most", found.__le__),
        (field.below, "below", found.__lt__),
    )
    known = [(limit, said, holds) for limit, said, holds in limits if limit is not None]
    if not all(holds(type(found)(limit)) for limit, _, holds in known):
        needs = " and ".join(f"{said} {limit:g}" for limit, said, _ in known)
        raise ParameterError(who, f"a number {needs}", f"{found:g}")
    return found


def text(who: str, value: Any) -> str:
    """Return a text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ParameterError(who, "a text in quotes", repr(value))
    if "\x00" in value:
        raise ParameterError(who, "a text without null characters", repr(value))
    return value


def flag(who: str, value: Any) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise ParameterError(who, "true or false", repr(value))
    return value


def number_or_text(who: str, value: Any) -> float | str:
    """Return a number, or a text that says one with its unit, such as 0.5t."""
    return text(who, value) if isinstance(value, str) else check_number(who, value)


def paths(who: str, value: Any) -> str | list[str]:
    """Return the path of a file, or those of several."""
    if isinstance(value, str):
        return text(who, value)
    if isinstance(value, Sequence) and value:
        return [text(who, one) for one in value]
    raise ParameterError(who, "the path of a file, or a list of them", repr(value))


def roles(who: str, value: Any) -> dict[str, str]:
    """Return which column plays which role."""
    if not isinstance(value, Mapping):
        remedy = 'Write columns = {item = "qid"}.'
        raise ParameterError(who, "columns by their roles", repr(value), remedy)
    return {str(role): text(f"{who}.{role}", name) for role, name in value.items()}


def registered(kind: str, *choices: Mapping[str, Any]) -> Check:
    """Return a check of names in the registry that have any of these sets of traits."""

    def check(who: str, value: Any) -> str:
        known = [name for traits in choices or ({},) for name in names(kind, **traits)]
        return check_one_of(who, text(who, value), dict.fromkeys(known))

    return check


TYPES: Mapping[str, Check] = {"boolean": flag, "columns": roles}
