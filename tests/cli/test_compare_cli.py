"""claimwise compare and doctor, as a person meets them."""

import hashlib
import io
import json
import shlex
import subprocess
import sys
import zipfile
from contextlib import redirect_stderr, redirect_stdout

import numpy as np
import pytest
from scipy import stats

from claimwise.cli.main import main


def run(command, cwd=None):
    """Run the command line in this process, which is quicker than a new one for each."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd or ".")
        patch.setattr(sys, "argv", ["claimwise", *shlex.split(command)])
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stopped:
            main()
    code = stopped.value.code
    return subprocess.CompletedProcess(command, code or 0, out.getvalue(), err.getvalue())


def rows(command, cwd=None):
    done = run(f"{command} --json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return {row["estimand"]: row for row in json.loads(done.stdout)["rows"]}


def refused(command, cwd=None):
    done = run(command, cwd=cwd)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def lm_eval_samples(path, seed, better, shuffle=False, passages=20, per=6):
    """Write samples as lm-evaluation-harness does: one line for each document and filter."""
    rng = np.random.default_rng(seed)
    lines = []
    for i in range(passages * per):
        doc = {"passage": f"p{i // per}", "question": f"q{i}"}
        right = float(rng.uniform() < 0.5 + better)
        lines.append(
            {
                "doc_id": i,
                "doc": doc,
                "target": "yes",
                "arguments": {},
                "resps": [["yes"]],
                "filtered_resps": ["yes"],
                "filter": "none",
                "metrics": ["acc", "f1"],
                "doc_hash": hashlib.sha256(json.dumps(doc).encode()).hexdigest(),
                "prompt_hash": hashlib.sha256(b"prompt").hexdigest(),
                "target_hash": hashlib.sha256(b"yes").hexdigest(),
                "acc": right,
                "f1": [1, int(right)],
            }
        )
    if shuffle:
        lines = [lines[i] for i in rng.permutation(len(lines))]
    path.parent.mkdir()
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return {line["doc_id"]: line["acc"] for line in lines}


def inspect_log(path, model, right):
    """Write a log as Inspect does: a zip with a header and summaries."""
    header = {
        "version": 2,
        "status": "success",
        "eval": {
            "task": "t",
            "model": model,
            "dataset": {"name": "d", "samples": len(right)},
            "config": {"epochs": 1},
        },
        "results": {"scores": [{"name": "match", "scorer": "match", "metrics": {}}]},
    }
    summaries = [
        {
            "id": i + 1,
            "epoch": 1,
            "input": f"question {i}",
            "target": "yes",
            "scores": {"match": {"value": "C" if r else "I"}},
        }
        for i, r in enumerate(right)
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps(header))
        archive.writestr("summaries.json", json.dumps(summaries))


@pytest.mark.slow
def test_the_arc_commands_as_written(examples):
    root = examples.parent
    got = rows("compare examples/arc.csv --a reading-strategies --b bert", cwd=root)
    assert {"difference[easy]", "difference[challenge]", "difference[combined]"} <= set(got)
    got = rows(
        "compare examples/arc.csv --a reading-strategies --b bert "
        "--assess test,interval,posterior,bayes-factor --margin 0.01",
        cwd=root,
    )
    assert got["probability_greater[easy]"]["estimate"] == pytest.approx(0.9962757785, abs=1e-9)
    assert got["bayes_factor_01[easy]"]["estimate"] == pytest.approx(1.37733, abs=1e-5)
    one = rows(
        "compare examples/arc.csv --a reading-strategies --b bert --dataset easy "
        "--alternative greater",
        cwd=root,
    )
    assert one["difference"]["pvalue"] == pytest.approx(0.00372, abs=1e-5)


def test_the_lm_eval_command_as_written(tmp_path):
    a = lm_eval_samples(tmp_path / "a" / "samples_x.jsonl", 1, 0.0)
    b = lm_eval_samples(tmp_path / "b" / "samples_x.jsonl", 2, 0.3, shuffle=True)
    got = rows(
        "compare a/samples_x.jsonl b/samples_x.jsonl --metric acc --cluster doc.passage",
        cwd=tmp_path,
    )
    expected = np.mean([b[i] - a[i] for i in a])
    assert got["difference"]["estimate"] == pytest.approx(expected)
    assert got["difference"]["n"] == 120
    text = run(
        "compare a/samples_x.jsonl b/samples_x.jsonl --metric acc --cluster doc.passage",
        cwd=tmp_path,
    ).stdout
    assert "20 clusters" in " ".join(text.split())
    assert "points" in text
    assert "--metric" in refused("compare a/samples_x.jsonl b/samples_x.jsonl", cwd=tmp_path)
    wrong = refused(
        "compare a/samples_x.jsonl b/samples_x.jsonl --metric acc --cluster doc.passag",
        cwd=tmp_path,
    )
    assert "doc.passage" in wrong
    pair = refused("compare a/samples_x.jsonl b/samples_x.jsonl --metric f1", cwd=tmp_path)
    assert "f1" in pair


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ([1] * 380 + [0] * 20, [1] * 380 + [0] * 20, 0),  # nothing changed
        ([1] * 380 + [0] * 20, [1] * 320 + [0] * 80, 3),  # 15 points lost
        ([1, 0] * 10, [0, 1] * 10, 4),  # too few to say
    ],
)
def test_the_gate_command_as_written(tmp_path, old, new, code):
    inspect_log(tmp_path / "old.eval", "m/old", old)
    inspect_log(tmp_path / "new.eval", "m/new", new)
    command = "compare old.eval new.eval --claim non-inferiority --margin 0.01 --gate"
    done = run(command, cwd=tmp_path)
    assert done.returncode == code, done.stdout + done.stderr
    word = {0: "PASS", 3: "FAIL", 4: "OPEN"}[code]
    assert done.stdout.startswith(word)


def test_the_leaderboard_command_as_written(tmp_path, examples):
    (tmp_path / "leaderboard.csv").write_bytes((examples / "leaderboard.csv").read_bytes())
    command = "compare leaderboard.csv --baseline bert --correct holm --markdown table.md"
    done = run(command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    table = (tmp_path / "table.md").read_text()
    assert "| roberta vs bert |" in table
    assert "p (Holm)" in table


def test_the_doctor_command_as_written(tmp_path):
    lm_eval_samples(tmp_path / "x" / "samples_x.jsonl", 1, 0.0)
    done = run("doctor samples_x.jsonl --details", cwd=tmp_path / "x")
    assert done.returncode == 0, done.stderr
    for word in ("lm-eval", "acc", "f1", "doc.passage", "120"):
        assert word in done.stdout


def test_a_plain_gate_is_about_b_being_better(tmp_path):
    inspect_log(tmp_path / "old.eval", "m/old", [1] * 50 + [0] * 150)
    inspect_log(tmp_path / "new.eval", "m/new", [1] * 100 + [0] * 100)
    assert run("compare old.eval new.eval --gate", cwd=tmp_path).returncode == 0
    assert run("compare new.eval old.eval --gate", cwd=tmp_path).returncode == 3
    assert run("compare new.eval old.eval --gate --json", cwd=tmp_path).returncode == 3


def test_observed_power_is_refused_with_the_reason(examples):
    said = refused(f"compare {examples / 'leaderboard.csv'} --a bert --b roberta --power observed")
    assert "p-value in other words" in said
    assert "--power 0.8" in said


def write(path, text, encoding="utf-8"):
    path.write_bytes(text.encode(encoding))
    return path


LONG = "item,system,score\n"
PAIR = "i1,a,1\ni1,b,0\ni2,a,0\ni2,b,1\ni3,a,1\ni3,b,1\n"


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (LONG + PAIR.replace("i2,b,1", "i2,b,good"), "", "good"),
        (LONG + PAIR.replace("i2,b,1", "i2,b,nan"), "", "nan"),
        (LONG + PAIR.replace("i2,b,1", "i2,b,true"), "", "true"),
        (LONG + PAIR + "i3,b,1\n", "", "Item i3 of b has two scores, in row 6 of s.csv and row 7"),
        (LONG + "i1,a,1\ni1,b,0\n", "", "a and b share 1 scored item"),
        (LONG + "i1,a,1\ni2,a,0\n", "", "only one system, a"),
        (LONG + "i1,a,2\ni1,b,2\ni2,a,2\ni2,b,2\n", "", "a and b score 2 on every item"),
        (LONG, "", ""),
        ("", "", "empty"),
        ("item,system,scroe\n" + PAIR, "", "score"),
        (LONG + PAIR, "--metric acc", "metric"),
        (LONG + PAIR, "--column score=scor", "score"),
        (LONG + PAIR, "--column scoe=score", "score"),
        (LONG + PAIR, "--column score", "ROLE=NAME"),
        (LONG + PAIR, "--cluster passage", "passage"),
        (LONG + PAIR, "--dataset x", "dataset"),
        (LONG + PAIR, "--a c", "c is not in s.csv; it has a, b."),
        (LONG + PAIR.replace(",b,", ",bert,"), "--baseline brt", "Did you mean bert?"),
        (LONG + PAIR, "--test mcnemar-mdip", "mcnemar-midp"),
        (LONG + PAIR, "--assess tset", "test"),
        (LONG + PAIR, "--claim equivalence", "margin"),
        (LONG + PAIR, "--alpha 2", "alpha"),
        (LONG + PAIR, "--gate --assess posterior", "--gate"),
        (LONG + PAIR, "--resamples 0", "resamples"),
        (LONG + PAIR.replace("i2,b,1", "i2,b"), "", "Line 5 of s.csv has 2 fields; the header"),
        ("item,system,score,cluster\n" + PAIR.replace("\n", ",c\n"), "", "one cluster"),
        ("item,system,score,score\n" + PAIR.replace("\n", ",1\n"), "", "score"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path, text, options, words):
    write(tmp_path / "s.csv", text)
    assert words in refused(f"compare s.csv {options}", cwd=tmp_path)


def test_bad_files_are_one_sentence(tmp_path):
    (tmp_path / "folder").mkdir()
    write(tmp_path / "latin.csv", LONG + PAIR.replace("i1", "é"), "latin-1")
    (tmp_path / "broken.eval").write_bytes(b"PK\x03\x04 not a zip")
    (tmp_path / "broken.jsonl").write_text('{"item": 1, "system": "a", "score": 1}\n{"item": 2,')
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 broken")
    for name, words in {
        "folder": "folder",
        "nothing.csv": "nothing.csv",
        "latin.csv": "byte",
        "broken.eval": "broken.eval",
        "broken.jsonl": "Line 2 of broken.jsonl is broken JSON:",
        "noise.bin": "noise.bin",
        "broken.parquet": "broken.parquet",
    }.items():
        assert words in refused(f"compare {name}", cwd=tmp_path)
        refused(f"doctor {name}", cwd=tmp_path)


def test_nothing_is_written_when_input_is_refused(tmp_path):
    write(tmp_path / "s.csv", LONG + PAIR)
    refused("compare s.csv --a zzz --markdown out.md", cwd=tmp_path)
    assert not (tmp_path / "out.md").exists()


def test_json_is_all_that_is_printed_and_the_numbers_are_those_of_the_text(tmp_path):
    rng = np.random.default_rng(9)
    a, b = rng.normal(size=60), rng.normal(0.4, 1, size=60)
    lines = [f"i{i},x,{x}\ni{i},y,{y}\n" for i, (x, y) in enumerate(zip(a, b, strict=True))]
    write(tmp_path / "s.csv", LONG + "".join(lines))
    got = rows("compare s.csv --test paired-t", cwd=tmp_path)
    expected = stats.ttest_rel(b, a)
    assert got["difference"]["pvalue"] == pytest.approx(expected.pvalue)
    text = " ".join(run("compare s.csv --test paired-t", cwd=tmp_path).stdout.split())
    assert f"p = {expected.pvalue:.3f}".replace("0.", ".") in text
    assert f"y beats x by {(b - a).mean():.2f}" in text


def test_help_is_quick_and_shows_an_example():
    done = run("compare --help")
    assert done.returncode == 0
    assert "Example: claimwise compare examples/arc.csv" in " ".join(done.stdout.split())
    code = "import sys, claimwise.cli.compare; print('numpy' in sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "False"


def test_the_gate_judges_several_datasets_by_the_whole(tmp_path):
    """B leads on one data set and on all items, but nothing is settled on the other."""
    lines = ["dataset,system,correct,n", "large,a,500,1000", "large,b,600,1000"]
    write(tmp_path / "t.csv", "\n".join([*lines, "small,a,5,10", "small,b,5,10", ""]))
    got = rows("compare t.csv", cwd=tmp_path)
    assert got["verdict[combined]"]["estimate"] == 1
    assert got["verdict[small]"]["estimate"] == 0
    assert run("compare t.csv --gate", cwd=tmp_path).returncode == 0
    assert run("compare t.csv --gate --dataset small", cwd=tmp_path).returncode == 4
