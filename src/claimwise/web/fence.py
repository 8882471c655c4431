"""A fence around a worker process: what it may open, and how much memory it may take.

Options never hold paths, and this is the second lock: whatever a file or a name leads to, a worker
opens nothing but what was uploaded and what belongs to Python, starts no process but the one that
draws figures, and calls nobody.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from pathlib import Path
from typing import Any

from claimwise.report.forms.drawing import COMMAND

READABLE = ("/proc", "/sys", "/dev/null", "/dev/shm", "/dev/urandom", "/usr/share/zoneinfo")
LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
FORBIDDEN = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "os.forkpty",
    "socket.connect",
    "socket.bind",
    "socket.sendto",
    "pty.spawn",
)
LOOKING = ("open", "os.listdir", "os.scandir", "os.remove", "os.rmdir", "os.mkdir")
BOTH = ("os.link", "os.symlink", "os.rename")  # of two paths; os.replace is a rename


def roots(folder: str) -> tuple[str, ...]:
    """Return the folders that a worker may look into."""
    found = {folder, sys.prefix, sys.base_prefix, *READABLE, *LIBRARIES}
    found |= {path for path in sysconfig.get_paths().values() if path}
    found |= {path for path in (*site.getsitepackages(), site.getusersitepackages()) if path}
    found.add(str(Path(__file__).resolve().parents[1]))  # this package
    # Compiled kernels, where the package itself cannot be written to.
    found.add(os.environ.get("NUMBA_CACHE_DIR") or str(Path.home() / ".cache" / "numba"))
    real = {os.path.realpath(path) for path in found}
    return tuple(path.rstrip(os.sep) for path in found | real)


def put_up(folder: str, memory: int) -> None:
    """Put up the fence; it cannot be taken down."""
    limit_memory(memory)
    allowed = roots(folder)

    def heed(event: str, given: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen" and list(given[1]) == COMMAND:
            return  # the process that draws
        if event in FORBIDDEN:
            raise PermissionError(f"a worker does no {event}")
        if event in LOOKING and given:
            _check(given[0], allowed)
        elif event in BOTH:
            for path in given[:2]:
                _check(path, allowed)

    sys.addaudithook(heed)


def _check(path: Any, allowed: tuple[str, ...]) -> None:
    if path is None or isinstance(path, int):  # the folder it is in, or a file that is open
        return
    real = os.path.realpath(os.fsdecode(path))
    if not any(real == root or real.startswith(root + os.sep) for root in allowed):
        raise PermissionError(13, "outside of what was uploaded", os.path.basename(real))


def limit_memory(memory: int) -> None:
    """Let the process have no more than so many bytes of data, where the system can say so."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = memory if most == resource.RLIM_INFINITY else min(memory, most)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))
