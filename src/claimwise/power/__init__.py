"""What a study could show: exact where outcomes can be enumerated, simulated elsewhere."""

from claimwise.power.engine import simulate_power
from claimwise.power.exact import exact_power
from claimwise.power.point import Power
from claimwise.power.responses_published import expected_p, true_p
from claimwise.power.solve import Found, smallest_difference, smallest_n

__all__ = [
    "Found",
    "Power",
    "exact_power",
    "expected_p",
    "simulate_power",
    "smallest_difference",
    "smallest_n",
    "true_p",
]
