"""What a file is recognised as: roles of columns, systems, and the scale of differences."""

from __future__ import annotations

from typing import Any

import pytest

from claimwise import compare
from claimwise.data.examples import example_path

from .serving import Client, example, follow

ODD = b"nr,llm,was_right,part\n" + b"".join(
    f"q{k},{name},{int(k % 5 < right)},p{k // 4}\n".encode()
    for k in range(40)
    for name, right in (("old", 3), ("new", 4))
)
POINTS = {"unit": "points", "factor": 100}
PLAIN = {"unit": "", "factor": 1}


@pytest.mark.parametrize(
    ("name", "roles", "systems", "scale"),
    [
        (
            "validation.csv",
            {"item": "item", "system": "system", "score": "correct"},
            ["baseline", "candidate"],
            POINTS,
        ),
        (
            "latency.csv",
            {"item": "item", "system": "system", "score": "score"},
            ["plain", "cached"],
            PLAIN,
        ),
        ("arc.csv", {"correct": "correct", "n": "n", "dataset": "dataset"}, None, POINTS),
        ("ner.csv", {"cluster": "document", "gold": "gold"}, ["base", "new"], POINTS),
        ("ratings.csv", {"rating": "rating", "rater": "rater"}, None, PLAIN),
        ("judgements.csv", {"winner": "winner", "item": "item"}, None, PLAIN),
        ("responses.csv", {"source": "source", "response": "response"}, None, PLAIN),
        ("confusion.toml", {}, [], PLAIN),
    ],
)
def test_examples_are_recognised(
    client: Client, name: str, roles: dict[str, str], systems: list[str] | None, scale: Any
) -> None:
    made = client.post(f"/api/examples/{name}").json()
    assert roles.items() <= made["roles"].items()
    assert set(made["roles"].values()) <= set(made["columns"])
    assert systems is None or made["systems"] == systems
    assert made["scale"] == scale
    client.delete(f"/api/files/{made['id']}")


@pytest.mark.parametrize("name", ["validation.csv", "latency.csv", "arc.csv", "ner.csv"])
def test_the_scale_is_that_of_the_answer_and_the_first_system_is_a(
    client: Client, name: str
) -> None:
    made = client.post(f"/api/examples/{name}").json()
    settings = compare(str(example_path(name))).provenance["settings"]
    assert (made["scale"]["unit"] == "points") == (settings["unit"] == "points")
    assert made["systems"] == [settings["a"], settings["b"]]
    client.delete(f"/api/files/{made['id']}")


def test_a_file_is_read_again_with_the_columns_that_are_named(client: Client) -> None:
    made = client.post("/api/files", params={"name": "odd.csv"}, content=ODD).json()
    assert made["doctor"]["field"] == "columns"
    assert made["systems"] == []
    columns = "item=nr, system=llm, score=was_right"
    again = client.get(f"/api/files/{made['id']}", params={"columns": columns}).json()
    assert again["systems"] == ["old", "new"]
    assert again["scale"] == POINTS
    assert "error" not in again["doctor"]
    wrong = client.get(f"/api/files/{made['id']}", params={"columns": "item=none_such"})
    assert wrong.status_code == 200  # the file stays, and it is said what is wrong
    assert "none_such" in wrong.json()["doctor"]["error"]
    options = {"files": [made["id"]], "columns": columns}
    assert follow(client, "compare", "compare", options)[-1][0] == "answer"
    client.delete(f"/api/files/{made['id']}")


@pytest.mark.parametrize(
    ("columns", "status"),
    [("item=nr", 404), ("item=/etc/passwd", 422), ("item", 422), ("x" * 2000, 422)],
)
def test_what_is_no_file_and_no_column_is_refused(
    client: Client, columns: str, status: int
) -> None:
    answer = client.get("/api/files/0", params={"columns": columns})
    assert answer.status_code == status
    assert set(answer.json()) == {"error"}


def test_answers_are_read_again_by_their_own_roles(client: Client) -> None:
    id_ = example(client, "responses.csv")
    given = {"columns": "source=source, response=response"}
    again = client.get(f"/api/files/{id_}", params=given).json()
    assert again["fits"] == [{"view": "responses", "kind": "compare"}]
    assert again["systems"][-2:] == ["base", "new"]
    client.delete(f"/api/files/{id_}")
