"""Power of BLEU over 40 points, side by side with the loop of the published notebook.

`python benchmarks/bleu_power.py [--studies N]`: test sets of 500 to 5,000 sentences, differences of
0.5 to 2 points, N simulated studies for each (2,000 by default) with 1,000 random swaps in each, on
two processes; then a loop in plain NumPy that does what the notebook of Card et al. does, study
after study and swap after swap, for a few studies, and what the whole would take by it.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import claimwise as cw

ITEMS, DIFFERENCES = list(range(500, 5001, 500)), [0.5, 1, 1.5, 2]
ZERO_SHARE, SCALE, SWAPS = 0.13, 25.8, 1000
LOOPED = 20  # studies by the loop


def curve(studies: int) -> float:
    """Simulate the curve; print a part and return the seconds."""
    start = time.perf_counter()
    found = cw.plan.bleu(
        n=ITEMS, difference=DIFFERENCES, replicates=studies, resamples=SWAPS, rng=1, workers=2
    )
    took = time.perf_counter() - start
    row = found["power[n=2000, difference=1]"]
    print(f"n 2,000, difference 1: power {row.estimate:.3f} ({row.low:.3f} to {row.high:.3f})")
    points = len(ITEMS) * len(DIFFERENCES)
    print(f"{points} points x {studies:,} studies x {SWAPS:,} swaps: {took:.1f} s   goal 60 s")
    return took


def looped(n: int, difference: float, studies: int) -> tuple[float, float]:
    """Return the power by loops, and the seconds for each study."""
    rng = np.random.default_rng(1)
    location = -2 * difference / (n * (1 - ZERO_SHARE))
    found = 0
    start = time.perf_counter()
    for _ in range(studies):
        effects = rng.laplace(location, SCALE / n, size=n)
        effects *= rng.random(n) >= ZERO_SHARE
        observed = -effects.sum() / 2
        null = np.empty(SWAPS)
        for k in range(SWAPS):
            chosen = (rng.random(n) > 0.5).astype(float)
            null[k] = observed + (effects * chosen).sum()
        found += observed >= np.percentile(null, 97.5)
    return found / studies, (time.perf_counter() - start) / studies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=2000)
    studies = parser.parse_args().studies
    took = curve(studies)
    middle = sum(ITEMS) // len(ITEMS)
    power, each = looped(middle, 1.0, LOOPED)
    whole = each * studies * len(ITEMS) * len(DIFFERENCES)
    print(f"loop, n {middle:,}, difference 1, {LOOPED} studies: power {power:.2f}")
    print(f"loop, one process, extrapolated: {whole / 60:.0f} min; ratio {whole / took:,.0f} x")


if __name__ == "__main__":
    main()
