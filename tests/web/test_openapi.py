"""The description of the API, the forms, and what random requests do to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from claimwise.web.calls import call_of
from claimwise.web.catalogue import KINDS, Kind
from claimwise.web.forms import alternatives, forms

from .serving import QUICK, Client, serving

INSIDE = "went wrong inside"  # what a worker says of an error of ours
EXAMPLES = int(os.environ.get("FUZZ_REQUESTS", "6"))  # random requests to each operation


@pytest.fixture(scope="module")
def hurried() -> Iterator[Any]:
    """A server that gives up soon: random plans are of any size."""
    limits = replace(QUICK, quick_seconds=0.5, job_seconds=0.5, max_jobs=3, workers=2)
    with serving(replace(limits, abandoned_seconds=0.2)) as made:
        yield made


def test_every_form_is_as_its_model_checks(client: Client) -> None:
    found = client.get("/api/forms").json()
    assert found == forms(client.settings.max_upload)
    described = client.get("/api/openapi.json").json()["components"]["schemas"]
    for kind in KINDS:
        form = next(f for f in found["views"][kind.view] if f["kind"] == kind.name)
        schema = described[kind.model.__name__]["properties"]
        names = [field["name"] for field in form["fields"]]
        assert sorted(names) == sorted(name for name in schema if "x-form" in schema[name])
        for field in form["fields"]:
            assert field["title"]
            assert field["help"].endswith(".")
            if field["type"] == "choice" and field["default"] is not None:
                assert field["default"] in field["choices"]
            for when in alternatives(field):
                assert set(when) <= set(names)
                assert all(when.values())
            if field["slider"]:
                low, high = field["slider_minimum"], field["slider_maximum"]
                assert field["minimum"] is None or field["minimum"] <= low < high
                assert field["maximum"] is None or high <= field["maximum"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.exact], ids=lambda k: k.key)
def test_the_defaults_of_an_exact_plan_have_an_answer(client: Client, kind: Kind) -> None:
    answer = client.post(f"/api/plan/{kind.name}", json={})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert [figure["name"] for figure in found["figures"]] == ["power", "errors", "detectable"]
    assert not found["brief"]
    named = {row["estimand"] for row in found["rows"]}
    assert {"power", "type_m", "type_s", "mde", "sample_size"} <= {n.split("[")[0] for n in named}
    said = call_of(kind, kind.model(), {})
    assert found["command"] == said.command()
    assert all(figure["title"] for figure in found["figures"])


def _each(strategy: Any, ask: Any) -> None:
    """Send random requests of one operation."""

    @given(case=strategy)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def run(case: Any) -> None:
        ask(case)

    run()


def random_requests(client: Client) -> tuple[dict[int, int], set[str]]:
    """Send random requests to every operation; return how many had which answer, and the paths."""
    schemathesis = pytest.importorskip("schemathesis")
    description = client.get("/api/openapi.json").json()
    seen: dict[int, int] = {}
    served: set[str] = set()
    followed: list[str] = []

    def ask(case: Any) -> None:
        answer = case.call(base_url=str(client.base_url), timeout=60)
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        served.add(case.path)
        assert answer.status_code not in (500, 502), (case.path, case.body, answer.text)
        assert INSIDE not in answer.text, (case.path, case.body, answer.text)
        if case.path == "/api/jobs" and answer.status_code == 200:
            told = client.get(f"/api/jobs/{answer.json()['id']}/events").text
            assert INSIDE not in told, (case.body, told)
            followed.append(case.body["kind"])
        if answer.status_code >= 400:
            assert set(answer.json()) - {"field"} == {"error"}, (case.path, answer.text)

    for operation in schemathesis.openapi.from_dict(description).get_all_operations():
        _each(operation.ok().as_strategy(), ask)
    assert served == set(description["paths"])
    assert followed
    return seen, served


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_random_requests_meet_no_500(hurried: Client) -> None:
    seen, served = random_requests(hurried)
    assert {200, 404, 422} <= set(seen)
    assert "/api/jobs/{id}/events" in served


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_planted_500_is_found() -> None:
    def plant(api: Any) -> None:
        @api.get("/api/planted")
        def planted(n: int) -> float:
            return 1 / (n if abs(n) > 1000 else 0)

        api.router.routes.insert(0, api.router.routes.pop())

    with serving(QUICK, plant) as client, pytest.raises(AssertionError, match="planted"):
        random_requests(client)


def test_what_is_no_json_is_not_described_as_json(client: Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    events = paths["/api/jobs/{id}/events"]["get"]["responses"]["200"]["content"]
    assert list(events) == ["text/event-stream"]
    report = paths["/api/report"]["post"]["responses"]["200"]["content"]
    assert set(report) == {"text/html", "text/markdown", "text/x-tex"}


@pytest.mark.parametrize("kind", ["accuracy", "proportions", "preference", "means"])
def test_the_smallest_alpha_is_refused_in_a_sentence(client: Client, kind: str) -> None:
    answer = client.post(f"/api/plan/{kind}", json={"alpha": 5e-324})
    assert answer.status_code == 422
    assert "needs a number of at least 1e-300" in answer.json()["error"]
    assert answer.json()["field"] == "alpha"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"n": 20.5}, "n needs a whole number; found 20.5."),
        ({"n": "many"}, "n needs a whole number; found 'many'."),
        ({"alpha": 0}, "alpha needs a number above 0; found 0."),
        ({"alpha": "low"}, "alpha needs a number; found 'low'."),
        ({"test": 5}, None),
        ({"n": 0}, "n needs a number of at least 1; found 0."),
    ],
)
def test_refusals_are_in_plain_words(client: Client, options: Any, said: str | None) -> None:
    error = client.post("/api/plan/accuracy", json=options).json()["error"]
    assert said is None or error == said
    assert "nput should" not in error


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("proportions", {"test": "boschloo", "n": 50}),
        ("preference", {"n": 10_000_000}),
    ],
)
def test_a_plan_that_takes_its_time_is_a_job(
    client: Client, kind: str, options: dict[str, Any]
) -> None:
    answer = client.post(f"/api/plan/{kind}", json=options)
    assert answer.status_code == 409
    assert "job" in answer.json()["error"]
    quick = client.post(f"/api/plan/{kind}", json={**options, "n": 10})
    assert quick.status_code == 200
