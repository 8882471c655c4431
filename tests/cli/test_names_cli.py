"""Names that somebody else chose, on a terminal, in a pipe and in every form of report."""

import json
import os
import pty
import re
import subprocess
import sys

import pytest

from claimwise.report.forms.drawing import can_draw

from .commands import run

NAMES = {
    "escape": "new\x1b]0;owned\x07\x1b[2J",
    "backspace": "new\x08\x08old",
    "c1": "new\x9b31m",
    "bidi": "new\u202eevil",
    "newline": "new\n\n# Heading\n\n- item\n| a | b |",
    "nothing": "new\ufffe\ue000x\ue001",
}
OURS = re.compile(r"\x1b\[[\d;]*m")  # colours of our own
ACTS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\ufffe]")


@pytest.fixture(params=NAMES, ids=str)
def named(request, tmp_path):
    """Return a file of scores in which one system has such a name."""
    name = NAMES[request.param]
    rows = [
        {"item": f"i{k}", "system": system, "score": int((k * 7 + shift) % 10 < right)}
        for k in range(60)
        for system, shift, right in (("old", 0, 5), (name, 1, 8))
    ]
    path = tmp_path / "scores.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_reports_show_what_acts_and_json_keeps_it(named, tmp_path):
    forms = {"report": "r.html", "markdown": "r.md", "latex": "r.tex"}
    forms |= {"plot": "p.svg"} if can_draw() else {}
    given = " ".join(f"--{option} {tmp_path / name}" for option, name in forms.items())
    done = run(f"compare {named} --details {given}")
    assert done.returncode == 0, done.stderr
    assert not ACTS.search(done.stdout + done.stderr)
    assert "\\" in done.stdout
    for name in forms.values():
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert not ACTS.search(text), name
    lines = (tmp_path / "r.md").read_text(encoding="utf-8").splitlines()
    assert not any(line.startswith(("# Heading", "- item", "| a | b |")) for line in lines)
    found = json.loads(run(f"compare {named} --json").stdout)
    systems = {row["at"].get("system") for row in found["rows"]}
    assert systems & set(NAMES.values())


def test_a_table_shows_what_acts(named):
    done = run(f"compare {named} --table")
    assert done.returncode == 0
    assert not ACTS.search(done.stdout)
    assert not ACTS.search(run(f"doctor {named}").stdout)


def on_a_terminal(*command):
    """Return what a command writes to a terminal."""
    ours, theirs = pty.openpty()
    given = [sys.executable, "-m", "claimwise", *command]
    with subprocess.Popen(given, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL) as process:
        os.close(theirs)
        said = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # the other side has ended
                break
            if not piece:
                break
            said += piece
    os.close(ours)
    return process.returncode, said.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("named", ["escape", "c1"], indirect=True, ids=str)
def test_on_a_terminal_only_our_own_colours_act(named):
    code, said = on_a_terminal("compare", str(named))
    assert code == 0
    assert OURS.search(said)
    assert not ACTS.search(OURS.sub("", said))


def test_a_path_with_escapes_is_shown_in_the_error():
    code, said = on_a_terminal("compare", "no\x1b[31msuch\x07.csv")
    assert code == 2
    assert said == "Error: no\\x1b[31msuch\\x07.csv does not exist.\n"
    done = run("compare 'no\x08such\n.csv'")
    assert (done.returncode, done.stderr) == (2, "Error: no\\x08such\\n.csv does not exist.\n")


def test_an_unknown_option_with_escapes_is_shown():
    done = run("compare '--no\x1b[31m'")
    assert done.returncode == 2
    assert not ACTS.search(done.stderr)
