"""Fixtures for all tests."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"

# The same examples in every run: a failure can be repeated, a pass is no luck.
settings.register_profile("house", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("house")

# No test reads or writes the blocks that its reader has at home; nor do the processes it starts.
_STORE = tempfile.TemporaryDirectory(prefix="claimwise-store-")
os.environ["CLAIMWISE_STORE"] = str(Path(_STORE.name) / "runs.db")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with real data and reference values, which is never part of the project."""
    if not SHARED.is_dir():
        pytest.skip("the shared data folder is not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def examples() -> Path:
    return ROOT / "examples"
