"""Systems that people rated or judged: who is ahead, how sure that is, and whom it holds for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isnan
from typing import Any, NamedTuple

from claimwise.core import counted
from claimwise.report.answer import BAD, GOOD, OPEN, Table, named
from claimwise.report.compared import Compared, evidence_of, swapped
from claimwise.report.comparison_tables import comparison_table
from claimwise.report.numbers import decimal, given
from claimwise.report.scale import RATING_POINTS, Scale
from claimwise.report.verdicts import NOT_EQUAL, Verdict

Settings = Mapping[str, Any]
ROLES = ("rater", "item")
FEW_PAIRS = 3  # that are named in a sentence
CHANCES = {"probability_greater": "P(B > A)", "superiority": "rated higher"}


class Verb(NamedTuple):
    """What people do with the better one of two systems, and with the worse one."""

    verb: str
    more: str
    less: str


RATED = Verb("rated", "higher", "lower")
PREFERRED = Verb("preferred", "more often", "less often")


@dataclass(frozen=True, slots=True)
class Rated:
    """The systems with the one ahead first, and their pairs with the one ahead as B.

    Of two systems alone, B stays B. `main` is the pair of the headline: of the pairs of the system
    that is ahead, the least sure one; if all are beyond doubt, that with the reference.
    """

    order: tuple[str, ...]
    pairs: tuple[Compared, ...]
    main: Compared


def rated_of(pairs: Sequence[Compared], names: Sequence[str]) -> Rated:
    """Return systems in their order; the first of the names is the reference.

    Where no difference is known, they stay in the order of the names.
    """
    pairs = [judged(c) for c in pairs]
    ahead = {
        c.b: row.estimate
        for c in pairs
        if c.a == names[0] and (row := c.row("difference") or c.row("posterior_difference"))
    }
    order = sorted(names, key=lambda name: -ahead.get(name, 0.0))
    if len(names) > 2 and ahead:
        place = {name: i for i, name in enumerate(order)}
        pairs = [swapped(c) if place[c.b] > place[c.a] else c for c in pairs]
        pairs.sort(key=lambda c: (place[c.b], place[c.a]))
    first = [c for c in pairs if order[0] in (c.a, c.b)]
    main = max(first, key=lambda c: (_doubt(c), names[0] in (c.a, c.b)))
    return Rated(tuple(order), tuple(pairs), main)


def judged(c: Compared) -> Compared:
    """Return a pair whose difference has the p-value that decides: where raters are few, by t."""
    judges = [row for row in (c.row("verdict"), c.row("small_sample")) if row is not None]
    p = next((row.pvalue for row in judges if row.pvalue is not None), c.difference.pvalue)
    # Its n counts ratings, and would be read as items.
    decided = replace(c.difference, pvalue=p, n=None)
    return replace(c, rows=tuple(decided if row is c.difference else row for row in c.rows))


def _doubt(c: Compared) -> float:
    """Return how far a pair is from being sure: its p-value, or the chance of the other way."""
    greater, p = c.row("probability_greater"), c.difference.pvalue
    if greater is not None:
        return 1 - greater.estimate
    if is_decided(c):
        return 0.0
    return inf if p is None or isnan(p) else p


def is_decided(c: Compared) -> bool:
    """Whether a pair can be told apart."""
    return c.verdict in (1.0, -1.0)


def in_points(c: Compared) -> Compared:
    """Return a pair with its difference in rating points; as it is, where there are none."""
    points = c.row("points")
    if points is None:
        return c
    shown = replace(points, quantity="difference", pvalue=c.difference.pvalue, n=None)
    # What could be detected is in the units of the model that decides.
    rest = (row for row in c.rows if row.quantity not in ("difference", "mde"))
    settings = {**c.settings, "unit": RATING_POINTS.unit, "link": None}
    return replace(c, rows=(shown, *rest), settings=settings)


def spoken(c: Compared) -> tuple[Scale, str]:
    """Return the unit of a sentence, and what it is on: "points", " on the 5-point scale"."""
    points = c.settings.get("scale_points")
    if c.scale != RATING_POINTS or not points:
        return c.scale, ""
    return Scale("points", places=1), f" on the {points}-point scale"


def verdict_of(c: Compared, does: Verb) -> Verdict:
    """Return what a pair comes to: who is ahead by how much, by what evidence, for whom."""
    a, b = c.names()
    if c.verdict is None or isnan(c.verdict):
        unknown = f"Whether {b} is {does.verb} {does.more} than {a} cannot be judged"
        return Verdict("OPEN", OPEN, unknown)
    shown = in_points(c)
    if shown.difference.estimate * c.difference.estimate < 0:  # the model that decides differs
        shown = c
    row, (scale, on) = shown.difference, spoken(shown)
    less, sure = row.estimate < 0, is_decided(c)
    size = scale.size(abs(row.estimate), scale.decimals(row))
    evidence = evidence_of(row, scale, (-row.high, -row.low) if less and sure else None)
    said = f"{b} is {does.verb} {size} {does.less if less else does.more} than {a}{on}"
    aside = f"({evidence}, {like_these(c.settings)})"
    if not sure:
        return Verdict("OPEN", OPEN, f"{said}, too close to call {aside}", NOT_EQUAL)
    word, tone = ("WORSE", BAD) if less else ("BETTER", GOOD)
    return Verdict(word, tone, f"{said} {aside}")


def claim_of(rated: Rated, does: Verb) -> str:
    """Return what is claimed: that one system is ahead, of several of each other one."""
    c, more = rated.main, f"{does.verb} {does.more}"
    claim = f"one of {c.b} and {c.a} is {more}"
    if len(rated.order) > 2:
        claim = f"one of {len(rated.order)} is {more} than each other one"
    alpha = c.settings.get("alpha")
    return f"Claim: {claim}{beyond(c)}{f' (alpha {decimal(alpha)})' if alpha else ''}."


def beyond(c: Compared) -> str:
    """Return the margin of a claim: " by more than 0.2 levels"; empty without one."""
    margin = c.settings.get("margin")
    return f" by more than {given(margin)} levels" if margin else ""


def apart(rated: Rated) -> str:
    """Return which of several systems is ahead, and which pairs cannot be told apart."""
    left = [f"{named(c.b)} and {named(c.a)}" for c in rated.pairs if not is_decided(c)]
    sure = ", beyond doubt" if is_decided(rated.main) else ""
    first = f"{named(rated.order[0])} is rated highest of {len(rated.order)}{sure}."
    if not left:
        return f"{first} All {len(rated.pairs)} pairs can be told apart."
    few = len(left) <= FEW_PAIRS
    pairs = listed(left) if few else f"{len(left)} of {len(rated.pairs)} pairs"
    return f"{first} {pairs} cannot be told apart, which is not evidence that they are equal."


def pair_table(title: str, pairs: Sequence[Compared]) -> tuple[Table, ...]:
    """Return a line for each pair of which a difference is known, in rating points if it can be."""
    known = [c for c in map(in_points, pairs) if c.row("difference") is not None]
    unit = known[0].scale.unit if known else ""
    return comparison_table(
        title,
        "comparison",
        known,
        scores=False,
        heading="points" if unit == RATING_POINTS.unit else unit,
        chances=CHANCES,
    )


def size_of(settings: Settings, what: str) -> str:
    """Return how many ratings or judgements there are, of how many raters and items.

    >>> columns = {"rater": "worker", "item": "doc"}
    >>> size_of({"n": 480, "groups": {"worker": 12, "doc": 40}, "columns": columns}, "rating")
    '480 ratings, 12 raters and 40 items'
    >>> size_of({"n": 9, "groups": {"batch": 3}}, "rating")
    '9 ratings, 3 values of batch'
    """
    roles = _roles(settings)
    groups = [
        counted(count, roles[name]) if name in roles else f"{count:,} values of {name}"
        for name, count in settings["groups"].items()
    ]
    return f"{counted(settings['n'], what)}, {listed(groups)}"


def like_these(settings: Settings) -> str:
    """Return whom the answer holds for: those of whom the ones in the data are a sample.

    >>> like_these({"groups": {"worker": 12}, "columns": {"rater": "worker"}})
    'raters like these'
    """
    roles = _roles(settings)
    names = [f"{roles[name]}s" if name in roles else name for name in settings["groups"]]
    return f"{listed(names)} like these"


def _roles(settings: Settings) -> dict[str, str]:
    columns = settings.get("columns", {})
    return {columns[role]: role for role in ROLES if role in columns}


def listed(parts: list[str]) -> str:
    """Return parts of a sentence as a list.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
