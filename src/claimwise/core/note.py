"""What a reader should know of an answer: a sentence, and what it is."""

from __future__ import annotations

from claimwise.core.errors import Spelling, Words, as_words

KINDS = {
    "caution": "could turn the verdict round, or a number that is not to be trusted",
    "assumed": "what is taken as true without being looked at",
    "inferred": "what was read from the data: roles of columns, pairing, the choice of a test",
    "dropped": "what was left out, and how much of it",
    "meaning": "how a number is to be read",
}


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

    __slots__ = ("about", "kind", "words")
    kind: str
    about: str
    words: Words

    def __new__(cls, text: str | Words, *, kind: str, about: str = "") -> Note:
        """Refuse a kind that there is not."""
        if kind not in KINDS:
            raise ValueError(f"A note needs a kind out of {', '.join(KINDS)}; found {kind!r}")
        note = super().__new__(cls, str(text))
        note.kind, note.about, note.words = kind, about, as_words(text)
        return note

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the kind where notes go from one process to another."""
        return _made, (self.words, self.kind, self.about)

    def of(self, name: str) -> Note:
        """Return the note with the name of what it is about before it."""
        words = f"{name}: " + self.words if name else self.words
        return Note(words, kind=self.kind, about=name)

    def spelled(self, spelling: Spelling) -> Note:
        """Return the note with its parameters spelled."""
        return Note(self.words.spelled(spelling), kind=self.kind, about=self.about)


def _made(text: Words, kind: str, about: str) -> Note:
    return Note(text, kind=kind, about=about)


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
