"""Corpus metrics on the command line, as a person meets them."""

import io
import json
import shlex
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest

from claimwise.cli.main import main


def run(command, cwd):
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd)
        patch.setattr(sys, "argv", ["claimwise", *shlex.split(command)])
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stopped:
            main()
    return stopped.value.code or 0, out.getvalue(), err.getvalue()


@pytest.fixture
def here(tmp_path, examples):
    for name, source in (("base", "base"), ("new", "new"), ("ref", "reference"), ("docs", None)):
        file = examples / "translations" / f"{source or 'documents'}.txt"
        shutil.copy(file, tmp_path / f"{name}.txt")
    shutil.copytree(examples, tmp_path / "examples")
    return tmp_path


TEXTS = "compare base.txt new.txt --references ref.txt"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"{TEXTS} --metric bleu,chrf,ter", ["BLEU ", "chrF ", "TER ", "3 better"]),
        (
            f"{TEXTS} --metric bleu:tokenize=none --test randomisation",
            ["BLEU:tokenize=none", "p = "],
        ),
        ("compare examples/ner.csv --metric f1:macro --a base --b new", ["in 60 clusters"]),
        (f"{TEXTS} --metric chrf++ --cluster docs.txt", ["200 items in 40 clusters"]),
        (f"{TEXTS} --metric token-f1", ["Permutation"]),
        (f"{TEXTS} --metric examples/own_metric.py", ["own_metric"]),
        (f"{TEXTS} --metric bleu --interval jackknife --test paired-bootstrap", ["jackknife"]),
    ],
)
def test_commands_answer(here, command, words):
    code, out, err = run(command, here)
    assert (code, err) == (0, "")
    for word in words:
        assert word in out


def test_json_has_rows_and_signatures(here):
    code, out, _ = run(f"{TEXTS} --metric bleu,ter --json", here)
    assert code == 0
    found = json.loads(out)
    rows = {row["estimand"]: row for row in found["rows"]}
    assert {"difference[bleu]", "score[base, ter]", "verdict[ter]", "mde[bleu]"} <= set(rows)
    for metric in ("bleu", "ter"):  # corrected for both
        raw = rows[f"raw_pvalue[{metric}]"]["estimate"]
        assert raw < rows[f"difference[{metric}]"]["pvalue"] <= 2 * raw
    assert len(found["provenance"]["settings"]["signature"]) == 2
    assert found["provenance"]["data"].startswith("sha256:")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (f"{TEXTS} --metric bleu --gate", 0),
        ("compare new.txt base.txt --references ref.txt --metric bleu --gate", 3),
        (f"{TEXTS} --metric bleu --claim equivalence --margin 5 --gate", 4),
        (f"{TEXTS} --metric bleu,ter --gate", 0),
    ],
)
def test_gates(here, command, code):
    assert run(command, here)[0] == code


def test_a_gate_over_several_systems_and_metrics_needs_all(here):
    shutil.copy(here / "base.txt", here / "copy.txt")
    command = "compare base.txt copy.txt new.txt --references ref.txt --baseline base"
    assert run(f"{command} --metric bleu,ter --gate", here)[0] == 4


def refused(command, cwd):
    code, out, err = run(command, cwd)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_files_out_of_step_are_refused_with_the_line(here):
    lines = (here / "new.txt").read_text().split("\n")
    (here / "new.txt").write_text("\n".join([*lines[:6], "", *lines[6:]]))
    said = refused(f"{TEXTS} --metric bleu", here)
    assert "200 lines in base.txt, 201 lines in new.txt, 200 lines in ref.txt" in said
    assert "line 7 is empty in new.txt and not in base.txt" in said


def test_empty_references_are_refused(here):
    lines = (here / "ref.txt").read_text().split("\n")
    lines[2] = ""
    (here / "ref.txt").write_text("\n".join(lines))
    assert "Line 3 of ref.txt is empty" in refused(f"{TEXTS} --metric bleu", here)


def test_what_is_no_utf8_is_refused(here):
    (here / "new.txt").write_bytes(b"caf\xe9\n" * 200)
    assert "new.txt is not in UTF-8: byte 0xe9 in line 1" in refused(f"{TEXTS} --metric bleu", here)


def test_labels_unseen_in_gold_are_refused(here):
    file = here / "examples" / "ner.csv"
    rows = file.read_text().replace("base,person,person", "base,person,animal", 1)
    file.write_text(rows)
    said = refused("compare examples/ner.csv --metric f1:macro", here)
    assert "animal" in said
    assert "base" in said
    assert "labels=" in said


