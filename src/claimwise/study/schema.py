"""What every declaration may say, whatever its kind: sections, keys, and their checks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime
from importlib import import_module
from typing import Any

from claimwise.core import (
    ALTERNATIVES,
    DEFAULT_SEED,
    ParameterError,
    check_alpha,
    check_number,
    check_one_of,
    check_share,
    did_you_mean,
)
from claimwise.core.own_code import is_named
from claimwise.study.declaration import CORRECTIONS, RULES
from claimwise.study.kind import KINDS, Field, Kind

FORMAT = 1
CLAIMS = ("difference", "superiority", "non-inferiority", "equivalence")
NEEDS_MARGIN = ("non-inferiority", "equivalence")
MOST_LOOKS = 1000
LARGEST_SEED = 2**63 - 1  # of a whole number in TOML


def text(who: str, value: object) -> str:
    """Return words that say something."""
    if not isinstance(value, str) or not value.strip():
        raise ParameterError(who, "a text in quotes", shown(value))
    if "\x00" in value:
        raise ParameterError(who, "a text without null characters", repr(value))
    return value


def one_of(*words: str) -> Any:
    """Return a check that a value is one of these words."""

    def check(who: str, value: object) -> str:
        if not isinstance(value, str):
            raise ParameterError(who, f"one of {', '.join(words)}", shown(value))
        return check_one_of(who, value, words)

    return check


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


TOP = {
    "claimwise": Field(check=_format, about="format of this file", default=FORMAT),
    "title": Field(check=_any_text, about="what the study is called", default=""),
    "kind": Field(check=text, about="kind of study", required=True),
    "seed": Field(check=_seed, about="root of all randomness", default=DEFAULT_SEED),
}
PAIR = {
    "a": Field(check=text, about="the baseline", required=True, example="base"),
    "b": Field(check=text, about="the candidate; differences are B minus A", required=True),
    "metric": Field(check=_metric, about="what is compared"),
    "says": Field(check=one_of(*CLAIMS), about=", ".join(CLAIMS), default="difference"),
    "alternative": Field(
        check=one_of(*ALTERNATIVES), about="of a difference: two-sided, less or greater"
    ),
    "margin": Field(
        check=_margin, about="of superiority, non-inferiority or equivalence", example=0.01
    ),
    "better": Field(check=one_of("higher", "lower"), about="which scores are better"),
}
CLAIM = PAIR | {
    "alpha": Field(check=_alpha, about="chance of a false finding", default=0.05),
    "power": Field(check=_power, about="the power to reach", default=0.8),
}
STOPPING = {
    "rule": Field(check=one_of(*RULES), about=", ".join(RULES), default="fixed"),
    "looks": Field(check=looks, about="how many looks, or at which shares of the data", example=4),
}
MULTIPLICITY = {
    "correct": Field(check=one_of(*CORRECTIONS), about=", ".join(CORRECTIONS), example="holm"),
}
FROZEN = {
    "hash": Field(check=_hash, about="fingerprint of everything above", required=True),
    "date": Field(check=_date, about="when it was taken", required=True),
    "declared": Field(check=_any_text, about="what it was taken of", default=""),
}
SOURCE = Field(
    check=text,
    about="where these numbers come from",
    required=True,
    example="a pilot of 200 items",
)
NAME = Field(check=text, about="what the comparison is called")
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


def known_kinds() -> dict[str, Kind]:
    """Return the kinds of study by their names."""
    import_module("claimwise.study.kinds")  # each file of it registers its kind
    return KINDS


def find_kind(name: object) -> Kind:
    """Return a kind of study; an unknown one is refused with the list of the known ones."""
    kinds = known_kinds()
    if not isinstance(name, str) or name not in kinds:
        near = did_you_mean(name, kinds)
        found = "nothing" if name is None else shown(name)
        raise ParameterError("kind", f"one of {', '.join(kinds)}", found, near)
    return kinds[name]


def finite(value: Any) -> bool:
    """Whether no number in a value, however deep, is infinite or undefined."""
    if isinstance(value, Mapping):
        return all(finite(item) for item in value.values())
    if isinstance(value, list | tuple):
        return all(finite(item) for item in value)
    return not isinstance(value, float) or math.isfinite(value)
