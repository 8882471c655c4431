"""Published worlds of BLEU: what Card et al. (2020) fitted to English-German translation."""

from __future__ import annotations

from typing import NamedTuple

from claimwise.worlds.delta_laplace import DeltaLaplace


class Preset(NamedTuple):
    """A published pair of parameters, and where it stands."""

    zero_share: float
    scale: float
    source: str


_TABLE = "Card et al. (2020), Table 3: two systems on WMT {year} English-German, {n:,} sentences"

PRESETS = {
    "wmt19": Preset(0.19, 23.7, _TABLE.format(year=2019, n=2000)),
    "wmt18": Preset(0.09, 29.4, _TABLE.format(year=2018, n=3000)),
    "wmt17": Preset(0.12, 22.5, _TABLE.format(year=2017, n=3000)),
    "wmt16": Preset(0.10, 27.6, _TABLE.format(year=2016, n=3000)),
    # The mean of the four zero shares is 0.125; the paper plots 0.13.
    "wmt-average": Preset(0.13, 25.8, "Card et al. (2020), Figure 4: the average of their Table 3"),
}


def delta_preset(name: str, difference: float = 0.0) -> DeltaLaplace:
    """Return a published world with a difference."""
    found = PRESETS[name]
    return DeltaLaplace(difference, found.zero_share, found.scale)
