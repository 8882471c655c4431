"""Priors of graded models by name, with a number where they take one: ``unit:0.2``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import ParameterError, did_you_mean

DEFAULT = "default"


def chosen_name(prior: Any, known: Mapping[str, str], first: str) -> tuple[str, float | None]:
    """Return the name of a prior and its number, if it has one; ``default`` is the `first`.

    >>> chosen_name("unit:0.2", {"unit": ""}, "unit"), chosen_name("default", {"unit": ""}, "unit")
    (('unit', 0.2), ('unit', None))
    """
    needs = f"one of {', '.join(known)}"
    if not isinstance(prior, str):
        raise ParameterError("prior", needs, repr(prior))
    name, colon, number = prior.strip().lower().partition(":")
    if name == DEFAULT:
        name = first
    if name not in known:
        remedy = did_you_mean(name, known)
        raise ParameterError("prior", needs, repr(prior), remedy)
    if not colon:
        return name, None
    if name != first:
        raise ParameterError(f"prior {name}", "no number", repr(prior))
    try:
        return name, float(number)
    except ValueError:
        example = f"{first}:0.5"
        raise ParameterError(
            "prior", f"a number behind the colon, as in {example}", repr(prior)
        ) from None


def in_range(number: float, low: float, high: float, prior: Any) -> float:
    """Return the number of a prior, which must make it a distribution."""
    if not low <= number <= high:
        raise ParameterError(
            "prior",
            f"a number from {low:g} to {high:g}",
            f"{number:g} in {prior!r}",
            "An infinitely wide or narrow prior is not a distribution.",
        )
    return number
