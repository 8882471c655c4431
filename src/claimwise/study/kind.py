"""What a kind of study can declare, how it is planned and how it is assessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimwise.core import Result
from claimwise.study.declaration import Comparison, Study
from claimwise.study.needs import Need

if TYPE_CHECKING:
    from claimwise.study.found import Found

Check = Callable[[str, Any], Any]  # takes the field's full name and its value; returns it clean


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that a section of the file may say."""

    check: Check
    about: str  # a comment for the one who writes the file
    required: bool = False
    default: Any = None
    example: Any = None  # what `study new` writes where nothing was given, as a comment
    file: bool = False  # names a file (or several) whose content is part of the declaration


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of study: accuracy, means, preference, ratings, ..."""

    name: str
    about: str
    data: Mapping[str, Field]
    procedure: Mapping[str, Field]
    assumptions: Mapping[str, Field]
    claims: tuple[str, ...]
    # Power of one comparison, at its own (corrected) alpha; what was run is what assess runs.
    plan: Callable[..., Result]  # takes the study, a comparison, and its alpha
    # What data show about one comparison, at the study's alpha: rows `difference`, with the
    # p-value of the claim, and `verdict`. The data are a tuple of sources.
    assess: Callable[[Study, Comparison, Any], Result]
    # What it cannot be planned without beside the required keys, where one of several will do.
    needs: tuple[Need, ...] = ()
    metric: str | None = None  # what is compared where no metric is named
    # What data hold, to be laid beside the declaration; without it deviations are not known.
    found: Callable[[Study, Comparison, Any], Found] | None = None
    # Whether `plan` takes solve="power" too: the power alone, and nothing that is searched for.
    solves: bool = False
    # How the data may be looked at before the end: by looks at the scores ("scores"), by the
    # p-value alone ("pvalue"), or not at all.
    looks: str | None = None
    # What the analysis takes where [procedure] does not say it: a test, a model, resamples.
    usual: Callable[[Study, Comparison], Mapping[str, Any]] | None = None
    # Which scores are better where a comparison does not say so; without it, higher ones.
    better: Callable[[Study, Comparison], str] | None = None
    words: str = ""  # what it is a study of, where its name does not read well there

    @property
    def called(self) -> str:
        """What a study of this kind is called in a sentence."""
        return f"a study of {self.words or self.name}"


KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    """Make a kind known by its name."""
    if kind.name in KINDS:
        raise ValueError(f"there is a kind of study called {kind.name} already")
    KINDS[kind.name] = kind
    return kind
