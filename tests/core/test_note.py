"""Notes of several parts: the same sentence is said once, with the names of its parts."""

import pickle

from claimwise.core import caution, meaning, merged, option


def test_one_sentence_of_several_parts_is_one_note_that_names_them():
    notes = [caution("Few items.").of("easy"), meaning("Few items."), caution("Few items.").of("x")]
    first, second = merged(notes)
    assert (first.kind, first.about, str(first)) == ("caution", "easy, x", "easy, x: Few items.")
    assert (second.kind, second.about) == ("meaning", "")


def test_what_is_said_of_the_whole_is_not_said_of_its_parts_again():
    assert [str(n) for n in merged([caution("Few.").of("a"), caution("Few.")])] == ["Few."]


def test_of_many_parts_the_first_are_named_and_the_others_counted():
    (note,) = merged(caution("Few.").of(f"d{i}") for i in range(8))
    assert note == "d0, d1, d2, d3, d4 and 3 more: Few."


def test_different_sentences_and_places_with_commas_stay_apart():
    apart = merged([caution("Few.").of("a"), caution("Many.").of("a")])
    assert len(apart) == 2
    (note,) = merged([caution("Few.").of("a, bleu"), caution("Few.").of("b, bleu")])
    assert note == "a, bleu; b, bleu: Few."


def test_notes_that_went_through_another_process_or_a_spelling_are_merged_too():
    notes = [caution("Try " + option("alpha") + ".").of(name) for name in "ab"]
    notes[1] = pickle.loads(pickle.dumps(notes[1]))
    (note,) = merged(notes)
    assert note.spelled(lambda one: f"--{one.name}") == "a, b: Try --alpha."
    spelled = [one.spelled(lambda one: f"--{one.name}") for one in notes]
    assert [str(one) for one in merged(spelled)] == ["a, b: Try --alpha."]
