"""Reading scores, side by side with pandas; `python benchmarks/reading.py [--large]`.

Every time is the best of several runs in this process, ours and pandas' in turn; CPU seconds
stand beside, because we use all cores and pandas one. With --large, ten million rows are
read and made into a matrix in a process of its own, of which the peak memory is printed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from claimwise.data import align, matrix, read

LIMIT = 2048  # MiB


def names(systems: int) -> list[str]:
    return [f"model-{chr(97 + s)}" for s in range(systems)]


def write_csv(path: Path, items: int, systems: int, graded: bool) -> Path:
    rng = np.random.default_rng(1)
    with path.open("w") as file:
        file.write("item,system,score\n")
        for name in names(systems):
            scores = rng.random(items) if graded else rng.integers(0, 2, items)
            rows = (f"question-{i:07d},{name},{x}\n" for i, x in enumerate(scores.tolist()))
            file.writelines(rows)
    return path


def write_jsonl(path: Path, items: int, systems: int, more: bool) -> Path:
    rng = np.random.default_rng(2)
    beside = ', "dataset": "arc", "output": "The answer to that is B, I think."' if more else ""
    with path.open("w") as file:
        for name in names(systems):
            scores = rng.random(items).tolist()
            file.writelines(
                f'{{"item": "question-{i:07d}", "system": "{name}", "score": {x}{beside}}}\n'
                for i, x in enumerate(scores)
            )
    return path


def race(what: str, ours: Callable[[], object], theirs: Callable[[], object], goal: float) -> None:
    best = {"claimwise": (np.inf, np.inf), "pandas": (np.inf, np.inf)}
    for run in range(7):
        for name, work in (("claimwise", ours), ("pandas", theirs)):
            if name == "pandas" and goal > 1 and run > 2:
                continue  # it takes long, and does not get quicker
            wall, cpu = time.perf_counter(), time.process_time()
            work()
            took = (time.perf_counter() - wall, time.process_time() - cpu)
            best[name] = tuple(map(min, best[name], took))
    (wall, cpu), (other_wall, other_cpu) = best["claimwise"], best["pandas"]
    ratio = other_wall / wall
    print(
        f"{what:<42}{wall:6.3f} s ({cpu:.2f} CPU), pandas {other_wall:6.3f} s ({other_cpu:.2f} CPU)"
        f"{ratio:7.2f} x   goal {goal:g} {'met' if ratio >= goal else 'MISSED'}"
    )


def million(folder: Path) -> None:
    import pandas as pd

    for graded in (False, True):
        path = write_csv(folder / "scores.csv", 100_000, 10, graded)
        kind = "graded" if graded else "right or wrong"
        race(
            f"CSV, 1,000,000 rows, {kind}", lambda p=path: read(p), lambda p=path: pd.read_csv(p), 1
        )
    for more in (False, True):
        path = write_jsonl(folder / "scores.jsonl", 100_000, 10, more)
        race(
            f"JSONL, 1,000,000 rows, {'5' if more else '3'} fields",
            lambda p=path: read(p),
            lambda p=path: pd.read_json(p, lines=True),
            5,
        )


def large(folder: Path) -> None:
    path = write_csv(folder / "large.csv", 1_000_000, 10, graded=True)
    parquet = folder / "large.parquet"
    import duckdb

    duckdb.sql(f"COPY (FROM read_csv('{path}')) TO '{parquet}'")
    for source in (path, parquet):
        subprocess.run([sys.executable, __file__, "--measure", str(source)], check=True)


def measure(source: str) -> None:
    start = time.perf_counter()
    table = matrix(read(source))
    pairs = align(table, *table.systems[:2])
    seconds = time.perf_counter() - start
    status = Path("/proc/self/status").read_text()  # of this program, not of its parent
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    shape = f"{len(table):,} x {len(table.systems)}"
    print(
        f"{Path(source).name}: 10,000,000 rows to {shape}, {pairs.n:,} pairs, in {seconds:.1f} s; "
        f"peak {peak:,.0f} MiB, goal {LIMIT:,} {'met' if peak <= LIMIT else 'MISSED'}"
    )


def main() -> None:
    if "--measure" in sys.argv:
        measure(sys.argv[-1])
        return
    with tempfile.TemporaryDirectory() as folder:
        million(Path(folder))
        if "--large" in sys.argv:
            large(Path(folder))


if __name__ == "__main__":
    main()
