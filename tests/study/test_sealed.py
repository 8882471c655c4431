"""Studies that were frozen by an earlier version: they read, and their seals verify."""

import shutil
import tomllib
from pathlib import Path

import pytest

from claimwise.study import declare, read
from claimwise.study.freeze import CHANGED, UNCHANGED, verify
from claimwise.study.writer import to_toml

FOLDER = Path(__file__).parent / "sealed"
FILES = sorted(FOLDER.glob("*.study.toml"))


def test_there_is_one_of_every_kind():
    kinds = {read(file).kind for file in FILES}
    assert len(kinds) == 10
    assert len(FILES) == 30


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_value_an_old_seal_verifies(file):
    seal = verify(read(file))
    assert (seal.state, seal.damaged) == (UNCHANGED, False), seal.changes


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_law_what_is_written_again_has_the_seal_of_the_old_file(file, tmp_path):
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    study = read(file)
    again = tmp_path / "again.toml"
    again.write_text(to_toml(study), encoding="utf-8")
    assert verify(read(again)).state == UNCHANGED


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_direction_a_change_breaks_the_seal(file):
    document = tomllib.loads(file.read_text(encoding="utf-8"))
    document["claim"]["alpha"] = 0.04
    seal = verify(declare(document, folder=FOLDER))
    assert seal.state == CHANGED
    assert [change.split(" ")[0] for change in seal.changes] == ["claim.alpha"]
