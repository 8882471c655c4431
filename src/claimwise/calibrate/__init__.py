"""Is a procedure honest on data like mine? False positives, power, coverage, errors of p-values."""

from claimwise.calibrate.accuracy import accuracy
from claimwise.calibrate.means import means
from claimwise.calibrate.responses import responses

__all__ = ["accuracy", "means", "responses"]
