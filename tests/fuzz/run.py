"""Many damaged files in processes of their own: ``python -m tests.fuzz.run``, or ``make fuzz``.

FUZZ_CASES says how many (20,000), FUZZ_START where the numbers begin. A file that fails is kept in
build/fuzz, also where it took its process along.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from .harness import Case, damaged, run_case
from .targets import targets

KEPT = Path("build/fuzz")
CHUNK = 50
MOST_ADDRESS = 8 << 30  # of a process: what eats all memory fails instead
SELDOM = {"helm": 20, "doctor csv": 4, "doctor jsonl": 4}  # times slower, so fewer


def chunk(name: str, first: int, count: int) -> list[Case]:
    """Run some cases of one target; what crashes the process leaves its file behind."""
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESS, MOST_ADDRESS))
    cases = []
    running = KEPT / f"running-{os.getpid()}-{targets()[name].file}"
    with tempfile.TemporaryDirectory(prefix="claimwise-fuzz-") as folder:
        for number in range(first, first + count):
            running.write_bytes(damaged(name, number))
            case = run_case(name, number, Path(folder))
            if case.outcome == "failed":
                place = KEPT / f"{name.replace(' ', '-')}-{number}"
                place.mkdir(parents=True, exist_ok=True)
                (place / targets()[name].file).write_bytes(running.read_bytes())
                (place / "why.txt").write_text(case.why)
            cases.append(case)
            running.unlink()
    return cases


def main() -> int:
    """Run all, print the counts, and return 1 if anything failed."""
    wanted = int(os.environ.get("FUZZ_CASES", "20000"))
    start = int(os.environ.get("FUZZ_START", "100000"))
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    weights = {name: 1 / SELDOM.get(name, 1) for name in targets()}
    share = wanted / sum(weights.values())
    jobs = []
    for name, weight in weights.items():
        count = max(1, round(share * weight))
        jobs += [(name, start + i, min(CHUNK, count - i)) for i in range(0, count, CHUNK)]
    cases: list[Case] = []
    crashed = 0
    context = multiprocessing.get_context("spawn")
    workers = int(os.environ.get("FUZZ_WORKERS", str(os.cpu_count() or 1)))
    while jobs:
        done = set()
        try:
            with ProcessPoolExecutor(workers, mp_context=context) as pool:
                running = {pool.submit(chunk, *job): job for job in jobs}
                for future in as_completed(running):
                    cases += future.result()
                    done.add(running[future])
        except BrokenProcessPool:
            crashed += 1
            for left in KEPT.glob("running-*"):
                left.rename(KEPT / left.name.replace("running", "crashed"))
            if crashed > 20:
                break
            jobs = [job for job in jobs if job not in done][1:]
            continue
        jobs = [job for job in jobs if job not in done]
    return report(cases, crashed)


def report(cases: list[Case], crashed: int) -> int:
    """Print the counts by target, the slowest and the largest."""
    counts = Counter((case.target, case.outcome) for case in cases)
    print(f"{'target':<20}{'accepted':>10}{'refused':>10}{'failed':>8}{'worst s':>9}{'MiB':>6}")
    for name in targets():
        mine = [case for case in cases if case.target == name]
        if not mine:
            continue
        numbers = [counts[name, outcome] for outcome in ("accepted", "refused", "failed")]
        worst, grown = max(c.seconds for c in mine), max(c.grown for c in mine)
        shown = "".join(f"{n:>{w}}" for n, w in zip(numbers, (10, 10, 8), strict=True))
        print(f"{name:<20}{shown}{worst:>9.2f}{grown >> 20:>6}")
    failed = [case for case in cases if case.outcome == "failed"]
    print(f"{len(cases):,} cases, {len(failed)} failed, {crashed} crashed; kept in {KEPT}")
    for case in failed[:10]:
        print(f"\n{case.target} {case.number}: {case.why.strip()[-800:]}")
    return int(bool(failed or crashed))


if __name__ == "__main__":
    sys.exit(main())
