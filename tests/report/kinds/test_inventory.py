"""The doctor: ready, ask or broken; and the command that it names does what it says."""

import json
import shlex
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.report import answer_of, plain, to_text

EXAMPLES = Path(__file__).parents[3] / "examples"
LOGS = [str(EXAMPLES / "logs" / name / "samples_reading.jsonl") for name in ("base", "new")]
FILES = {
    "metrics": "item,system,metric,score\n"
    + "".join(f"{i},{s},{m},{i % 2}\n" for i in range(4) for s in "ab" for m in ("acc", "f1")),
    "apart": "item,system,score\n1,a,1\n2,a,0\n3,b,1\n4,b,0\n",
    "named": "qid,who,acc\n1,a,1\n1,b,0\n2,a,1\n2,b,1\n",
    "empty": "item,system,score\n1,a,\n1,b,\n2,a,\n2,b,\n",
}


@pytest.fixture
def file(tmp_path):
    def write(name):
        path = tmp_path / f"my {name}.csv"  # a name that needs quotation marks
        path.write_text(FILES[name])
        return str(path)

    return write


def diagnosis(found):
    return found.provenance["settings"]["diagnosis"]


def runs(found):
    """Run the command that the doctor names, and return its exit code."""
    words = shlex.split(diagnosis(found)["attempt"])
    assert words[0] == "claimwise"
    return CliRunner().invoke(cli, [*words[1:], "--json"]).exit_code


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("leaderboard.csv", "5 systems x 600 items, right or wrong, paired"),
        ("arc.csv", "2 systems on 2 data sets, totals of right answers"),
    ],
)
def test_files_that_are_ready(name, words):
    path = str(EXAMPLES / name)
    found = cw.doctor(path)
    told = answer_of(found)
    assert (told.word, told.tone, found.verdict) == ("READY", "good", None)
    assert told.headline == f"{words}. Try: claimwise compare {path}"
    assert runs(found) == 0


def test_the_direction_of_graded_scores_is_asked_for():
    path = str(EXAMPLES / "latency.csv")
    told = answer_of(cw.doctor(path))
    size = "2 systems x 120 items, scores from 156.1 to 337.5, paired"
    which = "which scores are better: lower, higher?"
    assert told.word == "ASK"
    assert told.headline == f"{size}; {which} Try: claimwise compare {path} --better lower"


def test_items_are_those_that_all_systems_have():
    found = cw.doctor("tests/report/holes.csv")
    compared = cw.compare("tests/report/holes.csv")
    assert diagnosis(found)["items"] == compared["difference"].n
    assert f"x {compared['difference'].n} items" in answer_of(found).headline


def test_items_of_many_systems_are_those_that_all_have():
    rows = [(i, s, 1) for s, n in (("a", 9), ("b", 8), ("c", 7)) for i in range(n)]
    frame = pl.DataFrame(rows, schema=["item", "system", "score"], orient="row")
    assert diagnosis(cw.doctor(frame))["items"] == 7


def test_a_metric_has_to_be_named(file):
    path = file("metrics")
    found = cw.doctor(path)
    told = answer_of(found)
    assert told.word == "ASK"
    assert "which metric: acc, f1?" in told.headline
    assert told.headline.endswith(f"Try: claimwise compare {shlex.quote(path)} --metric acc")
    assert runs(found) == 0
    assert "right or wrong" not in told.headline  # another metric may be graded
    assert answer_of(cw.doctor(path, metric="f1")).word == "READY"


def test_a_filter_has_to_be_named(tmp_path):
    paths = []
    for name in ("base", "new"):
        lines = [
            {"doc_id": i, "doc": {}, "target": "x", "filter": f, "metrics": ["acc"], "acc": i % 2}
            for i in range(4)
            for f in ("strict", "loose")
        ]
        path = tmp_path / name / "samples_task_2024-01-01T00-00-00.000000.jsonl"
        path.parent.mkdir()
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        paths.append(str(path))
    found = cw.doctor(*paths)
    told = answer_of(found)
    assert told.word == "ASK"
    assert "which filter: strict, loose?" in told.headline
    assert told.headline.endswith("--filter strict")
    assert runs(found) == 0


def test_a_second_system_has_to_be_given():
    told = answer_of(cw.doctor(LOGS[0]))
    assert told.word == "ASK"
    assert "Only base is here" in plain(told.headline)
    assert told.headline.endswith(f"{LOGS[0]} OTHER")
    assert answer_of(cw.doctor(*LOGS)).word == "READY"


def test_answers_are_compared_by_a_metric_that_is_named():
    found = cw.doctor(EXAMPLES / "responses.csv")
    assert answer_of(found).word == "ASK"
    assert runs(found) == 0


@pytest.mark.parametrize(
    ("name", "why"), [("apart", "share 0 scored items"), ("empty", "no score")]
)
def test_what_cannot_be_compared_is_broken_and_says_why(file, name, why):
    found = cw.doctor(file(name))
    told = answer_of(found)
    assert (told.word, told.tone) == ("BROKEN", "bad")
    assert why in told.headline
    assert "attempt" not in diagnosis(found)


def test_columns_that_were_named_are_named_again(file):
    found = cw.doctor(file("named"), columns={"system": "who"})
    assert diagnosis(found)["attempt"].endswith("--column system=who")
    assert runs(found) == 0


def test_a_frame_is_compared_by_a_call():
    found = cw.doctor(pl.read_csv(EXAMPLES / "leaderboard.csv"))
    assert diagnosis(found)["attempt"] == "cw.compare(data)"


def test_tables_count_each_system_and_each_file():
    found = cw.doctor(*LOGS)
    systems, files = answer_of(found).tables
    for line in systems.rows:
        assert int(line[1]) == found[f"items[{plain(line[0])}]"].estimate
    assert [line[0] for line in files.rows] == [
        "base/samples_reading.jsonl",
        "new/samples_reading.jsonl",
    ]
    for line in files.rows:
        assert int(line[1]) == found[f"samples[{line[0]}]"].estimate


@pytest.mark.parametrize("width", [60, 80, 120])
def test_an_inventory_fits_a_screen(width):
    for name in ("leaderboard.csv", "responses.csv", "ner.csv"):
        lines = to_text(cw.doctor(EXAMPLES / name), width=width).splitlines()
        assert len(lines) <= 60
