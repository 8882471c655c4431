"""By how much is B right more often than A, on the same items?"""

from __future__ import annotations

from claimwise.core import DataError, Procedure
from claimwise.core.references import TANGO
from claimwise.data import PairCounts
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import paired_proportions

NEWCOMBE = "Newcombe (1998), Stat. Med. 17, 2635-2650"


@interval(
    "tango",
    outcome="binary",
    paired=True,
    says=Procedure("Tango's score interval", (TANGO,), short="Tango interval"),
)
def tango(data: PairCounts, level: float) -> Ends:
    """Score interval: the differences that Tango's test does not reject; the default.

    Fit for any number of items and disagreements, also none. Its 1 - 2 alpha interval and the
    one-sided test ``tango`` with a margin always agree.
    """
    return paired_proportions.tango(data.wins, data.losses, data.n, level)


@interval(
    "newcombe-paired",
    outcome="binary",
    paired=True,
    says=Procedure(
        "Newcombe's hybrid score interval for pairs", (NEWCOMBE,), short="Newcombe interval"
    ),
)
def newcombe_paired(data: PairCounts, level: float) -> Ends:
    """Method 10: both systems' Wilson intervals, joined by the correlation of their verdicts."""
    if data.both is None:
        raise DataError(
            "newcombe-paired",
            "how many items both systems got right",
            "only wins and losses",
            "Give both= as well, or use tango.",
        )
    return paired_proportions.newcombe(data.wins, data.losses, data.both, data.n, level)


@interval(
    "bonett-price",
    outcome="binary",
    paired=True,
    says=Procedure(
        "the adjusted Wald interval of Bonett and Price",
        ("Bonett and Price (2012), J. Educ. Behav. Stat. 37, 479-488",),
        short="Bonett-Price interval",
    ),
)
def bonett_price(data: PairCounts, level: float) -> Ends:
    """Wald interval after adding one win and one loss: simple, and rarely too narrow.

    At levels below 0.8 it need not contain the observed difference.
    """
    return paired_proportions.bonett_price(data.wins, data.losses, data.n, level)


@interval(
    "wald-paired",
    outcome="binary",
    paired=True,
    says=Procedure("the Wald interval for pairs", (NEWCOMBE,), short="Wald interval"),
)
def wald_paired(data: PairCounts, level: float) -> Ends:
    """Method 1, estimate plus and minus z standard errors: for comparison with older papers.

    Unfit for few disagreements, where it covers far less than it says; it may reach beyond
    -1 and 1, and without spread it is undefined. Use tango.
    """
    return paired_proportions.wald(data.wins, data.losses, data.n, level)
