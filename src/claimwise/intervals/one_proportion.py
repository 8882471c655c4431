"""How good is one system? Intervals for its share of right answers."""

from __future__ import annotations

from claimwise.core import Procedure
from claimwise.data import Hits
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import binomial_interval


@interval(
    "wilson",
    outcome="binary",
    paired=None,
    says=Procedure(
        "Wilson's score interval",
        ("Wilson (1927), J. Am. Stat. Assoc. 22, 209-212",),
        short="Wilson interval",
    ),
)
def wilson(data: Hits, level: float) -> Ends:
    """Score interval: covers about the level on average, less for shares near 0 and 1."""
    return binomial_interval.wilson(data.hits, data.n, level)


@interval(
    "clopper-pearson",
    outcome="binary",
    paired=None,
    says=Procedure(
        "the exact interval of Clopper and Pearson",
        ("Clopper and Pearson (1934), Biometrika 26, 404-413",),
        short="Clopper-Pearson interval",
    ),
)
def clopper_pearson(data: Hits, level: float) -> Ends:
    """Exact interval: never covers less than the level, mostly more."""
    return binomial_interval.clopper_pearson(data.hits, data.n, level)


@interval(
    "jeffreys",
    outcome="binary",
    paired=None,
    says=Procedure(
        "Jeffreys' interval",
        ("Brown, Cai and DasGupta (2001), Stat. Sci. 16, 101-133",),
        short="Jeffreys interval",
    ),
)
def jeffreys(data: Hits, level: float) -> Ends:
    """Equal tails of the posterior under Jeffreys' prior: covers about the level on average.

    At low levels (below 0.4 or so) it need not contain the observed share.
    """
    return binomial_interval.jeffreys(data.hits, data.n, level)
