"""Code that a declaration names runs if the user allows the file and its hash is right."""

import hashlib
import json
from pathlib import Path

import pytest

from claimwise.core import ParameterError
from claimwise.core.own_code import name_with_hash
from claimwise.metrics import find_metric
from claimwise.study import read
from tests.cli.commands import run

CODE = """
from pathlib import Path
Path(__file__).resolve().with_name("ran").touch()
TAKES = "text"
def item_stats(gold, predicted):
    return [[float(len(p)), 1.0] for p in predicted]
def score(totals):
    return totals[..., 0] / totals[..., 1]
"""
TEXTS = Path(__file__).parents[2] / "examples" / "translations"


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Return a study whose pilot is scored by a file of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(CODE)
    for name in ("base", "new", "reference"):
        (tmp_path / f"{name}.txt").write_bytes((TEXTS / f"{name}.txt").read_bytes())

    def write(metric):
        path = tmp_path / "study.toml"
        path.write_text(
            f'kind = "pilot"\n[claim]\na = "base"\nb = "new"\nmetric = "{metric}"\n'
            "[data]\nn = 500\n[procedure]\nreplicates = 20\nresamples = 50\n[assumptions]\n"
            'pilot = ["base.txt", "new.txt"]\nreferences = ["reference.txt"]\n'
        )
        return path

    write.ran = tmp_path / "ran"
    return write


def test_without_leave_nothing_runs(study):
    path = study(name_with_hash("own.py"))
    with pytest.raises(ParameterError, match=r'names Python code, own\.py.*allow_code="own\.py"'):
        read(path)
    for verb in ("check", "power", "freeze", "assess"):
        data = " base.txt new.txt" if verb == "assess" else ""
        done = run(f"study {verb} study.toml{data}")
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1
        assert "Read it first; then add --allow-code own.py." in done.stderr
        other = run(f"study {verb} study.toml{data} --allow-code other.py")
        assert other.returncode == 2
    assert not study.ran.exists()


def test_with_leave_the_declared_bytes_run(study):
    path = study(name_with_hash("own.py"))
    result = read(path, allow_code=["own.py"]).check()
    assert study.ran.exists()
    assert result.rows
    done = run("study check study.toml --allow-code own.py --json --no-store")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["kind"]


def test_other_code_under_the_same_name_is_refused(study):
    path = study(name_with_hash("own.py"))
    Path("own.py").write_text(CODE + "# changed\n")
    found = hashlib.sha256(Path("own.py").read_bytes()).hexdigest()
    with pytest.raises(ParameterError, match=f"its hash is sha256:{found}"):
        read(path, allow_code=["own.py"])
    assert run("study check study.toml --allow-code own.py").returncode == 2
    Path("own.py").unlink()
    with pytest.raises(ParameterError, match="does not exist"):
        read(path, allow_code=["own.py"])
    assert not study.ran.exists()


def test_a_name_alone_is_refused_whatever_is_allowed(study):
    path = study("own.py")
    with pytest.raises(ParameterError, match=r'never runs.*"own\.py@sha256:\.\.\."'):
        read(path, allow_code=["own.py"])
    assert not study.ran.exists()


def test_a_hash_that_nobody_allowed_is_no_metric():
    with pytest.raises(ParameterError, match="nobody allowed"):
        find_metric(f"own.py@sha256:{'0' * 64}")


def test_a_kept_run_of_somebody_else_runs_no_code(tmp_path):
    runs = tmp_path / "store" / "runs"
    runs.mkdir(parents=True)
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    given = ["compare", "a.txt", "b.txt", "--references", "c.txt", f"--metric={evil}"]
    note = {
        "command": "claimwise compare",
        "argv": given,
        "folder": str(tmp_path),
        "state": "stopped",
        "started": 1.0,
        "updated": 1.0,
        "pid": 1,
        "born": "",
        "host": "",
        "parts": {},
    }
    (runs / "00000000.json").write_text(json.dumps(note))
    listed = run(f"runs --store {tmp_path / 'store'} --json")
    assert "00000000" in listed.stdout, listed.stderr
    done = run(f"runs resume 00000000 --store {tmp_path / 'store'}")
    assert done.returncode == 2
    assert f"runs Python code, {evil}. Read it first; then add --allow-code {evil}." in done.stderr
    assert not (tmp_path / "ran").exists()
