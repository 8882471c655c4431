"""The looks before this one, as they were: at how many items, and not only where planned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from claimwise.core import ParameterError, check_number
from claimwise.study.declaration import ANYTIME, FIXED, Study
from claimwise.study.deviations import Deviation

WHO = "looked_at"


def checked_looks(
    study: Study, items: float | Sequence[float], now: int | None
) -> tuple[float, ...]:
    """Return the items at the looks before: rising, and fewer than there are now."""
    given = items if isinstance(items, Sequence) else [items]
    before = tuple(check_number(WHO, count) for count in given)
    if not before:
        return ()
    rule = study.stopping.rule
    if rule in (FIXED, ANYTIME):
        needs = f"a study with looks (its rule is {rule})"
        raise ParameterError(WHO, needs, _listed(before))
    if any(low >= high for low, high in pairwise((0.0, *before))):
        needs = "rising numbers of items above 0"
        raise ParameterError(WHO, needs, _listed(before), "Such as 500, 1000.")
    if now is not None and before[-1] >= now:
        needs = f"fewer items than the {now:,} that there are now"
        remedy = "Name the looks before this one only."
        raise ParameterError(WHO, needs, _listed(before), remedy)
    return before


def of_looks(study: Study, before: Sequence[float], now: int | None) -> list[Deviation]:
    """Say so if the looks before were not where they were planned."""
    if not before:
        return []
    n, looks = int(study.data["n"]), study.stopping.looks
    planned = [round(share * n) for share in looks]
    here, rest = planned[: len(before)], planned[len(before) : -1]
    left_out = [] if now is None else [count for count in rest if count < now]
    said = []
    if [float(count) for count in here] != list(before):
        beyond = f", and {len(looks)} in all were planned" if len(before) >= len(looks) else ""
        where = f"at {_listed(before)} items, planned at {_listed(here)}"
        said.append(f"Looks before this one: {where}{beyond}.")
    if left_out:
        said.append(
            f"Looks planned at {_listed(left_out)} items are said not to have been taken, on which "
            "the verdict may depend."
        )
    if not said:
        return []
    said.append("What is spent follows the looks that were taken.")
    return [Deviation("looks", " ".join(said))]


def _listed(counts: Sequence[float]) -> str:
    return ", ".join(f"{count:,.10g}" for count in counts)
