"""The page, the command that it shows and the Python lines that it shows give the same rows."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from claimwise import plan, report
from claimwise.cli.main import cli
from claimwise.data.examples import example_path
from claimwise.web.tasks import TASKS

from .serving import Client, example, follow

pytestmark = pytest.mark.slow

EXACT = [
    ("accuracy", {"n": 300, "difference": 0.03, "agreement": 0.85}),
    ("accuracy", {"difference": -0.02, "test": "mcnemar-exact", "alpha": 0.01}),
    ("accuracy", {"claim": "non-inferiority", "margin": 0.02, "difference": 0.0}),
    ("proportions", {"n": 400, "difference": 0.05, "alternative": "greater"}),
    ("preference", {"n": 100, "win": 0.6, "lose": 0.3, "ties": "split"}),
    ("means", {"n": 100, "difference": 0.1}),
    ("means", {"n": 100, "difference": 0.1, "unpaired": True, "sd_a": 0.5}),
]
JOBS: list[tuple[str, str, dict[str, Any], dict[str, list[str] | str]]] = [
    ("plan", "bleu", {"n": 300, "replicates": 600, "resamples": 50, "seed": 3}, {}),
    ("plan", "bleu", {"n": 100, "replicates": 40, "resamples": 40}, {}),
    ("plan", "means", {"n": 40, "cluster_size": 5, "icc": 0.2, "replicates": 200}, {}),
    *(
        ("plan", name, {"n": 200, "replicates": 60, "resamples": 40}, {"tables": "confusion.toml"})
        for name in ("f1", "precision", "recall", "mcc", "kappa", "confusion")
    ),
    ("plan", "accuracy", {"n": 90, "by": "simulation", "solve": "power", "replicates": 300}, {}),
    ("plan", "accuracy", {"looks": "0.5,1", "spending": "pocock"}, {}),
    ("plan", "accuracy", {"assess": "test,posterior", "rope": 0.02, "replicates": 60}, {}),
    ("plan", "accuracy", {"effect_prior": "normal:0.02:0.01", "solve": "power"}, {}),
    ("plan", "accuracy", {"agreement_from": "squad2", "baseline": 0.8, "solve": "n"}, {}),
    ("plan", "accuracy", {"uncertain": True, "n": 300}, {"pilot": "validation.csv"}),
    ("plan", "proportions", {"by": "simulation", "solve": "power", "replicates": 300}, {}),
    ("plan", "preference", {"by": "simulation", "solve": "power", "replicates": 300}, {}),
    ("plan", "means", {"n": 40, "test": "wilcoxon", "replicates": 100, "solve": "power"}, {}),
    ("plan", "judgements", {"items": 10, "replicates": 40, "list_length": 5}, {}),
    ("plan", "ratings", {"items": 8, "replicates": 20, "independent": True}, {}),
    (
        "plan",
        "responses",
        {
            "items": 20,
            "responses": 3,
            "replicates": 40,
            "resamples": 50,
            "metric": "mae,wins,spearman",
        },
        {},
    ),
    (
        "plan",
        "pilot",
        {"n": 100, "replicates": 200, "resamples": 50},
        {"files": ["validation.csv"]},
    ),
    ("compare", "compare", {"a": "bert", "b": "albert"}, {"files": ["leaderboard.csv"]}),
    (
        "compare",
        "compare",
        {"assess": "test,interval,posterior,bayes-factor", "claim": "superiority", "margin": 0.01},
        {"files": ["validation.csv"]},
    ),
    ("compare", "compare", {"unpaired": True, "better": "lower"}, {"files": ["latency.csv"]}),
    ("compare", "compare", {"metric": "f1:macro", "resamples": 200}, {"files": ["ner.csv"]}),
    ("compare", "compare", {"pairs": "neighbours,best"}, {"files": ["leaderboard.csv"]}),
    ("compare", "compare", {"columns": "score=correct"}, {"files": ["validation.csv"]}),
    ("ratings", "ratings", {"model": "linear", "no_slopes": True}, {"file": "ratings.csv"}),
    (
        "ratings",
        "ratings",
        {"model": "linear", "no_slopes": True, "interval": "bootstrap", "resamples": 20},
        {"file": "ratings.csv"},
    ),
    ("ratings", "judgements", {"a": "base", "b": "new"}, {"file": "judgements.csv"}),
    ("responses", "compare", {"metric": "mae", "resamples": 200}, {"files": ["responses.csv"]}),
]


DEFAULTS = {  # of the forms, written down once more
    "accuracy": {"n": 500, "difference": 0.02, "agreement": 0.9},
    "proportions": {"n": 1000, "baseline": 0.8, "difference": 0.05},
    "preference": {"n": 200, "win": 0.5, "lose": 0.4},
    "means": {"n": 300, "difference": 0.05, "sd": 0.4},
}


def rows_of_command(command: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.chdir(example_path("arc.csv").parent)
    words = shlex.split(command)
    assert words[0] == "claimwise"
    more = ["--no-store"] if words[1] == "plan" else []
    done = CliRunner().invoke(cli, [*words[1:], "--json", *more], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    found: list[Any] = json.loads(done.stdout)["rows"]
    return found


def rows_of_python(lines: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.chdir(example_path("arc.csv").parent)
    space: dict[str, Any] = {}
    exec(lines, space)
    found: list[Any] = json.loads(report.to_json(space["result"]))["rows"]
    return found


@pytest.mark.parametrize(("kind", "options"), EXACT)
def test_exact_plans(
    client: Client, monkeypatch: pytest.MonkeyPatch, kind: str, options: dict[str, Any]
) -> None:
    got = client.post(f"/api/plan/{kind}", json=options)
    assert got.status_code == 200, got.text
    answer = got.json()
    assert answer["rows"] == rows_of_command(answer["command"], monkeypatch)
    assert answer["rows"] == rows_of_python(answer["python"], monkeypatch)
    assert answer["headline"] == "".join(part for part, _ in answer["pieces"]["headline"])
    assert answer["figures"]
    given = {**DEFAULTS[kind], **options}
    if options.get("unpaired"):
        given = {**given, "sd_b": 0.4}
        del given["sd"]
    wanted = json.loads(report.to_json(getattr(plan, kind)(**given)))["rows"]
    assert answer["rows"] == wanted


STREAMED: list[tuple[str, dict[str, Any]]] = [
    ("bleu", {"n": 300, "replicates": 4000, "resamples": 20, "seed": 3}),
    ("judgements", {"items": 10, "replicates": 400, "seed": 3}),
    ("means", {"n": 40, "cluster_size": 5, "icc": 0.2, "replicates": 4000, "seed": 3}),
    ("responses", {"items": 20, "responses": 3, "replicates": 400, "resamples": 20, "seed": 3}),
]


@pytest.mark.parametrize(("kind", "options"), STREAMED)
def test_a_partial_answer_shows_the_command_that_gives_it(
    monkeypatch: pytest.MonkeyPatch, kind: str, options: dict[str, Any]
) -> None:
    told: list[Any] = []
    request = {"view": "plan", "kind": kind, "options": options}
    TASKS["run"](request, lambda event, data: told.append(data) if event == "partial" else None)
    partial = told[0]  # all that is there after Cancel
    assert partial["replicates"] < options["replicates"]
    assert f"--replicates {partial['replicates']} " in partial["command"] + " "
    assert f"replicates={partial['replicates']}" in partial["python"]
    assert partial["rows"] == rows_of_command(partial["command"], monkeypatch)
    assert partial["rows"] == rows_of_python(partial["python"], monkeypatch)


@pytest.mark.parametrize(("view", "kind", "options", "files"), JOBS)
def test_jobs(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    view: str,
    kind: str,
    options: dict[str, Any],
    files: dict[str, Any],
) -> None:
    ids = {
        key: [example(client, one) for one in value]
        if isinstance(value, list)
        else example(client, value)
        for key, value in files.items()
    }
    event, answer = follow(client, view, kind, {**options, **ids})[-1]
    assert event == "answer", answer
    assert answer["rows"] == rows_of_command(answer["command"], monkeypatch)
    assert answer["rows"] == rows_of_python(answer["python"], monkeypatch)
    flags = {key: "column" if key == "columns" else key.replace("_", "-") for key in options}
    assert all(f"--{flag}" in answer["command"] for flag in flags.values())
    for one in ids.values():
        for id_ in one if isinstance(one, list) else [one]:
            client.delete(f"/api/files/{id_}")


def test_a_study(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    text = example_path("study.toml").read_text()
    for kind in ("check", "power"):
        event, answer = follow(client, "study", kind, {"text": text})[-1]
        assert event == "answer", answer
        assert answer["rows"] == rows_of_command(answer["command"], monkeypatch)
        assert answer["rows"] == rows_of_python(answer["python"], monkeypatch)
    data = example(client, "validation.csv")
    event, answer = follow(client, "study", "assess", {"text": text, "data": [data]})[-1]
    assert event == "answer", answer
    assert answer["rows"] == rows_of_command(answer["command"], monkeypatch)
    assert answer["rows"] == rows_of_python(answer["python"], monkeypatch)


def test_a_new_study_is_one_that_can_be_checked(client: Client, tmp_path: Path) -> None:
    made = client.post("/api/study/new", json={"n": 400, "source": "a pilot", "seed": 448})
    assert made.status_code == 200, made.text
    event, answer = follow(client, "study", "check", {"text": made.json()["text"]})[-1]
    assert event == "answer", answer
    command = ["study", "new", str(tmp_path / "s.toml"), "--kind", "accuracy", "--n", "400"]
    command += ["--a", "baseline", "--b", "candidate", "--difference", "0.02"]
    command += ["--agreement", "0.9", "--source", "a pilot"]
    assert CliRunner().invoke(cli, command).exit_code == 0
    from claimwise.study import read

    wanted = read(tmp_path / "s.toml").check()
    assert answer["rows"] == json.loads(report.to_json(wanted))["rows"]
