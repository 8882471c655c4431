"""The settings that all plans share, checked at the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_alpha,
    check_alternative,
    check_count,
    check_difference,
    check_one_of,
    check_share,
    provenance,
    root_seed,
    sentence,
)
from claimwise.htest import Test, find_test

SMALLEST_DIFFERENCE = 1e-6
SOLVE = ("power", "mde", "n")
BY = ("exact", "normal", "simulation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to decide, what to reach, what to solve for, and by which route."""

    test: Test
    alternative: str
    alpha: float
    target: float
    solve: str | None
    by: str
    replicates: int
    seed: int
    workers: int

    @classmethod
    def of(
        cls,
        *,
        paired: bool,
        test: str,
        alternative: str,
        alpha: float,
        power: float,
        solve: str | None,
        by: str,
        replicates: int,
        rng: Any,
        workers: int,
    ) -> Settings:
        """Check everything and return it."""
        found = find_test(test, paired=paired, outcome="binary")
        target, level = check_share("power", power), check_alpha(alpha)
        if target <= level:
            raise ParameterError(sentence("power", f"a target above alpha ({level:g})", target))
        if solve is not None:
            check_one_of("solve", solve, SOLVE)
        check_one_of("by", by, BY)
        if by == "simulation" and solve in ("mde", "n"):
            raise ParameterError(
                sentence(
                    "simulation",
                    "a study of known size and difference",
                    f"solve={solve!r}",
                    "Leave by out: the search runs on exact enumeration.",
                )
            )
        return cls(
            test=found,
            alternative=check_alternative(alternative),
            alpha=level,
            target=target,
            solve=solve,
            by=by,
            replicates=check_count("replicates", replicates),
            seed=root_seed(rng) if by == "simulation" else -1,
            workers=check_count("workers", workers),
        )

    def known(self, who: str, n: Any, difference: Any) -> None:
        """Refuse a question in which something needed is missing, or is both given and asked."""
        asked = {"mde": "a difference", "n": "an n"}.get(self.solve or "", "")
        given = {"mde": difference, "n": n}.get(self.solve or "")
        if given is not None:
            raise ParameterError(
                sentence(
                    f"{who} with solve={self.solve!r}",
                    f"{asked} to look for",
                    f"{given} given",
                    "Leave one of the two out.",
                )
            )
        if n is None and self.solve != "n":
            raise ParameterError(
                sentence(who, "the number of items n", "none", "Or ask for it with solve n.")
            )
        if difference is None and self.solve != "mde":
            raise ParameterError(
                sentence(
                    who,
                    "a true difference to look for",
                    "none",
                    "Or ask for the smallest detectable one with solve mde.",
                )
            )

    @staticmethod
    def difference(value: Any) -> float:
        """Return a difference that can be planned for: none, or not absurdly small."""
        number = check_difference(value)
        if 0 < abs(number) < SMALLEST_DIFFERENCE:
            raise ParameterError(
                sentence("difference", f"0 or a size of at least {SMALLEST_DIFFERENCE:g}", number)
            )
        return number

    def result(self, rows: list[Row], notes: list[str], **more: Any) -> Result:
        """Return the answer with everything it rests on."""
        data = more.pop("data", None)
        settings = {
            "test": self.test.name,
            "alternative": self.alternative,
            "alpha": self.alpha,
            "target": self.target,
            "by": self.by,
            **({"solve": self.solve} if self.solve else {}),
            **({"replicates": self.replicates} if self.by == "simulation" else {}),
            **{key: value for key, value in more.items() if value is not None},
        }
        return Result(
            method=self.test.name,
            rows=tuple(rows),
            notes=tuple(dict.fromkeys(notes)),
            provenance=provenance(
                settings, seed=self.seed if self.by == "simulation" else None, data=data
            ),
        )
