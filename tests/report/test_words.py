"""The words of a report are true of its result: how many items, which power, which unit."""

import re
from dataclasses import replace

import pytest

from claimwise import report
from claimwise.core import Result, Row
from claimwise.report.latex_tables import layout
from claimwise.report.method_tests import tell_tests
from claimwise.report.powered import powered
from claimwise.report.signature import signature
from claimwise.report.told import Told

from .corpus import document_of, result_of

FEW = "--replicates 40 --seed 1"
SETS = "compare tests/report/sets.csv"
ARC = "compare examples/arc.csv --a reading-strategies --b bert"
UNPAIRED = "compare examples/validation.csv --unpaired"
CLUSTERED = "compare examples/ner.csv --metric f1:macro --a base --b new --resamples 500"
MANY = "compare examples/leaderboard.csv"
INFERIOR = (
    "plan accuracy --n 400 --difference 0 --agreement 0.9 --claim non-inferiority --margin 0.02"
)
LACHENBRUCH = "plan accuracy --n 1725 --baseline 0.92 --agreement-from lachenbruch --solve mde"
POSTERIOR = (
    "plan accuracy --n 200 --baseline 0.69 --difference 0.035 --assess posterior --margin 0.01 "
    "--replicates 60 --seed 1"
)
UNCERTAIN = "plan accuracy --pilot examples/validation.csv --n 1000 --uncertain"
LOOKS = (
    "plan accuracy --n 200 --difference 0.03 --agreement 0.85 --looks 4 --replicates 200 --seed 1"
)
ANYTIME = "compare examples/validation.csv --spending anytime"
RESPONSES = f"plan responses --items 50 --responses 3 --epsilon-b 0.1 --metric mae,wins {FEW}"


def asked(command, start):
    """Return the answer of the checklist to the question that begins so."""
    found = [i.answer for i in document_of(command).checklist if i.question.startswith(start)]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (SETS, "120 items, in 3 data sets of 40 each."),
        (ARC, "3,548 items of each system, in 2 data sets of 1,172 to 2,376, unpaired."),
        (UNPAIRED, "400 items of each system, unpaired."),
        (CLUSTERED, "707 items, in 60 clusters."),
        (MANY, "600 items."),
        (
            "plan accuracy --n 200,400 --difference 0.02 --agreement 0.9",
            "200, 400 items (a curve).",
        ),
    ],
)
def test_items_are_counted_once(command, answer):
    assert asked(command, "How many items") == answer


def test_unequal_samples_are_told_of_each_system():
    result = result_of(UNPAIRED)
    rows = tuple(
        replace(row, n=390) if row.estimand == "score[candidate]" else row for row in result.rows
    )
    items = report.document(replace(result, rows=rows)).checklist
    assert items[1].answer == "400 items of baseline and 390 items of candidate, unpaired."


def test_detectable_differences_have_their_unit():
    mde = result_of(INFERIOR)["mde"].estimate
    assert asked(INFERIOR, "What is the smallest") == (
        "With 400 items, the claim has power 0.8 where the true difference, B minus A, is at least "
        f"{100 * mde:.4g} points."
    )
    told = document_of(LACHENBRUCH).detectable
    assert len(told) == 6
    assert all(text.count(" points") == 1 for text in told)
    assert "0.3893 points" in told[1]
    rated = document_of("ratings examples/ratings.csv --model linear").detectable
    assert all(" rating points with power 0.8 (by this comparison alone)." in t for t in rated)
    assert "takes more than with one look alone, at the end: " in document_of(LOOKS).detectable[0]


def test_margins_have_their_unit():
    assert "a margin of 2 points was set." in asked(INFERIOR, "In which sense")
    graded = "plan means --n 300 --difference 0.05 --sd 0.4 --claim non-inferiority --margin 0.02"
    assert "a margin of 0.02 was set." in asked(graded, "In which sense")


