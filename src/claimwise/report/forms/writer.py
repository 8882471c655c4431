"""One walk over a Document, which its forms share: a form says how each part is written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from claimwise.report.answer import Table, pieces, plain
from claimwise.report.document import Document, Picture, Section
from claimwise.report.names import cell_len

FIGURES = "More figures"
GAP = "   "  # between facts on one line


def joined(parts: Iterable[str], between: str = "\n\n") -> str:
    """Return the parts that are not empty, as one text."""
    return between.join(part for part in parts if part)


class Writer(ABC):
    """How a form writes the parts of a document; none is asked to write what is not there."""

    # What stands between parts and between the lines of a paragraph; around its first line where
    # there are several, around a paragraph, a point, and all points.
    between, line = "\n\n", "\n"
    strong, paragraph, point, listed = "{}", "{}", "- {}", "{}"

    @abstractmethod
    def plain(self, text: str) -> str:
        """Write words in which no letter is taken for a mark of the form."""

    def name(self, name: str) -> str:
        """Write the name of a system, set apart where the form can do so."""
        return self.plain(name)

    @abstractmethod
    def answer(self, made: Document) -> str:
        """Write verdict, headline, and the facts below it."""

    def figure(self, figure: Picture) -> str:
        """Write a figure, or what it shows; nothing, where the form has no figures."""
        return ""

    @abstractmethod
    def table(self, table: Table) -> str:
        """Write a table."""

    @abstractmethod
    def cautions(self, cautions: Sequence[str]) -> str:
        """Write what could turn the verdict round."""

    def brief(self, brief: str) -> str:
        """Write the line of the method."""
        return self.paragraphs([brief])

    @abstractmethod
    def code(self, texts: Sequence[str]) -> str:
        """Write texts letter by letter."""

    @abstractmethod
    def part(self, heading: str, inside: str) -> str:
        """Write a part of the details, which may be folded; the inside is written already."""

    def tables(self, made: Document) -> tuple[Table, ...]:
        """Return the tables that are read first; where there are none, the first of the rest."""
        return made.tables or made.more[:1]

    def text(self, text: str) -> str:
        """Write a text with the names of systems in it."""
        return "".join(self.name(p) if is_name else self.plain(p) for p, is_name in pieces(text))

    def paragraphs(self, texts: Sequence[str]) -> str:
        """Write texts that keep their lines; the first of several stands out."""
        made = []
        for text in texts:
            first, *others = map(self.text, text.split("\n"))
            lines = [self.strong.format(first), *others] if others else [first]
            made.append(self.paragraph.format(self.line.join(lines)))
        return joined(made, self.between)

    def points(self, texts: Sequence[str]) -> str:
        """Write the points of a list."""
        return self.listed.format("\n".join(self.point.format(self.text(text)) for text in texts))

    def first(self, made: Document) -> list[str]:
        """Write what is read first."""
        return [
            self.answer(made),
            *map(self.figure, made.figures[:1]),
            *map(self.table, self.tables(made)),
            self.cautions(made.cautions) if made.cautions else "",
            self.brief(made.brief) if made.brief else "",
        ]

    def rest(self, made: Document) -> list[str]:
        """Write what stands behind it: tables that were read first stand there alone."""
        figures = joined(map(self.figure, made.figures[1:]), self.between)
        sections = (self.section(one, self.tables(made)) for one in made.details)
        return [self.part(FIGURES, figures) if figures else "", *sections]

    def section(self, section: Section, elsewhere: Sequence[Table] = ()) -> str:
        """Write a part of the details, but for the tables that stand elsewhere."""
        write = {"paragraphs": self.paragraphs, "points": self.points, "code": self.code}
        texts = write[section.style](section.texts) if section.texts else ""
        tables = (self.table(table) for table in section.tables if table not in elsewhere)
        inside = joined((texts, *tables), self.between)
        return self.part(section.heading, inside) if inside else ""


def filled(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    """Return lines of at most the width, of which the first and the later ones begin so.

    No name is broken, nor a number and its unit.

    >>> filled("12 items, 漢字", 9, later="  ")
    ['12 items,', '  漢字']
    """
    start, *words = text.split(" ")
    lines = [first + start]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if word and cell_len(longer) > width:
            lines[-1] = lines[-1].rstrip(" ")
            longer = later + word
            lines.append("")
        lines[-1] = longer
    return [plain(line) for line in lines]
