"""Files come in, are looked into, and go."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import signal
import stat
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claimwise.data.examples import example_path
from claimwise.web.files import Files, FullError

from .serving import QUICK, Client, example, follow, half_open, serving, wait_for

pytestmark = pytest.mark.slow

SCORES = example_path("validation.csv").read_bytes()


def put(client: Client, name: str, content: Any) -> Any:
    return client.post("/api/files", params={"name": name}, content=content)


def test_a_file_is_looked_into_and_deleted(client: Client) -> None:
    answer = put(client, "my scores.csv", SCORES)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["name"] == "my scores.csv"
    assert found["size"] == len(SCORES)
    assert found["sha256"] == hashlib.sha256(SCORES).hexdigest()
    assert found["systems"] == ["baseline", "candidate"]
    assert found["columns"] == ["item", "system", "correct"]
    assert found["doctor"]["method"] == "doctor"
    assert found["fits"][0] == {"view": "compare", "kind": "compare"}
    path: Path = client.server.files.stored[found["id"]].path
    assert path.read_bytes() == SCORES
    for place in (client.server.folder, path.parent):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert client.delete(f"/api/files/{found['id']}").status_code == 200
    assert not path.parent.exists()
    refused = client.post(
        "/api/jobs",
        json={"view": "compare", "kind": "compare", "options": {"files": [found["id"]]}},
    )
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("name", "view", "kind"),
    [
        ("ratings.csv", "ratings", "ratings"),
        ("judgements.csv", "ratings", "judgements"),
        ("responses.csv", "responses", "compare"),
        ("confusion.toml", "plan", "f1"),
        ("study.toml", "study", "check"),
        ("arc.csv", "compare", "compare"),
    ],
)
def test_a_file_tells_where_it_fits(client: Client, name: str, view: str, kind: str) -> None:
    found = client.post(f"/api/examples/{name}").json()
    assert found["fits"][0] == {"view": view, "kind": kind}
    assert bool(found["text"]) == name.endswith(".toml")
    client.delete(f"/api/files/{found['id']}")


def test_every_example_is_there(client: Client) -> None:
    listed = client.get("/api/examples").json()["examples"]
    for one in listed:
        assert example_path(one["name"]).is_file()
        assert one["view"]


def test_what_is_no_table_is_said_under_its_own_name(client: Client) -> None:
    found = put(client, "nonsense.csv", b"\x00\x01\x02" * 100).json()
    assert "error" in (found["doctor"] or found)
    assert str(client.server.folder) not in str(found)
    bad = put(client, "bad.toml", b"= = =")
    assert bad.status_code == 422
    assert "bad.toml" in bad.json()["error"]


def test_errors_of_a_job_name_the_file_as_its_owner_does(client: Client) -> None:
    id_ = put(client, "bad scores.csv", b"item,system,score\n1,a,x\n1,b,2\n").json()["id"]
    event, answer = follow(client, "compare", "compare", {"files": [id_]})[-1]
    assert event == "refused"
    assert "bad scores.csv" in answer["error"]
    assert id_ not in answer["error"]
    assert str(client.server.folder) not in answer["error"]
    assert "Traceback" not in answer["error"]


def test_files_are_no_larger_than_they_may_be(client: Client) -> None:
    size = client.settings.max_upload
    assert put(client, "x.csv", b"a" * (size + 1)).status_code == 413

    def pieces() -> Any:
        for _ in range(size // 100_000 + 2):
            yield b"a" * 100_000

    before = set(client.server.files.folder.iterdir())
    came = put(client, "x.csv", pieces())
    assert came.status_code == 413, came.text
    wait_for(lambda: client.server.files.arriving == 0)
    # Nothing of it stays; what other tests left may go meanwhile.
    wait_for(lambda: set(client.server.files.folder.iterdir()) <= before)


def test_a_zip_that_unpacks_to_too_much_is_refused(client: Client) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for k in range(3):
            archive.writestr(f"samples/{k}.json", b"0" * 40_000_000)
    assert len(packed.getvalue()) < client.settings.max_upload
    answer = put(client, "log.eval", packed.getvalue())
    assert answer.status_code == 422
    assert "log.eval" in answer.json()["error"]
    assert "120,000,000 bytes" in answer.json()["error"]


def test_number_and_bytes_of_files_are_bounded() -> None:
    with serving(replace(QUICK, max_files=2, max_total=3 * len(SCORES) // 2)) as client:
        assert put(client, "a.csv", SCORES).status_code == 200
        assert put(client, "b.csv", SCORES).status_code == 413
        bundled = client.post("/api/examples/validation.csv")
        assert bundled.status_code == 413
        assert "Remove one" in bundled.json()["error"]
        assert client.server.files.arriving == 0
        assert put(client, "c.csv", b"item,system,score\n").status_code == 200
        full = put(client, "d.csv", b"item,system,score\n")
        assert full.status_code == 429
        assert "Remove one" in full.json()["error"]
        assert client.post("/api/examples/arc.csv").status_code == 429


def test_what_arrives_counts(tmp_path: Path) -> None:
    files = Files(tmp_path / "files", replace(QUICK, max_total=100))
    first, second = files.begin("a.csv"), files.begin("b.csv")
    first.write(b"a" * 60)
    with pytest.raises(FullError, match="100 bytes"):
        second.write(b"b" * 60)
    second.drop()
    assert files.total == 60
    first.done()
    assert files.total == 60
    third = files.begin("c.csv")
    third.write(b"c" * 40)
    third.done()
    assert files.total == 100


def test_files_go_after_a_while_and_with_the_server() -> None:
    with serving(replace(QUICK, file_seconds=0.5)) as client:
        folder = client.server.folder
        id_ = example(client, "arc.csv")
        wait_for(lambda: id_ not in client.server.files.stored)
        wait_for(lambda: not list(client.server.files.folder.iterdir()))
        example(client, "arc.csv")
        assert os.path.isdir(folder)
    assert not os.path.exists(folder)


def test_a_very_wide_file_is_refused_at_once(client: Client) -> None:
    wide = ",".join(f"c{k}" for k in range(100_000)) + "\n" + ",".join("1" * 100_000) + "\n"
    answer = client.post("/api/files?name=wide.csv", content=wide.encode())
    assert answer.status_code == 200  # the file is there, and the doctor says what is wrong
    assert "has 100,000 columns; the limit is 4,096" in answer.json()["doctor"]["error"]


def test_a_file_of_very_many_systems_is_refused_at_once(client: Client) -> None:
    rows = "".join(f"1,s{k},1\n" for k in range(50_000))
    answer = client.post("/api/files?name=many.csv", content=b"item,system,score\n" + rows.encode())
    assert answer.status_code == 422
    assert "at most 500 systems; found 50,000" in answer.json()["error"]


def test_a_name_without_end_is_not_repeated(client: Client) -> None:
    answer = client.post("/api/files?name=long.csv", content=b"x" * 1_500_000)
    assert len(answer.content) < 20_000


def test_a_file_that_nobody_waits_for_is_left_alone(client: Client) -> None:
    content = b"item,system,score\n1,a,1\n1,b,0\n"
    reading, files = client.server.reading, client.server.files
    wait_for(lambda: len(reading.idle) == 2 and all(worker.ready for worker in reading.idle))
    before = {worker.pid for worker in reading.workers}

    def is_there() -> bool:
        return any(one.name == "slow.csv" for one in list(files.stored.values()))

    for pid in before:  # nobody is done before the one who asked is gone
        os.kill(pid, signal.SIGSTOP)
    try:
        with half_open(client, "/api/files?name=slow.csv", content):
            wait_for(lambda: is_there() and len(reading.idle) == 1)
        wait_for(lambda: not is_there())
        wait_for(lambda: {worker.pid for worker in list(reading.workers)} != before)
    finally:
        for pid in before:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def test_a_file_that_was_not_used_for_a_while_makes_room(tmp_path: Path) -> None:
    files = Files(tmp_path / "f", replace(QUICK, max_files=2, spare_seconds=0))
    first, second = (files.begin(f"{k}.csv").done() for k in range(2))
    third = files.begin("2.csv", {first.id}).done()  # the first is in use
    assert set(files.stored) == {first.id, third.id}
    assert not second.path.exists()
    third.held = True
    with pytest.raises(FullError):
        files.begin("3.csv", {first.id})
