"""Mixed models, side by side with R's ordinal and lmerTest; `python benchmarks/mixed.py [--large]`.

R runs in the same run of this file, where it is installed with lme4, lmerTest and ordinal; its
times are wall seconds of one fit inside R, after loading (of lmer the best of two). Ours are the
mean of a batch (the best of three) on one and on two threads, standard errors and Satterthwaite's
degrees of freedom included. With --large the designs with 10,000 ratings and the growth up to
1,000,000 ratings are added.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import claimwise as cw
from claimwise.kernels.mixed.strata import fit_balanced, simulate_balanced
from claimwise.mixed.batch import fit_many

CUTS = np.array([-1.78, -1.16, -0.54, 0.08, 0.70])
SDS = {"participant": (0.52, 0.43), "item": (0.57, 0.77)}
FORMULA = "y ~ x + (x | participant) + (x | item)"
R_CODE = """
args <- commandArgs(TRUE)
suppressMessages({library(lmerTest); library(ordinal)})
d <- read.csv(args[1]); d$participant <- factor(d$participant); d$item <- factor(d$item)
d$o <- factor(d$y, ordered = TRUE)
took <- function(f) { s <- proc.time()[["elapsed"]]; f(); proc.time()[["elapsed"]] - s }
lin <- function() suppressWarnings(suppressMessages(
  coef(summary(lmer(y ~ x + (x | participant) + (x | item), d)))))
ord <- function() suppressWarnings(
  summary(clmm(o ~ x + (x | participant) + (x | item), d, link = "probit")))
