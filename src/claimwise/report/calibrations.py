"""What procedures find on data like yours: a table to choose by, and a picture."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.calibrated_intervals import interval_tables, interval_words, too_short
from claimwise.report.calibration_heads import (
    RESPONSES,
    called,
    case_name,
    either,
    is_exact,
    listed,
)
from claimwise.report.curve import Table
from claimwise.report.numbers import percent, probability
from claimwise.report.places import place_of, plain

LOUD, HELD, QUIET = "finds too much", "holds alpha", "finds too little"
OPEN = "not told apart from alpha"  # all that simulated studies can say of a share near alpha


def calibration_paragraphs(result: Result) -> list[str]:
    """Return which procedures find too much, which cover too little, and which to use."""
    if result.provenance["settings"]["verb"] == RESPONSES:
        words = [_test_words(result)]
    else:
        words = [_summary(result), _scored_words(result), interval_words(result)]
    return [text for text in words if text]


def _test_words(result: Result) -> str:
    alpha = result.provenance["settings"]["alpha"]
    said: list[str] = []
    for metric, procedure in _pairs(result):
        if _honest(result, metric, procedure) is False:
            worst = max(_false_positives(result, metric, procedure), key=lambda row: row.estimate)
            said.append(
                f"{called(result, metric, procedure)} finds a difference in "
                f"{percent(worst.estimate)} of studies of systems that are "
                f"{_truth(result, worst)}, where {percent(alpha)} are promised."
            )
    best = _best(result)
    return " ".join([*said, *([f"Use {' or '.join(best)}."] if best else [])])


def _scored_words(result: Result) -> str:
    """Return the same of tests of one metric, in one world without a difference."""
    tried = [(m, p) for m, p in _pairs(result) if _honest(result, m, p) is not None]
    if not tried:
        return ""
    alpha = percent(result.provenance["settings"]["alpha"])
    start = f"Where the systems are equally good and {alpha} are promised, "
    shares = {p: _false_positives(result, m, p)[0].estimate for m, p in tried}
    loud = _loud(result)
    if loud:
        finds = f"{loud[0]} finds a difference in {percent(shares[loud[0]])} of studies"
        words = start + ", ".join(
            [finds, *(f"{name} in {percent(shares[name])}" for name in loud[1:])]
        )
    else:
        worst = max(shares, key=lambda name: shares[name])
        words = (
            f"{start}{worst} finds a difference most often, in {percent(shares[worst])} of studies"
        )
    if not _cases(result, differ=True):
        return f"{words}."
    best = _best(result)
    use = f"Of the tests use {either(best)}." if best else "No test can be recommended here."
    return f"{words}. {use}"


def _loud(result: Result) -> list[str]:
    return [p for m, p in _pairs(result) if _honest(result, m, p) is False]


def _summary(result: Result) -> str:
    """Return in one sentence which tests find too much and which intervals cover too little."""
    tests, intervals = _pairs(result), result.provenance["settings"]["intervals"]
    said = []
    if any(_honest(result, m, p) is not None for m, p in tests):
        said.append(_who(_loud(result), "test", ("finds", "find"), "too much"))
    elif tests:
        said.append("no test is defined")
    if any(row.quantity == "keeps_level" for row in result.rows):
        said.append(_who(too_short(result), "interval", ("covers", "cover"), "too little"))
    elif intervals:
        said.append("no interval is defined")
    return f"On such data {', and '.join(said)}."


def _who(names: list[str], kind: str, does: tuple[str, str], how: str) -> str:
    return f"{listed(names) if names else f'no {kind}'} {does[len(names) > 1]} {how}"


def _best(result: Result) -> list[str]:
    rows = [row for row in result.rows if row.quantity == "recommended" and row.estimate]
    return [called(result, *place_of(row).split(", ", 1)) for row in rows]


def _honest(result: Result, metric: str, procedure: str) -> bool | None:
    name = f"honest[{metric}, {procedure}]"
    return bool(result[name].estimate) if name in result else None


def _pairs(result: Result) -> list[tuple[str, str]]:
    settings = result.provenance["settings"]
    return [(plain(m), p) for m in settings["metrics"] for p in settings["procedures"]]


def _cases(result: Result, *, differ: bool) -> list[str]:
    cases = result.provenance["settings"]["cases"]
    return [where for truth, where in cases if (truth == "different") == differ]


def _truth(result: Result, row: Row) -> str:
    where = place_of(row).rpartition(", ")[2]
    truth = next(t for t, w in result.provenance["settings"]["cases"] if w == where)
    return truth if truth in ("alike", where, case_name(truth, where)) else f"{truth} ({where})"


def _false_positives(result: Result, metric: str, procedure: str) -> list[Row]:
    names = [f"false_positives[{metric}, {procedure}, {w}]" for w in _cases(result, differ=False)]
    return [result[name] for name in names if name in result]


def calibration_tables(result: Result) -> list[Table]:
    """Return a line for each metric and procedure: findings by world, and whether it is honest."""
    nulls, effects = _cases(result, differ=False), _cases(result, differ=True)
    truths = {where: truth for truth, where in result.provenance["settings"]["cases"]}
    header = ["metric", "procedure"]
    header += [case_name(truths[w], w) for w in nulls]
    header += [f"power {w.partition('=')[2]}".strip() for w in effects] + ["verdict"]
    body = []
    for metric, procedure in _pairs(result):
        name = f"{metric}, {procedure}"
        cells = [_cell(result, f"false_positives[{name}, {w}]") for w in nulls]
        cells += [_cell(result, f"power[{name}, {w}]") for w in effects]
        body.append([metric, procedure, *cells, _word(result, metric, procedure)])
    title = "Share of studies in which each procedure finds a difference"
    found = [(title, header, body)] if body else []
    return [*found, *_errors(result, effects), *interval_tables(result)]


def _word(result: Result, metric: str, procedure: str) -> str:
    settings = result.provenance["settings"]
    least = settings["alpha"] * (settings.get("held") or [1.0])[0]
    if procedure == "htest":
        return "no p-value"
    rows = [row for row in _false_positives(result, metric, procedure) if not isnan(row.estimate)]
    if not rows:
        return ""
    if not _honest(result, metric, procedure):
        return LOUD
    rarely = all((row.estimate if isnan(row.high) else row.high) < least for row in rows)
    word = QUIET if rarely else HELD if is_exact(result) else OPEN
    use = f"recommended[{metric}, {procedure}]"
    return f"{word}: use it" if use in result and result[use].estimate else word


def _errors(result: Result, effects: list[str]) -> list[Table]:
    """Return the expected p, what studies say of it, and how far off they are."""
    body = []
    for metric, procedure in _pairs(result):
        for where in effects:
            name = f"{metric}, {procedure}, {where}"
            if f"p_error[{name}]" in result:
                body.append(
                    [
                        metric,
                        procedure,
                        where.partition("=")[2] or where,
                        _cell(result, f"true_p[{metric}, {where}]", ends=False),
                        _cell(result, f"estimated_p[{name}]", ends=False),
                        _cell(result, f"p_error[{name}]", ends=False),
                    ]
                )
    header = ["metric", "procedure", "error of B", "expected p", "mean p", "mean error"]
    return [("One-sided p against its expected value", header, body)] if body else []


def _cell(result: Result, estimand: str, *, ends: bool = True) -> str:
    if estimand not in result or isnan(result[estimand].estimate):
        return "-"
    row = result[estimand]
    if not ends or isnan(row.low):
        return probability(row.estimate)
    return f"{row.estimate:.3f} [{row.low:.3f}, {row.high:.3f}]"
