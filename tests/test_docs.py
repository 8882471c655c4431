"""Every example in the documentation is executed, and prints what the page says."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md"])
INTERACTIVE = [page for page in PAGES if ">>>" in page.read_text("utf-8")]


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", INTERACTIVE, ids=lambda page: page.name)
def test_python_examples(page):
    failures, _ = doctest.testfile(str(page), module_relative=False)
    assert failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_examples(page, tmp_path, monkeypatch):
    monkeypatch.setenv("CLAIMWISE_STORE", str(tmp_path / "runs.db"))
    for block in blocks(page, "console"):
        command, _, shown = block.partition("\n")
        arguments = shlex.split(command.removeprefix("$ claimwise "))
        done = subprocess.run(
            [sys.executable, "-m", "claimwise", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        assert done.stdout.strip() == shown.strip(), done.stderr


def test_the_readme_prints_what_it_says():
    readme = ROOT / "README.md"
    (code,), (shown, *_) = blocks(readme, "python"), blocks(readme, "text")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == shown.strip(), done.stderr


def test_the_readme_fits_a_screen_before_the_details():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.split("## From the command line")[0].splitlines()) <= 45


def test_the_commands_of_the_readme_exist():
    for block in blocks(ROOT / "README.md", "sh"):
        for line in block.splitlines():
            if line.startswith("claimwise "):
                verb = shlex.split(line)[1:3]
                done = subprocess.run(
                    [sys.executable, "-m", "claimwise", *verb, "--help"],
                    capture_output=True,
                    check=False,
                )
                assert done.returncode == 0, line


def test_the_world_of_the_docs_can_be_read(tmp_path):
    from claimwise.worlds.rating_file import read_world

    file = tmp_path / "world.toml"
    file.write_text(blocks(ROOT / "docs" / "plan-ratings.md", "toml")[0])
    world = read_world(file).world
    assert world.scale_points() == 5
    assert world.item.slope == 0.7
