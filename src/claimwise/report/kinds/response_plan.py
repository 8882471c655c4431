"""A planned study with several answers to each item: is it large enough, by which metric?"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan

from claimwise.core import At, Result, Row, has
from claimwise.report.answer import Answer
from claimwise.report.numbers import number
from claimwise.report.plan_answer import plan_answer
from claimwise.report.plan_rows import SOLVED, SOURCES, Plan, size_words
from claimwise.report.scale import PLAIN, Scale


@dataclass(frozen=True, slots=True)
class MetricPlan(Plan):
    """A plan, read at one metric; of a budget that was split, at the best split."""

    @property
    def scale(self) -> Scale:
        """Differences are in the units of the metric."""
        return PLAIN

    @property
    def axes(self) -> list[str]:
        """The sizes that were tried, where they were not searched."""
        return self.result.axes if self.solve == "power" else []

    def study(self, row: Row) -> str:
        """Return how large the study is, such as "50 items x 3 answers"."""
        answers = _best(self.result, str(self.at["metric"])) or self.settings.get("answers")
        if self.solve == "responses":
            fixed = {source: self.settings.get(f"responses_{source}") for source in SOURCES}
            answers = {source: k or int(row.estimate) for source, k in fixed.items()}
        size = size_words({"items": row.n, "answers": answers or {}})
        if self.solve == "split":
            return f"{size}, as good as any for a budget of {number(self.settings['budget'])},"
        return f"{size} at a cost of {number(row.estimate)}" if self.solve == "budget" else size

    @property
    def gain(self) -> str:
        """What there is to be found, as the procedure can say it."""
        a, b = self.system("a"), self.system("b")
        if has("test", self.result.method, alike=True):
            return f"that {a} and {b} do not answer alike"
        row = next((r for r in self.result.select("difference") if r.at == self.answer.at), None)
        if row is None or not (row.low > 0 or row.high < 0):
            return "a difference"  # that the simulation cannot tell from 0, or that is not known
        higher = self.settings["directions"][self.at["metric"]] == "higher"
        better = "better" if (row.estimate > 0) == higher else "worse"
        # With more answers than the other a system may score better without being so.
        verb = "scores" if self.settings.get("unequal") else "is"
        return f"that {b} {verb} {better} than {a}"

    @property
    def prior(self) -> str:
        """Over what power is averaged."""
        return f"errors of B that exceed those of A by {self.settings.get('effect_prior')}"


def present(result: Result) -> Answer:
    """Return what was asked for, by each metric: that which is hardest to satisfy first."""
    plans = [MetricPlan(result, _place(result, metric)) for metric in result.settings["metrics"]]
    up = -1 if plans[0].solve in SOLVED else 1  # the hardest has little power, or takes much
    ease = [up * plan.answer.estimate for plan in plans]
    order = sorted(range(len(plans)), key=lambda i: -inf if isnan(ease[i]) else ease[i])
    return plan_answer(*(plans if plans[0].axes else [plans[i] for i in order]))


def _best(result: Result, metric: str) -> dict[str, int]:
    """Return the best number of answers from each source, where a budget was split or spent."""
    rows = {row.quantity: row for row in result.select(metric=metric)}
    best = {s: rows.get(f"best_responses_{s}", rows.get("best_responses")) for s in SOURCES}
    return {s: int(row.estimate) for s, row in best.items() if row and not isnan(row.estimate)}


def _place(result: Result, metric: str) -> At:
    """Return where the rows of a metric stand: of a budget that was split, at the best split."""
    best = _best(result, metric)
    if result.settings["solve"] != "split" or not best:
        return {"metric": metric}
    items = result.select("best_items", metric=metric)[0].estimate
    own = {f"responses_{source}": k for source, k in best.items()}
    powers = result.select("power", metric=metric, items=items)
    places = [{"responses": best["gold"]}, own]
    return next(row.at for row in powers if any(p.items() <= row.at.items() for p in places))
