"""Formulas in lme4's notation: ``rating ~ system + (system | rater) + (1 | item)``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from claimwise.core import ParameterError

Term = tuple[str, ...]  # the columns that are multiplied; () is the intercept
TOKEN = re.compile(r"\s*(`[^`]+`|[^\W\d][\w.]*|\|\||[~+\-*:/()|]|[01](?![\w.])|\S)")
INTERCEPT: Term = ()


@dataclass(frozen=True, slots=True)
class Effects:
    """Random effects of one term: which columns vary between the levels of which factor."""

    terms: tuple[Term, ...]
    factor: Term  # several names: their combinations are the levels
    correlated: bool


@dataclass(frozen=True, slots=True)
class Formula:
    """What is modelled by what."""

    outcome: str
    fixed: tuple[Term, ...]
    random: tuple[Effects, ...]

    def columns(self) -> tuple[str, ...]:
        """Return every column that is needed, the outcome first."""
        terms = [*self.fixed]
        for effects in self.random:
            terms += [*effects.terms, effects.factor]
        return tuple(dict.fromkeys([self.outcome, *(name for term in terms for name in term)]))

    def __str__(self) -> str:
        """Write it out, with every term spelled out."""
        fixed = _written(self.fixed)
        random = [
            f"({_written(e.terms)} {'|' if e.correlated else '||'} {_product(e.factor)})"
            for e in self.random
        ]
        return f"{_quoted(self.outcome)} ~ " + " + ".join([fixed, *random])


def parse(text: str) -> Formula:
    """Read a formula.

    >>> str(parse("y ~ a * b + (a || rater) + (1 | text/item)"))
    'y ~ 1 + a + b + a:b + (1 + a || rater) + (1 | text) + (1 | text:item)'
    """
    reader = _Reader(text)
    outcome = reader.name("the outcome")
    reader.expect("~")
    fixed, random = reader.sum(inside=False)
    reader.end()
    return Formula(outcome, _ordered(fixed), tuple(random))


def formula_of(
    outcome: str, system: str, by: tuple[str, ...], *, slopes: bool, correlated: bool = True
) -> Formula:
    """Return the formula of a plain design: one fixed factor, random effects by some others."""
    terms = (INTERCEPT, (system,)) if slopes else (INTERCEPT,)
    random = tuple(Effects(terms, (factor,), correlated or not slopes) for factor in by)
    return Formula(outcome, (INTERCEPT, (system,)), random)


def is_part(term: Term, terms: Sequence[Term]) -> bool:
    """Whether a term is a factor of a product among the terms.

    >>> is_part(("a",), [("a",), ("a", "b")])
    True
    """
    return any(set(term) < set(other) for other in terms)


def _written(terms: tuple[Term, ...]) -> str:
    parts = ["1" if INTERCEPT in terms else "0"]
    return " + ".join(parts + [_product(term) for term in terms if term])


def _product(term: Term) -> str:
    return ":".join(map(_quoted, term))


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[^\W\d][\w.]*", name) else f"`{name}`"


def _ordered(terms: list[Term]) -> tuple[Term, ...]:
    """Put the intercept first, then single columns, then products, as R does."""
    return tuple(sorted(dict.fromkeys(terms), key=len))


class _Reader:
    """Goes through the tokens of a formula."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, [m.group(1) for m in TOKEN.finditer(text)]
        self.at = 0

    def _error(self, wanted: str) -> ParameterError:
        found = f"{self.peek()!r} in {self.text!r}" if self.peek() else f"the end of {self.text!r}"
        return ParameterError(
            "the formula", wanted, found, "Write y ~ x + (x | rater) + (1 | item)."
        )

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def expect(self, token: str) -> None:
        if self.peek() != token:
            raise self._error(repr(token))
        self.at += 1

    def end(self) -> None:
        if self.peek():
            raise self._error("+ or the end")

    def name(self, what: str) -> str:
        token = self.peek()
        if not re.match(r"[^\W\d]|`", token):
            raise self._error(what)
        self.at += 1
        return token.strip("`")

    def sum(self, *, inside: bool) -> tuple[list[Term], list[Effects]]:
        """Read terms joined by + and -, and outside of brackets random effects."""
        terms: list[Term] = [INTERCEPT]
        random: list[Effects] = []
        sign = "+"
        if self.peek() in ("+", "-"):
            sign = self._next()
        while True:
            if self.peek() == "(" and not inside and sign == "+":
                random += self._random()
            else:
                for term in self._product():
                    if term is None:  # 0, which takes the intercept away
                        terms = [t for t in terms if t != INTERCEPT]
                    elif sign == "+":
                        terms.append(term)
                    else:
                        terms = [t for t in terms if t != term]
            if self.peek() not in ("+", "-"):
                return terms, random
            sign = self._next()

    def _next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def _product(self) -> Iterator[Term | None]:
        """Read one term: a name, a:b, or a*b, which stands for a + b + a:b."""
        if self.peek() in ("0", "1"):
            yield None if self._next() == "0" else INTERCEPT
            return
        parts: list[Term] = [self._interaction()]
        while self.peek() == "*":
            self.at += 1
            parts.append(self._interaction())
        for size in range(1, len(parts) + 1):
            for chosen in combinations(parts, size):
                yield tuple(dict.fromkeys(name for part in chosen for name in part))

    def _interaction(self) -> Term:
        names = [self.name("a column")]
        while self.peek() == ":":
            self.at += 1
            names.append(self.name("a column"))
        return tuple(dict.fromkeys(names))

    def _random(self) -> list[Effects]:
        """Read (terms | factor); a/b stands for a and a:b."""
        self.expect("(")
        terms, _ = self.sum(inside=True)
        bar = self.peek()
        if bar not in ("|", "||"):
            raise self._error("'|' or '||' and a grouping factor")
        self.at += 1
        factors = [self._interaction()]
        while self.peek() == "/":
            self.at += 1
            factors.append((*factors[-1], *self._interaction()))
        self.expect(")")
        if not terms:
            raise self._error("at least one random effect")
        return [Effects(_ordered(terms), factor, bar == "|") for factor in factors]
