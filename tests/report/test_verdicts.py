"""The word and the headline of a comparison: by its verdict, in the direction of its row."""

import re
from dataclasses import replace

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import Result, Row
from claimwise.data import Pairs, example_path
from claimwise.report.answer import plain
from claimwise.report.comparison_rows import comparisons, swapped
from claimwise.report.numbers import compact, percent

from .corpus import result_of
from .helpers import headline, said

BOARD = example_path("leaderboard.csv")


def graded(shift, n=50, seed=1):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=n)
    return {"old": a, "new": a + shift + 0.5 * rng.normal(size=n)}


@pytest.mark.parametrize(("a", "b"), [("bert", "roberta"), ("roberta", "bert")])
def test_direction_is_the_sign_of_the_row(a, b):
    result = cw.compare(BOARD, a=a, b=b)
    row = result["difference"]
    up = row.estimate > 0
    assert said(result).word == ("BETTER" if up else "WORSE")
    assert said(result).tone == ("good" if up else "bad")
    size = f"{abs(100 * row.estimate):.1f} points"
    lead = f"{b} beats {a} by {size}" if up else f"{b} is {size} behind {a}"
    ends = f"95% CI {100 * row.low:.1f} to {100 * row.high:.1f}"
    assert headline(result) == f"{lead} ({ends}, p < .001)"
    assert (result.verdict == "supported") == up


def test_an_open_verdict_says_what_it_is_not():
    result = cw.compare(BOARD, a="bert", b="albert")
    assert result["difference"].pvalue > 0.5
    assert said(result).word == "OPEN"
    assert "too close to call" in headline(result)
    assert any("not evidence that they are equal" in line for line in said(result).lines)


def test_effect_sizes_that_were_asked_for_are_read_first():
    result = cw.compare(BOARD, a="bert", b="roberta", effects="odds-ratio,cohens-d")
    (line,) = (line for line in said(result).lines if "Odds ratio" in line)
    assert f"Odds ratio {result['odds_ratio'].estimate:.2f}" in line
    assert f"Cohen's d {result['cohens_d'].estimate:.3f}" in line
    assert not any("Odds" in line for line in said(cw.compare(BOARD, a="bert", b="bow")).lines)
    board = said(cw.compare(BOARD, effects="odds-ratio"))
    compared = next(one for one in board.tables if "verdict" in one.header)
    assert "odds ratio" in compared.header


def test_where_lower_is_better_the_words_turn():
    worse = cw.compare(graded(0.6), better="lower")
    assert said(worse).word == "WORSE"
    assert worse["difference"].estimate > 0
    assert "behind old" in headline(worse)
    assert "lower is better" in headline(worse)
    better = cw.compare(graded(-0.6), better="lower")
    assert said(better).word == "BETTER"
    row = better["difference"]
    low, high = re.search(r"CI (-?[\d.]+) to (-?[\d.]+)", headline(better)).groups()
    assert (float(low), float(high)) == pytest.approx((-row.high, -row.low), abs=0.01)


@pytest.mark.parametrize(
    ("claim", "margin", "shift", "word", "words"),
    [
        ("superiority", 0.1, 0.6, "PASS", "ahead of old; a lead of 0.1 is needed"),
        ("superiority", 0.1, -0.6, "FAIL", "behind old; a lead of 0.1 is needed"),
        ("superiority", 0.6, 0.65, "OPEN", "ahead of old; a lead of 0.6 is needed"),
        ("non-inferiority", 0.3, 0.0, "PASS", "worse than old; 0.3 is allowed"),
        ("non-inferiority", 0.1, -0.6, "FAIL", "new is worse than old by"),
        ("non-inferiority", 0.1, -0.1, "OPEN", "behind old; a loss of 0.1 is allowed"),
        ("equivalence", 0.3, 0.0, "PASS", "old; a difference of 0.3 is allowed"),
        ("equivalence", 0.3, 0.9, "FAIL", "ahead of old; a difference of 0.3 is allowed"),
        ("equivalence", 0.1, 0.1, "OPEN", "old; a difference of 0.1 is allowed"),
    ],
)
def test_claims_with_a_margin_pass_fail_or_stay_open(claim, margin, shift, word, words):
    result = cw.compare(graded(shift), claim=claim, margin=margin)
    assert said(result).word == word
    assert words in headline(result)
    assert result.verdict == {"PASS": "supported", "FAIL": "contradicted", "OPEN": "open"}[word]


