"""Many systems as two tables: the systems with their ranks, and the comparisons."""

from __future__ import annotations

from dataclasses import replace
from math import isinf, isnan

from claimwise.core import Result, Row, spelled
from claimwise.report.claim_words import OF_ALIKE, claim_text
from claimwise.report.comparison import labels
from claimwise.report.numbers import estimate, number, percent, quantity
from claimwise.report.places import place_of

Table = tuple[str, list[str], list[list[str]]]  # name, header, rows
WHOLE = "Comparisons"
VERDICT = {1.0: "better", 0.0: "open", -1.0: "worse"}
ROPE = {1.0: "different", 0.0: "undecided", -1.0: "equivalent"}
BELIEF = {  # rows and what their columns are called
    "probability_greater": "P(B > A)",
    "probability_greater[margin]": "P(B beyond margin)",
    "probability_less[margin]": "P(A beyond margin)",
    "probability_rope": "P(region)",
    "hdi_rope": "HDI + ROPE",
    "bayes_factor_01": "BF region",
    "bayes_factor_direction": "BF direction",
    "bayes_factor_01[point]": "BF no difference",
}
CLAIM_VERDICT = {1.0: "supported", 0.0: "open", -1.0: "contradicted"}
ALIKE = {1.0: "not alike", 0.0: "open", -1.0: "not alike"}
ALIKE_ONE_SIDED = ALIKE | {-1.0: "open"}  # beyond alpha on the side that was not asked about


def leaderboard_tables(result: Result) -> list[Table]:
    """Return the systems, the comparisons, and the prior sensitivity where there are any."""
    metrics = result.provenance["settings"].get("metrics")
    if metrics:
        parts = ((metric, leaderboard_tables(of_metric(result, metric))) for metric in metrics)
        return [(f"{metric}: {t[0].lower()}", t[1], t[2]) for metric, ts in parts for t in ts]
    found = labels(result)
    datasets = dict.fromkeys(where.split(", ")[1] for where in found if ", " in where)
    whole = [where for where in found if ", " not in where]
    tables = [_systems(result), _comparisons(result, WHOLE, whole), _beliefs(result, whole)]
    for name in datasets:
        part = [where for where in found if where.split(", ")[1:] == [name]]
        tables.append(_comparisons(result, f"Comparisons on {name}", part))
    return [table for table in tables if table[2]]


def of_metric(result: Result, metric: str) -> Result:
    """Return what belongs to one of several metrics, as if it were the only one."""
    end = f", {metric}"
    rows = tuple(
        replace(row, at={key: value for key, value in row.at.items() if key != "metric"})
        for row in result.rows
        if spelled({"metric": row.at.get("metric", "")}) == metric
    )
    settings = dict(result.provenance["settings"])
    marks = settings.get("groups") or {}
    own = {k.removesuffix(end): mark for k, mark in marks.items() if k.endswith(end)}
    better = settings["details_better"][metric]
    changed = settings | {"metrics": None, "groups": own, "better": better}
    return replace(result, rows=rows, provenance=dict(result.provenance) | {"settings": changed})


def _systems(result: Result) -> Table:
    settings = result.provenance["settings"]
    groups = settings.get("groups", {})
    scores = {place_of(row): row for row in result.rows if row.quantity == "score"}
    ranks = {place_of(row): row for row in result.rows if row.quantity == "rank"}
    order = list(ranks) or sorted(
        scores, key=lambda name: scores[name].estimate, reverse=settings["better"] == "higher"
    )
    level = next((row.level for row in scores.values() if row.level), None)
    header = ["system", "score", _interval(level), "n"]
    header += ["rank", "ranks left open", "tie groups"] if ranks else []
    body = []
    for name in order:
        row = scores[name]
        cells = [name, _value(row.estimate, settings), _ends(row, settings), f"{row.n:,}"]
        if ranks:
            rank = ranks[name]
            span = f"{rank.low:.0f}" if rank.low == rank.high else f"{rank.low:.0f}-{rank.high:.0f}"
            cells += [f"{rank.estimate:.0f}", span, groups.get(name, "")]
        body.append(cells)
    return "Systems", header, body


def _comparisons(result: Result, title: str, found: list[str]) -> Table:
    settings = result.provenance["settings"]
    two_sided = settings["claim"] == "difference" and settings["alternative"] == "two-sided"
    words = VERDICT if two_sided else CLAIM_VERDICT
    if settings.get("test") in OF_ALIKE:
        words = ALIKE if two_sided else ALIKE_ONE_SIDED
    corrected = settings.get("correct", "none")
    if corrected == "max-t" and title != WHOLE:
        corrected = "holm"  # the data sets share no items
    p = "p" if corrected == "none" else f"p ({corrected})"
    body = []
    for where in found:
        rows = {row.quantity: row for row in result.rows if place_of(row) == where}
        row = rows["difference"]
        body.append(
            [
                where.split(", ")[0],
                ("+" if row.estimate > 0 else "") + _difference(row.estimate, settings),
                _ends(row, settings),
                "" if row.pvalue is None else f"{row.pvalue:.4g}",
                words.get(rows["verdict"].estimate, "not defined") if "verdict" in rows else "",
                _detectable(rows["mde"].estimate, settings) if "mde" in rows else "",
            ]
        )
    unit = " (points)" if settings.get("unit") == "points" else ""
    level = next((row.level for row in result.rows if row.quantity == "difference"), None)
    header = ["comparison", f"difference{unit}", _interval(level), p, "verdict", "detectable"]
    used = [i for i in range(len(header)) if any(row[i] for row in body)]
    return title, [header[i] for i in used], [[row[i] for i in used] for row in body]


