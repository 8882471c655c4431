"""What belongs together among the settings of several plans: a part, and its settings."""

from __future__ import annotations

from claimwise.core import study_parts as parts
from claimwise.core.parts import Claim, Looks

CLAIM = (Claim, "says margin alternative")
BELIEF = (parts.Belief, "effect_prior uncertain shrink")
PRIOR = (parts.Belief, "effect_prior")
OF_PILOT = (parts.Belief, "effect_prior uncertain")
STOPPING = (Looks, "looks spending")
POSTERIOR = (parts.Posterior, "rope prior level bayes_factor")
COUNTED = (parts.Run, "by replicates workers")
SIMULATED = (parts.Run, "replicates precision workers")
COSTS = (parts.Costs, "cost_item cost_rating cost_rater")
