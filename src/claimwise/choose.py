"""Which procedures fit these data and this claim, and why."""

from __future__ import annotations

from dataclasses import dataclass

SMALL_COUNT = 5  # the smallest expected count at which a chi-square is trusted
MOST_BOSCHLOO = 2_000
MOST_LEFT_OUT = 2_000  # items: leaving out each of more is slow for metrics of the items themselves
MOST_PERMUTED = 20_000  # items; beyond, the permutation and the t test agree, and t is quicker


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What is known of the data, declared or inferred."""

    outcome: str  # "binary" or "numeric"
    paired: bool
    clustered: bool = False
    margin: bool = False  # the claim is about a margin other than 0
    varies: bool = True  # the differences do
    n: int = 0
    smallest_expected: float = float("inf")  # of the four cells, unpaired right/wrong data
    together: bool = False  # one of several comparisons, whose p and interval are to say the same


@dataclass(frozen=True, slots=True)
class Choice:
    """A procedure by name, and the reason."""

    name: str
    why: str


def choose_test(traits: Traits) -> Choice:
    """Propose a test.

    >>> choose_test(Traits(outcome="binary", paired=True, n=500)).name
    'mcnemar-midp'
    """
    if traits.together:
        return _test_together(traits)
    if traits.paired and traits.clustered:
        if traits.margin:
            return Choice("cluster-cr2", "items that come in clusters, a claim with a margin")
        return Choice("cluster-permutation", "items that come in clusters")
    if traits.outcome == "binary":
        return _binary_test(traits)
    if traits.paired:
        if traits.margin and not traits.varies:
            return Choice("permutation", "one and the same difference on every item")
        if traits.margin:
            return Choice("paired-t", "graded scores on the same items, a claim with a margin")
        if traits.n > MOST_PERMUTED:
            return Choice(
                "paired-t", "graded scores on enough items for permutations to say the same"
            )
        return Choice("permutation", "graded scores of both systems on the same items")
    return Choice("welch", "graded scores on different items")


def _test_together(traits: Traits) -> Choice:
    """Propose the test that rejects just where the interval leaves the null value out."""
    why = "one of several comparisons: p and interval say the same"
    if traits.paired and traits.clustered:
        return Choice("cluster-cr2", why)
    if traits.outcome == "binary":
        return Choice("tango" if traits.paired else "farrington-manning", why)
    if traits.paired and not traits.varies:
        return Choice("permutation", "one and the same difference on every item")
    return Choice("paired-t" if traits.paired else "welch", why)


def _binary_test(traits: Traits) -> Choice:
    if traits.paired:
        if traits.margin:
            return Choice("tango", "right/wrong scores on the same items, a claim with a margin")
        return Choice("mcnemar-midp", "right/wrong scores of both systems on the same items")
    if traits.margin:
        return Choice("farrington-manning", "unpaired right/wrong counts, a claim with a margin")
    if traits.smallest_expected < SMALL_COUNT:
        if traits.n <= MOST_BOSCHLOO:
            return Choice("boschloo", "unpaired right/wrong counts, some of them small")
        return Choice("fisher", "unpaired right/wrong counts, some of them small")
    return Choice("z-pooled", "unpaired right/wrong counts, none of them small")


def choose_interval(traits: Traits) -> Choice:
    """Propose an interval for the difference.

    >>> choose_interval(Traits(outcome="numeric", paired=False)).name
    'welch'
    """
    if traits.paired and traits.clustered:
        return Choice("cluster-cr2", "which allows for items of a cluster being alike")
    if traits.outcome == "binary":
        if traits.paired:
            return Choice("tango", "which keeps its level also for few disagreements")
        if traits.margin or traits.together:
            return Choice("score", "which belongs to the test")
        return Choice("newcombe", "which keeps its level also near 0% and 100%")
    if traits.paired:
        return Choice("t", "for the mean of the items' differences")
    return Choice("welch", "for two sets of items with spreads of their own")
