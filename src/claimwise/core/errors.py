"""The errors a user can meet, and the words that they are made of.

A sentence mentions a parameter as a value, ``option("solve", "n")``, and not as text: whoever
prints the sentence spells it. Python has ``solve="n"``, the command line ``--solve n``.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from claimwise.core.display import shown, shown_in

POINT = "\n- "  # begins a point of a list; a part of its own, since a text has no lines


@dataclass(frozen=True, slots=True)
class Option:
    """A parameter that a sentence mentions, with a value or without."""

    name: str
    value: object = None


# How a surface spells a parameter; None where it has no word for it.
Spelling = Callable[[Option], "str | None"]


@dataclass(frozen=True, slots=True)
class Words:
    """A text in which parameters stay values until it is printed."""

    parts: tuple[str | Option, ...]

    def __add__(self, other: str | Words) -> Words:
        """Join a text, or words, behind it."""
        return Words((*self.parts, *as_words(other).parts))

    def __radd__(self, other: str) -> Words:
        """Join a text before it."""
        return as_words(other) + self

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return any(self.parts)

    def __str__(self) -> str:
        """Return the text in Python's words."""
        return "".join(in_python(part) if isinstance(part, Option) else part for part in self.parts)

    def shown(self) -> Words:
        """Return the text with names in it as they are shown."""
        return Words(tuple(part if part == POINT else _part_shown(part) for part in self.parts))

    @property
    def options(self) -> tuple[Option, ...]:
        """The parameters that are not spelled yet."""
        return tuple(part for part in self.parts if isinstance(part, Option))

    def spelled(self, spelling: Spelling) -> Words:
        """Return the text with the parameters spelled that the spelling has a word for."""
        return Words(
            tuple(
                (spelling(part) or part) if isinstance(part, Option) else part
                for part in self.parts
            )
        )


def _part_shown(part: str | Option) -> str | Option:
    if isinstance(part, str):
        return shown(part)
    return Option(part.name, shown_in(part.value))


def option(name: str, value: object = None) -> Words:
    """Mention a parameter in a sentence, alone or with a value; join texts to it with ``+``.

    An f-string would spell it at once, in Python's words.

    >>> str("Or ask for it with " + option("solve", "n") + ".")
    'Or ask for it with solve="n".'
    """
    return Words((Option(name, value),))


def as_words(text: object) -> Words:
    """Return a text, or whatever has one, as words."""
    return text if isinstance(text, Words) else Words((str(text),))


def in_python(option: Option) -> str:
    """Spell a parameter as Python does.

    >>> in_python(Option("columns", {"item": "qid"}))
    'columns={"item": "qid"}'
    """
    if option.name == "limit" and isinstance(option.value, Mapping):  # of a block of code
        values = ", ".join(f"{name}={value}" for name, value in option.value.items())
        return f"with claimwise.limits({values})"
    return option.name if option.value is None else f"{option.name}={literal(option.value)}"


def literal(value: object) -> str:
    """Write a value as Python code, texts between double quotation marks."""
    if isinstance(value, str):
        return f'"{value}"'
    if value is ...:
        return "..."
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        inside = ", ".join(literal(one) for one in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


class ClaimwiseError(Exception):
    """Any refusal by claimwise; its text is one or two sentences made for a person.

    Names in it are as they are shown. One part is the text; two are a text and a remedy. Of three
    or four the text is made: who needs what, what was found, and a remedy.

    >>> str(ParameterError("alpha", "a number below 0.5", 1.2, "The usual choice is 0.05."))
    'alpha needs a number below 0.5; found 1.2. The usual choice is 0.05.'
    """

    def __init__(self, *parts: object) -> None:
        """Take the text, the text and a remedy, or the parts of the text and a remedy."""
        kept = [part.shown() if isinstance(part, Words) else shown(str(part)) for part in parts]
        super().__init__(*kept)
        self.remedy = as_words(kept.pop() if len(kept) in (2, 4) else "")
        self.problem = _needs(*kept) if len(kept) == 3 else as_words(kept[0] if kept else "")

    @property
    def words(self) -> Words:
        """The whole text, with parameters as values."""
        return self.problem + " " + self.remedy if self.remedy else self.problem

    def __str__(self) -> str:
        """Return the text, parameters as far as they are spelled, else in Python's words."""
        return str(self.words)

    def spell(self, spelling: Spelling) -> None:
        """Spell the parameters that the text mentions, as far as the spelling knows them."""
        self.problem = self.problem.spelled(spelling)
        self.remedy = self.remedy.spelled(spelling)


class DataError(ClaimwiseError, ValueError):
    """The data cannot be used as they are."""


class ParameterError(ClaimwiseError, ValueError):
    """A parameter is out of range, unknown, or in conflict with another one.

    A subject that is a name is spelled as the parameter of that name.
    """

    def __init__(self, *parts: object) -> None:
        """Take the text, the text and a remedy, or the parts of the sentence."""
        who, *others = parts or ("",)
        if len(parts) > 2 and isinstance(who, str) and who.isidentifier():
            who = option(who)
        super().__init__(who, *others)


class NotInResultError(ParameterError, AttributeError):
    """An answer has no single value of a quantity; so ``hasattr(result, "power")`` is False."""


class ImpossibleError(ParameterError):
    """The parameters are each in range, but no world has all of them."""


class FitError(ClaimwiseError, RuntimeError):
    """A model could not be fitted to these data.

    `picture` is a Result to draw, where there is one that shows what went wrong.
    """

    picture: Any = None


LONGEST = 2000  # characters of a part of a sentence: files may name their columns at any length


def in_words(who: object, needs: object, found: object, remedy: object = "") -> Words:
    """Say who needs what, what was found, and what to do instead, with parameters as values."""
    return ClaimwiseError(who, needs, found, remedy).words


def sentences(parts: Iterable[Words]) -> Words:
    """Return sentences one after the other."""
    first, *others = parts
    for other in others:
        first = first + " " + other
    return first


def sentence(who: object, needs: object, found: object, remedy: object = "") -> str:
    """Say who needs what, what was found, and what to do instead.

    >>> sentence("alpha", "a number between 0 and 0.5", 1.2, "The usual choice is 0.05.")
    'alpha needs a number between 0 and 0.5; found 1.2. The usual choice is 0.05.'
    """
    return str(in_words(who, needs, found, remedy))


def _needs(who: object, needs: object, found: object) -> Words:
    return _short(who) + " needs " + _short(needs) + "; found " + _short(found) + "."


def _short(part: object) -> Words:
    """Return a part of a sentence; of one that nobody would read to its end, both ends."""
    text = str(part)
    return as_words(part if len(text) <= LONGEST else f"{text[:200]} ... {text[-100:]}")


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Name the nearest known name, or say nothing.

    >>> did_you_mean("mcnemar-mdip", ["mcnemar-midp", "sign"])
    'Did you mean mcnemar-midp?'
    """
    near = difflib.get_close_matches(str(name), list(known), n=1)
    return f"Did you mean {near[0]}?" if near else ""
