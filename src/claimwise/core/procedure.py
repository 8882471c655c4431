"""What a procedure says of itself: in a clause, by whom it is, and what it takes for granted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Procedure:
    """The words of a procedure, given where it is registered: ``says=Procedure(...)``.

    Help, page, reports and their references are made from them. `does` is a clause, such as
    "Fisher's exact test, given the total of right answers". A reference begins with its authors
    and the year in brackets, which is how it is cited. `assumes` are sentences. `short` is the
    name in a line of text, `of_clusters` what it does where clusters take the place of items.
    """

    does: str
    references: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    short: str = ""
    of_clusters: str = ""


# What is assumed by several procedures.
SAME_ITEMS = (
    "The items are a random sample of those that the claim is about, independent of each other, "
    "and both systems answered the same ones."
)
OTHER_ITEMS = (
    "The items of each system are a random sample of those that the claim is about, independent of "
    "each other and of the items of the other system."
)
CLUSTERS = (
    "The clusters are a random sample of those that the claim is about, and independent of each "
    "other; items within a cluster may depend on each other."
)
LIKE_THESE = "Items are independent of each other, and a study's items are like these."
SWAPPED = "Under the null hypothesis the systems could be swapped on every item."
NEAR_NORMAL = "The observed mean is near enough to normally distributed."
RATED = (
    "Raters and items are random samples of those that the claim is about, and all that ties "
    "ratings together."
)

# What is assumed of items, and of clusters that are drawn and swapped as a whole.
OF_CLUSTERS = {
    SAME_ITEMS: f"{CLUSTERS} Both systems answered the same items.",
    SWAPPED: "Under the null hypothesis the systems could be swapped on every cluster.",
}
