"""A kind of study and a test from outside: response times of two systems on the same items."""

import numpy as np
from scipy import stats

from claimwise.core import Result, Row, provenance
from claimwise.core.checked import registered
from claimwise.core.field import SEED, choice, count, number, percent
from claimwise.core.procedure import Procedure
from claimwise.htest import htest
from claimwise.kinds import Kind, Need, Plan, register
from claimwise.kinds.keys import DECIDING, READ, test

SIDES = ("two-sided", "less", "greater")


@htest(
    "faster-items",
    paired=True,
    size="at most alpha",
    null="B is faster as often as A",
    outcome="numeric",
    says=Procedure("the sign test of response times", short="items won"),
)
def faster_items(data, alternative):
    """Exact binomial test of the items on which B takes longer."""
    up, down = (data.d > 0).sum(axis=-1), (data.d < 0).sum(axis=-1)
    n = up + down
    less, more = stats.binom.cdf(up, n, 0.5), stats.binom.sf(up - 1, n, 0.5)
    both = np.minimum(1.0, 2 * np.minimum(less, more))
    return np.maximum(1e-300, {"less": less, "greater": more, "two-sided": both}[alternative])


def latency(*, n, faster, alternative="two-sided", alpha=0.05, power=0.8, test=None, rng=0):
    """Plan how often the sign test finds B faster; `faster` is the share of such items."""
    up = np.arange(n + 1)
    less, more = stats.binom.cdf(up, n, 0.5), stats.binom.sf(up - 1, n, 0.5)
    both = np.minimum(1.0, 2 * np.minimum(less, more))
    rejects = {"less": less, "greater": more, "two-sided": both}[alternative] <= alpha
    found = float(stats.binom.pmf(up, n, 1 - faster)[rejects & (up < n / 2)].sum())
    settings = {"n": n, "target": power, "alpha": alpha, "alternative": alternative}
    settings |= {"test": test or "faster-items", "unit": "items", "by": "exact"}
    return Result(
        kind="plan",
        method="plan latency",
        rows=(Row(quantity="power", estimate=found, n=n),),
        provenance=provenance(settings, seed=rng),
    )


LATENCY = Plan(
    name="latency",
    function=latency,
    title="Response times",
    question="Two systems answer the same items, and time is taken: what could the study show?",
    short="Two systems by their response times on the same items.",
    example="--n 100 --faster 0.6",
    exact=True,
    fields=(
        count("n", "Items", "Items in the test set.", main=True, place="data", example=100),
        percent(
            "faster",
            "B is faster",
            "Share of items on which B is faster.",
            main=True,
            place="assumptions",
            example=0.6,
        ),
        choice(
            "alternative",
            "Alternative",
            "Side of the test: two-sided, less (B is faster) or greater.",
            choices=SIDES,
            default="two-sided",
        ),
        number("alpha", "Alpha", "Significance level.", default=0.05, above=0, below=0.5),
        percent("power", "Power", "Power to reach.", default=0.8),
        choice(
            "test",
            "Test",
            "Test, by name.",
            registered=("test", {"outcome": "numeric", "paired": True}),
            usual="faster-items",
        ),
        SEED.but(of_simulation=False),
    ),
)
register(
    Kind(
        name="latency",
        words="response times",
        about="response times of two systems on the same items",
        plans=(LATENCY,),
        keys=(
            *READ,
            test(registered("test", {"outcome": "numeric", "paired": True})),
            *DECIDING,
        ),
        needs=(Need(("n",), "data"), Need(("faster",))),
        solves=False,
        usual=lambda study, comparison: {"test": "faster-items"},
        better=lambda study, comparison: "lower",
        to_compare=lambda study, comparison: {"better": "lower"},
    )
)
