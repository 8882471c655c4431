"""The systems that were rated, in the order of their ratings, and every pair of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan

from claimwise.core import Result, Row
from claimwise.report.answer import BAD, GOOD, OPEN, Table, named, table
from claimwise.report.compared import Compared, chosen_interval, comparisons, swapped
from claimwise.report.comparison_tables import signed, verdict_word
from claimwise.report.numbers import compact, p_cell, percent, pvalue
from claimwise.report.raters import like_these, listed
from claimwise.report.scale import PLAIN, RATING_POINTS, Scale
from claimwise.report.verdicts import NOT_EQUAL, Verdict

MOST_PAIRS = 15  # that are shown without details
FEW_PAIRS = 3  # that are named in a sentence
SHORT = {"rating points": "points", "latent units": "latent units"}


@dataclass(frozen=True, slots=True)
class Rated:
    """The systems with the highest rated first, and their pairs with the higher rated as B.

    Of two systems alone, B stays B. `others` are the pairs of other columns, such as raters'
    gender.
    """

    order: tuple[str, ...]
    reference: str
    pairs: tuple[Compared, ...]
    others: dict[str, tuple[Compared, ...]]
    is_highest_apart: bool

    @property
    def main(self) -> Compared:
        """The pair of the headline.

        Of several systems the highest and the reference; where the highest is not told apart from
        each other one, the highest and the first of these.
        """
        first = [c for c in self.pairs if self.order[0] in (c.a, c.b)]
        if not self.is_highest_apart:
            return next((c for c in first if not _is_decided(c)), first[0])
        return next((c for c in first if self.reference in (c.a, c.b)), first[0])


def rated_of(result: Result) -> Rated | None:
    """Return the systems of a Result and their pairs; None where no two are compared."""
    every = comparisons(result)
    compared: dict[str, list[str]] = result.provenance["settings"]["compared"]
    columns = {
        column: [c for c in every if c.a in names and c.b in names]
        for column, names in compared.items()
    }
    if not columns:
        return None
    column, pairs = next(iter(columns.items()))
    reference = compared[column][0]
    ahead = {c.b: c.difference.estimate for c in pairs if c.a == reference}
    order = sorted(compared[column], key=lambda name: -ahead.get(name, 0.0))
    pairs = higher_first(pairs, order)
    whole = [row.estimate for row in result.select("verdict") if not row.at]
    return Rated(
        order=tuple(order),
        reference=reference,
        pairs=tuple(pairs),
        others={name: tuple(own) for name, own in columns.items() if name != column},
        is_highest_apart=whole == [1.0] if whole else _is_decided(pairs[0]),
    )


def higher_first(pairs: Sequence[Compared], order: Sequence[str]) -> list[Compared]:
    """Return the pairs of several systems with the higher rated as B, in their order."""
    if len(order) < 3:
        return list(pairs)
    place = {name: i for i, name in enumerate(order)}
    turned = [swapped(c) if place[c.b] > place[c.a] else c for c in pairs]
    return sorted(turned, key=lambda c: (place[c.b], place[c.a]))


def near(pairs: Sequence[Compared], order: Sequence[str]) -> tuple[Compared, ...]:
    """Return the pairs that are shown without details: all, or of many those of neighbours."""
    if len(pairs) <= MOST_PAIRS:
        return tuple(pairs)
    neighbours = set(pairwise(order))
    return tuple(c for c in pairs if (c.b, c.a) in neighbours)


def _is_decided(c: Compared) -> bool:
    return c.verdict in (1.0, -1.0)


def deciding_p(c: Compared) -> float | None:
    """Return the p-value by which the verdict goes."""
    rows = [row for row in (c.row("verdict"), c.row("small_sample")) if row is not None]
    return next((row.pvalue for row in rows if row.pvalue is not None), c.difference.pvalue)


def verdict_of(rated: Rated) -> Verdict:
    """Return what the ratings come to: of two systems which is higher, of several which highest."""
    c, several = rated.main, len(rated.order) > 2
    a, b = c.names()
    if c.verdict is None or isnan(c.verdict):
        return Verdict("OPEN", OPEN, f"Whether {b} is rated higher than {a} cannot be judged")
    size, on, evidence = _shown(c)
    way = "lower" if c.difference.estimate < 0 else "higher"
    if _is_decided(c):
        word, tone = ("WORSE", BAD) if way == "lower" else ("BETTER", GOOD)
        headline = f"{b} is rated {size} {way} than {a}{on} ({evidence})"
        return Verdict(word, tone, headline, _apart(rated) if several else "")
    lead = f"{b} is rated {size} {way} than {a}{on}"
    if several:
        lead = f"{b} is rated highest of {len(rated.order)}, {size} above {a}{on}"
    line = f"{NOT_EQUAL} {_apart(rated)}" if several else NOT_EQUAL
    return Verdict("OPEN", OPEN, f"{lead}, too close to call ({evidence})", line)


def _shown(c: Compared) -> tuple[str, str, str]:
    """Return how large a difference is, on which scale, and its interval and p-value.

    In rating points, unless these have the other sign than the model that decides.
    """
    row, scale = c.shown()
    if row.estimate * c.difference.estimate < 0:
        row, scale = c.difference, c.scale
    on, points = "", c.settings.get("scale_points")
    if scale == RATING_POINTS:
        scale = Scale("points" if points else scale.unit, places=1)
        on = f" on the {points}-point scale" if points else ""
    places = scale.decimals(row)
    turned = row.estimate < 0 and _is_decided(c)  # how much lower, as the size
    low, high = (-row.high, -row.low) if turned else (row.low, row.high)
    shown = f"{scale.bare(low, places)} to {scale.bare(high, places)}"
    p = deciding_p(c)
    parts = [] if isnan(low) or isnan(high) else [f"{chosen_interval(row)} {shown}"]
    parts += [] if p is None else [pvalue(p)]
    evidence = ", ".join([*parts, like_these(c.settings)])
    return scale.size(abs(row.estimate), places), on, evidence


def _apart(rated: Rated) -> str:
    """Return which pairs of several systems can be told apart, and which cannot."""
    decided = [c for c in rated.pairs if _is_decided(c)]
    left = [c for c in rated.pairs if not _is_decided(c)]
    highest = f"{named(rated.order[0])} is rated highest of {len(rated.order)}, beyond doubt."
    start = f"{highest} " if rated.is_highest_apart else ""
    if not left:
        return f"{start}All {len(decided)} pairs can be told apart."
    if not decided:
        return f"None of the {len(left)} pairs can be told apart."
    if len(left) > FEW_PAIRS:
        count = f"{len(decided)} of {len(rated.pairs)} pairs can be told apart"
        return f"{start}{count}; of the others it stays open which is rated higher."
    if rated.is_highest_apart:
        pairs = listed([f"{named(c.b)} and {named(c.a)}" for c in left])
        return f"{start}{pairs} cannot be told apart, which is not evidence that they are equal."
    if len(decided) > FEW_PAIRS:
        return f"{len(decided)} of {len(rated.pairs)} pairs can be told apart."
    return f"Told apart: {listed([f'{named(c.b)} above {named(c.a)}' for c in decided])}."


def pair_table(title: str, pairs: Sequence[Compared]) -> tuple[Table, ...]:
    """Return a line for each pair: difference, interval, p and verdict, chance, detectable."""
    if not pairs:
        return ()
    rows = [c.shown() for c in pairs]
    scale = rows[0][1]
    same = scale == pairs[0].scale
    header = ["comparison", SHORT[scale.unit], chosen_interval(rows[0][0]), "p", "verdict"]
    header += ["rated higher", "detectable" if same else "detectable (latent)"]
    body = []
    for c, (row, _) in zip(pairs, rows, strict=True):
        places, chance, mde = scale.decimals(row), c.row("superiority"), c.row("mde")
        body.append(
            [
                f"{named(c.b)} vs {named(c.a)}",
                signed(scale.bare(row.estimate, places)),
                "" if isnan(row.low) else scale.ends(row, places),
                p_cell(deciding_p(c)),
                verdict_word(c),
                "" if chance is None else compact(percent(chance.estimate)),
                "" if mde is None else c.scale.bare(mde.estimate, c.scale.decimals(mde)),
            ]
        )
    return table(title, header, body)


def models_table(pairs: Sequence[Compared]) -> tuple[Table, ...]:
    """Return each difference by the model that decides and by the other one."""
    if not pairs:
        return ()
    unit = pairs[0].scale.unit
    other = {"latent units": "rating points", "rating points": "latent units"}.get(unit, "")
    level = chosen_interval(pairs[0].difference)
    header = ["comparison", unit, level, "p", "p by t", "p, uncorrected", other, level, "p"]
    body = []
    for c in pairs:
        second = c.row("points") or c.row("latent")
        by_t, raw = c.row("small_sample"), c.row("raw_pvalue")
        body.append(
            [
                f"{named(c.b)} vs {named(c.a)}",
                *_cells(c.difference),
                "" if by_t is None else p_cell(by_t.pvalue),
                "" if raw is None else p_cell(raw.estimate),
                *(("", "", "") if second is None else _cells(second)),
            ]
        )
    return table("By both models, the one that decides first", header, body)


def _cells(row: Row) -> tuple[str, str, str]:
    places = PLAIN.decimals(row)
    ends = "" if isnan(row.low) else PLAIN.ends(row, places)
    return signed(PLAIN.bare(row.estimate, places)), ends, p_cell(row.pvalue)
