"""What doctor counts, and when it asks instead of saying that all is ready."""

import claimwise as cw


def table(sets=(0,), score=lambda item, system: (item + system) % 2):
    cells = [(d, i, s) for d in sets for i in range(40) for s in range(2)]
    return {
        "item": [str(i) for _, i, _ in cells],
        "system": [f"s{s}" for *_, s in cells],
        "dataset": [f"set {d}" for d, *_ in cells],
        "score": [float(score(i, s)) for _, i, s in cells],
    }


def test_items_of_two_data_sets_that_are_numbered_alike_are_counted_apart():
    result = cw.doctor(table(sets=(0, 1)))
    assert [row.estimate for row in result.select("items")] == [80, 80]
    assert result.settings["diagnosis"]["items"] == 80


def test_scores_that_never_vary_are_asked_about():
    for value in (1.0, 0.0, 0.37):
        found = cw.doctor(table(score=lambda item, system, value=value: value))
        assert found.settings["diagnosis"]["state"] == "ask"
        (said,) = (note for note in found.notes if note.kind == "caution")
        assert f"Every score is {value:g}" in said
    assert cw.doctor(table()).settings["diagnosis"]["state"] == "ready"
