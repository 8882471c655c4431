"""What the answers of a reporting checklist are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from claimwise.core import Result, Row

FREQUENTIST = {"test", "interval", "confidence sequence"}


@dataclass(frozen=True, slots=True)
class Facts:
    """What the answers are made of."""

    result: Result
    claim: str
    detectable: Sequence[str]
    assumptions: Sequence[str]
    heed: Sequence[str]

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of the result."""
        settings: Mapping[str, Any] = self.result.provenance.get("settings", {})
        return settings

    @property
    def analysed(self) -> Mapping[str, Any]:
        """The settings of the analysis: of a declared study, those of its first comparison."""
        parts = self.result.provenance.get("parts", {}).values()
        inner: Mapping[str, Any] = next((part.get("settings", {}) for part in parts), {})
        return {**self.settings, **inner}

    @property
    def verb(self) -> str:
        """What was asked; empty for most plans."""
        return str(self.settings.get("verb", ""))

    @property
    def is_plan(self) -> bool:
        """Whether it was made before the data."""
        before = ("plan", "study power", "study check", "calibrate")
        return not self.verb or self.verb.startswith(before)

    @property
    def ways(self) -> set[str]:
        """How the claim is assessed."""
        parts = self.result.provenance.get("parts", {}).values()
        named = [part.get("settings", {}) for part in parts] or [self.settings]
        found = {way for one in named for way in one.get("assess", ())}
        if found or not self.is_plan:
            return found or {"test", "interval"}
        by_interval = all("interval" in one and "test" not in one for one in named)
        return {"interval"} if by_interval else {"test"}

    def named(self, *names: str) -> list[Row]:
        """Return the rows of these names that are defined."""
        return [r for r in self.result.rows if r.quantity in names and not isnan(r.estimate)]
