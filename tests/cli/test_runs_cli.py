"""claimwise runs: list, resume, delete; and what a command that is kept says."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimwise.run import fingerprint, map_blocks, store, using
from claimwise.run.kept_runs import kept_runs
from claimwise.run.processes import birth
from claimwise.run.store import FileStore

from .commands import run

SRC = str(Path(__file__).parents[2] / "src")


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("CLAIMWISE_STORE", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    own = __name__.partition(".")[0]  # tasks of this file stand for those of the package
    monkeypatch.setattr(fingerprint, "NAMED", fingerprint.NAMED | {own})
    return tmp_path / "runs"


def kept(path, argv, *, seed=1, blocks=4, done=None):
    """Keep a run; stop it after some of its blocks."""
    with FileStore(path, argv, after=0) as store, using(store=store):
        for k, _ in enumerate(
            map_blocks(lambda rng, size: rng.random(9), blocks, seed=seed, block=1)
        ):
            if k + 1 == done:
                store.stop()
                break
    return store.id


def listed():
    done = run("runs --json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def change(path, name, **values):
    """Change the note of a run; its name as well, if there is an id."""
    file = path / "runs" / f"{name}.json"
    note = json.loads(file.read_text()) | values
    file.unlink()
    file.with_stem(note.pop("id", name)).write_text(json.dumps(note))


def going_on(path, name):
    change(path, name, state="running", pid=os.getpid(), born=birth(os.getpid()))


def test_no_runs(path):
    assert run("runs").stdout == "No runs are kept.\n"
    assert listed() == {"store": str(path), "runs": []}
    assert not path.exists()


def test_runs_are_listed_the_newest_first(path):
    one = kept(path, ["plan", "accuracy", "--n", "5"], done=3)
    change(path, one, updated=time.time() - 7300)
    two = kept(path, ["doctor", "a file.csv"], seed=2)
    head, *lines = run("runs").stdout.splitlines()
    assert head.split() == ["id", "state", "blocks", "size", "last", "command"]
    assert lines[0].split()[:2] == [two, "finished"]
    assert "4 of 4" in lines[0]
    assert lines[0].endswith("claimwise doctor 'a file.csv'")
    assert lines[1].split()[:2] == [one, "stopped"]
    assert "3 of 4" in lines[1]
    assert "2 h ago" in lines[1]
    first = listed()["runs"][1]
    assert (first["id"], first["blocks"], first["of"]) == (one, 3, 4)
    assert first["bytes"] >= 3 * 72
    assert (first["state"], first["folder"]) == ("stopped", os.getcwd())


def test_a_run_goes_on_in_its_folder_with_its_words(path, tmp_path, monkeypatch):
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "data.csv").write_text("item,a,b\n1,1,0\n2,1,1\n3,0,1\n")
    monkeypatch.setenv("PYTHONPATH", SRC)
    with monkeypatch.context() as there:
        there.chdir(folder)
        name = kept(path, ["doctor", "data.csv", "--json"], done=1)
    done = subprocess.run(
        [sys.executable, "-m", "claimwise", "runs", "resume", name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "claimwise doctor data.csv --json\n"
    assert json.loads(done.stdout)["method"] == "doctor"


def test_the_exit_code_is_that_of_the_command(path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", SRC)
    name = kept(path, ["doctor", "nowhere.csv"], done=1)
    assert run(f"runs resume {name}").returncode == 2


def test_an_id_may_be_cut_as_short_as_it_is_the_only_one(path):
    first, second = kept(path, ["plan"]), kept(path, ["plan", "more"], seed=2)
    change(path, first, id="abc00001", updated=1.0)
    change(path, second, id="abc00002", updated=2.0)
    assert "abc, of abc00002, abc00001" in run("runs delete abc").stderr
    assert run("runs delete ''").returncode == 2
    assert "Deleted abc00001: " in run("runs delete abc00001").stdout
    assert "Deleted abc00002: " in run("runs delete a").stdout


@pytest.mark.parametrize("columns", [80, 200, 10], ids=["usual", "wide", "narrow"])
def test_long_commands_are_cut_on_a_terminal_alone(path, columns):
    from claimwise.cli.runs import _table

    words = ["plan", "accuracy", *(f"--option-{k}" for k in range(12))]
    kept(path, words)
    whole = "claimwise " + " ".join(words)
    assert whole in run("runs").stdout
    assert listed()["runs"][0]["command"] == whole
    line = _table(kept_runs(path), columns).splitlines()[1]
    assert whole not in line or columns == 200
    if columns != 200:
        assert line.endswith("\u2026")
        assert len(line) <= max(columns, 75)
    if columns == 80:
        assert len(line) > 70


@pytest.mark.parametrize("verb", ["resume", "delete"])
def test_an_unknown_id_is_refused(path, verb):
    name = kept(path, ["plan"])
    done = run(f"runs {verb} {name[:-1]}x")
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: {name[:-1]}x is not a run in {path}.")
    assert f"Did you mean {name}?" in done.stderr
    assert done.stderr.count("\n") == 1
    assert "claimwise runs lists them." in run(f"runs {verb} nothing").stderr
    assert len(kept_runs(path)) == 1


@pytest.mark.parametrize("verb", ["resume", "delete"])
def test_a_run_that_is_going_on_is_left_alone(path, verb):
    name = kept(path, ["plan"])
    going_on(path, name)
    done = run(f"runs {verb} {name}")
    assert done.returncode == 2
    assert "needs a run that is not going on" in done.stderr
    assert str(os.getpid()) in done.stderr
    assert kept_runs(path)[0].state == "running"


def test_a_script_is_not_run_again(path):
    name = kept(path, None)
    done = run(f"runs resume {name}")
    assert done.returncode == 2
    assert "needs a run of the command line; found one of a script" in done.stderr


def test_a_folder_that_is_gone_is_said(path):
    name = kept(path, ["plan"])
    change(path, name, folder="/nowhere/at/all")
    done = run(f"runs resume {name}")
    assert (done.returncode, "needs the folder /nowhere/at/all; found none" in done.stderr) == (
        2,
        True,
    )


def test_runs_are_deleted_and_that_is_said(path):
    names = [kept(path, ["plan", str(k)], seed=k, done=k) for k in (1, 2, 3)]
    whole = kept(path, ["done"], seed=9)
    done = run(f"runs delete {names[0]} {names[2]}")
    assert done.stdout.splitlines() == [
        f"Deleted {names[0]}: claimwise plan 1",
        f"Deleted {names[2]}: claimwise plan 3",
        "4 blocks that no other run uses are deleted.",
    ]
    assert {one["id"] for one in listed()["runs"]} == {names[1], whole}
    assert json.loads(run("runs delete --finished --json").stdout) == {"deleted": [whole]}
    assert {one["id"] for one in listed()["runs"]} == {names[1]}
    going_on(path, names[1])
    other = kept(path, ["other"], seed=5)
    said = run("runs delete --all").stdout
    assert f"Deleted {other}: claimwise other" in said
    assert f"Left {names[1]}, which is going on: claimwise plan 2" in said
    assert {one["id"] for one in listed()["runs"]} == {names[1]}


@pytest.mark.parametrize("words", ["", "--all --finished", "x --all"])
def test_what_to_delete_is_said_in_one_way(path, words):
    done = run(f"runs delete {words}")
    assert done.returncode == 2
    assert "needs ids, or --finished, or --all" in done.stderr


def test_a_run_whose_note_is_damaged_can_only_be_deleted(path):
    name = kept(path, ["plan"])
    (path / "runs" / f"{name}.json").write_text("{")
    assert "damaged" in run("runs").stdout
    done = run(f"runs resume {name}")
    assert done.returncode == 2
    assert f"delete it: claimwise runs delete {name}." in done.stderr
    assert run(f"runs delete {name}").returncode == 0
    assert list(path.glob("*/*")) == []


def test_a_folder_that_cannot_be_written_is_said(path, monkeypatch):
    from claimwise.run import kept_runs as module

    def refused(store, ids):
        raise OSError(30, "Read-only file system")

    name = kept(path, ["plan"])
    monkeypatch.setattr(module, "delete_runs", refused)
    done = run(f"runs delete {name}")
    assert done.returncode == 2
    assert "needs a folder that can be written; found" in done.stderr
    assert "(Read-only file system)" in done.stderr


def test_another_store_can_be_named(path, tmp_path):
    other = tmp_path / "other"
    name = kept(other, ["plan"])
    assert name in run(f"runs --store {other}").stdout
    assert name not in run("runs").stdout
    assert name in run(f"runs delete --all --store {other}").stdout
    done = run(f"runs --store {other} delete --all")
    assert (done.returncode, "stand after delete" in done.stderr) == (2, True)


SIMULATED = (
    "plan accuracy --n 100 --difference 0.1 --agreement 0.8 --by simulation "
    "--replicates 3000 --seed 1"
)


@pytest.fixture
def at_once(monkeypatch):
    """Blocks are kept from the first second on."""
    monkeypatch.setattr(store, "AFTER", 0.0)


@pytest.mark.usefixtures("at_once")
def test_the_same_command_again_reads_what_is_kept_and_says_the_same(path):
    plain = run(f"{SIMULATED} --no-store")
    assert not path.exists()
    first = run(SIMULATED)
    (one,) = kept_runs(path)
    assert (one.state, one.command) == ("finished", f"claimwise {SIMULATED}")
    assert one.blocks == one.of > 1
    damaged = next(path.glob("blocks/*/1-1000"))
    damaged.write_bytes(damaged.read_bytes()[:-1])
    again = run(SIMULATED)
    assert first.stdout == again.stdout == plain.stdout
    assert first.stderr == ""
    assert again.stderr == f"Computed 1 block again: damaged in {path}.\n"
    assert run(SIMULATED).stderr == ""
    assert kept_runs(path)[0].blocks == one.blocks


@pytest.mark.usefixtures("at_once")
def test_a_command_that_simulates_nothing_never_opens_the_store(path):
    path.write_text("which could not be opened")
    assert run("plan accuracy --n 100 --difference 0.1 --agreement 0.8 --json").returncode == 0
    done = run(SIMULATED)
    assert done.returncode == 2
    assert f"the store needs a folder; found {path}, which is a file" in done.stderr
    assert done.stderr.count("\n") == 1
    assert path.read_text() == "which could not be opened"


@pytest.mark.usefixtures("at_once")
def test_what_is_not_kept_is_said_and_the_answer_is_the_same(path, monkeypatch):
    plain = run(f"{SIMULATED} --no-store")
    monkeypatch.setattr(fingerprint, "NAMED", {"numpy"})
    done = run(SIMULATED)
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    assert done.stderr.startswith("Finished blocks are not kept: the simulation runs claimwise.")
    assert done.stderr.count("\n") == 1
    assert not path.exists()


SEEDLESS = {
    "accuracy": SIMULATED.replace(" --seed 1", ""),
    "looks": "plan accuracy --n 300 --difference 0.05 --agreement 0.85 --looks 3 --replicates 2000",
    "means": "plan means --n 20 --difference 0.5 --sd 1 --test wilcoxon --replicates 200",
}


@pytest.mark.parametrize("kind", sorted(SEEDLESS))
def test_law_the_same_command_prints_the_same_numbers(path, kind):
    first, again, two, other = (
        json.loads(run(f"{SEEDLESS[kind]} --json --no-store {more}").stdout)
        for more in ("", "", "--workers 2", "--seed 99")
    )
    assert first["rows"] == again["rows"] == two["rows"] != other["rows"]
    assert first["provenance"]["seed"] == 0
