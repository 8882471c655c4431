"""From options to one call, and the command and the Python lines that give the same answer."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from claimwise.core import DEFAULT_SEED, ParameterError, Result
from claimwise.core.field import GIVEN
from claimwise.core.parts import flat_defaults, in_groups
from claimwise.report.python_lines import call_lines
from claimwise.verbs.verb import called, find_function
from claimwise.web.catalogue import Kind
from claimwise.web.fields import Options
from claimwise.web.forms import alternatives, shape

UNSAID: tuple[Any, ...] = (None, "auto", "everything", "", [])  # what the library decides by itself
_SAID = {None: "none", GIVEN: "given"}


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was uploaded: where it is, and what its owner calls it."""

    path: str
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the library: files first, then keywords; and how the command says it."""

    kind: Kind
    files: tuple[Upload, ...] = ()
    keywords: Mapping[str, Any] = field(default_factory=dict)  # uploads are `Upload`s in it
    flags: tuple[tuple[str, Any], ...] = ()  # of the command: option and value

    def run(self) -> Result:
        """Call the function and return its Result."""
        given = {key: _path(value) for key, value in self.keywords.items()}
        found = function(self.kind)(*(upload.path for upload in self.files), **given)
        result: Result = getattr(found, self.kind.result) if self.kind.result else found
        return result

    def changed(self, **given: Any) -> Call:
        """Return the same call with other values of some keywords, which its words say too."""
        usual = defaults(self.kind)
        said = {key: value for key, value in given.items() if usual.get(key) != value}
        kept = {key: value for key, value in self.keywords.items() if key not in given}
        flags = [(option, value) for option, value in self.flags if option not in given]
        flags += [(key.replace("_", "-"), value) for key, value in said.items()]
        return replace(self, keywords={**kept, **said}, flags=tuple(flags))

    def words(self) -> dict[str, str]:
        """Return the command and the Python lines."""
        return {"command": self.command(), "python": self.python()}

    def command(self) -> str:
        """Return the command line."""
        words = ["claimwise", *self.kind.command, *(argument(upload) for upload in self.files)]
        for option, value in self.flags:
            words += _spoken(option, value)
        return shlex.join(words)

    def python(self) -> str:
        """Return the Python lines."""
        given = [repr(upload.name) for upload in self.files]
        named = {key: _called(value) for key, value in self.keywords.items()}
        grouped = in_groups(function(self.kind), named)
        given += [f"{key}={value!r}" for key, value in grouped.items()]
        after = f".{self.kind.result}" if self.kind.result else ""
        return call_lines(called(self.kind.function), given, after)


def function(kind: Kind) -> Callable[..., Any]:
    """Return the function of the library that answers this kind."""
    return find_function(kind.function)


def call_of(kind: Kind, options: Options, uploads: Mapping[str, Upload]) -> Call:
    """Return the call that these options stand for."""
    files: tuple[Upload, ...] = ()
    keywords: dict[str, Any] = {}
    flags: list[tuple[str, Any]] = []
    usual = defaults(kind)
    for name in type(options).model_fields:
        said = shape(kind, name)
        value = getattr(options, name)
        if not said or value in UNSAID or value is False:
            continue
        if not shown(kind, options, name):
            _refuse_hidden(kind, options, name)
            continue
        if said["type"] == "file":
            value = _upload(value, uploads)
        if said.get("argument"):
            files = tuple(value) if isinstance(value, list) else (value,)
            continue
        if name == "columns":
            keywords[name] = roles_in(value)
            flags += [("column", f"{role}={column}") for role, column in roles_in(value).items()]
            continue
        keyword = said.get("option") or said.get("keyword") or name
        meant = said["means"] if said["type"] == "boolean" else _meant(kind, name, value)
        if keyword in usual and meant in (usual[keyword], _listed(usual[keyword])):
            continue
        keywords[keyword] = meant
        spoken = [part.strip() for part in value.split(",")] if said.get("several_words") else value
        flags.append(((said.get("option") or name).replace("_", "-"), spoken))
    return Call(kind, files, keywords, tuple(flags))


def _meant(kind: Kind, name: str, value: Any) -> Any:
    """Return what the library takes: words with commas are several, looks are numbers."""
    said = shape(kind, name)
    if said.get("several_words"):
        value = [part.strip() for part in value.split(",")]
    if name in kind.reads and isinstance(value, str | list):
        return kind.reads[name](value)
    if said.get("numbers"):
        found = [float(part) for part in value.split(",")]
        return found if len(found) > 1 else found[0]
    return value


def _listed(value: Any) -> Any:
    """Return several words as a form says them: test,interval."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