def test_the_bound_of_non_inferiority_is_the_end_of_the_interval():
    result = cw.compare(BOARD, a="roberta", b="electra", claim="non-inferiority", margin=0.06)
    row = result["difference"]
    assert headline(result) == (
        f"electra is at most {-100 * row.low:.1f} points worse than roberta; 6 are allowed "
        f"(90% CI {100 * row.low:.1f} to {100 * row.high:.1f}, p = .0445)".replace(".0445", ".045")
    )


def test_a_margin_of_one_is_one():
    result = cw.compare(BOARD, a="roberta", b="bert", claim="non-inferiority", margin=0.01)
    assert said(result).word == "FAIL"
    assert "; 1 is allowed" in headline(result)


def test_the_words_follow_the_test_where_the_interval_reads_otherwise():
    result = cw.compare(BOARD, a="roberta", b="electra", claim="non-inferiority", margin=0.06)
    rows = tuple(
        replace(row, low=-0.07) if row.quantity == "difference" else row for row in result.rows
    )
    changed = replace(result, rows=rows)
    assert said(changed).word == "PASS"
    assert "at most" not in headline(changed)
    assert "electra is 2.5 points behind roberta" in headline(changed)


def test_a_one_sided_claim_has_the_word_of_its_side():
    up = cw.compare(graded(0.6), alternative="greater")
    assert (said(up).word, up.verdict) == ("BETTER", "supported")
    down = cw.compare(graded(0.6), alternative="less")
    assert (said(down).word, down.verdict) == ("BETTER", "contradicted")
    assert "Claim: new scores lower than old" in said(down).question


def test_the_verdict_row_decides_the_word():
    """A changed row changes the answer: it is made from the row."""
    result = result_of("compare examples/leaderboard.csv --a bert --b roberta")
    for estimate, word in ((0.0, "OPEN"), (1.0, "BETTER"), (float("nan"), "OPEN")):
        rows = tuple(
            replace(row, estimate=estimate) if row.quantity == "verdict" else row
            for row in result.rows
        )
        assert said(replace(result, rows=rows)).word == word


def test_the_numbers_are_those_of_the_difference():
    result = result_of("compare examples/leaderboard.csv --a bert --b roberta")
    rows = tuple(
        replace(row, estimate=0.111, low=0.022, high=0.333, pvalue=0.0123, level=0.9)
        if row.quantity == "difference"
        else row
        for row in result.rows
    )
    changed = replace(result, rows=rows)
    assert headline(changed) == "roberta beats bert by 11.1 points (90% CI 2.2 to 33.3, p = .012)"
    assert said(changed).lines == said(result).lines


def test_fixed_and_broken_items_are_those_of_the_flips():
    result = result_of("compare examples/leaderboard.csv --a bert --b roberta")
    fixed, broken = (result[f"flips[{way}]"] for way in ("wrong to right", "right to wrong"))
    assert any(
        f"{fixed.estimate:.0f} fixed, {broken.estimate:.0f} broken" in line
        for line in said(result).lines
    )


def test_a_belief_names_who_is_better_and_how_sure():
    result = cw.compare(BOARD, a="roberta", b="bert", assess="posterior")
    assert said(result).word == ""
    assert "bert is worse than roberta with probability more than 99.9%" in headline(result)
    row = result["posterior_difference"]
    assert f"95% HDI {100 * row.low:.1f} to {100 * row.high:.1f}" in headline(result)


def test_several_data_sets_are_answered_together_first():
    result = result_of("compare tests/report/sets.csv")
    assert "new beats old overall by 11.7 points" in headline(result)
    assert "ahead on 3 of 3 data sets (beyond doubt on at least 2)" in headline(result)
    (table,) = said(result).tables
    assert [row[0] for row in table.rows] == ["sst", "mnli", "qqp"]
    assert [row[-1 if table.header[-1] == "verdict" else table.header.index("verdict")] for row in
            table.rows] == ["better", "open", "better"]  # fmt: skip


def test_many_data_sets_show_the_ends_and_keep_the_rest():
    rng = np.random.default_rng(0)
    rows = [
        {"item": f"{d}-{i}", "dataset": f"d{d:02}", "system": s, "score": float(score)}
        for d in range(45)
        for i in range(12)
        for s, score in (("old", rng.random() < 0.5), ("new", rng.random() < 0.4 + d / 100))
    ]
    result = cw.compare(polars.DataFrame(rows))
    document = said(result)
    best, worst = document.tables
    every = sorted(100 * r.estimate for r in result.select("difference") if "dataset" in r.at)
    for table, wanted in ((best, every[: -10 - 1 : -1]), (worst, every[:10])):
        gains = [float(row[table.header.index("difference (points)")]) for row in table.rows]
        assert gains == pytest.approx(wanted, abs=0.06)
    whole = next(one for one in document.details if one.heading == "Further tables").tables[0]
    assert len(whole.rows) == 45


