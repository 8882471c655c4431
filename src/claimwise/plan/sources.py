"""Where the agreement and the difference of a planned comparison come from."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import sqrt
from typing import Any

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Row,
    as_words,
    assumed,
    caution,
    check_probability,
    did_you_mean,
    inferred,
    option,
)
from claimwise.data import Pairs
from claimwise.plan.settings import Settings
from claimwise.power import exact_power
from claimwise.worlds import (
    Agreement,
    Held,
    Independent,
    Lachenbruch,
    Regressed,
    fit_agreement,
    fit_effect,
)
from claimwise.worlds.published import AGREEMENT, EFFECT
from claimwise.worlds.regression import Regression

WHO = "plan accuracy"
BASELINE = option("baseline") + ", the accuracy of A"
NO_PRIOR = "lachenbruch"
INDEPENDENT = "independent"


def read_sources(parameters: dict[str, Any]) -> dict[str, Any]:
    """Read the pilot and fit the regressions, once for all points of a curve."""
    read = dict(parameters)
    a, b = read.pop("a", None), read.pop("b", None)
    given = {"a": a, "b": b, "task": read.get("task")}
    for name, needs in (("a", "pilot"), ("b", "pilot"), ("task", "difference_from")):
        if given[name] is not None and read.get(needs) is None:
            raise ParameterError(
                option(name, given[name]) + " is looked up in " + option(needs) + "; found none."
            )
    if read.get("pilot") is not None and not isinstance(read["pilot"], Pairs):
        from claimwise.data import read_pairs

        read["pilot"] = read_pairs(
            read["pilot"], a=None if a is None else str(a), b=None if b is None else str(b)
        )
    for name, published, fit in (
        ("agreement_from", AGREEMENT, fit_agreement),
        ("difference_from", EFFECT, fit_effect),
    ):
        if read.get(name) is not None:
            read[name] = _source(name, read[name], published, fit)
    return read


def _source(
    who: str, source: Any, published: dict[str, Regression], fit: Callable[[Any], Regression]
) -> Regression | str:
    """Return a regression: published, given, or fitted; or the word for having none."""
    outcome = "agreement" if published is AGREEMENT else "difference"
    if isinstance(source, Regression) and source.outcome != outcome:
        raise ParameterError(who, f"a regression of the {outcome}", f"one of the {source.outcome}")
    if isinstance(source, Regression):
        return source
    words = [*published, *([NO_PRIOR, INDEPENDENT] if published is AGREEMENT else [])]
    if isinstance(source, str) and source in words:
        return published.get(source, source)
    if isinstance(source, str) and not os.path.exists(source):
        raise ParameterError(
            who,
            f"one of {', '.join(words)}, or a file of past comparisons",
            repr(source),
            did_you_mean(source, words),
        )
    return fit(source)


def agreements(
    agreement: float | None,
    source: Regression | str | None,
    baseline: float | None,
    pilot: Pairs | None,
) -> dict[str, Agreement]:
    """Return the rule, or the three rules, for the agreement, by their labels."""
    if (agreement is None) == (source is None):
        found = "neither" if agreement is None else "both"
        remedy = "Give " + option("agreement", 0.9) + ", or " + option("agreement_from", "glue")
        if agreement is not None:
            remedy = as_words("Leave one of the two out")
        else:
            remedy += ", squad2, lachenbruch or a table of past comparisons; or a pilot with "
            remedy += option("pilot", "FILE")
        raise ParameterError(
            WHO, "either the agreement or where to take it from", found, remedy + "."
        )
    if agreement is not None:
        value = check_probability("agreement", agreement)
        if pilot is not None and value == pilot.agreement:
            return {"": Held(value, None, "from the pilot")}
        return {"": Held(value, baseline, "given")}
    if baseline is None:
        raise ParameterError(option("agreement_from"), BASELINE, "none")
    if isinstance(source, Regression):
        return {"": Regressed(source, baseline)}
    if source == INDEPENDENT:
        return {"": Independent(baseline)}
    return {bound: Lachenbruch(bound, baseline) for bound in ("low", "mid", "high")}


def agreement_notes(rule: Agreement, difference: float | None, rows: list[Row]) -> list[Note]:
    """Say what agreement was assumed, and where it comes from."""
    if isinstance(rule, Held):
        return [assumed(f"Assumed agreement: {rule.value:.4g} ({rule.source}).")]
    if isinstance(rule, Lachenbruch):
        return [assumed(f"Assumed agreement: {rule.source}.")]
    if isinstance(rule, Independent):
        return [_pessimistic(rule, difference)]
    at = difference
    if at is None:
        at = next((row.estimate for row in rows if row.quantity == "mde"), None)
    if at is None or at != at:
        return [assumed(f"Assumed agreement: {rule.source}.")]
    notes = [
        assumed(
            f"Assumed agreement: {rule.at(at):.4g} at a difference of {at:.4g} ({rule.source}); "
            "it moves with the difference."
        )
    ]
    if isinstance(rule, Regressed):
        world = rule.world(at)
        excess = max(world.win - (1 - rule.baseline), world.lose - rule.baseline)
        if excess > 0:
            notes.append(
                caution(
                    "That agreement is lower than a baseline of "
                    f"{rule.baseline:g} allows by {2 * excess:.2g}: the "
                    "regression predicts it from other tasks and knows no bounds."
                )
            )
    return notes


def _pessimistic(rule: Independent, difference: float | None) -> Note:
    """Say what it means that nothing is known of the agreement."""
    value = "" if difference is None else f"{rule.at(difference):.4g}, "
    return assumed(
        f"Assumed agreement: {value}{rule.source}. That is a pessimistic case: systems mostly "
        "fail on the same hard items, agree more than that, and the same items then show more. "
        "Give the agreement, or take it from a regression or past comparisons."
    )


def predicted_difference(
    source: Regression,
    task: str | None,
    baseline: float | None,
    difference: float | None,
    notes: list[Note],
) -> float:
    """Predict the gain over the baseline from past ones, and note where it comes from."""
    if difference is not None:
        either = option("difference") + " or " + option("difference_from")
        raise ParameterError(WHO, either, "both", "Leave one of them out.")
    if baseline is None:
        raise ParameterError(option("difference_from"), BASELINE, "none")
    predicted = source.predict(task, baseline=baseline)
    if predicted <= 0:
        raise ParameterError(
            option("difference_from"),
            "a predicted gain above 0",
            f"{predicted:.4f} at " + option("baseline", baseline),
            "At this accuracy past gains shrink to nothing: give the "
            + option("difference")
            + " that would matter to you.",
        )
    notes.append(
        assumed(
            f"Assumed difference: {predicted:.4g}, predicted for a baseline of {baseline:g} "
            f"({source.source}; R squared {source.r_squared:.2f}, residual sd "
            f"{source.residual_sd:.2g})."
        )
    )
    return predicted


def from_pilot(
    pairs: Pairs,
    settings: Settings,
    difference: Any,
    agreement: Any,
    agreement_from: Any,
    baseline: Any,
    notes: list[Note],
) -> tuple[Any, Any, Any]:
    """Fill in from the pilot what was not given."""
    pairs.counts("the pilot")
    if pairs.n < 2:
        raise DataError("the pilot", "at least two items", f"{pairs.n}")
    name_a, name_b = pairs.names
    notes.append(
        inferred(
            f"Pilot: {pairs.n:,} items; accuracy {pairs.a.mean():.4g} for {name_a} (A) and "
            f"{pairs.b.mean():.4g} for {name_b} (B), difference {pairs.difference:.4g}, agreement "
            f"{pairs.agreement:.4g}."
        )
    )
    if difference is None and settings.solve != "mde":
        difference = pairs.difference
        if difference == 0:
            raise ParameterError(
                "the pilot",
                "two systems of different accuracy",
                "no difference at all",
                "Give the " + option("difference") + " that would matter to you.",
            )
    if agreement is None and agreement_from is None:
        agreement = pairs.agreement
    return difference, agreement, float(pairs.a.mean()) if baseline is None else baseline


def pilot_caution(
    pilot: Pairs | None,
    settings: Settings,
    n: int,
    difference: float | None,
    agreement: float | None,
) -> list[Note]:
    """Say how far the pilot's own noise moves the answer, if the answer rests on it alone."""
    if pilot is None or difference != pilot.difference or agreement != pilot.agreement:
        return []
    error = sqrt((1 - pilot.agreement - pilot.difference**2) / pilot.n)
    lower = (abs(pilot.difference) - error) * (1 if pilot.difference > 0 else -1)
    start = f"The pilot's difference has a standard error of {100 * error:.2g} points"
    if lower * pilot.difference <= 0:
        more = "more than the difference itself: it does not settle even the sign."
        return [caution(f"{start}, {more}")]
    study = exact_power(
        Held(pilot.agreement).world(lower),
        settings.test,
        n,
        alpha=settings.alpha,
        alternative=settings.alternative,
    )
    return [
        caution(
            f"{start}; if the truth were one standard error smaller ({100 * lower:.2g} points), "
            f"the power would be {study.power:.0%}. A pilot that was kept because it looked good "
            "flatters."
        )
    ]


def spelled(source: Regression | str | None) -> str | None:
    """Return the name of a source, for messages and provenance."""
    return source.source if isinstance(source, Regression) else source
