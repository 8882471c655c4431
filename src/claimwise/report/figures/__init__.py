"""Figures of a Result as Vega-Lite, one file each; made from rows, so right by construction."""

from claimwise.core import import_room
from claimwise.report.figures.book import (
    Drawing,
    Picture,
    caption,
    drawable,
    figure,
    figures_of,
    pictures,
    specification,
    vega_lite,
)

__all__ = [
    "Drawing",
    "Picture",
    "caption",
    "drawable",
    "figure",
    "figures_of",
    "pictures",
    "specification",
    "vega_lite",
]

import_room(__name__, list(__path__))
