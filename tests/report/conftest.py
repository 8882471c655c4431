"""Laws of documents hold for the result of every command."""

import pytest

from .corpus import COMMANDS


@pytest.fixture(params=COMMANDS)
def command(request):
    return request.param
