"""The store: what was finished is not computed again, and the answer is the same."""

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import cloudpickle
import pytest

from claimwise.core import ParameterError, block_rng
from claimwise.engine.simulate import simulate_power
from claimwise.run import fingerprint, map_blocks, using, versions
from claimwise.run import store as store_module
from claimwise.run.kept_runs import OLD, delete_runs, kept_runs
from claimwise.run.processes import birth, is_alive
from claimwise.run.store import FileStore, default_path
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
def _tasks_are_named(monkeypatch):
    """Tasks of this file stand for those of the package."""
    SEEN.clear()
    monkeypatch.setattr(fingerprint, "NAMED", fingerprint.NAMED | {__name__.partition(".")[0]})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "runs"


def opened(path, argv=("plan", "x"), after=0, **more):
    return FileStore(path, argv, after=after, **more)


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


def block_files(path):
    return sorted(path.glob("blocks/*/*"))


def change(path, name, **values):
    """Change the note of a run."""
    file = path / "runs" / f"{name}.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | values))


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
    run(path, 19)
    assert numbers(10) == list(range(10))
    _, more = run(path, 25)
    assert numbers(13) == [9, 10, 11, 12], "a last block that was smaller is another"
    assert alike(more, list(map_blocks(Drawn(), 25, seed=7, block=2)))


@pytest.mark.parametrize("change", [{"seed": 8}, {"task": Drawn(2)}], ids=["seed", "task"])
def test_other_work_is_not_taken_for_the_same(path, change):
    run(path)
    SEEN.clear()
    run(path, **change)
    assert len(SEEN) == 10


def test_other_code_is_not_taken_for_the_same(path, monkeypatch):
    run(path)
    SEEN.clear()
    monkeypatch.setattr(versions, "code_version", lambda: "another")
    run(path)
    assert len(SEEN) == 10


def test_law_a_simulated_power_is_the_same_with_and_without_a_store(path):
    given = (PairedAccuracy(0.05, 0.8), "mcnemar-midp", 100)
    plain = simulate_power(*given, replicates=3000, rng=3)
    for _ in range(2):
        with opened(path) as store, using(store=store):
            kept = simulate_power(*given, replicates=3000, rng=3)
        assert kept == plain
    assert store.kept() == 6


def test_law_workers_write_nothing_themselves_and_change_nothing(path):
    with opened(path) as store, using(store=store, workers=2):
        two = list(map_blocks(Drawn(), 20, seed=7, block=2))
    SEEN.clear()
    _, one = run(path)
    assert SEEN == []
    assert alike(one, two)


def test_nothing_is_written_for_short_work_but_what_is_kept_is_used(path):
    store, found = run(path, after=60)
    assert len(found) == 10
    assert not path.parent.exists()
    assert store.trouble == ""
    run(path)
    SEEN.clear()
    run(path, after=60)
    assert SEEN == []


def test_what_was_held_is_written_once_the_work_is_long(path):
    with opened(path, after=5.0) as store, using(store=store):
        for k, _ in enumerate(map_blocks(Drawn(), 20, seed=7, block=2)):
            assert len(block_files(path)) == (0 if k < 6 else k + 1)
            store._began = time.monotonic() - (6.0 if k >= 5 else 0.0)


def test_blocks_that_are_held_are_found_in_the_same_command(path):
    with opened(path, after=60) as store, using(store=store):
        once, twice = (list(map_blocks(Drawn(), 20, seed=7, block=2)) for _ in range(2))
    assert numbers(10) == list(range(10))
    assert alike(once, twice)


def test_a_block_that_was_damaged_is_computed_again_and_counted(path):
    _, whole = run(path)
    SEEN.clear()
    third, fifth = (next(path.glob(f"blocks/*/{k}-2")) for k in (3, 5))
    right = third.read_bytes()
    third.write_bytes(right.replace(b"sum", b"mus"))
    fifth.write_bytes(right)
    store, found = run(path)
    assert store.damaged == 2
    assert numbers(10) == [3, 5]
    assert alike(whole, found)
    store, _ = run(path)
    assert (store.damaged, SEEN, third.read_bytes()) == (0, [], right)


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
    assert [(one.blocks, one.state) for one in kept_runs(path)] == [(9, "finished")]


def refused(path, task, after=0):
    """Return what is said of a task that cannot be kept."""
    lines = []
    with opened(path, after=after, say=lines.append) as store, using(store=store):
        list(map_blocks(task, 3, seed=1, block=1))
    assert not path.exists()
    assert lines == [store.trouble] * bool(store.trouble)
    return store.trouble


def test_what_cannot_be_kept_is_said_once(path, monkeypatch):
    assert refused(path, lambda rng, size: {1}) == (
        "Finished blocks are not kept: a builtins.set in a result cannot be written."
    )
    monkeypatch.setattr(fingerprint, "NAMED", {"claimwise", "numpy"})
    expected = (
        f"Finished blocks are not kept: the simulation runs {__name__}.Drawn, which is not part of "
        "claimwise and may change between two runs."
    )
    assert refused(path, Drawn()) == expected
    assert refused(path, Drawn(), after=60) == "", "nothing of it would have been kept"


