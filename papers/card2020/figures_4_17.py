"""Figures 4 and 17 of Card et al. (2020): power of a randomisation test of BLEU.

Effects of swapping single sentences are 0 with probability P0 and otherwise Laplace with scale
b0 / n. Figure 4 has the average of what was fitted to four pairs of systems; Figure 17 varies P0
and b0 one by one. No numbers are published with the figures but one, that of the text: about 75%
power for 2,000 sentences and 1 BLEU point (the authors' notebook stores 0.756 of 500 studies).
The values that Figure 17 varies are not told in the text; those here are ours.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import nan, sqrt

from claimwise.plan import bleu
from papers.base import Cell, Claim, Effort, Replication, Value, Where
from papers.tolerance import of_shares

ITEMS = tuple(range(500, 5001, 500))
DIFFERENCES = ("0.5", "1", "1.5", "2")
AVERAGE = (0.13, 25.8)
ZERO_SHARES = (0.05, 0.3, 0.6)  # with the average scale
SCALES = (12.9, 51.6, 103.2)  # with the average share
STUDIES, QUICK = {4: 10_000, 17: 2_000}, 500
ADEQUATE = 0.8  # power
PUBLISHED, THEIRS = 0.756, 500  # power at 2,000 items and 1 point, of so many studies
COLUMNS = ("metric", "world", "test", "n", "difference")


def _name(share: float, scale: float) -> str:
    """Return what a world is called; of one piece, for each has a panel."""
    return f"P0 {share:g} b0 {scale:g}"


def _where(share: float, scale: float, n: int) -> Where:
    world = ("world", _name(share, scale))
    return (("metric", "BLEU"), world, ("test", "randomisation"), ("n", str(n)))


def _cells(figure: int, worlds: tuple[tuple[float, float], ...]) -> list[Cell]:
    return [
        Cell(
            _where(share, scale, n),
            partial(_compute, figure, share, scale, n),
            quick=n % 1000 == 0,
        )
        for share, scale in worlds
        for n in ITEMS
    ]


def _compute(figure: int, share: float, scale: float, n: int, effort: Effort) -> list[Value]:
    found = bleu(
        n=n,
        difference=[float(d) for d in DIFFERENCES],
        zero_share=share,
        scale=scale,
        replicates=QUICK if effort.quick else STUDIES[figure],
        rng=effort.seed,
        workers=effort.workers,
    )
    studies = int(found.provenance["settings"]["replicates"])
    values, where = [], _where(share, scale, n)
    for d in DIFFERENCES:
        row = found[f"power[difference={d}]"]
        values.append(
            Value((*where, ("difference", d)), "power", row.estimate, row.low, row.high, studies)
        )
    return values


def _published(value: Value) -> float:
    where = dict(value.where)
    theirs = {"world": _name(*AVERAGE), "n": "2000", "difference": "1"}
    return PUBLISHED if theirs.items() <= where.items() else nan


def _formula(value: Value) -> float:
    """Return the power by the normal approximation."""
    _, share, _, scale = value.at("world").split()
    found = bleu(
        n=int(value.at("n")),
        difference=float(value.at("difference")),
        zero_share=float(share),
        scale=float(scale),
        by="normal",
    )
    return found["power"].estimate


def _remarks(values: list[Value]) -> list[str]:
    """Say how far the normal approximation lies."""
    gaps = [value.estimate - _formula(value) for value in values]
    studies = min(value.studies for value in values)
    noise = max(sqrt(v.estimate * (1 - v.estimate) / v.studies) for v in values)
    return [
        f"The normal approximation Phi((D - z s0) / s1) lies at most {max(map(abs, gaps)):.3f} "
        f"from the simulated powers, and {abs(sum(gaps) / len(gaps)):.3f} on average; "
        f"{studies:,} studies alone leave standard errors of up to {noise:.3f}.",
    ]


def _remarks_4(values: list[Value]) -> list[str]:
    return [
        "About 75% is published for 2,000 sentences and 1 BLEU point; 0.756 is what the authors' "
        f"notebook stores, of {THEIRS} studies.",
        *_remarks(values),
    ]


def _powers(values: list[Value]) -> dict[tuple[str, str, str], float]:
    return {(v.at("world"), v.at("n"), v.at("difference")): v.estimate for v in values}


def _claims_4(values: list[Value]) -> list[Claim]:
    """Hold what the caption says of the curves."""
    at, world = _powers(values), _name(*AVERAGE)
    sizes = sorted({int(v.at("n")) for v in values})
    by_size = [[at[world, str(n), d] for n in sizes] for d in DIFFERENCES]
    by_difference = [[at[world, str(n), d] for d in DIFFERENCES] for n in sizes]
    return [
        Claim(
            "power increases with the sentences and with the difference",
            all(_rises(line) for line in (*by_size, *by_difference)),
            f"At 1 point it goes from {by_size[1][0]:.2f} with {sizes[0]:,} sentences to "
            f"{by_size[1][-1]:.2f} with {sizes[-1]:,}; with 2,000 from "
            f"{at[world, '2000', DIFFERENCES[0]]:.2f} at {DIFFERENCES[0]} points to "
            f"{at[world, '2000', DIFFERENCES[-1]]:.2f} at {DIFFERENCES[-1]}.",
        )
    ]


def _rises(line: list[float]) -> bool:
    """Whether no value lies below the one before it, but for the noise of simulation."""
    return all(b > a - 0.01 for a, b in pairwise(line))


def _claims_17(values: list[Value]) -> list[Claim]:
    """Hold what the paper says of the figure: more zeros, more power; a larger scale, less."""
    at, n = _powers(values), "2000"
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
            _rises(by_share),
            f"2,000 sentences and 1 BLEU point have power {shown[0]}.",
        ),
        Claim(
            "large b0 makes for little power even with large samples",
            _rises(by_scale[::-1]) and widest < ADEQUATE,
            f"2,000 sentences and 1 point have {shown[1]}; with b0 {scales[-1]:g} even 5,000 "
            f"sentences find 2 points with power {widest:.2f} only.",
        ),
    ]


def _remarks_17(values: list[Value]) -> list[str]:
    return [
        *_remarks(values),
        "No number is published with the figure; that of the average (0.756 for 2,000 sentences "
        "and 1 BLEU point) is judged with Figure 4.",
        "The text does not say which values of P0 and b0 the figure has: those here are our "
        "choice, half, twice and four times the average b0, and shares from 0.05 to 0.6.",
    ]


def _command(share: float, scale: float, studies: int) -> str:
    return (
        f"claimwise plan bleu --n 500:5000:500 --difference 0.5,1,1.5,2 --zero-share {share:g} "
        f"--scale {scale:g} --replicates {studies} --seed 1"
    )


_CHART = {"x": "n", "color": "difference", "dash": "test", "row": "world", "column": "metric"}

FIGURE_4 = Replication(
    name="card-figure-4",
    columns=COLUMNS,
    published=_published,
    tolerance=lambda value: of_shares(value.estimate, value.studies, THEIRS),
    source="Card et al. (2020), Figure 4",
    title="Power of a randomisation test of BLEU",
    cells=partial(_cells, 4, (AVERAGE,)),
    claims=_claims_4,
    remarks=_remarks_4,
    chart=_CHART,
    commands=(_command(*AVERAGE, STUDIES[4]),),
)
FIGURE_17 = Replication(
    name="card-figure-17",
    columns=COLUMNS,
    source="Card et al. (2020), Figure 17",
    title="Power of a randomisation test of BLEU under other assumptions",
    cells=partial(
        _cells,
        17,
        (
            AVERAGE,
            *((share, AVERAGE[1]) for share in ZERO_SHARES),
            *((AVERAGE[0], scale) for scale in SCALES),
        ),
    ),
    claims=_claims_17,
    remarks=_remarks_17,
    chart=_CHART,
    commands=(_command(0.3, AVERAGE[1], STUDIES[17]),),
)
