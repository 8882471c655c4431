"""A planned study with several answers to each item: is it large enough, by which metric?"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan

from claimwise.core import At, Result, Row, names
from claimwise.core.references import WEIN
from claimwise.report.answer import Answer, Table, named
from claimwise.report.answers_to_items import SOURCES, size_words, world_words
from claimwise.report.method import Account, metrics_used, power_found, short_name
from claimwise.report.numbers import number
from claimwise.report.plan_answer import brief_of, plan_answer
from claimwise.report.plan_rows import SOLVED, Plan
from claimwise.report.plan_tables import curve_headline, curve_tables, studies_table
from claimwise.report.plan_words import said, unclear
from claimwise.report.scale import PLAIN, Scale, metric_name
from claimwise.report.tables import Column, table_of

FEW = 3  # metrics of which something is said; the table has the others


@dataclass(frozen=True, slots=True)
class MetricPlan(Plan):
    """A plan, read at one metric."""

    @property
    def name(self) -> str:
        """The metric as it is written."""
        return metric_name(str(self.at["metric"]))

    @property
    def on(self) -> str:
        """On which metric it is to be found."""
        return f" on {self.name}"

    @property
    def scale(self) -> Scale:
        """Differences are in the units of the metric."""
        return PLAIN

    def system(self, which: str) -> str:
        """Return a or b, by its name where it has one."""
        return named(self.settings[which]) if which in self.settings else which.upper()

    @property
    def best(self) -> dict[str, int]:
        """The best number of answers from each source, where a budget was split or spent."""
        rows = {s: self.known(f"best_responses_{s}") for s in SOURCES}
        rows = {s: row or self.known("best_responses") for s, row in rows.items()}
        return {s: int(row.estimate) for s, row in rows.items() if row}

    @property
    def tied(self) -> bool:
        """Whether another split of the budget has the same power as the one that is named."""
        rows = self.result.select("power", **self.at)
        return sum(row.estimate == self.answer.estimate for row in rows) > 1

    @property
    def places(self) -> list[At]:
        """Where the answer may stand: at the best split of a budget, or of the whole study."""
        items, best = self.known("best_items"), self.best
        if self.solve != "split" or items is None:
            return [self.at]
        at = {**self.at, "items": items.estimate}
        own = {f"responses_{source}": k for source, k in best.items()}
        return [{**at, "responses": best["gold"]}, {**at, **own}]

    def made_of(self, row: Row) -> str:
        """Return how large the study is, such as "50 items x 3 answers"."""
        answers = self.best or self.settings.get("answers")
        if self.solve == "responses":
            fixed = {source: self.settings.get(f"responses_{source}") for source in SOURCES}
            answers = {source: k or int(row.estimate) for source, k in fixed.items()}
        size = size_words({"items": row.n, "answers": answers or {}})
        if self.solve == "split":
            budget = number(self.settings["budget"])
            return f"{size}, {'one of ' if self.tied else ''}the best for a budget of {budget},"
        return f"{size} at a cost of {number(row.estimate)}" if self.solve == "budget" else size

    @property
    def difference(self) -> Row | None:
        """The true difference, as simulated, where the answer is; None where it is not known."""
        return self.known("difference", **self.answer.at)

    def gain(self) -> str:
        """Return what there is to be found, as the procedure can say it."""
        a, b = self.system("a"), self.system("b")
        if self.result.method in names("test", alike=True):
            return f"that {a} and {b} do not answer alike"
        row = self.difference
        if row is None or row.low <= 0 <= row.high:
            return "a difference"
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
    settings = result.settings
    plans = [MetricPlan(result, {"metric": metric}) for metric in settings["metrics"]]
    curve = bool(result.axes) and settings["solve"] == "power"
    plans = plans if curve else sorted(plans, key=_ease)
    answers = [(curve_headline(plan), []) if curve else _said(plan) for plan in plans[:FEW]]
    (headline, lines), *others = answers
    for plan, (sentence, _) in zip(plans[1:], others, strict=False):
        lines = [*lines, sentence, "" if curve else unclear(plan, plan.answer)]
    metrics = studies_table("Metrics", plans[0], {"metric": "metric"})
    tables = curve_tables(plans[0]) if result.axes else metrics
    return plan_answer(
        plans[0],
        headline,
        lines,
        title="What a study of several answers could show",
        brief=_brief(plans[0]),
        account=_account(result),
        tables=_costs(plans[0]) if settings["solve"] == "budget" else tables[:1],
        more=tables[1:],
        hypothesis=f"Claim: one of {plans[0].system('a')} and {plans[0].system('b')} is better",
    )


def _ease(plan: MetricPlan) -> float:
    """Return how easy it is to find something by a metric: power, or how little it takes."""
    row = plan.answer
    if isnan(row.estimate):
        return -inf
    return -row.estimate if plan.solve in SOLVED else row.estimate


def _said(plan: MetricPlan) -> tuple[str, list[str]]:
    """Return the headline and the lines below it, by one metric."""
    headline, lines = said(plan)
    row = plan.difference
    if row is None or isnan(plan.answer.estimate) or not row.low <= 0 <= row.high:
        return headline, lines
    systems = f"{plan.system('a')} and {plan.system('b')} hardly differ on {plan.name}"
    return headline, [f"{systems}: simulation cannot tell the difference from 0.", *lines]


def _costs(plan: MetricPlan) -> tuple[Table, ...]:
    """Return what studies that reach the power cost."""
    rows = [row for row in plan.result.select("cost", "sample_size") if row.point]
    return table_of(
        "Items and answers that reach the power",
        rows,
        by={"metric": "metric", **{key: plan.name_of(key) for row in rows for key in row.point}},
        columns=[
            Column("cost", "cost"),
            Column("sample_size", "items"),
            Column("sample_size", "simulation leaves open", shows="ends"),
        ],
    )


def _brief(plan: MetricPlan) -> str:
    test, side = short_name("test", plan.result.method), plan.settings["alternative"]
    sided = "two-sided" if side == "two-sided" else f"one-sided ({side})"
    return brief_of(plan, f"{test}, {sided}", world_words(plan.settings))


def _account(result: Result) -> Account:
    account, settings = Account(), result.settings
    account.procedure("The test is", "test", result.method)
    metrics_used(account, settings)
    account.say(f"Answers are simulated{account.cited(WEIN)}: {world_words(settings)}.")
    power_found(account, settings, {row.quantity for row in result.rows})
    return account
