"""The errors a user can meet, and the one sentence pattern they all follow."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class ClaimwiseError(Exception):
    """Any refusal by claimwise; its text is one or two sentences made for a person.

    Of several parts the sentence is made: who needs what, what was found, and a remedy.

    >>> str(ParameterError("alpha", "a number below 0.5", 1.2, "The usual choice is 0.05."))
    'alpha needs a number below 0.5; found 1.2. The usual choice is 0.05.'
    """

    def __init__(self, *parts: object) -> None:
        """Take the text, or the parts of the sentence."""
        super().__init__(sentence(*parts) if len(parts) > 1 else "".join(map(str, parts)))


class DataError(ClaimwiseError, ValueError):
    """The data cannot be used as they are."""


class ParameterError(ClaimwiseError, ValueError):
    """A parameter is out of range, unknown, or in conflict with another one."""


class ImpossibleError(ParameterError):
    """The parameters are each in range, but no world has all of them."""


class FitError(ClaimwiseError, RuntimeError):
    """A model could not be fitted to these data.

    `picture` is a Result to draw, where there is one that shows what went wrong.
    """

    picture: Any = None


LONGEST = 2000  # characters of a part of a sentence: files may name their columns at any length


def sentence(who: object, needs: object, found: object, remedy: object = "") -> str:
    """Say who needs what, what was found, and what to do instead.

    >>> sentence("alpha", "a number between 0 and 0.5", 1.2, "The usual choice is 0.05.")
    'alpha needs a number between 0 and 0.5; found 1.2. The usual choice is 0.05.'
    """
    who, needs, found, remedy = (_short(part) for part in (who, needs, found, remedy))
    return f"{who} needs {needs}; found {found}." + (f" {remedy}" if remedy else "")


def _short(part: object) -> str:
    """Return a part of a sentence; of one that nobody would read to its end, both ends."""
    said = str(part)
    return said if len(said) <= LONGEST else f"{said[:200]} ... {said[-100:]}"


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Name the nearest known name, or say nothing.

    >>> did_you_mean("mcnemar-mdip", ["mcnemar-midp", "sign"])
    'Did you mean mcnemar-midp?'
    """
    near = difflib.get_close_matches(str(name), list(known), n=1)
    return f"Did you mean {near[0]}?" if near else ""
