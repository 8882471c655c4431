"""Figures of a Result as Vega-Lite, one file each; made from rows, so right by construction."""

from claimwise.core import import_room
from claimwise.report.figures.book import Drawing, caption, figure, figures_of, vega_lite

__all__ = ["Drawing", "caption", "figure", "figures_of", "vega_lite"]

import_room(__name__, list(__path__))
