"""The study's commands as a person meets them."""

import json
import re
import tomllib
from datetime import date
from math import comb
from pathlib import Path

import pytest
from click.testing import CliRunner

from claimwise.cli.main import cli
from claimwise.kinds import find_kind, kinds

from .commands import rows, run

NEW = (
    "study new s.toml --kind accuracy --a base --b new --n 2000 --difference 0.02 "
    "--agreement 0.9 --source 'a pilot of 200 items'"
)


@pytest.fixture
def declared(tmp_path):
    assert run(NEW, cwd=tmp_path).returncode == 0
    return tmp_path


def test_from_flags_to_a_frozen_study(declared):
    text = (declared / "s.toml").read_text()
    assert tomllib.loads(text)["assumptions"]["agreement"] == 0.9
    got = rows("study check s.toml", cwd=declared)
    assert got["power"]["estimate"] == pytest.approx(0.81, abs=5e-5)
    assert [got[name]["estimate"] for name in ("complete", "consistent", "frozen")] == [1, 1, 0]
    done = run("study freeze s.toml", cwd=declared)
    assert f"Frozen on {date.today()}." in done.stdout
    assert rows("study check s.toml", cwd=declared)["frozen"]["estimate"] == 1
    assert run("study check s.toml --gate", cwd=declared).returncode == 0
    again = run("study freeze s.toml", cwd=declared)
    assert "unchanged since: nothing was written" in again.stdout


def test_what_the_bundled_study_shows(examples):
    """24 items won and 12 lost of 36: McNemar's mid-p by hand."""
    got = rows("study assess examples/study.toml examples/validation.csv", cwd=examples.parent)
    tail = sum(comb(36, k) for k in range(12)) / 2**36
    midp = 2 * tail + comb(36, 12) / 2**36
    assert got["difference"]["pvalue"] == pytest.approx(midp, rel=1e-9)
    assert got["difference"]["estimate"] == pytest.approx((24 - 12) / 400)
    assert got["deviations"]["estimate"] == 0
    gate = "study assess examples/study.toml examples/validation.csv --gate"
    assert run(gate, cwd=examples.parent).returncode == 0


def test_a_changed_declaration_is_not_passed_off_as_the_frozen_one(examples, tmp_path):
    text = (examples / "study.toml").read_text()
    (tmp_path / "s.toml").write_text(text.replace("alpha = 0.05 ", "alpha = 0.10 "))
    done = run(f"study assess s.toml {examples / 'validation.csv'} --details", cwd=tmp_path)
    said = " ".join(done.stdout.split())
    assert "claim.alpha was 0.05, is 0.1" in said
    assert said.count("changed since") >= 2  # as a deviation, and by its seal


def test_the_figure_holds_the_powers_of_the_plan(declared):
    done = run("study power s.toml --plot p.json", cwd=declared)
    assert "Written: p.json" in done.stdout
    values = json.loads((declared / "p.json").read_text())["data"]["values"]
    drawn = {value["n"]: value["estimate"] for value in values}
    assert (min(drawn), max(drawn)) == (500, 4000)
    assert drawn[2000] == pytest.approx(0.81, abs=5e-5)
    assert drawn[500] == pytest.approx(0.2906, abs=5e-5)  # as in the readme


def test_a_gate_refuses_a_declaration_that_was_changed_after_freezing(examples, tmp_path):
    text = (examples / "study.toml").read_text()
    (tmp_path / "s.toml").write_text(text.replace("alpha = 0.05 ", "alpha = 0.10 "))
    data = examples / "validation.csv"
    done = run(f"study assess s.toml {data} --gate --report r.html", cwd=tmp_path)
    assert done.returncode == 2
    assert "alpha was 0.05, is 0.1" in " ".join(done.stderr.split())
    assert not (tmp_path / "r.html").exists()
    assert run(f"study assess s.toml {data}", cwd=tmp_path).returncode == 0


def in_topics(path):
    """Write right and wrong of base and new on 24 topics of 10 items; new is right on 5 topics."""
    lines = ["item,system,correct,topic"]
    for item in range(240):
        topic, right = item // 10, item % 2
        new = 1 if topic < 5 else right
        lines += [f"i{item},base,{right},t{topic}", f"i{item},new,{new},t{topic}"]
    path.write_text("\n".join(lines))


def test_a_gate_does_not_pass_where_a_column_could_be_clusters(declared):
    in_topics(declared / "d.csv")
    file, gate = declared / "s.toml", "study assess s.toml d.csv --gate --report r.html"
    text = file.read_text().replace("n = 2000", "n = 240")
    file.write_text(text)
    done = run(gate, cwd=declared)
    assert done.returncode == 2
    assert 'data.cluster = "topic", or data.cluster = "none"' in done.stderr
    assert not done.stdout
    assert not (declared / "r.html").exists()
    # The same rule as of compare.
    alone = run("compare d.csv --gate", cwd=declared)
    assert alone.returncode == 2
    assert "with topic as clusters the verdict would be open" in alone.stderr
    assert run("compare d.csv --gate --cluster topic", cwd=declared).returncode == 4
    file.write_text(text.replace("n = 240", 'n = 240\ncluster = "none"'))
    assert run(gate, cwd=declared).returncode == 0
    assert (declared / "r.html").exists()


def test_gates_of_a_check(declared):
    file = declared / "s.toml"
    text = file.read_text()
    gates = {
        text.replace("n = 2000", "n = 500 "): 3,
        text.replace("difference = 0.02 ", "difference = 0.0 "): 3,
        text.replace('source = "a pilot of 200 items"', ""): 4,
        text.replace("n = 2000", ""): 4,
        text: 0,
    }
    for content, code in gates.items():
        file.write_text(content)
        assert run("study check s.toml", cwd=declared).returncode == 0
        assert run("study check s.toml --gate", cwd=declared).returncode == code, content
    run("study freeze s.toml", cwd=declared)
    file.write_text(file.read_text().replace("alpha = 0.05 ", "alpha = 0.06 "))
    assert run("study check s.toml --gate", cwd=declared).returncode == 3


