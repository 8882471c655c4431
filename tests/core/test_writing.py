"""Files are written whole or not at all."""

import os
import stat
from types import SimpleNamespace

import pytest

from claimwise.core import ParameterError, writing
from claimwise.core.writing import csv_bytes, replace_file, write_atomically


def full(*_):
    raise OSError(28, "No space left on device")


@pytest.fixture
def full_disk(monkeypatch):
    """Let a file begin, and its bytes not reach the disk."""
    monkeypatch.setattr(writing, "os", SimpleNamespace(**vars(os) | {"fsync": full}))


def test_a_full_disk_leaves_what_was_there(tmp_path, full_disk):
    old, fresh = tmp_path / "old.html", tmp_path / "fresh.md"
    old.write_text("before")
    with pytest.raises(ParameterError, match=r"old\.html cannot be written: no space left"):
        write_atomically({old: b"after", fresh: b"new"})
    assert old.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["old.html"]


def test_all_files_or_none(tmp_path):
    old, fresh = tmp_path / "old.html", tmp_path / "fresh.md"
    old.write_text("before")
    with pytest.raises(ParameterError, match="there is no folder"):
        write_atomically({old: b"after", fresh: b"new", tmp_path / "none" / "x.md": b""})
    assert old.read_text() == "before"
    assert not fresh.exists()
    old.chmod(0o640)
    write_atomically({old: b"after", fresh: b"new"})
    assert (old.read_bytes(), fresh.read_bytes()) == (b"after", b"new")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o666 & ~mask
    assert len(list(tmp_path.iterdir())) == 2


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path):
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("before")
    link.symlink_to(real)
    write_atomically({link: b"after"})
    assert link.is_symlink()
    assert real.read_text() == "after"
    write_atomically({os.devnull: b"nothing"})
    assert not os.path.isfile(os.devnull)


def test_a_kept_block_that_cannot_be_renamed_leaves_nothing(tmp_path):
    (tmp_path / "block").mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(tmp_path / "block", b"x")
    assert [one.name for one in tmp_path.iterdir()] == ["block"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_spreadsheet_runs_a_text(start):
    cell = f'{start}cmd|" /C calc"!A0'
    written = csv_bytes([("system", -1.5), (cell, 2)]).decode()
    head, row = written.split("\r\n", 1)
    assert head == "system,-1.5", "a number is a number"
    assert row.lstrip('"').startswith("'" + start)
