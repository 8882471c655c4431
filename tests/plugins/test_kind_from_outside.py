"""A kind of study and a test that stand in one file outside the package do all that others do.

The file is installed as a plug-in, by an entry point; nothing of the package knows of it.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

PAGE = """
import json, sys
from tests.web.serving import serving

with serving() as client:
    forms = client.get("/api/forms").json()["views"]
    form = next(one for one in forms["plan"] if one["kind"] == "latency")
    new = next(one for one in forms["study"] if one["kind"] == "new")
    answer = client.post("/api/plan/latency", json={"n": 100, "faster": 0.65}).json()
    made = client.post("/api/study/new", json={"kind": "latency", "n": 100, "source": "a guess"})
    json.dump({"form": form, "new": new, "answer": answer, "text": made.json()}, sys.stdout)
"""
PYTHON = """
import claimwise as cw, json

study = cw.Study(
    cw.kinds.Latency(faster=0.65),
    analysis="faster-items",
    size=100,
    a="old",
    b="new",
    source="a guess",
)
other = cw.Study.from_toml("study.toml")
power = cw.plan(study)["power"].estimate
same = study == other.but(frozen=None, folder=study.folder)
sealed = study.fingerprint == other.frozen.hash
print(json.dumps({"power": power, "same": same, "sealed": sealed, "repr": repr(study)}))
"""


def expected(n, faster):
    """The chance that the exact sign test finds B faster, by its critical count."""
    critical = max(k for k in range(n) if 2 * stats.binom.cdf(k, n, 0.5) <= 0.05)
    return stats.binom.cdf(critical, n, 1 - faster)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder in which the plug-in is installed, with data of its kind."""
    folder = tmp_path_factory.mktemp("plugin")
    shutil.copy(Path(__file__).with_name("latency.py"), folder / "latency.py")
    meta = folder / "latency-1.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: latency\nVersion: 1\n")
    (meta / "entry_points.txt").write_text("[claimwise.plugins]\nlatency = latency\n")
    rng = np.random.default_rng(5)
    times = np.exp(rng.normal(size=100))
    lines = ["item,system,score"]
    for item, time in enumerate(times):
        lines += [f"{item},old,{time:.6f}", f"{item},new,{time * np.exp(rng.normal(-0.3, 1)):.6f}"]
    (folder / "times.csv").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture(scope="module")
def run(home):
    """Run Python, or claimwise, where the plug-in is installed."""
    root = Path(__file__).parents[2]

    def called(*words, code=None):
        command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "claimwise"]
        done = subprocess.run(
            [*command, *words],
            env={**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{root}"},
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return called


@pytest.fixture(scope="module")
def declared(run, home):
    """Return the file of a study of this kind, frozen."""
    words = ["study", "new", "study.toml", "--kind", "latency", "--a", "old", "--b", "new"]
    words += ["--n", "100", "--faster", "0.65"]
    run(*words, "--source", "a guess")
    run("study", "freeze", "study.toml")
    return home / "study.toml"


def power(text):
    rows = json.loads(text)["rows"]
    return next(row["estimate"] for row in rows if row["quantity"] == "power")


def test_value_it_is_planned(run):
    found = run("plan", "latency", "--n", "100", "--faster", "0.65", "--json")
    assert power(found) == pytest.approx(expected(100, 0.65), rel=1e-9)
    assert "latency" in run("plan", "--help")
    assert "--faster" in run("plan", "latency", "--help")


def test_it_is_declared_checked_and_frozen(run, declared):
    document = tomllib.loads(declared.read_text())
    assert document["kind"] == "latency"
    assert document["assumptions"]["faster"] == 0.65
    assert document["procedure"]["test"] == "faster-items"
    assert "latency" in run("study", "new", "--help")
    found = json.loads(run("study", "check", "study.toml", "--json"))
    state = {row["quantity"]: row["estimate"] for row in found["rows"]}
    assert (state["complete"], state["frozen"], state["powered"]) == (1, 1, 1)
    assert power(run("study", "power", "study.toml", "--json")) == pytest.approx(
        expected(100, 0.65), rel=1e-9
    )


def test_value_it_is_assessed_by_the_test_from_outside(run, declared, home):
    found = json.loads(run("study", "assess", "study.toml", "times.csv", "--json"))
    rows = {row["quantity"]: row for row in found["rows"]}
    table = np.genfromtxt(home / "times.csv", delimiter=",", skip_header=1, usecols=(0, 2))
    old, new = table[::2, 1], table[1::2, 1]
    by_hand = stats.binomtest(int((new > old).sum()), 100).pvalue
    assert rows["difference"]["pvalue"] == pytest.approx(by_hand, rel=1e-9)
    assert rows["verdict"]["estimate"] == 1  # less time is better
    assert rows["deviations"]["estimate"] == 0
    pair = ["--a", "old", "--b", "new", "--test", "faster-items", "--better", "lower", "--json"]
    compared = json.loads(run("compare", "times.csv", *pair))
    alone = {row["quantity"]: row for row in compared["rows"]}
    assert alone["difference"]["pvalue"] == pytest.approx(by_hand, rel=1e-9)


def test_it_is_reported(run, declared, home):
    run("plan", "latency", "--n", "100", "--faster", "0.65", "--report", "plan.html")
    run("study", "assess", "study.toml", "times.csv", "--report", "assessed.html")
    assert f"{100 * expected(100, 0.65):.0f}%" in (home / "plan.html").read_text()
    assert "items won" in (home / "assessed.html").read_text()


def test_it_is_on_the_page(run):
    found = json.loads(run(code=PAGE))
    names = [field["name"] for field in found["form"]["fields"]]
    assert {"n", "faster", "test"} <= set(names)
    kinds = next(field for field in found["new"]["fields"] if field["name"] == "kind")
    assert "Response times" in kinds["labels"]
    assert "faster" in [field["name"] for field in found["new"]["fields"]]
    rows = found["answer"]["rows"]
    assert [row["estimate"] for row in rows if row["quantity"] == "power"] == [
        pytest.approx(expected(100, 0.65), rel=1e-9)
    ]
    assert 'kind = "latency"' in json.dumps(found["text"]).replace("\\", "")


def test_it_is_a_value_in_python(run, declared):
    found = json.loads(run(code=PYTHON))
    assert found["power"] == pytest.approx(expected(100, 0.65), rel=1e-9)
    assert found["same"]
    assert found["sealed"]
    assert found["repr"].startswith("cw.Study(cw.kinds.Latency(faster=0.65), a='old', b='new'")