def test_several_metrics_have_a_line_each():
    texts = "examples/translations/base.txt examples/translations/new.txt"
    result = result_of(
        f"compare {texts} --references examples/translations/reference.txt --metric bleu,chrf "
        "--resamples 500"
    )
    (table,) = said(result).tables
    header = [plain(name) for name in table.header[:6]]
    assert header == ["metric", "verdict", "base", "new", "difference (points)", "95% CI"]
    assert plain(table.header[6]) == "p (max-t)"
    assert [row[0] for row in table.rows] == ["BLEU", "chrF"]
    assert "on 2 metrics: 2 better" in headline(result)


def test_tie_groups_stand_in_one_line():
    result = result_of("compare examples/leaderboard.csv")
    assert headline(result) == (
        "1-2 roberta 68.7%, electra 66.2%  ·  3-4 bert 59.3%, albert 59.0%  ·  5 bow 36.0%"
    )
    systems, compared = said(result).tables
    assert [row[0] for row in systems.rows] == [
        f"\ue000{name}\ue001" for name in ("roberta", "electra", "bert", "albert", "bow")
    ]
    assert len(compared.rows) == 10
    assert all(row[2].startswith("+") for row in compared.rows)  # the better system first
    assert "worse" not in {row[compared.header.index("verdict")] for row in compared.rows}


def test_a_verdict_and_its_difference_stay_where_there_is_little_room():
    lines = report.to_text(result_of("compare examples/leaderboard.csv"), width=60).splitlines()
    assert any(line.split()[:5] == ["roberta", "vs", "bert", "better", "+9.3"] for line in lines)


def test_a_baseline_keeps_its_side():
    result = cw.compare(BOARD, baseline="bert")
    assert headline(result).startswith("Against bert 59.3%: better roberta 68.7%, electra 66.2%")
    compared = said(result).tables[1]
    words = {plain(row[0]): row[1] for row in compared.rows}
    assert words["bow vs bert"] == "worse"


def test_the_size_that_would_settle_it_is_that_of_a_plan():
    """An independent count: the exact plan at the observed agreement and difference."""
    rng = np.random.default_rng(3)
    n = 400
    a = (rng.random(n) < 0.6).astype(float)
    flip = rng.permutation(n)[:40]
    b = a.copy()
    b[flip] = 1 - b[flip]
    result = cw.compare(Pairs(a, b))
    observed = result["difference"].estimate
    assert result.verdict == "open"
    assert observed != 0
    plan = cw.plan.accuracy(difference=observed, agreement=0.9, solve="n")
    assert result["sample_size"].estimate == pytest.approx(plan["sample_size"].n, rel=0.1)
    assert "sample_size" not in cw.compare(BOARD, a="bert", b="roberta")


def test_a_look_is_judged_by_its_boundary():
    result = result_of("compare examples/validation.csv --looks 4 --look 2")
    assert result["difference"].pvalue < 0.05
    assert said(result).word == "OPEN"
    (line,) = [line for line in said(result).lines if "Look 2 of 4" in line]
    assert "the study goes on" in line
    assert f"{result['boundary_p'].estimate:.4g}".removeprefix("0") in line


def test_the_headline_of_a_stopped_study_allows_for_the_looks():
    a, b = np.zeros(600), np.zeros(600)
    b[:107], a[107:158] = 1, 1
    order = np.random.default_rng(0).permutation(600)
    result = cw.compare(Pairs(a[order], b[order]), looks=4, look=2, planned_n=1200)
    adjusted = result["adjusted_difference"]
    assert f"{100 * adjusted.estimate:.1f} points" in headline(result)
    assert f"{100 * adjusted.low:.1f} to {100 * adjusted.high:.1f}" in headline(result)
    assert f"{100 * result['difference'].estimate:.2f}" not in headline(result)
    assert (result.difference, *result.interval) == (
        adjusted.estimate,
        adjusted.low,
        adjusted.high,
    )
    assert result.pvalue == adjusted.pvalue


def test_what_was_read_from_the_file_is_said():
    assert "item=item, system=system, score=correct" in said(cw.compare(BOARD)).brief


