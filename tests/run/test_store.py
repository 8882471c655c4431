"""The store: what was finished is not computed again, and the answer is the same."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import cloudpickle
import numpy as np
import pytest

from claimwise.core import block_rng
from claimwise.power import simulate_power
from claimwise.run import map_blocks, using
from claimwise.run import store as store_module
from claimwise.run.kept_runs import delete_runs, kept_runs
from claimwise.run.processes import birth, is_alive
from claimwise.run.store import OLD, SqliteStore, open_store
from claimwise.run.store_file import default_path
from claimwise.worlds import PairedAccuracy

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import tests
SEEN = []  # the first number of each block that was computed


class Drawn:
    """A task that notes which blocks it computes, without being changed by it."""

    def __init__(self, k=1):
        self.k = k

    def __call__(self, rng, size):
        x = rng.random(size) * self.k
        SEEN.append(x[0])
        return {"sum": float(x.sum()), "x": x}


def numbers(blocks):
    """Return which blocks of seed 7 were computed since the last time."""
    first = {block_rng(7, 0, i).random(1)[0]: i for i in range(blocks)}
    done = sorted(first[x] for x in SEEN)
    assert len(set(done)) == len(done), "a block was computed twice"
    SEEN.clear()
    return done


@pytest.fixture(autouse=True)
def _nothing_seen():
    SEEN.clear()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "runs.db"


def opened(path, argv=("plan", "x"), after=0):
    return SqliteStore(path, argv, after=after)


def run(path, replicates=20, *, stop=None, task=None, seed=7, **more):
    """Run a simulation of blocks of 2 with a store; break it off after so many blocks."""
    with opened(path, **more) as store, using(store=store):
        blocks = map_blocks(task or Drawn(), replicates, seed=seed, block=2)
        found = []
        for block in blocks:
            found.append(block)
            if stop is not None and len(found) == stop:
                store.stop()
                break
    return store, found


def alike(one, other):
    return [x["x"].tobytes() for x in one] == [x["x"].tobytes() for x in other]


def read(path, question):
    with sqlite3.connect(path) as connection:
        found = connection.execute(question).fetchall()
    connection.close()
    return found


def test_law_a_run_that_was_cut_off_goes_on_and_gives_the_same_answer(path):
    whole = list(map_blocks(Drawn(), 20, seed=7, block=2))
    assert numbers(10) == list(range(10))
    run(path, stop=4)
    assert numbers(10) == [0, 1, 2, 3]
    _, again = run(path)
    assert numbers(10) == [4, 5, 6, 7, 8, 9]
    _, last = run(path)
    assert numbers(10) == []
    assert alike(whole, again)
    assert alike(whole, last)


def test_law_more_replicates_begin_with_those_that_are_kept(path):
    run(path, 20)
    SEEN.clear()
    _, more = run(path, 25)
    assert numbers(13) == [10, 11, 12]
    assert alike(more, list(map_blocks(Drawn(), 25, seed=7, block=2)))


def test_a_smaller_last_block_is_another_block(path):
    run(path, 19)
    SEEN.clear()
    _, found = run(path, 20)
    assert numbers(10) == [9]
    assert len(found[-1]["x"]) == 2


@pytest.mark.parametrize("change", [{"seed": 8}, {"task": Drawn(2)}], ids=["seed", "task"])
def test_other_work_is_not_taken_for_the_same(path, change):
    run(path)
    SEEN.clear()
    run(path, **change)
    assert len(SEEN) == 10


def test_other_code_is_not_taken_for_the_same(path, monkeypatch):
    run(path)
    SEEN.clear()
    monkeypatch.setattr(store_module, "code_version", lambda: "another")
    run(path)
    assert len(SEEN) == 10


def test_law_a_simulated_power_is_the_same_with_and_without_a_store(path):
    given = (PairedAccuracy(0.05, 0.8), "mcnemar-midp", 100)
    plain = simulate_power(*given, replicates=3000, rng=3)
    for _ in range(2):
        with opened(path) as store, using(store=store):
            kept = simulate_power(*given, replicates=3000, rng=3)
        assert kept == plain
    assert store.safe == 6


def test_law_workers_write_nothing_themselves_and_change_nothing(path):
    with opened(path) as store, using(store=store, workers=2):
        two = list(map_blocks(Drawn(), 20, seed=7, block=2))
    SEEN.clear()
    _, one = run(path)
    assert SEEN == []
    assert alike(one, two)


def test_no_file_is_made_for_short_work(path):
    store, found = run(path, after=60)
    assert len(found) == 10
    assert not path.parent.exists()
    assert store.trouble == ""


def test_what_was_held_is_written_once_the_work_is_long(path, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(store_module.time, "monotonic", lambda: now[0])
    with opened(path, after=5.0) as store, using(store=store):
        for k, _ in enumerate(map_blocks(Drawn(), 20, seed=7, block=2)):
            now[0] += 1.0
            assert path.exists() == (k >= 5)
            if k == 5:
                assert read(path, "SELECT count(*) FROM blocks") == [(6,)]


def test_kept_blocks_are_used_however_short_the_work_is(path):
    run(path)
    SEEN.clear()
    run(path, after=60)
    assert SEEN == []


def test_blocks_are_committed_at_once_and_tiny_ones_together(path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(store_module.time, "monotonic", lambda: now[0])

    def kept():
        return read(path, "SELECT count(*) FROM blocks")[0][0] if path.exists() else 0

    with opened(path) as store:
        keeper = store.keeper(("key",), label="x", blocks=100)
        seen = []
        for k in range(60):
            now[0] += 0.02 if k < 3 else 0.0081
            keeper.put(k, 1, k)
            seen.append(kept())
    assert seen[:3] == [1, 2, 3]
    assert seen[3:28] == [3] * 25
    assert seen[28] == 29, "after 0.2 s they are written"
    assert kept() == 60


def test_a_block_that_was_damaged_is_computed_again_and_counted(path):
    _, whole = run(path)
    SEEN.clear()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE blocks SET arrays = zeroblob(16) WHERE number = 3")
        connection.execute("UPDATE blocks SET text = CAST(x'ff31' AS TEXT) WHERE number = 5")
    connection.close()
    store, found = run(path)
    assert store.damaged == 2
    assert numbers(10) == [3, 5]
    assert alike(whole, found)
    store, _ = run(path)
    assert (store.damaged, SEEN) == (0, [])


def test_blocks_that_are_deleted_meanwhile_are_computed(path):
    _, whole = run(path)
    SEEN.clear()
    with opened(path) as store, using(store=store):
        blocks = map_blocks(Drawn(), 20, seed=7, block=2)
        found = [next(blocks)]
        delete_runs(path, [store.id])
        found += blocks
    assert numbers(10) == list(range(1, 10))
    assert alike(whole, found)
    assert read(path, "SELECT count(*) FROM blocks")[0] == (9,)
    assert [(one.done, one.state) for one in kept_runs(path)] == [(9, "finished")]


def test_a_result_that_cannot_be_written_is_not_kept_and_that_is_said(path):
    with opened(path) as store, using(store=store):
        assert list(map_blocks(lambda rng, size: {1}, 3, seed=1, block=1)) == [{1}] * 3
    assert store.not_kept == ["simulating: builtins.set is not kept"]
    assert not path.exists()


def test_work_that_cannot_be_named_is_not_kept_and_that_is_said(path):
    with open(os.devnull) as file, opened(path) as store, using(store=store):
        assert list(map_blocks(lambda rng, size: file.fileno() > 0, 1, seed=1)) == [True]
    assert store.not_kept == ["simulating: _io.TextIOWrapper has no name"]
    assert not path.exists()


def test_simulations_within_a_block_are_not_kept_by_themselves(path):
    def outer(rng, size):
        return sum(x["sum"] for x in map_blocks(Drawn(), 4, seed=7, block=2))

    with opened(path) as store, using(store=store):
        list(map_blocks(outer, 3, seed=1, block=1))
    assert read(path, "SELECT count(*) FROM parts") == [(1,)]


def test_a_run_is_listed_as_it_was_given(path):
    store, _ = run(path, argv=["plan", "accuracy", "--label", "two words"])
    (kept,) = kept_runs(path)
    assert kept.command == "claimwise plan accuracy --label 'two words'"
    assert (kept.id, kept.cwd, kept.pid) == (store.id, os.getcwd(), os.getpid())
    assert (kept.state, kept.done, kept.known) == ("finished", 10, 10)
    assert kept.size > 10 * 16
    assert abs(time.time() - kept.updated) < 60


class Interrupted(Drawn):
    """A task that is interrupted in its fourth block."""

    def __call__(self, rng, size):
        if len(SEEN) == 3:
            raise KeyboardInterrupt
        return super().__call__(rng, size)


def test_a_run_that_broke_off_is_stopped(path):
    with pytest.raises(KeyboardInterrupt):
        run(path, task=Interrupted())
    (kept,) = kept_runs(path)
    assert (kept.state, kept.done, kept.known) == ("stopped", 3, 10)


def test_a_run_whose_process_died_is_stopped(path):
    run(path)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for pid, state in ((gone.pid, "stopped"), (os.getpid(), "running")):
        with sqlite3.connect(path) as connection:
            connection.execute(
                "UPDATE runs SET state = 'running', pid = ?, born = ?", (pid, birth(os.getpid()))
            )
        connection.close()
        assert kept_runs(path)[0].state == state


def test_a_process_that_got_the_number_of_another_is_not_taken_for_it():
    assert is_alive(os.getpid())
    assert is_alive(os.getpid(), birth(os.getpid()))
    if birth(os.getpid()):
        assert not is_alive(os.getpid(), "1")


def test_deleting_a_run_leaves_what_another_uses(path):
    one, _ = run(path, argv=["one"])
    SEEN.clear()
    two, _ = run(path, 30, argv=["two"])
    assert [(kept.done, kept.known) for kept in kept_runs(path)] == [(15, 15), (15, 15)]
    delete_runs(path, [one.id])
    assert [(kept.id, kept.done) for kept in kept_runs(path)] == [(two.id, 15)]
    delete_runs(path, [two.id])
    for table in ("runs", "parts", "uses", "blocks"):
        assert read(path, f"SELECT count(*) FROM {table}") == [(0,)]


def test_old_finished_runs_are_forgotten_when_something_is_written(path):
    for name in ("old", "stopped", "new"):
        run(path, argv=[name], seed=len(name))
    with sqlite3.connect(path) as connection:
        old = time.time() - OLD - 60
        connection.execute("UPDATE runs SET updated = ? WHERE argv != '[\"new\"]'", (old,))
        connection.execute("UPDATE runs SET state = 'stopped' WHERE argv = '[\"stopped\"]'")
    connection.close()
    assert len(kept_runs(path)) == 3
    run(path, argv=["newest"], seed=1)
    left = {json.dumps(kept.argv) for kept in kept_runs(path)}
    assert left == {'["stopped"]', '["new"]', '["newest"]'}
    assert read(path, "SELECT count(*) FROM blocks") == [(30,)]


def test_a_command_without_a_seed_goes_on_with_the_one_it_had(path):
    with opened(path) as store, using(store=store):
        seed = store.seed()
        next(map_blocks(Drawn(), 20, seed=seed, block=2))
        store.stop()
    with opened(path) as store, using(store=store):
        assert store.seed() == seed
        list(map_blocks(Drawn(), 20, seed=seed, block=2))
    with opened(path) as store:
        assert store.seed() != seed, "it is done: the next one is another"
    with opened(path, argv=["another"]) as store:
        assert store.seed() != seed


def test_the_seed_of_a_command_that_is_still_going_on_is_its_own(path):
    def say(**row):
        connection = sqlite3.connect(path)
        for key, value in row.items():
            connection.execute(f"UPDATE runs SET {key} = ?", (value,))
        connection.commit()
        connection.close()

    with opened(path) as store, using(store=store):
        seed = store.seed()
        next(map_blocks(Drawn(), 20, seed=seed, block=2))
        store.stop()
    parent = os.getppid()
    say(state="running", pid=parent, born=birth(parent))
    with opened(path) as store:
        assert store.seed() != seed, "its process is alive"
    say(born="never")
    with opened(path) as store:
        assert store.seed() == seed, "its process is gone, and its number is another's"


def test_the_usual_place(monkeypatch, tmp_path):
    monkeypatch.setenv("CLAIMWISE_STORE", str(tmp_path / "x.db"))
    assert default_path() == tmp_path / "x.db"
    assert open_store(None, ["a"]).path == tmp_path / "x.db"
    assert open_store("y.db", ["a"]).path == Path("y.db")
    monkeypatch.delenv("CLAIMWISE_STORE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "claimwise" / "runs.db"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_path() == tmp_path / ".cache" / "claimwise" / "runs.db"


def test_nothing_in_the_file_is_a_pickle(path):
    run(path)
    text, arrays = read(path, "SELECT text, arrays FROM blocks WHERE number = 0")[0]
    assert json.loads(text)[0] == "dict"
    expected = block_rng(7, 0, 0).random(2)
    assert np.frombuffer(arrays, "<f8").tolist() == expected.tolist()
