"""A sentence that is made from one row has the numbers of that row, and of no other."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from claimwise import report

from .corpus import COMMANDS, result_of

N = r"([-+]?\d[\d,]*(?:\.\d+)?)"
MONTE_CARLO = rf"95% Monte Carlo interval {N} to {N}"
PLANS = [
    c for c in COMMANDS if re.match(r"plan (accuracy|proportions|preference|means|bleu|f1)", c)
]
COMPARED = [c for c in COMMANDS if c.startswith("compare")]


def shown(row, unit):
    """Return the estimate as it is printed: in points, or as it is."""
    return abs(row.estimate) * (100 if unit == " point" else 1)


# What a sentence looks like, the row that it is made from, and what its numbers are there. The
# last group of sizes is their unit.
UNIT = r"( point)?"
SAID = {
    rf"in {N}% of studies: power {N}": ("power", lambda r: [100 * r.estimate, r.estimate]),
    rf"power {N}, [a-z]+ [a-z]+ the wanted {N} \({MONTE_CARLO}": (
        "power",
        lambda r: [r.estimate, None, r.low, r.high],
    ),
    rf"would on average look {N} times as large": ("type_m", lambda r: [r.estimate]),
    rf"\(Type-M; {MONTE_CARLO}\)": ("type_m", lambda r: [r.low, r.high]),
    rf"Of the significant differences, {N}% would": ("type_s", lambda r: [100 * r.estimate]),
    rf"\(Type-S; {MONTE_CARLO}\)": ("type_s", lambda r: [r.low, r.high]),
    rf"With {N} [^,.]*, the smallest difference found with power {N} is {N}{UNIT}": (
        "mde",
        lambda r, unit: [r.n, None, shown(r, unit)],
    ),
    rf"(?:^|\. ){N} [^.]*? suffice for power": ("sample_size", lambda r: [r.estimate]),
    rf"would still find a difference in {N}% of studies": ("alpha", lambda r: [100 * r.estimate]),
    rf"(?<!truly )scores {N}{UNIT}s? (?:high|low)er than": (
        "difference",
        lambda r, unit: [shown(r, unit)],
    ),
    rf"interval of B - A {N} to {N}{UNIT}": (
        "difference",
        lambda r, unit: [x * (100 if unit else 1) for x in (r.low, r.high)],
    ),
    rf"\({N}% confidence interval of B": ("difference", lambda r: [100 * r.level]),
    rf"; p = {N}, [^;]*; {N} items(?! each)": ("difference", lambda r: [r.pvalue, r.n]),
    rf"{N} items? went from right": ("flips[right to wrong]", lambda r: [r.estimate]),
    rf"{N} items? went from wrong": ("flips[wrong to right]", lambda r: [r.estimate]),
    rf"study like this finds a true difference of {N}{UNIT}": (
        "mde",
        lambda r, unit: [shown(r, unit)],
    ),
    rf"is {N}{UNIT}s? on average and lies in {N}": (
        "posterior_difference",
        lambda r, unit: [x * (100 if unit else 1) for x in (r.estimate, r.low)],
    ),
}


def labelled(texts):
    """Return each paragraph with the case or comparison that it says it is about."""
    where = ""
    for text in texts:
        found = re.match(r"\[([^\]]+)\] ", text)
        where = found.group(1) if found else where
        where = "sequential, simulated" if " itself at every look" in text else where
        where = "" if text.startswith("With one look alone") else where
        where = "datasets as clusters" if text.startswith("Over data sets like these") else where
        if text.startswith("Looking after every item"):
            of_rate = "sequence of the win rate" in text
            where = "anytime, win rate" if of_rate else "anytime"
        yield where, text


def row_named(result, name, where):
    plain, _, inside = name.partition("[")
    inside = ", ".join(part for part in (inside.rstrip("]"), where) if part)
    return result[f"{plain}[{inside}]" if inside else plain]


def as_printed(value, text):
    """Whether a number is this one, rounded as it is printed; with its sign."""
    unit = 10.0 ** -len(text.partition(".")[2])
    return abs(float(text.replace(",", "")) - value) <= 0.5 * unit * (1 + 1e-6) + 1e-12


def faults(result, texts):
    """Return the sentences that have other numbers than their row, and how many were read."""
    wrong, seen = [], Counter()
    for where, text in labelled(texts):
        for pattern, (name, numbers) in SAID.items():
            for found in re.finditer(pattern, text):
                row = row_named(result, name, where)
                said = list(found.groups())
                unit = " point" if " point" in said else ""
                said = [s for s in said if s not in (None, " point")]
                values = numbers(row, unit) if UNIT in pattern else numbers(row)
                seen[name] += 1
                pairs = zip(values, said, strict=True)
                if not all(v is None or as_printed(v, s) for v, s in pairs):
                    wrong.append((found.group(), row))
    return wrong, seen


def told(result):
    document = report.document(result)
    return document.paragraphs, document.detectable


@pytest.mark.parametrize("command", [*PLANS, *COMPARED])
def test_law_sentences_have_the_numbers_of_their_own_row(command):
    result = result_of(command)
    for texts in told(result):
        assert faults(result, texts)[0] == []


def test_every_kind_of_sentence_is_looked_at():
    seen = Counter()
    for command in [*PLANS, *COMPARED]:
        result = result_of(command)
        for texts in told(result):
            seen += faults(result, texts)[1]
    assert {name for name, _ in SAID.values()} == set(seen)
    assert seen["power"] >= 12
    assert seen["difference"] >= 30


@pytest.mark.parametrize(
    ("command", "one", "other"),
    [
        (PLANS[0], "type_m", "power"),
        (PLANS[0], "type_s", "alpha"),
        ("plan proportions --n 200 --baseline 0.8 --difference 0.1", "mde", "mde[exact]"),
        (
            "compare examples/arc.csv --a reading-strategies --b bert",
            "difference[easy]",
            "difference[challenge]",
        ),
    ],
)
def test_a_number_of_another_row_is_found_out(command, one, other):
    result = result_of(command)
    swapped = {
        one: replace(result[other], quantity=result[one].quantity, at=result[one].at),
        other: replace(result[one], quantity=result[other].quantity, at=result[other].at),
    }
    rows = tuple(swapped.get(row.estimand, row) for row in result.rows)
    texts = report.document(replace(result, rows=rows)).paragraphs
    assert faults(result, texts)[0]
