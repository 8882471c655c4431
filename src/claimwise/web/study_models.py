"""What can be asked of a study: declare, check, foresee, assess."""

from __future__ import annotations

from typing import Literal

from claimwise.kinds.shared import WITH_MARGIN
from claimwise.web.fields import (
    NAME,
    FileId,
    Options,
    choice,
    count,
    file,
    in_percent,
    in_points,
    number,
    seed,
    text,
)

Claim = Literal["difference", "superiority", "non-inferiority", "equivalence"]
FREE = r"^[^\x00-\x1f\x7f]{0,200}$"
LONGEST = 100_000  # characters of a declaration
OF = {
    "agreement": {"kind": ["accuracy"]},
    "baseline": {"kind": ["proportions"]},
    "sd": {"kind": ["means"]},
    "win": {"kind": ["preference", "judgements"]},
    "difference": {"kind": ["accuracy", "proportions", "means"]},
    "points": {"kind": ["corpus"]},
    "leaning": {"kind": ["judgements"]},
    "effect": {"kind": ["ratings"]},
}
OF_SHARES = {"kind": ["accuracy", "proportions", "preference"]}  # differences are of proportions


class New(Options):
    """A new declaration."""

    kind: Literal[
        "accuracy", "proportions", "preference", "means", "corpus", "ratings", "judgements"
    ] = choice("accuracy", "Kind of study", "Outcome by which the systems are compared.")
    title: str = text("", "Title", "Title of the study.", pattern=FREE)
    a: str = text("baseline", "A", "The baseline, as the data name it.", pattern=NAME)
    b: str = text("candidate", "B", "The candidate, as the data name it.", pattern=NAME)
    n: int = count(500, "Items", "Items that the study will have.")
    says: Claim = choice("difference", "Claim", "Claim to make.")
    alternative: Literal["two-sided", "less", "greater"] = choice(
        "two-sided",
        "Alternative",
        "Side of the test: two-sided, or one direction.",
        more=True,
        shown_when={"says": ["difference"]},
    )
    margin: float | None = in_points(
        None,
        "Margin",
        "Amount by which B must exceed A, or may differ from it.",
        above=0,
        high=1e9,
        scaled_when=OF_SHARES,
        shown_when={"says": WITH_MARGIN["claim"]},
    )
    difference: float | None = in_points(
        0.02,
        "Difference",
        "Assumed difference, B minus A.",
        low=-1e6,
        high=1e6,
        scaled_when=OF_SHARES,
        shown_when=OF["difference"],
    )
    points: float | None = number(
        1.0,
        "Difference in BLEU",
        "Assumed difference, B minus A, in BLEU points from 0 to 100.",
        low=-100,
        high=100,
        unit="points",
        shown_when=OF["points"],
        keyword="difference",
    )
    agreement: float | None = in_percent(
        0.9,
        "Agreement",
        "Assumed share of items on which both are right or both wrong.",
        low=0,
        high=1,
        shown_when=OF["agreement"],
    )
    baseline: float | None = in_percent(
        0.8,
        "Accuracy of A",
        "Assumed share of right answers of A.",
        low=0,
        high=1,
        shown_when=OF["baseline"],
    )
    sd: float | None = number(
        0.4,
        "Standard deviation",
        "Assumed standard deviation of the items' differences.",
        above=0,
        high=1e6,
        shown_when=OF["sd"],
    )
    win: float | None = in_percent(
        0.5, "B wins", "Assumed share of judgements for B.", low=0, high=1, shown_when=OF["win"]
    )
    lose: float | None = in_percent(
        0.4,
        "A wins",
        "Assumed share of judgements for A; the rest are ties.",
        low=0,
        high=1,
        shown_when=OF["win"],
    )
    rater_sd: float | None = number(
        0.5,
        "Raters lean",
        "Assumed standard deviation of the raters' logits: 0.5 a little, 1 much.",
        low=0,
        high=10,
        shown_when=OF["leaning"],
    )
    item_sd: float | None = number(
        0.8,
        "Items lean",
        "Assumed standard deviation of the items' logits.",
        low=0,
        high=10,
        shown_when=OF["leaning"],
    )
    effect: str | None = text(
        "0.5t",
        "Effect",
        "Assumed effect on ratings.",
        pattern=r"^-?[0-9]{1,6}(\.[0-9]{1,9})?[tpr]?$",
        shown_when=OF["effect"],
    )
    source: str = text("", "Source", "Source of the assumed numbers.", pattern=FREE)
    alpha: float = number(0.05, "Alpha", "Significance level.", above=0, below=0.5, more=True)
    power: float = in_percent(0.8, "Power", "Power to reach.", above=0, below=1, more=True)
    rule: Literal["fixed", "obrien-fleming", "pocock", "anytime"] = choice(
        "fixed", "Looks", "Times at which the data may be looked at.", more=True
    )
    seed: int | None = seed()


class Declared(Options):
    """A declaration as text, and the files that it names."""

    text: str = text(
        ..., "Declaration", "The text of study.toml.", pattern="", kind="toml", longest=LONGEST
    )
    files: list[FileId] = file(
        [],
        "Files that it names",
        "A pilot or a world, uploaded under that name.",
        several=True,
        more=True,
    )


class Check(Declared):
    """Is the study complete, consistent, frozen and powered?"""


class Power(Declared):
    """What could the study show?"""


class Assess(Declared):
    """What do the data show about its claims?"""

    data: list[FileId] = file(..., "Data", "The data of the study.", several=True)
    look: int | None = count(None, "Look", "Number of this look: 1, 2, ...", high=100, more=True)
