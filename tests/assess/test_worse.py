"""A claim of a difference with B worse than A: contradicted, WORSE, and a gate exits with 3."""

import numpy as np
import polars
import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.report import answer_of

ITEMS = 200


def frame(a, b, **more):
    """Return scores of two systems, the baseline first."""
    n = len(a)
    made = {"item": [*range(n)] * 2, "system": ["base"] * n + ["new"] * n, "score": [*a, *b]}
    return polars.DataFrame(made | {key: [*values] * 2 for key, values in more.items()})


def graded(seed=1):
    rng = np.random.default_rng(seed)
    low = rng.normal(0.4, 0.1, ITEMS)
    return low, low + rng.normal(0.1, 0.1, ITEMS)


def right(count):
    return (np.arange(ITEMS) < count).astype(int)


def binary(folder):
    frame(right(150), right(110)).write_csv(folder / "scores.csv")
    return ["scores.csv"]


def totals(folder):
    (folder / "totals.csv").write_text("system,correct,n\nbase,150,200\nnew,110,200\n")
    return ["totals.csv"]


def unpaired(folder):
    binary(folder)
    return ["scores.csv", "--unpaired"]


def means(folder):
    low, high = graded()
    frame(high, low).write_csv(folder / "scores.csv")
    return ["scores.csv"]


def unpaired_means(folder):
    return [*means(folder), "--unpaired"]


def lower_is_better(folder):
    low, high = graded()
    frame(low, high).write_csv(folder / "errors.csv")
    return ["errors.csv", "--better", "lower"]


def lower_right_or_wrong(folder):
    frame(right(110), right(150)).write_csv(folder / "errors.csv")
    return ["errors.csv", "--better", "lower"]


