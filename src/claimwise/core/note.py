"""What a reader should know of an answer: a sentence, and what it is."""

from __future__ import annotations

from collections.abc import Iterable

from claimwise.core.display import shown
from claimwise.core.errors import Spelling, Words, as_words

KINDS = {
    "caution": "could turn the verdict round, or a number that is not to be trusted",
    "assumed": "what is taken as true without being looked at",
    "inferred": "what was read from the data: roles of columns, pairing, the choice of a test",
    "dropped": "what was left out, and how much of it",
    "meaning": "how a number is to be read",
}
MOST = 5  # parts that a note names


class Note(str):
    """A sentence of a kind; it is said of the whole answer, or `about` a part of it.

    A note is its sentence, so it can be printed and searched as one. What it is stands in `kind`:
    nothing reads that from the words.

    Parameters
    ----------
    text : str or Words
        The sentence; of words the parameters in it stay values, to be spelled by who prints it.
    kind : {"caution", "assumed", "inferred", "dropped", "meaning"}
        What it tells.
    about : str
        The quantity, comparison or system that it is about; empty for all.

    >>> note = Note("3 items are left out: B has no score there.", kind="dropped")
    >>> note.kind, note.of("new vs old")
    ('dropped', 'new vs old: 3 items are left out: B has no score there.')
    """

    __slots__ = ("about", "kind", "sentence", "words")
    kind: str
    about: str
    words: Words
    sentence: Words  # without the name of what it is about

    def __new__(cls, text: str | Words, *, kind: str, about: str = "") -> Note:
        """Refuse a kind that there is not."""
        if kind not in KINDS:
            raise ValueError(f"A note needs a kind out of {', '.join(KINDS)}; found {kind!r}")
        note = super().__new__(cls, str(text))
        note.kind, note.about, note.words = kind, about, as_words(text)
        note.sentence = note.words
        return note

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the kind where notes go from one process to another."""
        return _made, (self.words, self.kind, self.about, self.sentence)

    def of(self, name: str) -> Note:
        """Return the note with the name of what it is about before it."""
        words = f"{name}: " + self.words if name else self.words
        return _made(words, self.kind, name, self.sentence)

    def shown(self) -> Note:
        """Return the note with names in it as they are shown."""
        if self.isprintable():
            return self
        words, sentence = self.words.shown(), self.sentence.shown()
        return _made(words, self.kind, shown(self.about), sentence)

    def spelled(self, spelling: Spelling) -> Note:
        """Return the note with its parameters spelled."""
        words, sentence = self.words.spelled(spelling), self.sentence.spelled(spelling)
        return _made(words, self.kind, self.about, as_words(sentence))


def _made(text: str | Words, kind: str, about: str, sentence: Words) -> Note:
    note = Note(text, kind=kind, about=about)
    note.sentence = sentence
    return note


def merged(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return notes in their order, the same sentence of several parts as one note that names them.

    >>> notes = [caution("Few items.").of(name) for name in ("easy", "hard")]
    >>> [str(note) for note in merged(notes)]
    ['easy, hard: Few items.']
    """
    alike: dict[tuple[str, str], list[Note]] = {}
    for note in dict.fromkeys(notes):
        alike.setdefault((note.kind, str(note.sentence)), []).append(note)
    return tuple(_one_of(some) for some in alike.values())


def _one_of(notes: list[Note]) -> Note:
    """Return one note for several of the same sentence; said of all, it names none."""
    bare = [note for note in notes if str(note) == str(note.sentence)]
    if bare or len(notes) == 1:
        return (bare or notes)[0]
    names = [note.about for note in notes]
    divider = "; " if any(", " in name for name in names) else ", "
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    first = notes[0]
    return Note(first.sentence, kind=first.kind).of(f"{divider.join(names[:MOST])}{more}")


def caution(text: str | Words, about: str = "") -> Note:
    """Return a note of what could turn the verdict round."""
    return Note(text, kind="caution", about=about)


def assumed(text: str | Words, about: str = "") -> Note:
    """Return a note of what is taken as true."""
    return Note(text, kind="assumed", about=about)


def inferred(text: str | Words, about: str = "") -> Note:
    """Return a note of what was read from the data."""
    return Note(text, kind="inferred", about=about)


def dropped(text: str | Words, about: str = "") -> Note:
    """Return a note of what was left out."""
    return Note(text, kind="dropped", about=about)


def meaning(text: str | Words, about: str = "") -> Note:
    """Return a note of how to read a number."""
    return Note(text, kind="meaning", about=about)
