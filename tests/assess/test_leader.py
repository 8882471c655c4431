"""Many systems without a baseline: one verdict on all of them, whatever the order of names."""

from itertools import permutations
from math import nan

import numpy as np
import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.assess.leader import verdict_of_all
from claimwise.cli.main import cli
from claimwise.core import Row

RIGHT = {"low": 40, "middle": 100, "high": 160}  # of 200 items, nested: clearly apart


def pair(b, a, verdict, **at):
    return Row(quantity="verdict", at={"b": b, "a": a, **at}, estimate=verdict)


def table(right, n=200, names=None):
    """Return a table of scores: each system has the first so many items right."""
    item = np.arange(n)
    return {
        "item": np.tile(item, len(right)).tolist(),
        "system": np.repeat(list(names or right), n).tolist(),
        "score": np.concatenate([(item < count).astype(float) for count in right.values()]),
    }


def write(path, scores):
    lines = ["item,system,score"]
    lines += [
        f"{i},{s},{x:g}"
        for i, s, x in zip(scores["item"], scores["system"], scores["score"], strict=True)
    ]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture
def files(tmp_path):
    def made(right, name="scores.csv"):
        return write(tmp_path / name, table(right))

    return made


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        ((1, 1, 1), 1),  # c beats a and b
        ((-1, -1, 1), 1),  # a beats b and c
        ((1, 0, -1), 1),  # b beats a and c, though a and c are tied
        ((1, 1, 0), 0),  # b and c are tied at the top
        ((0, 0, 0), 0),
        ((1, -1, 1), 0),  # a test that goes in circles has no best
        ((1, 1, nan), 0),
    ],
)
def test_supported_where_one_system_beats_each_other_one(verdicts, whole):
    rows = [
        pair(b, a, v)
        for (a, b), v in zip([("a", "b"), ("a", "c"), ("b", "c")], verdicts, strict=True)
    ]
    row = verdict_of_all(rows)
    assert (row.quantity, row.at, row.estimate) == ("verdict", {}, whole)


def test_undefined_where_no_pair_could_be_judged():
    row = verdict_of_all([pair("b", "a", nan), pair("c", "a", nan), pair("c", "b", nan)])
    assert row.estimate != row.estimate


def test_by_several_metrics_the_same_system_must_be_best():
    by_bleu = [pair("b", "a", 1, metric="bleu"), pair("c", "b", -1, metric="bleu")]
    agrees = [pair("b", "a", 1, metric="ter"), pair("c", "b", -1, metric="ter")]
    differs = [pair("b", "a", -1, metric="ter"), pair("c", "b", -1, metric="ter")]
    assert verdict_of_all(by_bleu + agrees).estimate == 1
    assert verdict_of_all(by_bleu + differs).estimate == 0


@pytest.mark.parametrize("order", list(permutations(RIGHT)))
def test_law_the_order_of_systems_does_not_matter(files, order):
    scores = files({name: RIGHT[name] for name in order})
    result = cw.compare(scores)
    assert result.verdict == "supported"
    assert result.to_dict()["verdict"] == "supported"
    assert len(result.select("verdict")) == 4
    tied = cw.compare(files({name: {**RIGHT, "middle": 158}[name] for name in order}, "tied.csv"))
    assert tied.verdict == "open"


@pytest.mark.parametrize(
    ("middle", "options", "code"),
    [
        (100, [], 0),
        (158, [], 4),
        (100, ["--assess", "interval"], 0),
        (100, ["--better", "lower"], 0),
        (40, ["--better", "lower"], 4),
        (100, ["--baseline", "low"], 0),
        (100, ["--baseline", "high"], 3),
        (100, ["--baseline", "middle"], 3),  # a claim against a baseline has a direction
        (40, ["--baseline", "low"], 4),
        (100, ["--alternative", "greater"], 3),
    ],
)
def test_a_gate_follows(files, middle, options, code):
    path = files({"high": RIGHT["high"], "middle": middle, "low": RIGHT["low"]})
    told = CliRunner().invoke(cli, ["compare", path, *options, "--gate"])
    assert told.exit_code == code, told.output


def test_on_several_data_sets_all_items_together_decide():
    one, other = table(RIGHT), table({"low": 160, "middle": 90, "high": 160})
    scores = {key: [*one[key], *other[key]] for key in one}
    scores["item"] = [*one["item"], *(i + 200 for i in other["item"])]
    scores["dataset"] = ["one"] * 600 + ["other"] * 600
    import polars

    result = cw.compare(polars.DataFrame(scores))
    assert {row.at.get("dataset") for row in result.select("verdict")} == {None, "one", "other"}
    assert result.verdict == "supported"


def test_metrics_of_the_whole_corpus_too(tmp_path):
    rng = np.random.default_rng(1)
    gold = [" ".join(rng.choice(list("abcdefghij"), 12)) for _ in range(60)]
    (tmp_path / "ref.txt").write_text("\n".join(gold))
    for name, errors in {"worst": 7, "best": 1, "middle": 4}.items():
        lines = []
        for text in gold:
            words = text.split()
            for k in rng.choice(12, errors, replace=False):
                words[k] = "x"
            lines.append(" ".join(words))
        (tmp_path / f"{name}.txt").write_text("\n".join(lines))
    outputs = [tmp_path / f"{name}.txt" for name in ("worst", "best", "middle")]
    for metric in ("chrf", "chrf,ter"):
        result = cw.compare(*outputs, references=tmp_path / "ref.txt", metric=metric, resamples=999)
        assert -1.0 in {row.estimate for row in result.select("verdict")}
        assert result.verdict == "supported", metric
        against = cw.compare(
            *outputs,
            references=tmp_path / "ref.txt",
            metric=metric,
            baseline="best",
            resamples=999,
        )
        assert against.verdict == "contradicted"
