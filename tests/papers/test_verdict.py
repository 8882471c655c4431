"""Verdicts: number by number and sentence by sentence."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import pytest

from papers.base import THEIR_WAY, Claim, Effort, Replication, Value
from papers.tolerance import of_print, of_shares
from papers.verdict import verdict

PUBLISHED = {"a": 0.5, "b": 0.25}
TOY = Replication(
    name="toy",
    source="nobody (1900)",
    title="Toy",
    columns=("row",),
    cells=list,
    published=lambda value: PUBLISHED.get(value.at("row"), nan),
    tolerance=lambda value: nan if value.at("row") == "unjudged" else 0.01,
    because=lambda value: "it was rounded twice" if value.at("row") == "b" else "",
    chart={},
    commands=(),
)


def value(row, estimate, quantity="power"):
    return Value((("row", row),), quantity, estimate)


def test_value_numbers_within_tolerance_reproduce():
    found = verdict(TOY, [value("a", 0.509), value("b", 0.2501), value("c", 0.9)])
    assert found.reproduces
    assert found.word == "reproduces"
    counts = {"numbers": 2, "same": 2, "claims": 0, "held": 0, "draws": 0, "plausible": 0}
    assert found.counts() == {"word": "reproduces", **counts}
    assert found.sentences() == ["Reproduces: 2 of 2 published numbers lie within tolerance."]
    assert found.unexplained == []


def test_direction_a_number_beyond_its_tolerance_differs():
    found = verdict(TOY, [value("a", 0.511), value("b", 0.25)])
    assert not found.reproduces
    assert found.word == "differs in part"
    assert found.unexplained == ["power[a]"]
    first, second = found.sentences()
    assert first == "Differs in part: 1 of 2 published numbers lie within tolerance."
    assert second == "Differs; no reason is known (a: 0.511 here, 0.5 published)."


def test_a_number_that_is_not_known_differs():
    assert not verdict(TOY, [value("a", nan)]).reproduces


def test_a_reason_with_their_way_explains():
    values = [value("b", 0.3), value("b", 0.251, THEIR_WAY), value("a", 0.5)]
    (judged,) = (one for one in verdict(TOY, values).numbers if one.value.at("row") == "b")
    assert (judged.same, judged.explained, judged.their_way) == (False, True, 0.251)
    said = " ".join(verdict(TOY, values).sentences())
    assert "Differs, because it was rounded twice (b: 0.3 here, 0.25 published, 0.251" in said
    assert verdict(TOY, values).why() == ["it was rounded twice"]
    # Their way does not explain what it does not give; and is no number of ours.
    wrong = [value("b", 0.3), value("b", 0.4, THEIR_WAY)]
    assert not verdict(TOY, wrong).numbers[0].explained
    assert len(verdict(TOY, wrong).numbers) == 1


def test_a_reason_that_their_way_refutes_is_none():
    """Followed, it gives another number than the published one: then it is not why."""
    values = [value("b", 0.3), value("b", 0.4, THEIR_WAY), value("a", 0.5)]
    found = verdict(TOY, values)
    (judged,) = (one for one in found.numbers if one.value.at("row") == "b")
    assert (judged.refuted, judged.reason) == (True, "")
    assert found.unexplained == ["power[b]"]
    assert found.why() == []
    assert found.sentences()[1:] == [
        "Differs, and this does not explain it: it was rounded twice (b: 0.3 here, 0.25 published, "
        "0.4 their way)."
    ]
    # Within a wider tolerance, as of few studies, it does.
    wide = replace(TOY, tolerance=lambda _: 0.16)
    assert verdict(wide, [value("b", 0.6), value("b", 0.4, THEIR_WAY)]).unexplained == []


def test_one_reason_may_explain_some_numbers_and_not_others():
    known = {"x": 0.5, "y": 0.5, "z": 0.5}
    some = replace(TOY, published=lambda v: known[v.at("row")], because=lambda _: "of rounding")
    ways = {"x": 0.5, "y": 0.7}
    values = [value(row, 0.9) for row in known]
    values += [value(row, way, THEIR_WAY) for row, way in ways.items()]
    first, second = verdict(some, values).sentences()[1:]
    assert first.startswith("Differs, because of rounding (x: ")
    assert "z: 0.9 here" in first  # whose way was not followed
    assert second.startswith("Differs, and this does not explain it: of rounding (y: ")
    assert verdict(some, values).unexplained == ["power[y]"]
    drawn = replace(some, draw=lambda _: True)
    assert verdict(drawn, values).sentences()[1:] == [first, second]


def test_numbers_without_a_tolerance_are_not_judged():
    open_ = replace(TOY, published=lambda _: 0.5)
    assert verdict(open_, [value("unjudged", 0.9)]).numbers == []
    assert verdict(TOY, [value("c", 1.0)]).word == "not published"


def test_one_word_says_whether_anything_comes_out():
    assert verdict(TOY, [value("a", 0.9), value("b", 0.9)]).word == "differs"
    held = replace(TOY, claims=lambda _: [Claim("all is well", True, "It is.")])
    assert verdict(held, [value("a", 0.9)]).word == "differs in part"


@pytest.mark.parametrize(("holds", "word"), [(True, "reproduces"), (False, "differs in part")])
def test_sentences_are_judged_too(holds, word):
    said = replace(TOY, claims=lambda _: [Claim("all is well", holds, "It is.", "it is not")])
    found = verdict(said, [value("a", 0.5)])
    assert found.word == word
    assert found.counts()["held"] == int(holds)
    (sentence,) = found.sentences()[1:]
    expected = "Holds: all is well. It is."
    other = "Does not hold, because it is not: all is well. It is."
    assert sentence == (expected if holds else other)
    bare = replace(TOY, claims=lambda _: [Claim("all is well", holds, "It is.")])
    assert verdict(bare, []).unexplained == ([] if holds else ["all is well"])


def test_claims_see_no_numbers_of_the_paper_s_own_way():
    seen = []
    watching = replace(TOY, claims=lambda values: seen.extend(values) or [])
    verdict(watching, [value("a", 0.5), value("a", 0.4, THEIR_WAY)])
    assert [one.estimate for one in seen] == [0.5]


DRAWN = replace(TOY, draw=lambda value: value.at("row") == "b")


def test_single_draws_of_chance_are_counted_apart():
    found = verdict(DRAWN, [value("a", 0.5), value("b", 0.251)])
    assert ([len(found.numbers), len(found.draws)], found.word) == ([1, 1], "reproduces")
    assert {"numbers": 1, "same": 1, "draws": 1, "plausible": 1}.items() <= found.counts().items()
    assert found.sentences() == [
        "Reproduces: the published number lies within tolerance.",
        "1 further published number is a single draw of chance, which cannot be reproduced; it "
        "lies where such draws do.",
    ]
    alone = verdict(DRAWN, [value("b", 0.251)])
    assert (alone.word, alone.counts()["numbers"]) == ("single draws only", 0)
    assert alone.sentences()[0].startswith("1 published number is a single draw")


def test_direction_a_draw_that_lies_elsewhere_is_said_with_its_reason():
    found = verdict(DRAWN, [value("a", 0.5), value("b", 0.3)])
    assert (found.word, found.counts()["plausible"]) == ("differs in part", 0)
    assert found.sentences()[1].endswith("it does not lie where such draws do.")
    assert found.sentences()[2].startswith("Differs, because it was rounded twice (b: 0.3 here")
    assert found.why() == ["it was rounded twice"]
    without = replace(DRAWN, because=lambda _: "")
    assert verdict(without, [value("b", 0.3)]).unexplained == ["power[b]"]
    every = replace(TOY, draw=lambda _: True)
    said = verdict(every, [value("a", 0.5), value("b", 0.3)]).sentences()[0]
    assert said == (
        "2 published numbers are single draws of chance, which cannot be reproduced; 1 of them "
        "lies where such draws do."
    )


def test_many_reasons_are_told_once_each():
    known = {f"r{i}": 0.5 for i in range(7)}
    many = replace(
        TOY, published=lambda v: known.get(v.at("row"), nan), because=lambda _: "of chance"
    )
    found = verdict(many, [value(name, 0.9) for name in known])
    assert found.sentences()[0] == "Differs: 0 of 7 published numbers lie within tolerance."
    assert found.sentences()[1].endswith("; and 3 more).")
    assert len(found.sentences()) == 2


def test_value_tolerance_of_shares():
    """By hand: three errors of a difference of shares, each p (1 - p) / n."""
    assert of_shares(0.5, 100, 400) == pytest.approx(0.1677051)  # 3 sqrt(0.25 (0.01 + 0.0025))
    assert of_shares(0.5, 0, 400) == pytest.approx(0.075)  # 3 * 0.5 / 20
    assert of_shares(0.5, 100, 0) == pytest.approx(0.15)  # 3 * 0.5 / 10
    assert of_shares(0.2, 400, 0) == pytest.approx(0.06)  # 3 * 0.4 / 20
    assert of_shares(0.3, 0, 0) == 0.0  # nothing is simulated
    # An error is never 0: one study of the fewer has it.
    assert of_shares(0.0, 100, 100) == pytest.approx(0.0422137)  # 3 sqrt(0.01 * 0.99 * 0.02)
    assert of_shares(0.0, 100, 100) == of_shares(0.01, 100, 100)
    assert of_shares(1.0, 100, 200) == pytest.approx(of_shares(0.0, 100, 200))


def test_value_tolerance_of_print():
    """Half a unit of the last digit, and a hundredth of that for our own rounding."""
    digits = {0: 0.505, 1: 0.0505, 2: 0.00505, 3: 0.000505}
    assert {n: of_print(n) for n in digits} == pytest.approx(digits)


def test_files_are_found_at_any_depth(tmp_path):
    deep = tmp_path / "some" / "folder"
    deep.mkdir(parents=True)
    (deep / "data.csv").write_text("x\n")
    effort = Effort(quick=True, seed=1, workers=1, data=tmp_path)
    assert effort.file("data.csv") == deep / "data.csv"
    with pytest.raises(FileNotFoundError, match=r"other\.csv"):
        effort.file("other.csv")
    with pytest.raises(FileNotFoundError):
        Effort(quick=True, seed=1, workers=1).file("data.csv")