def clusters(folder):
    low, high = graded()
    frame(high, low, passage=[i // 5 for i in range(ITEMS)]).write_csv(folder / "scores.csv")
    return ["scores.csv", "--cluster", "passage"]


def several_datasets(folder):
    sets = ["one"] * 100 + ["other"] * 100
    a, b = right(150), right(110)
    b[:30] = 0
    frame(a, b, dataset=sets).write_csv(folder / "scores.csv")
    return ["scores.csv"]


def one_worse_dataset_among_two(folder):
    """All items together decide, though B is better on one of the data sets."""
    sets = ["one"] * 150 + ["other"] * 50
    a, b = right(150), right(100)
    b[150:] = np.arange(50) < 10
    frame(a, b, dataset=sets).write_csv(folder / "scores.csv")
    return ["scores.csv"]


def outputs(folder):
    rng = np.random.default_rng(1)
    gold = [[*rng.choice(list("abcdefghij"), 12)] for _ in range(60)]
    for name, errors in {"ref": 0, "base": 1, "new": 5}.items():
        lines = []
        for words in gold:
            changed = list(words)
            for k in rng.choice(12, errors + rng.integers(2) * (errors > 0), replace=False):
                changed[k] = "x"
            lines.append(" ".join(changed))
        (folder / f"{name}.txt").write_text("\n".join(lines))
    return ["base.txt", "new.txt", "--references", "ref.txt", "--resamples", "999", "--metric"]


def corpus(folder):
    return [*outputs(folder), "chrf"]


def lower_corpus(folder):
    return [*outputs(folder), "ter"]


def several_metrics(folder):
    return [*outputs(folder), "chrf,ter"]


def answers(folder):
    rng = np.random.default_rng(1)
    rows = []
    for item in range(60):
        truth = rng.normal(0, 1)
        for source, error in {"gold": 0.1, "base": 0.1, "new": 2.0}.items():
            rows += [(item, source, truth + rng.normal(0, error)) for _ in range(3)]
    made = polars.DataFrame(rows, ["item", "source", "response"], orient="row")
    made.write_csv(folder / "answers.csv")
    pair = ["--a", "base", "--b", "new"]
    return ["answers.csv", "--gold", "gold", "--metric", "mae", *pair, "--resamples", "999"]


CASES = [
    binary,
    totals,
    unpaired,
    means,
    unpaired_means,
    lower_is_better,
    lower_right_or_wrong,
    clusters,
    several_datasets,
    one_worse_dataset_among_two,
    corpus,
    lower_corpus,
    several_metrics,
    answers,
]
WAYS = [[], ["--assess", "interval"], ["--assess", "test"]]


UNNAMED = ("means", "unpaired_means", "clusters")


@pytest.mark.parametrize("ways", WAYS, ids=["both", "interval", "test"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_worse_by_scores(case, ways, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = [*case(tmp_path), *ways]
    # The name "score" does not say which scores are better, and a gate does not guess.
    known = ["--better", "higher"] if case.__name__ in UNNAMED else []
    told = CliRunner().invoke(cli, ["compare", *given, *known, "--gate", "--json"])
    assert told.exit_code == 3, told.output
    result = cw.report.from_json(told.stdout)
    assert result.verdict == "contradicted"
    assert answer_of(result).word == "WORSE"
    shown = CliRunner().invoke(cli, ["compare", *given])
    assert shown.exit_code == 0
    assert shown.stdout.startswith("WORSE")


def test_metrics_that_disagree_are_contradicted_by_the_worse_one(tmp_path, monkeypatch):
    """chrF falls, and so does TER, which is better: no gate passes what is mixed."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(2)
    gold = [" ".join(rng.choice(list("abcdefghij"), 14)) for _ in range(60)]
    words = [line.split() for line in gold]
    (tmp_path / "ref.txt").write_text("\n".join(gold))
    # Three words too many are more edits than two too few, but leave every word in place.
    (tmp_path / "base.txt").write_text("\n".join(" ".join([*w, "x", "x", "x"]) for w in words))
    (tmp_path / "new.txt").write_text("\n".join(" ".join(w[:-2]) for w in words))
    result = cw.compare(
        "base.txt", "new.txt", references="ref.txt", metric="chrf,ter", resamples=999
    )
    verdicts = {row.at["metric"]: row.estimate for row in result.select("verdict")}
    assert set(verdicts.values()) == {1.0, -1.0}
    assert result.verdict == "contradicted"
    assert answer_of(result).word == "MIXED"


def rated(difference):
    rng = np.random.default_rng(3)
    rows = [
        (f"r{r}", f"i{i}", system, float(np.clip(round(3 + shift + rng.normal(0, 0.8)), 1, 5)))
        for r in range(12)
        for i in range(20)
        for system, shift in (("base", 0.0), ("new", difference))
    ]
    return polars.DataFrame(rows, ["rater", "item", "system", "rating"], orient="row")


@pytest.mark.parametrize(
    ("difference", "verdict", "word"),
    [(-1.0, "contradicted", "WORSE"), (1.0, "supported", "BETTER")],
)
def test_worse_by_ratings(difference, verdict, word):
    result = cw.fit_ratings(rated(difference), slopes=False).result
    assert result.verdict == verdict
    assert answer_of(result).word == word


@pytest.mark.parametrize(
    ("wins", "verdict", "word"), [(0.2, "contradicted", "WORSE"), (0.8, "supported", "BETTER")]
)
def test_worse_by_judgements(wins, verdict, word):
    rng = np.random.default_rng(4)
    rows = [
        (f"r{r}", f"i{i}", "new" if rng.random() < wins else "base")
        for r in range(10)
        for i in range(30)
    ]
    made = polars.DataFrame(rows, ["rater", "item", "winner"], orient="row")
    result = cw.fit_judgements(made, a="base", b="new").result
    assert result.verdict == verdict
    assert answer_of(result).word == word


def test_worse_in_a_declared_study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    binary(tmp_path)
    (tmp_path / "study.toml").write_text(
        'kind = "accuracy"\n[claim]\na = "base"\nb = "new"\n[data]\nn = 200\n'
        '[assumptions]\ndifference = 0.1\nagreement = 0.8\nsource = "a guess"\n'
    )
    given = ["study", "assess", "study.toml", "scores.csv", "--gate", "--json"]
    told = CliRunner().invoke(cli, given)
    assert told.exit_code == 3, told.output
    result = cw.report.from_json(told.stdout)
    assert result.verdict == "contradicted"
    assert answer_of(result).word == "WORSE"
