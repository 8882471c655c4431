"""Many systems compared: who can be told apart, with tie groups in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from claimwise.core import Result, Row
from claimwise.report.answer import Answer, Table, named
from claimwise.report.comparison_rows import better_first, comparisons
from claimwise.report.comparison_tables import (
    belief_table,
    comparison_table,
    prior_table,
    verdict_word,
)
from claimwise.report.method import account_of, brief_line, claim_name
from claimwise.report.quantities import value
from claimwise.report.scale import Scale, metric_name
from claimwise.report.tables import Column, interval_columns, table_of
from claimwise.report.verdicts import claim_question, ways_of

MOST_PAIRS = 15  # that are shown without details
MOST_NAMED = 8  # systems whose tie groups fit a headline
DOT = "  ·  "


def present(result: Result) -> Answer:
    """Return the tie groups, then the systems and the comparisons as tables."""
    settings, every = result.settings, comparisons(result)
    boards = [Board(result, metric) for metric in settings.get("metrics") or [""]]
    pairs = [c for c in every if "dataset" not in c.at]
    heads = [board.headline() for board in boards]
    single, main, count = len(boards) == 1, (pairs or every)[0], len(settings["systems"])
    turned = [c for board in boards for c in board.pairs]
    parts = [c for board in boards for c in board.parts]
    compared = comparison_table("Comparisons", turned)
    few = len(pairs) <= MOST_PAIRS * len(boards)
    baseline, among = settings.get("baseline"), settings.get("among")
    number = f"{settings['comparisons']:,} comparisons" if "comparisons" in settings else ""
    number += f", corrected over all {among:,} pairs" if number and among else ""
    sizes = sorted({row.n for board in boards for row in board.scores.values() if row.n})
    spread = " to ".join(f"{n:,}" for n in dict.fromkeys((*sizes[:1], *sizes[-1:])))
    each = f"for each system B against {baseline}" if baseline else "for each pair of systems"
    return Answer(
        title=f"{count} systems compared",
        question=claim_question(main, each),
        headline=heads[0] if single else f"{count} systems by {len(boards)} metrics",
        lines=() if single else tuple(heads),
        tables=(*_systems(boards), *(compared if few else ()), *belief_table(turned)),
        brief=brief_line({**settings, "metric": None}, number, settings.get("like", "")),
        more=(
            *(() if few else compared),
            *comparison_table("On each data set", parts),
            *prior_table(turned),
        ),
        account=account_of(result),
        compared=(*turned, *parts),
        ways=ways_of(settings),
        size=f"{spread} items of each system" if spread else "",
        scale=main.scale,
    )


class Board:
    """The systems and the comparisons by one metric, the better system first."""

    def __init__(self, result: Result, metric: str) -> None:
        """Take what belongs to a metric; of one alone, everything."""
        self.metric = metric
        at = {"metric": metric} if metric else {}
        every = [c for c in comparisons(result) if at.items() <= c.at.items()]
        scores = [row for row in result.select("score", **at) if "dataset" not in row.at]
        self.scale: Scale = every[0].scale
        self.baseline = result.settings.get("baseline")
        self.ranks = {str(row.at["system"]): row for row in result.select("rank", **at)}
        scores.sort(key=lambda row: -every[0].up * row.estimate)
        self.scores = {str(row.at["system"]): row for row in scores}
        self.order = list(self.ranks or self.scores)
        pairs = [c for c in every if "dataset" not in c.at]
        self.pairs = better_first(pairs, self.order)
        self.parts = better_first((c for c in every if "dataset" in c.at), self.order)

    def headline(self) -> str:
        """Return the tie groups: systems that may have the same ranks stand together.

        Of very many systems only who leads; with a baseline, who is better and worse than it; of a
        claim with a margin, on how many pairs it passes.
        """
        start = f"{metric_name(self.metric)}: " if self.metric else ""
        claim = claim_name(self.pairs[0].settings) if self.pairs else ""
        judged = all(c.verdict is not None for c in self.pairs)
        if self.baseline is not None and judged:
            words = ((verdict_word(c), c.b) for c in self.pairs)
            against = f"{claim} against".strip().capitalize()
            base = f"{named(self.baseline)} {self._score(self.baseline)}"
            return f"{start}{against} {base}: {self._grouped(words)}"
        if claim and judged:
            counts = Counter(verdict_word(c).upper() for c in self.pairs)
            said = ", ".join(f"{counts[word]} {word}" for word in sorted(counts, reverse=True))
            return f"{start}{claim.capitalize()}, {len(self.pairs)} pairs: {said}"
        if len(self.order) > MOST_NAMED and self.ranks:
            level = sum(row.low <= 1 for row in self.ranks.values()) - 1
            sure = f"; {level} of the others may be as good" if level else ", beyond doubt"
            lead = f"{named(self.order[0])} leads {len(self.order)} systems"
            return f"{start}{lead} with {self._score(self.order[0])}{sure}"
        return start + self._grouped(
            (_span(self.ranks[system]) if self.ranks else "", system) for system in self.order
        )

    def _grouped(self, labels: Iterable[tuple[str, str]]) -> str:
        """Return systems with their scores, those with the same label together."""
        groups: dict[str, list[str]] = {}
        for label, system in labels:
            groups.setdefault(label, []).append(f"{named(system)} {self._score(system)}")
        return DOT.join(f"{label} {', '.join(names)}".strip() for label, names in groups.items())

    def _score(self, system: str) -> str:
        return value(self.scores[system], self.scale)


def _systems(boards: Sequence[Board]) -> tuple[Table, ...]:
    """Return the systems in the order of their ranks."""
    scores = [board.scores[system] for board in boards for system in board.order]
    return table_of(
        "Systems",
        [*scores, *(rank for board in boards for rank in board.ranks.values())],
        by={"metric": "metric", "system": "system"},
        columns=[
            *interval_columns(scores, "score", "score"),
            Column("rank", "rank"),
            Column("rank", "ranks left open", shows=_span),
            Column("score", "items", shows="n"),
        ],
        scale=boards[0].scale,
    )


def _span(rank: Row) -> str:
    low, high = f"{rank.low:.0f}", f"{rank.high:.0f}"
    return low if low == high else f"{low}-{high}"
