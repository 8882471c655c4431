"""Curves around an answer, the words of a call, and the fence around a worker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from claimwise import plan
from claimwise.core import ParameterError
from claimwise.core.own_code import name_with_hash
from claimwise.core.registry import lookup, names
from claimwise.plan.around import round_up
from claimwise.report.python_lines import python_lines
from claimwise.study import Study
from claimwise.web.answers import without_paths
from claimwise.web.calls import Upload, call_of, file_ids
from claimwise.web.catalogue import BY_KEY
from claimwise.web.exact import curves_around, exact_answer
from claimwise.web.forms import fields
from claimwise.web.study_tasks import declared, study_words

ID = "0" * 32


def test_a_brief_answer_has_the_same_rows_and_only_the_curves_at_hand() -> None:
    kind = BY_KEY["plan/accuracy"]
    options = {"n": 431, "difference": 0.031, "agreement": 0.87}
    brief = exact_answer(kind, options, brief=True)
    assert brief["brief"]
    assert brief["figures"] == []
    whole = exact_answer(kind, options)
    assert not whole["brief"]
    assert whole["rows"] == brief["rows"]
    # Another n on the same curve finds it at hand, also when there is no time.
    again = exact_answer(kind, {**options, "n": 433}, brief=True)
    assert not again["brief"]
    assert again["figures"] == whole["figures"]
    assert again["rows"] != whole["rows"]


@pytest.mark.parametrize("kind", ["accuracy", "proportions", "preference", "means"])
def test_the_power_curve_is_that_of_single_studies(kind: str) -> None:
    found = exact_answer(BY_KEY[f"plan/{kind}"], {})
    figure = next(one for one in found["figures"] if one["name"] == "power")
    points = [p for p in _values(figure["spec"]) if "n" in p and p.get("quantity") == "power"]
    assert len(points) >= 5
    middle = points[len(points) // 2]
    single = exact_answer(BY_KEY[f"plan/{kind}"], {"n": int(middle["n"])})
    row = next(row for row in single["rows"] if row["estimand"] == "power")
    assert middle["estimate"] == pytest.approx(row["estimate"], abs=1e-12)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("accuracy", {"difference": -0.02}),
        ("accuracy", {"difference": 0.02}),
        ("accuracy", {"difference": -0.02, "alternative": "less"}),
        ("accuracy", {"difference": 0.0}),
        ("accuracy", {"difference": -0.01, "claim": "non-inferiority", "margin": 0.05}),
        ("proportions", {"difference": -0.05}),
        ("proportions", {"difference": 0.05}),
        ("proportions", {"difference": -0.05, "test": "farrington-manning"}),
        ("preference", {"win": 0.3, "lose": 0.45}),
        ("preference", {"win": 0.45, "lose": 0.3}),
        ("means", {"difference": -0.05}),
        ("means", {"difference": 0.05}),
        ("means", {"difference": -0.05, "unpaired": True}),
    ],
)
def test_the_detectable_curve_goes_through_the_detectable_difference(
    kind: str, options: dict[str, Any]
) -> None:
    asked = BY_KEY[f"plan/{kind}"]
    # The same without the sign comes first: its curve must not be taken for this one.
    exact_answer(asked, {**options, "n": 400, **_turned(options)})
    curve = next(f for f in exact_answer(asked, {**options, "n": 400})["figures"] if _detects(f))
    points = [p for p in _values(curve["spec"]) if p.get("quantity") == "mde"]
    on_it = next(p for p in points if p["n"] >= 80 and p["case"] != "by enumeration")
    single = exact_answer(asked, {**options, "n": int(on_it["n"])})
    row = next(row for row in single["rows"] if row["estimand"] == "mde")
    assert on_it["estimate"] == pytest.approx(row["estimate"], rel=1e-6)
    call = call_of(asked, asked.model(**options, n=400), {})
    report = next(one for one in curves_around(call, call.run()) if "mde" in one.rows[0].estimand)
    reported = next(x for x in report.rows if x.quantity == "mde" and x.n == on_it["n"])
    assert reported.estimate == pytest.approx(row["estimate"], rel=1e-6)


def _turned(options: dict[str, Any]) -> dict[str, Any]:
    if "win" in options:
        return {"win": options["lose"], "lose": options["win"]}
    return {"difference": -options["difference"]}


def _detects(figure: dict[str, Any]) -> bool:
    return bool(figure["name"] == "detectable")


def _values(spec: Any) -> list[dict[str, Any]]:
    """Return every point in a specification."""
    if isinstance(spec, dict):
        own = spec.get("values") if isinstance(spec.get("values"), list) else []
        return [p for p in own if isinstance(p, dict)] + [
            point for value in spec.values() for point in _values(value)
        ]
    return [point for value in spec for point in _values(value)] if isinstance(spec, list) else []


def test_round_numbers_end_a_curve() -> None:
    assert [round_up(x) for x in (1, 21, 41, 400, 401, 5e6)] == [20, 40, 100, 400, 1000, 10**7]


def test_hidden_options_are_refused_and_hidden_defaults_are_left_out() -> None:
    means = BY_KEY["plan/means"]
    call = call_of(means, means.model(unpaired=True), {})
    assert "sd" not in call.keywords
    assert {"sd_a", "sd_b", "unpaired"} <= set(call.keywords)
    with pytest.raises(ParameterError, match="sd needs unpaired to be false"):
        call_of(means, means.model(unpaired=True, sd=0.3), {})


def test_words_are_quoted() -> None:
    compare = BY_KEY["compare/compare"]
    upload = {ID: Upload("x/s.csv", "my scores; rm -rf.csv")}
    options = compare.model(files=[ID], a="it's $HOME", b='"b"')
    call = call_of(compare, options, upload)
    assert "'my scores; rm -rf.csv'" in call.command()
    assert "x/s.csv" not in call.command() + call.python()
    compile(call.python(), "lines", "exec")


def test_a_file_that_begins_with_a_dash_is_no_option() -> None:
    compare, assess = BY_KEY["compare/compare"], BY_KEY["study/assess"]
    upload = {ID: Upload("x/s.csv", "-x.csv")}
    said = call_of(compare, compare.model(files=[ID]), upload).command()
    assert said.startswith("claimwise compare ./-x.csv")
    words = study_words(assess, assess.model(text="x", data=[ID]), upload)
    assert words["command"].endswith(" ./-x.csv")


def test_lines_are_those_that_the_command_line_tells() -> None:
    accuracy, assess = BY_KEY["plan/accuracy"], BY_KEY["study/assess"]
    options = {"n": 500, "difference": 0.02, "agreement": 0.9}
    said = call_of(accuracy, accuracy.model(**options), {}).python()
    assert said == python_lines("cw.plan.accuracy", plan.accuracy, **options)
    words = study_words(assess, assess.model(text="x", data=[ID]), {ID: Upload("x", "s.csv")})
    told = python_lines("cw.study.read('study.toml').assess", Study.assess, "s.csv")
    assert words["python"] == told


def test_only_fields_of_files_hold_ids() -> None:
    compare = BY_KEY["compare/compare"]
    assert file_ids(compare, {"files": [ID], "a": "1" * 32, "b": None}) == {ID}
    assert file_ids(BY_KEY["plan/f1"], {"tables": ID}) == {ID}


def test_the_form_of_means_lists_all_tests_and_knows_which_are_simulated() -> None:
    registered = names("test", outcome="numeric")
    test = next(field for field in fields(BY_KEY["plan/means"]) if field["name"] == "test")
    assert sorted(test["choices"]) == sorted([*registered, "auto"])
    assert set(test["simulates"]) == {name for name in registered if not _is_exact(name)}


def _is_exact(test: str) -> bool:
    try:
        unpaired = not lookup("test", test).traits["paired"]
        spreads = {"sd_a": 1, "sd_b": 1, "unpaired": True} if unpaired else {"sd": 1}
        plan.means(n=20, difference=0.5, test=test, by="exact", solve="power", **spreads)
    except ParameterError:
        return False
    return True


def test_a_file_that_is_not_there_is_refused() -> None:
    compare = BY_KEY["compare/compare"]
    with pytest.raises(ParameterError, match="uploaded first"):
        call_of(compare, compare.model(files=[ID]), {})


def test_paths_become_names() -> None:
    names = {"/x/ab/s.csv": "scores.csv", "/x/ab/": ""}
    given = {"/x/ab/s.csv": ["in /x/ab/s.csv", ("/x/ab/other", 1)]}
    assert without_paths(given, names) == {"scores.csv": ["in scores.csv", ["other", 1]]}


@pytest.mark.parametrize(
    "deed",
    [
        "open('/etc/passwd')",
        "open('../outside')",
        "__import__('os').listdir('/')",
        "__import__('subprocess').run(['true'])",
        "__import__('os').system('true')",
        "__import__('os').replace(inside + '/mine', inside + '/../moved')",
        "__import__('os').rename(inside + '/../outside', inside + '/moved')",
        "__import__('os').symlink('/etc/passwd', inside + '/link')",
        "__import__('socket').create_connection(('127.0.0.1', 9), 1)",
        "open(inside + '/../../../../../../../../etc/passwd')",
    ],
)
def test_a_worker_is_fenced_in(tmp_path: Path, deed: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "outside").write_text("secret")
    code = (
        "import os, sys, socket, subprocess\nfrom claimwise.web.fence import put_up\n"
        "inside = sys.argv[1]\nos.chdir(inside)\nput_up(inside, 10**10)\n"
        "open(os.path.join(inside, 'mine'), 'w').close()\n"  # what is its own it may
        f"try:\n    {deed}\nexcept PermissionError:\n    sys.exit(7)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "folder")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 7, (done.returncode, done.stderr)
    assert (tmp_path / "folder" / "mine").exists()


def test_a_worker_draws_all_the_same(tmp_path: Path) -> None:
    """It starts no process but the one that draws, and a crash of that one is not its own."""
    pytest.importorskip("vl_convert")
    code = (
        "import sys\nfrom claimwise.web.fence import put_up\n"
        "from claimwise.report.forms.drawing import FigureError, draw\n"
        "put_up(sys.argv[1], 6 * 10**9)\n"
        "chart = {'mark': 'point', 'data': {'values': [{'a': 1}]}, 'title': 'x'}\n"
        "assert draw(chart, 'svg').startswith(b'<svg')\n"
        "try:\n    draw({**chart, 'title': '\\x1b'}, 'svg')\n"
        "except FigureError as error:\n    print(error)\n"
        "assert draw(chart, 'svg').startswith(b'<svg')\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "The figure could not be drawn: the renderer crashed (SIGABRT).\n"


def test_the_page_runs_no_code_that_a_study_names(tmp_path: Path) -> None:
    """Not even if its file was uploaded and its hash is right."""

    code = tmp_path / "own.py"
    code.write_text("raise SystemExit('it ran')\n")
    metric = name_with_hash(code).replace(str(code), "own.py")
    text = f'kind = "pilot"\n[claim]\na = "a"\nb = "b"\nmetric = "{metric}"\n'
    uploads = [Upload(path=str(code), name="own.py")]
    with (
        pytest.raises(ParameterError, match="runs only if you allow it"),
        declared(text, uploads, str(tmp_path)),
    ):
        pass


def test_a_worker_has_so_much_memory(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    code = (
        "import sys\nfrom claimwise.web.fence import put_up\nput_up(sys.argv[1], 200_000_000)\n"
        "try:\n    bytearray(400_000_000)\nexcept MemoryError:\n    sys.exit(7)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)])
    assert done.returncode == 7
