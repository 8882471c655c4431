"""Where test and interval disagree, a caution says so, and the test decides."""

import numpy as np
import polars
import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.core import described
from claimwise.data import IndependentCounts, PairCounts
from claimwise.htest import find_test
from claimwise.intervals import find_interval

ALPHA, N = 0.05, 100
CODES = {"supported": 0, "contradicted": 3, "open": 4}
HOW = {"seed": 1, "resamples": 1}


def by_test_and_interval(data, test, interval):
    """Return of many studies which are decided by the test, and which by the interval."""
    p = find_test(test).evaluate(data, "two-sided", margin=0.0, **HOW)
    low, high = find_interval(interval).evaluate(data, 1 - ALPHA, **HOW)
    return p <= ALPHA, (low > 0) | (high < 0)


def every(most):
    first, second = np.meshgrid(np.arange(most + 1), np.arange(most + 1))
    return first.ravel(), second.ravel()


def paired_tables():
    wins, losses = every(30)
    return (
        wins,
        losses,
        by_test_and_interval(PairCounts.of(wins, losses, N), "mcnemar-midp", "tango"),
    )


def unpaired_tables(n_a, n_b):
    a, b = (counts.ravel() for counts in np.meshgrid(np.arange(n_a + 1), np.arange(n_b + 1)))
    decided = by_test_and_interval(IndependentCounts.of(a, n_a, b, n_b), "z-pooled", "newcombe")
    likely = (a + b >= 20) & (a + b <= n_a + n_b - 20)  # where z-pooled is the default
    return a[likely], b[likely], [one[likely] for one in decided]


def paired(wins, losses):
    a = np.repeat([0, 1, 1], [wins, losses, N - wins - losses])
    b = np.repeat([1, 0, 1], [wins, losses, N - wins - losses])
    return scores(a, b)


def scores(a, b):
    items = [*range(len(a))] * 2
    names = ["base"] * len(a) + ["new"] * len(b)
    return polars.DataFrame({"item": items, "system": names, "score": [*a, *b]})


def totals(a, n_a, b, n_b):
    return polars.DataFrame({"system": ["base", "new"], "correct": [a, b], "n": [n_a, n_b]})


def check(data, folder, verdict):
    """Check that the verdict follows the test, that a caution says so, and that a gate follows."""
    result = cw.compare(data)
    row = result["difference"]
    found, beyond = row.pvalue <= ALPHA, row.low > 0 or row.high < 0
    assert found != beyond
    assert found == (verdict != "open")
    assert result.verdict == verdict
    settings = result.provenance["settings"]
    both = {described(kind, settings[kind]).short for kind in ("test", "interval")}
    (said,) = [note for note in result.notes if note.kind == "caution" and "verdict" in note]
    assert all(f"({name})" in said for name in both)
    assert said in str(result).replace("\n  ", " ").replace("\n", " ")
    path = folder / "data.csv"
    data.write_csv(path)
    told = CliRunner().invoke(cli, ["compare", str(path), "--better", "higher", "--gate", "--json"])
    assert told.exit_code == CODES[verdict]
    by_interval = cw.compare(data, assess="interval")
    assert (by_interval.verdict == "open") == found
    assert not [note for note in by_interval.notes if note.kind == "caution" and "verdict" in note]


def test_right_and_wrong_on_the_same_items(tmp_path):
    wins, losses, (tested, beyond) = paired_tables()
    (only_interval,) = np.nonzero(~tested & beyond)
    assert len(only_interval) == 8  # of 961 tables
    for i in only_interval:
        check(paired(wins[i], losses[i]), tmp_path, "open")


def test_law_the_interval_of_tango_holds_no_zero_where_the_test_finds_a_difference():
    _, _, (tested, beyond) = paired_tables()
    assert not (tested & ~beyond).any()


def test_right_and_wrong_on_different_items_found_by_the_test_alone(tmp_path):
    a, b, (tested, beyond) = unpaired_tables(N, N)
    (only_test,) = np.nonzero(tested & ~beyond)
    assert len(only_test)
    for i in only_test[:4]:
        word = "supported" if b[i] > a[i] else "contradicted"
        check(totals(a[i], N, b[i], N), tmp_path, word)


def test_right_and_wrong_on_different_items_found_by_the_interval_alone(tmp_path):
    a, b, (tested, beyond) = unpaired_tables(30, 80)
    (only_interval,) = np.nonzero(~tested & beyond)
    assert len(only_interval)
    for i in only_interval:
        check(totals(a[i], 30, b[i], 80), tmp_path, "open")


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("differences", "found"),
    [
        ([-0.1, -0.6, 0.5, 1.1, 1.8, 0.8, 0.1, -0.1, 1.4, 6.3], True),
        ([-0.5, 2.5, 3.5, 3.2, -1.0, 1.1, 3.8, -0.7, -0.1, 1.9], False),
    ],
)
def test_means(differences, found, sign, tmp_path):
    word = "open" if not found else "supported" if sign > 0 else "contradicted"
    check(scores([0.0] * 10, [sign * d for d in differences]), tmp_path, word)


@pytest.mark.parametrize("test", ["t", "welch", "unpaired-permutation"])
def test_a_test_that_ignores_the_pairing_has_an_interval_that_does(test):
    rng = np.random.default_rng(1)
    a = rng.normal(size=60)
    table = scores(a, a + 0.3 + 0.5 * rng.normal(size=60))
    apart = cw.compare(
        table, paired=False, test=test, interval="pooled-t" if test == "t" else "welch"
    )
    found = cw.compare(table, test=test)
    assert (found["difference"].low, found["difference"].high) == pytest.approx(
        (apart["difference"].low, apart["difference"].high)
    )
    assert found["difference"].pvalue == pytest.approx(apart["difference"].pvalue)
    assert not any("decides otherwise" in note for note in found.notes)
    mixed = cw.compare(table, test=test, interval="t")  # asked for: the reason is the pairing
    assert mixed["difference"].high < found["difference"].high
    said = [note for note in mixed.notes if "for that reason" in note]
    assert len(said) == 1
    assert not any("Near the edge" in note for note in mixed.notes)


def test_few_items_that_can_reach_no_verdict_are_named_as_the_reason():
    few = scores(np.array([0.1, 0.2, 0.3]), np.array([0.5, 0.7, 0.6]))
    found = cw.compare(few)
    assert found["difference"].pvalue == pytest.approx(0.25)
    assert any("no p-value of the test" in note and "below 0.25" in note for note in found.notes)
    assert not any("Near the edge" in note for note in found.notes)
