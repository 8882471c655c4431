"""Fields: what can be asked, each declared once: option, field of the page, key of study.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from claimwise.core.rng import DEFAULT_SEED

GIVEN = "*"  # among the values of `shown_when`: whatever is given
AUTO = "auto"  # a choice of the form: nothing is said, and the library decides
MOST_ITEMS = 10_000_000

# Groups, in the order of help. The first is what most people ask.
STUDY, METHOD, BAYES, LOOKS, READING, RUN, OUTPUT = (
    *("Study", "Method", "Bayes", "Looks"),
    *("Reading", "Run", "Output"),
)
GROUPS = (STUDY, METHOD, BAYES, LOOKS, READING, RUN, OUTPUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that can be asked: its option, its field on the page and its parameter.

    `default` is what is taken where nothing is said; `usual` says it in words where that depends.
    The form on the page begins with `example`, if there is one. A number that `varies` may be a
    list or a range on the command line, which gives a curve. `low`, `high`, `above` and `below` say
    which numbers there are at all; `least` and `most` what the page takes of them.
    """

    name: str  # on the page; with dashes the option
    type: str  # number, integer, choice, text, boolean, file, system, column, columns, looks
    help: str
    title: str = ""  # on the page
    group: str = STUDY
    main: bool = False  # whether the page shows it before anybody opens more
    parameter: str = ""  # in Python, where it is called otherwise
    default: Any = None
    usual: str = ""
    example: Any = None
    required: bool = False
    metavar: str = ""
    aliases: tuple[str, ...] = ()  # old spellings of the option, which help does not show
    # Where study.toml says it: a section, or a section and the key's own name there.
    place: str = ""
    always: bool = False  # whether it says its default as well, where nobody wrote one
    check: Callable[[str, Any], Any] | None = None  # where its type does not say what is right
    # Of numbers: limits, and how the page shows them.
    varies: bool = False
    low: float | None = None
    high: float | None = None
    above: float | None = None
    below: float | None = None
    least: float | None = None
    most: float | None = None
    slider: tuple[float, float] | None = None
    step: float | None = None
    scale: str = "linear"
    unit: str = ""
    factor: float = 1  # the page shows this times the value
    by_data: bool = False  # unit and factor are those of the scores in the file
    scaled_when: Mapping[str, Sequence[Any]] | None = None
    # Of choices: the words, or the names in the registry that have these traits.
    choices: tuple[str, ...] = ()
    registered: tuple[str, Mapping[str, Any]] | None = None
    free: bool = False  # whether another text will do, such as a file
    pattern: str = ""  # of texts
    longest: int = 200
    suggestions: tuple[str, ...] = ()
    reads: Callable[[Any], Any] | None = None  # what the function takes for a text that was given
    roles: Mapping[str, str] | None = None  # of columns: each with what the page calls it
    several: bool = False  # files; and texts or choices with commas between them
    argument: bool = False  # of the command: it has no option
    of_command: bool = False  # of the command line alone: neither page nor function has it
    negated: str = ""  # of what is on, off or left open: the option that turns it off
    means: Any = True  # of an option that is on or off: the value of the parameter when it is on
    # Values of other fields with which the page shows it; or several such, any of them.
    shown_when: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Sequence[Any]]] = ()
    simulates: tuple[Any, ...] = ()  # values for which studies are simulated; GIVEN for any
    of_simulation: bool = False  # asked where studies are simulated, and nowhere else

    @property
    def option(self) -> str:
        """The option of the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def former(self) -> list[str]:
        """What the page called it, in addresses that were saved."""
        return [alias.removeprefix("--").replace("-", "_") for alias in self.aliases]

    @property
    def called(self) -> str:
        """The parameter in Python."""
        return self.parameter or self.name

    @property
    def section(self) -> str:
        """The section of study.toml."""
        return self.place.partition(".")[0]

    @property
    def key(self) -> str:
        """The key in that section."""
        return self.place.partition(".")[2] or self.name

    @property
    def about(self) -> str:
        """The help as a comment, or within a sentence.

        >>> count("n", "Items", "Items in the test set.").about
        'items in the test set'
        """
        said = self.help.removesuffix(".")
        name = said[1:2].isupper() or said[1:2] in (" ", "'")  # CSV of ..., A's share
        return said if name else said[:1].lower() + said[1:]

    def but(self, **changes: Any) -> Field:
        """Return the field with some changes, for a kind that differs in them."""
        return replace(self, **changes)


def number(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of a number."""
    return Field(name=name, type="number", title=title, help=help, **more)


def points(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of a difference of proportions: the page shows percentage points."""
    return number(name, title, help, **{"unit": "points", "factor": 100, **more})


def percent(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of a proportion: the page shows per cent."""
    return number(name, title, help, **{"unit": "%", "factor": 100, "low": 0, "high": 1, **more})


def count(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of a whole number, from 1 to ten millions unless said otherwise."""
    limits = {"low": 1, "most": MOST_ITEMS}
    return Field(name=name, type="integer", title=title, help=help, **{**limits, **more})


def choice(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of one of some words."""
    return Field(name=name, type="choice", title=title, help=help, **more)


def text(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of a word or a name."""
    return Field(name=name, type="text", title=title, help=help, **more)


def column(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of a column of the file."""
    return Field(name=name, type="column", title=title, help=help, **{"metavar": "COLUMN", **more})


def flag(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field that is on or off."""
    return Field(name=name, type="boolean", title=title, help=help, **more)


def file(name: str, title: str, help: str, **more: Any) -> Field:
    """Return a field of a file, or of several."""
    return Field(name=name, type="file", title=title, help=help, **{"metavar": "FILE", **more})


SEED = Field(
    name="seed",
    type="integer",
    title="Seed",
    help="Seed of random numbers; the same seed gives the same answer.",
    group=RUN,
    parameter="rng",
    default=DEFAULT_SEED,
    low=0,
    most=2**53 - 1,
    of_simulation=True,
)
