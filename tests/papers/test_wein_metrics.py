"""Metrics as Wein et al. (2023) computed them: what their mistakes come to."""

import numpy as np
import pytest
from scipy import stats

from claimwise.data import Answers
from claimwise.metrics.responses import find_response_metric, scores
from papers.wein2023 import metrics  # noqa: F401


def some(n=30, k=4, seed=0, studies=()):
    """Whole numbers from 0 to 3, so that every metric fits."""
    rng = np.random.default_rng(seed)
    return Answers(*(rng.integers(0, 4, (*studies, n, k)).astype(float) for _ in range(3)))


def score(name, gold, a, b=None):
    """Scores of A and B from lists of answers."""
    a = np.asarray(a, float)
    b = a if b is None else np.asarray(b, float)
    return scores(find_response_metric(name), Answers(np.asarray(gold, float), a, b))


def test_value_of_published_distances():
    rng = np.random.default_rng(3)
    gold, a = rng.normal(0.5, 0.4, (20, 6)), rng.choice([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], (20, 6))

    def apart(x, y, bins):
        counts = [np.histogram(one, bins=bins, range=(0, 1))[0] for one in (x, y)]
        return stats.wasserstein_distance(*counts)

    each = [apart(x, y, 5) for x, y in zip(gold, a, strict=True)]
    assert score("mean-emd-published:bins=5", gold, a)[0] == pytest.approx(np.mean(each))
    means = apart(gold.mean(axis=1), a.mean(axis=1), 50)
    assert score("emd-means-published", gold, a)[0] == pytest.approx(means)
    assert score("emd-responses-published:bins=7", gold, a)[0] == pytest.approx(apart(gold, a, 7))


@pytest.mark.parametrize("what", ["mean-emd", "emd-means", "emd-responses"])
def test_value_of_the_published_mistake(what):
    gold, a, b = (np.full((4, 5), x) for x in (0.1, 0.1, 0.9))
    assert score(f"{what}-published", gold, a, b).tolist() == [0, 0]
    assert score(what, gold, a, b) == pytest.approx([0, 0.8])


def test_value_of_wins_that_rounding_decides():
    """0.1 + 0.2 is not 0.3 to a computer: a tie by the scale, and a win by the last bit."""
    gold, a, b = [[0.0, 0.0]], [[0.1, 0.2]], [[0.3, 0.0]]
    assert 0.1 + 0.2 > 0.3
    assert score("wins", gold, a, b).tolist() == [0, 0]
    assert score("wins-published", gold, a, b).tolist() == [0, 1]
    # Place by place the errors are 0.1 and 0.3, then 0.2 and 0: no rounding there.
    assert score("wins-vectorised-published", gold, a, b).tolist() == [0.5, 0.5]
    # Here it is in single answers: 0.6 - 0.4 is less than 0.2 by one bit.
    apart = ([[0.4]], [[0.2]], [[0.6]])
    assert score("wins-vectorised", *apart).tolist() == [0, 0]
    assert score("wins-vectorised-published", *apart).tolist() == [0, 1]


@pytest.mark.parametrize("name", ["wins", "wins-vectorised"])
def test_law_without_ties_published_wins_are_wins(name):
    answers = some()
    published = scores(find_response_metric(f"{name}-published"), answers)
    assert published.tolist() == scores(find_response_metric(name), answers).tolist()


def test_value_published_wins_are_a_plain_comparison():
    """As the released code has it: means of rows, distances, strictly smaller."""
    rng = np.random.default_rng(8)
    gold, a, b = rng.integers(0, 5, (3, 300, 5)) / 5
    errors = [
        [abs(np.mean(x) - np.mean(y)) for x, y in zip(gold, one, strict=True)] for one in (a, b)
    ]
    pairs = list(zip(*errors, strict=True))
    wanted = [np.mean([x < y for x, y in pairs]), np.mean([y < x for x, y in pairs])]
    assert score("wins-published", gold, a, b) == pytest.approx(wanted)
    assert sum(score("wins-published", gold, a, b)) > sum(score("wins", gold, a, b))
