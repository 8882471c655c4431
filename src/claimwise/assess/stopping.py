"""What a comparison is told about looks at the data before the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from claimwise.core import ParameterError, check_count, check_number, check_one_of, option
from claimwise.power.looks import ANYTIME, RULES, check_looks

SEQUENCES = ("difference", "win-rate")

WHO = "a comparison at a look"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopping:
    """What was asked about looks, checked as far as it can be without the data."""

    rule: str
    planned: tuple[float, ...] = (1.0,)
    look: int = 1
    planned_n: int | None = None
    looked_at: tuple[float, ...] = ()  # items at the looks before
    bounds: tuple[float, float] | None = None
    sequence: str = SEQUENCES[0]  # of anytime: which of the two decides
    declared: bool = False

    @classmethod
    def of(
        cls,
        *,
        spending: str | None = None,
        looks: Any = None,
        look: int | None = None,
        planned_n: int | None = None,
        looked_at: Sequence[float] | None = None,
        bounds: tuple[float, float] | None = None,
        sequence: str | None = None,
        declared: bool = False,
    ) -> Stopping | None:
        """Check what was asked; None where nothing was."""
        grouped = {"looks": looks, "look": look, "looked_at": looked_at or None}
        if spending is None and looks is None and look is None:
            given: dict[str, Any] = {"planned_n": planned_n, "bounds": bounds}
            given |= {"looked_at": looked_at or None, "sequence": sequence}
            for name, value in given.items():
                if value is not None:
                    needs = "a rule for looks at the data"
                    remedy = "Name it with " + option("spending") + "."
                    raise ParameterError(name, needs, "none", remedy)
            return None
        rule = check_one_of("spending", spending or "obrien-fleming", RULES)
        size = None if planned_n is None else check_count("planned_n", planned_n)
        if rule == ANYTIME:
            _refuse(rule, grouped, "It looks after every item.")
            kind = check_one_of("sequence", sequence or SEQUENCES[0], SEQUENCES)
            return cls(rule=rule, planned_n=size, bounds=bounds, sequence=kind, declared=declared)
        _refuse(rule, {"bounds": bounds}, "They are for anytime.")
        _refuse(rule, {"sequence": sequence}, "It is for anytime.")
        if looks is None or look is None:
            found = "none" if look is None and looks is None else "one of the two"
            needs = "the looks that were planned, and which one this is"
            remedy = "Give " + option("looks") + " and " + option("look") + "."
            raise ParameterError(WHO, needs, found, remedy)
        planned, number = check_looks(looks), check_count("look", look)
        before = tuple(check_number("looked_at", items) for items in looked_at or ())
        if before and len(before) != number - 1:
            raise ParameterError(
                "looked_at", f"the items at each of {number - 1} looks before", f"{len(before)}"
            )
        if before and size is None:
            raise ParameterError(
                "looked_at", option("planned_n") + ", the items at the end", "none"
            )
        if number > len(planned) and not before:
            raise ParameterError(
                "look",
                f"one of the {len(planned)} that were planned",
                number,
                "If looks were added, give the items at those before with "
                + option("looked_at")
                + ".",
            )
        return cls(
            rule=rule,
            planned=planned,
            look=number,
            planned_n=size,
            looked_at=before,
            declared=declared,
        )

    def fractions(self, n: float) -> tuple[float, ...]:
        """Return the shares of the planned data at the looks so far, n items being in now."""
        if self.planned_n is None:
            return self.planned[: self.look]
        before = tuple(items / self.planned_n for items in self.looked_at)
        before = before or self.planned[: self.look - 1]
        if before and n / self.planned_n <= before[-1]:
            raise ParameterError(
                option("look", self.look),
                f"more than {before[-1]:.4g} of the planned {self.planned_n:,} items, which "
                "the look before had",
                f"{n:,.0f}",
                "Say which look this is; if the one before had fewer items, give "
                + option("looked_at")
                + ".",
            )
        return (*before, n / self.planned_n)


def _refuse(rule: str, given: dict[str, Any], remedy: str) -> None:
    """Refuse what a rule of spending has no use for."""
    for name, value in given.items():
        if value is not None:
            raise ParameterError(
                option("spending", rule) + " does not go with " + option(name) + ".", remedy
            )
