"""What a replication comes to: number by number and sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple

from claimwise.replications.base import THEIR_WAY, Claim, Replication, Value

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


class Verdict(NamedTuple):
    """How many numbers and sentences of the paper come out again."""

    numbers: list[Judged]
    claims: list[Claim]

    @property
    def reproduces(self) -> bool:
        """Whether all do."""
        return all(one.same for one in self.numbers) and all(one.holds for one in self.claims)

    @property
    def word(self) -> str:
        """One word of it; of a replication without anything published, none."""
        if not self.numbers and not self.claims:
            return "not published"
        if self.reproduces:
            return REPRODUCES
        some = any(one.same for one in self.numbers) or any(one.holds for one in self.claims)
        return IN_PART if some else DIFFERS

    @property
    def unexplained(self) -> list[str]:
        """What differs without a reason: there should be nothing."""
        numbers = [one.value.row().estimand for one in self.numbers if not _reasoned(one)]
        return numbers + [one.said for one in self.claims if not one.holds and not one.because]

    def reasons(self) -> dict[str, list[Judged]]:
        """Return the numbers that differ, by reason."""
        found: dict[str, list[Judged]] = {}
        for one in self.numbers:
            if not one.same:
                found.setdefault(one.because, []).append(one)
        return found

    def why(self) -> list[str]:
        """Return the reasons of all that differs, numbers first."""
        claims = [one.because for one in self.claims if not one.holds]
        return list(dict.fromkeys(why for why in (*self.reasons(), *claims) if why))

    def counts(self) -> dict[str, int | str]:
        """Return what a list of replications shows."""
        return {
            "word": self.word,
            "numbers": len(self.numbers),
            "same": sum(one.same for one in self.numbers),
            "claims": len(self.claims),
            "held": sum(one.holds for one in self.claims),
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
        said += [_difference(because, some) for because, some in self.reasons().items()]
        for claim in self.claims:
            if claim.holds:
                said.append(f"Holds: {claim.said}. {claim.found}")
            else:
                because = f", because {claim.because}" if claim.because else ""
                said.append(f"Does not hold{because}: {claim.said}. {claim.found}")
        return said


def _reasoned(one: Judged) -> bool:
    return one.same or bool(one.because)


def _difference(because: str, some: Sequence[Judged]) -> str:
    """Return the sentence on numbers that differ for one reason."""
    shown = "; ".join(
        f"{', '.join(v for _, v in one.value.where)}: {one.value.estimate:.4g} here, "
        f"{one.published:.4g} published"
        + ("" if isnan(one.their_way) else f", {one.their_way:.4g} their way")
        for one in some[:4]
    )
    more = f"; and {len(some) - 4} more" if len(some) > 4 else ""
    why = because or "no reason is known"
    return (
        f"Differs, because {why} ({shown}{more})."
        if because
        else f"Differs; {why} ({shown}{more})."
    )


def verdict(found: Replication, values: Sequence[Value]) -> Verdict:
    """Compare all numbers and sentences of a replication with the paper's."""
    ours = [value for value in values if value.quantity != THEIR_WAY]
    theirs = {value.where: value.estimate for value in values if value.quantity == THEIR_WAY}
    numbers = []
    for value in ours:
        published, tolerance = found.published(value), found.tolerance(value)
        if not isnan(published) and not isnan(tolerance):
            way = theirs.get(value.where, nan)
            because = found.because(value)
            numbers.append(Judged(value, published, tolerance, way, because))
    return Verdict(numbers, found.claims(ours))
