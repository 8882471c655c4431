"""Every simulation of the house has a name, and every block of one can be kept."""

import importlib.util
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from claimwise.run.fingerprint import fingerprint
from claimwise.run.results import from_text, to_text

SCRIPT = Path(__file__).with_name("every_task.py")
SRC = Path(__file__).parents[2] / "src" / "claimwise"
_spec = importlib.util.spec_from_file_location("every_task", SCRIPT)
every_task = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(every_task)
CASES = sorted(every_task.TASKS)


@pytest.fixture(scope="module")
def elsewhere():
    """The names that another process gives, which orders its sets in another way."""
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(SRC.parent)}
    with subprocess.Popen(
        [sys.executable, str(SCRIPT)], stdout=subprocess.PIPE, env=environment
    ) as process:
        return json.loads(process.communicate()[0])


@cache
def computed(case):
    """Return a simulation with its first block."""
    return every_task.begun(every_task.TASKS[case], computes=True)


def test_no_simulation_of_the_house_is_left_out():
    """Whoever adds one adds it to the list: a task that cannot be kept would not be noticed."""
    callers = {
        str(path)
        for path in SRC.rglob("*.py")
        if "map_blocks(" in path.read_text("utf-8") and path.parent.name != "run"
    }
    started = [computed(case) for case in CASES]
    begun = {one.caller for one in started}
    begun |= {sys.modules[one.key[0].func.__module__].__file__ for one in started}
    assert callers <= begun


@pytest.mark.parametrize("case", CASES)
def test_law_a_task_has_one_name_before_and_after_it_was_run_and_in_every_process(case, elsewhere):
    fresh = every_task.begun(every_task.TASKS[case]).key
    assert fresh[0] is not computed(case).key[0]
    assert fingerprint(fresh) == fingerprint(computed(case).key) == elsewhere[case]


def test_law_different_tasks_have_different_names(elsewhere):
    assert len(set(elsewhere.values())) == len(CASES)


@pytest.mark.parametrize("case", CASES)
def test_law_the_blocks_of_a_task_come_back_bit_for_bit(case):
    result = computed(case).result
    back = from_text(to_text(result))
    assert result is not None
    assert type(back) is type(result)
    assert repr(back) == repr(result)
    assert to_text(back) == to_text(result)
