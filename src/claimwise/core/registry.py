"""Names to things: tests, intervals, worlds, reports. One line registers; look-ups find it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from claimwise.core.errors import ParameterError, did_you_mean
from claimwise.core.procedure import Procedure

# Where the files of a kind live. A name is looked for in the file of that name, or of its first
# words: mcnemar-midp in mcnemar.py. Only where it is not there, or all names are asked for, is
# every file of the room imported. A kind of two words is a case of the second: a "corpus
# interval" is an interval, but other data fit it.
ROOMS = {
    "test": "claimwise.htest",
    "stratified test": "claimwise.assess.combined",
    "crossed test": "claimwise.assess.levels",
    "interval": "claimwise.intervals",
    "crossed interval": "claimwise.assess.levels",
    "corpus interval": "claimwise.intervals.corpus",
    "response interval": "claimwise.intervals.responses",
    "metric": "claimwise.metrics",
    "response metric": "claimwise.metrics.responses",
    "model": "claimwise.bayes.fitting",
    "rating analysis": "claimwise.power.rating_tests",
    "judgement analysis": "claimwise.power.judgement_tests",
    "correction": "claimwise.assess.multiplicity",
    "stopping": "claimwise.kernels.spending",
    "anytime stopping": "claimwise.kernels.confidence_sequence",
    "world": "claimwise.worlds",
    "fit": "claimwise.worlds",
    "report": "claimwise.report.forms",
    "figure": "claimwise.report.figures",
    "form": "claimwise.report.forms",
}
MANY = 12  # names that are not all listed where one of them is probably meant
PLUGINS = "claimwise.plugins"  # entry-point group: modules that register on import

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered thing, with the traits that others filter on."""

    kind: str
    name: str
    thing: Any
    traits: Mapping[str, Any]


_entries: dict[tuple[str, str], Entry] = {}
_loaded: set[str] = set()
_loading: set[str] = set()  # a room may look up its own names while it is being imported


def register(kind: str, name: str, *, again: bool = False, **traits: Any) -> Callable[[T], T]:
    """Return a decorator that files a thing under `kind` and `name`.

    `again` lets a thing take the place of one that was filed so before.
    """

    def decorate(thing: T) -> T:
        known = _entries.get((kind, name))
        if known is not None and not (again and known.traits.get("again")):
            raise ValueError(f"there is already a {kind} called {name}")
        kept = traits | ({"again": True} if again else {})
        _entries[kind, name] = Entry(kind, name, thing, kept)
        return thing

    return decorate


def import_room(room: ModuleType) -> None:
    """Import every file of a room, so that each registers itself."""
    for file in pkgutil.iter_modules(getattr(room, "__path__", ())):
        importlib.import_module(f"{room.__name__}.{file.name}")


def _load(kind: str) -> None:
    """Import every file of the room of a kind, and the packages of others."""
    if kind in _loaded or kind in _loading:
        return
    _loading.add(kind)
    try:
        if kind in ROOMS:
            room = importlib.import_module(ROOMS[kind])
            import_room(room)
        _loaded.add(kind)
    finally:
        _loading.discard(kind)
    _load_plugins()


def _load_plugins() -> None:
    if PLUGINS not in _loaded:
        _loaded.add(PLUGINS)
        from importlib.metadata import entry_points

        for plugin in entry_points(group=PLUGINS):
            plugin.load()


def _known(kind: str, name: str) -> Entry | None:
    return _entries.get((kind, name))


def _find(kind: str, name: str) -> Entry | None:
    """Return an entry by its own name, with as few imports as will do."""
    _load_plugins()
    if _known(kind, name) is None and kind in ROOMS and kind not in _loaded:
        _import_file_of(str(name), importlib.import_module(ROOMS[kind]))
    if _known(kind, name) is None:
        _load(kind)
    return _known(kind, name)


def _import_file_of(name: str, room: ModuleType) -> None:
    """Import the file that a name should be in: that of the name, or of its first words."""
    files = {file.name for file in pkgutil.iter_modules(getattr(room, "__path__", ()))}
    words = name.split("-")
    likely = ("_".join(words[:many]) for many in range(len(words), 0, -1))
    file = next((file for file in likely if file in files), None)
    if file is not None:
        importlib.import_module(f"{room.__name__}.{file}")


def entries(kind: str, **traits: Any) -> list[Entry]:
    """Return the entries of a kind that have all these traits, in order of their names."""
    _load(kind)
    known = sorted(name for of, name in _entries if of == kind)
    found = (_entries[kind, name] for name in known)
    return [entry for entry in found if _has(entry, traits)]


def _has(entry: Entry, traits: Mapping[str, Any]) -> bool:
    return all(entry.traits.get(key) == want for key, want in traits.items())


def names(kind: str, **traits: Any) -> list[str]:
    """Return the names of the entries that `entries` finds."""
    return [entry.name for entry in entries(kind, **traits)]


def lookup(kind: str, name: str, **traits: Any) -> Entry:
    """Return one entry; an unknown name is refused with the list of the known ones."""
    found = _find(kind, name) or _known_as("also", kind, name)
    if found is not None and _has(found, traits):
        return found
    listed = names(kind, **traits)
    meant = _known_as("meant", kind, str(name).lower())
    near = did_you_mean(name, listed)
    if meant is not None and _has(meant, traits):
        near = f"Did you mean {meant.name}?"
    what = kind.split()[-1]
    needs = f"one of {', '.join(listed)}"
    if near and len(listed) > MANY:
        needs = f"the name of {'an' if what[0] in 'aeiou' else 'a'} {what}"
    raise ParameterError(what, needs, repr(name), near)


def has(kind: str, name: str | None, **traits: Any) -> bool:
    """Whether there is an entry of this name with these traits.

    >>> has("test", "tango", margin=True), has("test", "sign", margin=True), has("test", None)
    (True, False, False)
    """
    found = None if name is None else _find(kind, name)
    return found is not None and _has(found, traits)


def described(kind: str, name: str) -> Procedure | None:
    """Return what a procedure says of itself; None where it says nothing, or is not known.

    >>> described("test", "fisher").short
    'Fisher exact'
    >>> described("interval", "jackknife").short  # of a corpus, which is an interval too
    'jackknife interval'
    """
    kinds = [kind, *(of for of in ROOMS if of.endswith(f" {kind}"))]
    for find in (_known, _find):  # what was used is imported already: look there first
        for of in kinds:
            entry = find(of, name)
            if entry is not None:
                says: Procedure | None = entry.traits.get("says")
                return says
    return None


def _known_as(trait: str, kind: str, name: str) -> Entry | None:
    """Return the entry that goes by another name: `also` is taken, `meant` is only suggested."""
    entries_ = (entry for (of, _), entry in _entries.items() if of == kind)
    return next((entry for entry in entries_ if name in entry.traits.get(trait, ())), None)
