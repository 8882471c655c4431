"""What has no number, and what the numbers of a survey do not say."""

from __future__ import annotations

import numpy as np

from claimwise.core import Note, assumed, counted, dropped, meaning
from claimwise.plan.settings import Settings
from claimwise.surveys.judges import Graded, Judge, Paired
from claimwise.surveys.rows import Findings


def remarks(of_all: Findings, judge: Judge, settings: Settings) -> list[Note]:
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
        said = (
            f"In {none:,} of {count} {who}: they have no expected "
            "power. share[underpowered] counts them as underpowered, and shares "
            "[..., gain expected] leave them out."
        )
        notes.append(meaning(said))
    if lost:
        said = (
            f"In {lost:,} of {count} the expected gain is not possible {judge.limits}: they have "
            "no expected power."
        )
        notes.append(dropped(said))
    if blind:
        said = (
            f"In {blind:,} of {count} no gain that is possible {judge.limits} would be found with "
            f"power {settings.target:g}: they have no mde, and count as not detectable."
        )
        notes.append(meaning(said))
    if behind:
        said = (
            f"In {behind:,} of {count} the new system is not ahead: they count "
            "neither as detectable nor as significant gains."
        )
        notes.append(meaning(said))
    return notes + (_normal(judge, settings) if of_all.known.any() else [])


def _normal(judge: Judge, settings: Settings) -> list[Note]:
    """Say what power and mde are of, where they are not of the test itself."""
    if settings.by != "normal":
        return []
    said = (
        "By the normal approximation to an uncorrected test: "
        f"{settings.test.name} itself was not enumerated for power and mde."
    )
    if isinstance(judge, Graded):
        said = (
            "Power and mde are by the normal approximation, as if the standard deviation were "
            f"known without error: {settings.test.name} itself finds less."
        )
    return [assumed(said)]


def replaced(judge: Paired, of_all: Findings) -> list[Note]:
    """Say how often power is not asked at the agreement that a comparison tells."""
    asked = zip(judge.found.at, of_all.gains, strict=True)
    count = sum(judge.replaced(int(i), float(gain)) for i, gain in asked)
    if not count:
        return []
    of = counted(len(judge.found.at), "comparison")
    said = (
        f"In {count:,} of {of} the given agreement leaves no room for the expected gain: expected "
        "power is at the agreement that would be assumed without it, all else at the one given."
    )
    return [assumed(said)]


def moved(judge: Paired, of_all: Findings) -> list[Note]:
    """Say how often a regression predicted an agreement that cannot be."""
    asked = zip(judge.found.at, of_all.gains, of_all.mde, strict=True)
    count = sum(judge.moved(int(i), float(gain), float(mde)) for i, gain, mde in asked)
    if not count:
        return []
    of = counted(len(judge.found.at), "comparison")
    said = (
        f"In {count:,} of {of} the predicted agreement is not "
        "possible with both accuracies, at the reported, the expected or the detectable "
        "difference: the nearest possible one is taken there."
    )
    return [assumed(said)]
