"""Looks before the end, as a study declares them: which kinds allow them, and what they decide."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Result,
    Row,
    caution,
    check_count,
    option,
)
from claimwise.core.words import p_number
from claimwise.kinds import Kind
from claimwise.study.assessing import LOOK, LOOKED_AT
from claimwise.study.declaration import ANYTIME, FIXED, Comparison, Study
from claimwise.study.sequence import decided_by, of_sequence

STOP = 1.0
NEAR = 0.02  # of the planned data: so near to a planned look, it is that look
ONE_LOOK = caution(
    "The interval of the difference is that of a study with one look; it does not hold at "
    "all looks together."
)


def refuse_looks(kind: Kind, study: Study) -> None:
    """Refuse rules that this kind of study, or several comparisons, cannot have."""
    rule = study.stopping.rule
    if rule == FIXED:
        return
    if kind.looks is None or (rule == ANYTIME and kind.looks != "scores"):
        raise ParameterError(
            f"stopping.rule {rule}",
            "data that add up item by item",
            kind.called,
            "Use fixed." if kind.looks is None else "Use obrien-fleming or pocock.",
        )
    if rule == ANYTIME and kind.separate(study):
        raise ParameterError(
            f"stopping.rule {rule}",
            "both systems on the same items, in their order",
            "items of their own",
            "Use obrien-fleming or pocock.",
        )
    if len(study.comparisons) > 1 and study.correct in ("holm", "benjamini-hochberg"):
        raise ParameterError(
            f"stopping.rule {rule} of several comparisons",
            "a correction that gives each its alpha beforehand",
            str(study.correct),
            "Use bonferroni.",
        )


def planned(study: Study, found: Result) -> Result:
    """Add the looks to a plan that knows nothing of them."""
    if study.stopping.rule == FIXED or found.select("spent"):
        return found
    if study.stopping.rule == ANYTIME:
        return of_sequence(study, found)
    from claimwise.plan.looks import plan_looks

    return plan_looks(found, looks=list(study.stopping.looks), spending=study.stopping.rule)


def number_of(
    study: Study, look: int | None, items: int | None, before: tuple[float, ...] = ()
) -> int | None:
    """Return which look this is, if there are any.

    If it is not said, it is the one after those `before`, or else the one that the number of items
    is planned for. A look before the last is refused data in which a later one has come: whoever
    could choose between the two after seeing both would spend more than alpha. Where the looks
    before are known by their items, there is no such choice.
    """
    rule, looks = study.stopping.rule, study.stopping.looks
    if rule in (FIXED, ANYTIME):
        if look is not None:
            raise ParameterError("look", f"a study with looks (its rule is {rule})", f"{look}")
        return None
    if before:
        return _after(study, before, look, items)
    share = None if items is None else items / int(study.data["n"])
    if look is None:
        return len(looks) if share is None else _look_at(study, share, items)
    number = check_count("look", look)
    if number > len(looks):
        raise ParameterError("look", f"one of the {len(looks)} declared", f"{number}")
    if share is not None and number < len(looks) and share > looks[number] - NEAR:
        raise DataError(
            option("look", number),
            f"fewer items than look {number + 1}, planned at {_items(study, number + 1)}",
            f"{items:,}",
            "Use " + option("look", _look_at(study, share, items)) + ".",
        )
    return number


def _after(study: Study, before: tuple[float, ...], look: int | None, items: int | None) -> int:
    """Return the number of the look that follows those before."""
    number = len(before) + 1
    if look is not None and check_count("look", look) != number:
        needs = f"the items at each of the {look - 1} looks before"
        raise ParameterError("looked_at", needs, f"{len(before)}")
    last = number >= len(study.stopping.looks)
    if last and look is None and items is not None and not _complete(study, items):
        raise DataError(
            f"Look {number}, the last",
            f"the {int(study.data['n']):,} items that were planned",
            f"{items:,}",
            "Use "
            + option("look", number)
            + " if no more data will come; otherwise wait for them.",
        )
    return number


def _complete(study: Study, items: int) -> bool:
    """Whether the planned data are in, but for those that were declared to be missing."""
    missing = float(study.data.get("missing") or 0.0)
    return items / int(study.data["n"]) >= 1 - missing - NEAR


def planned_share(study: Study, number: int | None, items: int | None) -> float:
    """Return the part of the data that there is to be at a look."""
    looks = study.stopping.looks
    if number is None or number > len(looks):  # looks were added: the end was to be there
        return 1.0
    if items is not None and _complete(study, items):
        return 1.0
    return looks[number - 1]


def _look_at(study: Study, share: float, items: int | None) -> int:
    """Return the look that is planned for so many items; refuse to guess between two."""
    looks = study.stopping.looks
    if items is not None and _complete(study, items):
        return len(looks)
    for number, planned in enumerate(looks, start=1):
        if abs(share - planned) <= NEAR:
            return number
    listed = ", ".join(f"{_items(study, k + 1)}" for k in range(len(looks)))
    raise DataError(
        "study assess",
        f"as many items as at a planned look ({listed})",
        f"{items:,}",
        "Say which look this is with " + option("look") + ", the last one only if no more data "
        "will come; of looks that were not where they were planned, at how many items they were "
        "with " + option("looked_at") + ".",
    )


def _items(study: Study, number: int) -> str:
    return f"{round(study.stopping.looks[number - 1] * int(study.data['n'])):,}"


def at(study: Study, number: int | None, before: tuple[float, ...] = ()) -> Study:
    """Return the study at a look."""
    if number is None:
        return study
    more: dict[str, object] = {LOOK: number} | ({LOOKED_AT: before} if before else {})
    return study.but(procedure={**study.procedure, **more})


def judged(
    kind: Kind, study: Study, comparison: Comparison, found: Result, number: int | None, fixed: bool
) -> Result:
    """Return what a look decides; `fixed` is whether the rule is known to precede the data."""
    if study.stopping.rule == FIXED:
        return found
    if kind.looks == "pvalue" and number is not None:
        found = _by_pvalue(study, comparison, found, number)
    settings = dict(found.provenance["settings"])
    settings["stopping"] = {**settings.get("stopping", {}), "declared": fixed}
    notes = (*found.notes, *decided_by(kind, study))
    return replace(found, notes=notes, provenance={**found.provenance, "settings": settings})


def _by_pvalue(study: Study, comparison: Comparison, found: Result, number: int) -> Result:
    """Lay the p-value of all data so far beside what this look asks for."""
    from claimwise.assess.looks import at_look, end_notes

    difference, verdict = found["difference"], found["verdict"]
    settings = dict(found.provenance["settings"])
    side = settings["alternative"]
    if side not in ("two-sided", "less", "greater"):  # of superiority
        side = "greater" if settings["better"] == "higher" else "less"
    n = int(study.data["n"])
    before = [items / n for items in study.procedure.get(LOOKED_AT, ())]
    before = before or list(study.stopping.looks[: number - 1])
    fractions = (*before, (difference.n or n) / n)
    more: tuple[Row, ...] = ()
    notes: tuple[Note, ...] = ()
    value = nan
    if difference.pvalue is not None:
        look = at_look(
            pvalue=difference.pvalue,
            alternative=side,
            alpha=study.alpha,
            rule=study.stopping.rule,
            fractions=fractions,
            planned=list(study.stopping.looks),
            n=difference.n,
        )
        more = look.rows
        settings |= {"stopping": look.provenance["settings"]["stopping"]}
        value = _verdict(verdict.estimate, look)
        shares = (fractions[-1], bool(settings["stopping"]["final"]))
        coarse = _coarse(settings.get("resamples"), look["boundary_p"].estimate)
        notes = (ONE_LOOK, *end_notes(*shares), *coarse)
    rows = [row for row in found.rows if row.quantity not in ("mde", "verdict")]
    settings.pop("target", None)
    return replace(
        found,
        rows=(*rows, replace(verdict, estimate=value), *more),
        notes=(*found.notes, *notes),
        provenance={**found.provenance, "settings": settings},
    )


def _verdict(plain: float, look: Result) -> float:
    """Return the verdict at a look: that of the whole alpha, if the boundary is crossed."""
    if isnan(plain) or plain == 0:
        return plain
    return plain if look["decision"].estimate == STOP else 0.0


def _coarse(resamples: int | None, asked: float) -> tuple[Note, ...]:
    """Say so if no p-value of the test can be as small as the look asks for."""
    if not resamples or 1 / (resamples + 1) <= asked:
        return ()
    said = (
        f"{resamples:,} resamples cannot give a p-value as small as this look asks for "
        f"({p_number(asked)}): the study could not have stopped here."
    )
    return (caution(said),)
