"""What a study could show, where its outcomes can be gone through or chances have a formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.kernels.expected_p import expected_p
    from claimwise.power.exact import exact_power
    from claimwise.power.point import Power
    from claimwise.power.resampling import Resampling, turned_differences

__all__ = ["Power", "Resampling", "exact_power", "expected_p", "turned_differences"]

lazy(__name__)
