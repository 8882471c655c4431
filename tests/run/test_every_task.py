"""Every simulation of the house has a name, and every block of one can be kept."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from claimwise.run.codec import decode, encode
from claimwise.run.fingerprint import fingerprint

SCRIPT = Path(__file__).with_name("every_task.py")
SRC = Path(__file__).parents[2] / "src" / "claimwise"
_spec = importlib.util.spec_from_file_location("every_task", SCRIPT)
every_task = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(every_task)
CASES = sorted(every_task.TASKS)


@pytest.fixture(scope="module")
def elsewhere():
    """The names that other processes give, which order their sets and dicts in other ways."""
    started = [
        subprocess.Popen(
            [sys.executable, str(SCRIPT)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SRC.parent)},
        )
        for seed in ("1", "2")
    ]
    return [json.loads(process.communicate()[0]) for process in started]


def test_no_simulation_of_the_house_is_left_out():
    """Whoever adds one adds it to the list: a task that cannot be kept would not be noticed."""
    callers = {
        path.relative_to(SRC).as_posix()
        for path in SRC.rglob("*.py")
        if "map_blocks(" in path.read_text("utf-8") and path.parent.name != "run"
    }
    started = [every_task.begun(start) for start in every_task.TASKS.values()]
    begun = {one.caller for one in started}
    begun |= {sys.modules[one.key[0].func.__module__].__file__ for one in started}
    assert {str(SRC / name) for name in callers} <= begun


@pytest.mark.parametrize("case", CASES)
def test_law_a_task_has_the_same_name_when_built_again_and_in_every_process(case, elsewhere):
    one, again = (every_task.begun(every_task.TASKS[case]).key for _ in range(2))
    assert one[0] is not again[0]
    name = fingerprint(one)
    assert fingerprint(again) == name
    assert [names[case] for names in elsewhere] == [name, name]


def test_law_different_tasks_have_different_names(elsewhere):
    assert len(set(elsewhere[0].values())) == len(CASES)


@pytest.mark.parametrize("case", CASES)
def test_law_a_task_that_was_run_keeps_its_name(case):
    """What it worked out on the way and keeps for later is no part of what it is."""
    begun = every_task.begun(every_task.TASKS[case])
    before = fingerprint(begun.key)
    task, seed, _, _ = begun.key
    task(np.random.default_rng(seed), 2)
    assert fingerprint(begun.key) == before


@pytest.mark.parametrize("case", CASES)
def test_law_the_blocks_of_a_task_come_back_bit_for_bit(case):
    result = every_task.begun(every_task.TASKS[case], computes=True).result
    back = decode(encode(result))
    assert result is not None
    assert repr(back) == repr(result)
    assert encode(back) == encode(result)
    assert type(back) is type(result)
