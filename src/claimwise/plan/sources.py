"""Where the agreement and the difference of a planned comparison come from."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

from claimwise.core import ParameterError, Row, check_probability, sentence
from claimwise.data import Pairs
from claimwise.plan.settings import Settings
from claimwise.power import exact_power
from claimwise.worlds import Agreement, Held, Lachenbruch, Regressed, fit_agreement, fit_effect
from claimwise.worlds.published import AGREEMENT, EFFECT
from claimwise.worlds.regression import Regression

WHO = "plan accuracy"


def agreements(
    agreement: float | None, source: Any, baseline: float | None, from_pilot: bool
) -> dict[str, Agreement]:
    """Return the rule, or the three rules, for the agreement, by their labels."""
    if (agreement is None) == (source is None):
        found = "neither" if agreement is None else "both"
        raise ParameterError(
            sentence(
                WHO,
                "either the agreement or where to take it from",
                found,
                "Give agreement, or agreement_from glue, squad2, lachenbruch or a table "
                "of past comparisons; or a pilot.",
            )
        )
    if agreement is not None:
        value = check_probability("agreement", agreement)
        where = "from the pilot" if from_pilot else "given"
        return {"": Held(value, None if from_pilot else baseline, where)}
    if baseline is None:
        raise ParameterError(
            sentence(f"agreement_from {spelled(source)}", "the baseline accuracy", "none")
        )
    if isinstance(source, str) and source == "lachenbruch":
        return {bound: Lachenbruch(bound, baseline) for bound in ("low", "mid", "high")}
    return {
        "": Regressed(_regression(source, AGREEMENT, fit_agreement, "agreement_from"), baseline)
    }


def _regression(source: Any, published: dict[str, Regression], fit: Any, who: str) -> Regression:
    """Return a published regression by its name, or fit one to a table."""
    if isinstance(source, Regression):
        return source
    if isinstance(source, str) and source in published:
        return published[source]
    if isinstance(source, str) and not Path(source).exists():
        known = [*published, *(["lachenbruch"] if published is AGREEMENT else [])]
        raise ParameterError(
            sentence(who, f"one of {', '.join(known)}, or a file of past comparisons", repr(source))
        )
    fitted: Regression = fit(source)
    return fitted


def assumed(rule: Agreement, difference: float | None, rows: list[Row]) -> list[str]:
    """Say what agreement was assumed, and where it comes from."""
    if isinstance(rule, Held):
        return [f"Assumed agreement: {rule.value:.4g} ({rule.source})."]
    if isinstance(rule, Lachenbruch):
        return [f"Assumed agreement: {rule.source}."]
    at = difference
    if at is None:
        at = next((row.estimate for row in rows if row.name == "mde"), None)
    if at is None or at != at:
        return [f"Assumed agreement: {rule.source}."]
    notes = [
        f"Assumed agreement: {rule.at(at):.4g} at a difference of {at:.4g} ({rule.source}); "
        "it moves with the difference."
    ]
    if isinstance(rule, Regressed):
        world = rule.world(at)
        if world.win > 1 - rule.baseline or world.lose > rule.baseline:
            notes.append(
                "That agreement is lower than a baseline of "
                f"{rule.baseline:g} allows by {max(world.win - 1 + rule.baseline, 0):.2g}: the "
                "regression predicts it from other tasks and knows no bounds."
            )
    return notes


def predicted_difference(
    source: Any, task: str | None, baseline: float | None, difference: Any, notes: list[str]
) -> float:
    """Predict the gain over the baseline from past ones, and note where it comes from."""
    if difference is not None:
        raise ParameterError(
            sentence(WHO, "either a difference or where to predict it from", "both")
        )
    if baseline is None:
        raise ParameterError(
            sentence(f"difference_from {spelled(source)}", "the baseline accuracy", "none")
        )
    regression = _regression(source, EFFECT, fit_effect, "difference_from")
    predicted = regression.predict(task, baseline=baseline)
    if predicted <= 0:
        raise ParameterError(
            sentence(
                f"difference_from {spelled(source)}",
                "a predicted gain above 0",
                f"{predicted:.4f} at baseline {baseline:g}",
                "At this accuracy past gains shrink to nothing: state the difference "
                "that would matter to you.",
            )
        )
    notes.append(
        f"Assumed difference: {predicted:.4g}, predicted for a baseline of {baseline:g} "
        f"({regression.source}; R squared {regression.r_squared:.2f}, residual sd "
        f"{regression.residual_sd:.2g})."
    )
    return predicted


def from_pilot(
    pairs: Pairs,
    settings: Settings,
    difference: Any,
    agreement: Any,
    agreement_from: Any,
    baseline: Any,
    notes: list[str],
) -> tuple[Any, Any, Any]:
    """Fill in from the pilot what was not given."""
    pairs.counts("the pilot")
    name_a, name_b = pairs.names
    notes.append(
        f"Pilot: {pairs.n:,} items; accuracy {pairs.a.mean():.4g} for {name_a} (A) and "
        f"{pairs.b.mean():.4g} for {name_b} (B), difference {pairs.difference:.4g}, agreement "
        f"{pairs.agreement:.4g}."
    )
    if difference is None and settings.solve != "mde":
        difference = pairs.difference
        if difference == 0:
            raise ParameterError(
                sentence(
                    "the pilot",
                    "two systems of different accuracy",
                    "no difference at all",
                    "Give the difference that would matter to you.",
                )
            )
    if agreement is None and agreement_from is None:
        agreement = pairs.agreement
    return difference, agreement, float(pairs.a.mean()) if baseline is None else baseline


def pilot_caution(pairs: Pairs, settings: Settings, n: int, agreement: float | None) -> list[str]:
    """Say how far the pilot's own noise moves the answer."""
    if agreement is None:
        return []
    error = sqrt((1 - pairs.agreement - pairs.difference**2) / pairs.n)
    lower = (abs(pairs.difference) - error) * (1 if pairs.difference > 0 else -1)
    start = f"The pilot's difference has a standard error of {error:.2g}"
    if lower * pairs.difference <= 0:
        return [f"{start}, more than the difference itself: it does not settle even the sign."]
    study = exact_power(
        Held(agreement).world(lower),
        settings.test,
        n,
        alpha=settings.alpha,
        alternative=settings.alternative,
    )
    return [
        f"{start}; were the truth one standard error smaller ({lower:.2g}), the power would "
        f"be {study.power:.2f}. A pilot that was kept because it looked good flatters."
    ]


def spelled(source: Any) -> str | None:
    """Return the name of a source, for messages and provenance."""
    if source is None:
        return None
    return str(source) if isinstance(source, str | Path) else type(source).__name__
