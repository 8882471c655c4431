"""A planned study of ratings or judgements: its size, its effects and its rows, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from claimwise.core import Result, Row, counted
from claimwise.report.numbers import percent
from claimwise.report.scale import Scale

POINTS = Scale("rating points")


@dataclass(frozen=True, slots=True)
class RatingStudy:
    """What a rating plan is of."""

    result: Result

    @property
    def settings(self) -> Mapping[str, Any]:
        """What was asked and assumed."""
        settings: Mapping[str, Any] = self.result.provenance["settings"]
        return settings

    @property
    def judged(self) -> bool:
        """Whether raters judge two systems head to head."""
        return bool(self.settings["outcome"] == "preference")

    @property
    def analyses(self) -> list[str]:
        """The analyses; the first decides."""
        return list(self.settings["models"])

    @property
    def effects(self) -> list[float]:
        """The true effects, in the units of the world."""
        return list(self.settings["effects"])

    @property
    def target(self) -> float:
        """The power that is wanted."""
        return float(self.settings["target"])

    def row(self, quantity: str, analysis: str | None = None, effect: int = 0) -> Row | None:
        """Return what an analysis, by default the first, comes to at one of the effects."""
        at: dict[str, str | float] = {}
        if len(self.analyses) > 1:
            at["analysis"] = analysis or self.analyses[0]
        if len(self.effects) > 1:
            at["effect"] = float(f"{self.effects[effect]:.12g}")
        return next((row for row in self.result.select(quantity) if row.at == at), None)

    def whole(self, quantity: str) -> Row:
        """Return what was solved for, of the study as a whole."""
        return next(row for row in self.result.select(quantity) if not row.at)

    def part(self, name: str) -> int:
        """Return how many items, raters or ratings the solved study has."""
        return int(self.result.select("sample_size", part=name)[0].estimate)

    @property
    def by(self) -> str:
        """The analysis that decides, where there are others: " by linear"."""
        return f" by {self.analyses[0]}" if len(self.analyses) > 1 else ""

    @property
    def power(self) -> str:
        """The wanted power in words."""
        return f"power {percent(self.target)}{self.by}"

    @property
    def size(self) -> str:
        """How large the study is, such as "600 ratings (24 raters, 100 items)"."""
        n = next((row.n for row in self.result.rows if row.n), None)
        if n is None:
            return f"These {self.settings['unit']}"
        items, raters = self.settings["items"], self.settings["raters"]
        made_of = f"{counted(raters, 'rater')}, {counted(items, 'item')}"
        return f"{n:,} {self.settings['unit']} ({made_of})"

    def rated(self, times: float) -> str:
        """Return how often an item is rated, or judged."""
        often = "once" if times == 1 else f"{times:.0f} times"
        return f"judged {often}" if self.judged else f"rated {often} under each system"

    def shares(self, effect: int) -> tuple[float, float]:
        """Return the true shares of judgements for B and for A."""
        known = self.settings["effects_in"]
        return known["wins"][effect], known["losses"][effect]

    def points(self, effect: int) -> float:
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
            return f"an effect of {self.in_units(self.effects[effect])}"
        return f"a {'gain' if points > 0 else 'loss'} of {_short(abs(points), POINTS)}"

    def in_units(self, value: float) -> str:
        """Return an effect, or the end of its interval, in the units of the world."""
        return _short(value, Scale(self.unit))

    @property
    def unit(self) -> str:
        """The unit of effects in this world."""
        if self.judged:
            return "logits"
        latent = self.settings["effects_in"].get("latent")
        return f"latent units ({latent})" if latent else POINTS.unit

    def translated(self, effect: int = 0) -> str:
        """Return what an effect on a latent scale is in rating points; empty of plain points."""
        points = self.settings["effects_in"].get("scale_points")
        if not points:
            return ""
        moved = _short(self.points(effect), POINTS)
        return (
            f"An effect of {self.in_units(self.effects[effect])} moves expected ratings by {moved} "
            f"on this {points}-point scale."
        )

    @property
    def world(self) -> str:
        """What raters, items and noise are like."""
        name, source = self.settings["world"], self.settings.get("source")
        if source:
            return f"raters and items as in {source} ({name})"
        named = {"declared": "declared", "given": "in the world given", "pilot": "in the pilot"}
        return f"raters and items as {named.get(name, f'in {name}')}"


def _short(value: float, scale: Scale) -> str:
    return scale.given(float(f"{value:.3g}"))
