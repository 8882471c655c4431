"""Expected p of Wein et al. (2023), side by side with their program, VET, in the same run.

`python benchmarks/responses.py [--full]`: 1,000 items, five answers, 100 studies and 100 samples,
mean absolute error, items and answers drawn again; with --full also the published study. VET is
not a package: get it with `git clone https://github.com/google-research/vet`, name the checkout in
the environment variable VET, and in VET_PYTHON a Python that has numpy 1.26, scikit-learn 1.5,
pandas and absl-py, the newest versions on which it runs. Without, our side is timed alone. All
times are CPU seconds, VET's without its start.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from claimwise.data import Counts
from claimwise.metrics.responses import find_response_metrics
from claimwise.power import expected_p
from claimwise.worlds.response_presets import PUBLISHED

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from papers.wein2023.expected_p import fresh_differences, resampled  # noqa: E402

ITEMS, K, STUDIES, EPSILON = 1000, 5, 100, 0.05
RUNS = 5
CONFIGURATION = """\
line,agg_over_trials,num_trials,sampler,shaper,comparison_metric,agg_over_responses
1,mean,{studies},"(bootstrap_items,bootstrap_responses)",noop,mean_absolute_error,mean
"""
# What VET's two programs do, one after the other, without files of data between them.
DRIVER = """\
import sys, time
import numpy as np
import parameterized_sample_lib as generate
import response_resampler_lib as resample

items, k, studies, epsilon, configuration, table = sys.argv[1:]
items, k, studies = int(items), int(k), int(studies)
start = time.process_time()
sets = generate.simulate_response_tables(
    items, k, float(epsilon), studies, generate.GeneratorType.ALT_DISTR_GEN
)
made = time.process_time()
resample.ExperimentsManager(sets, configuration, 0, k, table).run_experiments()
print("seconds", made - start, time.process_time() - made)
"""


def vet() -> tuple[float, float] | None:
    """Return CPU seconds of VET: to generate the studies, and for one row of its table."""
    folder = os.environ.get("VET")
    if not folder:
        print("VET is not timed: name a checkout in VET, and its Python in VET_PYTHON.")
        print("   git clone https://github.com/google-research/vet")
        return None
    python = os.environ.get("VET_PYTHON", sys.executable)
    with tempfile.TemporaryDirectory() as work:
        configuration = Path(work) / "configuration.csv"
        configuration.write_text(CONFIGURATION.format(studies=STUDIES))
        given = [ITEMS, K, STUDIES, EPSILON, configuration, Path(work) / "table.csv"]
        done = subprocess.run(
            [python, "-c", DRIVER, *map(str, given)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder, "OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
        )
    if done.returncode:
        print(f"VET fails: {done.stderr.strip().splitlines()[-1]}")
        return None
    line = next(x for x in done.stdout.splitlines() if x.startswith("seconds"))
    generated, row = (float(x) for x in line.split()[1:])
    return generated, row


def ours(seed: int) -> tuple[float, float]:
    """Return CPU seconds: of true p, drawing included, and of the estimate."""
    metrics = find_response_metrics("mae,cosine")
    world = PUBLISHED.at(epsilon_b=EPSILON)
    studies: dict[str, int] = {"items": ITEMS, "answers": K, "studies": STUDIES, "seed": seed}
    start = time.process_time()
    (alpha, beta), _ = fresh_differences(world, metrics, metrics, **studies)
    expected_p(alpha[0], beta[0], direction="oriented")
    true = time.process_time()
    answers = world.draw(ITEMS, Counts(K, K, K), np.random.default_rng(seed), 1).study(0)
    alpha, beta = resampled(answers, metrics, "bootstrap,sample(5)", STUDIES, seed)
    expected_p(alpha[0], beta[0], direction="oriented")
    return true - start, time.process_time() - true


def full() -> None:
    """Time the published study, on two processes."""
    with tempfile.TemporaryDirectory() as work:
        given = ["wein-tables-5-9", "--full", "--workers", "2"]
        table = Path(work) / "table.csv"
        start = time.perf_counter()
        command = [sys.executable, "-m", "papers", *given, "--keep", str(table)]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        took = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"9 metrics x 6 samplers x 5 perturbations: {took:.0f} s   goal 300 s; "
        f"largest process {used.ru_maxrss / 2**10:.0f} MiB   goal 1,024 MiB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="also the published study")
    wanted = parser.parse_args()
    theirs = vet()
    if theirs is not None:
        print(f"VET: studies {theirs[0]:.2f} s, row of both p {theirs[1]:.2f} s")
    # VET's row has nothing of the cosine: two metrics are computed here.
    ours(0)  # compiled
    true, estimate = min((ours(seed) for seed in range(RUNS)), key=sum)
    print(f"claimwise, mae and cosine: true p {true:.3f} s, estimated p {estimate:.3f} s")
    if theirs is not None:
        print(f"   ratio {sum(theirs) / (true + estimate):,.0f} x   goal 100 x")
    if wanted.full:
        full()


if __name__ == "__main__":
    main()
