"""Which scores are better: where columns, files or arrays that are a system each share a metric."""

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.metrics.direction import shared_name

N = 60
LOWER = [("base_wer", "new_wer"), ("loss_base", "loss_new"), ("base_latency_ms", "new_latency_ms")]


def scores(names, graded=True):
    """Return scores of two systems, of which the second has the lower ones."""
    rng = np.random.default_rng(3)
    base = rng.uniform(2, 3, N) if graded else (np.arange(N) < 40).astype(float)
    new = base - rng.uniform(0.1, 0.3, N) if graded else (np.arange(N) < 20).astype(float)
    return dict(zip(names, (base, new), strict=True))


@pytest.mark.parametrize("names", LOWER)
def test_direction_lower_scores_win_where_the_names_share_such_a_metric(names):
    for data in (scores(names), polars.DataFrame({"id": range(N)} | scores(names))):
        found = cw.compare(data)
        assert found.settings["better"] == "lower"
        assert found["verdict"].estimate == 1
        assert any("Lower is better, by the name" in note for note in found.notes)


def test_direction_errors_as_right_or_wrong_are_not_turned_round():
    found = cw.compare(scores(("base_error", "new_error"), graded=False))
    assert found["verdict"].estimate == 1
    assert cw.compare(scores(("base", "new"), graded=False))["verdict"].estimate == -1


def test_value_files_that_are_called_by_their_metric(tmp_path):
    files = []
    for name, values in scores(("wer_base", "wer_new")).items():
        files.append(str(tmp_path / f"{name}.csv"))
        polars.DataFrame({"id": range(N), "score": values}).write_csv(files[-1])
    assert cw.compare(*files).settings["better"] == "lower"
    assert cw.compare(*files, better="higher")["verdict"].estimate == -1


def test_direction_names_of_systems_in_a_column_say_nothing():
    wide = scores(("wer_base", "wer_new"))
    long = {
        "item": [*range(N)] * 2,
        "system": np.repeat([*wide], N),
        "score": [*np.ravel([*wide.values()])],
    }
    assert cw.compare(polars.DataFrame(long)).settings["better_by"] == "guess"


@pytest.mark.parametrize(
    ("names", "metric"),
    [
        (("wer_base", "wer_new"), "wer"),
        (("a.error rate", "b.error rate", "c.error rate"), "error_rate"),
        (("cost-aware-a", "cost-aware-b"), None),
        (("base_wer", "new_loss"), None),
        (("loss_a_accuracy", "loss_b_accuracy"), None),
        (("1-wer_a", "1-wer_b"), None),
        (("wer", "wer_new"), None),
        (("wer_a",), None),
    ],
)
def test_value_the_metric_that_names_share(names, metric):
    assert shared_name(names) == metric
