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


def test_graded_scores_of_which_nothing_says_what_is_better_are_asked_about():
    def graded(item, system):
        return 0.1 * item + system

    found = cw.doctor(table(score=graded)).settings["diagnosis"]
    assert found["state"] == "ask"
    assert found["needs"] == {"better": ["lower", "higher"]}
    assert "better='lower'" in found["attempt"]
    named = table(score=graded)
    named["wer"] = named.pop("score")
    assert cw.doctor(named).settings["diagnosis"]["state"] == "ready"


def test_systems_without_common_items_are_broken_and_names_that_are_alike_are_named():
    mixed = table()
    mixed["system"] = [
        name.upper() if int(item) % 2 else name
        for name, item in zip(mixed["system"], mixed["item"], strict=True)
    ]
    found = cw.doctor(mixed)
    assert found.settings["diagnosis"]["state"] == "broken"
    assert any("s0 and S0 differ in capitals or blanks alone" in note for note in found.notes)


def test_value_so_few_items_that_nothing_can_be_found():
    for n, said in ((3, True), (4, True), (5, False)):
        few = {"a": [0] * n, "b": [1] * n}
        notes = cw.doctor({"id": range(n), **few}).notes
        least = cw.compare(few)["difference"].pvalue
        assert (least > 0.05) is said
        assert any("no test finds a difference" in note for note in notes) is said
