"""Files that once broke something: whole commands end in an answer or a sentence, soon."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import run

from .harness import MOST_BYTES, clock, peak

CORPUS = Path(__file__).parent / "corpus"
VERBS = {".toml": ("study check", "plan ratings --world"), "": ("doctor", "compare")}
STORED = [
    (path.name, verb)
    for path in sorted(CORPUS.iterdir())
    for verb in VERBS.get(path.suffix, VERBS[""])
]


def ends_well(command: str, folder: Path) -> None:
    """Run a command; it may refuse with one sentence, and nothing else may go wrong."""
    before = peak()
    with clock(20):
        done = run(command, cwd=folder)
    assert done.returncode in (0, 2), done.stderr
    assert "Traceback" not in done.stderr
    if done.returncode == 2:
        assert done.stderr.startswith("Error: ")
        assert not done.stdout
    for text in (done.stdout, done.stderr):
        assert not {"\x1b", "\x07", "\x00"} & set(text.replace("\x1b[0m", ""))
    assert peak() - before < MOST_BYTES


@pytest.mark.parametrize(("name", "verb"), STORED)
def test_a_stored_file_ends_in_an_answer_or_a_sentence(name: str, verb: str) -> None:
    ends_well(f"{verb} {name}", CORPUS)


def latin_1_in_a_large_csv(folder: Path) -> str:
    """A byte that is not UTF-8, far behind what is looked at first."""
    rows = b"".join(b"q%d,a,1\nq%d,b,0\n" % (i, i) for i in range(60_000))
    (folder / "x.csv").write_bytes(b"item,system,score\n" + rows + b"caf\xe9,a,1\ncaf\xe9,b,1\n")
    return "x.csv"


def nested_json(folder: Path) -> str:
    """Brackets that would overflow a stack."""
    (folder / "x.jsonl").write_text('{"item": ' + "[" * 200_000 + "\n")
    return "x.jsonl"


def nested_toml(folder: Path) -> str:
    """The same in a declaration."""
    (folder / "x.toml").write_text("a = " + "[" * 100_000)
    return "x.toml"


def many_columns(folder: Path) -> str:
    """One row, ten thousand systems: nothing may grow with their pairs."""
    names, scores = ",".join(f"m{i}" for i in range(10_000)), ",".join("01" * 5_000)
    (folder / "x.csv").write_text(f"item,{names}\nq1,{scores}\n")
    return "x.csv"


def zip_bomb(folder: Path) -> str:
    """More than a gigabyte of zeros in a little more than a megabyte."""
    with zipfile.ZipFile(folder / "x.eval", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("header.json", "{}")
        with archive.open("summaries.json", "w", force_zip64=True) as member:
            for _ in range(160):
                member.write(bytes(8 << 20))
    return "x.eval"


def fifo(folder: Path) -> str:
    """A pipe that nobody writes to."""
    os.mkfifo(folder / "x.csv")
    return "x.csv"


MADE = [
    *((latin_1_in_a_large_csv, verb) for verb in VERBS[""]),
    *((nested_json, verb) for verb in VERBS[""]),
    *((nested_toml, verb) for verb in ("study check",)),
    *((many_columns, verb) for verb in VERBS[""]),
    (zip_bomb, "compare"),
    (fifo, "compare"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("make", "verb"), MADE)
def test_a_made_file_ends_in_an_answer_or_a_sentence(
    make: Callable[[Path], str], verb: str, tmp_path: Path
) -> None:
    ends_well(f"{verb} {make(tmp_path)}", tmp_path)
