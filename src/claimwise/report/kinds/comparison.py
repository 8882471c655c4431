"""Two systems compared: on all items, on several data sets, by several metrics."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

from claimwise.core import Result
from claimwise.report.answer import Answer, Table, named
from claimwise.report.claim_words import checks_of, claim_question, look_name
from claimwise.report.comparison_rows import Compared, comparisons
from claimwise.report.comparison_tables import (
    belief_table,
    comparison_table,
    predictive_table,
    prior_table,
    verdict_word,
)
from claimwise.report.method import account_of, brief_line, short_name
from claimwise.report.numbers import decimal, pvalue
from claimwise.report.tables import shown
from claimwise.report.verdicts import Verdict, outlook_of, verdict_of

SHOWN = 40  # data sets or metrics that have a line each
EXTREMES = 10  # largest gains, and losses, of more
FEW = 4  # of which a sentence says how large each is


def present(result: Result) -> Answer:
    """Return the verdict on all data together, then a line for each data set or metric."""
    found = comparisons(result)
    whole = [c for c in found if not c.at or c.at.get("over") == "combined"]
    parts = [c for c in found if c not in whole]
    main = whole[0] if whole else found[0]
    verdict = _verdict(result, whole, parts)
    tables = _parts_table(parts) if parts else ()
    beliefs = belief_table(whole or parts)
    return Answer(
        title=f"{main.b} compared with {main.a}",
        question=claim_question(main if whole else _of_any_metric(main)),
        word=verdict.word,
        headline=verdict.headline,
        lines=tuple(
            filter(
                None,
                (_scores(main), _decided(main), verdict.line, _each(parts))
                if whole
                else (_uncorrected(parts),),
            )
        ),
        outlook=outlook_of(main) if whole else "",
        tables=(*tables, *beliefs),
        brief=brief_line(main.settings, _look(main)),
        more=(
            *(() if parts else comparison_table("The comparison", "comparison", whole)),
            *(comparison_table("All of them", _first(parts), parts) if len(parts) > SHOWN else ()),
            *(belief_table(parts, f"Posterior by {_first(parts)}") if whole else ()),
            *prior_table(found),
            *predictive_table(result),
        ),
        account=account_of(result),
        checks=checks_of(main, found, f"{_items(main)}."),
        scale=main.scale,
    )


def _verdict(result: Result, whole: list[Compared], parts: list[Compared]) -> Verdict:
    if not parts:
        return verdict_of(whole[0])
    if whole:
        verdict = verdict_of(whole[0], " overall")
        return verdict._replace(headline=f"{verdict.headline}{_ahead(result, parts)}")
    return tally(parts, _first(parts))


def _ahead(result: Result, parts: list[Compared]) -> str:
    """Return on how many data sets B is as claimed, and on how many beyond doubt."""
    side = parts[0].side
    many = sum(side * c.gain()[0] > 0 for c in parts)
    what = "metrics" if "metric" in parts[0].at else "data sets"
    ahead, behind = ("ahead", "behind") if side > 0 else ("behind", "ahead")
    on = f"; {ahead} on {many} of {len(parts)} {what}"
    if parts[0].has_margin:
        sure = _surely(result, "better_on_at_least")
        least = "each of them" if sure == len(parts) else f"at least {sure} of them"
        return f"{on}, the claim holds on {least}" if sure else on
    lost = sum(side * c.gain()[0] < 0 for c in parts)
    other = f", {behind} on {lost}{_doubtless(result, 'worse_on_at_least', lost)}" if lost else ""
    return f"{on}{_doubtless(result, 'better_on_at_least', many)}{other}"


def _surely(result: Result, quantity: str) -> int:
    """Return on how many data sets something holds beyond doubt; 0 where it is not known."""
    return next((int(row.estimate) for row in result.select(quantity) if not row.at), 0)


def _doubtless(result: Result, quantity: str, many: int) -> str:
    """Return on how many of so many data sets something is beyond doubt; empty where on none."""
    sure = _surely(result, quantity)
    least = "each" if sure == many else f"at least {sure}"
    return f" ({least} beyond doubt)" if sure else ""


def _each(parts: list[Compared]) -> str:
    """Return to what the parts come one by one, and whether that allows for their number."""
    judged = [verdict_word(c) for c in parts if c.verdict is not None]
    if not judged:
        return ""
    how = parts[0].settings.get("corrected")
    allowed = "not corrected for their number"
    if how:
        both = (
            "p and intervals corrected by {}"
            if how == "max-t"
            else "p corrected by {}, intervals not"
        )
        allowed = both.format(short_name("correction", how))
    order = ("better", "pass", "different", "open", "worse", "fail", "not defined")
    counts = [f"{judged.count(word)} {word}" for word in order if word in judged]
    return f"One by one ({allowed}): {', '.join(counts)}."


def _uncorrected(parts: list[Compared]) -> str:
    """Say so where nothing allows for the number of metrics."""
    tested = [c for c in parts if c.pvalue is not None and not c.settings.get("corrected")]
    return "Not corrected for the number of metrics." if len(tested) > 1 else ""


def _of_any_metric(c: Compared) -> Compared:
    """Return a comparison of several metrics without the name of its own."""
    at = {key: value for key, value in c.at.items() if key != "metric"}
    return replace(c, at=at, settings={**c.settings, "measure": None, "metrics": True})


def tally(parts: list[Compared], what: str) -> Verdict:
    """Return how many of several comparisons come to what."""
    a, b = named(parts[0].a), named(parts[0].b)
    plain = parts[0].settings["claim"] == "difference"
    better = [c for c in parts if c.favours == 1.0]
    worse = [c for c in parts if c.favours == -1.0]
    left = len(parts) - len(better) - len(worse)
    verbs = ("better", "worse") if plain else ("passes", "fails")
    counts = [(len(better), verbs[0]), (len(worse), verbs[1]), (left, "open")]
    shown = [f"{word} on {n}" for n, word in counts if n]
    of = f" of {len(parts)} {what}s"
    word = "OPEN"
    if worse:
        word = "MIXED" if better and plain else "WORSE" if plain else "FAIL"
    elif len(better) == len(parts):
        word = "BETTER" if plain else "PASS"
    counted = ", ".join([shown[0] + of, *shown[1:]])
    return Verdict(word, f"{b} against {a}: {counted}{_sizes(parts)}")


def _sizes(parts: list[Compared]) -> str:
    """Return how large each of a few differences is; empty where they are many."""
    if len(parts) > FEW:
        return ""
    sizes = []
    for c in parts:
        if not isnan(c.difference.estimate):
            sure = f", {pvalue(c.pvalue)}" if c.pvalue is not None else ""
            sizes.append(f"{c.label} {shown(c.difference, 'signed', c.scale)}{sure}")
    return f" ({'; '.join(sizes)})" if sizes else ""


def _first(parts: list[Compared]) -> str:
    if not parts:
        return ""
    several = {key for c in parts for key in c.at}
    return "metric" if "metric" in several and "dataset" not in several else "data set"


def _parts_table(parts: list[Compared]) -> tuple[Table, ...]:
    """Return a line for each data set or metric; of very many the largest gains and losses."""
    first = _first(parts)
    if len(parts) <= SHOWN:
        return comparison_table(f"By {first}", first, parts)
    ordered = sorted(parts, key=lambda c: -c.gain()[0])
    best, worst = ordered[:EXTREMES], ordered[: -EXTREMES - 1 : -1]
    up = "largest gains" if best[-1].gain()[0] > 0 else "best"
    down = "largest losses" if worst[-1].gain()[0] < 0 else "worst"
    of = f"of {len(parts)} {first}s"
    return (
        *comparison_table(f"The {EXTREMES} {up} {of}", first, best),
        *comparison_table(f"The {EXTREMES} {down} {of}", first, worst),
    )


def _scores(c: Compared) -> str:
    """Return both scores and on how many items, with those that changed."""
    parts = []
    for name, score in reversed(list(zip((c.a, c.b), c.scored(), strict=True))):
        if score:
            parts.append(f"{named(name)} {score}")
    return "   ".join([*parts, f"{_items(c)}{_flips(c)}"])


def _items(c: Compared) -> str:
    settings, n = c.settings, c.difference.n
    if settings["paired"]:
        clusters = f" in {settings['clusters']:,} clusters" if settings.get("clusters") else ""
        return f"{n:,} items{clusters}"
    n_a, n_b = settings.get("n_a"), settings.get("n_b")
    if n_a is None or n_b is None:
        return f"{n:,} items of both, unpaired"
    each = f"{n_a:,} items each" if n_a == n_b else f"{n_b:,} and {n_a:,} items"
    return f"{each}, unpaired"


def _flips(c: Compared) -> str:
    fixed = c.row("flips", direction="wrong to right")
    broken = c.row("flips", direction="right to wrong")
    if fixed is None or broken is None:
        return ""
    return f": {fixed.estimate:,.0f} fixed, {broken.estimate:,.0f} broken"


def _look(c: Compared) -> str:
    rule = c.settings.get("stopping") or {}
    return look_name(rule) if "look" in rule else ""


def _decided(c: Compared) -> str:
    """Return what a look asked for, and what follows from it; empty without looks."""
    row, rule = c.row("decision"), c.settings.get("stopping") or {}
    if row is None or "look" not in rule:
        return ""
    then = {
        1.0: "crossed, and the study stops",
        0.0: "not crossed, so the study goes on",
        -1.0: "not crossed, and this is the end",
    }.get(row.estimate, "without a p-value none is crossed")
    if rule.get("contradicted"):
        then = "what contradicts the claim crosses it, and the study stops"
    name = look_name(rule).capitalize()
    return f"{name} asks for p at most {decimal(rule['level'])}: {then}."
