"""Make the pictures of docs/pictures again: `python tools/pictures.py [terminal|figures|reports]`.

Those of reports need Playwright and a Chromium (CHROMIUM names it, /usr/bin/chromium otherwise).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
TRANSLATIONS = "examples/translations/"
COMPARE = "compare examples/leaderboard.csv --a bert --b roberta"
PLAN = "plan accuracy --n 500 --difference 0.02 --agreement 0.9"
CURVE = "plan accuracy --n 200:4000:200 --difference 0.01,0.02,0.03 --agreement 0.9"
COMMANDS = (
    COMPARE,
    "compare examples/leaderboard.csv --a roberta --b electra "
    "--claim non-inferiority --margin 0.06",
    "compare examples/leaderboard.csv",
    PLAN,
    "plan accuracy --difference 0.01 --agreement 0.93 --solve n",
    "ratings examples/ratings.csv",
    f"compare {TRANSLATIONS}base.txt {TRANSLATIONS}new.txt "
    f"--references {TRANSLATIONS}reference.txt --metric bleu,chrf",
    "doctor examples/leaderboard.csv",
)
THEME = TerminalTheme(
    (250, 250, 248),
    (36, 41, 47),
    [
        (36, 41, 47),
        (190, 40, 45),
        (20, 115, 60),
        (150, 90, 0),
        (20, 90, 170),
        (120, 60, 150),
        (10, 115, 120),
        (110, 118, 125),
    ],
)
# Fonts of the reader's own machine: nothing is fetched.
LOCAL = re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.S).replace(
    "Fira Code, monospace", "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
)
SCALE = 0.65  # of pixels to the units of a drawn terminal
WINDOWS = {"desktop": (1200, 900), "phone": (390, 800)}  # columns and rows of pixels


def claimwise(command: str, *, width: int = 80) -> str:
    """Return what a command prints on a terminal that has colours."""
    terminal = {"COLUMNS": str(width), "FORCE_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "claimwise", *shlex.split(command)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | terminal,
    )
    return done.stdout.rstrip()


def _sized(box: re.Match[str]) -> str:
    """Return the box with a size in pixels, so that letters are as large as those of a page."""
    width, height = (round(float(end) * SCALE) for end in box.groups())
    return f'{box[0]} width="{width}" height="{height}"'


def terminal(name: str, commands: tuple[str, ...], *, width: int, title: str) -> None:
    """Draw a terminal in which these commands were given."""
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True)
    for command in commands:
        console.print(Text(f"$ claimwise {command}", style="bold"))
        console.print(Text.from_ansi(claimwise(command, width=width)))
        console.print()
    picture = console.export_svg(title=title, theme=THEME, code_format=LOCAL, unique_id=name)
    picture = re.sub(r'viewBox="0 0 (\S+) (\S+)"', _sized, picture, count=1)
    (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")


def terminals() -> None:
    """Draw the terminal of the README, and all kinds of answers at three widths."""
    terminal("terminal", (COMPARE, PLAN), width=80, title="claimwise")
    for width in (60, 80, 140):
        terminal(f"terminal-{width}", COMMANDS, width=width, title=f"{width} columns")


def figures() -> None:
    """Draw a forest and a curve of power."""
    claimwise(f"compare examples/leaderboard.csv --plot {PICTURES / 'forest.svg'}")
    claimwise(f"{CURVE} --plot {PICTURES / 'power.svg'}")


def reports() -> None:
    """Take photographs of the report of a comparison and of a plan, as far as a screen shows."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, command in {"comparison": COMPARE, "plan": PLAN}.items():
            report = Path(folder) / f"{name}.html"
            claimwise(f"{command} --report {report}")
            for device, (width, height) in WINDOWS.items():
                page = browser.new_page(viewport={"width": width, "height": height})
                page.goto(report.as_uri())
                page.screenshot(path=PICTURES / f"report-{name}-{device}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    kinds = {"terminal": terminals, "figures": figures, "reports": reports}
    for kind in sys.argv[1:] or kinds:
        kinds[kind]()
