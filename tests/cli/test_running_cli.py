"""How a simulation is run from the command line, and how it is stopped."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from claimwise.cli.running import run_options, stopped_by_signals, stopped_words
from claimwise.run import current, signals
from claimwise.run.session import Progress, Session

from .commands import run

# Ctrl-C may be ignored where the tests run, and a child would inherit that.
ALERT = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from claimwise.cli.main import main; main()"
)
LONG = "plan accuracy --n 200 --difference 0.05 --agreement 0.85 --by simulation --seed 1"


def test_options_become_the_session(tmp_path):
    seen = {}

    @click.command()
    @click.option("--seed", "rng", type=int)
    @run_options
    def verb(**options):
        session = current()
        seen.update(options, workers=session.workers, dask=session.dask, store=session.store)

    def call(*args):
        seen.clear()
        done = CliRunner().invoke(verb, list(args))
        assert done.exit_code == 0, done.output
        return seen

    usual = call("--seed", "7")
    assert (usual["rng"], usual["workers"], usual["dask"]) == (7, None, None)
    assert usual["store"] is not None
    file = tmp_path / "blocks"
    asked = call("--workers", "3", "--dask", "local", "--store", str(file))
    assert (asked["workers"], asked["dask"], asked["store"].path) == (3, "local", file)
    assert asked["rng"] is None
    assert call("--no-store")["store"] is None
    assert current().store is None


def test_what_cannot_be_asked():
    both = run(f"{LONG} --store x --no-store")
    assert both.returncode == 2
    assert "--store and --no-store exclude each other" in both.stderr
    many = run(f"{LONG} --no-store --workers 2 --dask tcp://127.0.0.1:1")
    assert many.returncode == 2
    assert "A cluster has its own number of workers." in many.stderr
    assert "Traceback" not in both.stderr + many.stderr


def test_words_of_a_stopped_run():
    latest = Progress("simulating", 12, 50, "power 0.430 (0.331 to 0.533)")
    kept = SimpleNamespace(trouble="", kept=lambda: 1200, path=Path("blocks"))
    assert stopped_words(latest, kept) == [
        "Stopped: simulating, 12 of 50 blocks done.",
        "So far power 0.430 (0.331 to 0.533). This is not the answer that was asked for.",
        "1,200 blocks are kept in blocks: the same command goes on from there.",
    ]
    kept.kept = lambda: 0
    assert stopped_words(latest, kept)[2] == stopped_words(latest, None)[2]
    assert "Nothing was kept" in stopped_words(latest, None)[2]
    kept.trouble = "The disk is full."
    assert stopped_words(latest, kept)[2] == "The disk is full."
    assert stopped_words(Progress("simulating", 0, 50), None)[1] == "There is no estimate yet."
    assert stopped_words(None, None) == ["Stopped before anything was simulated."]


def started_on_a_terminal(*options):
    """Start a long simulation; return it, its screen, and what it showed until it had a pace."""
    import pty

    screen, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", ALERT, *LONG.split(), "--replicates", "100000000", *options],
        stdout=subprocess.PIPE,
        stderr=end,
        env={**os.environ, "COLUMNS": "160", "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(end)
    shown = b""
    deadline = time.monotonic() + 60
    while b"power 0." not in shown and time.monotonic() < deadline:
        shown += read(screen)
    return process, screen, shown.decode()


def ended(process):
    """End whatever a test that failed has left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def read(screen):
    try:
        return os.read(screen, 10_000) if select.select([screen], [], [], 0.2)[0] else b""
    except OSError:  # the other end is closed
        return b""


def living(session):
    """Return the processes of a session that are not dead."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=", "-s", str(session)], capture_output=True, text=True, check=False
    )
    return [line.split()[0] for line in found.stdout.splitlines() if " Z" not in line]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="terminals and processes of Linux")
@pytest.mark.parametrize(
    ("options", "number", "processes"),
    [
        ("", signal.SIGINT, 1),
        ("--workers 2", signal.SIGTERM, 3),
        ("--workers 2", signal.SIGINT, 3),
        ("--dask local --workers 2", signal.SIGINT, 3),
    ],
    ids=["serial", "processes-sigterm", "processes", "dask"],
)
def test_a_stopped_command_says_what_is_known(options, number, processes, request):
    process, screen, shown = started_on_a_terminal("--no-store", *options.split())
    request.addfinalizer(lambda: ended(process))
    assert re.search(
        r"power 0\.\d+ \(.*\); \d+/100,000 blocks, [\d,.]+ replicates/s, .* left", shown
    )
    assert len(living(process.pid)) >= processes
    os.killpg(process.pid, number)  # as a terminal does it: to all of them
    answer, _ = process.communicate(timeout=120)
    said = b""
    while more := read(screen):
        said += more
    os.close(screen)
    last = said.decode().rsplit("\x1b[?25h", 1)[1].replace("\r", "").splitlines()
    assert process.returncode == 128 + number
    assert answer == b""
    assert re.fullmatch(
        r"Stopped: simulating studies with an effect, [\d,]+ of 100,000 blocks done\.", last[0]
    )
    found = re.fullmatch(
        r"So far power (0\.\d+) \((0\.\d+) to (0\.\d+)\)\. This is not the answer that was asked "
        r"for\.",
        last[1],
    )
    power, low, high = map(float, found.groups())
    assert low < power < high
    reach = high - low
    assert low - reach < 0.4346 < high + reach  # the exact power of the study
    assert last[2] == "Nothing was kept: the same command starts from the beginning."
    # On a slow machine a process that Dask is just starting may complain that its parent went.
    assert last[3:] == [] or ("--dask" in options and not any("claimwise" in x for x in last[3:]))
    deadline = time.monotonic() + 60
    while living(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert living(process.pid) == []


def test_every_plan_can_be_kept_and_spread():
    from claimwise.cli.plan import command_of
    from claimwise.kinds import find_plan, plans

    for name in plans():
        verb = command_of(find_plan(name))
        known = {flag for option in verb.params for flag in option.opts}
        assert {"--workers", "--dask", "--store", "--no-store"} <= known, name


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_closed_terminal_stops_a_command_though_nobody_reads_what_it_says(monkeypatch):
    read_end, closed = os.pipe()
    os.close(read_end)  # whoever writes to the other end gets an OSError
    monkeypatch.setattr(signals, "ERRORS", closed)
    monkeypatch.setattr(signals, "leave", sys.exit)
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests themselves may be under nohup
    try:
        with pytest.raises(SystemExit) as left, stopped_by_signals(Session(), None):
            signal.raise_signal(signal.SIGHUP)
        assert left.value.code == 129
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        with stopped_by_signals(Session(), None):
            signal.raise_signal(signal.SIGHUP)  # as under nohup: the command goes on
    finally:
        signal.signal(signal.SIGHUP, before)
        os.close(closed)


@pytest.mark.skipif(sys.platform == "win32", reason="processes of Unix")
def test_a_process_ends_with_the_one_that_it_computes_for():
    child = (
        "import time; from claimwise.run.signals import end_with_parent; end_with_parent(); "
        "print('begun', flush=True); time.sleep(60)"
    )
    parent = f"""
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {child!r}], stdout=subprocess.PIPE)
child.stdout.readline()
os.kill(os.getpid(), 9)
"""
    # The child holds the pipe for errors open as long as it lives: 60 seconds, if nothing ends it.
    subprocess.run([sys.executable, "-c", parent], stderr=subprocess.PIPE, timeout=50, check=False)
