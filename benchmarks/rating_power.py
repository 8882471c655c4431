"""Power of rating studies, side by side with R on the same simulated ratings.

`python benchmarks/rating_power.py [--studies N]`: the small design of Howcroft and Rieser (3
ratings of each text, 100 items, lists of 25), four effects and effect 0, ordinal and linear, N each
(1,000 by default) on two processes; then R's p-values on some of the same ratings, where R is
installed with lmerTest and ordinal, and what the whole would take there.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from claimwise.core import block_rng
from claimwise.designs import lists
from claimwise.engine.ratings import RatingStudy
from claimwise.power.rating_tests import Study, rating_test
from claimwise.worlds.rating_presets import preset

EFFECTS = [0.0, 0.155, 0.31, 0.465, 0.62]
LINEAR, ORDINAL = 20, 2  # studies that R fits
R_CODE = """
args <- commandArgs(TRUE); suppressMessages({library(lmerTest); library(ordinal)})
d <- read.csv(args[1]); d$rater <- factor(d$rater); d$item <- factor(d$item)
s <- proc.time()[["elapsed"]]
for (k in seq_len(as.integer(args[2]))) {
  d$y <- d[[paste0("y", k)]]
  m <- suppressWarnings(suppressMessages(lmer(y ~ x + (x | rater) + (x | item), d)))
  cat("lmer", k, coef(summary(m))["x", "Pr(>|t|)"], "\\n")
}
cat("seconds lmer", (proc.time()[["elapsed"]] - s) / as.integer(args[2]), "\\n")
s <- proc.time()[["elapsed"]]
for (k in seq_len(as.integer(args[3]))) {
  d$o <- factor(d[[paste0("y", k)]], ordered = TRUE)
  m <- suppressWarnings(clmm(o ~ x + (x | rater) + (x | item), d, link = "probit"))
  cat("clmm", k, coef(summary(m))["x", "Pr(>|z|)"], "\\n")
}
cat("seconds clmm", (proc.time()[["elapsed"]] - s) / as.integer(args[3]), "\\n")
"""


def curve(studies: int) -> float:
    """Simulate the power curve; print it and return the seconds."""
    study = RatingStudy(preset("general"), lists(100, 3, 25), ("ordinal", "linear"))
    start = time.perf_counter()
    counts = study.simulate(EFFECTS, replicates=studies, seed=1, workers=2)
    took = time.perf_counter() - start
    for name in study.tests:
        rates = [f"{counts[e, name].right(e) / counts[e, name].done:.3f}" for e in EFFECTS]
        print(f"{name:<8} effects {EFFECTS}: {' '.join(rates)}")
    print(f"{studies:,} studies x {len(EFFECTS)} effects x 2 analyses: {took:.0f} s   goal 120 s")
    return took


def beside_r(took: float, studies: int) -> None:
    if shutil.which("Rscript") is None:
        print("R is not there")
        return
    world, design = preset("general").at(0.31), lists(100, 3, 25)
    ratings = world.draw(design, block_rng(1, 0, 0), LINEAR)
    prepared = Study(design, world, ratings[0], correlated=True)
    ours = {name: rating_test(name).prepare(prepared)(ratings) for name in ("linear", "ordinal")}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["rater", "item", "x", *(f"y{k + 1}" for k in range(LINEAR))])
            columns = (design.rater, design.item, design.system - 0.5, *(ratings + 1))
            writer.writerows(zip(*columns, strict=True))
        done = subprocess.run(
            ["Rscript", "-e", R_CODE, str(path), str(LINEAR), str(ORDINAL)],
            capture_output=True,
            text=True,
            check=False,
        )
    seconds: dict[str, float] = {}
    gaps: dict[str, list[float]] = {"lmer": [], "clmm": []}
    for line in done.stdout.splitlines():
        words = line.split()
        if words[0] == "seconds":
            seconds[words[1]] = float(words[2])
        else:
            mine = ours["linear" if words[0] == "lmer" else "ordinal"].pvalue[int(words[1]) - 1]
            gaps[words[0]].append(abs(float(words[2]) - mine))
    for name, found in gaps.items():
        if found:
            print(f"{name}: largest difference of {len(found)} p-values {np.max(found):.1e}")
    if len(seconds) == 2:
        whole = studies * len(EFFECTS) * sum(seconds.values())
        print(f"R, one process, extrapolated: {whole / 3600:.1f} h; ratio {whole / took:,.0f} x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=1000)
    studies = parser.parse_args().studies
    beside_r(curve(studies), studies)


if __name__ == "__main__":
    main()
