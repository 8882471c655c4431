"""Killed again and again, by two at once, on a full disk: the same answer, or a clear sentence.

`make soak` kills twenty times, and the command line as well; `make test` twice.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from claimwise.run.kept_runs import kept_runs

pytestmark = pytest.mark.slow

CHILD = Path(__file__).with_name("kept_child.py")
BLOCKS, SECONDS = 40, 0.03
KILLS = int(os.environ.get("SOAK_KILLS", "2"))
LONG = (  # some seconds of work after those that are not kept
    "plan ratings --items 40 --ratings-per-item 3 --difference 0.2 --model ordinal "
    "--replicates 600 --json"
)
soak = pytest.mark.skipif(KILLS < 20, reason="make soak runs it")


def started(*arguments, **environment):
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {name: str(value) for name, value in environment.items()},
    )


def answer(process):
    """Return what it printed, and what it said on standard error."""
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out, err


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.communicate()


def files(store):
    """Return every block in the folder, by its place."""
    return {
        file.relative_to(store): file.read_bytes()
        for file in store.glob("blocks/*/*")
        if not file.name.startswith(".")
    }


@pytest.fixture
def whole():
    return answer(started(CHILD, "--blocks", BLOCKS))[0]


def test_killed_at_random_moments_it_loses_nothing(tmp_path, whole):
    store, log = tmp_path / "runs", tmp_path / "log"
    log.touch()
    given = (CHILD, "--store", store, "--blocks", BLOCKS, "--seconds", SECONDS)
    moments = random.Random(9)
    for number in range(KILLS):
        before, computed = files(store), len(log.read_text().split())
        child = started(*given, BLOCK_LOG=log)
        # Some die while they start or compute their first block, some later.
        patience = time.monotonic() + (0.3 if number % 5 == 3 else 60)
        while time.monotonic() < patience and len(log.read_text().split()) == computed:
            time.sleep(0.002)
        time.sleep(moments.random() * 2 * SECONDS)
        kill(child)
        after = files(store)
        assert before == {place: after[place] for place in before}, "a kept block was changed"
        new = log.read_text().split()[computed:]
        assert len(new) - len(after.keys() - before.keys()) <= 1, "one block at most was lost"
        assert len(after) < BLOCKS, "it was killed in the middle"
    kept, computed = files(store), log.read_text().split()
    assert kept
    assert answer(started(*given, BLOCK_LOG=log)) == (whole, "")
    assert len(log.read_text().split()) - len(computed) == BLOCKS - len(kept)
    assert len(files(store)) == BLOCKS


@pytest.mark.parametrize("seeds", [(7, 7), (7, 8)], ids=["same work", "different work"])
def test_two_processes_on_one_store(tmp_path, seeds):
    store = tmp_path / "new" / "runs"
    given = (CHILD, "--store", store, "--blocks", BLOCKS, "--seconds", 0.003)
    both = [started(*given, "--seed", seed) for seed in seeds]
    for seed, process in zip(seeds, both, strict=True):
        alone = answer(started(CHILD, "--blocks", BLOCKS, "--seed", seed))
        assert answer(process) == alone
    assert {(run.state, run.blocks, run.of) for run in kept_runs(store)} == {
        ("finished", BLOCKS, BLOCKS)
    }
    assert len(files(store)) == BLOCKS * len(set(seeds))


def test_altered_bytes_are_not_used_and_counted(tmp_path, whole):
    store, chance = tmp_path / "runs", random.Random(4)
    given = (CHILD, "--store", store, "--blocks", BLOCKS)
    answer(started(*given))
    for _ in range(max(1, KILLS // 4)):
        right = files(store)
        chosen = chance.sample(sorted(right), 5)
        for place, how in zip(chosen, ("flip", "cut", "empty", "longer", "foreign"), strict=True):
            content = bytearray(right[place])
            at = chance.randrange(len(content))
            if how == "flip":
                content[at] ^= 1 << chance.randrange(8)
            elif how == "foreign":
                content = right[next(other for other in sorted(right) if other != place)]
            else:
                content = {"cut": content[:at], "empty": b"", "longer": content + b"\n"}[how]
            (store / place).write_bytes(content)
        assert answer(started(*given)) == (whole, "5 damaged\n")
        assert answer(started(*given)) == (whole, "")
        assert files(store) == right


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="drops its rights")
def test_a_folder_without_the_right_to_write(whole, request):
    store = Path(tempfile.mkdtemp(prefix="claimwise-"))  # that of pytest is for root alone
    request.addfinalizer(lambda: shutil.rmtree(store))
    store.chmod(0o555)
    given = (CHILD, "--store", store, "--blocks", BLOCKS)
    answer(started(*given))
    assert answer(started(*given, "--user", 65534)) == (whole, ""), "what is there can be read"
    shutil.rmtree(store / "blocks")
    out, err = answer(started(*given, "--user", 65534))
    assert out == whole
    assert err.count("\n") == 1
    assert "kept" in err
    assert f"the folder {store} cannot be written (Permission denied). Give another" in err


@soak
def test_a_disk_that_is_full(tmp_path, whole):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a disk cannot be mounted here")
    try:
        out, err = answer(started(CHILD, "--store", disk / "runs", "--blocks", BLOCKS))
        kept = files(disk / "runs")
        assert out == whole
        assert 0 < len(kept) < BLOCKS
        assert f"{len(kept)} finished blocks kept; later ones are not kept: the folder" in err
        assert "cannot be written (No space left on device)." in err
        assert answer(started(CHILD, "--store", disk / "runs", "--blocks", BLOCKS))[0] == whole
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@soak
def test_the_command_line_is_killed_at_random_moments(tmp_path):
    command = ("-m", "claimwise", *LONG.split())
    began = time.monotonic()
    whole = answer(started(*command, "--no-store"))
    usual = time.monotonic() - began
    store, moments = tmp_path / "runs", random.Random(5)
    kept = 0
    for _ in range(KILLS):
        process = started(*command, "--store", store, "--workers", moments.choice((1, 2)))
        time.sleep(moments.uniform(0.2, 0.6) * usual)
        kill(process)
        now = len(files(store)) if store.exists() else 0
        assert now >= kept
        kept = now
    assert kept
    assert answer(started(*command, "--store", store)) == whole
