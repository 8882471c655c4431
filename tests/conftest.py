"""Fixtures for all tests."""

import os
import tempfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"

# The same examples in every run: a failure can be repeated, a pass is no luck.
settings.register_profile("house", deadline=None, max_examples=60, derandomize=True)
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


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with real data and reference values, which is never part of the project."""
    if not SHARED.is_dir():
        pytest.skip("the shared data folder is not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def examples() -> Path:
    return ROOT / "examples"
