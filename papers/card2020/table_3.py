"""Table 3 of Card et al. (2020), put to use: four pairs of translation systems.

The table has the share of sentences whose swap changes nothing (P0) and the scale of the other
effects (b0), fitted to four pairs. Their average is what Figure 4 is made of. Here it is averaged
again, and each pair asked: with what power was its difference to be found, and which difference
could have been? The fit itself cannot be repeated, for the outputs are not public;
`card-table-3-refit` does the same with outputs that are.
"""

from __future__ import annotations

from statistics import fmean
from typing import Any, NamedTuple

from claimwise.plan import bleu
from claimwise.worlds import DeltaLaplace
from papers.base import Claim, Effort, Number, Value
from papers.declared import declared
from papers.found import numbers
from papers.from_plan import simulated


class Pair(NamedTuple):
    """A line of the table."""

    n: int
    difference: float
    zero_share: float
    scale: float

    @property
    def place(self) -> tuple[str, str]:
        """Return the columns that go with the line."""
        return str(self.n), f"{self.difference:g}"


PAIRS = {
    "2019": Pair(2000, 4.3, 0.19, 23.7),
    "2018": Pair(3000, 4.2, 0.09, 29.4),
    "2017": Pair(3000, 1.3, 0.12, 22.5),
    "2016": Pair(3000, 7.6, 0.10, 27.6),
}
AVERAGE, PUBLISHED = "average", {"P0": "0.13", "b0": "25.8"}  # what Figure 4 has
TYPICAL, POINT, ABOUT, NEAR = 2000, 1.0, 0.75, 0.05
ALIKE = 0.25  # estimates that are so far from their mean are called similar
STUDIES, QUICK = 10_000, 300
OWN, OWN_SIMULATED = "power", "power simulated"  # for its own difference
DETECTABLE = "detectable"
AT_ONE, AT_ONE_SIMULATED = "power at 2000 for 1", "the same simulated"


class Stored(NamedTuple):
    """What the authors' notebook stores of a fit: sentences, and the scale of a single swap."""

    n: int
    scale: float
    zero_share: float
    difference: float
    deviation: float  # of the difference over random swaps of the real outputs


STORED = {
    "2019": Stored(
        1997, 0.011932186794530624, 0.1927891837756635, 4.338189265724111, 0.36630696760
    ),
    "2018": Stored(
        2998, 0.009877433535488785, 0.09306204136090727, 4.162033280403861, 0.397776300227
    ),
}


def _pair(name: str) -> Pair:
    if name in PAIRS:
        return PAIRS[name]
    shares, scales = ([getattr(p, x) for p in PAIRS.values()] for x in ("zero_share", "scale"))
    return Pair(TYPICAL, POINT, fmean(shares), fmean(scales))


def _study(effort: Effort, test_set: str) -> dict[tuple[str, ...], float | Number]:
    pair = _pair(test_set)
    world: dict[str, Any] = {"zero_share": pair.zero_share, "scale": pair.scale}
    shown: dict[str, float | Number] = {
        "P0": pair.zero_share,
        "b0": pair.scale,
        DETECTABLE: bleu(n=pair.n, solve="mde", by="normal", **world)["mde"].estimate,
    }
    studies = QUICK if effort.quick else STUDIES
    for n, difference, formula, drawn in (
        (pair.n, pair.difference, OWN, OWN_SIMULATED),
        (TYPICAL, POINT, AT_ONE, AT_ONE_SIMULATED),
    ):
        asked: dict[str, Any] = {"n": n, "difference": difference, "solve": "power", **world}
        shown[formula] = bleu(**asked, by="normal")["power"].estimate
        found = bleu(**asked, replicates=studies, rng=effort.seed, workers=effort.workers)
        shown[drawn] = simulated(found, "power")
    return {(*pair.place, shows): x for shows, x in shown.items()}


def _claims(values: list[Value]) -> list[Claim]:
    """Hold what Section 4 says of the estimates."""
    at = numbers(values, "test_set", "shows")
    mean, drawn = at[AVERAGE, AT_ONE], at[AVERAGE, AT_ONE_SIMULATED]
    powers = {name: at[name, AT_ONE] for name in PAIRS}
    low, high = (f(powers, key=lambda name: powers[name]) for f in (min, max))
    shares, scales = ([at[name, x] for name in PAIRS] for x in ("P0", "b0"))
    return [
        Claim(
            "a test set of 2,000 sentences has about 75% power to detect 1 BLEU point",
            abs(mean - ABOUT) <= NEAR,
            f"With the averages it is {mean:.3f} by formula and {drawn:.3f} simulated.",
        ),
        Claim(
            "the four pairs produce similar estimates, though far from identical",
            all(abs(scale / fmean(scales) - 1) <= ALIKE for scale in scales),
            f"P0 goes from {min(shares):g} to {max(shares):g} and b0 from {min(scales):g} to "
            f"{max(scales):g}. For the power that is much: 2,000 sentences have {powers[low]:.2f} "
            f"({low}) to {powers[high]:.2f} ({high}) for 1 point.",
            because="b0 lies more than a quarter from its mean",
        ),
    ]


def _remarks(values: list[Value]) -> list[str]:
    detectable = numbers(values, "test_set", shows=DETECTABLE)
    scales = ", ".join(
        f"{stored.scale * stored.n:.1f} (the table has {PAIRS[name].scale})"
        for name, stored in STORED.items()
    )
    more = " and ".join(f"{_wider(stored):.0%}" for stored in STORED.values())
    larger = sum(pair.difference > detectable[name] for name, pair in PAIRS.items())
    return [
        f"Detectable is what has power 0.8. Of the four differences {larger} are larger than that.",
        "The mean of P0 is 0.125, which the paper rounds up.",
        "The authors' notebook stores the fits to 2019 and 2018 for all sentences there are: b0 "
        f"is {scales}. The outputs are not public: why is not known.",
        f"In those runs random swaps of the real outputs make the difference vary {more} more than "
        "in the fitted worlds, so that power from these fits is a little too high.",
    ]


def _wider(stored: Stored) -> float:
    """Return how much more the real difference varies under random swaps than the world's."""
    world = DeltaLaplace(stored.difference, stored.zero_share, stored.scale * stored.n)
    return stored.deviation / world.deviation(stored.n) - 1


TABLE = declared(
    name="card-table-3",
    source="Card et al. (2020), Table 3",
    title="What four pairs of translation systems could show",
    columns=("test_set", "n", "difference", "shows"),
    study=_study,
    grid={"test_set": [*PAIRS, AVERAGE]},
    quantity=dict.fromkeys((OWN, OWN_SIMULATED, AT_ONE, AT_ONE_SIMULATED), "power"),
    printed={(AVERAGE, *_pair(AVERAGE).place, x): text for x, text in PUBLISHED.items()},
    claims=_claims,
    remarks=_remarks,
    measures="By test set of WMT English-German",
    commands=(
        "claimwise plan bleu --world wmt17 --n 3000 --difference 1.3 --replicates 10000 --seed 1",
        "claimwise plan bleu --zero-share 0.125 --scale 25.8 --n 2000 --difference 1 --by normal",
    ),
)
