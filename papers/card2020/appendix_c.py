"""Appendix C of Card et al. (2020), its Table 4 and the bounds of the notebook: one test set.

Two systems differ by 2 points and agree on 90% of 500 items; then there are more items, a larger
difference, or more agreement. Where only the difference is known the notebook takes the greatest
and the least agreement that a baseline of 70% allows. The test of the notebook is the exact
conditional one, simulated 10,000 times; the other tests that the paper names stand beside it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

from claimwise import PairedAccuracy, Result
from claimwise.plan import accuracy
from claimwise.worlds import Lachenbruch
from papers.base import Claim, Effort, Value
from papers.declared import declared
from papers.found import numbers
from papers.tolerance import ENOUGH, ERRORS, of_print, of_shares


class Case(NamedTuple):
    """A test set and two systems, and what is printed of them."""

    n: int
    difference: float
    agreement: float
    printed: dict[str, str]

    @property
    def place(self) -> tuple[str, str, str]:
        """Return the columns that go with the case."""
        return str(self.n), f"{self.difference:g}", f"{self.agreement:g}"


POWER, TYPE_M, TYPE_S = "power", "Type-M error", "Type-S error"
NAMES = {POWER: "power", TYPE_M: "type_m", TYPE_S: "type_s"}
GREATEST, LEAST = (Lachenbruch(bound, 0.7).at(0.02) for bound in ("low", "high"))
CASES = {
    "example": Case(500, 0.02, 0.9, {POWER: "0.25", TYPE_M: "1.9"}),
    "more items": Case(2000, 0.02, 0.9, {TYPE_M: "1.1"}),
    "larger difference": Case(500, 0.04, 0.9, {}),
    "more agreement": Case(500, 0.02, 0.975, {POWER: "0.800", TYPE_M: "1.118", TYPE_S: "0.000"}),
    "greatest agreement": Case(
        1000, 0.02, GREATEST, {POWER: "1.000", TYPE_M: "0.995", TYPE_S: "0.000"}
    ),
    "least agreement": Case(1000, 0.02, LEAST, {POWER: "0.119", TYPE_M: "3.004", TYPE_S: "0.022"}),
}
TABLE_4 = {"both": 0.6, "only M2": 0.06, "only M1": 0.04, "none": 0.3}
THEIRS, MIDP, PLAIN = "mcnemar-exact", "mcnemar-midp", "mcnemar-asymptotic"
TESTS = (THEIRS, MIDP, PLAIN, "mcnemar-corrected")
FORMULA = "normal formula"
STUDIES, NEARLY, FULL = 10_000, 0.75, 0.8
TINY = 1e-12  # below it a sum of so many terms is rounding


@lru_cache
def _found(name: str, test: str) -> Result:
    case = CASES[name]
    asked: dict[str, Any] = {
        "n": case.n,
        "difference": case.difference,
        "agreement": case.agreement,
    }
    if test == FORMULA:
        return accuracy(**asked, by="normal", solve="power")
    return accuracy(**asked, test=test, solve="power")


def _study(_: Effort, case: str) -> dict[tuple[str, ...], float]:
    shown: dict[tuple[str, ...], float] = {}
    for shows, test in product(NAMES, (*TESTS, FORMULA)):
        if test != FORMULA or shows == POWER:
            found = _found(case, test)[NAMES[shows]].estimate
            shown[*CASES[case].place, shows, test] = found if found > TINY else 0.0
    return shown


def _chance(value: Value) -> float:
    """Return the noise of the notebook's studies."""
    if value.at("shows") == POWER:
        return of_shares(value.estimate, 0, STUDIES)
    significant = STUDIES * _found(value.at("case"), THEIRS)["reject_any"].estimate
    if value.at("shows") == TYPE_S:
        return of_shares(value.estimate, 0, round(significant))
    # Significant differences vary less than all differences do: an upper bound.
    case = CASES[value.at("case")]
    spread = sqrt((1 - case.agreement - case.difference**2) / case.n)
    return ERRORS * spread / case.difference / sqrt(significant)


