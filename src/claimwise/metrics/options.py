"""Options of metrics, which come as texts: numbers, flags, words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimwise.core import ParameterError, check_number, check_one_of

YES = ("yes", "true", "1", "on")
NO = ("no", "false", "0", "off")


def whole(who: str, text: str, least: int = 1) -> int:
    """Return a whole number of at least `least`."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise ParameterError(who, f"a whole number of at least {least}", repr(text))
    return number


def positive(who: str, text: str) -> float:
    """Return a number above 0."""
    try:
        number = check_number(who, float(text))
    except ValueError:
        number = 0.0
    if number <= 0:
        raise ParameterError(who, "a number above 0", repr(text))
    return number


def flag(who: str, text: str) -> bool:
    """Return whether a text says yes."""
    return check_one_of(who, text.lower(), YES + NO) in YES


def flags(who: str, words: Sequence[str], given: dict[str, str]) -> dict[str, bool]:
    """Return flags that were given by word (``lowercase``) or by value (``lowercase=yes``).

    `given` holds their values, with the defaults.
    """
    for word in words:
        check_one_of(who, word.replace("-", "_"), given)
    named = {word.replace("-", "_") for word in words}
    return {key: key in named or flag(f"{who}: {key}", text) for key, text in given.items()}


def at_most_one(name: str, words: Sequence[str], known: Iterable[str]) -> str:
    """Return the word among the known ones, or nothing if none was given."""
    for word in words:
        check_one_of(f"metric {name}", word, known)
    if len(words) > 1:
        raise ParameterError(f"metric {name}", "one word", " and ".join(words))
    return words[0] if words else ""


def listed(text: str) -> tuple[str, ...]:
    """Return the parts of A+B+C, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split("+") if part.strip()))


def depth(name: str, words: Sequence[str]) -> int | None:
    """Return the cut-off of ``NAME@K``, or None."""
    if len(words) > 1:
        raise ParameterError(f"metric {name}", "one cut-off", " and ".join(words))
    return whole(f"metric {name}: the cut-off", words[0]) if words else None
