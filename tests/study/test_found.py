"""What data hold: items of their own, runs, data sets, clusters at a look."""

import polars as pl
import pytest

from claimwise.core import DataError

from .declared import scored, study

SCORES = [float(i % 7) for i in range(20)], [float(i % 5) for i in range(20)]


def unpaired(procedure=None, **more):
    return study(
        "means",
        procedure=procedure or {},
        data={"n": 20, "unpaired": True, **more},
        assumptions={"difference": 1.0, "sd_a": 2.0, "sd_b": 2.0, "source": "a guess"},
    ).freeze()


def deviations(declared, data):
    return set(declared.assess(data).provenance["deviations"])


def test_items_of_their_own_are_as_declared():
    assert deviations(unpaired(), scored(*SCORES)) == set()


def test_runs_of_unpaired_items_are_counted():
    data = scored(*SCORES)
    twice = pl.concat([data.with_columns(run=pl.lit(run)) for run in (1, 2)])
    assert deviations(unpaired(), twice) == {"runs", "test"}
    assert deviations(unpaired({"runs": "samples"}, runs=2), twice) == set()


def test_runs_and_raters_are_a_sample_unless_declared_otherwise():
    """Each of three shifts one of the systems, so that they leave two degrees of freedom."""
    data = scored(*SCORES).with_columns(item=pl.col("item").str.slice(1))
    paired = {"data": {"n": 20}, "assumptions": {"difference": 1.0, "sd": 2.0, "source": "a guess"}}
    for role in ("rater", "run"):
        moved = [
            data.with_columns(
                pl.lit(f"x{k}").alias(role),
                score=pl.col("score") + 2.0 * k * (pl.col("system") == "b"),
            )
            for k in range(3)
        ]
        random = study("means", **paired).freeze().assess(pl.concat(moved))
        assert "crossed-" in random.provenance["deviations"]["test"]
        keys = {"test": "paired-t", f"{role}s": "fixed"}
        fixed = study("means", procedure=keys, **paired).freeze().assess(pl.concat(moved))
        assert "test" not in fixed.provenance["deviations"]
        assert (random.verdict, fixed.verdict) == ("open", "supported")


def test_items_of_the_same_names_are_told_where_each_was_to_have_its_own():
    data = scored(*SCORES).with_columns(item=pl.col("item").str.slice(1))
    found = unpaired().assess(data)
    assert found.provenance["deviations"]["paired"].startswith("20 items have the same names")


def test_unpaired_items_are_told_apart_by_their_data_sets():
    data = scored(*SCORES).with_columns(
        dataset=pl.when(pl.int_range(pl.len()) % 20 < 10).then(pl.lit("x")).otherwise(pl.lit("y")),
        item=pl.col("system") + (pl.int_range(pl.len()) % 10).cast(pl.String),
    )
    assert deviations(unpaired(), data) == {"dataset", "test"}


def test_a_score_that_stands_twice_is_refused_by_its_rows():
    data = scored(*SCORES)
    with pytest.raises(DataError, match="Item a0 of a has two scores, in row"):
        unpaired().assess(pl.concat([data, data.head(1)]))


def test_clusters_that_are_still_to_come_are_no_deviation_at_a_look():
    declared = study(
        "means",
        data={"n": 40, "cluster": "passage", "clusters": 8},
        procedure={"test": "cluster-cr2"},
        assumptions={"difference": 1.0, "sd": 2.0, "icc": 0.1, "source": "a guess"},
        stopping={"rule": "pocock", "looks": 2},
    ).freeze()
    item = pl.int_range(20, eager=True)
    half = pl.concat(
        pl.DataFrame({"item": item, "system": [name] * 20, "score": scores, "passage": item // 5})
        for name, scores in zip("ab", SCORES, strict=True)
    )
    assert set(declared.assess(half, look=1).provenance["deviations"]) == set()
    scattered = half.with_columns(passage=pl.col("item") // 2)
    assert set(declared.assess(scattered, look=1).provenance["deviations"]) == {"clusters"}


def of_totals(**data):
    return study(
        "proportions",
        data=data,
        assumptions={"baseline": 0.7, "difference": 0.1, "source": "a guess"},
    ).freeze()


def test_data_sets_of_totals_and_the_test_that_combines_them_are_deviations():
    data = pl.DataFrame(
        {
            "system": ["a", "b", "a", "b"],
            "dataset": ["x", "x", "y", "y"],
            "correct": [60, 70, 65, 80],
            "n": [100] * 4,
        }
    )
    found = of_totals(n=200).assess(data)
    listed = found.provenance["deviations"]
    assert set(listed) == {"dataset", "test"}
    assert listed["dataset"].startswith("The data hold 2 data sets, and none was declared")
    assert listed["test"] == "The test that decides is stratified-score; z-pooled was declared."
    assert found["deviation[test]"].estimate == 1
    assert deviations(of_totals(n=100, dataset="x"), data) == set()
    one = data.filter(pl.col("dataset") == "x").drop("dataset")
    assert deviations(of_totals(n=100), one) == set()


@pytest.mark.slow
def test_another_test_is_told_once_of_all_comparisons_or_of_each():
    data = pl.DataFrame(
        {
            "system": ["a", "b", "c"] * 2,
            "dataset": ["x"] * 3 + ["y"] * 3,
            "correct": [60, 70, 65, 80, 90, 85],
            "n": [100] * 6,
        }
    )

    def of_two(second):
        return study(
            "proportions",
            data={"n": 200},
            comparison=[{"b": "b"}, second],
            multiplicity={"correct": "holm"},
            assumptions={"baseline": 0.7, "difference": 0.1, "source": "a guess"},
        ).freeze()

    assert deviations(of_two({"b": "c"}), data) == {"dataset", "test"}
    margin = {"b": "c", "says": "non-inferiority", "margin": 0.05}
    assert deviations(of_two(margin), data) == {"dataset", "test, b against a", "test, c against a"}
