"""A plan: its rows by what they answer, and the words for its sizes, effects and claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isnan, nan

from claimwise.core import POWERS, At, Result, Row, Settings, counted
from claimwise.report.answer import named
from claimwise.report.numbers import against, chance, compact, fixed, given, given_percent
from claimwise.report.quantities import value
from claimwise.report.scale import Scale, metric_name, plan_scale
from claimwise.report.tables import MISSING

SOLVED = {  # the quantity that answers, by what was solved for; otherwise it is power
    "mde": "mde",
    "n": "sample_size",
    "items": "sample_size",
    "raters": "sample_size",
    "responses": "sample_size",
    "budget": "cost",
}
PLACES = {  # as a reader knows them
    "mid": "middle",
    "greater": "B ahead",
    "less": "A ahead",
    "margin": "beyond the margin",
}
USUAL = {"stopping": "one look", "analysis": "as chosen"}  # of rows that do not name theirs
NAMES = {  # of parameters, in tables, sentences and figures
    "difference": "true difference",
    "effect": "true effect",
    "baseline": "accuracy of A",
    "sd": "standard deviation",
    "list_length": "items per rater",
    "target": "power",
    "responses": "answers",
    "responses_gold": "gold answers",
    "responses_a": "answers of A",
    "responses_b": "answers of B",
    "epsilon_a": "error of A",
    "epsilon_b": "error of B",
}
ANSWERS = tuple(name for name in NAMES if name.startswith("responses"))  # to each item
SOURCES = ("gold", "a", "b")  # of several answers to an item
POSTERIOR: At = {"analysis": "posterior"}  # where a size or an average is of a posterior
SURE = 0.95  # a power above which what is found is hardly too large
FINEST = 4  # decimals by which a detectable difference is told from the one that is assumed


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows of a plan, or those `at` one metric or analysis, and what was asked of it."""

    result: Result
    at: At = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """What was asked and assumed."""
        return self.result.settings

    @property
    def scale(self) -> Scale:
        """The unit of its differences."""
        return plan_scale(self.settings)

    @property
    def target(self) -> float:
        """The power that is wanted."""
        return float(self.settings.get("target") or 0.8)

    @property
    def power(self) -> str:
        """The wanted power in words."""
        return f"power {given_percent(self.target)}"

    @property
    def unit(self) -> str:
        """What a study is made of: items, judgements."""
        return str(self.settings.get("unit", "items"))

    @property
    def solve(self) -> str:
        """What was asked for: power, or what the solver moves."""
        return str(self.settings.get("solve") or "power")

    @property
    def claimed(self) -> bool:
        """Whether the claim has a margin, or a direction, rather than being a difference."""
        return bool(self.settings.get("claim", "difference") != "difference")

    @property
    def lower(self) -> bool:
        """Whether lower scores are better."""
        return bool(self.settings.get("better") == "lower")

    def system(self, which: str) -> str:
        """Return a or b, by its name where it has one."""
        return named(self.settings[which]) if which in self.settings else which.upper()

    @property
    def truth(self) -> float:
        """The true difference that is assumed; NaN where none is."""
        assumed = self.settings.get("difference")
        return float(assumed) if isinstance(assumed, int | float) else nan

    @property
    def axes(self) -> list[str]:
        """The parameters over which the answer is a curve."""
        return self.result.axes

    def row(self, quantity: str, **at: str | float) -> Row | None:
        """Return the row of a quantity at just this place; None where it is not there."""
        wanted = {**self.at, **at}
        return next((r for r in self.result.select(quantity) if r.at == wanted), None)

    def known(self, quantity: str, **at: str | float) -> Row | None:
        """Return the row if it is defined."""
        row = self.row(quantity, **at)
        return None if row is None or isnan(row.estimate) else row

    def best(self, quantity: str) -> list[Row]:
        """Return the rows of a quantity where the answer stands; of a curve one at each place.

        That is with looks where there are some, in the middle case, of the whole study, or where
        nothing is tested of the posterior.
        """
        rows = self.result.select(quantity)
        ends = list(dict.fromkeys(row.at["end"] for row in rows if "end" in row.at))
        middle: list[At] = [{"end": end} for end in ends[len(ends) // 2 :][:1]]
        looks: list[At] = [{"stopping": "sequential"}, {"stopping": "anytime"}]
        for case in (*looks, *middle, {}, POSTERIOR):
            place = {**self.at, **case}
            found = [
                r
                for r in rows
                if place == {k: x for k, x in r.at.items() if k not in self.axes}
                and set(self.axes) <= set(r.at)
            ]
            if found:
                return found
        return []

    @property
    def answers(self) -> list[Row]:
        """The rows that answer what was asked: of power, those that decide."""
        deciding = self.result.deciding if self.solve == "power" else ()
        own = [row for row in deciding if self.at.items() <= row.at.items()]
        return own or self.best(SOLVED.get(self.solve, "power"))

    @property
    def answer(self) -> Row:
        """The row that answers what was asked, of power the least; undefined where none does."""
        quantity = SOLVED.get(self.solve, "power")
        undefined = Row(quantity=quantity, estimate=nan)
        if self.axes and quantity != "power":  # each place has its own
            return undefined
        return min(self.answers, key=lambda row: row.estimate, default=undefined)

    @property
    def looked(self) -> Row | None:
        """The power with looks before the end; None without any."""
        rows = (row for row in self.result.select("power") if "by" not in row.at)
        return next((row for row in rows if "stopping" in row.at), None)

    @property
    def looks(self) -> str:
        """How often the study is looked at: "4 looks"."""
        count = len({row.at["look"] for row in self.result.select("boundary_p")})
        if self.looked and self.looked.at["stopping"] == "anytime":
            return "a look after each"
        return counted(count, "look") if count else "several looks"

    def chance(self, row: Row) -> str:
        """Return a power in words, on its side of the one that is wanted."""
        if row.kind == "monte carlo" and row.estimate in (0.0, 1.0):
            return chance(row)
        return against(row.estimate, self.target)

    def cell(self, row: Row) -> str:
        """Return a value for a table: of a power, what is on its side of the one wanted."""
        if isnan(row.estimate):
            return MISSING
        shown = self.chance(row) if row.quantity in POWERS else value(row, self.scale)
        return compact(shown)

    def study(self, row: Row) -> str:
        """Return how large the study is that a row is of: "500 items with 4 looks"."""
        size = f"{row.n or 0:,} {self.unit}" if row.n != 1 else f"studies of 1 {self.unit[:-1]}"
        looks = self.looks if "stopping" in row.at else "one look"
        return f"{size} with {looks}" if self.looked else size

    def size(self, value: float, scale: Scale | None = None) -> str:
        """Return a difference that was assumed: as given, or with three digits if it was made."""
        scale = scale or self.scale
        shown = round(scale.times * value, 9)
        return scale.given(value) if float(f"{shown:.3g}") == shown else scale.size(value)

    def detectable(self, value: float) -> str:
        """Return a detectable difference, told from the one that is assumed."""
        return self.scale.size(value, self.places_of(value))

    def places_of(self, value: float) -> int:
        """Return the decimals by which a difference is told from the one that is assumed."""
        usual = self.scale.decimals(Row(quantity="mde", estimate=value))
        for places in range(usual, max(usual, FINEST)):
            shown, assumed = (fixed(self.scale.times * abs(x), places) for x in (value, self.truth))
            if shown != assumed:
                return places
        return usual if abs(value) == abs(self.truth) else max(usual, FINEST)

    def value(self, key: str, x: str | float) -> str:
        """Return a part of a place: a parameter's value, or what tells its rows from others."""
        if not isinstance(x, str):
            return self.size(x) if key in ("difference", "margin") else given(x)
        if key == "stopping" and x:
            return self.looks
        return PLACES.get(x) or metric_name(x) or USUAL.get(key, "")

    def parameter(self, key: str, x: float) -> str:
        """Return a parameter with its name: "true difference 2 points", "200 items"."""
        name, value = self.name_of(key), self.value(key, x)
        return f"{value} {name}" if name == self.unit else f"{name} {value}"

    def where(self, row: Row) -> str:
        """Return where on a curve a row is: "200 items, true difference 2 points"."""
        place = [str(row.at[key]) for key in ("comparison",) if key in row.at]
        return ", ".join([*place, *(self.parameter(name, row.point[name]) for name in self.axes)])

    def name_of(self, parameter: str) -> str:
        """Return what a parameter is called."""
        return self.unit if parameter == "n" else NAMES.get(parameter, parameter.replace("_", " "))

    @property
    def on(self) -> str:
        """On which metric, or by which analysis; empty where there is one."""
        words = {"metric": "on", "analysis": "by"}
        return "".join(
            f" {words[k]} {metric_name(str(x))}" for k, x in self.at.items() if k in words
        )

    def change(self, difference: float) -> str:
        """Return what a difference of this sign is: a gain, or a loss."""
        return "gain" if (difference > 0) != self.lower else "loss"

    @property
    def gain(self) -> str:
        """What there is to be found: "a 2-point gain", or what was solved for."""
        if self.solve == "mde":
            found = self.answer.estimate
            plural = {"gain": "gains", "loss": "losses"}[self.change(found)]
            return f"{plural} of {self.detectable(abs(found))} or more"
        if isnan(self.truth) or self.truth == 0:
            return "a difference"
        what, size = self.change(self.truth), self.size(abs(self.truth))
        lower = " (lower is better)" if self.lower else ""
        if not self.scale.unit.endswith("points"):
            return f"a {what} of {size}{lower}"
        count, _, unit = size.partition(" ")
        metric = unit.rpartition(" ")[0]
        an = "an" if count.startswith("8") or count.split(".")[0] in ("11", "18") else "a"
        return f"{an} {count}-point {what}{f' in {metric}' if metric else ''}{lower}"

    @property
    def known_as(self) -> str:
        """What is planned for in another unit, in a sentence; empty where there is one."""
        return ""

    @property
    def claim(self) -> str:
        """What is to be shown, as a clause after "that"."""
        a, b = self.system("a"), self.system("b")
        return margin_claim(self.settings, self.size, a, b)

    def aim(self, row: Row, gain: str = "") -> str:
        """Return what the study is to do: "find a 2-point gain", "show that B is better than A"."""
        if POSTERIOR.items() <= row.at.items():
            return self.hope
        if self.claimed:
            return f"show that {self.claim}"
        return f"find {gain or self.gain}{self.on}"

    @property
    def errs(self) -> str:
        """What the study does in error, where there is nothing to find."""
        if self.claimed:
            return "show the claim where it is just not true"
        return f"find a difference between {self.settings.get('null', 'equal')} systems{self.on}"

    @property
    def hope(self) -> str:
        """What the posterior is to be sure of."""
        margin, level = self.settings.get("margin"), given_percent(self.settings["level"])
        claim = "A exceeds B" if self.settings["goal"]["side"] == "less" else "B exceeds A"
        beyond = f" by more than {self.size(margin)}" if margin else ""
        return f"make the posterior {level} sure that {claim}{beyond}"

    @property
    def prior(self) -> str:
        """Over what power is averaged."""
        what = self.settings.get("prior_of") or "difference"
        return f"true {what}s from {self.settings.get('effect_prior')}"

    def case(self, row: Row) -> str:
        """Return which of several cases of agreement a row is of; empty without any."""
        side = "middle" if self.solve in SOLVED else "worst"
        return f" in the {side} case" if "end" in row.at else ""

    @property
    def if_true(self) -> str:
        """What is assumed to be true; empty where nothing is."""
        known = f", if the true difference, B minus A, is {self.size(self.truth)}"
        return "" if isnan(self.truth) else known

    @property
    def given(self) -> str:
        """On what the answer depends: the true difference of a claim, agreement, a pilot."""
        agreement = self.settings.get("agreement")
        if self.settings.get("uncertain"):
            return ", if the pilot is taken at its word"
        if self.claimed and self.solve == "mde":
            side = "at most" if self.lower else "at least"
            return f", if the true difference is {side} {self.scale.size(self.answer.estimate)}"
        if self.claimed:
            return self.if_true
        if self.solve in SOLVED and isinstance(agreement, float):
            return f", if the systems agree on {given_percent(agreement)} of {self.unit}"
        return ""


def one_look(at: At) -> At:
    """Return a place without looks before the end."""
    return {key: x for key, x in at.items() if key != "stopping"}


def margin_claim(
    settings: Settings, size: Callable[[float], str], a: str = "A", b: str = "B"
) -> str:
    """Return a claim as a clause."""
    margin = settings.get("margin") or 0.0
    beyond = f" by more than {size(margin)}" if margin else ""
    return {
        "difference": f"{a} and {b} differ",
        "superiority": f"{b} is better than {a}{beyond}",
        "non-inferiority": f"{b} is less than {size(margin)} worse than {a}",
        "equivalence": f"{b} and {a} differ by less than {size(margin)}",
    }[settings.get("claim", "difference")]


def answers_words(answers: Mapping[str, int]) -> str:
    """Return how many answers an item has.

    >>> answers_words({"gold": 3, "a": 3, "b": 3}), answers_words({"gold": 5, "a": 1, "b": 2})
    ('3 answers', '5 gold answers, 1 of A, 2 of B')
    """
    if len(set(answers.values())) == 1:
        return counted(answers["gold"], "answer")
    return f"{counted(answers['gold'], 'gold answer')}, {answers['a']} of A, {answers['b']} of B"


def size_words(settings: Settings) -> str:
    """Return how large a study is, such as "50 items x 3 answers"; items where answers vary."""
    items = counted(settings["items"], "item")
    return f"{items} x {answers_words(settings['answers'])}" if settings["answers"] else items
