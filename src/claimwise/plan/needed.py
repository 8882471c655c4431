"""What a plan needs to know, and what it must not be given because it looks for it."""

from __future__ import annotations

from typing import Any

from claimwise.core import ParameterError, check_alpha, check_one_of, check_share, option
from claimwise.engine.effect_prior import EffectPrior

SOLVE = ("power", "mde", "n")
LOOKED_FOR = {"mde": "difference", "n": "n"}  # what each search finds


def check_known(
    who: str,
    n: Any,
    effect: Any,
    solve: str | None,
    prior: EffectPrior | None = None,
    *,
    own: bool = False,
) -> None:
    """Refuse a question in which something needed is missing, or is both given and asked.

    `own` is whether the study has an effect of its own, that need not be given.
    """
    if solve is not None:
        check_one_of("solve", solve, SOLVE)
    refuse_given(solve, difference=effect, n=n)
    if prior is not None:
        refuse_prior(solve or "")
    if n is None and solve != "n":
        raise no_items(who)
    if effect is None and solve != "mde" and prior is None and not own:
        raise no_effect(who)


def read_prior(given: Any, *, shares: bool = False) -> EffectPrior | None:
    """Return what is believed of the true effect, if that was said."""
    return None if given is None else EffectPrior.of(given, shares=shares)


def refuse_given(solve: str | None, **given: Any) -> None:
    """Refuse a parameter that is both given and looked for."""
    name = LOOKED_FOR.get(solve or "", "")
    if given.get(name) is not None:
        raise looked_for(str(solve), name, given[name])


def looked_for(solve: str, name: str, value: Any) -> ParameterError:
    """Return the refusal of a parameter that is both given and looked for."""
    return ParameterError(
        option("solve", solve) + " looks for what " + option(name, value) + " gives.",
        "Leave one of the two out.",
    )


def no_items(who: str, name: str = "n") -> ParameterError:
    """Return the refusal of a plan without a size."""
    return ParameterError(
        who,
        "the number of items, " + option(name),
        "none",
        "Or ask for it with " + option("solve", name) + ".",
    )


def no_effect(who: str, name: str = "difference") -> ParameterError:
    """Return the refusal of a plan without anything to find."""
    return ParameterError(
        who,
        f"a true {name} to look for, " + option(name),
        "none",
        "Or ask for the smallest detectable one with " + option("solve", "mde") + ".",
    )


def refuse_prior(solve: str) -> None:
    """Refuse to look for something under a prior of the difference, which has no single value."""
    if solve in LOOKED_FOR:
        raise ParameterError(
            option("solve", solve) + " does not go with " + option("effect_prior") + ".",
            "Give " + option("n") + " to see the assurance; a list of n shows how it grows.",
        )


def check_target(power: Any, alpha: Any) -> tuple[float, float]:
    """Return the power to reach and alpha; refuse a power that chance alone reaches."""
    target, level = check_share("power", power), check_alpha(alpha)
    if target <= level:
        raise ParameterError("power", "a target above " + option("alpha", level), target)
    return target, level
