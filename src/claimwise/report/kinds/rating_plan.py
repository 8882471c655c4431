"""A planned study of ratings or judgements: is it large enough, or how large must it be?"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from claimwise.core import Result, Row, counted
from claimwise.core.references import CARD, HOWCROFT
from claimwise.report.answer import Answer, Table
from claimwise.report.method import Account, power_found
from claimwise.report.numbers import given, number, percent
from claimwise.report.plan_answer import brief_of, plan_answer
from claimwise.report.plan_rows import Plan
from claimwise.report.plan_tables import curve_headline, studies_table
from claimwise.report.plan_words import assured, said, without
from claimwise.report.scale import RATING_POINTS, Scale
from claimwise.report.tables import Column, table_of

SHOWN = 10  # designs
WORLDS = {"declared": "declared", "given": "in the world given", "pilot": "in the pilot"}


@dataclass(frozen=True, slots=True)
class RatingStudy(Plan):
    """A rating plan, read at the analysis that decides."""

    @property
    def scale(self) -> Scale:
        """The unit of effects in this world."""
        if self.judged:
            return Scale("logits", places=2)
        latent = self.settings["effects_in"].get("latent")
        return Scale(f"latent units ({latent})", places=2) if latent else RATING_POINTS

    @property
    def judged(self) -> bool:
        """Whether raters judge two systems head to head."""
        return bool(self.settings["outcome"] == "preference")

    @property
    def effects(self) -> list[float]:
        """The true effects, in the units of the world."""
        return list(self.settings["effects"])

    def made_of(self, row: Row) -> str:
        """Return how large the study is, such as "600 ratings (24 raters, 100 items)"."""
        if row.n is None:
            return f"These {self.unit}"
        raters, items = (counted(self.settings[f"{one}s"], one) for one in ("rater", "item"))
        cost = f" at a cost of {number(row.estimate)}" if row.quantity == "cost" else ""
        return f"{self.items(row.n)} ({raters}, {items}){cost}"

    def value(self, key: str, x: str | float) -> str:
        """Return a part of a place: an effect, or an analysis."""
        if isinstance(x, str):
            return x
        return self.gain([float(f"{one:.12g}") for one in self.effects].index(x))

    def parameter(self, key: str, x: float) -> str:
        """Return an effect: it needs no name."""
        return self.value(key, x)

    def gain(self, effect: int = 0) -> str:
        """Return a true effect as a person would say it."""
        known = self.settings["effects_in"]
        if self.judged:
            wins, losses = known["wins"][effect], known["losses"][effect]
            more, fewer = percent(max(wins, losses)), percent(min(wins, losses))
            return f"a {more} to {fewer} preference for {'B' if wins >= losses else 'A'}"
        points = float(known["points"][effect])
        if points * self.effects[effect] <= 0:  # on a scale that ends they may not go together
            return f"an effect of {self.scale.size(self.effects[effect])}"
        return f"a {'gain' if points > 0 else 'loss'} of {self.size(abs(points), RATING_POINTS)}"

    @property
    def world(self) -> str:
        """What raters, items and noise are like."""
        name, source = self.settings["world"], self.settings.get("source")
        if source:
            return f"raters and items as in {source} ({name})"
        return f"raters and items as {WORLDS.get(name, f'in {name}')}"


def present(result: Result) -> Answer:
    """Return what was asked for, then what each analysis finds."""
    first, *others = result.settings["models"]
    study = RatingStudy(result, {"analysis": first} if others else {})  # the first decides
    several = bool(others) or len(study.effects) > 1
    analyses = studies_table("Analyses", study, {"effect": "effect", "analysis": "analysis"})
    return plan_answer(
        study,
        *_said(study),
        title=f"What a study of {study.unit} could show",
        brief=_brief(study),
        account=_account(study),
        tables=(*_designs(study), *(analyses if several else ())),
        rated=True,
        hypothesis="Claim: one of A and B is rated higher",
    )


def _said(study: RatingStudy) -> tuple[str, list[str]]:
    """Return the headline and the lines below it."""
    if len(study.effects) > 1:
        return curve_headline(study), [_loud(study), assured(study)]
    headline, lines = said(study)
    row, units = study.answer, study.scale.size(study.effects[0])
    latent = study.scale is not RATING_POINTS and study.solve in ("power", "mde")
    small = row.quantity == "power" and row.estimate < study.target
    larger = "To see how many are enough: --solve items, or --solve raters." if small else ""
    effect = f"That is an effect of {units}." if latent and not isnan(row.estimate) else ""
    return headline, [effect, *lines, larger, _loud(study)]


def _loud(study: RatingStudy) -> str:
    """Return that the deciding analysis finds too much where there is nothing to find, if so."""
    row = study.known("alpha")
    loud = row is not None and row.low > study.settings["alpha"]
    return without(study) if loud and study.known("power") else ""


def _designs(study: RatingStudy) -> tuple[Table, ...]:
    """Return the cheapest designs: one for each number of ratings of an item."""
    least: dict[float, Row] = {}
    for row in sorted(study.result.select("frontier_cost"), key=lambda row: row.estimate):
        least.setdefault(row.point["ratings_per_item"], row)
    places = [row.at for row in list(least.values())[:SHOWN]]

    def length(row: Row) -> str:
        return given(row.point["list_length"]) if "list_length" in row.at else "all"

    return table_of(
        f"The cheapest designs, by {study.unit} per item",
        sorted((r for r in study.result.rows if r.at in places), key=lambda r: places.index(r.at)),
        by={"ratings_per_item": f"{study.unit} per item", "list_length": None},
        columns=[
            Column("frontier_cost", "cost"),
            Column("frontier_items", "items"),
            Column("frontier_raters", "raters"),
            Column("frontier_cost", study.unit, shows="n"),
            Column("frontier_cost", "items a rater", shows=length),
            Column("frontier_cost", "cost is", shows=lambda row: row.kind or ""),
        ],
    )


def _brief(study: RatingStudy) -> str:
    first, *others = (study.settings["says"][name] for name in study.settings["models"])
    return brief_of(study, f"{first} (and {len(others)} more)" if others else first, study.world)


def _account(study: RatingStudy) -> Account:
    account = Account()
    start = "One analysis is" if study.at else "The analysis is"
    for name in study.settings["models"]:
        account.procedure(start, "analysis", name)
    cited = account.cited(CARD, HOWCROFT) if study.settings.get("source") else ""
    account.say(f"{study.unit.capitalize()} are simulated{cited}: {study.world}.")
    power_found(account, study.settings, {row.quantity for row in study.result.rows})
    return account