if (args[2] == "both") cat("clmm", took(ord), "\\n")
lin(); cat("lmer", min(took(lin), took(lin)), "\\n")
"""


def ratings(items: int, per_text: int, seed: int) -> dict[str, np.ndarray]:
    """Return a study: lists of 25 items, two participants with complementary systems for each."""
    rng = np.random.default_rng(seed)
    rows = []
    person = 0
    for _ in range(per_text):
        order = rng.permutation(items)
        for start in range(0, items, 25):
            for turn in (0, 1):
                for place, item in enumerate(order[start : start + 25]):
                    rows.append((person, item, (place + turn) % 2))
                person += 1
    who, item, x = np.array(rows).T
    return {"participant": who, "item": item, "x": x.astype(float)}


def simulate(study: dict[str, np.ndarray], effect: float, size: int, seed: int) -> np.ndarray:
    """Return simulated ratings 1 to 6, (size, n)."""
    rng = np.random.default_rng(seed)
    latent = effect * study["x"] + rng.normal(size=(size, len(study["x"])))
    for name, (intercept, slope) in SDS.items():
        levels = study[name].max() + 1
        effects = rng.normal(size=(2, size, levels)) * np.array([intercept, slope])[:, None, None]
        latent += effects[0][:, study[name]] + effects[1][:, study[name]] * study["x"]
    return 1 + np.searchsorted(CUTS, latent)


def write(path: Path, study: dict[str, np.ndarray], y: np.ndarray) -> Path:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["participant", "item", "x", "y"])
        rows = zip(study["participant"], study["item"], study["x"], y, strict=True)
        writer.writerows((f"p{p}", f"i{i}", x, v) for p, i, x, v in rows)
    return path


def in_r(path: Path, which: str) -> dict[str, float]:
    """Return R's seconds for one fit; empty without R or its packages."""
    if shutil.which("Rscript") is None:
        return {}
    done = subprocess.run(
        ["Rscript", "-e", R_CODE, str(path), which], capture_output=True, text=True, check=False
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    return {line[0]: float(line[1]) for line in lines if len(line) == 2}


def line(what: str, ours: float, theirs: float | None, goal: float) -> None:
    ratio = f"{theirs / ours:9,.0f} x" if theirs else "   R not there"
    met = "" if not theirs else " met" if theirs / ours >= goal else " MISSED"
    shown = f"R {theirs:8.2f} s" if theirs else ""
    print(f"{what:<52}{1e3 * ours:10.2f} ms  {shown}{ratio}   goal {goal:,.0f}{met}")


def small(folder: Path) -> None:
    study = ratings(100, 3, 1)
    y = simulate(study, 0.31, 101, 2)
    path = write(folder / "small.csv", study, y[0])
    known = in_r(path, "both")
    for outcome, name, goal, more in (
        ("ordinal", "clmm", 1000, {"link": "probit"}),
        ("linear", "lmer", 50, {}),
    ):
        pilot = cw.fit_ratings(path, FORMULA, outcome=outcome, **more)
        response = y[1:] - 1 if outcome == "ordinal" else y[1:].astype(float)
        fit_many(pilot.fit, response[:4])
        for workers in (1, 2):
            took = np.inf
            for _ in range(3):  # the best of three, as of R's two: the machine has other guests
                start = time.perf_counter()
                batch = fit_many(pilot.fit, response, workers=workers)
                took = min(took, (time.perf_counter() - start) / len(response))
            what = f"{name}, 600 ratings, slopes, {workers} thread{'s' * (workers > 1)}"
            line(f"{what} ({batch.converged.mean():.0%} arrived)", took, known.get(name), goal)


def balanced() -> None:
    y = simulate_balanced(
        np.random.default_rng(1),
        20_000,
        3,
        100,
        difference=0.1,
        intercept=0.5,
        sds=(0.01, 0.04, 0.01, 0.13),
        sigma=0.16,
    )
    start = time.perf_counter()
    fit_balanced(y)
    rate = len(y) / (time.perf_counter() - start)
    print(f"{'balanced, 3 raters x 100 items x 2 systems':<52}{rate:10,.0f} fits/s   goal 1,000")


def large(folder: Path) -> None:
    study = ratings(500, 10, 3)
    y = simulate(study, 0.155, 1, 4)[0]
    path = write(folder / "large.csv", study, y)
    known = in_r(path, "linear")
    for outcome, more in (("ordinal", {"link": "probit"}), ("linear", {})):
        start = time.perf_counter()
        found = cw.fit_ratings(path, FORMULA, outcome=outcome, **more).fit
        whole = time.perf_counter() - start
        start = time.perf_counter()
        found.model.fit(found.y)
        took = time.perf_counter() - start
        what = f"{outcome}, 10,000 ratings, 400 raters, 500 items"
        print(f"{what:<52}{took:10.2f} s one fit, {whole:.2f} s with reading and all tests")
        if outcome == "linear":
            line("lmer, the same", took, known.get("lmer"), 30)
    growth()


def growth() -> None:
    """Show how time and memory grow with the number of ratings, intercepts only."""
    import resource

    import polars

    rng = np.random.default_rng(5)
    for n, raters, items in ((10_000, 100, 500), (100_000, 500, 5_000), (1_000_000, 1_000, 50_000)):
        frame = {
            "rater": rng.integers(0, raters, n).astype(str),
            "item": rng.integers(0, items, n).astype(str),
            "x": rng.integers(0, 2, n).astype(float),
        }
        by_rater, by_item = rng.normal(0, 0.5, raters), rng.normal(0, 0.6, items)
        latent = 0.2 * frame["x"] + by_rater[frame["rater"].astype(int)]
        latent += by_item[frame["item"].astype(int)] + rng.normal(size=n)
        frame["y"] = 1 + np.searchsorted(CUTS, latent)
        data = polars.DataFrame(frame)
        for outcome in ("linear", "ordinal"):
            start = time.perf_counter()
            formula = "y ~ x + (1 | rater) + (1 | item)"
            found = cw.fit_ratings(data, formula, outcome=outcome).fit
            took = time.perf_counter() - start
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"{outcome}, {n:,} ratings, {raters:,} raters, {items:,} items: {took:.1f} s with "
                f"reading and all tests, b = {found.coefficients[-1]:.3f}; peak {peak:,.0f} MiB"
            )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        small(Path(folder))
        balanced()
        if "--large" in sys.argv:
            large(Path(folder))


if __name__ == "__main__":
    main()
