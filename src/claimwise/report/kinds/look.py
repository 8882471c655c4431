"""One look at the data before the end: stop, go on, or the end without a finding."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.method import Account, brief_line
from claimwise.report.numbers import p_cell, pvalue
from claimwise.report.verdicts import look_name

WORDS = {1.0: "STOP", 0.0: "GO ON", -1.0: "END"}
MEANS = {
    1.0: "the boundary is crossed",
    0.0: "the boundary is not crossed",
    -1.0: "the boundary is not crossed, and no look is left",
}


def present(result: Result) -> Answer:
    """Return the decision at this look, what it asked for, and what is spent."""
    settings = result.settings
    rule, decision = settings["stopping"], result["decision"].estimate
    name = look_name(rule).capitalize()
    account = Account()
    account.procedure("Looks before the end are allowed for by", "stopping", result.method)
    return Answer(
        title=name,
        question="Does the study stop at this look?",
        word=WORDS[decision],
        headline=(
            f"{name}: {MEANS[decision]} "
            f"({pvalue(settings['pvalue'])}, {p_cell(rule['level'])} asked for)"
        ),
        brief=brief_line(settings),
        account=account,
    )
