"""How means and spreads vary between items: a distribution by its name, or any of SciPy's."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from claimwise.core import ParameterError, check_number, did_you_mean
from claimwise.kernels.arrays import Floats
from claimwise.worlds.item_families import FAMILIES, Numbers

SCIPY = "scipy:"
CALL = re.compile(r"(?P<name>[\w:-]+?)\s*\((?P<numbers>[^()]*)\)")
CUT = re.compile(r"(?P<rest>.*?),\s*cut\s+to\s+(?P<low>\S+)\s+to\s+(?P<high>\S+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution over items: `name` with its numbers, cut to `limits` if there are any.

    Parameters
    ----------
    name : str
        ``uniform`` (low, high), ``normal`` and ``folded-normal`` (mean, standard deviation),
        ``triangular`` (low, mode, high), ``beta`` (two shapes; with a scale, or low and high, if it
        does not run from 0 to 1), ``constant``, or ``scipy:`` and the name of one of SciPy's.
    numbers : tuple of float
        In this order.
    limits : (float, float), optional
        Values beyond are moved to these; one of them may be infinite.
    keywords : tuple of (str, float)
        Further numbers of a distribution of SciPy, such as ``("scale", 0.1)``.
    """

    name: str
    numbers: Numbers
    limits: tuple[float, float] | None = None
    keywords: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that is not known, and numbers that do not fit it."""
        for number in (*self.numbers, *(value for _, value in self.keywords)):
            check_number(f"a number of {self.name}", number)
        if self.limits is not None and not self.limits[0] <= self.limits[1]:
            found = f"{self.limits[0]:g} to {self.limits[1]:g}"
            raise ParameterError("limits", "a low and a high number", found)
        if self.name.startswith(SCIPY):
            self._frozen()
            return
        if self.name not in FAMILIES:
            raise ParameterError(
                "a distribution over items",
                f"one of {', '.join(FAMILIES)}, or scipy:NAME",
                repr(self.name),
                did_you_mean(self.name, FAMILIES),
            )
        family = FAMILIES[self.name]
        count = len(self.numbers) in family.counts and not self.keywords
        if not count or not family.fits(self.numbers):
            raise ParameterError(self.name, family.needs, self.words())

    @classmethod
    def of(cls, given: Distribution | str | float | Any) -> Distribution:
        """Return the distribution of a text, of a single number, or a frozen one of SciPy."""
        if isinstance(given, Distribution):
            return given
        if isinstance(given, str):
            return parse_distribution(given)
        if isinstance(given, int | float | np.number) and not isinstance(given, bool):
            return cls("constant", (check_number("a distribution over items", given),))
        name = getattr(getattr(given, "dist", None), "name", None)
        if not isinstance(name, str) or not hasattr(given, "kwds"):
            raise ParameterError(
                "a distribution over items",
                "a text such as uniform(0, 1), or a frozen distribution of scipy.stats",
                repr(given),
            )
        numbers = tuple(check_number(f"a number of {name}", float(x)) for x in given.args)
        named = tuple((str(key), float(value)) for key, value in given.kwds.items())
        return cls(SCIPY + name, numbers, keywords=named)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        """Return random values."""
        if self.name.startswith(SCIPY):
            found = np.asarray(self._frozen().rvs(size=shape, random_state=rng), dtype=np.float64)
        else:
            found = FAMILIES[self.name].draw(rng, self.numbers, shape)
        return found if self.limits is None else np.clip(found, *self.limits)

    def support(self) -> tuple[float, float]:
        """Return the lowest and the highest value that can be."""
        if self.name.startswith(SCIPY):
            low, high = (float(end) for end in self._frozen().support())
        else:
            low, high = FAMILIES[self.name].support(self.numbers)
        if self.limits is not None:
            low, high = (min(max(end, self.limits[0]), self.limits[1]) for end in (low, high))
        return low, high

    def words(self) -> str:
        """Return how the distribution is written: ``uniform(0, 1)``.

        >>> parse_distribution("triangular:0:1:2").words()
        'triangular(0, 1, 2)'
        """
        named = [f"{key}={_shown(value)}" for key, value in self.keywords]
        numbers = ", ".join([*(_shown(x) for x in self.numbers), *named])
        cut = ""
        if self.limits is not None:
            cut = f", cut to {_shown(self.limits[0])} to {_shown(self.limits[1])}"
        return f"{self.name}({numbers}){cut}"

    def _frozen(self) -> Any:
        from scipy import stats

        plain = self.name.removeprefix(SCIPY)
        made = getattr(stats, plain, None)
        if not isinstance(made, stats.rv_continuous | stats.rv_discrete):
            raise ParameterError("a distribution over items", "one of scipy.stats", repr(plain))
        try:
            numbers: list[float] = list(self.numbers)
            if isinstance(made, stats.rv_discrete):  # some take whole numbers alone
                numbers = [int(x) if float(x).is_integer() else x for x in numbers]
            frozen = made(*numbers, **dict(self.keywords))
            defined = bool(np.isfinite(frozen.median()))
        except TypeError:
            defined = False
        if not defined:
            raise ParameterError(
                plain, f"the numbers that SciPy's has ({made.shapes})", self.words()
            )
        return frozen


def _shown(number: float) -> str:
    """Return a number in as few digits as it needs."""
    short = f"{number:g}"
    return short if float(short) == number else repr(float(number))


def parse_distribution(text: str) -> Distribution:
    """Return the distribution of a text; `Distribution.words` writes such texts.

    >>> parse_distribution("uniform:0:1") == parse_distribution("uniform(0, 1)")
    True
    >>> parse_distribution("scipy:gamma(2, scale=0.1), cut to 0 to 1").support()
    (0.0, 1.0)
    """
    cut = CUT.fullmatch(text.strip())
    rest = cut["rest"].strip() if cut else text.strip()
    limits = (_number(text, cut["low"]), _number(text, cut["high"])) if cut else None
    call = CALL.fullmatch(rest)
    if call:
        name, parts = call["name"], call["numbers"].split(",")
    elif "(" in rest:
        raise _unread(text, "what is neither")
    else:
        head, *parts = rest.removeprefix(SCIPY).split(":")
        name = (SCIPY if rest.startswith(SCIPY) else "") + head.strip()
    numbers: list[float] = []
    named: list[tuple[str, float]] = []
    for part in (part.strip() for part in parts if part.strip()):
        key, equals, value = part.partition("=")
        if equals:
            named.append((key.strip(), _number(text, value)))
        else:
            if named:
                raise _unread(text, part)
            numbers.append(_number(text, part))
    if not all(isfinite(x) for x in numbers):
        raise _unread(text, "a number that is not finite")
    return Distribution(name, tuple(numbers), limits, tuple(named))


def _number(text: str, part: str) -> float:
    """Return a plain number: nothing is computed from a text."""
    stripped = part.strip()
    if stripped in ("inf", "-inf"):
        return float(stripped)
    try:
        value = ast.literal_eval(stripped)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        value = None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _unread(text, repr(part.strip()))
    return float(value)


def _unread(text: str, found: str) -> ParameterError:
    return ParameterError(
        f"the distribution {text!r}",
        "a name and numbers, such as uniform(0, 1) or uniform:0:1",
        found,
    )
