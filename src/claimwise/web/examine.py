"""What is in an uploaded file: the doctor's findings, its systems and columns, what it fits."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimwise.assess import doctor
from claimwise.core import ClaimwiseError, DataError, Result
from claimwise.core.limits import using
from claimwise.core.toml import parse_toml, toml_bytes
from claimwise.data.logs.inspect_zip import Members
from claimwise.web.advice import error_words
from claimwise.web.answers import answer_of
from claimwise.web.catalogue import BY_KEY
from claimwise.web.recognise import OF_SCORES, roles_of, scores_in
from claimwise.web.study_models import LONGEST

MOST_NAMES = 1000
MOST_COLUMNS = 2000
MOST_SYSTEMS = 500  # of a file that the doctor is asked about: it looks at each
LONGEST_NAME = 200  # characters: no field takes a longer one
ROLES = {  # columns that tell a view, and the form in it
    "rating": ("ratings", "ratings"),
    "winner": ("ratings", "judgements"),
    "response": ("responses", "compare"),
}


def examine(path: str, *, given: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what is in a file; what cannot be read is said, not refused.

    The doctor is asked about scores and answers alone; of other files it knows nothing. `given`
    are columns by role, as the user says.
    """
    ending = Path(path).suffix.lower()
    if ending == ".eval":
        with Members(Path(path), Path(path).name):  # what would unpack to too much is refused
            pass
    if ending == ".toml":
        none: dict[str, Any] = {"columns": [], "systems": [], "doctor": None}
        return {**none, "roles": {}, "scale": OF_SCORES, **_toml(Path(path))}
    columns = columns_of(path)
    fitting = fits(columns) if given is None else _asked_by(given)
    found: dict[str, Any] = {"columns": columns, "fits": fitting, "doctor": None, "text": None}
    found |= {"roles": roles_of(path, columns, fitting[0], given), "scale": OF_SCORES}
    named = _named_systems(path, columns)
    if fitting[0]["view"] == "ratings":
        return found | {"systems": named[:MOST_NAMES]}
    if len(named) > MOST_SYSTEMS:
        counted = f"{len(named):,}"
        raise DataError(Path(path).name, f"at most {MOST_SYSTEMS:,} systems", counted)
    fit = BY_KEY["{view}/{kind}".format(**fitting[0])]
    try:
        result = doctor(path, columns=given)
    except ClaimwiseError as error:
        said, field = error_words(error, fit)
        return found | {
            "doctor": {"error": said, "field": field},
            "systems": named,
        }
    systems, scale = scores_in(path, given)
    return found | {
        "doctor": answer_of(result, fit),
        "systems": (systems_of(result) or systems or named)[:MOST_NAMES],
        "scale": scale,
    }


def _asked_by(given: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the form whose columns these are."""
    answers = {"source", "response", "responder"} & set(given)
    return [{"view": "responses" if answers else "compare", "kind": "compare"}]


def _toml(path: Path) -> dict[str, Any]:
    """Return the text of a study, or that it is tables or a world for a plan."""
    with using(toml_size=LONGEST):
        content = toml_bytes(path)
        document, text = parse_toml(path.name, content), content.decode("utf-8-sig")
    place = ("study", "check")
    if "tables" in document:
        place = ("plan", "f1")
    elif "outcome" in document:
        place = ("plan", "ratings")
    elif "world" in document or "zero_share" in document:
        place = ("plan", "bleu")
    return {"fits": [{"view": place[0], "kind": place[1]}], "text": text}


def columns_of(path: str) -> list[str]:
    """Return the names of the columns of a table; none of anything else."""
    from claimwise.data.table_files import open_table

    if Path(path).suffix.lower() in (".txt", ".eval"):
        return []
    try:
        names = [str(name) for name in open_table(path).names]
    except (ClaimwiseError, OSError):
        return []
    if len(names) > MOST_COLUMNS:
        found = f"{len(names):,}"
        raise DataError(Path(path).name, f"at most {MOST_COLUMNS:,} columns", found)
    return [name for name in names if len(name) <= LONGEST_NAME][:MOST_NAMES]


def systems_of(result: Result) -> list[str]:
    """Return the systems that the doctor counted."""
    counted = [row.at.get("system") for row in result.select("items", "answers")]
    return list(dict.fromkeys(str(name) for name in counted if name))[:MOST_NAMES]


def _named_systems(path: str, columns: list[str]) -> list[str]:
    """Return the names in the column that says which system it was."""
    from claimwise.data.tables import read_columns

    for wanted in (("system", "model", "condition"), ("winner",)):
        known = {name.strip().lower() for name in columns}
        if not known & set(wanted):
            continue
        try:
            found = read_columns(path, {"system": wanted})["system"]
        except ClaimwiseError:
            return []
        names = dict.fromkeys(str(name) for name in found if name is not None)
        return [name for name in names if name.lower() not in ("tie", "ties", "")]
    return []


def fits(columns: list[str]) -> list[dict[str, str]]:
    """Return the forms that a table fits, as far as its columns tell."""
    known = {name.strip().lower() for name in columns}
    found = [{"view": v, "kind": k} for role, (v, k) in ROLES.items() if role in known]
    return found or [{"view": "compare", "kind": "compare"}]
