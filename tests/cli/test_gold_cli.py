"""Several answers to each item on the command line: compare with a gold standard."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from claimwise.cli.main import cli
from claimwise.core import ClaimwiseError
from claimwise.data import read_responses
from claimwise.metrics.responses import find_response_metric, scores


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    rng = np.random.default_rng(1)
    lines = ["item,source,response,rater"]
    for item in range(30):
        centre = rng.random()
        for source, spread in (("people", 0.1), ("old", 0.1), ("new", 0.5)):
            for rater in range(3):
                if (source, item % 3, rater) != ("new", 0, 2):
                    value = centre + spread * rng.normal()
                    lines.append(f"q{item},{source},{value:.4f},{source}{rater}")
    path = tmp_path_factory.mktemp("gold") / "answers.csv"
    path.write_text("\n".join(lines))
    return path


def run(path, more, code=0):
    given = f"compare {path} --gold people --a old --b new --resamples 499 {more}"
    done = CliRunner().invoke(cli, given.split())
    if isinstance(done.exception, ClaimwiseError):
        return str(done.exception)
    assert done.exit_code == code, done.output
    return done.output


def test_a_comparison_says_what_it_rests_on(answers):
    said = " ".join(run(answers, "--metric wins:mae --details").split())
    assert "item-swap" in said
    assert "A and B are equally good" in said
    assert "30 items; answers to an item: people 3, old 3, new 2.67" in said
    assert "new has fewer answers to an item than old" in said
    assert "behind old" in said


@pytest.mark.slow
def test_the_json_has_the_numbers(answers):
    found = json.loads(run(answers, "--metric mae,emd-responses --even --json"))
    rows = {row["estimand"]: row for row in found["rows"]}
    data = read_responses(answers, gold="people")
    old, new = data.answers["old"].copy(), data.answers["new"]
    old[np.isnan(new).any(axis=1), 2] = np.nan
    for metric in ("mae", "emd-responses"):
        wanted = scores(find_response_metric(metric), data.pair("old", "new")._replace(a=old))
        assert rows[f"difference[{metric}]"]["estimate"] == pytest.approx(wanted[1] - wanted[0])
    assert rows["difference[mae]"]["pvalue"] < 0.05


def test_gates_and_refusals(answers):
    run(answers, "--metric mae --gate", code=3)
    assert "found no responders" not in run(answers, "--metric mae --test responder-permutation")
    assert "found continuous" in run(answers, "--metric mean-tv")
    assert "--dataset does not go with a gold standard, --gold." in run(
        answers, "--metric mae --dataset x"
    )
