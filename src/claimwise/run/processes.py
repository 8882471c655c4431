"""Whether a process that was noted down is still there."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path


@cache
def this_host() -> str:
    """Return the name of this machine: process ids mean nothing on another."""
    import socket

    return socket.gethostname()


def birth(pid: int) -> str:
    """Return when a process began, in the words of the system; empty where it does not say.

    Ids are given out again: with this, a later process is not taken for the one that died.
    """
    said = _stat(pid)
    return said[19] if said else ""


def _stat(pid: int) -> list[str]:
    """Return what Linux says of a process, from its state on; nothing elsewhere."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return []


def is_alive(pid: int, born: str = "") -> bool:
    """Whether a process of this machine is there, and began when it is said to have begun."""
    if not _exists(pid):
        return False
    said = _stat(pid)
    if not said:
        return True
    return said[0] not in "ZX" and born in ("", said[19])  # nor dead, and only not yet buried


def _exists(pid: int) -> bool:
    if sys.platform == "win32":  # where a signal 0 would end the process
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(0x1000, False, pid)
        if handle:
            ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
