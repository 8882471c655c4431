"""A planned study of ratings or judgements: is it large enough, or how large must it be?"""

from __future__ import annotations

from dataclasses import dataclass

from claimwise.core import Result, Row, counted
from claimwise.report.answer import Answer
from claimwise.report.numbers import number, percent
from claimwise.report.plan_answer import plan_answer
from claimwise.report.plan_rows import Plan
from claimwise.report.scale import RATING_POINTS, Scale


@dataclass(frozen=True, slots=True)
class RatingStudy(Plan):
    """A rating plan, read at the analysis that decides."""

    @property
    def scale(self) -> Scale:
        """The unit of effects in this world."""
        known = self.settings["effects_in"]
        if "wins" in known:  # raters judge two systems head to head
            return Scale("logits", places=2)
        latent = known.get("latent")
        return Scale(f"latent units ({latent})", places=2) if latent else RATING_POINTS

    def study(self, row: Row) -> str:
        """Return how large the study is, such as "600 ratings (24 raters, 100 items)"."""
        if row.n is None:
            return f"These {self.unit}"
        raters, items = (counted(self.settings[f"{one}s"], one) for one in ("rater", "item"))
        cost = f" at a cost of {number(row.estimate)}" if row.quantity == "cost" else ""
        return f"{row.n:,} {self.unit} ({raters}, {items}){cost}"

    def value(self, key: str, x: str | float) -> str:
        """Return a part of a place: an effect, or an analysis."""
        if isinstance(x, str):
            return x
        if key == "scale_points":
            return f"{x:g}"
        effects = [float(f"{one:.12g}") for one in self.settings["effects"]]
        return self.effect(effects.index(x))

    @property
    def gain(self) -> str:
        """What there is to be found."""
        return self.effect(0)

    @property
    def known_as(self) -> str:
        """The effect on the scale of the world, where that is not the one of the ratings."""
        effect = self.settings["effects"][0]
        if self.scale is RATING_POINTS or self.axes or not abs(effect) > 0:
            return ""
        return f"That is an effect of {self.scale.size(effect)}"

    def effect(self, which: int) -> str:
        """Return a true effect as a person would say it."""
        known, true = self.settings["effects_in"], self.settings["effects"][which]
        if "wins" in known:
            wins, losses = known["wins"][which], known["losses"][which]
            more, fewer = percent(max(wins, losses)), percent(min(wins, losses))
            return f"a {more} to {fewer} preference for {'B' if wins >= losses else 'A'}"
        points = float(known["points"][which])
        if points * true <= 0:  # on a scale that ends they may not go together
            return f"an effect of {self.scale.size(true)}"
        return f"a {'gain' if points > 0 else 'loss'} of {self.size(abs(points), RATING_POINTS)}"


def present(result: Result) -> Answer:
    """Return what was asked for, by the analysis that decides."""
    return plan_answer(RatingStudy(result, result.settings.get("decides") or {}))
