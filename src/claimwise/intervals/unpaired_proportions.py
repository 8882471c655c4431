"""By how much is B right more often than A, on different items?"""

from __future__ import annotations

from claimwise.core import Procedure
from claimwise.core.references import FARRINGTON
from claimwise.data import IndependentCounts
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import unpaired_proportions

NEWCOMBE = "Newcombe (1998), Stat. Med. 17, 873-890"


@interval(
    "newcombe",
    outcome="binary",
    paired=False,
    says=Procedure("Newcombe's hybrid score interval", (NEWCOMBE,), short="Newcombe interval"),
)
def newcombe(data: IndependentCounts, level: float) -> Ends:
    """Method 10, the hybrid score interval: two Wilson intervals, squared and added."""
    return unpaired_proportions.newcombe(data.a, data.n_a, data.b, data.n_b, level)


@interval(
    "agresti-caffo",
    outcome="binary",
    paired=False,
    says=Procedure(
        "the interval of Agresti and Caffo",
        ("Agresti and Caffo (2000), Am. Stat. 54, 280-288",),
        short="Agresti-Caffo interval",
    ),
)
def agresti_caffo(data: IndependentCounts, level: float) -> Ends:
    """Wald interval after adding one right and one wrong item to each system.

    At levels below 0.92 it need not contain the observed difference.
    """
    return unpaired_proportions.agresti_caffo(data.a, data.n_a, data.b, data.n_b, level)


@interval(
    "score",
    outcome="binary",
    paired=False,
    says=Procedure(
        "the score interval",
        ("Mee (1984), Biometrics 40, 1175-1176", FARRINGTON),
        short="score interval",
    ),
)
def score(data: IndependentCounts, level: float) -> Ends:
    """Score interval: the differences that the test ``farrington-manning`` does not reject."""
    return unpaired_proportions.score_interval(
        data.a, data.n_a, data.b, data.n_b, level, unbiased=False
    )


@interval(
    "miettinen-nurminen",
    outcome="binary",
    paired=False,
    says=Procedure(
        "the score interval of Miettinen and Nurminen",
        ("Miettinen and Nurminen (1985), Stat. Med. 4, 213-226",),
        short="Miettinen-Nurminen interval",
    ),
)
def miettinen_nurminen(data: IndependentCounts, level: float) -> Ends:
    """Score interval with the variance times N / (N - 1): a little wider for few items."""
    return unpaired_proportions.score_interval(
        data.a, data.n_a, data.b, data.n_b, level, unbiased=True
    )


@interval(
    "wald",
    outcome="binary",
    paired=False,
    says=Procedure("the Wald interval", (NEWCOMBE,), short="Wald interval"),
)
def wald(data: IndependentCounts, level: float) -> Ends:
    """Method 1, estimate plus and minus z standard errors: for comparison with older papers.

    Unfit for shares near 0 or 1 and for few items, where it covers far less than it says; it
    may reach beyond -1 and 1, and without spread it is undefined. Use newcombe.
    """
    return unpaired_proportions.wald(data.a, data.n_a, data.b, data.n_b, level)
