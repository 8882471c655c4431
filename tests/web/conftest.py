"""One server for each file of tests: workers take a second or two to start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx")

from .browsing import address, browser, visit  # noqa: F401
from .serving import serving


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with serving() as made:
        yield made
