"""A plan: its rows by what they answer, and the words for its sizes, effects and claims."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isnan, nan

from claimwise.core import At, Result, Row, Settings, counted
from claimwise.report.numbers import against, chance, fixed, given, given_percent
from claimwise.report.scale import Scale, metric_name, plan_scale

SOLVED = {  # the quantity that answers, by what was solved for; otherwise it is power
    "mde": "mde",
    "n": "sample_size",
    "items": "sample_size",
    "raters": "sample_size",
    "responses": "sample_size",
    "budget": "cost",
}
PLACES = {  # parts of places, as a reader knows them
    "mid": "middle",
    "greater": "B ahead",
    "less": "A ahead",
    "difference": "betting confidence sequence of the difference",
    "win rate": "beta-binomial mixture of the win rate among decided items",
    "asymptotic": "asymptotic confidence sequence of the mean difference",
}
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
ALIKE = ("agreement", "tie", "zero_share")  # of worlds that are alike for gains and losses
MANY = {"gain": "gains", "loss": "losses"}
FINEST = 4  # decimals by which a detectable difference is told from the one that is assumed
VOWELS = ("8", "11", "18")  # numbers that are spoken with a vowel first


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows of a plan of one study, without curves; `at` is where they stand among others."""

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
    def truth(self) -> float:
        """The true difference that is assumed; NaN where none is."""
        given = self.settings.get("difference")
        return float(given) if isinstance(given, int | float) else nan

    def row(self, quantity: str, **at: str | float) -> Row | None:
        """Return the row of a quantity at just this place; None where it is not there."""
        wanted = {**self.at, **at}
        return next((r for r in self.result.select(quantity) if r.at == wanted), None)

    def known(self, quantity: str, **at: str | float) -> Row | None:
        """Return the row if it is defined."""
        row = self.row(quantity, **at)
        return None if row is None or isnan(row.estimate) else row

    @property
    def ends(self) -> list[str]:
        """What cases there are where agreement is not known: low, mid, high; usually none."""
        return list(dict.fromkeys(str(r.at["end"]) for r in self.result.rows if "end" in r.at))

    @property
    def deciding(self) -> list[Row]:
        """The rows that decide; of a curve one at each of its places."""
        return [row for row in self.result.deciding if self.at.items() <= row.at.items()]

    @property
    def looks(self) -> int:
        """How many looks there are before the end and at it; 0 where there is no such row."""
        return len({row.at["look"] for row in self.result.select("stop") if "look" in row.at})

    @property
    def looked(self) -> Row | None:
        """The power with looks before the end; None without any."""
        rows = (row for row in self.result.select("power") if "by" not in row.at)
        return next((row for row in rows if "stopping" in row.at), None)

    @property
    def looks_words(self) -> str:
        """How often the study is looked at: "4 looks"."""
        return counted(self.looks, "look") if self.looks else "a look after each"

    @property
    def places(self) -> list[At]:
        """Where the answer may stand: with looks, in the middle case, or of the whole study."""
        cases = [{"stopping": "sequential"}, {"stopping": "anytime"}]
        cases += [{"end": end} for end in self.ends[len(self.ends) // 2 :][:1]]
        return [*({**self.at, **case} for case in (*cases, {})), {}]

    @property
    def answer(self) -> Row:
        """The row that answers what was asked: of a power, the one that decides.

        Undefined where there is none.
        """
        if self.solve == "power" and self.deciding:
            return min(self.deciding, key=lambda row: row.estimate)
        quantity = SOLVED.get(self.solve, "power")
        every = self.result.select(quantity)
        rows = [row for at in self.places for row in every if row.at == at]
        known = [row for row in rows if not isnan(row.estimate)]
        return next(iter((*known, *rows)), Row(quantity=quantity, estimate=nan))

    @property
    def on(self) -> str:
        """On which metric it is to be found; empty for plain scores."""
        return ""

    @property
    def by(self) -> str:
        """By which of several analyses; empty where there is one."""
        return f" by {self.at['analysis']}" if "analysis" in self.at else ""

    @property
    def power(self) -> str:
        """The wanted power in words."""
        return f"power {given_percent(self.target)}"

    def chance(self, row: Row) -> str:
        """Return a power in words, on its side of the one that is wanted."""
        if row.kind == "monte carlo" and row.estimate in (0.0, 1.0):
            return chance(row)
        return against(row.estimate, self.target)

    def items(self, n: float | None) -> str:
        """Return a number of items, in the singular where there is one."""
        return many_of(n or 0, self.unit)

    def made_of(self, row: Row) -> str:
        """Return how large the study is that a row is of: "500 items with 4 looks"."""
        if row.at.get("stopping") == "anytime":
            return f"{self.items(row.n)}, looked at after each,"
        if row.at.get("stopping") and self.looks:
            return f"{self.items(row.n)} with {counted(self.looks, 'look')}"
        return self.items(row.n)

    def does(self, row: Row, words: str) -> str:
        """Return the study of a row and what it does, of one item in the singular."""
        verb, space, rest = words.partition(" ")
        if row.n == 1:
            verb += "es" if verb.endswith("s") else "s"
        return f"{self.made_of(row)} {verb}{space}{rest}"

    def size(self, value: float, scale: Scale | None = None) -> str:
        """Return a difference that was assumed: as given, or with three digits if it was made."""
        scale = scale or self.scale
        shown = round(scale.times * value, 9)
        return scale.given(value) if float(f"{shown:.3g}") == shown else scale.size(value)

    def value(self, key: str, x: str | float) -> str:
        """Return a part of a place: the value of a parameter, or what tells its rows from others.

        Rows without it are those by formula, or of the confidence sequence that was chosen.
        """
        usual = {"by": "formula", "analysis": str(self.settings.get("sequence", ""))}
        if isinstance(x, str):
            name = x or usual.get(key, "")
            if key == "stopping" and x:
                return self.looks_words
            return PLACES.get(name, metric_name(name))
        return self.size(x) if key in ("difference", "margin") else given(x)

    def parameter(self, key: str, x: float) -> str:
        """Return a parameter with its name: "true difference 2 points", "5 answers"."""
        name = self.name_of(key)
        counts = key in ("n", "items", *ANSWERS)
        return many_of(x, name) if counts else f"{name} {self.value(key, x)}"

    def name_of(self, parameter: str) -> str:
        """Return what a parameter is called."""
        return self.unit if parameter == "n" else NAMES.get(parameter, parameter.replace("_", " "))

    def gain(self) -> str:
        """Return what there is to be found: "a 2-point gain", or what was solved for."""
        if self.solve == "mde":
            return f"{self.changes(self.answer.estimate)} or more"
        truth = self.truth
        if isnan(truth) or truth == 0:
            return "a difference"
        what, known = self.change(truth), " (lower is better)" if self.lower else ""
        if not self.scale.unit.endswith("points"):
            return f"a {what} of {self.size(abs(truth))}{known}"
        count, _, unit = self.size(abs(truth)).partition(" ")
        metric = unit.removesuffix("points").removesuffix("point").strip()
        on = f" in {metric}" if metric else ""
        return f"{article(count)} {count}-point {what}{on}{known}"

    @property
    def lower(self) -> bool:
        """Whether lower scores are better."""
        return bool(self.settings.get("better") == "lower")

    @property
    def sided(self) -> bool:
        """Whether a difference of the other sign may have another power, or is not looked for.

        A test of both sides has the same power for both where it counts items that the systems do
        not agree on, or where differences of items lie alike on both sides of their mean.
        """
        alike = any(self.settings.get(key) is not None for key in ALIKE)
        normal = self.settings.get("shape", "normal") == "normal"
        alike = alike or (self.settings.get("outcome") == "numeric" and normal)
        return self.settings.get("alternative", "two-sided") != "two-sided" or not alike

    def change(self, difference: float) -> str:
        """Return what a difference of this sign is: a gain, or a loss."""
        return "gain" if (difference > 0) != self.lower else "loss"

    def changes(self, detectable: float) -> str:
        """Return which differences are detectable: "gains of 3.9 points"; of both signs if so."""
        what = MANY[self.change(detectable)] if self.sided else "differences"
        return f"{what} of {self.detectable(abs(detectable))}"

    def detectable(self, value: float) -> str:
        """Return a detectable difference, told from the one that is assumed."""
        return self.scale.size(value, self.places_of(value))

    def places_of(self, value: float) -> int:
        """Return the decimals by which a difference is told from the one that is assumed."""
        assumed = abs(self.truth) if value > 0 and not self.claimed else self.truth
        usual = self.scale.decimals(Row(quantity="mde", estimate=value))
        for places in range(usual, max(usual, FINEST)):
            shown, other = (fixed(self.scale.times * x, places) for x in (value, assumed))
            if shown != other:
                return places
        return usual if value == assumed else max(usual, FINEST)

    def claim(self) -> str:
        """Return what is to be shown, as a clause after "that"."""
        return margin_claim(self.settings, self.size)

    def if_true(self) -> str:
        """Return what is assumed to be true: ", if the systems are equal"; empty without that."""
        truth = self.truth
        if isnan(truth):
            return ""
        if truth == 0:
            return ", if the systems are equal"
        return f", if the true difference, B minus A, is {self.size(truth)}"

    def condition(self) -> str:
        """Return on what the answer to a solver depends; empty where nothing was given."""
        agreement = self.settings.get("agreement")
        if self.claimed and self.solve == "mde":
            side = "at most" if self.lower else "at least"
            size = self.scale.size(self.answer.estimate)
            return f", if the true difference is {side} {size}"
        if self.claimed:
            return self.if_true()
        if not isinstance(agreement, float):
            return ""
        return f", if the systems agree on {given_percent(agreement)} of {self.unit}"

    @property
    def prior(self) -> str:
        """Over what power is averaged."""
        what = self.settings.get("prior_of") or "difference"
        return f"true {what}s from {self.settings.get('effect_prior')}"


def one_look(at: At) -> At:
    """Return a place without looks before the end."""
    return {key: x for key, x in at.items() if key != "stopping"}


def margin_claim(
    settings: Settings, size: Callable[[float], str], a: str = "A", b: str = "B"
) -> str:
    """Return a claim with a margin, or of the better system, as a clause."""
    margin = settings.get("margin") or 0.0
    beyond = f" by more than {size(margin)}" if margin else ""
    return {
        "superiority": f"{b} is better than {a}{beyond}",
        "non-inferiority": f"{b} is less than {size(margin)} worse than {a}",
        "equivalence": f"{b} and {a} differ by less than {size(margin)}",
    }[settings["claim"]]


def many_of(n: float, what: str) -> str:
    """Return so many of something, in the singular where there is one.

    >>> many_of(1200, "items"), many_of(1, "gold answers"), many_of(1, "answers of A")
    ('1,200 items', '1 gold answer', '1 answer of A')
    """
    one = f"{what} ".replace("s ", " ", 1).rstrip()
    return f"{n:,.0f} {one if n == 1 else what}"


def article(count: str) -> str:
    """Return the article before a number.

    >>> article("2"), article("8.5"), article("11"), article("110")
    ('a', 'an', 'an', 'a')
    """
    whole = count.split(".")[0].replace(",", "")
    vowel = whole.startswith("8") or (whole in VOWELS)
    return "an" if vowel else "a"
