"""What has no number, and what the numbers of a survey do not say."""

from __future__ import annotations

import numpy as np

from claimwise.core import counted
from claimwise.plan.settings import Settings
from claimwise.surveys.judges import Graded, Judge, Paired
from claimwise.surveys.rows import Findings


def remarks(of_all: Findings, judge: Judge, settings: Settings) -> list[str]:
    """Say what has no number, and what the numbers do not say."""
    count = counted(len(of_all.found.at), "comparison")
    without = of_all.known & (of_all.gains <= 0)
    none = int(without.sum())
    told = np.isfinite(of_all.found.expected[of_all.found.at])
    who = (
        "no gain at all is expected"
        if (without & told).any()
        else "the others predict no gain at all"
    )
    lost = int(np.sum((of_all.gains > 0) & np.isnan(of_all.power) & of_all.known))
    blind = int(np.sum(of_all.known & np.isnan(of_all.mde)))
    behind = int(np.sum(of_all.known & (of_all.difference <= 0)))
    notes = []
    if none:
        notes.append(
            f"In {none:,} of {count} {who}: they have no expected "
            "power. share[underpowered] counts them as underpowered, and shares "
            "[..., gain expected] leave them out."
        )
    if lost:
        notes.append(
            f"In {lost:,} of {count} the expected gain is not possible {judge.limits}: they have "
            "no expected power."
        )
    if blind:
        notes.append(
            f"In {blind:,} of {count} no gain that is possible {judge.limits} would be found with "
            f"power {settings.target:g}: they have no mde, and count as not detectable."
        )
    if behind:
        notes.append(
            f"In {behind:,} of {count} the new system is not ahead: they count "
            "neither as detectable nor as significant gains."
        )
    return notes + (_normal(judge, settings) if of_all.known.any() else [])


def _normal(judge: Judge, settings: Settings) -> list[str]:
    """Say what power and mde are of, where they are not of the test itself."""
    if settings.by != "normal":
        return []
    if isinstance(judge, Graded):
        return [
            "Power and mde are by the normal approximation, as if the standard deviation were "
            f"known without error: {settings.test.name} itself finds less."
        ]
    return [
        "By the normal approximation to an uncorrected test: "
        f"{settings.test.name} itself was not enumerated for power and mde."
    ]


def replaced(judge: Paired, of_all: Findings) -> list[str]:
    """Say how often power is not asked at the agreement that a comparison tells."""
    asked = zip(judge.found.at, of_all.gains, strict=True)
    count = sum(judge.replaced(int(i), float(gain)) for i, gain in asked)
    if not count:
        return []
    of = counted(len(judge.found.at), "comparison")
    return [
        f"In {count:,} of {of} the told agreement leaves no room for the expected gain: expected "
        "power is at the agreement that would be assumed without it, all else at the told one."
    ]


def moved(judge: Paired, of_all: Findings) -> list[str]:
    """Say how often a regression predicted an agreement that cannot be."""
    asked = zip(judge.found.at, of_all.gains, of_all.mde, strict=True)
    count = sum(judge.moved(int(i), float(gain), float(mde)) for i, gain, mde in asked)
    if not count:
        return []
    of = counted(len(judge.found.at), "comparison")
    return [
        f"In {count:,} of {of} the predicted agreement is not "
        "possible with both accuracies, at the reported, the expected or the detectable "
        "difference: the nearest possible one is taken there."
    ]
