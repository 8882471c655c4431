"""What every declaration may say, whatever its kind: sections, keys, and their checks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from claimwise.core import (
    ALTERNATIVES,
    ParameterError,
    check_alpha,
    check_number,
    check_share,
)
from claimwise.core.checked import text
from claimwise.core.field import SEED as ASKED_SEED
from claimwise.core.field import Field
from claimwise.core.own_code import is_named
from claimwise.kinds import Kind
from claimwise.kinds.shared import CLAIMS
from claimwise.study.declaration import CORRECTIONS, RULES

FORMAT = 1
NEEDS_MARGIN = ("non-inferiority", "equivalence")
MOST_LOOKS = 1000
LARGEST_SEED = 2**63 - 1  # of a whole number in TOML


def _metric(who: str, value: object) -> str:
    """Refuse a metric that is code without its hash: a declaration may be somebody else's."""
    name = text(who, value)
    if ".py" in name.lower() and not is_named(name):
        file = name if name.endswith(".py") and not set(",:") & set(name) else "own.py"
        raise ParameterError(
            f"{who} = {name!r} names Python code, and a study never runs code that it names "
            "without its hash.",
            f'Write "{file}@sha256:..." with what sha256sum {file} prints.',
        )
    return name


def _any_text(who: str, value: object) -> str:
    if not isinstance(value, str):
        raise ParameterError(who, "a text in quotes", shown(value))
    return value


def _alpha(who: str, value: object) -> float:
    return check_alpha(value, who)


def _power(who: str, value: object) -> float:
    number = check_share(who, value)
    if number < 0.5:
        raise ParameterError(
            who,
            "the power to reach, from 0.5 to below 1",
            f"{number:g}",
            "The usual is 0.8; a study of less power is more likely to miss than to find.",
        )
    return number


def _margin(who: str, value: object) -> float:
    number = check_number(who, value)
    if number < 0:
        raise ParameterError(
            who, "a size of at least 0", f"{number:g}", "Its sign follows the claim."
        )
    return number


def _format(who: str, value: object) -> int:
    if isinstance(value, bool) or value != FORMAT:
        raise ParameterError(
            who, f"the format {FORMAT} of this file", shown(value), "Write claimwise = 1."
        )
    return FORMAT


def _seed(who: str, value: object) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not 0 <= value <= LARGEST_SEED:  # type: ignore[operator]
        raise ParameterError(who, "a whole number of at least 0", shown(value))
    return value  # type: ignore[return-value]


def looks(who: str, value: object) -> tuple[float, ...]:
    """Return the shares of the data at which they are looked at: rising, the last is 1."""
    if isinstance(value, int) and not isinstance(value, bool):
        if not 1 <= value <= MOST_LOOKS:
            needs = f"a number of looks from 1 to {MOST_LOOKS}"
            raise ParameterError(who, needs, shown(value))
        return tuple((k + 1) / value for k in range(value))
    if not isinstance(value, list | tuple) or not value:
        needs = "a number of looks, or shares of the data such as [0.5, 1.0]"
        raise ParameterError(who, needs, shown(value))
    shares = tuple(check_number(who, share) for share in value)
    if max(shares) > 1:
        remedy = "Divide each number of items by the last one."
        raise ParameterError(who, "shares of the data, at most 1", shown(value), remedy)
    rising = all(low < high for low, high in zip((0.0, *shares), shares, strict=False))
    if not rising or shares[-1] != 1:
        needs = "rising shares of the data above 0, the last of them 1"
        raise ParameterError(who, needs, shown(value), "Such as [0.5, 1.0].")
    return shares


def _hash(who: str, value: object) -> str:
    digest = str(value).removeprefix("sha256:")
    if not str(value).startswith("sha256:") or len(digest) != 64 or set(digest) - set(_HEX):
        remedy = "Take [frozen] out and run claimwise study freeze."
        raise ParameterError(who, "sha256: and 64 hexadecimal digits", shown(value), remedy)
    return str(value)


_HEX = "0123456789abcdef"


def _date(who: str, value: object) -> date:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    raise ParameterError(who, "a date such as 2030-01-31", shown(value))


def shown(value: object) -> str:
    """Return a value as a short piece of a sentence."""
    said = "a date" if isinstance(value, date) else repr(value)
    return said if len(said) <= 60 else f"{said[:57]}..."


def _key(name: str, help_: str, check: Any = None, **more: Any) -> Field:
    """Return a key whose value is a text, unless its check says otherwise."""
    return Field(name=name, type="text", help=help_, check=check, **more)


def _word(name: str, help_: str, words: Sequence[str], **more: Any) -> Field:
    return Field(name=name, type="choice", help=help_, choices=tuple(words), **more)


def _keys(*fields: Field) -> dict[str, Field]:
    return {one.name: one.but(always=one.default is not None) for one in fields}


TOP = _keys(
    _key("claimwise", "Format of this file.", _format, default=FORMAT),
    _key("title", "What the study is called.", _any_text, default=""),
    _key("kind", "Kind of study.", required=True),
    ASKED_SEED.but(help="Root of all randomness.", check=_seed, of_simulation=False),
)
PAIR = _keys(
    _key("a", "Baseline, as the data name it.", required=True, example="base"),
    _key("b", "Candidate; differences are B minus A.", required=True),
    _key("metric", "What is compared.", _metric),
    _word("says", f"Claim: {', '.join(CLAIMS)}.", CLAIMS, default="difference"),
    _word("alternative", "Side of a difference: two-sided, less or greater.", ALTERNATIVES),
    _key("margin", "Margin of superiority, non-inferiority or equivalence.", _margin, example=0.01),
    _word("better", "Which scores are better: higher or lower.", ("higher", "lower")),
)
CLAIM = PAIR | _keys(
    _key("alpha", "Chance of a false finding.", _alpha, default=0.05),
    _key("power", "Power to reach.", _power, default=0.8),
)
STOPPING = _keys(
    _word("rule", f"Rule: {', '.join(RULES)}.", RULES, default="fixed"),
    _key("looks", "How many looks, or at which shares of the data.", looks, example=4),
)
MULTIPLICITY = _keys(
    _word("correct", f"Correction: {', '.join(CORRECTIONS)}.", CORRECTIONS, example="holm")
)
FROZEN = _keys(
    _key("hash", "Fingerprint of everything above.", _hash, required=True),
    _key("date", "When it was taken.", _date, required=True),
    _key("declared", "What it was taken of.", _any_text, default=""),
)
SOURCE = _key(
    "source", "Where these numbers come from.", required=True, example="a pilot of 200 items"
)
NAME = _key("name", "What the comparison is called.")
SECTIONS = (
    "claim",
    "data",
    "procedure",
    "assumptions",
    "stopping",
    "multiplicity",
    "comparison",
    "frozen",
)


def sections_of(kind: Kind) -> dict[str, Mapping[str, Field]]:
    """Return the keys of every section of a file of this kind, in the order of the file."""
    return {
        "claim": CLAIM,
        "data": kind.data,
        "procedure": kind.procedure,
        "assumptions": dict(kind.assumptions) | {"source": SOURCE},
        "stopping": STOPPING,
        "multiplicity": MULTIPLICITY,
        "comparison": {"name": NAME} | PAIR | dict(kind.assumptions),
        "frozen": FROZEN,
    }


def finite(value: Any) -> bool:
    """Whether no number in a value, however deep, is infinite or undefined."""
    if isinstance(value, Mapping):
        return all(finite(item) for item in value.values())
    if isinstance(value, list | tuple):
        return all(finite(item) for item in value)
    return not isinstance(value, float) or math.isfinite(value)
