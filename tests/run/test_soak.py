"""Killed again and again: nothing that was finished is lost, and the answer is the same."""

import os
import random
import signal
import sqlite3
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("kept_child.py")
BLOCKS, SECONDS, KILLS = 40, 0.03, 20


def started(*arguments, log=None):
    return subprocess.Popen(
        [sys.executable, str(CHILD), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **({"BLOCK_LOG": str(log)} if log else {})},
    )


def answer(child):
    out, err = child.communicate()
    assert child.returncode == 0, err
    return out


def kept(path):
    """Return the first number of each block that is committed, and check the file."""
    if not path.exists():
        return []
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return []
        rows = connection.execute("SELECT arrays FROM blocks").fetchall()
        return [struct.unpack("<d", arrays[:8])[0].hex() for (arrays,) in rows]
    finally:
        connection.close()


@pytest.mark.slow
def test_killed_twenty_times_at_random_moments_it_loses_nothing(tmp_path):
    store, log = tmp_path / "runs.db", tmp_path / "log"
    log.touch()
    whole = answer(started("--blocks", BLOCKS))
    given = ("--store", store, "--blocks", BLOCKS, "--seconds", SECONDS)
    moments = random.Random(9)
    for _ in range(KILLS):
        before, computed = kept(store), log.read_text().split()
        child = started(*given, log=log)
        # Some die while they start, some while the first block is computed, some later.
        until = time.monotonic() + moments.choice((0.1, 0.5, 3.0))
        more = moments.random() * 2.5 * SECONDS
        while time.monotonic() < until and len(log.read_text().split()) == len(computed):
            if child.poll() is not None:
                break
            time.sleep(0.002)
        time.sleep(more)
        child.send_signal(signal.SIGKILL)
        child.wait()
        after, now = kept(store), log.read_text().split()
        assert set(before) <= set(after), "a block that was committed is gone"
        assert not set(before) & set(now[len(computed) :]), "a kept block was computed again"
        child.stdout.close()
        child.stderr.close()
    assert 0 < len(kept(store)) < BLOCKS, "it was killed in the middle"
    before, computed = kept(store), log.read_text().split()
    assert answer(started(*given, log=log)) == whole
    last = log.read_text().split()[len(computed) :]
    assert len(last) == BLOCKS - len(before)
    assert set(last).isdisjoint(before)
    assert len(kept(store)) == BLOCKS
