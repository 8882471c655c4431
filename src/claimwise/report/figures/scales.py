"""What the differences of a panel have in common: their unit, their sides and their margins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

Settings = Mapping[str, Any]
METRICS = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER", "f1": "F1", "mcc": "MCC"}
Margins = tuple[float | None, float | None, str]
NO_MARGINS: Margins = (None, None, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What the differences of a panel have in common."""

    title: str = ""  # of the panel: its metric, its data set
    unit: str = ""
    times: float = 1.0
    first: str = ""  # the systems, where they are the same in all lines
    second: str = ""
    ahead: str = "better"  # what a system is that is ahead
    behind: str = "worse"
    higher: bool = True  # whether a higher score is ahead
    low: float | None = None  # margins, in the units of the rows
    high: float | None = None
    zone: str = ""  # what lies between both margins, or beyond the only one

    @property
    def what(self) -> str:
        """What is drawn: which system minus which."""
        if self.first:
            return f"{self.first} minus {self.second}"
        return f"difference from {self.second}" if self.second else "difference"

    @property
    def sides(self) -> tuple[str, str]:
        """What lies at the left and at the right of no difference."""
        if self.first:
            behind, ahead = f"{self.second} {self.ahead}", f"{self.first} {self.ahead}"
        else:
            than = f" than {self.second}" if self.second else ""
            behind, ahead = f"{self.behind}{than}", f"{self.ahead}{than}"
        return (behind, ahead) if self.higher else (ahead, behind)

    def of_many(self) -> Scale:
        """Return the scale of several pairs, which names none of them."""
        return replace(self, first="", second="")


def metric_name(metric: str) -> str:
    """Return the name of a metric as it is written.

    >>> metric_name("bleu"), metric_name("f1:macro"), metric_name("mae")
    ('BLEU', 'F1:macro', 'mae')
    """
    name, colon, options = metric.partition(":")
    return f"{METRICS.get(name, name)}{colon}{options}"


def compared_scale(
    settings: Settings,
    *,
    believed: bool,
    first: str = "",
    second: str = "",
    metric: str = "",
    dataset: str = "",
) -> Scale:
    """Return the scale of a comparison, with the margins of its claim or its region."""
    points = settings.get("unit") == "points"
    higher = settings.get("better", "higher") == "higher"
    low, high, zone = _margins(settings, higher=higher, believed=believed)
    of = metric or _only_metric(settings)
    return Scale(
        title=", ".join(part for part in (metric_name(of) if of else "", dataset) if part),
        unit="points" if points else "",
        times=100.0 if points else 1.0,
        first=first,
        second=second,
        higher=higher,
        low=low,
        high=high,
        zone=zone,
    )


def rated_scale(settings: Settings, *, first: str = "", second: str = "") -> Scale:
    """Return the scale of ratings, with the region of a posterior."""
    latent = settings.get("model") == "ordinal" or "assess" in settings
    link = f", {settings['link']}" if settings.get("link") else ""
    believed = "assess" in settings
    low, high, zone = _margins(settings, higher=True, believed=True) if believed else NO_MARGINS
    return Scale(
        unit=f"latent units{link}" if latent else "rating points",
        first=first,
        second=second,
        ahead="rated higher",
        behind="rated lower",
        low=low,
        high=high,
        zone=zone,
    )


def judged_scale(*, first: str, second: str) -> Scale:
    """Return the scale of judgements head to head."""
    unit = "points: share of wins less share of losses"
    return Scale(unit=unit, times=100.0, first=first, second=second, ahead="preferred")


def _only_metric(settings: Settings) -> str:
    """Return the one metric that a comparison is by; empty for plain scores."""
    if settings.get("measure"):
        return str(settings["measure"])
    alone = settings.get("verb") == "compare" and not settings.get("metrics")
    return str(settings.get("metric") or "") if alone else ""


def _margins(settings: Settings, *, higher: bool, believed: bool) -> Margins:
    """Return the margins as they were declared, and what they mark."""
    margin, claim = settings.get("margin") or 0.0, settings.get("claim", "difference")
    rope = settings.get("rope")
    if believed and rope:
        first, last = rope if isinstance(rope, list | tuple) else (-rope, rope)
        return float(first), float(last), "ROPE"
    if claim == "equivalence" and margin:
        return -margin, margin, "equivalent"
    side = 1.0 if higher else -1.0
    edge = {"non-inferiority": -side * margin, "superiority": side * margin}.get(claim, 0.0)
    if not edge:
        return NO_MARGINS
    return (edge, None, "margin") if side > 0 else (None, edge, "margin")
