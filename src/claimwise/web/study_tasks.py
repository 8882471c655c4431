"""Studies as text: declared, checked, foreseen and assessed without a file of the user's."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from claimwise.core import ParameterError, Result
from claimwise.core.toml import parse_toml
from claimwise.report.python_lines import call_lines
from claimwise.study import Study, declare
from claimwise.web.calls import UNSAID, Upload, argument, shown, uploaded
from claimwise.web.catalogue import Kind
from claimwise.web.fields import Options
from claimwise.web.forms import shape

NAME = "study.toml"
FREE = ("title", "source", "declared", "name")  # keys whose texts are words, not names
PATHS = ("/", "\\", "\0")


def new_text(kind: Kind, options: Options) -> str:
    """Return the text of a new declaration."""
    from claimwise.study.new import draft, named
    from claimwise.study.writer import to_toml

    given = {name: getattr(options, name) for name in kind.model.model_fields}
    b, n, what = given.pop("b"), given.pop("n"), given.pop("kind")
    said = {}
    for name, value in given.items():
        key = "seed" if name == "seed" else shape(kind, name).get("keyword") or name
        if key != name and key in options.model_fields_set and name not in options.model_fields_set:
            value = getattr(options, key)  # under the name that it has for other kinds
        if value not in UNSAID and shown(kind, options, name):
            said[key] = value
    return to_toml(named(declare(draft(what, said, b=[b], n=n), place="the new study")))


@contextmanager
def declared(text: str, files: list[Upload], folder: str) -> Iterator[Study]:
    """Give the study that a text declares; files that it names are those that were uploaded."""
    document = parse_toml(NAME, text.encode(errors="replace"))
    names = [upload.name for upload in files]
    for name in names:
        if names.count(name) > 1:
            raise ParameterError(
                "files", "names of their own", f"{name} twice", "Remove or rename one."
            )
    refuse_paths(document, set(names))
    with tempfile.TemporaryDirectory(dir=folder) as beside:
        for upload in files:
            os.symlink(upload.path, Path(beside) / Path(upload.name).name)
        yield declare(document, folder=beside, place=NAME)


def refuse_paths(document: Any, known: set[str], key: str = "") -> None:
    """Refuse a declaration that names a file on this machine."""
    if isinstance(document, Mapping):
        for name, value in document.items():
            refuse_paths(value, known, str(name))
    elif isinstance(document, list | tuple):
        for value in document:
            refuse_paths(value, known, key)
    elif isinstance(document, str) and key not in FREE and document not in known:
        suffix = Path(document).suffix.lower() if "\0" not in document else ""
        endings = (".py", ".toml", ".csv", ".tsv", ".jsonl", ".json", ".parquet", ".txt", ".eval")
        if any(sign in document for sign in PATHS) or suffix in endings:
            needs = "files that were uploaded with it, under their plain names"
            remedy = "Upload the file, or use the command line."
            raise ParameterError(f"{key} in {NAME}", needs, repr(document[:80]), remedy)


def study_results(
    kind: Kind, options: Any, uploads: Mapping[str, Upload], folder: str
) -> tuple[Result, list[Result]]:
    """Return what is asked about a study, and the curve around it where that comes at once."""
    from claimwise.study.curve import curve
    from claimwise.study.quick_curve import has_quick_curve

    files = [uploaded(id_, uploads) for id_ in options.files]
    with declared(options.text, files, folder) as study:
        if kind.name == "check":
            return study.check(), []
        if kind.name == "power":
            found = study.power()
            return found, [curve(study)] if has_quick_curve(study, found) else []
        data = [uploaded(id_, uploads).path for id_ in options.data]
        return study.assess(*data, look=options.look), []


def study_words(kind: Kind, options: Any, uploads: Mapping[str, Upload]) -> dict[str, str]:
    """Return the command and the Python lines."""
    import shlex

    data = [uploaded(id_, uploads) for id_ in getattr(options, "data", [])]
    look = getattr(options, "look", None)
    flags = [] if look is None else ["--look", str(look)]
    inside = [repr(upload.name) for upload in data] + ([] if look is None else [f"look={look}"])
    return {
        "command": shlex.join(["claimwise", *kind.command, NAME, *map(argument, data), *flags]),
        "python": call_lines(f"cw.study.read({NAME!r}).{kind.name}", inside),
    }