def test_power_is_judged_by_the_goal():
    goal = result_of(POSTERIOR)["conclude[greater, margin]"].estimate
    assert asked(POSTERIOR, "Is the comparison") == (
        "That the posterior is sure that B exceeds A by more than 1 point has probability "
        f"{goal:.4f}, which falls short of the wanted 0.8."
    )
    answer = document_of(POSTERIOR).answer
    assert "B exceeds A by more than 1 point will be at least 0.95 in 13.3% of studies" in answer
    assert asked(UNCERTAIN, "Is the comparison").startswith(
        "The expected power, 0.7285, falls short of the wanted 0.8."
    )
    assert asked(LOOKS, "Is the comparison").startswith(
        "The power over all looks, 0.1771 by normal theory, falls short of the wanted 0.8"
    )


def test_power_that_was_solved_for_is_no_finding():
    assert asked(LACHENBRUCH, "Is the comparison").startswith(
        "The detectable difference was solved for the wanted power 0.8."
    )


def test_a_simulation_may_leave_it_open_whether_the_power_suffices():
    result = result_of(f"plan bleu --n 300 --difference 1 {FEW} --solve power")
    assert "falls short of" in powered(result)
    rows = tuple(
        replace(row, estimate=0.82, low=0.7, high=0.9) if row.quantity == "power" else row
        for row in result.rows
    )
    assert "is by simulation not told apart from the wanted 0.8" in powered(
        replace(result, rows=rows)
    )


def test_each_data_set_has_its_own_test():
    method = document_of(ARC).method
    assert "The test of easy, challenge is z-pooled: " in method
    assert "The test of all data sets together is stratified-score: " in method
    assert "the test is mcnemar-midp" in method  # of every pairing
    assert method.count("The interval is newcombe") == 1
    told = document_of(SETS)
    for name in ("cluster-cr2", "sign-scores", "wilcoxon"):
        assert f"{name}: " in told.method
    assert "items' differences" not in told.method
    assert any("data sets are the units" in text for text in told.assumptions)


def test_what_is_done_with_clusters_is_not_said_of_items():
    told = document_of(CLUSTERED)
    assert "swapped at random on each cluster as a whole" in told.method
    assert "on each item" not in told.method
    assumed = " ".join(told.assumptions)
    assert "The clusters are a random sample" in assumed
    assert "The items are a random sample" not in assumed
    assert "on every item" not in assumed


def test_power_with_looks_is_told_as_it_was_found():
    told = document_of(LOOKS)
    assert "the power with looks is by normal theory, beside 200 simulated studies" in told.method
    assert "by enumeration (one look); with looks, by normal theory" in told.claim
    one = document_of("plan accuracy --n 500 --difference 0.02 --agreement 0.9")
    assert "looks" not in one.method + one.claim


def test_a_confidence_sequence_is_asked_what_a_test_is():
    told = document_of(ANYTIME)
    questions = [item.question for item in told.checklist]
    usual = document_of("compare examples/leaderboard.csv --a bert --b roberta")
    assert questions == [item.question for item in usual.checklist]
    assert "Asked: ?" not in asked(ANYTIME, "What is the hypothesis")
    assert "at whatever item they were looked at" in asked(ANYTIME, "What is the hypothesis")
    assert "however often one looks" in asked(ANYTIME, "What do p-value")
    assert "Test and interval are by anytime" in told.method
    assert "in an order that does not depend on their scores" in told.assumptions[0]


def test_margins_of_a_plan_are_to_come():
    assert asked(RESPONSES, "By what margin") == "To come with the data."


def test_margins_are_named():
    told = asked(MANY, "By what margin")
    assert told.startswith("roberta vs bert: 9.333 points, 95% confidence interval")
    assert told.endswith("; and 7 more in the table.")
    assert "every pairing" not in asked(ARC, "By what margin")


def test_a_correction_is_not_told_twice():
    discovered = "compare examples/leaderboard.csv --correct benjamini-hochberg"
    assert "corrected by benjamini-hochberg" in document_of(discovered).method
    assert "holm" not in document_of(discovered).method


def test_findings_have_a_direction_and_a_size():
    assert "8 find one of the two systems better (roberta over bow by 32.67 points; " in (
        document_of(MANY).answer
    )
    assert "; and 5 more); 2 leave it open" in document_of(MANY).answer


