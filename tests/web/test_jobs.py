"""Jobs stream, are cancelled, and end when nobody wants them; workers are replaced."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

import pytest

from claimwise.web.streaming import Memory
from claimwise.web.tasks import TASKS
from claimwise.web.work import answered, last_message
from claimwise.web.workers import BusyError, LeftError, Pool

from .serving import (
    PATIENCE,
    QUICK,
    Client,
    apart,
    begin,
    events_in,
    example,
    follow,
    half_open,
    serving,
    wait_for,
)

pytestmark = pytest.mark.slow

LONG = {"n": 20_000, "replicates": 100_000, "resamples": 10_000, "seed": 1}


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def pid_of(client: Client, id_: str) -> int:
    """Return the process of a job, once it has one that is at work."""
    job = client.server.jobs.jobs[id_]
    wait_for(lambda: job.worker is not None and job.worker.ready)
    return int(job.worker.pid)


def ready_workers(client: Client) -> list[Any]:
    """Return the processes for jobs, once they are at hand again."""
    found: list[Any] = []

    def are_ready() -> bool:
        found[:] = client.server.slow.idle
        return len(found) == client.settings.jobs and all(one.ready for one in found)

    wait_for(are_ready)
    return found


def width(answer: Any) -> float:
    row = next(row for row in answer["rows"] if row["estimand"] == "power")
    return float(row["high"] - row["low"])


def test_a_simulated_plan_comes_in_and_its_interval_narrows() -> None:
    options = {"n": 500, "replicates": 4000, "resamples": 20, "seed": 5}
    found: list[tuple[str, Any]] = []
    request = {"do": "run", "view": "plan", "kind": "bleu", "options": options}
    event, last = answered(request, lambda *told: found.append(told))
    partial = [answer for event, answer in found if event == "partial"]
    assert event == "answer"
    assert len(partial) >= 2
    widths = [width(answer) for answer in [*partial, last]]
    assert widths == sorted(widths, reverse=True)
    assert not any(isnan(one) for one in widths)
    assert [one["replicates"] for one in partial] == sorted(one["replicates"] for one in partial)
    assert any(event == "progress" for event, _ in found)


def test_who_follows_a_simulation_hears_how_far_it_is_and_the_newest_part(client: Client) -> None:
    options = {"n": 500, "replicates": 4000, "resamples": 20, "seed": 5}
    found = follow(client, "plan", "bleu", options)  # perhaps too late for the first parts
    assert {event for event, _ in found} == {"progress", "partial", "answer"}
    assert found[-1][0] == "answer"
    parts = [answer["replicates"] for event, answer in found if event == "partial"]
    assert parts == sorted(set(parts))


def test_nothing_is_simulated_twice() -> None:
    from claimwise import plan
    from claimwise.run import using

    memory = Memory()
    options = {"n": 210, "difference": 1.0, "solve": "power", "resamples": 50, "rng": 1}
    with using(workers=1, store=memory):
        for replicates in (500, 1000, 2000):
            last = plan.bleu(replicates=replicates, **options)
    assert last.rows == plan.bleu(replicates=2000, **options).rows
    assert len(memory.parts) == 2  # with an effect, and with none
    assert memory.computed == 2 * 2000


def test_the_same_job_gives_the_same_answer(client: Client) -> None:
    body = {"view": "plan", "kind": "bleu", "options": {"n": 100, "replicates": 20}}
    answers = []
    for _ in range(2):
        begun = client.post("/api/jobs", json=body).json()
        event, answer = events_in(client.get(f"/api/jobs/{begun['id']}/events").text)[-1]
        assert event == "answer"
        answers.append(answer)
    assert answers[0]["rows"] == answers[1]["rows"]
    assert answers[0]["provenance"]["seed"] == 0
    assert "--seed" not in answers[0]["command"]


def test_a_cancelled_job_has_no_process(client: Client) -> None:
    id_ = begin(client, "plan", "bleu", LONG)
    pid = pid_of(client, id_)
    assert alive(pid)
    heard: list[str] = []
    listening = threading.Thread(
        target=lambda: heard.append(client.get(f"/api/jobs/{id_}/events").text)
    )
    listening.start()
    assert client.delete(f"/api/jobs/{id_}").status_code == 200
    listening.join(PATIENCE)
    assert events_in(heard[0])[-1] == ("cancelled", {})
    wait_for(lambda: not alive(pid))
    # And the next job finds a new one.
    event, _ = follow(client, "plan", "bleu", {"n": 100, "replicates": 20, "resamples": 20})[-1]
    assert event == "answer"


def test_a_worker_that_dies_is_replaced(client: Client) -> None:
    id_ = begin(client, "plan", "bleu", LONG)
    os.kill(pid_of(client, id_), signal.SIGKILL)
    event, answer = events_in(client.get(f"/api/jobs/{id_}/events").text)[-1]
    assert event == "failed"
    assert answer["error"].endswith(".")
    event, _ = follow(client, "plan", "bleu", {"n": 100, "replicates": 20, "resamples": 20})[-1]
    assert event == "answer"


def test_an_exact_worker_that_dies_is_replaced(client: Client) -> None:
    assert client.post("/api/plan/accuracy", json={"n": 77}).status_code == 200
    (worker,) = client.server.quick.workers
    os.kill(worker.pid, signal.SIGKILL)
    answer = client.post("/api/plan/accuracy", json={"n": 78})
    assert answer.status_code == 502
    assert "error" in answer.json()
    assert client.post("/api/plan/accuracy", json={"n": 78}).status_code == 200


def test_what_nobody_waits_for_is_not_computed(client: Client) -> None:
    pool = client.server.quick

    async def left() -> bool:
        return True

    def call(**how: Any) -> Any:
        work = pool.call(
            {"do": "exact", "view": "plan", "kind": "accuracy", "options": {}}, 60, **how
        )
        return asyncio.run_coroutine_threadsafe(work, client.server.loop).result(60)

    with pytest.raises(LeftError):
        call(left=left)
    assert len(pool.idle) == 1  # and the worker is free for others
    assert call()[0] == "answer"
    assert pool.waiting == 0


def test_of_those_who_wait_a_worker_takes_its_own_first_and_none_that_gave_up() -> None:
    async def run() -> list[int]:
        pool = Pool(object(), 2, "", QUICK, max_waiting=3)  # that cannot start any process
        one, two = [await pool._worker(place) for place in (0, 1)]
        assert (one.place, two.place) == (0, 1)
        turns = [asyncio.create_task(pool._worker(place)) for place in (0, 0, 1)]
        await asyncio.sleep(0)
        assert pool.waiting == 3
        with pytest.raises(BusyError):
            await pool._worker(0)
        turns[0].cancel()
        await asyncio.sleep(0)
        pool._free(two)
        pool._free(one)
        found = [(await turn).place for turn in turns[1:]]
        pool._free(one)
        assert pool.idle == [one]
        pool.threads.shutdown()
        return found

    assert apart(run()) == [0, 1]


def test_what_goes_wrong_inside_is_no_crash() -> None:
    event, data = answered({"do": "run", "view": "plan", "kind": "nothing"}, lambda *_: None)
    assert event == "failed"
    assert "KeyError" in data["error"]


def test_an_answer_that_cannot_be_said_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in (float("nan"), object()):
        monkeypatch.setitem(TASKS, "run", lambda request, tell, said=said: {"x": said})
        event, _, data = last_message({"do": "run"}, lambda *_: None).partition(b"\n")
        assert event == b"failed"
        assert "Something went wrong inside" in json.loads(data)["error"]


def test_what_goes_wrong_inside_is_a_500(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failed(*_: Any, **__: Any) -> tuple[str, bytes]:
        return "failed", b'{"error": "Something went wrong inside: KeyError."}'

    for pool in (client.server.quick, client.server.slow, client.server.reading):
        monkeypatch.setattr(pool, "call", failed)
    report = {"view": "plan", "kind": "accuracy", "options": {}, "format": "html"}
    for answer in (
        client.post("/api/plan/accuracy", json={"n": 79}),
        client.post("/api/report", json=report),
        client.post("/api/examples/arc.csv"),
    ):
        assert answer.status_code == 500
        assert "inside" in answer.json()["error"]


def test_limits_of_time_and_number() -> None:
    settings = replace(QUICK, quick_seconds=0.001, max_jobs=2)
    with serving(settings) as client:
        slow = client.post("/api/plan/accuracy", json={"n": 100_000})
        assert slow.status_code == 504
        assert "longer than" in slow.json()["error"]

        both = [begin(client, "plan", "bleu", LONG) for _ in range(2)]
        body = {"view": "plan", "kind": "bleu", "options": LONG}
        third = client.post("/api/jobs", json=body)
        assert third.status_code == 429
        assert third.json()["error"]
        for one in both:
            client.delete(f"/api/jobs/{one}")
        # From here on a job has a second.
        client.server.jobs.settings = replace(settings, job_seconds=1.0)
        (worker,) = ready_workers(client)
        late = begin(client, "plan", "bleu", LONG)
        event, answer = events_in(client.get(f"/api/jobs/{late}/events").text)[-1]
        assert event == "failed"
        assert "1 seconds" in answer["error"]
        wait_for(lambda: not alive(worker.pid))
        report = client.post("/api/report", json={**body, "format": "markdown"})
        assert report.status_code == 504
        # Nobody listens to this one.
        client.server.jobs.settings = replace(settings, job_seconds=1000, abandoned_seconds=0.1)
        alone = client.server.jobs.jobs[begin(client, "plan", "bleu", LONG)]
        wait_for(lambda: alone.done)
        assert alone.events[-1][1] == "cancelled"


def test_a_job_that_nobody_follows_ends() -> None:
    with serving() as client:
        id_ = begin(client, "plan", "bleu", LONG)
        pid = pid_of(client, id_)
        with client.stream("GET", f"/api/jobs/{id_}/events") as stream:
            # An iterator that nobody holds closes the stream as it is collected.
            lines = stream.iter_lines()
            next(lines)
            assert client.server.jobs.jobs[id_].watchers == 1
        client.server.jobs.settings = replace(QUICK, abandoned_seconds=0.1)
        wait_for(lambda: client.server.jobs.jobs[id_].done)
        wait_for(lambda: not alive(pid))


def test_a_report_that_nobody_waits_for_ends() -> None:
    with serving() as client:
        body = {"view": "plan", "kind": "bleu", "options": LONG, "format": "markdown"}
        with half_open(client, "/api/report", json.dumps(body).encode()):
            wait_for(lambda: client.server.jobs.jobs)
        (job,) = client.server.jobs.jobs.values()
        wait_for(lambda: job.done)
        assert job.events[-1][1] == "cancelled"


def test_the_server_takes_its_processes_along() -> None:
    with serving() as client:
        id_ = begin(client, "plan", "bleu", LONG)
        pids = [pid_of(client, id_)]
        example(client, "arc.csv")
        pools = (client.server.quick, client.server.slow, client.server.reading)
        pids += [worker.pid for pool in pools for worker in pool.workers if worker.pid]
        assert all(alive(pid) for pid in pids)
    wait_for(lambda: not any(alive(pid) for pid in pids))


@pytest.mark.parametrize("form", ["markdown", "html", "latex"])
def test_a_report_is_a_download(client: Client, form: str) -> None:
    data = example(client, "validation.csv")
    body = {"view": "compare", "kind": "compare", "options": {"files": [data]}, "format": form}
    answer = client.post("/api/report", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert "candidate" in answer.text
    assert "claimwise compare validation.csv" in answer.text
    assert str(client.server.folder) not in answer.text
    client.delete(f"/api/files/{data}")


def test_a_report_of_nothing_is_refused(client: Client) -> None:
    for body in (
        {"view": "plan", "kind": "nothing", "options": {}, "format": "markdown"},
        {"view": "study", "kind": "new", "options": {}, "format": "markdown"},
        {"view": "plan", "kind": "accuracy", "options": {"n": 0}, "format": "markdown"},
        {"view": "plan", "kind": "accuracy", "options": {}, "format": "docx"},
    ):
        answer = client.post("/api/report", json=body)
        assert answer.status_code == 422
        assert answer.json()["error"]
