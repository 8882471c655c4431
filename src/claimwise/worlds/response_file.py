"""Worlds of several answers by name, from TOML files, or from a user's own answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, TypeAlias

from claimwise.core import (
    ClaimwiseError,
    DataError,
    ParameterError,
    check_number,
    did_you_mean,
)
from claimwise.core.toml import assigned, comments, read_toml
from claimwise.data.choose_pair import choose_pair
from claimwise.data.read_responses import read_responses
from claimwise.data.responses import Responses
from claimwise.worlds.dirichlet_responses import DirichletResponses
from claimwise.worlds.item_distributions import Distribution
from claimwise.worlds.ordinal_responses import OrdinalResponses
from claimwise.worlds.plugin_responses import PluginResponses
from claimwise.worlds.response_presets import PRESETS
from claimwise.worlds.response_world import ResponseWorld
from claimwise.worlds.responses import NormalResponses

Written: TypeAlias = NormalResponses | OrdinalResponses | DirichletResponses
WORLDS: dict[str, type[Written]] = {
    "normal": NormalResponses,
    "ordinal": OrdinalResponses,
    "dirichlet": DirichletResponses,
}
DISTRIBUTIONS = ("mean", "spread")
LISTS = ("base", "levels", "limits", "mean_limits", "thresholds", "values")
NAMES = ("a", "b", "gold")  # of the sources that a world was fitted to
DATA = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet", ".pq")
WIDTH = 86  # of a comment
FITTED = "claimwise fit responses writes such a file."


def find_response_world(
    text: str | Path | Responses,
    *,
    gold: str | None = None,
    a: str | None = None,
    b: str | None = None,
    kind: str | None = None,
    levels: Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
) -> ResponseWorld:
    """Return a world by the name of a published one, from a TOML file, or from answers.

    Answers may be `Responses` that were read before.

    Answers (.csv, .tsv, .jsonl, .parquet) make a plug-in world of the systems `a` and `b`; the
    other parameters are those of `claimwise.read_responses`.

    >>> find_response_world("published").at(epsilon_b=0.1).epsilon_b
    0.1
    """
    if isinstance(text, Responses):
        return PluginResponses.of(text, *choose_pair(text.systems, a, b))
    fitted = getattr(text, "world", None)
    if isinstance(fitted, ResponseWorld):  # what a fit returns
        return fitted
    said = str(text).strip()
    if said in PRESETS:
        return PRESETS[said]
    suffix = Path(said).suffix.lower()
    if suffix == ".toml":
        return read_response_world(said)
    if suffix in DATA:
        found = read_responses(said, gold=gold, columns=columns, kind=kind, levels=levels)
        first, second = choose_pair(found.systems, a, b, said)
        return PluginResponses.of(found, first, second, source=said)
    raise ParameterError(
        "world",
        f"one of {', '.join(PRESETS)}, a .toml file or answers ({', '.join(DATA[:3])}, ...)",
        repr(said),
        did_you_mean(said, PRESETS),
    )


def response_toml(
    world: ResponseWorld, notes: Sequence[str] = (), names: Mapping[str, str] | None = None
) -> str:
    """Return a file that `read_response_world` reads; notes are comments at its head."""
    kind = next((name for name, made in WORLDS.items() if isinstance(world, made)), None)
    if kind is None:
        raise ParameterError("a file of a world", "one that has parameters", type(world).__name__)
    lines = comments(notes, WIDTH)
    lines.append(assigned("world", kind))
    lines += [assigned(key, value) for key, value in (names or {}).items()]
    for one in fields(world):  # type: ignore[arg-type]
        value = getattr(world, one.name)
        default = one.default
        if one.name == "name" and value == default:
            continue
        if default is not MISSING and value == default and not one.name.startswith("epsilon"):
            continue
        lines.append(assigned(one.name, _plain(value)))
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> Any:
    """Return a value of a world as texts, numbers and lists of them."""
    if isinstance(value, Distribution):
        return value.words()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, str) else float(value)


def read_response_world(path: str | Path) -> ResponseWorld:
    """Read a world of several answers from a TOML file."""
    found = read_toml(path)
    try:
        return _world(found, Path(path).parent)
    except ClaimwiseError as error:
        raise DataError(f"{path}: {error}") from error  # its keys are no options


def _world(found: dict[str, Any], folder: Path) -> ResponseWorld:
    kind = found.get("world")
    if kind == "plug-in":
        return _plugin(found, folder)
    if not isinstance(kind, str) or kind not in WORLDS:
        known = [*WORLDS, "plug-in"]
        raise DataError("world", f"one of {', '.join(known)}", repr(kind), FITTED)
    made = WORLDS[kind]
    keys = {one.name: one for one in fields(made)}
    _known(found, ("world", *NAMES, *keys))
    lacking = [n for n, one in keys.items() if one.default is MISSING and n not in found]
    if lacking:
        raise DataError(f"a {kind} world", f"a value for {lacking[0]}", "none", FITTED)
    given = {name: _given(name, found[name], kind) for name in keys if name in found}
    return made(**given)


def _plugin(found: dict[str, Any], folder: Path) -> ResponseWorld:
    """Return the world of a file of answers, which stands beside this one."""
    keys = ("world", "file", *NAMES, "kind", "levels", "epsilon_a", "epsilon_b", "missing")
    _known(found, keys)
    if not isinstance(found.get("file"), str):
        raise DataError("a plug-in world", "the file of its answers", "none")
    named = {key: found.get(key) for key in (*NAMES, "kind", "levels")}
    world = find_response_world(folder / found["file"], **named)
    assert isinstance(world, PluginResponses)  # the only world of a file of answers
    options = {k: found[k] for k in ("epsilon_a", "epsilon_b", "missing") if k in found}
    return PluginResponses(
        answers=world.answers,
        kind=world.kind,
        levels=world.levels,
        a=world.a,
        b=world.b,
        gold=world.gold,
        source=world.source,
        **options,
    )


def _known(found: Mapping[str, Any], keys: Sequence[str]) -> None:
    """Refuse a key that would be passed over."""
    odd = next((key for key in found if key not in keys), None)
    if odd is not None:
        raise DataError(
            "a world", f"keys among {', '.join(keys)}", repr(odd), did_you_mean(odd, keys)
        )


def _given(name: str, value: Any, kind: str) -> Any:
    """Return a value of a file as its world takes it."""
    if name in DISTRIBUTIONS:
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return Distribution.of(value)
        raise DataError(name, 'a distribution, such as "uniform(0, 1)"', repr(value))
    if name == "name":
        return str(value)
    if name not in LISTS:
        return check_number(name, value)
    if not isinstance(value, list):
        raise DataError(name, "a list", repr(value))
    if name == "levels" and kind == "dirichlet":
        return tuple(str(one) for one in value)
    if name.endswith("limits"):
        ends = tuple(float(one) for one in value if isinstance(one, int | float))
        if len(value) != 2 or len(ends) != 2 or not ends[0] < ends[1]:
            raise DataError(name, "a low and a high number", f"{value}")
        return ends
    return tuple(check_number(name, one) for one in value)