def test_a_class_without_members_is_refused(here):
    said = refused(
        "compare examples/ner.csv --metric f1:macro:labels=person+place+organisation+other+animal",
        here,
    )
    assert "animal" in said


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"{TEXTS}", "These are outputs, and there is no metric"),
        (f"{TEXTS} --metric bleu:tokenize=nothing", "13a"),
        (f"{TEXTS} --metric f1", "f1"),
        ("compare examples/ner.csv --metric f1", "f1:macro"),
        ("compare base.txt new.txt --references nowhere.txt --metric bleu", "nowhere.txt"),
        (f"{TEXTS} --metric bleu --assess posterior", "a score for each item"),
        ("compare examples/arc.csv --metric bleu", "totals alone"),
        (f"{TEXTS} --metric missing.py", "missing.py"),
        ("compare base.txt new.txt --metric bleu", "Give --references FILE"),
        ("compare base.txt new.txt", "add --references FILE and --metric"),
        (
            "compare examples/ner.csv --references ref.txt --metric bleu",
            "examples/ner.csv is a table",
        ),
        (
            "compare examples/ner.csv --metric f1:macro --a base --b base",
            "--a base and --b base name the same system",
        ),
        ("compare examples/validation.csv --metric f1:macro", "--column gold=NAME"),
        ("compare examples/validation.csv --metric accuracy", "leave --metric out"),
    ],
)
def test_mistakes_are_told_in_one_sentence(here, command, words):
    assert words in refused(command, here)


def test_the_doctor_says_which_metrics_there_are(here):
    assert "f1:macro" in run("doctor examples/ner.csv", here)[1]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def item_stats(g, p): return 1 / 0\ndef score(t): return t", "ZeroDivisionError"),
        ("def item_stats(g, p): return [[1]]\ndef score(t): return t", "a row of statistics"),
        ("def item_stats(g, p): return [[1]] * len(p)\ndef score(t): return t[0]", "last axis"),
        ("def item_stats(g, p): return [[1]] * len(p)\ndef score(t): return t.x", "AttributeError"),
        ("def score(t): return t", "item_stats(gold, predicted)"),
        (
            "def item_stats(g, p): return [[len(x), 2] for x in p]\n"
            "def score(t): return t[0] / t[1]",
            "last axis",
        ),
        (
            "def item_stats(g, p): return [[len(x)] for x in p]\n"
            "def score(t): return t.sum(axis=1)",
            "score(totals)",
        ),
        ("import nothing_like_this", "ModuleNotFoundError"),
        ("TAKES = 'image'\ndef item_stats(g, p): return 1\ndef score(t): return t", "takes"),
    ],
)
def test_mistakes_in_an_own_metric_are_told(here, source, words):
    (here / "mine.py").write_text(source + "\n")
    assert words in refused(f"{TEXTS} --metric mine.py", here)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def score_items(g, p): return ((g - p) ** 2).mean()", "reduce over axis=-1"),
        ("def score_items(g, p): return 1.0", "one score for each of 3 rows"),
        ("def score_items(g, p): return 1 / 0", "ZeroDivisionError"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
    ],
)
def test_mistakes_in_scores_of_items_are_told(here, source, words):
    (here / "mine.py").write_text(f"TAKES = 'number'\n{source}\n")
    numbers = ["item,system,gold,prediction"]
    numbers += [f"{i},{s},{i % 3},{(i * 7 + len(s)) % 5}" for s in ("A", "BB") for i in range(12)]
    (here / "numbers.csv").write_text("\n".join(numbers) + "\n")
    assert words in refused("compare numbers.csv --metric mine.py", here)


@pytest.mark.parametrize("value", ["float('nan')", "float('inf')"])
def test_statistics_that_are_not_finite_are_told(here, value):
    source = f"def item_stats(g, p): return [[{value}]] * len(p)\ndef score(t): return t[..., 0]"
    (here / "mine.py").write_text(source + "\n")
    assert "finite numbers from item_stats" in refused(f"{TEXTS} --metric mine.py", here)


def test_empty_outputs_are_counted(here):
    lines = (here / "new.txt").read_text().split("\n")
    lines[4] = ""
    (here / "new.txt").write_text("\n".join(lines))
    out = run(f"{TEXTS} --metric bleu --details", here)[1]
    assert "1 of 200 outputs of new are empty" in out