def _beliefs(result: Result, found: list[str]) -> Table:
    """Return the posterior and the Bayes factors of each comparison."""
    settings = result.provenance["settings"]
    body = []
    for where in found:
        rows = {_plain(row, where): row for row in result.rows if _plain(row, where)}
        mean = rows.get("posterior_difference")
        cells = [where, "", ""]
        if mean is not None:
            sign = "+" if mean.estimate > 0 else ""
            cells = [where, sign + _difference(mean.estimate, settings), _ends(mean, settings)]
        for name in BELIEF:
            row = rows.get(name)
            shown = "" if row is None else estimate(row)
            if row is not None and name == "hdi_rope":
                shown = ROPE[row.estimate]
            cells.append(shown)
        body.append(cells)
    level = next((r.level for r in result.rows if r.quantity == "posterior_difference"), None)
    unit = " (points)" if settings.get("unit") == "points" else ""
    header = ["B vs A", f"posterior mean{unit}", f"{percent(level or 0.95)} HDI", *BELIEF.values()]
    used = [i for i in range(len(header)) if any(row[i] for row in body)]
    if used == [0]:
        return "Posteriors", [], []
    return "Posteriors", [header[i] for i in used], [[row[i] for i in used] for row in body]


def _plain(row: Row, where: str) -> str:
    """Return what a row of this comparison is called without it; empty for rows of others."""
    rest, _, own = row.estimand.removesuffix("]").partition("[")
    if own != where and not own.endswith(f", {where}"):
        return ""
    inner = own.removesuffix(where).removesuffix(", ")
    return f"{rest}[{inner}]" if inner else rest


def sensitivity_table(result: Result) -> list[Table]:
    """Return the answers under other priors: a line for each quantity, a column for each prior."""
    cells: dict[str, dict[str, str]] = {}
    priors: dict[str, None] = {}
    for row in result.rows:
        parts = place_of(row).split(", ")
        prior = next((part for part in parts if part.startswith("prior=")), "")
        if not prior or row.quantity in ("hdi_rope", "prior_probability_rope"):
            continue
        rest = [part for part in parts if part not in (prior, "combined")]
        name = row.quantity + (f"[{', '.join(rest)}]" if rest else "")
        priors[prior.removeprefix("prior=")] = None
        cells.setdefault(name, {})[prior.removeprefix("prior=")] = estimate(row)
    if not cells:
        return []
    body = [[name, *(row.get(prior, "") for prior in priors)] for name, row in cells.items()]
    return [("Under other priors", ["", *priors], body)]


def predictive_table(result: Result) -> list[Table]:
    """Return the predictive checks: a line for each statistic of each system."""
    columns = {"predictive": "fitted model", "prior_predictive": "prior"}
    cells: dict[str, dict[str, str]] = {}
    for row in result.rows:
        if row.quantity in columns:
            statistic, of = place_of(row).split(", ")[:2]
            cells.setdefault(f"{statistic} of {of}", {})[row.quantity] = f"{row.estimate:.3f}"
    if not cells:
        return []
    body = [[name, *(row.get(key, "") for key in columns)] for name, row in cells.items()]
    title = "Share of drawn data above the real ones; near 0 or 1, the model misses something"
    return [(title, ["", *columns.values()], body)]


def leaderboard_claim(result: Result) -> str:
    """Return what is claimed of each comparison, and at what level it is judged."""
    settings, has = result.provenance["settings"], _has(result)
    two_sided = settings["claim"] == "difference" and settings["alternative"] == "two-sided"
    claim = "one of the two is better" if two_sided else claim_text("A", "B", settings)
    claim = "they do not answer alike" if settings.get("test") in OF_ALIKE else claim
    side = "two-sided" if two_sided else "one-sided"
    corrected = settings.get("correct", "none")
    by = f", corrected by {corrected}" if corrected != "none" and "p" in has else ""
    detectable = (
        f" Detectable: the true difference, B minus A, at which the claim is supported with power "
        f"{number(settings['target'])}."
        if "mde" in has
        else ""
    )
    return (
        f"Claim for each comparison, B vs A: {claim} (alpha {number(settings['alpha'])}, {side}"
        f"{by}).{detectable}"
    )


def _has(result: Result) -> set[str]:
    found = {row.quantity for row in result.rows}
    return found | ({"p"} if any(row.pvalue is not None for row in result.rows) else set())


def _detectable(value: float, settings: dict[str, object]) -> str:
    """Return a detectable difference; signed where its direction is not that of a claim."""
    if isinf(value):
        return "none"
    plain = settings["claim"] in ("difference", "equivalence")
    return _difference(abs(value) if plain else value, settings)


def _interval(level: float | None) -> str:
    return "interval" if level is None else f"{percent(level)} interval"


def _value(value: float, settings: dict[str, object]) -> str:
    return percent(value) if settings.get("unit") == "points" else quantity(value)


def _difference(value: float, settings: dict[str, object]) -> str:
    if isnan(value) or settings.get("unit") != "points":
        return quantity(value)
    return f"{100 * value:.4g}"


def _ends(row: Row, settings: dict[str, object]) -> str:
    if isnan(row.low) or isnan(row.high):
        return ""
    if settings.get("unit") == "points":
        return f"{100 * row.low:.4g} to {100 * row.high:.4g}"
    return f"{quantity(row.low)} to {quantity(row.high)}"
