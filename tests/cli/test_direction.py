"""Which scores are better: by name, by the file, by the user, or by nobody."""

import shlex

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.metrics.direction import BETTER, add_direction, direction_of
from claimwise.report import to_text

from .commands import run as run_command

RNG = np.random.default_rng(3)
WORSE = 0.5 + RNG.random(50)  # B's scores are higher by about a half
SCORES = [*RNG.random(50), *WORSE]
LOWER = [
    *("ter", "wer", "cer", "perplexity", "bits_per_byte", "loss", "error", "latency", "mae"),
    *("rmse", "brier", "val loss", "latency_ms", "Error-Rate", "nll", "ece", "cost"),
]


def table(tmp_path, name, scores=SCORES):
    rows = [f"{k % 50},{'a' if k < 50 else 'b'},{score}" for k, score in enumerate(scores)]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join([f"item,system,{name}", *rows]) + "\n")
    return path


def run(*words):
    return run_command(shlex.join(map(str, words)))


@pytest.mark.parametrize("name", LOWER)
def test_a_name_says_that_lower_is_better(tmp_path, name):
    result = cw.compare(table(tmp_path, name), columns={"score": name})
    assert result.provenance["settings"]["better"] == "lower"
    assert result["verdict"].estimate == -1
    assert to_text(result).startswith("WORSE")
    assert any(note.kind == "inferred" and f"by the name {name}" in note for note in result.notes)
    assert "lower is better" in " ".join(to_text(result).split())


def test_the_users_word_wins(tmp_path):
    result = cw.compare(table(tmp_path, "wer"), better="higher")
    assert to_text(result).startswith("BETTER")


@pytest.mark.parametrize("name", ["score", "value", "alpha_x"])
def test_a_gate_refuses_to_guess(tmp_path, name):
    path = table(tmp_path, name)
    given = ["compare", path, "--column", f"score={name}"]
    refused = run(*given, "--gate", "--alternative", "greater")
    assert refused.returncode == 2
    assert "--better lower or --better higher" in refused.stderr
    assert run(*given, "--gate", "--better", "higher", "--alternative", "greater").returncode == 0
    assert "higher taken as better" in run(*given).stdout.lower().replace("\n", " ")


def test_a_gate_does_not_pass_a_regression(tmp_path):
    given = ["compare", table(tmp_path, "wer"), "--claim", "non-inferiority", "--margin", "0.1"]
    assert run(*given, "--gate").returncode == 3


def test_right_and_wrong_are_no_guess(tmp_path):
    path = table(tmp_path, "score", [k % 2 for k in range(50)] + [1] * 50)
    assert cw.compare(path).provenance["settings"]["better_by"] == "verdicts"
    assert run("compare", path, "--gate").returncode == 0


def test_law_every_name_of_the_table_says_its_own_direction():
    for name, better in BETTER.items():
        assert direction_of(name) == direction_of(name.upper().replace("_", " ")) == better


def test_what_is_turned_round_or_unknown_is_not_guessed():
    assert [direction_of(n) for n in ("1-wer", "neg_loss", "zeta", "score", None)] == [None] * 5


def test_law_metrics_that_are_computed_are_known():
    from claimwise.core.registry import names
    from claimwise.metrics import find_metric

    for name in names("metric"):
        if name in ("mean", "file"):
            continue
        try:
            known = find_metric(name)
        except ParameterError:  # it needs options
            continue
        assert direction_of(name) in (known.better, None), name


def test_the_table_can_be_extended(monkeypatch):
    monkeypatch.setitem(BETTER, "zeta", "lower")
    assert direction_of("Zeta") == "lower"
    with pytest.raises(ParameterError, match="higher or lower"):
        add_direction("zeta", "down")


def test_the_gate_of_a_study_refuses_to_guess(tmp_path):
    text = (
        'kind = "means"\nseed = 3\n[claim]\na = "a"\nb = "b"\n{more}[data]\nn = 50\n'
        "[assumptions]\ndifference = 0.2\nsd = 0.3\n"
    )
    data = table(tmp_path, "score")
    for more, code in (("", 2), ('better = "lower"\n', 3)):
        study = tmp_path / "study.toml"
        study.write_text(text.replace("{more}", more))
        done = run("study", "assess", study, data, "--gate")
        assert done.returncode == code, done.stderr
