"""Worlds of ratings by name or file."""

import pytest

from claimwise.core import ParameterError
from claimwise.worlds import LinearRatings, find_rating_world
from claimwise.worlds.rating_file import PilotWorld


def test_value_table_16_of_card_et_al():
    """Systems coded -1 and 1 there, so that a slope is half a difference between systems."""
    world = find_rating_world("card-low")
    assert isinstance(world, LinearRatings)
    assert (world.rater.slope / 2, world.item.slope / 2) == pytest.approx((0.04, 0.13))
    assert (world.rater.intercept, world.item.intercept, world.sigma) == (0.01, 0.01, 0.16)


def test_a_file_is_read(tmp_path):
    path = tmp_path / "world.toml"
    world = find_rating_world("card-high")
    path.write_text(PilotWorld(world, {"items": 10, "raters": 3}).toml())
    assert find_rating_world(path) == world
    assert find_rating_world(str(path)) == world


def test_other_names_are_refused():
    with pytest.raises(ParameterError, match="card-low"):
        find_rating_world("card-lo")
