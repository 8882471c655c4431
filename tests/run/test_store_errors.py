"""When the store fails: one clear sentence, and no finished block is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from claimwise.core import StoreError
from claimwise.run import map_blocks, using
from claimwise.run import store as store_module
from claimwise.run.kept_runs import kept_runs
from claimwise.run.pages import rows_in_pages
from claimwise.run.rescue import rescue
from claimwise.run.store import SqliteStore
from claimwise.run.store_file import FORM

CHILD = Path(__file__).with_name("kept_child.py")


@pytest.fixture(autouse=True)
def _each_block_by_itself(monkeypatch):
    monkeypatch.setattr(store_module, "TINY", 0.0)


def drawn(rng, size):
    return rng.random(200)


def run(path, blocks=20, *, wrap=None):
    with SqliteStore(path, ["plan"], after=0) as store, using(store=store):
        if wrap:
            wrap(store)
        return store, list(map_blocks(drawn, blocks, seed=1, block=1))


def child(*arguments):
    command = [sys.executable, str(CHILD), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def count(path):
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT count(*) FROM blocks").fetchone()[0]
    finally:
        connection.close()


def test_a_full_disk_is_said_and_the_blocks_before_it_stay(tmp_path):
    path = tmp_path / "runs.db"
    run(path, 3)

    def fill(store):
        store.look().execute("PRAGMA max_page_count=14")

    with pytest.raises(StoreError, match="needs room for more blocks; found a full disk") as said:
        run(path, 300, wrap=fill)
    kept = count(path)
    assert 3 <= kept < 300
    assert f"with {kept} finished blocks of this command safe in it" in str(said.value)
    assert str(path) in str(said.value)
    assert "Free some space and give the same command again, or give it with --no-store." in str(
        said.value
    )
    assert kept_runs(path)[0].state == "stopped"
    _, found = run(path, 300)
    assert [x.tobytes() for x in found] == [
        x.tobytes() for x in map_blocks(drawn, 300, seed=1, block=1)
    ]
    assert count(path) == 300


def test_a_disk_that_takes_no_more_in_a_real_process(tmp_path):
    pytest.importorskip("resource")
    path = tmp_path / "runs.db"
    given = ("--store", path, "--blocks", 60, "--size", 2000, "--seconds", 0.011)
    done = child(*given, "--limit", 400_000)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "StoreError: the store" in last
    assert "give the same command again, or give it with --no-store" in last
    kept = count(path)
    assert 0 < kept < 60
    assert f"with {kept} finished block" in last
    assert child(*given).stdout == child("--blocks", 60, "--size", 2000).stdout
    assert count(path) == 60


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match=r"needs a file and a folder that can be written.*--store"):
        run(tmp_path / "file" / "runs.db")
    with pytest.raises(StoreError, match="a file and a folder that can be written"):
        run(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights are those of POSIX")
def test_a_folder_without_the_right_to_write(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    folder.chmod(0o555)
    code = (
        "import os, sys\n"
        "from claimwise.core import StoreError\n"
        "from claimwise.run import map_blocks, using\n"
        "from claimwise.run.store import SqliteStore, code_version\n"
        "code_version()\n"
        "import numpy, scipy.linalg, threadpoolctl, sqlite3\n"
        "os.geteuid() or os.setuid(65534)\n"
        "store = SqliteStore('runs.db', ['x'], after=0)\n"
        "try:\n"
        "    with store, using(store=store):\n"
        "        list(map_blocks(lambda rng, size: 1, 3, seed=1))\n"
        "        store.flush()\n"
        "except StoreError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "needs a file and a folder that can be written; found" in done.stdout, done.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "match"),
    [(b"x" * 5000, "something that is no database, which is left as it is")],
    ids=["text"],
)
def test_a_file_that_is_no_database_is_left_alone(tmp_path, content, match):
    path = tmp_path / "runs.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=match):
        run(path)
    with pytest.raises(StoreError, match="some block that can be read; found none"):
        rescue(path)
    assert path.read_bytes() == content
    assert [one.name for one in tmp_path.iterdir()] == ["runs.db"]


def test_an_empty_file_is_taken_for_a_new_store(tmp_path):
    path = tmp_path / "runs.db"
    path.touch()
    assert kept_runs(path) == []
    run(path)
    assert count(path) == 20


def test_the_database_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "runs.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE blocks (x)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="found the database of another program, which is left"):
        run(path)
    assert path.read_bytes() == before


def test_a_newer_form_is_left_alone(tmp_path):
    path = tmp_path / "runs.db"
    run(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version={FORM + 1}")
    connection.close()
    with pytest.raises(StoreError, match=rf"found form {FORM + 1}, of a newer claimwise.*Update"):
        run(path)
    assert count(path) == 20


def damaged(path, first, pages):
    """Overwrite some pages, as a bad disk would."""
    with path.open("r+b") as file:
        file.seek(first * 4096)
        file.write(b"\xaa" * (4096 * pages))


def test_damage_is_said_and_everything_readable_is_rescued(tmp_path):
    path = tmp_path / "runs.db"
    _, whole = run(path, 60)
    damaged(path, 20, 2)
    bad = path.read_bytes()
    with pytest.raises(StoreError, match=r"undamaged file; found damage.*claimwise runs rescue"):
        run(path, 60)
    assert path.read_bytes() == bad, "it is left as it was"
    saved, lost, aside = rescue(path)
    assert 40 <= saved < 60
    assert saved + lost == 60
    assert aside.read_bytes() == bad
    assert aside.name.startswith("runs.db.damaged-")
    assert count(path) == saved
    store, found = run(path, 60)
    assert store.damaged == 0
    assert store.safe == 60
    assert [x.tobytes() for x in found] == [x.tobytes() for x in whole]


@pytest.mark.parametrize("page", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_law_one_bad_page_loses_the_blocks_on_it_alone(tmp_path, page):
    path = tmp_path / "runs.db"
    run(path, 60)
    damaged(path, page, 1)
    saved, _, aside = rescue(path)
    assert saved >= 56 or aside is None
    assert count(path) == saved
    _, found = run(path, 60)
    assert [x.tobytes() for x in found] == [
        x.tobytes() for x in map_blocks(drawn, 60, seed=1, block=1)
    ]


def test_blocks_in_the_log_that_was_not_yet_merged_are_rescued_too(tmp_path):
    path = tmp_path / "runs.db"
    store = SqliteStore(path, ["plan"], after=0)
    with using(store=store):
        list(map_blocks(drawn, 5, seed=1, block=1))
    store.flush()
    for ending in ("", "-wal"):  # as a process that is killed leaves them
        shutil.copyfile(f"{path}{ending}", tmp_path / f"killed.db{ending}")
    store.close()
    assert rescue(tmp_path / "killed.db") == (5, 0, None)


def test_law_pages_read_by_themselves_have_the_rows_that_sqlite_reads(tmp_path):
    """Rows of every length around those at which they flow over into other pages."""
    path = tmp_path / "rows.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size=4096")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE rows (a, b, c, d, e)")
    sizes = [*range(0, 200, 7), *range(3900, 4300), *range(8100, 8300, 3), 50_000, 200_000, 9, 8, 7]
    numbers = [0, 1, -1, 127, -128, 2**15, -(2**23), 2**31, 2**40, -(2**47), 2**62, -(2**63)]
    rows = [
        (numbers[k % 12], bytes([k % 256]) * size, None, f"\xe4{k}", -k)
        for k, size in enumerate(sizes)
    ]
    for part, how in ((rows[:200], "TRUNCATE"), (rows[200:-3], "RESTART"), (rows[-3:], None)):
        connection.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", part)
        connection.commit()
        if how:  # after RESTART, the end of the log is that of an earlier one
            connection.execute(f"PRAGMA wal_checkpoint({how})").fetchall()
    found = sorted(rows_in_pages(path), key=lambda row: -row[4])
    connection.close()
    assert [(a, b, c, d.decode(), e) for a, b, c, d, e in found] == rows


def test_a_whole_store_needs_no_rescue(tmp_path):
    path = tmp_path / "runs.db"
    run(path)
    assert rescue(path) == (20, 0, None)
    with pytest.raises(StoreError, match="needs a store; found none"):
        rescue(tmp_path / "none.db")


def test_a_wrong_checksum_is_damage_too(tmp_path):
    path = tmp_path / "runs.db"
    run(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE blocks SET crc = crc + 1 WHERE number = 4")
    connection.commit()
    connection.close()
    saved, lost, aside = rescue(path)
    assert (saved, lost) == (19, 1)
    assert aside.exists()


def test_trouble_after_the_last_block_does_not_lose_the_answer(tmp_path, monkeypatch):
    path = tmp_path / "runs.db"
    with SqliteStore(path, ["plan"], after=0) as store, using(store=store):
        found = list(map_blocks(drawn, 3, seed=1, block=1))
        store.flush()
        store.look().execute("DROP TABLE runs")
    assert len(found) == 3
    assert "no such table: runs" in store.trouble


@pytest.mark.parametrize("seeds", [(7, 7), (7, 8)], ids=["same work", "different work"])
def test_two_processes_at_once_on_one_store(tmp_path, seeds):
    path = tmp_path / "new" / "runs.db"
    given = ("--store", path, "--blocks", 80, "--seconds", 0.003)
    both = [
        subprocess.Popen(
            [sys.executable, str(CHILD), *map(str, given), "--seed", str(seed)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in seeds
    ]
    said = [process.communicate() for process in both]
    assert [err for _, err in said] == ["", ""]
    for seed, (out, _) in zip(seeds, said, strict=True):
        assert out == child("--blocks", 80, "--seed", seed).stdout
    assert count(path) == 80 * len(set(seeds))
    assert {(one.state, one.done) for one in kept_runs(path)} == {("finished", 80)}
    assert len(kept_runs(path)) == len(set(seeds))


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_file_that_goes_meanwhile_is_said_and_nothing_is_claimed_of_it(tmp_path, how):
    path = tmp_path / "runs.db"
    other = tmp_path / "other.db"
    run(other, 1)
    before = count(other)
    with SqliteStore(path, ["plan"], after=0) as store, using(store=store):
        found = []
        for number, block in enumerate(map_blocks(drawn, 6, seed=1, block=1)):
            found.append(block)
            if number == 2:
                assert store.safe == 3
                path.unlink()
                for ending in ("-wal", "-shm"):
                    path.with_name(path.name + ending).unlink(missing_ok=True)
                if how == "replaced":
                    shutil.copyfile(other, path)
        assert store.safe == 0
    assert len(found) == 6, "the answer is not lost for it"
    says = {"deleted": "found it deleted", "replaced": "found another file in its place"}[how]
    assert says in store.trouble
    assert "3 finished blocks went with it; nothing more of this command is kept" in store.trouble
    assert path.exists() == (how == "replaced"), "nor is a new one made for a part of it"
    if how == "replaced":
        assert count(path) == before
    from claimwise.cli.running import kept_words, stopped_words
    from claimwise.run.session import Progress

    assert any(says in line for line in kept_words(store))
    assert not any("goes on" in line for line in stopped_words(Progress("x", 6, 9), store))


def test_a_file_that_goes_after_the_last_block_is_said_too(tmp_path):
    path = tmp_path / "runs.db"
    with SqliteStore(path, ["plan"], after=0) as store, using(store=store):
        list(map_blocks(drawn, 3, seed=1, block=1))
        path.unlink()
    assert "3 finished blocks went with it" in store.trouble
    assert (store.safe, path.exists()) == (0, False)
