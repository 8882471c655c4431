"""What a replication comes to: number by number and sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple

from papers.base import THEIR_WAY, Claim, Replication, Value

REPRODUCES, IN_PART, DIFFERS = "reproduces", "differs in part", "differs"


class Judged(NamedTuple):
    """One published number beside ours."""

    value: Value
    published: float
    tolerance: float
    their_way: float  # what the paper's own way gives; NaN where it was not followed
    because: str

    @property
    def same(self) -> bool:
        """Whether ours is the published number."""
        return abs(self.value.estimate - self.published) <= self.tolerance

    @property
    def explained(self) -> bool:
        """Whether the paper's own way gives the published number, where ours does not."""
        return not self.same and abs(self.their_way - self.published) <= self.tolerance

    @property
    def refuted(self) -> bool:
        """Whether the paper's own way was followed and does not give the published number either.

        What is said to make the difference then does not.
        """
        return not (self.same or self.explained or isnan(self.their_way))

    @property
    def reason(self) -> str:
        """Why ours differs; empty where nobody knows."""
        return "" if self.refuted else self.because


class Verdict(NamedTuple):
    """How many numbers and sentences of the paper come out again.

    Single draws of chance are apart: that one lies where such draws do is no reproduction.
    """

    numbers: list[Judged]
    claims: list[Claim]
    draws: list[Judged]

    @property
    def reproduces(self) -> bool:
        """Whether all do, and all draws lie where such draws do."""
        numbers = all(one.same for one in (*self.numbers, *self.draws))
        return numbers and all(one.holds for one in self.claims)

    @property
    def word(self) -> str:
        """One word of it; of a replication without anything published, none."""
        if not self.numbers and not self.claims:
            return "single draws only" if self.draws else "not published"
        if self.reproduces:
            return REPRODUCES
        some = any(one.same for one in self.numbers) or any(one.holds for one in self.claims)
        return IN_PART if some else DIFFERS

    @property
    def unexplained(self) -> list[str]:
        """What differs without a reason that is known."""
        every = (*self.numbers, *self.draws)
        numbers = [one.value.row().estimand for one in every if not _reasoned(one)]
        return numbers + [one.said for one in self.claims if not one.holds and not one.because]

    def why(self) -> list[str]:
        """Return the reasons of all that differs, numbers first."""
        claims = [one.because for one in self.claims if not one.holds]
        numbers = (one.reason for one in (*self.numbers, *self.draws) if not one.same)
        return list(dict.fromkeys(why for why in (*numbers, *claims) if why))

    def counts(self) -> dict[str, int | str]:
        """Return what a list of replications shows."""
        return {
            "word": self.word,
            "numbers": len(self.numbers),
            "same": sum(one.same for one in self.numbers),
            "claims": len(self.claims),
            "held": sum(one.holds for one in self.claims),
            "draws": len(self.draws),
            "plausible": sum(one.same for one in self.draws),
        }

    def sentences(self) -> list[str]:
        """Return the verdict in words: numbers, reasons, and what the paper says."""
        said = []
        if self.numbers:
            same, all_of = sum(one.same for one in self.numbers), len(self.numbers)
            word = "Reproduces" if same == all_of else "Differs in part" if same else "Differs"
            which = (
                "the published number" if all_of == 1 else f"{same} of {all_of} published numbers"
            )
            off = f"{same} of 1 published number" if all_of == 1 and not same else which
            said.append(f"{word}: {off} {'lies' if all_of == 1 else 'lie'} within tolerance.")
        said += _differences(self.numbers)
        said += _of_draws(self.draws, further=bool(self.numbers))
        for claim in self.claims:
            if claim.holds:
                said.append(f"Holds: {claim.said}. {claim.found}")
            else:
                because = f", because {claim.because}" if claim.because else ""
                said.append(f"Does not hold{because}: {claim.said}. {claim.found}")
        return said


def _reasoned(one: Judged) -> bool:
    return one.same or bool(one.reason)


def _by_reason(numbers: Sequence[Judged]) -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = {}
    for one in numbers:
        if not one.same:
            found.setdefault(one.because, []).append(one)
    return found


def _of_draws(draws: Sequence[Judged], further: bool) -> list[str]:
    """Return the sentences on single draws of chance: where they lie, and which lie elsewhere."""
    if not draws:
        return []
    n, inside = len(draws), sum(one.same for one in draws)
    more = " further" if further else ""
    which = (
        f"1{more} published number is a single draw of chance, which cannot be reproduced; "
        f"it {'lies' if inside else 'does not lie'} where such draws do."
        if n == 1
        else f"{n}{more} published numbers are single draws of chance, which cannot be reproduced; "
        f"{inside} of them lie{'s' if inside == 1 else ''} where such draws do."
    )
    return [which, *_differences(draws)]


def _differences(numbers: Sequence[Judged]) -> list[str]:
    """Return the sentences on numbers that differ: those of a reason, then those it fails for."""
    return [
        _difference(because, some)
        for refuted in (False, True)
        for because, some in _by_reason([x for x in numbers if x.refuted == refuted]).items()
    ]


def _difference(because: str, some: Sequence[Judged]) -> str:
    """Return the sentence on numbers that differ for one reason, or that it does not explain."""
    shown = "; ".join(
        f"{', '.join(v for _, v in one.value.where)}: {one.value.estimate:.4g} here, "
        f"{one.published:.4g} published"
        + ("" if isnan(one.their_way) else f", {one.their_way:.4g} their way")
        for one in some[:4]
    )
    more = f"; and {len(some) - 4} more" if len(some) > 4 else ""
    if not because:
        start = "Differs; no reason is known"
    elif some[0].refuted:
        start = f"Differs, and this does not explain it: {because}"
    else:
        start = f"Differs, because {because}"
    return f"{start} ({shown}{more})."


def verdict(found: Replication, values: Sequence[Value]) -> Verdict:
    """Compare all numbers and sentences of a replication with the paper's."""
    ours = [value for value in values if value.quantity != THEIR_WAY]
    theirs = {value.where: value.estimate for value in values if value.quantity == THEIR_WAY}
    numbers: list[Judged] = []
    draws: list[Judged] = []
    for value in ours:
        published, tolerance = found.published(value), found.tolerance(value)
        if not isnan(published) and not isnan(tolerance):
            way = theirs.get(value.where, nan)
            because = found.because(value)
            judged = Judged(value, published, tolerance, way, because)
            (draws if found.draw(value) else numbers).append(judged)
    return Verdict(numbers, found.claims(ours), draws)
