"""claimwise runs: list, resume, delete, rescue."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimwise.run import map_blocks, store, using
from claimwise.run.kept_runs import kept_runs
from claimwise.run.processes import birth
from claimwise.run.store import SqliteStore

from .commands import run

SRC = str(Path(__file__).parents[2] / "src")


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("CLAIMWISE_STORE", str(tmp_path / "runs.db"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "runs.db"


def kept(path, argv, *, seed=1, blocks=4, done=None):
    """Keep a run; stop it after some of its blocks."""
    with SqliteStore(path, argv, after=0) as store, using(store=store):
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


def change(path, question, *given):
    connection = sqlite3.connect(path)
    connection.execute(question, given)
    connection.commit()
    connection.close()


def going_on(path, name):
    change(
        path,
        "UPDATE runs SET state = 'running', pid = ?, born = ? WHERE id = ?",
        os.getpid(),
        birth(os.getpid()),
        name,
    )


def test_no_runs(path):
    assert run("runs").stdout == "No runs are kept.\n"
    assert listed() == {"store": str(path), "runs": []}
    assert not path.exists()


def test_runs_are_listed_the_newest_first(path):
    one = kept(path, ["plan", "accuracy", "--n", "5"], done=3)
    change(path, "UPDATE runs SET updated = updated - 7300")
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
    change(path, "UPDATE runs SET id = ? WHERE id = ?", "abc1", first)
    change(path, "UPDATE runs SET id = ? WHERE id = ?", "abc", second)
    assert "of abc, abc1" in run("runs delete ab").stderr.replace("abc1, abc", "abc, abc1")
    assert run("runs delete ''").returncode == 2
    assert "Deleted abc " in run("runs delete abc").stdout, "the whole id comes first"
    assert "Deleted abc1 " in run("runs delete a").stdout


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
    assert done.stderr.startswith(f"Error: claimwise runs needs the id of a run in {path}; found")
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
    change(path, "UPDATE runs SET cwd = '/nowhere/at/all'")
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
        f"Deleted {names[0]} (1 blocks): claimwise plan 1",
        f"Deleted {names[2]} (3 blocks): claimwise plan 3",
    ]
    assert {one["id"] for one in listed()["runs"]} == {names[1], whole}
    assert json.loads(run("runs delete --finished --json").stdout) == {"deleted": [whole]}
    assert {one["id"] for one in listed()["runs"]} == {names[1]}
    going_on(path, names[1])
    other = kept(path, ["other"], seed=5)
    said = run("runs delete --all").stdout
    assert f"Deleted {other} (4 blocks): claimwise other" in said
    assert f"Left {names[1]}, which is going on: claimwise plan 2" in said
    assert {one["id"] for one in listed()["runs"]} == {names[1]}


@pytest.mark.parametrize("words", ["", "--all --finished", "x --all"])
def test_what_to_delete_is_said_in_one_way(path, words):
    done = run(f"runs delete {words}")
    assert done.returncode == 2
    assert "needs ids, or --finished, or --all" in done.stderr


def test_a_damaged_store_is_rescued(path):
    kept(path, ["plan"], blocks=300)
    assert run("runs rescue").stdout == (
        f"Nothing to rescue: all 300 blocks in {path} are whole.\n"
    )
    with path.open("r+b") as file:
        file.seek(4096 * 12)
        file.write(b"\xaa" * 4096)
    assert "claimwise runs rescue" in run("runs delete --all").stderr
    done = run("runs rescue")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Saved 2")
    assert f"into a fresh store at {path}" in done.stdout
    assert "The damaged store is kept as" in done.stdout
    assert "could not be read. The" in done.stdout or "no block was lost. The" in done.stdout
    assert run("runs").returncode == 0


def test_another_store_can_be_named(path, tmp_path):
    other = tmp_path / "other.db"
    name = kept(other, ["plan"])
    assert name in run(f"runs --store {other}").stdout
    assert name not in run("runs").stdout
    assert name in run(f"runs delete --all --store {other}").stdout
    done = run(f"runs --store {other} delete --all")
    assert (done.returncode, "stand after delete" in done.stderr) == (2, True)


def test_help_is_instant():
    begun = time.process_time()
    assert "resume" in run("runs --help").stdout
    assert time.process_time() - begun < 0.5


SIMULATED = (
    "plan accuracy --n 100 --difference 0.1 --agreement 0.8 --by simulation "
    "--replicates 3000 --seed 1"
)


@pytest.fixture
def at_once(monkeypatch):
    """Blocks are kept from the first second on."""
    monkeypatch.setattr(store, "AFTER", 0.0)
    made = store.open_store
    monkeypatch.setattr(store, "open_store", lambda path, argv: made(path, argv, after=0.0))


@pytest.mark.usefixtures("at_once")
def test_the_same_command_again_reads_what_is_kept_and_says_the_same(path):
    plain = run(f"{SIMULATED} --no-store")
    assert not path.exists()
    first = run(SIMULATED)
    (one,) = kept_runs(path)
    assert (one.state, one.command) == ("finished", f"claimwise {SIMULATED}")
    assert one.done == one.known > 1
    change(path, "UPDATE blocks SET crc = crc + 1 WHERE number = 1 AND size = 1000")
    again = run(SIMULATED)
    assert first.stdout == again.stdout == plain.stdout
    assert first.stderr == ""
    assert "damaged, and computed again" in again.stderr
    assert run(SIMULATED).stderr == ""
    assert kept_runs(path)[0].done == one.done


@pytest.mark.usefixtures("at_once")
def test_without_a_seed_a_command_that_was_stopped_goes_on_with_its_own(path):
    command = SIMULATED.replace(" --seed 1", " --json")
    first = json.loads(run(command).stdout)
    change(path, "UPDATE runs SET state = 'stopped'")
    again = json.loads(run(command).stdout)
    assert again == first
    assert json.loads(run(command).stdout)["provenance"]["seed"] != first["provenance"]["seed"]
