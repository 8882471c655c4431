"""What procedures find on data like yours: a table to choose by, and a picture."""

from __future__ import annotations

from math import isnan
from typing import Any

from claimwise.core import Result, Row, label
from claimwise.report.curve import Table
from claimwise.report.numbers import number, percent, probability

WORST_FIRST = ("finds too much", "holds alpha", "finds too little")


def is_calibration(result: Result) -> bool:
    """Whether the result says how procedures do."""
    return bool(result.provenance.get("settings", {}).get("verb") == "calibrate responses")


def calibration_head(result: Result) -> str:
    """Return the line that says what was simulated."""
    settings = result.provenance["settings"]
    return (
        f"Procedures on studies of {settings['items']:,} items x {settings['responses']} answers; "
        f"world {settings['world']}, {settings['alternative']}, alpha {number(settings['alpha'])}, "
        f"{settings['replicates']:,} studies of each kind"
    )


def calibration_paragraphs(result: Result) -> list[str]:
    """Return which procedures find too much, and which to use."""
    alpha = result.provenance["settings"]["alpha"]
    loud = []
    for metric, procedure in _pairs(result):
        if _honest(result, metric, procedure) is False:
            worst = max(_false_positives(result, metric, procedure), key=lambda row: row.estimate)
            loud.append(
                f"{procedure} of {metric} finds a difference in {percent(worst.estimate)} of "
                f"studies of systems that are {_truth(result, worst)}, where {percent(alpha)} are "
                "promised."
            )
    best = [row.qualifier for row in result.rows if row.name == "recommended" and row.estimate]
    use = ""
    if best:
        names = [" of ".join(reversed(name.split(", "))) for name in best]
        use = f"Use {' or '.join(names)}."
    return [" ".join([*loud, use]).strip()] if loud or use else []


def _honest(result: Result, metric: str, procedure: str) -> bool | None:
    name = f"honest[{metric}, {procedure}]"
    return bool(result[name].estimate) if name in result else None


def _pairs(result: Result) -> list[tuple[str, str]]:
    settings = result.provenance["settings"]
    return [(label(m), p) for m in settings["metrics"] for p in settings["procedures"]]


def _cases(result: Result, *, differ: bool) -> list[str]:
    cases = result.provenance["settings"]["cases"]
    return [where for truth, where in cases if (truth == "different") == differ]


def _truth(result: Result, row: Row) -> str:
    where = row.qualifier.rpartition(", ")[2]
    truth = next(t for t, w in result.provenance["settings"]["cases"] if w == where)
    return truth if truth in ("alike", where) else f"{truth} ({where})"


def _false_positives(result: Result, metric: str, procedure: str) -> list[Row]:
    names = [f"false_positives[{metric}, {procedure}, {w}]" for w in _cases(result, differ=False)]
    return [result[name] for name in names if name in result]


def calibration_tables(result: Result) -> list[Table]:
    """Return a line for each metric and procedure: findings by world, and whether it is honest."""
    nulls, effects = _cases(result, differ=False), _cases(result, differ=True)
    truths = {where: truth for truth, where in result.provenance["settings"]["cases"]}
    header = ["metric", "procedure"]
    header += [f"{truths[w]} {w.partition('=')[2]}".strip() for w in nulls]
    header += [f"power {w.partition('=')[2]}".strip() for w in effects] + ["verdict"]
    body = []
    for metric, procedure in _pairs(result):
        name = f"{metric}, {procedure}"
        cells = [_cell(result, f"false_positives[{name}, {w}]") for w in nulls]
        cells += [_cell(result, f"power[{name}, {w}]") for w in effects]
        body.append([metric, procedure, *cells, _word(result, metric, procedure)])
    return [
        ("Share of studies in which each procedure finds a difference", header, body),
        *_errors(result, effects),
    ]


def _word(result: Result, metric: str, procedure: str) -> str:
    alpha = result.provenance["settings"]["alpha"]
    if procedure == "htest":
        return "no p-value"
    rows = [row for row in _false_positives(result, metric, procedure) if not isnan(row.low)]
    if not rows:
        return ""
    if not _honest(result, metric, procedure):
        return WORST_FIRST[0]
    word = WORST_FIRST[2] if all(row.high < alpha for row in rows) else WORST_FIRST[1]
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


def calibration_chart(result: Result) -> dict[str, Any]:
    """Return findings by world, a panel for each metric, in Vega-Lite."""
    settings = result.provenance["settings"]
    truths = {where: truth for truth, where in settings["cases"]}
    values = []
    for row in result.rows:
        if row.name in ("false_positives", "power"):
            metric, procedure, where = row.qualifier.split(", ", 2)
            what = f"{truths[where]} {where.partition('=')[2]}".strip()
            values.append(
                {
                    "metric": metric,
                    "procedure": procedure,
                    "world": what,
                    "share": row.estimate,
                    "low": row.low,
                    "high": row.high,
                }
            )
    order = list(dict.fromkeys(value["world"] for value in values))
    share = {
        "field": "share",
        "type": "quantitative",
        "title": "share of studies that find a difference",
        "scale": {"domain": [0, 1]},
    }
    encoding = {
        "y": {"field": "world", "type": "ordinal", "sort": order, "title": None},
        "x": share,
        "color": {"field": "procedure", "type": "nominal", "scale": {"scheme": "tableau10"}},
        "yOffset": {"field": "procedure", "type": "nominal"},
    }
    ends = encoding | {"x": share | {"field": "low"}, "x2": {"field": "high"}}
    line = {
        "mark": {"type": "rule", "strokeDash": [4, 3], "color": "gray"},
        "encoding": {"x": {"datum": settings["alpha"]}},
    }
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": calibration_head(result), "anchor": "start"},
        "data": {"values": values},
        "facet": {"column": {"field": "metric", "type": "nominal", "title": "metric"}},
        "spec": {
            "width": 300,
            "height": {"step": 14},
            "layer": [
                {"mark": {"type": "rule"}, "encoding": ends},
                {"mark": {"type": "point", "filled": True, "size": 45}, "encoding": encoding},
                line,
            ],
        },
    }
