"""Law: what doctor recommends can be run, for every file of the examples and of real data."""

import json
import re
import shlex
from pathlib import Path

import pytest

from claimwise.data import example_path

from .commands import run

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "data"
EXAMPLES = sorted((ROOT / "examples").glob("*.csv"))
ASKED = ("responses", "counts", "latency", "sentiment")  # which metric, or what is better
# Files in which no study is, and nothing can be asked: what doctor says is one sentence.
NO_STUDY = (
    *(
        "glue_test_set_sizes",
        "highvar_lowmer_lmer",
        "humaneval_master",
        "likert_ratings",
        "metrics",
    ),
    *("num_items_vs_effect_size", "models", "Glue-Paper-Annotations"),
)
REAL_FILES = [
    *("agents/tau_airline_gpt4o.csv", "judge/cje_arena_sample.csv", "preferences/llmfao.csv"),
    *("ratings/null_001.csv", "ratings/sim_r3_i100.csv", "ratings/wine.csv"),
    *("ratings/pplm_fluency.csv", "logs/helm/mmlu_philosophy_gpt2"),
    "logs/lm_eval/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl",
    "logs/every_eval_ever/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40_samples.jsonl",
    *("logs/inspect/popularity_1.eval", "logs/inspect/log_read_sample.eval"),
]
SLOW = ("ratings/pplm_fluency.csv",)  # recommended, but the model takes a while


def attempt(path):
    """Return the command that doctor tries, from its JSON, which is not wrapped."""
    done = run(f"doctor {shlex.quote(str(path))} --json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return told["provenance"]["settings"]["diagnosis"]


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_law_examples(path):
    found = attempt(path)
    assert found["state"] == ("ask" if path.stem in ASKED else "ready")
    done = run(found["attempt"].removeprefix("claimwise "))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("name", "verb"), [("ratings", "ratings"), ("judgements", "judgements"), ("survey", "survey")]
)
def test_each_kind_of_file_has_its_verb(name, verb):
    found = attempt(example_path(f"{name}.csv"))
    assert found["state"] == "ready"
    assert found["attempt"].startswith(f"claimwise {verb} ")


@pytest.mark.slow
@pytest.mark.skipif(not REAL.exists(), reason="the folder of real data is not next to the checkout")
@pytest.mark.parametrize("name", REAL_FILES)
def test_law_real_files(name):
    found = attempt(REAL / name)
    assert found["state"] in ("ready", "ask")
    command = found["attempt"].removeprefix("claimwise ")
    if " OTHER" in command:  # one system: given a second name, it is compared with itself
        command = command.replace(" OTHER", f" {shlex.quote(str(REAL / name))}")
        command += " --system one --system two"
    if name in SLOW:
        return
    done = run(command)
    assert done.returncode in (0, 2), done.stderr
    if done.returncode:  # it was read, but of one or two samples nothing can be said
        assert re.search("on every item|scored items?, and a comparison needs two", done.stderr)


@pytest.mark.skipif(not REAL.exists(), reason="the folder of real data is not next to the checkout")
@pytest.mark.parametrize("name", NO_STUDY)
def test_law_what_cannot_be_compared_is_said_in_a_sentence(name):
    (path,) = (REAL / "card2020").glob(f"{name}.[ct]sv")
    done = run(f"doctor {path}")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(not REAL.exists(), reason="the folder of real data is not next to the checkout")
def test_a_judge_and_its_oracle_are_asked_about_and_the_option_works():
    path = REAL / "judge" / "cje_arena_sample.csv"
    refused = run(f"compare {path}")
    assert refused.returncode == 2
    assert "2 columns of scores: judge, oracle. Choose one with --metric judge." in refused.stderr
    assert run(f"compare {path} --metric judge --baseline base").returncode == 0


@pytest.mark.skipif(not REAL.exists(), reason="the folder of real data is not next to the checkout")
def test_winners_on_the_left_and_right_are_systems():
    path = REAL / "preferences" / "llmfao.csv"
    refused = run(f"judgements {path}")
    assert refused.returncode == 2
    pair = re.search(r"(--a .*? --b .*?|--a .*?) were compared", refused.stderr)
    assert pair, refused.stderr
    options = pair[1].replace(" and --b", " --b")
    done = run(f"judgements {path} {options}")
    assert done.returncode == 0, done.stderr
