"""What Howcroft and Rieser (2021) say of their figures, held against what was computed."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from papers.base import Claim, Value
from papers.found import numbers
from papers.howcroft2021.setting import (
    DESIGNS,
    DRAWN,
    EFFECTS,
    EQUAL_POINTS,
    FIGURE_2,
    MODELS,
    MORE,
    SETTINGS,
    points,
)
from papers.tolerance import ENOUGH

ALIKE = 0.05  # powers that differ by no more on average are about the same
NEARLY_NONE = 0.05  # a gain that has nearly disappeared
ORDINAL, LINEAR = MODELS
BESIDE = "general variance, 50 items, 3 ratings, effect 0.465, 1,000 studies"


class Powers:
    """The powers of one design, by setting, ratings of a text, items, model and effect."""

    def __init__(self, values: Iterable[Value], design: str) -> None:
        """Take the values of that design."""
        names = ("world", "ratings_per_item", "items", "analysis", "effect")
        self.of = numbers(values, *names, design=design)
        self.gains = {
            (*cell, effect): power - self.of[*cell, LINEAR, effect]
            for (*cell, model, effect), power in self.of.items()
            if model == ORDINAL and effect in EFFECTS
        }

    def gain(self, settings: Iterable[str], effects: Iterable[str] = EFFECTS) -> float:
        """Return how much more the ordinal model finds on average."""
        settings, effects = set(settings), set(effects)
        return _mean(g for (w, _, _, e), g in self.gains.items() if w in settings and e in effects)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def claims(values: list[Value]) -> list[Claim]:
    """Judge each sentence in the design as released, and in the corrected one."""
    found = []
    for design in DESIGNS:
        powers = Powers(values, design)
        found.append(_always(powers, design))
        if {world for world, *_ in powers.of} >= set(SETTINGS):  # not in a quick run
            found += [
                _especially(powers, design),
                _half_the_items(powers, design),
                _needs_ordinal(powers, design),
                _extremes(powers, design),
            ]
    return found


def _always(powers: Powers, design: str) -> Claim:
    gains = list(powers.gains.values())
    more, less = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    return Claim(
        f"the ordinal model is always more likely to detect an effect ({design} design)",
        less == 0,
        f"It finds more in {more} of {len(gains)} cells, as much in {len(gains) - more - less}, "
        f"less in {less}; {100 * _mean(gains):.1f} points more on average.",
        because="of 100 studies for each cell some come out the other way by chance",
    )


def _especially(powers: Powers, design: str) -> Claim:
    low, high = (powers.gain(of) for of in (SETTINGS[:2], SETTINGS[3:]))
    small, large = (powers.gain(SETTINGS, of) for of in (EFFECTS[:2], EFFECTS[2:]))
    return Claim(
        "the ordinal model is more likely to detect an effect especially with high variance and "
        f"small effects ({design} design)",
        high > low and small > large,
        f"It gains {100 * high:.0f} points with high variance and {100 * low:.0f} with low; "
        f"{100 * small:.0f} with the two smaller effects and {100 * large:.0f} with the others.",
        because="the gain does not grow with the variance, or not with smaller effects",
    )


def _half_the_items(powers: Powers, design: str) -> Claim:
    def ahead(settings: Iterable[str]) -> float:
        return _mean(
            powers.of[world, per_item, "50", ORDINAL, effect]
            - powers.of[world, per_item, "100", LINEAR, effect]
            for world in settings
            for per_item in ("3", "10")
            for effect in EFFECTS
        )

    each = ", ".join(f"{100 * ahead([world]):+.0f} ({world})" for world in SETTINGS)
    return Claim(
        f"the ordinal model with 50 items is about as powerful as the linear one with 100 "
        f"({design} design)",
        abs(ahead(FIGURE_2)) <= ALIKE,
        f"On average {100 * ahead(FIGURE_2):+.1f} points in the settings of Figure 2; by setting "
        f"{each}.",
        because="the powers differ by more than 5 points on average",
    )


def _needs_ordinal(powers: Powers, design: str) -> Claim:
    at = {
        (world, model): powers.of[world, "3", "100", MORE[model], "0.465"]
        for world in FIGURE_2
        for model in MODELS
    }
    shown = "; ".join(
        f"{world} {at[world, LINEAR]:.2f} and {at[world, ORDINAL]:.2f}" for world in FIGURE_2
    )
    short = [world for world in FIGURE_2[1:] if at[world, ORDINAL] < ENOUGH]
    needless = [world for world in FIGURE_2[1:] if at[world, LINEAR] >= ENOUGH]
    low = at["low", LINEAR] >= ENOUGH
    why = {
        f"with {' and '.join(short)} variance the ordinal model has less as well": short,
        f"with {' and '.join(needless)} variance the linear model does as well": needless,
        "with low variance the linear model has less": not low,
    }
    return Claim(
        "100 items and 3 ratings need an ordinal model to detect 0.465 with a power of 0.8, but "
        f"for low variance ({design} design)",
        low and not short and not needless,
        f"Powers of the linear and the ordinal model: {shown}, of 1,000 studies with errors of "
        "about 0.01.",
        because="; ".join(reason for reason, so in why.items() if so),
    )


def _extremes(powers: Powers, design: str) -> Claim:
    gain = {world: powers.gain([world]) for world in SETTINGS}
    return Claim(
        "the differences nearly disappear with extremely low variance, and are more pronounced "
        f"with extremely high variance (Figure 3, {design} design)",
        gain["extreme-low"] <= NEARLY_NONE and gain["extreme-high"] == max(gain.values()),
        "The ordinal model gains "
        + ", ".join(f"{100 * g:.1f} ({world})" for world, g in gain.items())
        + " points.",
        because="the gains do not follow the variance",
    )


def remarks(values: list[Value]) -> list[str]:
    """Say what was left out: effect 0, and what it is in rating points."""
    said = _thresholds(values)
    for design in DESIGNS:
        (ordinal, error), (linear, of_linear) = (_at_zero(values, design, m) for m in MODELS)
        said.append(
            f"{design} design: at effect 0, which the paper leaves out, the ordinal model finds "
            f"something in {ordinal:.1f}% and the linear one in {linear:.1f}% of studies (errors "
            f"{error:.1f} and {of_linear:.1f}); 5% would be right."
        )
    return [*said, _points(values), *_equal(values)]


def _thresholds(values: list[Value]) -> list[str]:
    """Say what it makes of power that thresholds are at their means."""
    at = {v.place: v for v in values}
    said = []
    for model in MODELS:
        for place, drawn in at.items():
            if drawn.at("analysis") != DRAWN[model]:
                continue
            mean = at[(*place[:-2], MORE[model], place[-1])]
            error = sqrt(sum(((v.high - v.low) / (2 * 1.96)) ** 2 for v in (mean, drawn)))
            said.append(f"{model} {drawn.estimate:.3f} and {mean.estimate:.3f} (error {error:.3f})")
    start = "Thresholds are at their means here; the paper draws 100 sets of them."
    if not said:
        return [start]
    return [f"{start} Power with drawn ones and with means, {BESIDE}: {', '.join(said)}."]


def _at_zero(values: list[Value], design: str, model: str) -> tuple[float, float]:
    """Return in how many studies of a hundred a model finds something, and the error of that."""
    null = [
        v
        for v in values
        if (v.at("design"), v.at("analysis"), v.at("effect")) == (design, model, "0")
    ]
    studies = sum(v.studies for v in null)
    rate = sum(v.estimate * v.studies for v in null) / studies
    return 100 * rate, 100 * sqrt(rate * (1 - rate) / studies)


def _points(values: list[Value]) -> str:
    """Say what the latent effects are in rating points, in which the linear model looks."""
    settings = [name for name in SETTINGS if any(v.at("world") == name for v in values)]
    shown = "; ".join(
        f"{name} {points(name, 0.0):.2f} and {points(name, float(EFFECTS[0])):.2f}"
        for name in settings
    )
    return (
        "In these worlds B's latent scores are more spread out than A's, and the scale ends: so "
        f"the expected ratings differ, at effect 0 and at {EFFECTS[0]}, by (points) {shown}. An "
        "effect that is nearly 0 in points the linear model cannot find: that is a part of the "
        "published advantage of the ordinal model, beside its power."
    )


def _equal(values: list[Value]) -> list[str]:
    """Say what part of the linear model's findings at effect 0 is a true difference in points."""
    said = []
    for design in DESIGNS:
        equal = [v for v in values if (v.at("design"), v.at("analysis")) == (design, EQUAL_POINTS)]
        if not equal:
            continue
        sizes = {(v.at("world"), v.at("ratings_per_item"), v.at("items")) for v in equal}
        latent = [
            v
            for v in values
            if (v.at("design"), v.at("analysis"), v.at("effect")) == (design, LINEAR, "0")
            and (v.at("world"), v.at("ratings_per_item"), v.at("items")) in sizes
        ]
        at_zero, false = (_mean(v.estimate for v in of) for of in (latent, equal))
        part = max(0.0, 1 - false / at_zero) if at_zero else 0.0
        error = sqrt(false * (1 - false) / sum(v.studies for v in equal))
        said.append(
            f"{design} design, 3 ratings and 500 items: at effect 0 the linear model finds "
            f"something in {100 * at_zero:.1f}% of studies, and where the expected ratings are "
            f"equal in {100 * false:.1f}% (error {100 * error:.1f}): {100 * part:.0f}% of what it "
            "finds at effect 0 is there, in rating points."
        )
    return said