def _claims(values: list[Value]) -> list[Claim]:
    """Hold the sentences of the appendix."""
    at = numbers(values, "case", "shows", "test")
    true = CASES["example"].difference
    observed = true * at["example", TYPE_M, THEIRS]
    many = at["more items", POWER, THEIRS]
    world = PairedAccuracy(true, CASES["example"].agreement)
    off = (TABLE_4["only M2"], TABLE_4["only M1"])
    same = max(abs(a - b) for a, b in zip((world.win, world.lose), off, strict=True)) < 1e-12
    return [
        Claim(
            "with agreement 0.9 and a difference of 0.02, only the new model is right on 6% of "
            "items and only the old one on 4% (Table 4)",
            same and abs(sum(TABLE_4.values()) - 1) < 1e-12,
            f"It is {world.win:.0%} and {world.lose:.0%}.",
        ),
        Claim(
            "significant differences are on the order of 0.04 on average where 0.02 is true",
            abs(observed - 0.04) <= of_print(2),
            f"They are {observed:.4f} on average.",
        ),
        Claim(
            'with 2,000 items the test has "nearly 80% power"',
            NEARLY <= many < FULL,
            f"It is {many:.4f}; by mid-p {at['more items', POWER, MIDP]:.4f}.",
            because=f"it is {'more' if many >= FULL else 'less'} than that",
        ),
        *(
            Claim(
                f'"similarly", with 500 items "we would have the power to evaluate" {what}',
                at[name, POWER, THEIRS] >= ENOUGH,
                f"With the test of the notebook it is {at[name, POWER, THEIRS]:.4f}, and "
                f"{many:.4f} with 2,000 items; by mid-p {at[name, POWER, MIDP]:.4f}, by the "
                f"chi-square that the paper prints {at[name, POWER, PLAIN]:.4f}.",
                because="the exact conditional test of the notebook stays below its level and "
                "loses power, which the chi-square of the text does not",
            )
            for name, what in (
                ("larger difference", "a difference of 4 points"),
                ("more agreement", "2 points where the models agree on 97.5%"),
            )
        ),
    ]


def _of_tests(values: list[Value]) -> str:
    at = numbers(values, "test", case="example", shows=POWER)
    shown = ", ".join(
        f"{at[test]:.4f} ({name})"
        for test, name in (
            (THEIRS, "exact conditional: the notebook"),
            (MIDP, "mid-p: the R package behind Table 9"),
            (PLAIN, "chi-square: Section 3.1"),
            ("mcnemar-corrected", "corrected chi-square: Table 10"),
            (FORMULA, "the formula used for QQP"),
        )
    )
    return f"The paper uses several tests under one name, and the example has power {shown}."


APPENDIX = declared(
    name="card-appendix-c",
    source="Card et al. (2020), Appendix C and Table 4",
    title="A numerical example of McNemar's test",
    columns=("case", "n", "difference", "agreement", "shows", "test"),
    study=_study,
    grid={"case": list(CASES)},
    quantity=NAMES,
    printed={
        (name, *case.place, shows, THEIRS): text
        for name, case in CASES.items()
        for shows, text in case.printed.items()
    },
    chance=_chance,
    claims=_claims,
    remarks=[
        _of_tests,
        "Of the 12 published numbers the text of the paper has three (power 0.25, Type-M 1.9 and "
        "1.1); the others are printed in the authors' notebook alone: those of agreement 97.5%, "
        "and of the greatest and the least agreement, which the text does not mention.",
        "All but the formula is enumerated; the notebook simulated 10,000 studies. For the "
        "greatest agreement it prints both accuracies exchanged, which changes nothing else.",
    ],
    measures="By the test",
    commands=(
        "claimwise plan accuracy --n 500 --difference 0.02 --agreement 0.9 --test mcnemar-exact",
        "claimwise plan accuracy --n 1000 --difference 0.02 --agreement 0.42 --test mcnemar-exact",
    ),
)
