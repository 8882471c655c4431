"""Worlds of answers that were published."""

from __future__ import annotations

from claimwise.worlds.item_distributions import Distribution
from claimwise.worlds.responses import NormalResponses

# Wein et al. (2023). The paper has spreads up to 2; its numbers come out with 0.3, as in the code
# that was released with it, which also cuts the means of B to the scale.
PUBLISHED = NormalResponses(
    mean=Distribution("uniform", (0.0, 1.0)),
    spread=Distribution("uniform", (0.0, 0.3)),
    mean_limits=(0.0, 1.0),
    name="published",
)
# Likewise for toxicity, with means and spreads as in the 107,620 comments of Kumar et al. (2021).
# Means of B cut to 0.8 or to 1 give the same published p within their Monte Carlo errors; 0.8, to
# which those of gold are cut, comes a little nearer. Spreads begin at -0.06, as in the code; the
# text has -0.05, which fits the tables better at epsilon 0.1 and 0.3, and less well at 0.05.
TOXICITY = NormalResponses(
    mean=Distribution("folded-normal", (0.0, 0.28), (0.0, 0.8)),
    spread=Distribution("triangular", (-0.06, 0.21, 0.45), (0.0, 1.0)),
    mean_limits=(0.0, 0.8),
    limits=(0.0, 1.0),
    levels=(0.0, 0.2, 0.4, 0.6, 0.8),
    name="toxicity",
)
PRESETS = {world.name: world for world in (PUBLISHED, TOXICITY)}
