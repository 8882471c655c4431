"""One study, spelled as a command line, in Python, as study.toml and on the page: one answer."""

import json

import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.core.toml import parse_toml
from claimwise.data import example_path
from claimwise.kinds import HOUSE, find_kind
from claimwise.study import declare
from claimwise.study.planning import arguments
from claimwise.study.settings import settings
from claimwise.web.catalogue import BY_KEY
from claimwise.web.study_tasks import new_text

PAIR = {"a": "baseline", "b": "candidate", "source": "a guess", "seed": 3}
QUICK = {"replicates": 60, "resamples": 59}
FEW = {"replicates": 20}
# Of each kind what study.toml says, by its own keys.
SAID = {
    "accuracy": {"n": 400, "difference": 0.05, "agreement": 0.85},
    "proportions": {"n": 300, "baseline": 0.7, "difference": 0.1},
    "preference": {"n": 200, "win": 0.5, "lose": 0.35},
    "means": {"n": 120, "difference": 0.1, "sd": 0.4},
    "ratings": {"n": 20, "ratings_per_item": 3, "effect": "0.5t", "model": "linear", **FEW},
    "judgements": {
        "n": 20,
        "judgements_per_item": 3,
        "win": 0.6,
        "lose": 0.3,
        "rater_sd": 0.5,
        "item_sd": 0.8,
        "model": "linear",
        **FEW,
    },
    "corpus": {"n": 300, "difference": 1.0, "world": "wmt19", **QUICK},
    "labels": {"n": 200, "tables": str(example_path("confusion.toml")), **QUICK},
    "pilot": {"n": 100, "pilot": str(example_path("validation.csv")), **QUICK},
    "responses": {"n": 30, "responses": 3, "epsilon_a": 0.4, "epsilon_b": 0.1, **QUICK},
}


def fields_of(kind):
    """Return the fields of a kind by their keys; a size is n."""
    return {"n" if one.key == "items" else one.key: one for one in find_kind(kind).fields}


def from_toml(kind):
    document = {"kind": kind, "seed": PAIR["seed"], "claim": {"a": PAIR["a"], "b": PAIR["b"]}}
    for key, value in SAID[kind].items():
        one = fields_of(kind)[key]
        document.setdefault(one.section, {})[one.key] = value
    document.setdefault("assumptions", {})["source"] = PAIR["source"]
    return declare(document)


def from_python(kind):
    said = dict(SAID[kind])
    size, analysis = said.pop("n"), said.pop("model", None)
    made = getattr(cw.kinds, kind.capitalize())
    return cw.Study(made(**said), size=size, analysis=analysis, **PAIR)


def from_command(kind):
    words = ["study", "new", "-", "--kind", kind]
    for key, value in {**PAIR, **SAID[kind]}.items():
        words += [f"--{key.replace('_', '-')}", str(value)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    return declare(parse_toml("study.toml", done.stdout.encode()))


def from_page(kind):
    """Return the study of the form; what it does not offer is written into its text."""
    form = BY_KEY["study/new"]
    fields = form.model.model_fields
    given, rest = {"kind": kind}, {}
    for key, value in {**PAIR, **SAID[kind]}.items():
        own = key if f"{key}_{kind}" not in fields else f"{key}_{kind}"
        (given if own in fields else rest)[own] = value
    document = parse_toml("study.toml", new_text(form, form.model(**given)).encode())
    for key, value in rest.items():
        way = next((one for one in settings()[key] if kind in one.kinds), settings()[key][0])
        document.setdefault(way.section, {})[way.field.key] = value
    return declare(document)


@pytest.mark.parametrize("kind", HOUSE)
def test_law_four_spellings_are_one_study(kind):
    meant = from_toml(kind).fingerprint
    assert from_python(kind).fingerprint == meant
    assert from_command(kind).fingerprint == meant
    assert from_page(kind).fingerprint == meant


def command_of(kind, study):
    """Return the words of the plan's command, by its fields."""
    plan = kind.plans[0] if kind.by is None else kind.by(study, study.comparisons[0])
    given = arguments(kind, plan, study, study.comparisons[0], study.alpha)
    words = ["plan", plan.name, "--json"]
    for one in plan.fields:
        if one.called in given and given[one.called] != one.default:
            value = given[one.called]
            if one.argument:
                words += [value] if isinstance(value, str) else value
            elif one.type == "boolean":
                words += [one.option] if value == one.means else []
            else:
                words += [f"{one.option}={value}"]
    return words


def rows(text):
    return [(row["estimand"], row["estimate"]) for row in json.loads(text)["rows"]]


@pytest.mark.parametrize("kind", HOUSE)
def test_law_the_command_of_the_plan_gives_the_rows_of_the_study(kind):
    study = from_toml(kind)
    done = CliRunner().invoke(cli, command_of(find_kind(kind), study))
    assert done.exit_code == 0, done.output
    assert rows(done.stdout) == rows(cw.report.to_json(cw.plan(study)))
