"""Do the tests notice when the house computes something else? Sixty mutations, one at a time.

`python tools/mutations.py` reads the list in tests/mutations.md. Each mutation is made in a copy of
the checkout; there the test that is named for it is run, and if that passes all tests of the room.
It says what caught each mutation, and exits with 1 if one survived.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ENTRY = re.compile(
    r"^### (\d+)\. `(.+?)`: (.+)\n\n```diff\n-(.+)\n\+(.*)\n```\n\n(?:Caught by `(.+?)`)?", re.M
)
ROOMS = {
    "kernels": "src/claimwise/kernels tests/kernels tests/common tests/htest tests/intervals",
    "power": "src/claimwise/power tests/power tests/plan tests/worlds tests/study",
    "assess": "src/claimwise/assess tests/assess tests/cli tests/study",
    "data": "src/claimwise/data tests/data tests/assess tests/cli",
    "mixed": "src/claimwise/mixed src/claimwise/kernels/mixed tests/mixed tests/power tests/assess",
}
LEFT_OUT = (".git", ".venv", ".*_cache", ".hypothesis", "build", "dist", "site")
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not calibration")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?\.py(?:::.+?)?)(?: - .*)?$", re.M)
LONGEST = 1800  # seconds: a mutation that makes tests run on for ever is caught
# In the copy. Which example fails does not matter, and looking for a smaller one takes long.
CONFTEST = """
import claimwise
from hypothesis import Phase

assert Path(claimwise.__file__).is_relative_to(ROOT), claimwise.__file__
_once = settings(settings.get_profile("house"), phases=[Phase.explicit, Phase.generate])
settings.register_profile("once", _once)
settings.load_profile("once")
"""


class Mutation(NamedTuple):
    """One place of the source, and the test that sees what is wrong with it."""

    number: int
    file: str  # below src/claimwise
    what: str
    old: str
    new: str
    test: str

    @property
    def room(self) -> str:
        """The room that it is counted in."""
        return "mixed" if self.file.startswith("kernels/mixed/") else self.file.split("/")[0]

    def apply(self, copy: Path) -> None:
        """Make it in a copy; refuse a place that is not there, or is there twice."""
        path = copy / "src" / "claimwise" / self.file
        text = path.read_text("utf-8") if path.exists() else ""
        if text.count(self.old) != 1:
            raise LookupError(f"stands {text.count(self.old)} times in its file: {self.old}")
        before = path.stat().st_mtime_ns
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        if "compiled" not in text:  # then no kernel must be compiled again: the file looks old
            os.utime(path, ns=(before, before))
            for kept in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
                kept.unlink()


def copied(folder: Path) -> Path:
    """Copy the checkout with the times of its files, so that what was compiled is used."""
    copy = folder / "house"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    with (copy / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(CONFTEST)
    if (shared := ROOT.parent / "shared").is_dir():
        (folder / "shared").symlink_to(shared)
    return copy


def failing(copy: Path, tests: str) -> str:
    """Return the first test that fails in a copy; nothing if all pass or none is there."""
    there = [tests] if "::" in tests else tests.split()
    there = [test for test in there if (copy / test.partition("::")[0]).exists()]
    if not there:
        return ""
    env = os.environ | {"PYTHONPATH": str(copy / "src"), "NUMBA_CACHE_DIR": ""}
    how = {"cwd": copy, "env": env, "capture_output": True, "text": True, "timeout": LONGEST}
    try:
        done = subprocess.run([sys.executable, *PYTEST, *there], check=False, **how)
    except subprocess.TimeoutExpired:
        return f"{LONGEST} s without an end"
    if not done.returncode or "ERROR: not found: " in done.stderr:
        return ""
    if not (found := FAILED.search(done.stdout)):
        raise LookupError(f"is not judged: {(done.stdout + done.stderr)[-500:]}")
    return found[1]


def catch(mutation: Mutation, *, wide: bool) -> str:
    """Return the test that catches a mutation; nothing if it survives."""
    with tempfile.TemporaryDirectory() as folder:
        mutation.apply(copy := copied(Path(folder)))
        found = "" if wide else failing(copy, mutation.test)
        found = found or failing(copy, ROOMS[mutation.room])
    with tempfile.TemporaryDirectory() as folder:
        if "::" in found and failing(copied(Path(folder)), found):
            raise LookupError(f"is not judged: {found} fails without it")
    return found


def main() -> int:
    """Make the mutations that were asked for, and count those that are caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=int, nargs="+", help="Numbers of mutations")
    parser.add_argument("--room", choices=ROOMS, help="Mutations of one room")
    parser.add_argument("--wide", action="store_true", help="Pass over the tests that are named")
    asked = parser.parse_args()
    listed = ENTRY.findall((ROOT / "tests" / "mutations.md").read_text("utf-8"))
    unknown = set(asked.only or ()) - {int(number) for number, *_ in listed}
    if unknown:
        parser.error(f"there is no mutation {', '.join(map(str, sorted(unknown)))}")
    caught = tried = 0
    for mutation in (Mutation(int(number), *rest) for number, *rest in listed):
        if mutation.number not in (asked.only or [mutation.number]):
            continue
        if asked.room not in (None, mutation.room):
            continue
        start = time.monotonic()
        try:
            by = catch(mutation, wide=asked.wide)
            said = f"caught by {by}" if by else "SURVIVED"
        except LookupError as error:
            by, said = "", f"STALE {error}"
        caught, tried, took = caught + bool(by), tried + 1, time.monotonic() - start
        print(f"{mutation.number:3} {mutation.file}: {said} ({took:.0f} s)", flush=True)
    print(f"{caught} of {tried} are caught.")
    return int(caught < tried)


if __name__ == "__main__":
    sys.exit(main())
