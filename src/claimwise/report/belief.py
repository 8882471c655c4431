"""What is believed after the data, and how far the data moved it: one sentence for each row."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isinf, isnan

from claimwise.core import Row
from claimwise.report.compared import Compared
from claimwise.report.method import short_name
from claimwise.report.numbers import chance, fold, number, percent

EVEN = 1e-9  # a Bayes factor this near to 1 is 1 but for rounding
Sentence = Callable[[Row, Compared], str]


def _higher(c: Compared) -> tuple[str, str]:
    """Return what a system does on its scale, as "scores" and as "scoring"."""
    if c.settings.get("rated"):
        return "is rated", "being rated"
    return "scores", "scoring"


def _posterior(row: Row, c: Compared) -> str:
    if row.at.get("by") == "equal-tailed":
        return ""
    model = c.settings.get("model", "")
    called = short_name("model", model)
    by = f", the {called if called != model else f'model {model}'}" if model else ""
    scale = " levels of the latent scale" if model in ("ordinal", "crossed-ordinal") else ""
    return (
        f"Given the data{by} and the prior ({c.settings.get('prior')}), the difference of {c.b} "
        f"over {c.a} is {c.scale.size(row.estimate)}{scale} on average and lies in "
        f"{c.scale.ends(row)} with probability {percent(row.level or 0)} (highest density)."
    )


def _greater(row: Row, c: Compared) -> str:
    beyond = _beyond(c, "lower") if row.at.get("against") == "margin" else ""
    what = f"he probability that {c.b} {_higher(c)[0]} higher than {c.a}{beyond} is"
    bound = row.at.get("end")
    if bound:
        # A bound that says nothing is left out.
        empty = row.estimate < 5e-5 if bound == "lowest" else row.estimate >= 0.99995
        side = "at least" if bound == "lowest" else "at most"
        text = f"Whatever the pairing of the items, t{what} {side} {percent(row.estimate)}."
        return "" if empty else text
    return f"T{what} {_share(row)}."


def _share(row: Row) -> str:
    """Return a probability; of draws, with what they leave open."""
    if row.kind != "monte carlo" or row.estimate in (0.0, 1.0):
        return chance(row)
    low, high = percent(row.low), percent(row.high)
    return f"{percent(row.estimate)} ({low} to {high}, for Monte Carlo error)"


def _less(row: Row, c: Compared) -> str:
    beyond = _beyond(c, "higher").rstrip(",")
    return f"That it {_higher(c)[0]} lower{beyond}: {_share(row)}."


def _region(c: Compared) -> tuple[str, str]:
    """Return the region of practical equivalence, as a size and as a place."""
    rope = c.settings.get("rope") or 0.0
    if isinstance(rope, list | tuple):
        low, high = (c.scale.given(end) for end in rope)
        return f"by an amount between {low} and {high}", f"{low} to {high}"
    half = c.scale.given(rope)
    return f"by less than {half}", f"{half} either way"


def _rope(row: Row, c: Compared) -> str:
    return f"That the two differ {_region(c)[0]}: {_share(row)}."


def _hdi_rope(row: Row, c: Compared) -> str:
    place = _region(c)[1]
    if row.estimate > 0:
        return f"The whole interval lies outside of {place}: different, by HDI + ROPE."
    if row.estimate < 0:
        return f"The whole interval lies within {place}: equivalent, by HDI + ROPE."
    return f"The interval lies partly within {place}: undecided, by HDI + ROPE."


def hypothesis(row: Row, c: Compared) -> str:
    """Say what a Bayes factor sets against what."""
    point = row.at.get("against") == "point"
    if point and row.at.get("part") == "share":
        return "each winning half of the decided items against any share"
    if point:
        return "no difference at all against any difference"
    if row.quantity == "bayes_factor_direction":
        way, other = ("lower", "higher") if c.settings.get("downwards") else ("higher", "lower")
        return f"{c.b} {_higher(c)[1]} {way}{_beyond(c, other)} against not"
    rope = c.settings.get("rope")
    if isinstance(rope, list | tuple):
        within = f"a difference from {' to '.join(c.scale.given(end) for end in rope)}"
    else:
        within = f"a difference below {c.scale.given(rope or 0.0)}"
    larger = "one outside" if isinstance(rope, list | tuple) else "a larger one"
    other = "any difference" if row.quantity.endswith("encompassing") else larger
    return f"{within} against {other}"


def _factor(row: Row, c: Compared) -> str:
    what = hypothesis(row, c)
    if row.kind == "bound":
        bound = f"above {fold(row.low)}" if isinf(row.high) else f"below {fold(row.high)}"
        return f"Bayes factor of {what}: {bound}; no more is known."
    if isnan(row.estimate):
        return ""
    if abs(row.estimate - 1) < EVEN:
        return f"Bayes factor of {what}: 1, so the data do not shift the odds."
    way = "for" if row.estimate >= 1 else "against"
    strength = row.estimate if row.estimate >= 1 else 1 / row.estimate if row.estimate else inf
    error = ""
    if row.kind == "monte carlo":
        high = "no limit known" if isinf(row.high) else fold(row.high)
        error = f" ({fold(row.low)} to {high}, for Monte Carlo error)"
    return (
        f"Bayes factor of {what}: {fold(row.estimate)}{error}, so the data shift the odds "
        f"{fold(strength)}-fold {way} it."
    )


def _models(row: Row, c: Compared) -> str:
    error = ""
    if row.kind == "monte carlo":
        error = f" ({fold(row.low)} to {fold(row.high)}, for Monte Carlo error)"
    way = "first" if row.estimate >= 1 else "second"
    strength = row.estimate if row.estimate >= 1 else 1 / row.estimate
    return (
        f"Bayes factor of the models {row.at['analysis']}: {fold(row.estimate)}{error}, so the "
        f"data shift the odds {fold(strength)}-fold towards the {way}."
    )


def _beyond(c: Compared, other: str) -> str:
    """Return by how much; where less than nothing is asked, how much in the `other` direction."""
    edge = c.settings.get("edge", c.settings.get("margin")) or 0.0
    if edge < 0:
        return f", or {other} by less than {c.scale.given(-edge)},"
    return f" by more than {c.scale.given(edge)}" if edge else ""


def _new_dataset(row: Row, c: Compared) -> str:
    way = "higher" if row.estimate >= 0 else "lower"
    return (
        f"Averaged over new data sets like these, {c.b} would score "
        f"{c.scale.size(abs(row.estimate))} {way} than {c.a} (a difference of "
        f"{c.scale.ends(row)} with probability {percent(row.level or 0)}; single data sets vary "
        "more)."
    )


def ends_plain(row: Row) -> str:
    """Return both ends of an interval as plain numbers."""
    return f"{number(row.low)} to {number(row.high)}"


BELIEFS: dict[str, Sentence] = {  # in the order in which they are read
    "posterior_difference": _posterior,
    "probability_greater": _greater,
    "probability_less": _less,
    "probability_rope": _rope,
    "hdi_rope": _hdi_rope,
    "difference_new": _new_dataset,
    "bayes_factor_01": _factor,
    "bayes_factor_rope_encompassing": _factor,
    "bayes_factor_direction": _factor,
    "bayes_factor": _models,
}
