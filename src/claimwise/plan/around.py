"""The curves around a single plan: what would a smaller or a larger study show?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial, wraps
from math import ceil, isfinite
from typing import Any

from claimwise.core import ClaimwiseError, Result
from claimwise.engine.direction import seeking
from claimwise.plan.grid import is_list

KNOTS = 44  # of a curve: straight lines between them are within 1% of a smooth one
EVERY = 40  # up to it all sizes are knots: power rises by steps there
FIRST = 0.02  # of the largest size, at which a curve begins
CURVES = ("power", "mde")
FARTHEST = 10  # times n: no curve goes beyond
QUICK = ("exact", "quadrature", "textbook", "normal")  # ways that simulate nothing
SLOW = ("effect_prior", "uncertain", "pilot", "interval")
OF_LOOKS = (
    "looks",
    "spending",
    "futility",
    "sequence",
    "replicates",
)  # the curves are of one look, at the end
SPREAD = ("means",)  # a single item has no spread, so these begin at two
Plan = Callable[..., Result]
Options = Mapping[str, Any]


def with_curves(run: Plan) -> Plan:
    """Return a plan whose result knows the curves around it; they are computed when drawn."""

    @wraps(run)
    def planned(**options: Any) -> Result:
        result = run(**options)
        around = partial(curves_around, planned, options)
        return replace(result, draws={**result.draws, "around": around})

    return planned


def curves_around(run: Plan, options: Options, result: Result) -> list[Result]:
    """Return power and detectable difference over n, around a plan that gave this result.

    None for a plan that is simulated or is a curve itself: that would take long, or is there.
    Of a plan with looks they are those of one look; each knows the size of the plan (`asked`).
    """
    exact = result.provenance["settings"].get("by") in QUICK
    size = size_of(options, result) if exact and may_have_curves(options) else None
    if size is None:
        return []
    looks = any(options.get(key) for key in ("looks", "spending", "futility"))
    left_out = OF_LOOKS if looks else ()
    once = {key: value for key, value in options.items() if key not in left_out} | {"n": size}
    last = last_size(size, result)
    curves = [curve_around(run, once, what, last, size) for what in curves_of(options)]
    return [_marked(one, size, one_look=looks) for one in curves if one is not None]


def may_have_curves(options: Options) -> bool:
    """Whether a plan is of one study, and nothing is asked that would take long."""
    varied = any(is_list(value) for key, value in options.items() if key != "looks")
    plain = not any(options.get(key) for key in SLOW)
    plain = plain and options.get("by") in (None, *QUICK)
    told = _told(options) or options.get("solve") == "mde"
    return not varied and plain and told and "posterior" not in str(options.get("assess"))


def _told(options: Options) -> bool:
    """Whether the true difference is said, so that there is power."""
    return options.get("difference") is not None or options.get("win") is not None


def curves_of(options: Options) -> tuple[str, ...]:
    """Return which curves there are: power where the true difference is said."""
    return CURVES if _told(options) else ("mde",)


def size_of(options: Options, result: Result) -> int | None:
    """Return the size of the study: the one given, or the only one that was found."""
    if options.get("n") is not None:
        return int(options["n"])
    found = [row.estimate for row in result.rows if row.quantity == "sample_size"]
    return int(found[0]) if len(found) == 1 and isfinite(found[0]) else None


def _marked(curve: Result, size: int, *, one_look: bool) -> Result:
    settings = dict(curve.provenance["settings"])
    settings |= {"one_look": True} if one_look else {}
    return replace(curve, provenance={**curve.provenance, "settings": settings, "asked": size})


def last_size(n: float, result: Result) -> int:
    """Return where the curves end: a round number beyond n and the sample size.

    It is the same for many n and differences, so that a curve can be used again.
    """
    sizes = [row.estimate for row in result.rows if row.quantity == "sample_size"]
    wanted = [1.25 * n, *(1.25 * size for size in sizes if isfinite(size))]
    return round_up(min(max(wanted), FARTHEST * n))


def round_up(value: float) -> int:
    """Return the next of 20, 40, 100, 200, 400, 1000, ...

    >>> round_up(7), round_up(150), round_up(500), round_up(1000)
    (20, 200, 1000, 1000)
    """
    unit = 10
    while True:
        for step in (2, 4, 10):
            if value <= step * unit:
                return step * unit
        unit *= 10


def spaced_sizes(first: float, last: int, *more: int, knots: int = KNOTS) -> list[int]:
    """Return sizes from the first to the last, each the same share above the one before.

    The small ones are all there.

    >>> spaced_sizes(38, 3800, 500, knots=5)
    [38, 39, 40, 120, 380, 500, 1202, 3800]
    """
    steps = (first * (last / first) ** (k / (knots - 1)) for k in range(knots))
    small = range(ceil(first), min(EVERY, last) + 1)
    return sorted({*map(round, steps), *small, *more})


def curve_around(run: Plan, options: Options, what: str, last: int, *own: int) -> Result | None:
    """Return power or the detectable difference (mde) over n; None where it cannot be had.

    Both have the same sizes, and `own` among them. The detectable difference has the sign of the
    difference of the plan.
    """
    fewest = 2 if run.__name__ in SPREAD else 1
    sizes = spaced_sizes(max(fewest, FIRST * last), last, *own)
    unsaid = _unsaid(options) if what == "mde" else {}
    try:
        with seeking(side_of(options)):
            return run(**{**options, **unsaid, "n": sizes, "solve": what})
    except ClaimwiseError:  # a curve that cannot be drawn leaves the answer as it is
        return None


def side_of(options: Options) -> int:
    """Return the sign of the difference that is planned for, on whose side others are detected."""
    if options.get("win") is not None:
        lose = options.get("lose")
        lose = 1 - options["win"] - (options.get("tie") or 0) if lose is None else lose
        return -1 if options["win"] < lose else 1
    return -1 if (options.get("difference") or 0) < 0 else 1


def _unsaid(options: Options) -> dict[str, Any]:
    """Return what a search for the detectable difference is not to be told."""
    if options.get("win") is None:
        return {"difference": None}
    lose = options.get("lose")
    tie = options.get("tie") if lose is None else max(0.0, round(1 - options["win"] - lose, 12))
    return {"win": None, "lose": None, "tie": tie}
