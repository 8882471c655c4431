"""Systems that people rated or judged: who is ahead, how sure that is, and the model in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isnan
from typing import Any

from claimwise.core import Result, Settings, counted, in_series
from claimwise.report.answer import Answer, Table, named
from claimwise.report.comparison_rows import Compared, Lead, better_first
from claimwise.report.comparison_tables import comparison_table
from claimwise.report.scale import RATING_POINTS
from claimwise.report.tables import Column, interval_columns, table_of
from claimwise.report.verdicts import claim_question, outlook_of, verdict_of, ways_of

ROLES = ("rater", "item")
IN_MODEL = ("difference", "posterior_difference", "mde")  # in the units of the model that decides


@dataclass(frozen=True, slots=True)
class Rated:
    """The systems with the one ahead first, and their pairs with the one ahead as B.

    Of two systems alone, B stays B. `main` is the pair of the headline: of the pairs of the system
    that is ahead, the least sure one; if all are beyond doubt, that with the reference. Systems
    `apart` have no estimate of any difference; they stand last.
    """

    order: tuple[str, ...]
    pairs: tuple[Compared, ...]
    main: Compared
    apart: tuple[str, ...] = ()


def rated_of(pairs: Sequence[Compared], names: Sequence[str], lead: Lead) -> Rated:
    """Return systems in their order; the first of the names is the reference.

    Where no difference is known, they stay in the order of the names.
    """
    pairs = [replace(judged(c), lead=lead) for c in pairs]
    estimated = [c for c in pairs if not isnan(c.difference.estimate)] or pairs
    there = {name for c in estimated for name in (c.a, c.b)}
    compared = [name for name in names if name in there]
    ahead = {
        c.b: row.estimate
        for c in estimated
        if c.a == compared[0] and (row := c.row("difference") or c.row("posterior_difference"))
    }
    apart = tuple(name for name in names if name not in there)
    order = [*sorted(compared, key=lambda name: -ahead.get(name, 0.0)), *apart]
    if len(names) > 2 and ahead:
        pairs = better_first(pairs, order, always=True)
    first = [c for c in pairs if order[0] in (c.a, c.b) and not {c.a, c.b} & set(apart)]
    main = max(first, key=lambda c: (_doubt(c), names[0] in (c.a, c.b)))
    return Rated(tuple(order), tuple(pairs), main, apart)


def judged(c: Compared) -> Compared:
    """Return a pair whose difference has no n: it counts ratings, and would be read as items."""
    decided = replace(c.difference, n=None)
    return replace(c, rows=tuple(decided if row is c.difference else row for row in c.rows))


def _doubt(c: Compared) -> float:
    """Return how far a pair is from being sure: its p-value, or the chance of the other way."""
    greater, p = c.row("probability_greater"), c.difference.pvalue
    if greater is not None:
        return 1 - greater.estimate
    return 0.0 if is_decided(c) else inf if p is None or isnan(p) else p


def is_decided(c: Compared) -> bool:
    """Whether a pair can be told apart."""
    return c.verdict in (1.0, -1.0)


def in_points(c: Compared) -> Compared:
    """Return a pair with its difference in rating points; as it is, where there are none."""
    points = c.row("points")
    if points is None:
        return c
    shown = replace(points, quantity="difference", pvalue=c.difference.pvalue, n=None)
    rest = (row for row in c.rows if row.quantity not in IN_MODEL)
    settings = {**c.settings, "unit": RATING_POINTS.unit, "link": None}
    return replace(c, rows=(shown, *rest), settings=settings)


def spoken(c: Compared) -> Compared:
    """Return a pair as a sentence has it: in points of the scale, and whom it holds for.

    Where points lean the other way, it stays in the units of the model that decides.
    """
    shown = in_points(c)
    if shown.difference.estimate * c.difference.estimate < 0:
        shown = c
    settings = {**shown.settings, "like": like_these(c.settings)}
    points = c.settings.get("scale_points")
    if points and shown.scale == RATING_POINTS:
        settings |= {"unit": "points of the scale", "on": f"the {points}-point scale"}
    return replace(shown, settings=settings)


def rated_answer(rated: Rated, what: str, *, shares: str = "", **more: Any) -> Answer:
    """Return the answer of systems that people rated or judged; `more` is what else is known.

    `what` people gave, such as ratings, is counted; `shares` of what they gave stand before that.
    """
    c, several = rated.main, len(rated.order) > 2
    verdict, size = verdict_of(spoken(c)), size_of(c.settings, what)
    if rated.apart and verdict.word:  # nothing is known of the one ahead against these
        verdict = verdict._replace(word="OPEN")
    lines = (apart(rated) if several else verdict.line, f"{shares}{size}")
    known: dict[str, Any] = {"tables": pair_table(rated.pairs), **more}
    # Where points are shown, what can be found is known in the units of the model alone.
    latent = c.row("points") is not None
    return Answer(
        question=claim_question(c, "for each pair of systems" if several else ""),
        word=verdict.word,
        headline=verdict.headline,
        lines=tuple(line for line in lines if line),
        outlook="" if latent else outlook_of(c),
        compared=tuple(map(in_points, rated.pairs)),
        ways=ways_of(c.settings),
        size=size,
        scale=c.scale,
        **known,
    )


def apart(rated: Rated) -> str:
    """Return which of several systems is ahead, and how many pairs cannot be told apart."""
    ranked, others = len(rated.order) - len(rated.apart), in_series([*map(named, rated.apart)])
    first = f"{named(rated.order[0])} is rated highest of {ranked}"
    first += f", {others} left out" if others else ""
    if rated.main.verdict is None:
        known = rated.main.row("probability_greater") is not None
        return f"{first}; of its pairs this is the least sure." if known else ""
    pairs = [c for c in rated.pairs if not {c.a, c.b} & set(rated.apart)]
    left = sum(not is_decided(c) for c in pairs)
    sure = ", beyond doubt" if is_decided(rated.main) else ""
    told = f"{left} of {counted(len(pairs), 'pair')} cannot be told apart"
    return f"{first}{sure}. {told}{', which is not evidence that they are equal' if left else ''}."


def pair_table(pairs: Sequence[Compared]) -> tuple[Table, ...]:
    """Return a line for each pair of which a difference is known, in rating points if it can be."""
    return comparison_table(
        "Comparisons", [c for c in map(in_points, pairs) if c.row("difference")]
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
    return f"{counted(settings['n'], what)}, {in_series(groups)}"


def like_these(settings: Settings) -> str:
    """Return whom the answer holds for: those of whom the ones in the data are a sample.

    >>> like_these({"groups": {"worker": 12}, "columns": {"rater": "worker"}})
    'raters like these'
    """
    roles = _roles(settings)
    names = [f"{roles[name]}s" if name in roles else name for name in settings["groups"]]
    return f"{in_series(names)} like these"


def _roles(settings: Settings) -> dict[str, str]:
    columns = settings.get("columns", {})
    return {columns[role]: role for role in ROLES if role in columns}


def model_tables(result: Result) -> tuple[Table, ...]:
    """Return fixed effects and random effects."""
    effects = [
        *interval_columns(result.rows, "coefficient", "estimate"),
        Column("standard_error", "standard error"),
        Column("corrected_error", "corrected"),
        Column("coefficient", "p", shows="p"),
        Column("df", "Satterthwaite's df"),
        Column("wald_p", "p (z)"),
    ]
    return (
        *table_of("Fixed effects", result.rows, by={"term": "coefficient"}, columns=effects),
        *variation_table("Random effects", result),
    )


def variation_table(title: str, result: Result) -> tuple[Table, ...]:
    """Return how far raters, items and single ratings vary, and how their effects go together."""
    return table_of(
        title,
        result.rows,
        by={"group": "group", "system": "system", "term": "term", "other": "with"},
        columns=[
            *interval_columns(result.rows, "sd", "standard deviation"),
            Column("correlation", "correlation"),
            Column("sd", "number", shows="n"),
        ],
    )
