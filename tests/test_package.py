"""The package as others install it: the wheel, the public names, the layers."""

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import claimwise as cw

ROOT = Path(__file__).parents[1]


def test_public_names_exist_and_are_listed():
    assert all(hasattr(cw, name) for name in cw.__all__)
    assert sorted(cw.__all__) == dir(cw)
    with pytest.raises(AttributeError, match="has no 'nothing'"):
        _ = cw.nothing


def test_importing_is_light():
    code = "import sys, claimwise; sys.exit(bool({'numpy', 'scipy', 'click'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "call",
    [
        "cw.plan.accuracy(n=500, difference=0.02, agreement=0.9)",
        "cw.compare({'a': [0, 1, 1, 0], 'b': [1, 1, 1, 0]})",
    ],
)
def test_right_and_wrong_answers_need_neither_scipy_stats_nor_numba(call):
    code = (
        f"import sys, claimwise as cw; str({call});"
        "sys.exit(str({'scipy.stats', 'numba', 'joblib'} & set(sys.modules) or ''))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.stderr.strip() == b""


def test_the_repository_speaks_of_the_project_alone():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    banned = ["/tm" + "p/", "/wor" + "k/", "/roo" + "t/", "TO" + "DO", "FIX" + "ME"]
    for name in listed.stdout.split():
        path = ROOT / name
        if path.is_file() and path.suffix in {".py", ".md", ".toml", ".txt", ".yml", ".cff", ""}:
            text = path.read_text(encoding="utf-8")
            assert not [word for word in banned if word in text], name


def test_no_test_replaces_what_the_whole_process_uses():
    """Other threads write, spawn and sleep meanwhile: replace the name in the module under test."""
    whole = re.compile(
        r"setattr\((?:\w+\.)*(?:os|signal|time|subprocess), |setattr\(\"(?:os|signal|time)\.\w"
    )
    guilty = [p.name for p in (ROOT / "tests").rglob("*.py") if whole.search(p.read_text("utf-8"))]
    assert guilty == []


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.slow
def test_the_wheel_holds_what_it_should(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "claimwise/py.typed" in names
    assert "claimwise/examples/validation.csv" in names
    assert any(name.endswith("LICENSE") for name in names)
    assert not [name for name in names if name.startswith("tests")]


def with_needs(name):
    """Return the names of a package and of all that it requires, without extras."""
    known, waiting = set(), [name]
    while waiting:
        one = canonicalize_name(waiting.pop())
        if one not in known:
            known.add(one)
            needs = map(Requirement, distribution(one).requires or ())
            waiting += [r.name for r in needs if not r.marker or r.marker.evaluate({"extra": ""})]
    return known


def put_in(folder, name):
    """Show an installed package in another folder, where nothing else is."""
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
        (folder / top).symlink_to(Path(found.locate_file(top)).resolve())


@pytest.mark.slow
def test_the_wheel_answers_the_demo_with_what_it_requires_and_nothing_else(wheel, tmp_path):
    here = tmp_path / "packages"
    here.mkdir()
    needs = with_needs("claimwise") - {"claimwise"}
    assert {"numpy", "click"} <= needs
    assert not {"pytest", "statsmodels", "pandas", "vl-convert-python"} & needs
    for name in needs:
        put_in(here, name)
    zipfile.ZipFile(wheel).extractall(here)
    command = [sys.executable, "-S", "-m", "claimwise"]
    environment = {**os.environ, "PYTHONPATH": str(here)}
    done = subprocess.run(
        [*command, "demo"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "ENOUGH  3,000 items find a 3-point gain" in done.stdout
    words = "plan accuracy --n 100:300:100 --difference 0.1 --agreement 0.8 --plot x.png"
    plot = subprocess.run(
        [*command, *words.split()],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert plot.returncode == 2
    assert "pip install 'claimwise[plots]'" in plot.stderr
