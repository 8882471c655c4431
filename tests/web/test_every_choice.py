"""Whatever can be chosen in a form has an answer, and what is random can be had again."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, get_args

import pytest

from claimwise.core.field import GIVEN
from claimwise.core.toml import parse_toml
from claimwise.data.examples import example_path
from claimwise.kinds import kinds
from claimwise.run import using
from claimwise.study import declare
from claimwise.study.complete import missing
from claimwise.web.calls import Call, Upload, call_of, shown
from claimwise.web.catalogue import BY_KEY, KINDS, Kind
from claimwise.web.forms import alternatives, form
from claimwise.web.study_models import New
from claimwise.web.study_tasks import new_text

from .serving import Client, follow
from .test_same_answers import JOBS

ID = "0" * 32
UNPUBLISHED = ("chrf", "ter")  # kinds whose world nobody published
FILES = {"tables": "confusion.toml", "files": "validation.csv", "world_file": None}
LOOKS = [
    (kind, choice)
    for kind in KINDS
    for field in form(kind)["fields"]
    if field["name"] == "solve" and kind.name not in UNPUBLISHED
    for choice in field["choices"]
]


class BegunError(Exception):
    """A simulation was about to begin: what was asked was not refused."""


class Begins:
    """A store that is asked as soon as a simulation begins."""

    def keeper(self, key: Any, *, label: str, blocks: int) -> None:
        raise BegunError


def as_sent(kind: Kind, chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the options as the page sends them: hidden and empty fields are left out."""
    fields = {field["name"]: field for field in form(kind)["fields"]}
    values = {name: field["default"] for name, field in fields.items()} | chosen
    for name, file in FILES.items():
        if name in fields and file:
            values[name] = [ID] if fields[name]["several"] else ID

    def allows(allowed: Any, value: Any) -> bool:
        return value in allowed or (GIVEN in allowed and value not in (None, "auto"))

    def fits(field: dict[str, Any]) -> bool:
        when = alternatives(field)
        return not when or any(
            all(allows(allowed, values[other]) for other, allowed in one.items()) for one in when
        )

    simulated = kind.streams or any(
        fits(field) and allows(field["simulates"], values[name]) for name, field in fields.items()
    )
    return {
        name: value
        for name, value in values.items()
        if value not in (None, "", [])
        and fits(fields[name])
        and (simulated or not fields[name]["of_simulation"])
    }


def asked(kind: Kind, chosen: dict[str, Any]) -> Call:
    name = next(
        (file for key, file in FILES.items() if key in kind.model.model_fields and file), ""
    )
    uploads = {ID: Upload(str(example_path(name)), name)} if name else {}
    return call_of(kind, kind.model(**as_sent(kind, chosen)), uploads)


@pytest.mark.parametrize(("kind", "choice"), LOOKS, ids=lambda x: getattr(x, "key", x))
def test_every_choice_of_what_to_look_for_has_an_answer(kind: Kind, choice: str) -> None:
    call = asked(kind, {"solve": choice, "seed": 1})
    with contextlib.suppress(BegunError), using(workers=1, store=Begins()):
        call.run()


def test_what_is_looked_for_is_not_passed() -> None:
    hidden = {
        "mde": {"difference", "effect", "win", "lose"},
        "n": {"n"},
        "items": {"items"},
        "raters": {"raters", "per_item"},
        "responses": {"responses"},
        "split": {"items"},
    }
    for kind, choice in LOOKS:
        assert not hidden.get(choice, set()) & set(asked(kind, {"solve": choice}).keywords)


WITH_SEED = [kind for kind in KINDS if "seed" in kind.model.model_fields and not kind.declared]
RANDOM: dict[str, dict[str, Any]] = {  # where an answer is not always random: when it is
    "plan/accuracy": {"by": "simulation", "solve": "power"},
    "plan/proportions": {"by": "simulation", "solve": "power"},
    "plan/preference": {"by": "simulation", "solve": "power"},
    "plan/means": {"cluster_size": 5},
    "ratings/ratings": {"interval": "bootstrap"},
}


@pytest.mark.parametrize("kind", WITH_SEED, ids=lambda kind: kind.key)
def test_what_is_random_has_a_seed_that_is_said_unless_it_is_the_usual_one(kind: Kind) -> None:
    options = {
        **RANDOM.get(kind.key, {}),
        **({"world_file": ID} if kind.name in UNPUBLISHED else {}),
    }
    if "file" in kind.model.model_fields:
        options["file"] = ID
    model = kind.model(**as_sent(kind, options))
    uploads = {ID: Upload("x", "x.csv")}
    usual = call_of(kind, model, uploads)
    assert "--seed" not in usual.command()
    assert "rng" not in usual.python()
    call = call_of(kind, model.model_copy(update={"seed": 7}), uploads)
    assert "--seed 7" in call.command()
    assert "rng=7" in call.python()
    if kind.key in RANDOM:
        own = {name: ID for name in ("file",) if name in kind.model.model_fields}
        assert not shown(kind, kind.model(**as_sent(kind, own)), "seed")
    # That the command gives the same rows is seen in the tests of jobs.
    if kind.view == "plan" and kind.name not in UNPUBLISHED and kind.key != "responses/plan":
        asked = [one for view, name, one, _ in JOBS if f"{view}/{name}" == kind.key]
        assert any(
            "seed" not in one and RANDOM.get(kind.key, {}).items() <= one.items() for one in asked
        )


def test_clusters_are_simulated_as_a_job_and_come_in_parts(client: Client) -> None:
    options = {"n": 40, "cluster_size": 5, "icc": 0.2, "replicates": 4000}
    refused = client.post("/api/plan/means", json=options)
    assert (refused.status_code, "job" in refused.json()["error"]) == (409, True)
    events = follow(client, "plan", "means", options)
    assert [event for event, _ in events if event != "progress"][-2:] == ["partial", "answer"]
    text = client.post(
        "/api/report",
        json={"view": "plan", "kind": "means", "options": options, "format": "markdown"},
    )
    assert text.status_code == 200
    assert "|seed:0" in text.text


@pytest.mark.parametrize("what", get_args(New.model_fields["kind"].annotation))
def test_every_kind_of_study_can_be_declared_from_its_fields(what: str) -> None:
    kind = BY_KEY["study/new"]
    text = new_text(kind, kind.model(**as_sent(kind, {"kind": what, "source": "a pilot"})))
    study = declare(parse_toml(Path("study.toml"), text.encode()), place="study.toml")
    with contextlib.suppress(BegunError), using(workers=1, store=Begins()):
        study.check()
    assert what in kinds()
    lacks = [place for place, why in missing(study) if "does not exist" not in why]
    assert [place for place in lacks if place.startswith("assumptions")] == []
