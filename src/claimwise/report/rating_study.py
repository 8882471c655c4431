"""A planned study of ratings or judgements: its size, its effects and its world, in words."""

from __future__ import annotations

from dataclasses import dataclass

from claimwise.core import Result, counted
from claimwise.report.numbers import percent
from claimwise.report.planned import Plan
from claimwise.report.scale import RATING_POINTS, Scale

WORLDS = {"declared": "declared", "given": "in the world given", "pilot": "in the pilot"}


@dataclass(frozen=True, slots=True)
class RatingStudy(Plan):
    """A rating plan, read at the analysis that decides."""

    @property
    def scale(self) -> Scale:
        """The unit of differences between ratings."""
        return RATING_POINTS

    @property
    def judged(self) -> bool:
        """Whether raters judge two systems head to head."""
        return bool(self.settings["outcome"] == "preference")

    @property
    def effects(self) -> list[float]:
        """The true effects, in the units of the world."""
        return list(self.settings["effects"])

    @property
    def units(self) -> Scale:
        """The unit of effects in this world."""
        if self.judged:
            return Scale("logits", places=2)
        latent = self.settings["effects_in"].get("latent")
        return Scale(f"latent units ({latent})", places=2) if latent else RATING_POINTS

    def part(self, name: str) -> int:
        """Return how many items, raters or ratings the solved study has."""
        return int(self.result.select("sample_size", part=name)[0].estimate)

    @property
    def by(self) -> str:
        """The analysis that decides, where there are others: " by linear"."""
        return f" by {self.at['analysis']}" if self.at else ""

    @property
    def power(self) -> str:
        """The wanted power in words."""
        return f"power {percent(self.target)}{self.by}"

    @property
    def made_of(self) -> str:
        """How large the study is, such as "600 ratings (24 raters, 100 items)"."""
        n = next((row.n for row in self.result.rows if row.n), None)
        if n is None:
            return f"These {self.unit}"
        items, raters = self.settings["items"], self.settings["raters"]
        return f"{self.items(n)} ({counted(raters, 'rater')}, {counted(items, 'item')})"

    @property
    def rated(self) -> str:
        """How often an item of the solved study is rated, or judged."""
        times = self.part("ratings_per_item")
        often = "once" if times == 1 else f"{times} times"
        return f"judged {often}" if self.judged else f"rated {often} under each system"

    def shares(self, effect: int) -> tuple[float, float]:
        """Return the true shares of judgements for B and for A."""
        known = self.settings["effects_in"]
        return known["wins"][effect], known["losses"][effect]

    def points(self, effect: int = 0) -> float:
        """Return by how many points the expected ratings differ."""
        return float(self.settings["effects_in"]["points"][effect])

    def gain(self, effect: int = 0) -> str:
        """Return a true effect as a person would say it."""
        if self.judged:
            wins, losses = self.shares(effect)
            more, fewer = percent(max(wins, losses)), percent(min(wins, losses))
            return f"a {more} to {fewer} preference for {'B' if wins >= losses else 'A'}"
        points = self.points(effect)
        if points * self.effects[effect] <= 0:  # on a scale that ends they may not go together
            return f"an effect of {self.units.size(self.effects[effect])}"
        return f"a {'gain' if points > 0 else 'loss'} of {self.size(abs(points))}"

    @property
    def world(self) -> str:
        """What raters, items and noise are like."""
        name, source = self.settings["world"], self.settings.get("source")
        if source:
            return f"raters and items as in {source} ({name})"
        return f"raters and items as {WORLDS.get(name, f'in {name}')}"


def rating_study(result: Result) -> RatingStudy:
    """Return the study, read at the first of its analyses: that decides."""
    first, *others = result.provenance["settings"]["models"]
    return RatingStudy(result, {"analysis": first} if others else {})