def test_the_metric_is_named():
    told = document_of(CLUSTERED)
    assert told.claim == "Claim: one of new and base is better on F1:macro (alpha 0.05)."
    assert "higher than base on F1:macro (" in told.answer
    assert "The metric is f1:macro." in told.method
    assert "base scores 0.799 (F1:macro) on 707 items." in " ".join(told.paragraphs)


def test_lower_is_better_is_said():
    told = document_of("compare examples/latency.csv --better lower")
    assert "lower scores are better" in told.claim
    assert "; lower is better); cached is better than plain" in told.answer
    assert "is better)" not in document_of("compare examples/sentiment.csv").answer


def test_clauses_after_a_semicolon_begin_small():
    assert "; by wins, " in document_of(RESPONSES).answer


def test_a_fitted_world_claims_nothing():
    swaps = document_of(
        "fit bleu examples/translations/base.txt examples/translations/new.txt --references "
        "examples/translations/reference.txt --json"
    )
    answers = document_of("fit responses examples/responses.csv --json")
    assert swaps.title == "A world of BLEU, fitted to new and base"
    assert answers.title == "A world of answers, fitted to new and base"
    for told in (swaps, answers):
        assert told.claim.startswith("From which world could ")
        assert not told.checklist
        assert len(told.assumptions) == 2
    assert "new scores 5.601 higher than base on BLEU" in swaps.answer
    assert "Card et al. 2020" in swaps.method
    assert "Wein, Homan, Aroyo and Welty (2023)" in answers.references[0]
    fitted = document_of("fit agreement tests/report/past.csv")
    assert fitted.method.startswith("The values are by ordinary least squares.")


def test_sides_are_said_once():
    told = Told()
    tell_tests(told, {"test": "sign", "alternative": "one-sided", "alpha": 0.05})
    assert told.said[-1] == "It is one-sided at alpha 0.05."
    tell_tests(told, {"test": "sign", "alternative": "greater", "alpha": 0.05})
    assert told.said[-1] == "It is one-sided (greater) at alpha 0.05."


def test_a_region_is_signed_only_where_it_was_used():
    settings = {"assess": ["test", "interval"], "margin": 2.0, "rope": 2.0}
    rows = (Row(quantity="difference", estimate=0.5),)
    result = Result(kind="test", method="t", rows=rows, provenance={"settings": settings})
    assert "rope" not in signature(result)
    settings["assess"] = ["test", "posterior"]
    assert "|rope:2" in signature(result)


def test_wide_tables_fit_the_page():
    wide = (("name_of_a_row[of, some]", "95% confidence interval 0.1 to 0.2", "a b c " * 12),) * 2
    fits = layout(("x", "y", "z"), wide)
    assert set(fits.broken) == {2}
    letters = sum(len(cell) for cell in wide[0][:2])
    assert 4.1 * letters + 2 * 3 * fits.beside + fits.broken[2] <= 341
    assert layout(("x", "y"), (("a", "b"),)).size == r"\small"
    text = report.to_latex(result_of("study check examples/study.toml"))
    assert not re.search(r"[0-9a-f]{32}", text)


def test_detectable_differences_of_a_leaderboard_share_alpha_or_say_that_they_do_not():
    shared = result_of(MANY)
    (said,) = document_of(MANY).detectable
    assert "alone" not in said
    pair = result_of(f"{MANY} --a bert --b roberta")
    assert shared["mde[roberta vs bert]"].estimate > 1.2 * pair["mde"].estimate
    found = result_of(f"{MANY} --correct benjamini-hochberg")
    (said,) = report.document(found).detectable
    assert "(each by its comparison alone)" in said
    assert found["mde[roberta vs bert]"].estimate == pytest.approx(pair["mde"].estimate)


def test_a_signature_says_on_how_many_items_the_answer_rests():
    assert "|n:600|" in signature(result_of(MANY))
    assert "|n:400|" in signature(result_of(INFERIOR))
    several = signature(result_of(ARC))  # data sets of different sizes, and both systems together
    assert "|n:" not in several