def test_refusals_are_words_and_leave_the_file(declared):
    before = (declared / "s.toml").read_bytes()
    for command, said in {
        NEW: "s.toml exists already. Choose another name, or write over it with --force.",
        "study new t.toml --a base": "--kind needs one of accuracy",
        "study new t.toml": "or a terminal to ask questions on",
        f"{NEW} --force --set claim.alhpa=0.1": "Did you mean alpha?",
        f"{NEW} --force --set alhpa": "SECTION.KEY=VALUE",
        f"{NEW} --force --set frozen.hash=x": "SECTION.KEY=VALUE",
        f"{NEW} --force --b newer": "[multiplicity] needs a correct",
        "study freeze none.toml": "none.toml does not exist",
        "study check .": ". is a folder, not a file",
    }.items():
        done = run(command, cwd=declared)
        assert done.returncode == 2, command
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    assert (declared / "s.toml").read_bytes() == before
    assert [path.name for path in declared.iterdir()] == ["s.toml"]


def test_any_key_can_be_set(tmp_path):
    sets = "--set data.missing=0.1 --set 'data.columns={item = \"qid\"}' --looks '[0.5, 1.0]'"
    done = run(f"{NEW.replace('s.toml', '-')} {sets} --rule pocock --seed 3", cwd=tmp_path)
    document = tomllib.loads(done.stdout)
    assert document["data"] == {"n": 2000, "missing": 0.1, "columns": {"item": "qid"}}
    assert document["stopping"]["rule"] == "pocock"
    assert document["seed"] == 3
    assert list(tmp_path.iterdir()) == []


def test_several_candidates_are_several_comparisons(tmp_path):
    done = run(f"{NEW.replace('s.toml', '-')} --b newer --correct holm", cwd=tmp_path)
    assert [c["b"] for c in tomllib.loads(done.stdout)["comparison"]] == ["new", "newer"]


def ask(folder, monkeypatch, answers):
    monkeypatch.chdir(folder)
    monkeypatch.setattr("claimwise.cli.study_new.on_terminal", lambda: True)
    return CliRunner().invoke(cli, ["study", "new", "d.toml"], input=answers)


def test_a_short_dialogue(tmp_path, monkeypatch):
    answers = [
        "acuracy",
        "accuracy",
        "",
        "2024",
        "equivalence",
        "0.03",
        "500",
        "0.01",
        "0.95",
        "ours",
    ]
    done = ask(tmp_path, monkeypatch, "\n".join(answers) + "\n")
    assert done.exit_code == 0, done.output
    assert "Did you mean accuracy?" in done.output
    document = tomllib.loads((tmp_path / "d.toml").read_text())
    claim = document["claim"]
    assert (claim["a"], claim["b"]) == ("base", "2024")
    assert (claim["says"], claim["margin"]) == ("equivalence", 0.03)
    assert document["data"]["n"] == 500
    assert document["assumptions"] == {"difference": 0.01, "agreement": 0.95, "source": "ours"}


def test_who_only_presses_enter_claims_no_pilot(tmp_path, monkeypatch):
    done = ask(tmp_path, monkeypatch, "\n" * 8)
    assert done.exit_code == 0, done.output
    document = tomllib.loads((tmp_path / "d.toml").read_text())
    assert document["assumptions"]["source"] == "a guess"
    assert (document["claim"]["a"], document["claim"]["b"]) == ("base", "new")


def test_who_leaves_the_dialogue_leaves_nothing(tmp_path, monkeypatch):
    done = ask(tmp_path, monkeypatch, "accuracy\nbase\n")
    assert done.exit_code != 0
    assert list(tmp_path.iterdir()) == []


def test_json_of_a_check_is_one_object(declared):
    done = run("study check s.toml --json", cwd=declared)
    settings = json.loads(done.stdout)["provenance"]["settings"]
    assert settings["state"] == "unfrozen"
    assert settings["hash"].startswith("sha256:")


def test_every_kind_is_in_the_help_and_in_the_docs():
    listed = " ".join(run("study new --help").stdout.partition("Kinds of study:")[2].split())
    table = Path("docs/study.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)$", table, flags=re.M))
    for kind in map(find_kind, kinds()):
        assert f"{kind.name} {kind.about}" in listed
        claims, looks = rows[kind.name].split("|")[2:4]
        every = "all claims" if len(kind.claims) == 4 else ", ".join(kind.claims)
        assert claims.strip().startswith(every)
        assert ("planned" in looks) == (kind.looks is not None)


def test_the_example_in_the_help_of_assess_works():
    said = " ".join(run("study assess --help").stdout.partition("Example:")[2].split())
    assert run(said.removeprefix("claimwise ")).returncode == 0


def test_looks_before_are_given_by_their_items(tmp_path):
    (tmp_path / "study.toml").write_text(WITH_LOOKS)
    data = Path("examples/validation.csv").resolve()
    done = run(f"study assess study.toml {data} --looked-at 150", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "at 150 items, planned at 200" in " ".join(done.stdout.split())
    wrong = run(f"study assess study.toml {data} --looked-at many", cwd=tmp_path)
    assert "--looked-at needs numbers of items" in wrong.stderr


WITH_LOOKS = """\
kind = "accuracy"
[claim]
a = "baseline"
b = "candidate"
[data]
n = 400
[stopping]
rule = "obrien-fleming"
looks = 2
"""
