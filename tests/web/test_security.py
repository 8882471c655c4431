"""Who is let in, what every answer carries, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from claimwise.web.catalogue import KINDS
from claimwise.web.fields import FORM
from claimwise.web.files import plain_name, safe_name
from claimwise.web.security import POLICY

from .serving import QUICK, Client, example, follow, half_open, serving


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80"])
def test_another_host_is_misdirected(client: Client, host: str) -> None:
    for path in ("/", "/api/forms", "/vega.js"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert answer.json()["error"]


def test_names_of_this_machine_are_known(client: Client) -> None:
    for name in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        host = f"{name}:{client.settings.port}"
        assert client.get("/api/forms", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:{port}"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://localhost:abc"},
        {"origin": "http://localhost:99999"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_pages_may_not_ask(client: Client, headers: dict[str, str]) -> None:
    given = {key: value.format(port=client.settings.port) for key, value in headers.items()}
    for ask in (
        lambda: client.post("/api/plan/accuracy", json={}, headers=given),
        lambda: client.get("/api/forms", headers=given),
        lambda: client.delete("/api/files/x", headers=given),
        lambda: client.post("/api/files?name=x.csv", content=b"a", headers=given),
    ):
        answer = ask()
        assert answer.status_code == 403
        assert answer.json()["error"]
        assert answer.headers["content-security-policy"] == POLICY


def test_the_page_itself_may_ask(client: Client) -> None:
    own = {"origin": f"http://localhost:{client.settings.port}", "sec-fetch-site": "same-origin"}
    assert client.get("/api/forms", headers=own).status_code == 200
    # A link on another page may open ours.
    assert client.get("/plan", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/plan/accuracy", "/api/forms", "/nowhere", "/static/x"])
def test_every_answer_has_the_headers(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    if path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"


def test_own_files_are_named_one_by_one(client: Client) -> None:
    for name in ("..%2fapp.py", "%2e%2e/app.py", "../app.py", "app.py", "index.html%00"):
        answer = client.get(f"/static/{name}")
        assert answer.status_code == 404
        assert b"import" not in answer.content


def texts(model: Any) -> list[str]:
    """Return the fields of a form that take words."""
    found = []
    for name, info in model.model_fields.items():
        extra = info.json_schema_extra
        said = extra.get(FORM, {}) if isinstance(extra, dict) else {}
        if said.get("type") in ("text", "system", "file", "choice"):
            found.append(name)
    return found


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.view != "study"], ids=lambda k: k.key
)
def test_no_option_takes_a_path(client: Client, kind: Any) -> None:
    for name in texts(kind.model):
        for path in ("/etc/passwd", "../x.csv", "C:\\x.csv", "a/b"):
            for value in (path, [path]):
                with pytest.raises(ValidationError):
                    kind.model.model_validate({name: value})
    name = texts(kind.model)[0]
    body = {"view": kind.view, "kind": kind.name, "options": {name: "/etc/passwd"}}
    answer = client.post("/api/jobs", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]


@pytest.mark.parametrize("name", ["metric", "test", "interval", "prior", "cluster"])
def test_no_python_file_is_run(client: Client, name: str) -> None:
    data = example(client, "ner.csv")
    options = {"files": [data], "metric": "f1:macro", name: "own_metric.py"}
    options |= {"assess": "posterior"} if name == "prior" else {}
    answer = client.post(
        "/api/jobs", json={"view": "compare", "kind": "compare", "options": options}
    )
    if answer.status_code == 200:
        text = client.get(f"/api/jobs/{answer.json()['id']}/events").text
        assert "event: refused" in text
    else:
        assert answer.status_code == 422
    client.delete(f"/api/files/{data}")


def test_a_study_names_no_file_of_this_machine(client: Client) -> None:
    base = 'kind = "{kind}"\n[claim]\na = "a"\nb = "b"\n[data]\nn = 100\n[assumptions]\n{more}\n'
    for kind, more in [
        ("accuracy", 'pilot = "/etc/passwd"'),
        ("accuracy", 'pilot = "pilot.csv"'),
        ("f1", 'tables = "../tables.toml"'),
        ("ratings", 'world = "world.toml"'),
    ]:
        text = base.format(kind=kind, more=more)
        event, answer = follow(client, "study", "check", {"text": text})[-1]
        assert event == "refused"
        assert "uploaded" in answer["error"]


def test_a_study_may_name_what_was_uploaded(client: Client) -> None:
    data = example(client, "validation.csv")
    text = (
        'kind = "accuracy"\n[claim]\na = "baseline"\nb = "candidate"\n[data]\nn = 400\n'
        '[assumptions]\npilot = "validation.csv"\n'
    )
    event, answer = follow(client, "study", "power", {"text": text, "files": [data]})[-1]
    assert event == "answer", answer
    assert client.server.folder.name not in str(answer)
    assert not list(client.server.scratch.iterdir())
    client.delete(f"/api/files/{data}")


def test_files_of_a_study_have_names_of_their_own(client: Client) -> None:
    text = 'kind = "accuracy"\n[claim]\na = "a"\nb = "b"\n[data]\nn = 100\n'
    same = [example(client, "validation.csv") for _ in range(2)]
    event, answer = follow(client, "study", "check", {"text": text, "files": same})[-1]
    assert event == "refused"
    assert "validation.csv twice" in answer["error"]
    # A name that no system would take is cut.
    made = client.post("/api/files", params={"name": "\u20ac" * 150 + ".csv"}, content=b"item\n1\n")
    id_ = made.json()["id"]
    assert len(made.json()["name"].encode()) < 255
    event, answer = follow(client, "study", "check", {"text": text, "files": [id_]})[-1]
    assert "inside" not in str(answer)
    for one in (*same, id_):
        client.delete(f"/api/files/{one}")


def test_a_name_that_looks_like_a_file_is_a_name(client: Client) -> None:
    data = example(client, "validation.csv")
    options = {"files": [data], "a": "0" * 32}
    event, answer = follow(client, "compare", "compare", options)[-1]
    assert event == "refused"
    assert "0" * 32 in answer["error"]
    client.delete(f"/api/files/{data}")


def test_a_worker_opens_nothing_else(client: Client) -> None:
    """A world that names a file beside it leads nowhere."""
    world = (
        'world = "plug-in"\nfile = "../../../../../../etc/passwd"\ngold = "g"\na = "a"\nb = "b"\n'
    )
    event, answer = _tried(client, "world.toml", world.encode())
    assert event in ("refused", "failed")
    assert "root" not in str(answer)


def _tried(client: Client, name: str, content: bytes) -> tuple[str, Any]:
    made = client.post("/api/files", params={"name": name}, content=content)
    assert made.status_code == 200, made.text
    found = follow(client, "plan", "f1", {"tables": made.json()["id"]})[-1]
    client.delete(f"/api/files/{made.json()['id']}")
    return found


def test_a_long_body_is_refused_by_what_it_says_and_by_what_comes(client: Client) -> None:
    size = client.settings.max_body + 1
    said = client.post("/api/jobs", content=b" " * size)
    assert said.status_code == 413

    def pieces() -> Any:
        for _ in range(size // 10_000 + 1):
            yield b" " * 10_000

    came = client.post("/api/jobs", content=pieces())
    assert came.status_code == 413
    assert "bytes" in came.json()["error"]


def test_a_body_that_does_not_come_is_given_up() -> None:
    with (
        serving(replace(QUICK, body_seconds=0.3)) as client,
        half_open(client, "/api/plan/accuracy", b"{", size=2) as connection,
    ):
        assert connection.recv(100).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"n": 0}, "n "),
        ({"n": 10_000_001}, "at most"),
        ({"alpha": 0.7}, "alpha"),
        ({"wrong": 1}, "wrong"),
        ({"test": "t"}, "test"),
        ({"difference": "x"}, "difference"),
        ({"margin": 0.1}, "margin"),
        ([1], "body"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(client: Client, body: Any, word: str) -> None:
    answer = client.post("/api/plan/accuracy", json=body)
    assert answer.status_code == 422
    assert set(answer.json()) - {"field"} == {"error"}
    assert word in answer.json()["error"].lower()
    assert answer.json()["error"].endswith(".")


def test_no_json_is_said(client: Client) -> None:
    for content in (b"{", b"\xff", b'{"n": NaN}', b'{"n": 1e999}'):
        answer = client.post(
            "/api/plan/accuracy", content=content, headers={"content-type": "application/json"}
        )
        assert answer.status_code in (400, 422)
        assert answer.json()["error"]


def test_other_errors_have_the_same_shape(client: Client) -> None:
    for method, path, status in [
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("PUT", "/api/forms", 405),
        ("GET", "/api/jobs/x/events", 404),
        ("DELETE", "/api/jobs/x", 404),
        ("DELETE", "/api/files/x", 404),
        ("POST", "/api/examples/x", 404),
    ]:
        answer = client.request(method, path)
        assert answer.status_code == status
        assert list(answer.json()) == ["error"]


@pytest.mark.parametrize(
    "name", ["../../x", "a\0b", "<b>.csv", "x" * 500 + ".csv", "...", "ä b.csv", "\u20ac" * 500]
)
def test_names_of_files_are_harmless(name: str) -> None:
    safe = safe_name(name)
    assert safe.isascii()
    assert len(safe) < 120
    assert not set(safe) & set("/\\\0 <>")
    assert not safe.startswith(".")
    assert "/" not in plain_name(name)
    assert len(plain_name(name).encode()) < 255
