"""A private folder for what is not to stay: deleted by the next one who makes one, if need be.

A server keeps there what was uploaded, and a command what was piped into it. A process that is
killed cannot tidy up: the folder names its owner, and goes when that one is no longer there.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from claimwise.run.processes import birth, is_alive, this_host

PREFIX = "claimwise-"
OWNER = "owner.json"


def make_private_folder() -> Path:
    """Return a new folder that only this user can read, and delete those whose owners died."""
    delete_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    owner = {"pid": os.getpid(), "born": birth(os.getpid()), "host": this_host()}
    (folder / OWNER).write_text(json.dumps(owner), encoding="utf-8")
    return folder


def delete_abandoned() -> list[Path]:
    """Delete the private folders of processes that were killed; return which.

    Of folders of this user alone, and of those alone that name a process of this machine which is
    no longer there.
    """
    gone = []
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if _is_ours(folder) and _is_abandoned(folder):
            shutil.rmtree(folder, ignore_errors=True)
            gone.append(folder)
    return gone


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder, no link, which this user alone can read."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    mine = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
    return stat.S_ISDIR(found.st_mode) and mine and not stat.S_IMODE(found.st_mode) & 0o077


def _is_abandoned(folder: Path) -> bool:
    with suppress(OSError, ValueError, KeyError, TypeError):
        owner = json.loads((folder / OWNER).read_bytes()[:10_000])
        if owner["host"] == this_host():
            return not is_alive(int(owner["pid"]), str(owner["born"]))
    return False  # nobody says whose it is
