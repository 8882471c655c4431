"""The line that says by which procedure a plan was made, and at which level."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.numbers import number
from claimwise.report.posterior_plans import posterior_head


def procedure_head(result: Result) -> str:
    """Return the procedure, its side, its level, and how its numbers were found."""
    settings = result.provenance.get("settings", {})
    head, posterior = result.method, posterior_head(settings)
    if posterior and "test" not in settings["assess"]:
        return f"{head} {posterior}"
    if "alternative" in settings:
        head += f", {settings['alternative']}"
    elif settings.get("claim", "difference") != "difference":
        head += ", one-sided"
    if "alpha" in settings and not isinstance(settings["alpha"], list):
        head += f", alpha {number(settings['alpha'])}"
    if settings.get("by"):
        head += {
            "exact": ", exact for normal scores"
            if settings.get("outcome") == "numeric"
            else ", by enumeration",
            "normal": ", by the normal approximation",
            "textbook": ", by the textbook formula and by enumeration",
            "simulation": f", by simulation ({settings.get('replicates', 0):,} studies)",
        }[settings["by"]]
        head += _looks(result)
    return f"{head}; {posterior}" if posterior else head


def _looks(result: Result) -> str:
    """Say that power with looks is found otherwise than that of one."""
    found = {row.estimand for row in result.rows}
    if "power[sequential]" in found:
        return " (one look); with looks, by normal theory"
    return " (one look); at any time, by simulation" if "power[anytime]" in found else ""
