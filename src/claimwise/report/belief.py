"""What is believed after the data, and how far the data moved it: one sentence for each row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isinf, isnan
from typing import Any

from claimwise.core import Row
from claimwise.report.claim_words import ends, size
from claimwise.report.numbers import number, probability, quantity

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
}


def _higher(settings: Settings) -> tuple[str, str]:
    """Return what a system does on its scale, as "scores" and as "scoring"."""
    if settings.get("verb") == "ratings":
        return "is rated", "being rated"
    return "scores", "scoring"


def _posterior(row: Row, a: str, b: str, settings: Settings) -> str:
    if row.qualifier.split(", ")[0] == "equal-tailed":
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
    parts = row.qualifier.split(", ")
    beyond = _beyond(settings) if "margin" in parts else ""
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
    return f"That it {_higher(settings)[0]} lower{_beyond(settings)}: {_share(row)}."


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


def _hypothesis(row: Row, a: str, b: str, settings: Settings) -> str:
    parts = row.qualifier.split(", ")
    if parts[:2] == ["point", "share"]:
        return "each winning half of the decided items against any share"
    if parts[0] == "point":
        return "no difference at all against any difference"
    if row.name == "bayes_factor_direction":
        return f"{b} {_higher(settings)[1]} higher{_beyond(settings)} against not"
    rope = settings.get("rope")
    if isinstance(rope, list | tuple):
        within = f"a difference from {' to '.join(size(end, settings) for end in rope)}"
    else:
        within = f"a difference below {size(rope or 0.0, settings)}"
    other = "any difference" if row.name.endswith("encompassing") else "a larger one"
    return f"{within} against {other}"


def _factor(row: Row, a: str, b: str, settings: Settings) -> str:
    what = _hypothesis(row, a, b, settings)
    if row.kind == "bound":
        bound = f"above {number(row.low)}" if isinf(row.high) else f"below {number(row.high)}"
        return f"Bayes factor of {what}: {bound}; more cannot be told."
    if isnan(row.estimate):
        return ""
    if abs(row.estimate - 1) < EVEN:
        return f"Bayes factor of {what}: 1, so the data do not shift the odds."
    way = "for" if row.estimate >= 1 else "against"
    strength = row.estimate if row.estimate >= 1 else 1 / row.estimate if row.estimate else inf
    error = ""
    if row.kind == "monte carlo":
        high = "more than can be told" if isinf(row.high) else number(row.high)
        error = f" ({number(row.low)} to {high}, for Monte Carlo error)"
    return (
        f"Bayes factor of {what}: {number(row.estimate)}{error}, so the data shift the odds "
        f"{number(strength)}-fold {way} it."
    )


def _beyond(settings: Settings) -> str:
    return f" by more than {size(settings['margin'], settings)}" if settings.get("margin") else ""


def _effect(row: Row, a: str, b: str, settings: Settings) -> str:
    return (
        f"Effect size (difference in standard deviations): {quantity(row.estimate)}, "
        f"{quantity(row.low)} to {quantity(row.high)} with probability {number(row.level)}."
    )


def _ratio(row: Row, a: str, b: str, settings: Settings) -> str:
    return (
        f"The mean count of {b} is {quantity(row.estimate)} times that of {a}, "
        f"{quantity(row.low)} to {quantity(row.high)} times with probability {number(row.level)}."
    )


def _named(words: str) -> Sentence:
    """Return a sentence on a parameter of one system."""

    def say(row: Row, a: str, b: str, settings: Settings) -> str:
        whose = row.qualifier.split(", ")[0]
        of = f" of {whose}" if whose else ""
        return f"{words}{of}: {quantity(row.estimate)} ({ends_plain(row)})."

    return say


def ends_plain(row: Row) -> str:
    """Return both ends of an interval as plain numbers."""
    return f"{quantity(row.low)} to {quantity(row.high)}"


def _predictive(row: Row, a: str, b: str, settings: Settings) -> str:
    statistic, system = row.qualifier.split(", ")[:2]
    source = "the prior" if row.name.startswith("prior") else "the fitted model"
    if statistic == "levels":
        return (
            f"Data drawn from {source} are farther from what it expects than the levels of "
            f"{system} with probability {row.estimate:.3f}."
        )
    return (
        f"Data drawn from {source} have a higher {statistic} than {system} with probability "
        f"{row.estimate:.3f}."
    )


def _best(row: Row, a: str, b: str, settings: Settings) -> str:
    return f"{row.qualifier} is the best of all with probability {_share(row)}."


BELIEFS: dict[str, Sentence] = {  # in the order in which they are read
    "posterior_difference": _posterior,
    "probability_greater": _greater,
    "probability_less": _less,
    "probability_rope": _rope,
    "hdi_rope": _hdi_rope,
    "probability_best": _best,
    "effect_size": _effect,
    "ratio": _ratio,
    "posterior_mean": _named("Mean"),
    "sd": _named("Standard deviation"),
    "shape": _named("Shape (the larger, the nearer to Poisson)"),
    "normality": _named("Normality (degrees of freedom; above 30, nearly normal)"),
    "correlation": _named("Correlation between systems over items"),
    "item_spread": _named("Spread of items (sd of the log of their mean)"),
    "bayes_factor_01": _factor,
    "bayes_factor_rope_encompassing": _factor,
    "bayes_factor_direction": _factor,
    "predictive": _predictive,
    "prior_predictive": _predictive,
}
