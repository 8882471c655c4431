"""Rows and notes of a plan over what its pilot leaves open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimwise.core import ParameterError, sentence
from claimwise.data import Pairs
from claimwise.htest.claims import Claim
from claimwise.plan.claim_answer import edges, room
from claimwise.plan.design import Answer
from claimwise.plan.effect_prior import EffectPrior
from claimwise.plan.settings import Settings
from claimwise.plan.uncertain import Averaged, averaged, numerical, uncertain_rows
from claimwise.plan.uncertain_pilots import counted_slices
from claimwise.power import exact_power, normal
from claimwise.power.claims import Judge, exact_support
from claimwise.worlds import PairedAccuracy

PowerAt = Callable[[float, float], float]  # of the difference, and of what varies beside it


def check_uncertain(
    who: str, pilot: Any, n: int | None, solve: str | None, given: dict[str, Any]
) -> None:
    """Refuse to leave open what no pilot estimates, or what was said."""
    if pilot is None:
        raise ParameterError(
            sentence(
                f"{who} with uncertain",
                "a pilot whose uncertainty counts",
                "none",
                "Give a pilot, or a prior of the difference with effect_prior.",
            )
        )
    if n is None or solve in ("mde", "n"):
        raise ParameterError(
            sentence(
                f"{who} with uncertain",
                "the number of items n",
                "none" if n is None else f"solve {solve}",
                "A list of n shows how the expected power grows.",
            )
        )
    told = [name for name, value in given.items() if value is not None]
    if told:
        raise ParameterError(
            sentence(
                f"{who} with uncertain",
                "a pilot that all is taken from",
                f"{' and '.join(told)} given beside it",
                "Leave it out.",
            )
        )


def refuse_shrink(shrink: Any) -> None:
    """Refuse a prior of a pilot where the pilot is taken at its word."""
    if shrink is not None:
        raise ParameterError(
            sentence("shrink", "a pilot whose uncertainty counts", "none", "Use uncertain.")
        )


def of_claim(claim: Claim, support: PowerAt) -> tuple[PowerAt, tuple[float, ...]]:
    """Return how often a claim is true and supported, and where that breaks."""
    return lambda d, other: support(d, other) if room(claim, d) > 0 else 0.0, (0.0, *edges(claim))


def accuracy_uncertain(
    settings: Settings, judge: Judge | None, pilot: Pairs, n: int | None, shrink: float
) -> Answer:
    """Average the power of a comparison of verdicts over what its pilot leaves open."""
    size = n or 0
    z = normal.critical_z(settings.alpha, settings.alternative)

    def power(d: float, differ: float) -> float:
        if settings.by == "normal":
            blind = {"greater": d < 0, "less": d > 0}.get(settings.alternative, False)
            return 0.0 if blind else normal.discordant_power(size, d, differ, z)
        study = exact_power(
            PairedAccuracy(d, 1 - differ),
            settings.test,
            size,
            alpha=settings.alpha,
            alternative=settings.alternative,
        )
        return study.power

    at, breaks = power, (0.0,)
    if judge is not None:
        at, breaks = of_claim(
            judge.claim, lambda d, differ: exact_support(PairedAccuracy(d, 1 - differ), judge, size)
        )
    return counted_uncertain(pilot, size, settings.target, shrink, settings.effect, at, breaks)


def counted_uncertain(
    pilot: Pairs,
    n: int,
    target: float,
    shrink: float,
    effect: EffectPrior | None,
    power: PowerAt,
    breaks: tuple[float, ...] = (0.0,),
) -> Answer:
    """Average the power over the posterior of a pilot of verdicts, or of judgements."""
    counts = pilot.counts("the pilot")
    wins, losses = int(counts.wins), int(counts.losses)
    slices, weights = counted_slices(wins, losses, pilot.n, shrink, effect, power)
    found = averaged(slices, weights, target, breaks=breaks)
    prior = (
        f"a prior worth {shrink:g} items, on which the systems differ as often as in the pilot and "
        "neither is ahead"
    )
    heed = explained(found, pilot.n, prior, shrink, effect, claim=len(breaks) > 1)
    return uncertain_rows(found, target, n), heed


def explained(
    found: Averaged,
    pilot_n: int,
    prior: str,
    shrink: float,
    effect: EffectPrior | None,
    *,
    claim: bool,
) -> list[str]:
    """Say what was assumed of the pilot."""
    priors = [prior] if shrink else []
    priors += [f"the belief {effect.words} of the difference"] if effect is not None else []
    shrunk = f" That prior multiplies the difference by {pilot_n / (pilot_n + shrink):.3g}."
    what = (
        "that the claim is true and supported"
        if claim
        else "of a significant difference with the sign of the true one"
    )
    return [
        f"Expected power is over the posterior of the pilot's {pilot_n:,} items, with "
        f"{' and '.join(priors) or 'no prior that draws the difference to 0'}."
        f"{shrunk if shrink else ''} Items of the study are taken to be like those of the pilot; a "
        "pilot that was kept because it looked good flatters more than this allows for.",
        f"expected_power is the probability {what}; power_interval says where the power lies, and "
        "probability_powered how probably it is at least the one wanted.",
        *numerical(found),
    ]
