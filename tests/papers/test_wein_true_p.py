"""True p-values of Wein et al. (2023), under the reading that reproduces their tables."""

import numpy as np
import pytest

from claimwise.data.responses import Counts
from claimwise.metrics.responses import find_response_metric, scores
from claimwise.worlds.response_presets import PUBLISHED, TOXICITY
from papers.wein2023 import metrics as _registered  # noqa: F401

SIZE = 100  # studies at a time


def leads(metrics, draw, k, replicates, seed):
    """How much worse B is than A in each study, by each metric."""
    rng, found = np.random.default_rng(seed), [[] for _ in metrics]
    for _ in range(replicates // SIZE):
        answers = draw(1000, Counts(k, k, k), rng, SIZE)
        for metric, rows in zip(metrics, found, strict=True):
            of_a, of_b = scores(metric, answers).T
            rows.append(of_b - of_a if metric.better == "lower" else of_a - of_b)
    return [np.concatenate(rows) for rows in found]


def true_p(names, world, k, replicates, seed=20231019):
    """P(a null study is at least as far in B's disfavour as a study)."""
    metrics = [find_response_metric(name) for name in names]
    found = {}
    alpha = leads(metrics, world.draw, k, replicates, seed)
    beta = leads(metrics, world.draw_mixed, k, replicates, seed + 1)
    for name, one, null in zip(names, alpha, beta, strict=True):
        below = np.searchsorted(np.sort(null), one, side="left")
        found[name] = 1 - below.mean() / len(null)
    return found


# World, epsilon, answers: metric -> (p of 4,000 studies, standard error of 1,000).
WANTED = {
    ("normal", 0.05, 5): {
        "mae": (0.0697, 0.0054),
        "wins": (0.00225, 0.0006),
        "wins-vectorised": (0.00185, 0.0005),
        "inverse-mse": (0.2656, 0.011),
        "spearman": (0.2662, 0.011),
        "cosine": (0.399, 0.013),
        "mean-emd": (0.071, 0.0054),
        "mean-emd-published:bins=5": (0.210, 0.010),
        "emd-means-published": (0.495, 0.013),
        "emd-responses-published": (0.488, 0.013),
    },
    ("normal", 0.05, 1): {
        "mae": (0.360, 0.012),
        "wins": (0.0995, 0.0065),
        "inverse-mse": (0.455, 0.013),
    },
    ("normal", 0.1, 5): {
        "inverse-mse": (0.0115, 0.0017),
        "spearman": (0.0085, 0.0014),
        "cosine": (0.140, 0.008),
        "mean-emd-published:bins=5": (0.0305, 0.0035),
        "emd-means-published": (0.4825, 0.013),
        "emd-responses-published": (0.441, 0.013),
    },
    ("normal", 0.1, 1): {"mae": (0.118, 0.007), "wins": (0.0064, 0.0011)},
    ("normal", 0.3, 5): {
        "emd-means-published": (0.139, 0.008),
        "emd-responses-published": (0.0345, 0.004),
        "emd-means": (0.0025, 0.0008),
        "emd-responses": (0.0061, 0.0014),
    },
    ("toxicity", 0.05, 5): {
        "mae": (0.235, 0.0105),
        "wins": (0.258, 0.011),
        "inverse-mse": (0.307, 0.012),
        "spearman": (0.283, 0.0115),
        "cosine": (0.428, 0.013),
        "mean-emd-published:bins=5": (0.354, 0.012),
    },
}
SMALL = {("normal", 0.05, 5), ("normal", 0.3, 5)}  # in every run, of few studies


def check(setting, replicates):
    name, epsilon, k = setting
    world = (TOXICITY if name == "toxicity" else PUBLISHED).at(epsilon_b=epsilon)
    wanted = WANTED[setting]
    found = true_p(list(wanted), world, k, replicates)
    for metric, (p, error) in wanted.items():
        room = 4 * error * np.sqrt(1000 / replicates + 1000 / 4000)
        assert abs(found[metric] - p) < room, (metric, found[metric], p)


@pytest.mark.parametrize("setting", sorted(SMALL), ids=str)
def test_chance_published_p_of_few_studies(setting):
    check(setting, 200)


@pytest.mark.calibration
@pytest.mark.parametrize("setting", list(WANTED), ids=str)
def test_chance_published_p(setting):
    check(setting, 2000)
