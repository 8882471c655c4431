"""Fixtures for all tests."""

import gc
import os
import tempfile
from contextlib import suppress
from functools import wraps
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"

# The same examples in every run: a failure can be repeated, a pass is no luck.
settings.register_profile("house", deadline=None, max_examples=30, derandomize=True)
settings.load_profile("house")

# Workers beside each other, each with as many threads of BLAS as there are cores, wait for each
# other far longer than they compute. NumPy reads this when it is loaded: that is later.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Most of the time of a sampler goes into compiling it, and how well hardly matters for so few
# draws. JAX stops at a flag that it does not know: only the versions of constraints.txt get them.
_QUICK = "--xla_cpu_use_fusion_emitters=false --xla_backend_optimization_level=1"
with suppress(PackageNotFoundError):
    if version("jaxlib").startswith("0.10."):
        os.environ.setdefault("XLA_FLAGS", _QUICK)

# No test reads or writes the blocks that its reader has at home; nor do the processes it starts.
_STORE = tempfile.TemporaryDirectory(prefix="claimwise-store-")
os.environ["CLAIMWISE_STORE"] = str(Path(_STORE.name) / "runs")


def pytest_configure():
    """Compile each kernel once: a worker waits while another compiles, then loads what it made."""
    if fcntl is None:  # where it is missing, each worker compiles for itself
        return
    from numba.core.dispatcher import Dispatcher

    compile_alone, lock, depth = Dispatcher.compile, (ROOT / "pyproject.toml").open(), 0

    @wraps(compile_alone)
    def compile_in_turn(self, signature):
        nonlocal depth  # a kernel compiles those that it calls
        depth += 1
        if depth == 1:
            fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            return compile_alone(self, signature)
        finally:
            depth -= 1
            if depth == 0:
                fcntl.flock(lock, fcntl.LOCK_UN)

    Dispatcher.compile = compile_in_turn


def pytest_collection_finish():
    """Thousands of tests stay as long as the run: the collector need not look at them each time."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish():
    """Let go of them in the usual order."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with real data and reference values, which is never part of the project."""
    if not SHARED.is_dir():
        pytest.skip("the shared data folder is not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def examples() -> Path:
    return ROOT / "examples"
