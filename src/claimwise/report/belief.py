"""What is believed after the data, and how far the data moved it: one sentence for each row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isinf, isnan
from typing import Any

from claimwise.core import Row
from claimwise.report.claim_words import ends, size
from claimwise.report.numbers import fold, number, probability, quantity
from claimwise.report.places import place_of

EVEN = 1e-9  # a Bayes factor this near to 1 is 1 but for rounding
Settings = Mapping[str, Any]
Sentence = Callable[[Row, str, str, Settings], str]
MODELS = {
    "metric": "robust t model",
    "metric-normal": "normal model",
    "count": "negative binomial model",
    "count-poisson": "Poisson model",
    "ordinal": "ordered probit model",
    "crossed-ordinal": "ordered probit model with raters and items",
    "binary-probit": "bivariate probit model",
    "hierarchical": "hierarchical model",
}


def _higher(settings: Settings) -> tuple[str, str]:
    """Return what a system does on its scale, as "scores" and as "scoring"."""
    if settings.get("verb") == "ratings":
        return "is rated", "being rated"
    return "scores", "scoring"


def _posterior(row: Row, a: str, b: str, settings: Settings) -> str:
    if place_of(row).split(", ")[0] == "equal-tailed":
        return ""
    model = settings.get("model", "")
    by = f", the {MODELS.get(model, f'model {model}')}" if model else ""
    scale = " levels of the latent scale" if model in ("ordinal", "crossed-ordinal") else ""
    return (
        f"Given the data{by} and the prior ({settings.get('prior')}), the difference of {b} over "
        f"{a} is {size(row.estimate, settings)}{scale} on average and lies in "
        f"{ends(row, settings)} with probability {number(row.level)} (highest density)."
    )


def _greater(row: Row, a: str, b: str, settings: Settings) -> str:
    parts = place_of(row).split(", ")
    beyond = _beyond(settings, "lower") if "margin" in parts else ""
    what = f"he probability that {b} {_higher(settings)[0]} higher than {a}{beyond} is"
    bound = next((word for word in ("lowest", "highest") if word in parts), "")
    if bound:
        # A bound that says nothing is left out.
        empty = row.estimate < 5e-5 if bound == "lowest" else row.estimate >= 0.99995
        side = "at least" if bound == "lowest" else "at most"
        text = f"Whatever the pairing of the items, t{what} {side} {probability(row.estimate)}."
        return "" if empty else text
    return f"T{what} {_share(row)}."


def _share(row: Row) -> str:
    """Return a probability; of draws, with what they leave open."""
    if row.kind != "monte carlo":
        return probability(row.estimate)
    low, high = probability(row.low), probability(row.high)
    if row.estimate in (0.0, 1.0):
        return f"above {low}" if row.estimate else f"below {high}"
    return f"{probability(row.estimate)} ({low} to {high}, for Monte Carlo error)"


def _less(row: Row, a: str, b: str, settings: Settings) -> str:
    beyond = _beyond(settings, "higher").rstrip(",")
    return f"That it {_higher(settings)[0]} lower{beyond}: {_share(row)}."


def _region(settings: Settings) -> tuple[str, str]:
    """Return the region of practical equivalence, as a size and as a place."""
    rope = settings.get("rope") or 0.0
    if isinstance(rope, list | tuple):
        low, high = (size(end, settings) for end in rope)
        return f"by an amount between {low} and {high}", f"{low} to {high}"
    half = size(rope, settings)
    return f"by less than {half}", f"{half} either way"


def _rope(row: Row, a: str, b: str, settings: Settings) -> str:
    return f"That the two differ {_region(settings)[0]}: {_share(row)}."


def _hdi_rope(row: Row, a: str, b: str, settings: Settings) -> str:
    place = _region(settings)[1]
    if row.estimate > 0:
        return f"The whole interval lies outside of {place}: different, by HDI + ROPE."
    if row.estimate < 0:
        return f"The whole interval lies within {place}: equivalent, by HDI + ROPE."
    return f"The interval lies partly within {place}: undecided, by HDI + ROPE."


def hypothesis(row: Row, a: str, b: str, settings: Settings) -> str:
    """Say what a Bayes factor sets against what."""
    parts = place_of(row).split(", ")
    if parts[:2] == ["point", "share"]:
        return "each winning half of the decided items against any share"
    if parts[0] == "point":
        return "no difference at all against any difference"
    if row.quantity == "bayes_factor_direction":
        way, other = ("lower", "higher") if settings.get("downwards") else ("higher", "lower")
        return f"{b} {_higher(settings)[1]} {way}{_beyond(settings, other)} against not"
    rope = settings.get("rope")
    if isinstance(rope, list | tuple):
        within = f"a difference from {' to '.join(size(end, settings) for end in rope)}"
    else:
        within = f"a difference below {size(rope or 0.0, settings)}"
    larger = "one outside" if isinstance(rope, list | tuple) else "a larger one"
    other = "any difference" if row.quantity.endswith("encompassing") else larger
    return f"{within} against {other}"


def _factor(row: Row, a: str, b: str, settings: Settings) -> str:
    what = hypothesis(row, a, b, settings)
    if row.kind == "bound":
        bound = f"above {fold(row.low)}" if isinf(row.high) else f"below {fold(row.high)}"
        return f"Bayes factor of {what}: {bound}; more cannot be told."
    if isnan(row.estimate):
        return ""
    if abs(row.estimate - 1) < EVEN:
        return f"Bayes factor of {what}: 1, so the data do not shift the odds."
    way = "for" if row.estimate >= 1 else "against"
    strength = row.estimate if row.estimate >= 1 else 1 / row.estimate if row.estimate else inf
    error = ""
    if row.kind == "monte carlo":
        high = "more than can be told" if isinf(row.high) else fold(row.high)
        error = f" ({fold(row.low)} to {high}, for Monte Carlo error)"
    return (
        f"Bayes factor of {what}: {fold(row.estimate)}{error}, so the data shift the odds "
        f"{fold(strength)}-fold {way} it."
    )


def _models(row: Row, a: str, b: str, settings: Settings) -> str:
    first, second = place_of(row).split(", ")[0].split(" vs ")
    error = ""
    if row.kind == "monte carlo":
        error = f" ({fold(row.low)} to {fold(row.high)}, for Monte Carlo error)"
    way, strength = ("for", row.estimate) if row.estimate >= 1 else ("against", 1 / row.estimate)
    return (
        f"Bayes factor of the model {first} against the model {second}: {fold(row.estimate)}"
        f"{error}, so the data shift the odds {fold(strength)}-fold {way} it."
    )


def _beyond(settings: Settings, other: str) -> str:
    """Return by how much; where less than nothing is asked, how much in the `other` direction."""
    edge = settings.get("edge", settings.get("margin")) or 0.0
    if edge < 0:
        return f", or {other} by less than {size(-edge, settings)},"
    return f" by more than {size(edge, settings)}" if edge else ""


def _effect(row: Row, a: str, b: str, settings: Settings) -> str:
    unit = (
        "scales of the t distribution"
        if settings.get("model") == "metric"
        else ("standard deviations")
    )
    return (
        f"Effect size (difference in {unit}): {quantity(row.estimate)}, "
        f"{quantity(row.low)} to {quantity(row.high)} with probability {number(row.level)}."
    )


def _ratio(row: Row, a: str, b: str, settings: Settings) -> str:
    return (
        f"The mean count of {b} is {quantity(row.estimate)} times that of {a} (median), "
        f"{quantity(row.low)} to {quantity(row.high)} times with probability {number(row.level)}."
    )


def _named(words: str) -> Sentence:
    """Return a sentence on a parameter of one system."""

    def say(row: Row, a: str, b: str, settings: Settings) -> str:
        whose = place_of(row).split(", ")[0]
        return f"{words} of {whose}: {quantity(row.estimate)} ({ends_plain(row)})."

    return say


def _single(words: str) -> Sentence:
    """Return a sentence on a parameter that systems share."""

    def say(row: Row, a: str, b: str, settings: Settings) -> str:
        return f"{words}: {quantity(row.estimate)} ({ends_plain(row)})."

    return say


def _mean(row: Row, a: str, b: str, settings: Settings) -> str:
    whose = place_of(row).split(", ")[0]
    if settings.get("unit") == "points":
        spread = f"{100 * row.low:.3g}% to {100 * row.high:.3g}%"
        return f"Accuracy of {whose}: {100 * row.estimate:.3g}% ({spread})."
    what = "Latent mean" if settings.get("model") == "ordinal" else "Mean"
    return f"{what} of {whose}: {quantity(row.estimate)} ({ends_plain(row)})."


def _new_dataset(row: Row, a: str, b: str, settings: Settings) -> str:
    way = "higher" if row.estimate >= 0 else "lower"
    return (
        f"Averaged over new data sets like these, {b} would score "
        f"{size(abs(row.estimate), settings)} {way} than {a} (a difference of "
        f"{ends(row, settings)} with probability {number(row.level)}; single data sets vary more)."
    )


def _rating(row: Row, a: str, b: str, settings: Settings) -> str:
    return (
        f"In mean ratings this is a difference of {quantity(row.estimate)}, "
        f"{ends_plain(row)} with probability {number(row.level)}."
    )


def ends_plain(row: Row) -> str:
    """Return both ends of an interval as plain numbers."""
    return f"{quantity(row.low)} to {quantity(row.high)}"


BELIEFS: dict[str, Sentence] = {  # in the order in which they are read
    "posterior_difference": _posterior,
    "probability_greater": _greater,
    "probability_less": _less,
    "probability_rope": _rope,
    "hdi_rope": _hdi_rope,
    "effect_size": _effect,
    "ratio": _ratio,
    "difference_rating": _rating,
    "difference_new": _new_dataset,
    "posterior_mean": _mean,
    "sd": _named("Standard deviation"),
    "scale": _named("Scale (spread, wild scores apart)"),
    "skewness": _named("Skewness"),
    "variation": _named("Variation beyond Poisson (share of the mean)"),
    "normality": _single("Normality (degrees of freedom; above 30, nearly normal)"),
    "correlation": _single("Correlation between systems over items"),
    "item_spread": _single("Spread of items (sd of the log of their mean)"),
    "logit_spread": _named("Standard deviation on the logit scale"),
    "bayes_factor_01": _factor,
    "bayes_factor_rope_encompassing": _factor,
    "bayes_factor_direction": _factor,
    "bayes_factor": _models,
}
