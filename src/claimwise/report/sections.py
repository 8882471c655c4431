"""The order in which a report is read, one for all of its forms."""

from __future__ import annotations

from dataclasses import dataclass

from claimwise.report.document import EVERY_ROW, Document, Table

FOUND = "What was found"
DETECTABLE = "What could be detected"
DONE = "How it was done"
ASSUMPTIONS = "What was assumed"
INFERRED = "What was inferred"
DROPPED = "What was used and what was left out"
MEANING = "How to read the numbers"
HEED = "What to heed"
CHECKLIST = "Reporting checklist"
REFERENCES = "References"
REPEAT = "To repeat this"
INTRODUCED = (
    "The questions are recommendations of Card et al. (2020, section 6) and of Sadeqi Azer et al. "
    "(2020, section 4). What the result cannot know is left to the author."
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the sentences under it: paragraphs, or the points of a list."""

    heading: str
    texts: tuple[str, ...]
    is_list: bool = False


def findings(document: Document) -> Section:
    """Return what was found; empty where the answer has said it all."""
    said = tuple(text for text in document.paragraphs if text != document.answer)
    return Section(FOUND, said)


def accounts(document: Document) -> tuple[Section, ...]:
    """Return what the answer rests on, without what is empty."""
    every = (
        Section(DETECTABLE, document.detectable, is_list=len(document.detectable) > 1),
        Section(DONE, (document.method,) if document.method else ()),
        Section(ASSUMPTIONS, document.assumptions, is_list=True),
        Section(INFERRED, document.inferred, is_list=True),
        Section(DROPPED, document.dropped, is_list=True),
        Section(HEED, document.notes, is_list=True),
        Section(MEANING, document.meaning, is_list=True),
    )
    return tuple(section for section in every if section.texts)


def main_tables(document: Document) -> tuple[Table, ...]:
    """Return the tables to be read; every row only where there is no other."""
    chosen = tuple(table for table in document.tables if table[0] != EVERY_ROW)
    return chosen or document.tables


def appended_tables(document: Document) -> tuple[Table, ...]:
    """Return the table of every row, where it is not among those to be read."""
    return tuple(table for table in document.tables if table not in main_tables(document))


def is_numeric(rows: tuple[tuple[str, ...], ...], column: int) -> bool:
    """Whether a column holds numbers, and is set flush right."""
    cells = [row[column] for row in rows if row[column]]
    return bool(cells) and all(cell.lstrip("+-<>")[:1].isdigit() for cell in cells)
