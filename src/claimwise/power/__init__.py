"""What a study could show: exact where outcomes can be enumerated, simulated elsewhere."""

from claimwise.kernels.expected_p import expected_p
from claimwise.power.engine import simulate_power
from claimwise.power.exact import exact_power
from claimwise.power.point import Power
from claimwise.power.resampling import Resampling, turned_differences
from claimwise.power.solve import Found, smallest_difference, smallest_n

__all__ = [
    "Found",
    "Power",
    "Resampling",
    "exact_power",
    "expected_p",
    "simulate_power",
    "smallest_difference",
    "smallest_n",
    "turned_differences",
]
