"""Many systems compared: who can be told apart, with tie groups in one line."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from claimwise.core import Result, Row, Settings
from claimwise.report.answer import Answer, Table, named
from claimwise.report.claim_words import checks_of, claim_question
from claimwise.report.comparison_rows import Compared, better_first, comparisons
from claimwise.report.comparison_tables import (
    belief_table,
    comparison_table,
    prior_table,
    verdict_word,
)
from claimwise.report.method import account_of, brief_line
from claimwise.report.quantities import value
from claimwise.report.scale import Scale, metric_name, scale_of
from claimwise.report.tables import Column, interval_columns, table_of

MOST_PAIRS = 15  # that are shown without details
MOST_NAMED = 8  # systems whose tie groups fit a headline
DOT = "  ·  "


def present(result: Result) -> Answer:
    """Return the tie groups, then the systems and the comparisons as tables."""
    settings = result.settings
    boards = [Board(result, metric) for metric in settings.get("metrics") or [""]]
    pairs = [c for board in boards for c in board.pairs]
    main = (pairs or comparisons(result))[0]
    heads = [board.headline() for board in boards]
    single = len(boards) == 1
    few = all(len(board.pairs) <= MOST_PAIRS for board in boards)
    compared = [t for board in boards for t in board.comparisons(near=not few)]
    count = len(settings["systems"])

    return Answer(
        title=f"{count} systems compared",
        question=_question(main, settings),
        headline=heads[0] if single else f"{count} systems by {len(boards)} metrics",
        lines=() if single else tuple(heads),
        tables=(*(t for board in boards for t in board.systems()), *compared, *belief_table(pairs)),
        brief=brief_line({**settings, "metric": None}, _number(main), settings.get("like", "")),
        more=(
            *(() if few else (t for board in boards for t in board.comparisons(near=False))),
            *(t for board in boards for t in board.by_dataset()),
            *prior_table(pairs),
        ),
        account=account_of(result),
        checks=checks_of(main, pairs, _evaluated(boards)),
        scale=main.scale,
    )


class Board:
    """The systems and the comparisons by one metric."""

    def __init__(self, result: Result, metric: str) -> None:
        """Take what belongs to a metric; of one alone, everything."""
        settings = result.settings
        self.metric = metric
        every = [c for c in comparisons(result) if not metric or c.at.get("metric") == metric]
        self.pairs = [c for c in every if "dataset" not in c.at]
        self.others = [c for c in every if "dataset" in c.at]
        at = {"metric": metric} if metric else {}
        self.scores = {
            str(row.at["system"]): row
            for row in result.select("score", **at)
            if "dataset" not in row.at
        }
        self.ranks = {str(row.at["system"]): row for row in result.select("rank", **at)}
        first = (self.pairs or self.others or comparisons(result))[0]
        self.scale: Scale = first.scale if not metric else scale_of({**settings, "metric": metric})
        worst = min if first.lower else max
        rest = sorted(self.scores, key=lambda s: self.scores[s].estimate, reverse=worst is max)
        self.order = list(self.ranks) or rest
        self.baseline = settings.get("baseline")

    def headline(self) -> str:
        """Return the tie groups: systems that may have the same ranks stand together."""
        start = f"{metric_name(self.metric)}: " if self.metric else ""
        if self.baseline is not None and all(c.verdict is not None for c in self.pairs):
            return start + self._against_baseline()
        if len(self.order) > MOST_NAMED and self.ranks:
            return start + self._leader()
        groups: dict[str, list[str]] = {}
        for system in self.order:
            rank = self.ranks.get(system)
            shown = f"{named(system)} {self._score(system)}"
            groups.setdefault(_span(rank) if rank else "", []).append(shown)
        parts = [f"{span} {', '.join(systems)}".strip() for span, systems in groups.items()]
        return start + DOT.join(parts)

    def _leader(self) -> str:
        """Return who leads many systems, and how many may be as good."""
        first = self.order[0]
        level = sum(rank.low <= 1 for rank in self.ranks.values()) - 1
        lead = f"{named(first)} leads {len(self.order)} systems with {self._score(first)}"
        if not level:
            return f"{lead}, beyond doubt"
        return f"{lead}; {level} other{'' if level == 1 else 's'} may be as good"

    def _against_baseline(self) -> str:
        """Return who is better than the baseline, who is worse, and who cannot be told apart."""
        by_word: dict[str, list[str]] = {}
        for c in self.pairs:
            by_word.setdefault(verdict_word(c), []).append(f"{named(c.b)} {self._score(c.b)}")
        base = f"Against {named(str(self.baseline))} {self._score(str(self.baseline))}: "
        order = ("better", "pass", "open", "worse", "fail")
        known = sorted(by_word, key=lambda w: order.index(w) if w in order else len(order))
        return base + DOT.join(f"{word} {', '.join(by_word[word])}" for word in known)

    def _score(self, system: str) -> str:
        return value(self.scores[system], self.scale)

    def systems(self) -> tuple[Table, ...]:
        """Return the systems in the order of their ranks."""
        return table_of(
            f"Systems by {metric_name(self.metric)}" if self.metric else "Systems",
            [*(self.scores[system] for system in self.order), *self.ranks.values()],
            by={"system": "system", "metric": None},
            columns=[
                *interval_columns(self.scores.values(), "score", "score"),
                Column("rank", "rank"),
                Column("rank", "ranks left open", shows=_span),
                Column("score", "items", shows="n"),
            ],
            scale=self.scale,
        )

    def comparisons(self, *, near: bool) -> tuple[Table, ...]:
        """Return the comparisons, better system first; `near` keeps neighbours in rank alone."""
        pairs, title = better_first(self.pairs, self.order), "Comparisons"
        if near:
            neighbours = {*pairwise(self.order), *pairwise(reversed(self.order))}
            pairs = [c for c in pairs if (c.b, c.a) in neighbours]
            title = "Neighbours"
        title += f" by {metric_name(self.metric)}" if self.metric else ""
        return comparison_table(title, "comparison", pairs, scores=False) if pairs else ()

    def by_dataset(self) -> tuple[Table, ...]:
        """Return the comparisons on each data set."""
        sets = dict.fromkeys(str(c.at["dataset"]) for c in self.others)
        return tuple(
            made
            for name in sets
            for made in comparison_table(
                f"Comparisons on {name}",
                "comparison",
                [c for c in self.others if c.at["dataset"] == name],
                scores=False,
            )
        )


def _span(rank: Row) -> str:
    low, high = f"{rank.low:.0f}", f"{rank.high:.0f}"
    return low if low == high else f"{low}-{high}"


def _question(main: Compared, settings: Settings) -> str:
    general = replace(main, a="A", b="B")
    against = settings.get("baseline")
    each = f"for each system B against {against}" if against else "for each pair of systems"
    return f"{claim_question(general).rstrip('.')}, {each}."


def _number(main: Compared) -> str:
    n, by, among = (main.settings.get(key) for key in ("comparisons", "pairs", "among"))
    if not isinstance(n, int):
        return ""
    if not isinstance(by, list):
        return f"{n:,} comparisons"
    which = {"neighbours": "neighbours in rank", "best": "each with the best"}
    ways = " and ".join(which[way] for way in by)
    return f"{n:,} comparisons ({ways}), corrected over all {among:,} pairs"


def _evaluated(boards: list[Board]) -> str:
    sizes = {row.n for board in boards for row in board.scores.values() if row.n}
    spread = " to ".join(f"{n:,}" for n in sorted({min(sizes), max(sizes)})) if sizes else ""
    return f"{spread} items of each system." if spread else ""
