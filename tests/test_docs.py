"""Every example in the documentation is executed, and prints what the page says."""

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .cli.commands import run

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("docs/**/*.md"), ROOT / "README.md"])
INTERACTIVE = [page for page in PAGES if ">>>" in page.read_text("utf-8")]


def name(page):
    return page.relative_to(ROOT).as_posix()


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)


CONSOLE = [page for page in PAGES if blocks(page, "console")]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder with the examples, as in a fresh checkout, in which a page may write files."""
    monkeypatch.setenv("CLAIMWISE_STORE", str(tmp_path / "runs"))
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("page", INTERACTIVE, ids=name)
@pytest.mark.usefixtures("checkout")
def test_python_examples(page):
    failures, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert tried
    assert failures == 0


def start(command, cwd):
    return subprocess.run(
        [sys.executable, "-m", "claimwise", *shlex.split(command)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )


@pytest.mark.filterwarnings("default")  # as in a process of its own
@pytest.mark.parametrize("page", CONSOLE, ids=name)
@pytest.mark.usefixtures("checkout")
def test_console_examples(page):
    for place, block in enumerate(blocks(page, "console")):
        command, _, shown = block.partition("\n")
        assert command.startswith("$ claimwise "), command
        # One starts as a reader starts it; the others need not load everything again.
        first = page == CONSOLE[0] and not place
        done = (start if first else run)(command.removeprefix("$ claimwise "), cwd=Path.cwd())
        assert done.returncode in (0, 3, 4), done.stderr
        assert done.stdout.strip() == shown.strip(), done.stderr


def test_the_readme_prints_what_it_says():
    readme = ROOT / "README.md"
    (code,), (shown, *_) = blocks(readme, "python"), blocks(readme, "text")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == shown.strip(), done.stderr


def test_a_comparison_and_a_plan_are_on_the_first_screen_of_the_readme():
    text = (ROOT / "README.md").read_text("utf-8")
    first = "\n".join(text.splitlines()[:45])
    assert "claimwise compare" in first
    assert "claimwise plan" in first


def test_the_world_of_the_docs_can_be_read(tmp_path):
    from claimwise.worlds.rating_file import read_world

    file = tmp_path / "world.toml"
    file.write_text(blocks(ROOT / "docs" / "plan-ratings.md", "toml")[0])
    world = read_world(file).world
    assert world.scale_points() == 5
    assert world.item.slope == 0.7
