"""Figures 4 and 17 of Card et al. (2020): power of a randomisation test of BLEU.

Effects of swapping single sentences are 0 with probability P0 and otherwise Laplace with scale
b0 / n. Figure 4 has the average of what was fitted to four pairs of systems; Figure 17 varies P0
and b0 one by one. No numbers are published with the figures but one, that of the text: about 75%
power for 2,000 sentences and 1 BLEU point (the authors' notebook stores 0.756 of 500 studies).
The values that Figure 17 varies are not told in the text; those here are ours.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Any

from claimwise.plan import bleu
from papers.base import Claim, Effort, Number, Value
from papers.declared import declared
from papers.found import numbers, rises
from papers.from_plan import simulated
from papers.tolerance import beside

ITEMS = tuple(range(500, 5001, 500))
DIFFERENCES = ("0.5", "1", "1.5", "2")
AVERAGE = (0.13, 25.8)
ZERO_SHARES = (0.05, 0.3, 0.6)  # with the average scale
SCALES = (12.9, 51.6, 103.2)  # with the average share
STUDIES, QUICK = {4: 10_000, 17: 2_000}, 500
ADEQUATE = 0.8  # power
PUBLISHED, THEIRS = 0.756, 500  # power at 2,000 items and 1 point, of so many studies
NOISE = 0.01  # of simulated powers that rise all the same


def _name(share: float, scale: float) -> str:
    """Return what a world is called; of one piece, for each has a panel."""
    return f"P0 {share:g} b0 {scale:g}"


def _of(world: str) -> dict[str, Any]:
    """Return what a world of that name is made of."""
    _, share, _, scale = world.split()
    return {"zero_share": float(share), "scale": float(scale)}


def _study(studies: int, effort: Effort, world: str, n: int, **_: str) -> dict[str, Number]:
    found = bleu(
        n=n,
        difference=[float(d) for d in DIFFERENCES],
        **_of(world),
        replicates=QUICK if effort.quick else studies,
        rng=effort.seed,
        workers=effort.workers,
    )
    return {d: simulated(found, f"power[difference={d}]") for d in DIFFERENCES}


def _formula(value: Value) -> float:
    """Return the power by the normal approximation."""
    n, difference = int(value.at("n")), float(value.at("difference"))
    found = bleu(n=n, difference=difference, **_of(value.at("world")), by="normal")
    return found["power"].estimate


def _approximated(values: list[Value]) -> str:
    """Say how far the normal approximation lies."""
    gaps = [value.estimate - _formula(value) for value in values]
    studies = min(value.studies for value in values)
    noise = max(sqrt(v.estimate * (1 - v.estimate) / v.studies) for v in values)
    return (
        f"The normal approximation Phi((D - z s0) / s1) lies at most {max(map(abs, gaps)):.3f} "
        f"from the simulated powers, and {abs(sum(gaps) / len(gaps)):.3f} on average; "
        f"{studies:,} studies alone leave standard errors of up to {noise:.3f}."
    )


def _claim_4(values: list[Value]) -> Claim:
    """Hold what the caption says of the curves."""
    at = numbers(values, "n", "difference", world=_name(*AVERAGE))
    sizes = sorted({int(v.at("n")) for v in values})
    by_size = [[at[str(n), d] for n in sizes] for d in DIFFERENCES]
    by_difference = [[at[str(n), d] for d in DIFFERENCES] for n in sizes]
    return Claim(
        "power increases with the sentences and with the difference",
        all(rises(line, NOISE) for line in (*by_size, *by_difference)),
        f"At 1 point it goes from {by_size[1][0]:.2f} with {sizes[0]:,} sentences to "
        f"{by_size[1][-1]:.2f} with {sizes[-1]:,}; with 2,000 from "
        f"{at['2000', DIFFERENCES[0]]:.2f} at {DIFFERENCES[0]} points to "
        f"{at['2000', DIFFERENCES[-1]]:.2f} at {DIFFERENCES[-1]}.",
    )


def _claims_17(values: list[Value]) -> list[Claim]:
    """Hold what the paper says of the figure: more zeros, more power; a larger scale, less."""
    at, n = numbers(values, "world", "n", "difference"), "2000"
    share, scale = AVERAGE
    shares, scales = sorted((*ZERO_SHARES, share)), sorted((*SCALES, scale))
    by_share = [at[_name(p, scale), n, "1"] for p in shares]
    by_scale = [at[_name(share, b), n, "1"] for b in scales]
    widest = at[_name(share, scales[-1]), "5000", "2"]
    shown = [
        ", ".join(f"{power:.2f} ({name} {x:g})" for x, power in zip(of, line, strict=True))
        for name, of, line in (("P0", shares, by_share), ("b0", scales, by_scale))
    ]
    return [
        Claim(
            "the lower P0, the larger the effects and samples that are needed",
            rises(by_share, NOISE),
            f"2,000 sentences and 1 BLEU point have power {shown[0]}.",
        ),
        Claim(
            "large b0 makes for little power even with large samples",
            rises(by_scale[::-1], NOISE) and widest < ADEQUATE,
            f"2,000 sentences and 1 point have {shown[1]}; with b0 {scales[-1]:g} even 5,000 "
            f"sentences find 2 points with power {widest:.2f} only.",
        ),
    ]


def _command(share: float, scale: float, studies: int) -> str:
    return (
        f"claimwise plan bleu --n 500:5000:500 --difference 0.5,1,1.5,2 --zero-share {share:g} "
        f"--scale {scale:g} --replicates {studies} --seed 1"
    )


def _grid(*worlds: tuple[float, float]) -> dict[str, Any]:
    names = [_name(*world) for world in worlds]
    return {"metric": ["BLEU"], "world": names, "test": ["randomisation"], "n": ITEMS}


_SHARED: dict[str, Any] = {
    "columns": ("metric", "world", "test", "n", "difference"),
    "quick": lambda n, **_: n % 1000 == 0,
    "quantity": "power",
    "chart": {"x": "n", "color": "difference", "dash": "test", "row": "world", "column": "metric"},
}
FIGURE_4 = declared(
    name="card-figure-4",
    source="Card et al. (2020), Figure 4",
    title="Power of a randomisation test of BLEU",
    study=partial(_study, STUDIES[4]),
    grid=_grid(AVERAGE),
    printed={("BLEU", _name(*AVERAGE), "randomisation", "2000", "1"): PUBLISHED},
    chance=beside(THEIRS),
    claims=_claim_4,
    remarks=[
        "About 75% is published for 2,000 sentences and 1 BLEU point; 0.756 is what the authors' "
        f"notebook stores, of {THEIRS} studies.",
        _approximated,
    ],
    commands=(_command(*AVERAGE, STUDIES[4]),),
    **_SHARED,
)
FIGURE_17 = declared(
    name="card-figure-17",
    source="Card et al. (2020), Figure 17",
    title="Power of a randomisation test of BLEU under other assumptions",
    study=partial(_study, STUDIES[17]),
    grid=_grid(
        AVERAGE,
        *((share, AVERAGE[1]) for share in ZERO_SHARES),
        *((AVERAGE[0], scale) for scale in SCALES),
    ),
    claims=_claims_17,
    remarks=[
        _approximated,
        "No number is published with the figure; that of the average (0.756 for 2,000 sentences "
        "and 1 BLEU point) is judged with Figure 4.",
        "The text does not say which values of P0 and b0 the figure has: those here are our "
        "choice, half, twice and four times the average b0, and shares from 0.05 to 0.6.",
    ],
    commands=(_command(0.3, AVERAGE[1], STUDIES[17]),),
    **_SHARED,
)
