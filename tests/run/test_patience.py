"""How long it takes is said soon, and asked about above an hour."""

import threading
import time

import pytest

from claimwise.core import ParameterError
from claimwise.run import map_blocks, patience, using
from claimwise.run.patience import Patience
from claimwise.run.progress import Pace
from tests.cli.commands import run

PLAN = "plan f1 --tables examples/confusion.toml --n 200 --replicates 6000 --no-store"


def slow(rng, size):
    time.sleep(0.15)
    return size


def made(**given):
    ended = []
    defaults = {"yes": False, "ask": None, "say": None, "end": ended.append}
    return Patience(**defaults | given), ended


def blocks(patient, replicates):
    with using(patience=patient):
        return sum(map_blocks(slow, replicates, seed=1, block=1))


def test_what_takes_more_than_an_hour_is_refused_after_a_few_blocks():
    patient, _ = made()
    began = time.monotonic()
    with pytest.raises(ParameterError, match=r"about \d+ h .*replicates.*yes=True"):
        blocks(patient, 100_000)
    assert time.monotonic() - began < 5


def test_what_takes_less_runs():
    patient, _ = made()
    assert blocks(patient, 5) == 5
    assert not patient.decided


def test_a_person_is_asked_once(monkeypatch):
    monkeypatch.setattr(patience, "LONGEST", 0.5)
    asked = []
    patient, _ = made(ask=lambda words: asked.append(words) or True)
    assert blocks(patient, 8) == 8
    assert len(asked) == 1
    assert "This takes about" in asked[0]
    patient, _ = made(ask=lambda words: False)
    with pytest.raises(ParameterError):
        blocks(patient, 8)
    patient, _ = made(yes=True)
    assert blocks(patient, 8) == 8


def test_a_first_block_that_compiles_is_not_taken_for_the_pace():
    pace = Pace([10] * 100)
    pace.began -= 30  # the first took half a minute
    pace.advance()
    assert pace.foreseen() is None
    when, size = pace.first
    pace.first = (when - 0.5, size)  # the second half a second
    pace.advance()
    assert pace.foreseen() == pytest.approx(98 * 0.5, rel=0.1)


def watched(patient, pace, workers=1):
    patient.begin("simulating", pace, workers)
    thread = threading.Thread(target=patient.watch)
    thread.start()
    time.sleep(0.3)
    patient.stop()
    thread.join(5)


def test_a_first_block_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(patience, "LOOK", 0.02)
    pace = Pace([10] * 1000)
    pace.began -= 20
    patient, ended = made()
    watched(patient, pace)
    assert len(ended) == 1
    assert "more than 5 h" in str(ended[0])
    patient, ended = made()
    watched(patient, pace, workers=10)
    assert ended == []
    patient, ended = made(yes=True)
    watched(patient, pace)
    assert ended == []


def test_a_line_a_minute(monkeypatch):
    monkeypatch.setattr(patience, "LOOK", 0.02)
    monkeypatch.setattr(patience, "EVERY", 0.1)
    lines = []
    patient, _ = made(say=lines.append)
    watched(patient, Pace([10] * 4))
    assert 1 <= len(lines) <= 3
    assert lines[0] == "simulating: 0/4, 0 s so far"


def test_the_command_refuses_in_a_pipe_unless_told_yes(monkeypatch):
    monkeypatch.setattr(patience, "LONGEST", 0.0)
    monkeypatch.setattr(Pace, "foreseen", lambda self: 7200.0)
    done = run(PLAN)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "This takes about 2 h 0 min" in done.stderr
    assert "let it run with --yes." in done.stderr
    assert run(f"{PLAN} --yes").returncode == 0
