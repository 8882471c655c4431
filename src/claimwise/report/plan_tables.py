"""The tables of plans: studies side by side, looks, and what a posterior will say."""

from __future__ import annotations

from claimwise.core import At, Row
from claimwise.report.answer import Table, table
from claimwise.report.numbers import given, number
from claimwise.report.plan_rows import Plan
from claimwise.report.quantities import quantity_of, value
from claimwise.report.tables import Column, table_of

HEADINGS = {  # what is shown of a study, the first most of all; the rest is with every row
    "cost": "cost",
    "mde": "detectable difference",
    "sample_size": "size needed",
    "power": "power",
    "conclude": "posterior sure",
    "expected_power": "expected power",
    "assurance": "assurance",
    "difference": "true difference",
    "type_m": "times too large",
    "type_s": "wrong sign",
    "alpha": "false findings",
    "interval_width": "width of the interval",
    "boundary": "fits at the edge",
    "failed": "failed fits",
    "failed_null": "failed without an effect",
}
RARE = ("type_s", "boundary", "failed", "failed_null")  # shown where one is not 0
NEEDED = "true difference needed"  # where a claim with a margin has the power that is wanted
DESIGNS = 10  # that are shown
CASES = {  # what else than parameters tells studies apart
    "comparison": "comparison",
    "metric": "metric",
    "analysis": "analysis",
    "end": "case",
    "stopping": "looks",
}
RATES = (  # what the posterior to come will say, in the order of reading
    "conclude",
    "hdi_excludes_zero",
    "wrong_sign",
    "hdi_outside_rope",
    "hdi_inside_rope",
    "hdi_undecided",
    "bayes_factor_10_above",
    "bayes_factor_01_above",
)


def stands_aside(row: Row, plan: Plan) -> bool:
    """Whether a conclusion is one that nobody hopes for: with no effect, or of the other side."""
    if row.quantity != "conclude":
        return False
    goal = plan.settings.get("goal")
    side = goal.get("side") if isinstance(goal, dict) else "greater"
    return row.at.get("truth") == "no effect" or row.at.get("side", side) != side


def studies_table(plan: Plan) -> tuple[Table, ...]:
    """Return a line for each study that the rows are of, whatever tells them apart; none of one.

    What tells them apart are the parameters of a curve, metrics, analyses, cases of agreement and
    looks. Rows by which others are checked are with every row alone.
    """
    seen = {row.quantity for row in plan.result.rows if row.estimate > 0}
    rows = [
        row
        for row in plan.result.select(
            *(name for name in HEADINGS if name in seen or name not in RARE)
        )
        if not row.at.keys() & {"by", "part"} and not stands_aside(row, plan)
    ]
    points = dict.fromkeys(key for row in rows for key in row.point)
    rows = [row for row in rows if points.keys() <= row.at.keys()]
    by = {key: plan.name_of(key) for key in points}
    by |= {key: name for key, name in CASES.items() if any(key in row.at for row in rows)}
    columns: list[Column] = []
    for row in sorted(rows, key=lambda row: list(HEADINGS).index(row.quantity)):
        rest = {key: x for key, x in row.at.items() if key not in by}
        heading = heading_of(plan, row.quantity, rest)
        one = Column(row.quantity, heading, rest, plan.cell)
        if one not in columns and row.quantity not in by:  # a difference may be a parameter
            columns.append(one)
    made = table_of("Studies", rows, by=by, columns=columns, say=plan.value)
    return made if made and len(made[0].rows) > 1 else ()


def heading_of(plan: Plan, quantity: str, rest: At) -> str:
    """Return what a quantity is called, where, and in which unit; no claim is detected."""
    words = [plan.value(key, x) for key, x in rest.items()]
    form = quantity_of(Row(quantity=quantity, estimate=0.0)).form
    words += [plan.scale.unit] if form == "difference" and plan.scale.unit else []
    name = NEEDED if quantity == "mde" and plan.claimed else HEADINGS[quantity]
    return f"{name} ({', '.join(words)})" if words else name


def look_table(plan: Plan) -> tuple[Table, ...]:
    """Return what each look asks for and how likely it stops the study."""
    return table_of(
        "What each look asks for",
        plan.result.rows,
        by={"look": "look"},
        columns=[
            Column("boundary_z", plan.unit, shows="n"),
            Column("boundary_p", "p at most", shows=lambda row: number(row.estimate)),
            Column("spent", "alpha spent", shows=lambda row: number(row.estimate)),
            Column("stop", "stops here"),
            Column("futile", "gives up here"),
            Column("boundary_z", "z", shows=lambda row: f"{row.estimate:.3f}"),
            Column("futility_z", "z to give up", shows=lambda row: f"{row.estimate:.3f}"),
        ],
    )


def designs_table(plan: Plan) -> tuple[Table, ...]:
    """Return the cheapest designs of raters: one for each number of ratings of an item."""
    result, least = plan.result, dict[float, Row]()
    for row in sorted(result.select("frontier_cost"), key=lambda row: row.estimate):
        least.setdefault(row.point["ratings_per_item"], row)
    return table_of(
        "The cheapest designs",
        (one for row in list(least.values())[:DESIGNS] for one in result.rows if one.at == row.at),
        by={"ratings_per_item": f"{plan.unit} per item", "list_length": "items a rater"},
        say=lambda _, x: "all" if x == "" else given(float(x)),
        columns=[
            Column("frontier_cost", "cost"),
            Column("frontier_items", "items"),
            Column("frontier_raters", "raters"),
            Column("frontier_cost", plan.unit, shows="n"),
            Column("frontier_cost", "cost is", shows=lambda row: row.kind or ""),
        ],
    )


def ends_table(plan: Plan) -> tuple[Table, ...]:
    """Return after how many items a study with looks ends on average, for each of a curve."""
    ended = plan.result.select("expected_n")
    rows = [row for row in ended if not row.at.keys() & {"by", "analysis"}]
    points = dict.fromkeys(key for row in rows for key in row.point)
    untrue = "if the claim is just not true" if plan.claimed else "without a difference"
    return table_of(
        f"With {plan.looks}, {plan.unit} at the end on average",
        rows,
        by={**{key: plan.name_of(key) for key in points}, "stopping": None},
        columns=[
            Column("expected_n", "as assumed", {"truth": "effect"}),
            Column("expected_n", untrue, {"truth": "no effect"}),
        ],
        say=plan.value,
    )


def conclusions(plan: Plan) -> tuple[Table, ...]:
    """Return what the posterior will say in which share of studies, with and without an effect."""
    body = []
    for row in sorted(plan.result.select(*RATES), key=lambda row: RATES.index(row.quantity)):
        if row.at.get("truth") == "no effect":
            continue
        null = plan.row(row.quantity, **{**row.at, "truth": "no effect"})
        words = [
            f"at least {x}" if key == "threshold" else plan.value(key, x)
            for key, x in row.at.items()
        ]
        where = ", ".join(words)
        label = f"{quantity_of(row).label}{f' ({where})' if where else ''}"
        body.append(
            [label, value(row, plan.scale), "" if null is None else value(null, plan.scale)]
        )
    header = ["the posterior", "as assumed", "no difference"]
    return table("What the posterior will say, as a share of studies", header, body)
