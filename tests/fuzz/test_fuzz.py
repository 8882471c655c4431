"""A few thousand damaged files: refused in a sentence or read right. `make fuzz` runs many more."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from .harness import Hang, clock, run_case
from .mutate import mutated
from .targets import targets

CASES = int(os.environ.get("FUZZ_CI_CASES", "90"))  # of each target
SLOW = {"doctor csv": 30, "doctor jsonl": 30, "helm": 15, "parquet": 60}


@pytest.mark.parametrize("name", sorted(targets()))
def test_damaged_files_are_refused_or_read_right(name: str, tmp_path: Path) -> None:
    whole = run_case(name, -1, tmp_path)
    assert whole.outcome == "accepted", whole
    cases = [run_case(name, number, tmp_path) for number in range(SLOW.get(name, CASES))]
    failed = [case for case in cases if case.outcome == "failed"]
    assert not failed, f"{len(failed)} failed; case {failed[0].number}: {failed[0].why}"
    assert any(case.outcome == "refused" for case in cases) or name == "kept run"


def test_the_harness_finds_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that raises, one that hangs and one that reads another number are all caught."""
    from . import harness
    from .targets import Target, table

    def broken(_: Path) -> None:
        raise KeyError("score")

    def slow(_: Path) -> None:
        while True:
            pass

    path = tmp_path / "x.csv"
    path.write_bytes(targets()["long csv"].seed())
    for reads, seconds, words in (
        (broken, 20, "KeyError"),
        (slow, 0.2, "took more than"),
        (table(lambda _: [("item-0", "a", 0.5)]), 20, "another number"),
    ):
        monkeypatch.setattr(harness, "MOST_SECONDS", seconds)
        case = harness.judge("x", 0, Target("x.csv", bytes, reads), path)
        assert case.outcome == "failed"
        assert words in case.why
    with pytest.raises(Hang), clock(0.05):
        slow(path)


def test_the_same_number_is_the_same_damage() -> None:
    target = targets()["jsonl"]
    one, two = (mutated(target.seed(), target.ways, random.Random("x/1")) for _ in range(2))
    assert one == two != target.seed()
