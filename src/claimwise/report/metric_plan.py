"""A planned study of several answers under one metric: what there is to find, and to spend."""

from __future__ import annotations

from dataclasses import dataclass

from claimwise.core import Result, Row, counted
from claimwise.report.answer import named
from claimwise.report.answers_to_items import answers_words
from claimwise.report.compared import OF_ALIKE
from claimwise.report.planned import Plan
from claimwise.report.quantities import value
from claimwise.report.scale import PLAIN, Scale, metric_name

UNKNOWN = Row(quantity="difference", estimate=float("nan"))


@dataclass(frozen=True, slots=True)
class MetricPlan(Plan):
    """A plan, read at one metric."""

    @property
    def name(self) -> str:
        """The metric as it is written."""
        return metric_name(str(self.at["metric"]))

    @property
    def scale(self) -> Scale:
        """Differences are in the units of the metric."""
        return PLAIN

    @property
    def a(self) -> str:
        """System A, by its name where it has one."""
        return named(self.settings["a"]) if "a" in self.settings else "A"

    @property
    def b(self) -> str:
        """System B, by its name where it has one."""
        return named(self.settings["b"]) if "b" in self.settings else "B"

    @property
    def difference(self) -> Row:
        """The true difference, as simulated."""
        return self.row("difference") or UNKNOWN

    @property
    def sure(self) -> bool:
        """Whether the simulation tells which system is better."""
        return self.known("difference") is not None and not (
            self.difference.low <= 0 <= self.difference.high
        )

    @property
    def better(self) -> str:
        """What is true of B: "better" or "worse"."""
        higher = self.settings["directions"][self.at["metric"]] == "higher"
        return "better" if (self.difference.estimate > 0) == higher else "worse"

    @property
    def verb(self) -> str:
        """Whether B is better, or, for want of answers, only scores better."""
        return "scores" if self.settings.get("unequal") else "is"

    @property
    def what(self) -> str:
        """What there is to be found, as the procedure can say it."""
        if self.result.method in OF_ALIKE:
            return f"that {self.a} and {self.b} do not answer alike ({self.name})"
        if not self.sure:
            return f"a difference on {self.name}"
        return f"that {self.b} {self.verb} {self.better} than {self.a} on {self.name}"

    @property
    def truly(self) -> str:
        """The true difference, and whether it is one."""
        if self.known("difference") is None:
            return ""
        size = value(self.difference)
        if not self.sure:
            return (
                f"{self.a} and {self.b} hardly differ on {self.name}: the simulation cannot tell "
                f"the true difference, {size}, from 0."
            )
        return f"The true difference in {self.name} is {size}, {self.b} minus {self.a}."

    def best(self) -> tuple[str, Row | None]:
        """Return the best items and answers, and their power; empty where none is good enough."""
        items, every = self.known("best_items"), self.known("best_responses")
        if items is None or every is None:
            return "", None
        gold = int(every.estimate)
        rest = [self.known(f"best_responses_{name}") for name in ("a", "b")]
        a, b = (gold if row is None else int(row.estimate) for row in rest)
        answers = answers_words({"gold": gold, "a": a, "b": b})
        own = {"responses_gold": gold, "responses_a": a, "responses_b": b}
        power = self.row("power", items=items.estimate, responses=gold)
        power = power or self.row("power", items=items.estimate, **own)
        return f"{counted(int(items.estimate), 'item')} x {answers}", power


def metric_plans(result: Result) -> list[MetricPlan]:
    """Return the plan, read at each of its metrics."""
    metrics = result.provenance["settings"]["metrics"]
    return [MetricPlan(result, {"metric": metric}) for metric in metrics]
