"""The one solver: which size, and which effect, reach the power that is wanted?

An exact power may be a saw-tooth, a simulated one is noisy; each has its search, and both give the
same kind of answer. What cannot be reached has a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, inf, isfinite
from typing import Any

from claimwise.core import Note, caution
from claimwise.engine.planned import Drawn, Planned, once
from claimwise.engine.reached import NOWHERE, Point, Reached, stream_of
from claimwise.engine.reasons import Reason
from claimwise.engine.saw_tooth import smallest_difference, smallest_n

Solved = tuple[Reached, tuple[Note, ...]]  # where, and what to know of it
SLACK = 1.2  # by how much a first guess may exceed what is searched
FAR = 1e6  # times the effect of a first guess: no farther where nothing bounds it
FAR_DRAWN = 100.0  # the same of a simulated power


@once
@lru_cache(maxsize=256)
def sufficient(planned: Planned, effect: float) -> Solved:
    """Return the size from which on the power of an effect stays at the target."""
    goal, facts = planned.goal, planned.facts | {"effect": effect}
    if (never := goal.why_never(effect)) is not None:
        return NOWHERE, (never.note(**facts),)
    guess = planned.needs(effect)
    if planned.closed:
        return Reached(float(ceil(guess - 1e-9))), ()
    most = min(planned.most, goal.largest_n or planned.most)
    facts |= {"guess": guess, "most": most}
    if guess > SLACK * most:
        return NOWHERE, (Reason.FAR.note(**facts),)
    if planned.simulated:
        found, notes = _noisy_size(planned, effect, guess, most)
    else:
        found, notes = _exact_size(planned, effect, max(2.0, guess), most)
    return found, notes if found.found else (_beyond(planned, effect, found, facts),)


def _beyond(planned: Planned, effect: float, found: Reached, facts: dict[str, Any]) -> Note:
    """Say up to where was looked, and of a simulated power how far it came."""
    if not found.points:
        return Reason.BEYOND.note(**facts)
    last = max(found.points)
    size = ceil(last.size * planned.grain(effect) - 1e-9)
    return Reason.LEVELS_OFF.note(**facts, last=size, best=last.found / last.studies)


def _noisy_size(planned: Planned, effect: float, guess: float, most: int) -> Solved:
    grain = planned.grain(effect)

    def items(size: float) -> int:
        return ceil(size * grain - 1e-9)

    from claimwise.engine.noisy import find_size

    found = find_size(
        lambda size: _point(planned, items(size), effect, size),
        target=planned.target,
        alpha=planned.goal.tail,
        start=guess / grain,
        least=planned.fewest,
        most=max(planned.fewest, int(most / grain)),
    )
    if not found.found:
        return found, ()
    n, low, high = (float(items(size)) for size in found[:3])
    return found._replace(size=n, low=low, high=high), ()


def _exact_size(planned: Planned, effect: float, guess: float, most: int) -> Solved:
    comb = planned.comb(guess, effect)
    found = smallest_n(
        lambda n: planned.power(n, effect),
        planned.target,
        guess=guess,
        at_once=lambda sizes: planned.powers(sizes, effect),
        window=comb.window,
        stride=comb.stride,
        patient=comb.patient,
        largest=most,
    )
    if comb.remark is not None:
        return found, (comb.remark,)
    return found, _saw_tooth(found, lambda n: f"{n:,.0f} {planned.unit}")


def _saw_tooth(found: Reached, spelled: Callable[[float], str]) -> tuple[Note, ...]:
    if not found.saw_tooth:
        return ()
    return (Reason.SAW_TOOTH.note(first=spelled(found.first), last=spelled(found.size)),)


def _point(planned: Planned, n: int, effect: float, size: float) -> Point:
    """Return the simulated power of a study, with random numbers of its own."""
    route: Drawn = planned.route  # type: ignore[assignment]
    return Point(size, *route.found(n, effect, stream_of(size)))


@once
@lru_cache(maxsize=256)
def detectable(planned: Planned, n: int) -> Solved:
    """Return the effect from which on the power of n items stays at the target.

    Its size is how far it is from the edge of the goal; the answer is the effect itself.
    """
    goal, (least, most) = planned.goal, planned.sizes()
    if most <= 0:
        reason = Reason.NO_ROOM if 0.0 in goal.edges else Reason.NO_CLAIM
        return NOWHERE, (reason.note(),)
    guess = planned.nearly(n)
    if planned.closed and planned.near is not None:
        found = Reached(guess)
    elif planned.simulated:
        from claimwise.engine.noisy import find_effect

        most = most if isfinite(most) else FAR_DRAWN * guess

        def point(size: float) -> Point:
            return _point(planned, n, goal.at(max(size, least)), size)

        if least > 0 and point(least).power >= planned.target:
            return NOWHERE, (Reason.NEARER.note(least=goal.at(least), target=planned.target),)
        found = find_effect(
            point,
            target=planned.target,
            alpha=goal.tail,
            start=min(guess, most),
            most=most,
        )
    else:
        most = most if isfinite(most) else _far_enough(planned, n, guess)
        found = smallest_difference(
            lambda size: planned.power(n, goal.at(size)),
            planned.target,
            smallest=least,
            largest=most,
            rising_from=guess if planned.rising else None,
        )
    if not found.found:
        facts = planned.facts | {"n": n, "largest": goal.at(most)}
        if planned.simulated or not isfinite(most):
            reason = Reason.FARTHEST if isfinite(most) else Reason.NOTHING
            return found, (reason.note(**facts),)
        return found, (Reason.LARGEST.note(**facts, best=planned.power(n, goal.at(most))),)
    notes = list(_saw_tooth(found, lambda size: f"a difference of {goal.at(size):.4g}"))
    if not planned.simulated and 0.0 in goal.edges and found.size < least + 1e-8:
        only = caution("The false positives of this test alone reach the target.")
        notes.append(Reason.SMALLEST.note() if least > 0 else only)
    low, high = sorted((goal.at(found.low), goal.at(found.high)))
    return found._replace(size=goal.at(found.size), low=low, high=high), tuple(notes)


def _far_enough(planned: Planned, n: int, guess: float) -> float:
    """Return an effect that is found, where nothing bounds how far it may be."""
    most = guess
    while planned.power(n, planned.goal.at(most)) < planned.target and most < FAR * guess:
        most *= 2
    return most if most < inf else guess
