"""Rows and notes of a plan over what its pilot leaves open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimwise.core import Note, ParameterError, assumed, inferred, meaning, option
from claimwise.data import Pairs
from claimwise.engine.belief import rightly
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.planned import Answer, Planned
from claimwise.plan.counted import Counting, planned_count
from claimwise.plan.settings import Settings
from claimwise.plan.uncertain import Averaged, averaged, numerical, uncertain_rows
from claimwise.power.claims import Judge


def check_uncertain(
    who: str, pilot: Any, n: int | None, solve: str | None, given: dict[str, Any]
) -> None:
    """Refuse to leave open what no pilot estimates, or what was said."""
    if pilot is None:
        raise ParameterError(
            "uncertain",
            "a pilot whose uncertainty counts",
            "none",
            "Give "
            + option("pilot")
            + ", or a prior of the difference, "
            + option("effect_prior")
            + ".",
        )
    if n is None or solve in ("mde", "n"):
        raise ParameterError(
            "uncertain",
            "the number of items, " + option("n"),
            "none" if n is None else option("solve", solve),
            "A list of n shows how the expected power grows.",
        )
    told = [name for name, value in given.items() if value is not None]
    if told:
        raise ParameterError(
            option("uncertain") + " takes all from the pilot, also " + option(told[0]) + ".",
            "Leave it out.",
        )


def refuse_shrink(shrink: Any) -> None:
    """Refuse a prior of a pilot where the pilot is taken at its word."""
    if shrink is not None:
        remedy = "Use " + option("uncertain") + "."
        raise ParameterError("shrink", "a pilot whose uncertainty counts", "none", remedy)


def accuracy_uncertain(
    settings: Settings,
    judge: Judge | None,
    pilot: Pairs,
    n: int | None,
    shrink: float,
    counting: Callable[[float], Counting],
) -> Answer:
    """Average the power of a comparison of verdicts over what its pilot leaves open.

    `counting` is of the share of items on which the systems differ.
    """
    found = pilot.counts("the pilot")
    counts = int(found.wins), int(found.losses), pilot.n
    return counted_uncertain(counts, n or 0, shrink, settings, counting, judge)


def preference_uncertain(
    settings: Settings,
    counts: tuple[int, int, int],
    n: int,
    shrink: float,
    counting: Callable[[float], Counting],
    judge: Judge | None = None,
) -> Answer:
    """Average the power of head-to-head judgements over what their pilot leaves open.

    `counting` is of the share of judgements that are not ties.
    """
    wins, losses, even = counts
    every = wins + losses + even
    return counted_uncertain((wins, losses, every), n, shrink, settings, counting, judge)


def counts_of(pilot: Any) -> tuple[int, int, int]:
    """Return wins, losses and ties of a pilot of judgements."""
    parts = pilot.split(",") if isinstance(pilot, str) else list(pilot)
    try:
        wins, losses, ties = (int(part) for part in parts)
    except (TypeError, ValueError):
        needs = "three counts: wins, losses and ties, such as 60,40,20"
        raise ParameterError("pilot", needs, repr(pilot)) from None
    if min(wins, losses, ties) < 0 or not wins + losses:
        raise ParameterError("pilot", "wins or losses, none below 0", f"{wins}, {losses}, {ties}")
    return wins, losses, ties


def from_counts(
    pilot: Any, win: Any, lose: Any, tie: Any, solve: str | None, notes: list[Note]
) -> tuple[Any, Any, Any]:
    """Fill in what a pilot of judgements says of the probabilities."""
    for name, share in {"win": win, "lose": lose, "tie": tie}.items():
        if share is not None:
            raise ParameterError(
                option("pilot") + " gives the shares, also " + option(name) + ".", "Leave it out."
            )
    from claimwise.plan.preference_pilot import JudgedPilot

    wins, losses, ties = counts_of(pilot)
    n = wins + losses + ties
    told = isinstance(pilot, JudgedPilot)
    a, b = (f"{name} ({x})" for name, x in zip(pilot.names, "AB", strict=True)) if told else "AB"
    seen = f"Pilot: {n:,} judgements; {wins:,} for {b}, {losses:,} for {a}, {ties:,} ties."
    notes.append(inferred(seen))
    notes.extend(pilot.notes if told else ())
    if solve == "mde":
        return None, None, ties / n
    return wins / n, losses / n, ties / n


def counted_uncertain(
    counts: tuple[int, int, int],
    n: int,
    shrink: float,
    settings: Settings,
    counting: Callable[[float], Counting],
    judge: Judge | None = None,
) -> Answer:
    """Average the power over the posterior of a pilot of verdicts, or of judgements.

    `counts` are its wins, its losses and all of its items.
    """
    from claimwise.plan.uncertain_pilots import counted_slices

    wins, losses, items = counts

    def planned(differ: float) -> Planned:
        return planned_count(settings, counting(differ), None, judge)

    def power(d: float, differ: float) -> float:
        return rightly(planned(differ), n, d)

    slices, weights = counted_slices(wins, losses, items, shrink, settings.effect, power)
    breaks = (0.0, *planned((wins + losses) / items).goal.edges)
    found = averaged(slices, weights, settings.target, breaks=breaks)
    prior = (
        f"a prior worth {shrink:g} items, on which the systems differ as often as in the pilot and "
        "neither is ahead"
    )
    remarks = explained(found, items, prior, shrink, settings.effect, claim=judge is not None)
    return uncertain_rows(found, settings.target, n), remarks


def explained(
    found: Averaged,
    pilot_n: int,
    prior: str,
    shrink: float,
    effect: EffectPrior | None,
    *,
    claim: bool,
) -> list[Note]:
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
        assumed(
            f"Expected power is over the posterior of the pilot's {pilot_n:,} items, with "
            f"{' and '.join(priors) or 'no prior that draws the difference to 0'}."
            f"{shrunk if shrink else ''} Items of the study are taken to be like those of the "
            "pilot; a pilot that was kept because it looked good flatters more than this allows "
            "for."
        ),
        meaning(
            f"Expected power is the probability {what}; its interval says where the power lies, "
            "and the probability of enough power how probably it is at least the one wanted."
        ),
        *numerical(found),
    ]