@pytest.mark.parametrize(
    ("estimate", "low", "high", "words"),
    [
        (0.05, 0.014, 0.087, "5.0 points (95% CI 1.4 to 8.7"),
        (0.0033, -0.0469, 0.0402, "0.33 points"),
        (0.031, 0.0003, 0.061, "3.10 points (95% CI 0.03 to 6.10"),
    ],
)
def test_points_have_one_decimal_and_more_where_two_values_would_look_alike(
    estimate, low, high, words
):
    rows = (
        Row(
            quantity="difference",
            estimate=estimate,
            low=low,
            high=high,
            level=0.95,
            kind="confidence",
            pvalue=0.03,
            n=500,
        ),
        Row(quantity="verdict", estimate=1.0, n=500),
    )
    settings = result_of("compare examples/leaderboard.csv --a bert --b roberta").provenance
    result = Result(kind="comparison", method="t", rows=rows, provenance=settings)
    assert words in headline(result)


@pytest.mark.parametrize(("alternative", "shift"), [("less", 0.6), ("greater", -0.6)])
def test_the_p_of_a_contradicted_claim_is_said_to_be_that_of_the_claim(alternative, shift):
    result = cw.compare(graded(shift), alternative=alternative)
    assert result["difference"].pvalue > 0.99
    assert result.verdict == "contradicted"
    assert "one-sided claim not supported, p = 1" in headline(result)
    (table,) = next(one for one in said(result).details if one.heading == "Further tables").tables
    assert "p" not in table.header


@pytest.mark.parametrize(("level", "shown"), [(0.975, "97.5% CI"), (0.9, "90% CI")])
def test_a_level_is_said_as_it_was_given(level, shown):
    result = cw.compare(BOARD, a="bert", b="roberta", level=level, alpha=1 - level)
    assert shown in headline(result)


def test_unpaired_items_that_would_settle_it_are_those_of_both():
    a, b = np.arange(80) < 40, np.arange(80) < 44
    result = cw.compare({"a": a.astype(float), "b": b.astype(float)}, paired=False)
    assert result.verdict == "open"
    assert any("items, both systems together" in line for line in said(result).lines)


def test_without_a_test_the_one_that_fits_says_what_could_be_found():
    scores = {"base": [0] * 20, "new": [1] * 20}
    result = cw.compare(scores, assess="posterior")
    assert said(result).outlook == said(cw.compare(scores)).outlook
    assert "points or more" in said(result).outlook


def test_posteriors_are_not_corrected():
    result = cw.compare(BOARD, assess="posterior")
    assert "correction" not in said(result).brief


def test_equal_scores_share_a_rank():
    a, b = np.tile([1.0, 0.0], 30), np.tile([0.0, 1.0], 30)
    result = cw.compare({"a": a, "b": b, "c": np.zeros(60)})
    assert [result[f"rank[{name}]"].estimate for name in "abc"] == [1, 1, 3]


def test_many_systems_are_led_by_one():
    rng = np.random.default_rng(2)
    scores = {f"s{k}": (rng.random(150) < 0.4 + 0.02 * k).astype(float) for k in range(10)}
    result = cw.compare(scores)
    best = min(result.select("rank"), key=lambda row: row.estimate).at["system"]
    level = sum(row.low == 1 for row in result.select("rank")) - 1
    assert headline(result).startswith(f"{best} leads 10 systems with ")
    assert headline(result).endswith(f"{level} of the others may be as good")


def test_a_part_of_a_table_in_markdown_has_both_ends():
    rng = np.random.default_rng(0)
    rows = [
        {"item": i, "dataset": f"d{d:02}", "system": s, "score": float(score)}
        for d in range(45)
        for i in range(12)
        for s, score in (("old", rng.random() < 0.5), ("new", rng.random() < 0.4 + d / 100))
    ]
    result = cw.compare(polars.DataFrame(rows))
    shown = report.to_markdown(result).partition("<details>")[0]
    sizes = [row.estimate for row in result.select("difference") if "dataset" in row.at]
    assert f"| {100 * min(sizes):.1f} |" in shown
    assert f"| +{100 * max(sizes):.1f} |" in shown
    assert shown.count("| verdict |") == 2


def test_a_posterior_where_lower_is_better_says_the_same_everywhere():
    result = cw.compare(graded(-0.1), better="lower", assess="posterior", margin=0.05)
    sure, beyond = result["probability_greater"], result["probability_less[margin]"]
    assert sure.estimate < 0.5
    assert (
        f"new is better than old with probability {percent(1 - sure.estimate)}, by more than "
        in (headline(result))
    )
    assert f"0.05 with probability {percent(beyond.estimate)}" in headline(result)
    (table,) = said(result).tables
    line = dict(zip(table.header, table.rows[0], strict=True))
    assert line["P(B better)"] == compact(percent(1 - sure.estimate))
    assert line["P(B passes)"] == compact(percent(beyond.estimate))


