"""Several comparisons of one study under metrics of which lower scores are better."""

import numpy as np
import polars as pl
import pytest

from claimwise.study import declare


def answers(epsilon_b, items=40):
    """Return answers of which those of A are 0.3 off the gold standard."""
    rng = np.random.default_rng(4)
    rows = []
    for item in range(items):
        level, side = rng.normal(), (-1) ** item
        for source, off in (("gold", 0.0), ("a", 0.3), ("b", epsilon_b), ("c", epsilon_b)):
            rows += [(item, source, level + side * off + rng.normal(0, 0.3)) for _ in range(4)]
    return pl.DataFrame(rows, schema=["item", "source", "response"], orient="row")


@pytest.mark.parametrize("correct", ["holm", "bonferroni", "benjamini-hochberg", "none"])
def test_direction_a_corrected_contradiction_knows_that_lower_errors_are_better(correct):
    declared = declare(
        {
            "kind": "responses",
            "claim": {"a": "a", "says": "superiority"},
            "data": {"items": 40, "responses": 4},
            "comparison": [{"name": "b", "b": "b"}, {"name": "c", "b": "c"}],
            "multiplicity": {"correct": correct},
        }
    )
    for epsilon, verdict in ((0.0, 1), (1.5, -1)):
        found = declared.assess(answers(epsilon))
        assert [found[f"verdict[{name}]"].estimate for name in "bc"] == [verdict, verdict]


def test_what_is_not_corrected_is_named():
    base = np.arange(200) < 100
    better = base | (np.arange(200) % 5 == 0)
    scores = {"base": base, "b": better, "c": better}
    rows = [(i, name, float(x)) for name, own in scores.items() for i, x in enumerate(own)]
    declared = declare(
        {
            "kind": "accuracy",
            "claim": {"a": "base"},
            "comparison": [{"name": "b", "b": "b"}, {"name": "c", "b": "c"}],
            "multiplicity": {"correct": "holm"},
        }
    )
    found = declared.assess(pl.DataFrame(rows, schema=["item", "system", "score"], orient="row"))
    said = "The intervals and the detectable differences are those of each comparison alone"
    assert "mde[b]" in found
    assert any(note.startswith(said) for note in found.notes)