def test_simulations_within_a_block_are_not_kept_by_themselves(path):
    def outer(rng, size):
        return sum(x["sum"] for x in map_blocks(Drawn(), 4, seed=7, block=2))

    with opened(path) as store, using(store=store):
        list(map_blocks(outer, 3, seed=1, block=1))
    assert len(block_files(path)) == 3


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO])
def test_what_the_system_refuses_is_said_at_once_and_the_answer_is_not_lost(
    path, monkeypatch, number
):
    write, lines = store_module.write_whole, []

    def full(file, content):
        if len(block_files(path)) >= 4:
            raise OSError(number, os.strerror(number))
        write(file, content)

    with monkeypatch.context() as disk:
        disk.setattr(store_module, "write_whole", full)
        store, found = run(path, say=lines.append)
    assert lines == [store.trouble]
    assert store.trouble == (
        f"4 finished blocks kept; later ones are not kept: the folder {path} cannot be written "
        f"({os.strerror(number)}). "
        "Give another folder with --store, or do without by --no-store."
    )
    assert alike(found, list(map_blocks(Drawn(), 20, seed=7, block=2)))
    SEEN.clear()
    run(path)
    assert numbers(10) == [4, 5, 6, 7, 8, 9]


def test_a_file_in_the_place_of_the_folder_is_refused_and_left(tmp_path):
    file = tmp_path / "runs.db"
    file.write_text("something else")
    with pytest.raises(ParameterError, match=r"the store needs a folder; found .*runs\.db, which"):
        run(file)
    assert file.read_text() == "something else"
    store, found = run(file / "within")
    assert len(found) == 10
    assert "cannot be written (Not a directory)" in store.trouble


def test_other_files_of_the_folder_are_left(path):
    others = [path / "runs" / "notes.json", path / "blocks" / "house" / "1-1", path / "x.txt"]
    for file in others:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}")
    store, _ = run(path)
    assert [one.id for one in kept_runs(path)] == [store.id]
    delete_runs(path, [store.id])
    assert sorted(file for file in path.rglob("*") if file.is_file()) == sorted(others)


def test_a_run_is_listed_as_it_was_given(path):
    store, _ = run(path, argv=["plan", "accuracy", "--label", "two words"])
    (kept,) = kept_runs(path)
    assert kept.command == "claimwise plan accuracy --label 'two words'"
    assert (kept.id, kept.folder, kept.process) == (store.id, os.getcwd(), os.getpid())
    assert (kept.state, kept.blocks, kept.of) == ("finished", 10, 10)
    assert kept.bytes == sum(file.stat().st_size for file in block_files(path))
    assert kept.started <= kept.updated <= time.time()


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
    assert (kept.state, kept.blocks, kept.of) == ("stopped", 3, 10)


def test_a_run_whose_process_died_is_stopped(path):
    store, _ = run(path)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for pid, state in ((gone.pid, "stopped"), (os.getpid(), "running")):
        change(path, store.id, state="running", pid=pid, born=birth(os.getpid()))
        assert kept_runs(path)[0].state == state
    change(path, store.id, pid=gone.pid, host="another machine")
    assert kept_runs(path)[0].state == "running", "nobody knows from here"


def test_a_process_that_got_the_number_of_another_is_not_taken_for_it():
    assert is_alive(os.getpid())
    assert is_alive(os.getpid(), birth(os.getpid()))
    if birth(os.getpid()):
        assert not is_alive(os.getpid(), "1")


def test_a_note_that_is_damaged_is_listed_as_such_and_written_again(path):
    store, _ = run(path)
    file = path / "runs" / f"{store.id}.json"
    for text in ("{", "[]", '{"parts": 3}', ""):
        file.write_text(text)
        (kept,) = kept_runs(path)
        assert (kept.state, kept.command) == ("damaged", f"{file} cannot be read")
    SEEN.clear()
    run(path)
    assert SEEN == []
    assert [(one.state, one.blocks) for one in kept_runs(path)] == [("finished", 10)]


def test_deleting_a_run_leaves_what_another_uses(path):
    one, _ = run(path, argv=["one"])
    two, _ = run(path, 30, argv=["two"])
    assert [(kept.blocks, kept.of) for kept in kept_runs(path)] == [(15, 15), (10, 10)]
    assert delete_runs(path, [one.id]) == 0
    assert [(kept.id, kept.blocks) for kept in kept_runs(path)] == [(two.id, 15)]
    assert delete_runs(path, [two.id]) == 15
    assert list(path.glob("*/*")) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"parts": {"x": ["a"]}},
        {"parts": {"x": 3}},
        {"parts": {"x": ["a", "b"]}},
        {"state": 5},
        {"updated": None},
        {"pid": "many"},
    ],
    ids=str,
)
def test_a_note_of_another_shape_is_damaged_and_stops_nothing(path, wrong):
    store, _ = run(path)
    change(path, store.id, **wrong)
    (kept,) = kept_runs(path)
    assert (kept.state, kept.blocks) == ("damaged", 0)
    assert abs(kept.updated - time.time()) < 60
    _, again = run(path, argv=["other"])
    assert len(again) == 10


def test_old_finished_runs_are_forgotten_when_something_is_written(path):
    names = {word: run(path, argv=[word], seed=len(word))[0].id for word in ("old", "stopped", "x")}
    long_ago = time.time() - OLD - 60
    change(path, names["old"], updated=long_ago)
    change(path, names["stopped"], updated=long_ago, state="stopped")
    assert len(kept_runs(path)) == 3
    newest, _ = run(path, argv=["newest"], seed=2)
    assert {kept.id for kept in kept_runs(path)} == {names["stopped"], names["x"], newest.id}
    assert len(block_files(path)) == 30


def test_the_usual_place(monkeypatch, tmp_path):
    monkeypatch.setenv("CLAIMWISE_STORE", str(tmp_path / "x"))
    assert default_path() == FileStore().path == tmp_path / "x"
    assert FileStore("y").path == Path("y")
    monkeypatch.delenv("CLAIMWISE_STORE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "claimwise" / "runs"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    if sys.platform == "linux":
        assert default_path() == tmp_path / ".cache" / "claimwise" / "runs"
