"""Figures of a Result as Vega-Lite, one file each; made from rows, so right by construction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
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

lazy(__name__)
