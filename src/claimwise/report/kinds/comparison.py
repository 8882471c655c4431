"""Two systems compared: on all items, on several data sets, by several metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from claimwise.core import Result
from claimwise.report.answer import Answer, Table, named
from claimwise.report.comparison_rows import Compared, comparisons, evidence_of
from claimwise.report.comparison_tables import (
    belief_table,
    comparison_table,
    predictive_table,
    prior_table,
    verdict_word,
)
from claimwise.report.method import account_of, brief_line, claim_name, short_name
from claimwise.report.numbers import decimal, p_cell
from claimwise.report.quantities import quantity_of
from claimwise.report.tables import shown
from claimwise.report.verdicts import (
    Verdict,
    claim_question,
    look_name,
    outlook_of,
    verdict_of,
    ways_of,
)

SHOWN = 40  # data sets or metrics that have a line each
EXTREMES = 10  # best, and worst, of more
FEW = 4  # of which a sentence says how large each is
AT_LEAST = ("better_on_at_least", "worse_on_at_least")
EFFECTS = ("superiority", "cohens_d", "odds_ratio")
GOES_ON = {1.0: "the study stops", 0.0: "the study goes on", -1.0: "this is the end"}


def present(result: Result) -> Answer:
    """Return the verdict on all data together, then a line for each data set or metric."""
    found = comparisons(result)
    whole = [c for c in found if not c.at or c.at.get("over") == "combined"]
    parts = [c for c in found if c not in whole]
    main = whole[0] if whole else found[0]
    lines: tuple[str, ...] = (_corrected(parts),)
    if whole:
        verdict = verdict_of(main)
        verdict = verdict._replace(headline=f"{verdict.headline}{_ahead(result, parts)}")
        lines = (_scores(main), _effects(main), _decided(main), verdict.line, _estimated(main))
        if counts := _counts(parts):
            lines += (f"One by one: {counts}. {_corrected(parts)}",)
    else:
        verdict = tally(parts)
    return Answer(
        title=f"{main.b} compared with {main.a}",
        question=claim_question(main, "" if whole else "by each metric"),
        word=verdict.word,
        headline=verdict.headline,
        lines=tuple(line for line in lines if line),
        outlook=outlook_of(main) if whole else "",
        tables=(*_parts_table(parts), *belief_table(whole or parts)),
        brief=brief_line(main.settings),
        more=(
            *(comparison_table("All of them", parts) if len(parts) > SHOWN else ()),
            *(() if parts else comparison_table("The comparison", whole)),
            *(belief_table(parts, "Posterior of each") if whole else ()),
            *prior_table(found),
            *predictive_table(result),
        ),
        account=account_of(result),
        compared=(*sorted(parts, key=_place), *whole),
        ways=ways_of(main.settings),
        size=_items(main),
        scale=main.scale,
    )


def _estimated(c: Compared) -> str:
    """Say what the test set estimates of the expected p, where that was asked for."""
    sampler = c.settings.get("sampler")
    row = c.row("estimated_p", sampler=sampler) if sampler else None
    return f"Estimated p ({sampler}): {p_cell(row.estimate)}." if row else ""


def _place(c: Compared) -> float:
    """Return where a data set stands in a figure: by the gain of B; metrics stay as they are."""
    return -c.gain()[0] if "dataset" in c.at and not isnan(c.gain()[0]) else 0.0


def _ahead(result: Result, parts: Sequence[Compared]) -> str:
    """Return on how many parts B is ahead and behind, and on how many beyond doubt."""
    if not parts:
        return ""
    found = {row.quantity: int(row.estimate) for row in result.select(*AT_LEAST) if not row.at}
    sure = [found.get(name, 0) for name in AT_LEAST]
    sides = sure if parts[0].side > 0 else sure[::-1]
    least = ["all" if n == len(parts) else f"at least {n}" for n in sides]
    beyond = [f" (beyond doubt on {n})" if n != "at least 0" else "" for n in least]
    holds = ""
    if parts[0].has_margin:  # a claim that holds ahead and behind
        holds = f", the claim holds on at least {sure[0]} of them" if sure[0] else ""
        beyond = ["", ""]
    gains = [c.gain()[0] for c in parts]
    ahead, behind = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    on = f"; ahead on {ahead} of {len(parts)} {_noun(parts)}s{beyond[0]}"
    return f"{on}{f', behind on {behind}{beyond[1]}' if behind else ''}{holds}"


def _counts(parts: Sequence[Compared]) -> str:
    """Return to what the parts come one by one: "41 better, 16 open"; empty without verdicts."""
    counts = Counter(filter(None, map(verdict_word, parts)))
    return ", ".join(f"{n} {word}" for word, n in counts.most_common())


def _corrected(parts: Sequence[Compared]) -> str:
    """Say whether p-values allow for the number of parts; empty where nothing is to be allowed."""
    if sum(c.pvalue is not None for c in parts) < 2:
        return ""
    how = parts[0].settings.get("corrected")
    if how:
        name = short_name("correction", how)
        if how == "max-t":
            return f"p and intervals are corrected by {name}."
        return f"p is corrected by {name}, intervals are not."
    return f"Not corrected for the number of {_noun(parts)}s."


def tally(parts: Sequence[Compared]) -> Verdict:
    """Return to what several comparisons come that nothing judges together."""
    words = {verdict_word(c) for c in parts}
    word = "OPEN"
    if "fail" in words or {"better", "worse"} <= words:
        word = "FAIL" if "fail" in words else "MIXED"
    elif "worse" in words:
        word = "WORSE"
    elif words in ({"better"}, {"pass"}, {"different"}):
        word = verdict_word(parts[0]).upper()
    a, b = parts[0].names()
    counts = _counts(parts) or "not judged"
    claim = claim_name(parts[0].settings)
    headline = f"{b} against {a} on {len(parts)} {_noun(parts)}s: {counts}{_sizes(parts)}"
    headline = f"{claim.capitalize()}, {headline}" if claim else headline
    return Verdict(word, headline)


def _sizes(parts: Sequence[Compared]) -> str:
    """Return how large each of a few differences is; empty where they are many."""
    sizes = []
    for c in parts:
        if not isnan(c.difference.estimate):
            better = "lower is better" if c.lower else ""
            evidence = evidence_of(replace(c.difference, pvalue=c.pvalue), c.scale)
            known = ", ".join(filter(None, (better, evidence)))
            size = f"{c.label} {shown(c.difference, 'signed', c.scale)}"
            sizes.append(f"{size} ({known})" if known else size)
    return f"; {'; '.join(sizes)}" if 0 < len(sizes) <= FEW else ""


def _noun(parts: Sequence[Compared]) -> str:
    return "data set" if any("dataset" in c.at for c in parts) else "metric"


def _parts_table(parts: Sequence[Compared]) -> tuple[Table, ...]:
    """Return a line for each data set or metric; of very many the best and the worst."""
    if len(parts) <= SHOWN:
        return comparison_table(f"By {_noun(parts)}", parts)
    ordered = sorted(parts, key=lambda c: -c.gain()[0])
    of = f"of {len(parts)} {_noun(parts)}s"
    return (
        *comparison_table(f"The {EXTREMES} best {of}", ordered[:EXTREMES]),
        *comparison_table(f"The {EXTREMES} worst {of}", ordered[: -EXTREMES - 1 : -1]),
    )


def _scores(c: Compared) -> str:
    """Return both scores and on how many items, with those that changed."""
    a, b = c.scored()
    scores = [f"{named(name)} {score}" for name, score in ((c.b, b), (c.a, a)) if score]
    fixed = c.row("flips", direction="wrong to right")
    broken = c.row("flips", direction="right to wrong")
    flips = ""
    if fixed is not None and broken is not None:
        flips = f": {fixed.estimate:,.0f} fixed, {broken.estimate:,.0f} broken"
    return "   ".join([*scores, f"{_items(c)}{flips}"])


def _effects(c: Compared) -> str:
    """Return the effect sizes that were asked for; those of parts stand in their table."""
    rows = filter(None, map(c.row, EFFECTS))
    return "   ".join(f"{quantity_of(row).label} {shown(row, 'both')}" for row in rows)


def _items(c: Compared) -> str:
    settings, n = c.settings, c.difference.n
    if settings["paired"]:
        clusters = f" in {settings['clusters']:,} clusters" if settings.get("clusters") else ""
        seen = None if c.at else settings.get("items_seen")  # by one system at least
        of = f" of {seen:,}" if seen else ""
        return f"{n:,}{of} items{clusters}"
    if "n_a" in settings and "n_b" in settings:
        return f"{settings['n_b']:,} and {settings['n_a']:,} items, unpaired"
    return f"{n:,} items, counted once for each system, unpaired"


def _decided(c: Compared) -> str:
    """Return what a look asked for, and what follows from it; empty without looks."""
    row, rule = c.row("decision"), c.settings.get("stopping") or {}
    if row is None or "look" not in rule:
        return ""
    then = GOES_ON.get(row.estimate, "no p-value is defined")
    return f"{look_name(rule).capitalize()} asks for p at most {decimal(rule['level'])}: {then}."
