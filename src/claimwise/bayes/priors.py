"""Priors by name and by numbers: what was believed before the data, in the open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from claimwise.core import ParameterError, did_you_mean

SMALLEST, LARGEST = 0.05, 1e9
BETA = {"uniform": (1.0, 1.0), "jeffreys": (0.5, 0.5)}
DIRICHLET = {
    "uniform": (1.0, 1.0, 1.0, 1.0),
    "jeffreys": (0.5, 0.5, 0.5, 0.5),
    "perks": (0.25, 0.25, 0.25, 0.25),
}
INFORMED = "informed:"  # as in informed:9:3, as if 9 right and 3 wrong answers had been seen
BETA_STRIP = ("uniform", "jeffreys", "beta(2,2)", "beta(3,1.5)", "beta(9,3)")
DIRICHLET_STRIP = ("uniform", "jeffreys", "perks", "dirichlet(2,2,2,2)", "dirichlet(4,1,1,4)")
BOTH_STRIP = ("uniform", "jeffreys")  # what paired and unpaired strata have in common
_WRITTEN = re.compile(r"^\s*(?P<family>[a-z]+)\s*\((?P<numbers>[^()]*)\)\s*$")


@dataclass(frozen=True, slots=True)
class Prior:
    """A prior: its family, ``beta`` or ``dirichlet``, its parameters, and what it is called."""

    family: str
    parameters: tuple[float, ...]
    name: str

    def __str__(self) -> str:
        """Return the family with its numbers, such as ``Beta(1, 1)``."""
        numbers = ", ".join(f"{number:g}" for number in self.parameters)
        return f"{self.family.capitalize()}({numbers})"

    @property
    def words(self) -> str:
        """The family with its numbers and, where it has one, its name."""
        called = "" if self.name.startswith(self.family) else f", called {self.name}"
        return f"{self}{called}"


def beta_prior(prior: Any) -> Prior:
    """Return the prior of each system's accuracy: a name, ``"beta(a,b)"`` or (a, b).

    >>> str(beta_prior("jeffreys")), str(beta_prior("beta(3,1.5)")), str(beta_prior((9, 3)))
    ('Beta(0.5, 0.5)', 'Beta(3, 1.5)', 'Beta(9, 3)')
    """
    return _prior(prior, "beta", BETA, "(right, wrong)", 2)


def dirichlet_prior(prior: Any) -> Prior:
    """Return the prior of the four cells: both right, only A, only B, both wrong.

    A name, ``"dirichlet(a,b,c,d)"`` or four numbers.

    >>> str(dirichlet_prior("perks"))
    'Dirichlet(0.25, 0.25, 0.25, 0.25)'
    """
    return _prior(prior, "dirichlet", DIRICHLET, "(both right, only A, only B, both wrong)", 4)


def _prior(
    prior: Any, family: str, known: Mapping[str, tuple[float, ...]], cells: str, count: int
) -> Prior:
    who = "prior"
    example = f"{family}({','.join('2' * count)})"
    needs = f"{', '.join(known)}, or {count} numbers {cells} such as {example}"
    if isinstance(prior, Prior):
        if prior.family != family:
            raise ParameterError(who, needs, str(prior), _other(family))
        return prior
    if isinstance(prior, str):
        name = prior.strip().lower()
        if name in known:
            return Prior(family, known[name], name)
        if name.startswith(INFORMED):
            told = _of_numbers(name.removeprefix(INFORMED).split(":"), family, needs, count, prior)
            return replace(told, name=name)
        written = _WRITTEN.match(name)
        if written is None:
            remedy = did_you_mean(name, known)
            raise ParameterError(who, needs, repr(prior), remedy)
        if written["family"] != family:
            raise ParameterError(who, needs, repr(prior), _other(family))
        return _of_numbers(written["numbers"].split(","), family, needs, count, prior)
    if isinstance(prior, Sequence):
        return _of_numbers(prior, family, needs, count, prior)
    raise ParameterError(who, needs, repr(prior))


def _other(family: str) -> str:
    if family == "beta":
        return "Items that are not paired have a Beta prior for each system."
    return "Paired items have a Dirichlet prior over the four outcomes of an item."


def _of_numbers(numbers: Sequence[Any], family: str, needs: str, count: int, found: Any) -> Prior:
    try:
        parameters = tuple(float(number) for number in numbers)
    except (TypeError, ValueError):
        raise ParameterError("prior", needs, repr(found)) from None
    if len(parameters) != count:
        raise ParameterError("prior", needs, repr(found))
    for number in parameters:
        if not SMALLEST <= number <= LARGEST:
            remedy = (
                "A prior of 0 is not a distribution: use jeffreys."
                if number == 0
                else "Use jeffreys."
            )
            span = f"numbers from {SMALLEST:g} to {LARGEST:g}"
            raise ParameterError("prior", span, f"{number:g} in {found!r}", remedy)
    written = ",".join(f"{number:g}" for number in parameters)
    return Prior(family, parameters, f"{family}({written})")
