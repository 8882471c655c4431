"""From a file, or from a mapping of the same shape, to a study; every fault is named at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimwise.core import (
    ClaimwiseError,
    ParameterError,
    Words,
    as_words,
    did_you_mean,
    sentence,
)
from claimwise.core.checked import checked
from claimwise.core.errors import POINT
from claimwise.core.field import Field
from claimwise.core.own_code import allow, is_named
from claimwise.core.toml import read_toml
from claimwise.kinds import find_kind
from claimwise.study.comparisons import comparisons_of
from claimwise.study.declaration import ANYTIME, Frozen, Study
from claimwise.study.schema import PAIR, SECTIONS, TOP, finite, sections_of, shown
from claimwise.study.stopping import OF_ONE_LOOK, stopping_of, unheeded

MOST_FAULTS = 20
WRITE_ONE = "Write one with claimwise study new."


def read(path: str | Path, *, allow_code: Sequence[str | Path] = ()) -> Study:
    """Read the declaration of a study.

    Parameters
    ----------
    path : str or Path
        A TOML file, as `claimwise study new` writes it.
    allow_code : sequence of paths
        Python files that may run if the declaration names them with their hash, as in
        ``metric = "own.py@sha256:..."``. No other code that it names ever runs.

    Returns
    -------
    Study
        With defaults filled in. What is wrong is refused with its place, all of it at once;
        what is missing is told by `Study.check`.
    """
    path = Path(path)
    document = read_toml(path, WRITE_ONE)
    if not document:
        raise ParameterError(
            str(path),
            "the declaration of a study",
            "an empty file",
            WRITE_ONE,
        )
    folder = path.resolve().parent
    return declare(document, folder=folder, place=str(path), allow_code=allow_code)


def declare(
    document: Mapping[str, Any],
    *,
    folder: str | Path = ".",
    place: str = "the study",
    allow_code: Sequence[str | Path] = (),
) -> Study:
    """Return the study that a mapping declares: sections and keys as in the file.

    Parameters
    ----------
    document : mapping
        Such as ``{"kind": "accuracy", "claim": {"a": "base", "b": "new"}, "data": {"n": 2000}}``.
    folder : str or Path
        Where files that the declaration names are looked for.
    place : str
        What the declaration is called when something is wrong with it.
    allow_code : sequence of paths
        As in `read`.
    """
    if not isinstance(document, Mapping):
        needs = "a mapping of sections and keys, as in the file"
        raise ParameterError("declare", needs, shown(document), "A file is read with study.read.")
    faults: list[str] = []
    try:
        kind = find_kind(document.get("kind"))
    except ParameterError as error:
        _outer(document, faults)
        raise ParameterError(_listed(place, [str(error), *faults])) from None
    top = _outer(document, faults)
    found: dict[str, Any] = {}
    broken = set()
    for name, fields in sections_of(kind).items():
        before = len(faults)
        if name == "comparison":
            named = _named(document.get(name, []), fields, faults)
        else:
            given = document.get(name, None if name == "frozen" else {})
            found[name] = _section(name, given, fields, faults)
        broken |= {name} if len(faults) > before else set()
    # Keys that are wrong by themselves are not also blamed for what they contradict.
    about_claims = [] if broken & {"claim", "comparison"} else faults
    comparisons = comparisons_of(kind, found, named, about_claims)
    about_looks = [] if broken & {"stopping", "procedure"} else faults
    stopping = stopping_of(found["stopping"], about_looks)
    about_looks += unheeded(document, stopping)
    if stopping.rule == ANYTIME:  # nor are defaults of a test, which nothing would heed
        found["procedure"] = {k: v for k, v in found["procedure"].items() if k not in OF_ONE_LOOK}
    about_several = [] if "multiplicity" in broken else faults
    correct = _correction(found["multiplicity"], len(named), about_several)
    if faults:
        raise ParameterError(_listed(place, faults))
    for metric in {one.metric for one in comparisons if one.metric and is_named(one.metric)}:
        allow(metric, Path(folder), allow_code, place)
    return Study.made(
        kind=kind.name,
        title=top["title"],
        seed=top["seed"],
        comparisons=comparisons,
        alpha=found["claim"]["alpha"],
        target=found["claim"]["power"],
        data=found["data"],
        procedure=found["procedure"],
        source=found["assumptions"].get("source", ""),
        correct=correct,
        stopping=stopping,
        frozen=Frozen(**found["frozen"]) if "frozen" in document else None,
        folder=Path(folder),
    )


def _outer(document: Mapping[str, Any], faults: list[str]) -> dict[str, Any]:
    """Return the keys above all sections; refuse unknown keys and sections."""
    known = [*TOP, *SECTIONS]
    for key, value in document.items():
        if key in TOP:
            continue
        if key not in SECTIONS:
            home = "[claim]" if key in PAIR or key in ("alpha", "power") else ""
            remedy = f"It belongs under {home}." if home else did_you_mean(key, known)
            listed = ", ".join([*TOP, *(f"[{name}]" for name in SECTIONS)])
            faults.append(sentence("a study", f"only {listed}", repr(key), remedy))
        elif key == "comparison":
            if not isinstance(value, list | tuple) or not all(
                isinstance(item, Mapping) for item in value
            ):
                faults.append(_not_a_section("[[comparison]]", value))
        elif not isinstance(value, Mapping):
            faults.append(_not_a_section(f"[{key}]", value))
    plain = {key: field for key, field in TOP.items() if key != "kind"}  # found before
    return _clean("", document, plain, faults)


def _not_a_section(name: str, value: object) -> str:
    found = "one section in single brackets" if isinstance(value, Mapping) else shown(value)
    return sentence(name, "keys of its own below its heading", found, f"Write {name} on a line.")


def _section(
    name: str, given: Any, fields: Mapping[str, Field], faults: list[str]
) -> dict[str, Any]:
    """Return a section with its values clean and its defaults filled in."""
    if not isinstance(given, Mapping):
        return _clean(f"{name}.", {}, fields, faults)  # told already
    if name == "frozen":
        for key, field in fields.items():
            if field.required and key not in given:
                remedy = "Run claimwise study freeze, or take [frozen] out."
                faults.append(sentence("[frozen]", f"a {key}", "none", remedy))
    _unknown(f"[{name}]", given, fields, faults)
    return _clean(f"{name}.", given, fields, faults)


def _unknown(
    place: str, given: Mapping[str, Any], fields: Mapping[str, Field], faults: list[str]
) -> None:
    for key in given:
        if key not in fields:
            needs = f"only {', '.join(fields)}" if fields else "no keys at all"
            near = did_you_mean(key, fields)
            faults.append(sentence(place, needs, repr(key), near))


def _clean(
    prefix: str, given: Mapping[str, Any], fields: Mapping[str, Field], faults: list[str]
) -> dict[str, Any]:
    """Return the values that pass their checks, and the defaults of those not given."""
    clean = {}
    for key, field in fields.items():
        if key in given:
            value = _checked(f"{prefix}{key}", given[key], field, faults)
        else:
            value = field.default if field.always else None
        if value is not None:
            clean[key] = value
    return clean


def _checked(place: str, value: Any, field: Field, faults: list[str]) -> Any:
    try:
        if not finite(value):
            raise ParameterError(place, "finite numbers", repr(value))
        return checked(field, place, value)
    except ClaimwiseError as error:
        faults.append(str(error))
    except (TypeError, ValueError, AttributeError, KeyError):  # a type no check foresaw
        faults.append(sentence(place, f"another value ({field.about})", repr(value)))
    return field.default if field.always else None


def _named(given: Any, fields: Mapping[str, Field], faults: list[str]) -> list[dict[str, Any]]:
    """Return what each [[comparison]] says itself, clean and without defaults."""
    if not isinstance(given, list | tuple):
        return []
    found = []
    for number, own in enumerate(given, start=1):
        if not isinstance(own, Mapping):
            continue
        place = f"comparison {number}"
        for key in ("alpha", "power", "source"):
            if key in own:
                home = "[assumptions]" if key == "source" else "[claim]"
                remedy = f"Say it once, under {home}."
                faults.append(sentence(place, f"no {key} of its own", repr(own[key]), remedy))
        rest = {k: v for k, v in own.items() if k not in ("alpha", "power", "source")}
        _unknown(place, rest, fields, faults)
        said = {key: fields[key] for key in rest if key in fields}
        found.append(_clean(f"{place}: ", rest, said, faults))
    return found


def _correction(said: dict[str, Any], comparisons: int, faults: list[str]) -> str | None:
    """Return the correction; several comparisons need one, a single one has none."""
    correct: str | None = said.get("correct")
    if comparisons > 1 and correct is None:
        faults.append(
            sentence(
                "[multiplicity]",
                "a correct for several comparisons",
                "none",
                "Choose holm (the chance of even one false finding stays below alpha), bonferroni "
                "(the same, simpler and weaker), benjamini-hochberg (the expected share of false "
                "findings does) or none.",
            )
        )
    return correct if comparisons > 1 else None


def _listed(place: str, faults: list[str]) -> Words:
    """Return one fault in a line, or several in a list."""
    if len(faults) == 1:
        return as_words(f"{place}: {faults[0]}")
    first = faults[:MOST_FAULTS]
    more = [f"and {len(faults) - len(first)} more"] if len(faults) > len(first) else []
    points = [part for fault in (*first, *more) for part in (POINT, fault)]
    return Words((f"{place} has {len(faults)} faults:", *points))
