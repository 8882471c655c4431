"""Run every console example of the given pages and write down what it prints.

`python tools/fill_examples.py docs/plan.md`. Read the difference before you keep it: the tests
compare the pages with what is printed, so that a wrong answer must not be written over a right one.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n\$ (claimwise .*)\n(?:.*\n)*?```$", re.M)


def filled(text: str, folder: Path) -> str:
    """Return the page with the output of each of its commands."""

    def run(block: re.Match[str]) -> str:
        arguments = shlex.split(block[1])[1:]
        done = subprocess.run(
            [sys.executable, "-m", "claimwise", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            env=os.environ | {"CLAIMWISE_STORE": str(folder / "runs")},  # of the page alone
        )
        if done.returncode not in (0, 3, 4):
            print(f"{block[1]}\n{done.stderr}", file=sys.stderr)
        return f"```console\n$ {block[1]}\n{done.stdout.strip()}\n```"

    return BLOCK.sub(run, text)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "examples", Path(folder) / "examples")
            page.write_text(filled(page.read_text("utf-8"), Path(folder)), encoding="utf-8")