@pytest.mark.parametrize(
    ("given", "quantity", "words"),
    [
        (
            {"claim": "non-inferiority", "margin": 0.06},
            "probability_greater[margin]",
            "electra is less than 6 points worse than roberta",
        ),
        (
            {"claim": "equivalence", "margin": 0.06},
            "probability_rope",
            "electra and roberta differ by less than 6 points",
        ),
        ({"rope": 0.05}, "probability_rope", "electra and roberta differ by less than 5 points"),
        ({"rope": (-0.05, 0.03)}, "probability_rope", "electra minus roberta is between"),
    ],
)
def test_a_posterior_answers_the_claim_first(given, quantity, words):
    result = cw.compare(BOARD, a="roberta", b="electra", assess="posterior", **given)
    assert headline(result).startswith(words)
    assert f"with probability {percent(result[quantity].estimate)}" in headline(result)


def test_a_board_with_a_margin_names_claim_and_margin():
    result = cw.compare(BOARD, claim="equivalence", margin=0.05)
    verdicts = [row.estimate for row in result.select("verdict") if row.at]
    counts = f"{verdicts.count(0)} OPEN, {verdicts.count(-1)} FAIL"
    assert headline(result) == f"Equivalence within 5 points, 10 pairs: {counts}"
    assert said(result).brief.startswith("Equivalence within 5 points")
    against = cw.compare(BOARD, baseline="bow", claim="non-inferiority", margin=0.02)
    assert headline(against).startswith("Non-inferiority within 2 points against bow")


@pytest.mark.parametrize("claim", [{}, {"claim": "equivalence", "margin": 0.05}])
def test_a_board_has_the_better_system_first_in_every_table(claim):
    result = cw.compare(BOARD, assess=["test", "interval", "posterior"], **claim)
    order = [plain(row[0]) for row in said(result).tables[0].rows]
    pairs = [[plain(row[0]) for row in table.rows] for table in said(result).tables[1:]]
    assert len(pairs) == 2
    assert pairs[0] == pairs[1]
    for pair in pairs[0]:
        first, second = pair.split(" vs ")
        assert order.index(first) < order.index(second)
    for table in said(result).tables[1:]:
        column = next(i for i, name in enumerate(table.header) if "difference" in name)
        assert all(row[column].startswith("+") for row in table.rows)


def test_the_interval_in_brackets_is_of_the_gain():
    for a, b in (("bert", "albert"), ("roberta", "albert"), ("albert", "roberta")):
        result = cw.compare(BOARD, a=a, b=b)
        row = result["difference"]
        low, high = re.search(r"CI (-?[\d.]+) to (-?[\d.]+)", headline(result)).groups()
        assert (float(low), float(high)) == pytest.approx((100 * row.low, 100 * row.high), abs=0.06)


def test_a_loss_of_a_metric_where_lower_is_better_is_said_to_be_good():
    texts = "examples/translations/base.txt examples/translations/new.txt"
    result = result_of(
        f"compare {texts} --references examples/translations/reference.txt --metric bleu,ter"
    )
    row = next(row for row in result.select("difference") if row.at["metric"] == "ter")
    low, high = f"{row.low:.1f}", f"{row.high:.1f}"
    assert f"TER {row.estimate:.1f} (lower is better, 95% CI {low} to {high}" in headline(result)


def test_a_pair_read_the_other_way_has_the_other_chances():
    result = cw.compare(BOARD, a="bert", b="roberta", assess=["posterior", "bayes-factor"])
    other = cw.compare(BOARD, a="roberta", b="bert", assess=["posterior", "bayes-factor"])
    turned, known = swapped(comparisons(result)[0]), comparisons(other)[0]
    for quantity in ("posterior_difference", "probability_greater", "bayes_factor_direction"):
        one, two = turned.row(quantity), known.row(quantity)
        one = one or next(row for row in turned.rows if row.quantity == quantity)
        assert one.estimate == pytest.approx(two.estimate, rel=1e-6, abs=1e-12)
    margin = cw.compare(BOARD, a="bert", b="roberta", assess="posterior", margin=0.05)
    c = comparisons(margin)[0]
    above, below = (margin[f"probability_{way}[margin]"] for way in ("greater", "less"))
    assert c.surpasses("roberta", against="margin").estimate == above.estimate
    assert c.surpasses("bert", against="margin").estimate == below.estimate
