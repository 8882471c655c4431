"""Is a procedure honest on data like mine? False positives, power, errors of p-values."""

from claimwise.calibrate.responses import responses

__all__ = ["responses"]
