"""The same command gives the same numbers on other processors: last digits decide nothing."""

import json
import os
import platform
import shlex
import subprocess
import sys

import numpy as np
import pytest


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="of OpenBLAS on x86")
@pytest.mark.parametrize(
    "command",
    [
        "plan pilot examples/validation.csv --n 500 --difference 0.02 --replicates 9000 --seed 1",
        "plan pilot {folder}/pairs.csv --cluster cluster --n 101 --difference 0.05 "
        "--replicates 500 --seed 1",
        "plan ratings --world card-high --items 50 --effect 0.2 --model linear --replicates 150 "
        "--seed 1",
    ],
)
def test_law_the_kernels_of_linear_algebra_change_no_simulated_number(command, examples, tmp_path):
    """OpenBLAS takes other kernels on other processors, and their sums differ in the last digit."""
    rng = np.random.default_rng(3)
    lines = ["item,system,score,cluster"]
    for item in range(200):
        a, b = rng.random(2) < (0.6, 0.65)
        lines += [f"q{item},{s},{int(x)},c{item // 2}" for s, x in (("A", a), ("B", b))]
    (tmp_path / "pairs.csv").write_text("\n".join(lines))

    words = shlex.split(command.format(folder=tmp_path))

    def rows(kernels):
        done = subprocess.run(
            [sys.executable, "-m", "claimwise", *words, "--json", "--no-store"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "OPENBLAS_CORETYPE": kernels},
            cwd=examples.parent,
        )
        assert done.returncode == 0, done.stderr
        return {row["estimand"]: row["estimate"] for row in json.loads(done.stdout)["rows"]}

    one, other = rows("Haswell"), rows("Nehalem")
    assert one == pytest.approx(other, rel=1e-9, nan_ok=True)