def shown(kind: Kind, options: Options, name: str) -> bool:
    """Whether the form shows a field, given the others."""
    said = shape(kind, name)
    if said.get("of_simulation") and not kind.streams and not simulates(kind, options):
        return False
    return any(_holds(when, options) for when in alternatives(said)) or not alternatives(said)


def _holds(when: Mapping[str, Sequence[Any]], options: Options) -> bool:
    return all(_allows(values, getattr(options, other)) for other, values in when.items())


def simulates(kind: Kind, options: Options) -> bool:
    """Whether a field has a value for which studies are simulated."""
    return any(
        _allows(values, getattr(options, name))
        for name in type(options).model_fields
        if (values := shape(kind, name).get("simulates")) and shown(kind, options, name)
    )


def _allows(values: Sequence[Any], value: Any) -> bool:
    return value in values or (GIVEN in values and value not in UNSAID)


def simulated(kind: Kind, options: Options) -> bool:
    """Whether the answer comes from simulated studies, one after the other."""
    return kind.streams or (kind.exact and simulates(kind, options))


def file_ids(kind: Kind, options: Mapping[str, Any]) -> set[str]:
    """Return the ids of the files in options."""
    found: set[str] = set()
    for name, value in options.items():
        if value and shape(kind, name).get("type") == "file":
            found |= set(value) if isinstance(value, list) else {value}
    return found


def _refuse_hidden(kind: Kind, options: Options, name: str) -> None:
    """Refuse an option that was given and that nothing would heed."""
    info = type(options).model_fields[name]
    if name not in options.model_fields_set or getattr(options, name) == info.default:
        return
    conditions = alternatives(shape(kind, name))
    if not conditions:
        needs = "a study that is simulated"
        raise ParameterError(name, needs, "one that is computed at once", "Leave it out.")
    other, values = next(iter(conditions[0].items()))
    wanted = " or ".join(_SAID.get(value, str(value).lower()) for value in values)
    found = str(getattr(options, other)).lower()
    raise ParameterError(name, f"{other} to be {wanted}", found, "Leave it out.")


@lru_cache(maxsize=64)
def defaults(kind: Kind) -> dict[str, Any]:
    """Return what the function takes where nothing is said."""
    return {**flat_defaults(function(kind)), "rng": DEFAULT_SEED}  # which None stands for


def roles_in(text: str) -> dict[str, str]:
    """Return the columns by role of ``score=f1, item=qid``."""
    pairs = (part.partition("=") for part in text.split(","))
    return {role.strip(): name.strip() for role, _, name in pairs}


def _upload(value: Any, uploads: Mapping[str, Upload]) -> Any:
    if isinstance(value, list):
        return [_upload(one, uploads) for one in value]
    return uploaded(value, uploads)


def uploaded(id_: str, uploads: Mapping[str, Upload]) -> Upload:
    """Return the file of this id; refuse one that is not there."""
    if id_ not in uploads:
        raise ParameterError("a file", "to be uploaded first", "none of that id", "Drop it again.")
    return uploads[id_]


def _path(value: Any) -> Any:
    if isinstance(value, Upload):
        return value.path
    return [_path(one) for one in value] if isinstance(value, list) else value


def _called(value: Any) -> Any:
    """Return a value with files as what their owner calls them."""
    if isinstance(value, Upload):
        return value.name
    return [_called(one) for one in value] if isinstance(value, list) else value


def argument(upload: Upload) -> str:
    """Return the name of a file as the command takes it; one with a dash would be an option."""
    return f"./{upload.name}" if upload.name.startswith("-") else upload.name


def _spoken(option: str, value: Any) -> list[str]:
    if value is True:
        return [f"--{option}"]
    if isinstance(value, list):
        return [word for one in value for word in _spoken(option, one)]
    said = value.name if isinstance(value, Upload) else str(value)
    # A value that begins with a dash would be taken for an option.
    return [f"--{option}={said}"] if said.startswith("-") else [f"--{option}", said]
