"""Parts of a question: as values, as what stands for them, and setting by setting."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.core.parts import Claim, Part, flat_defaults, in_groups, in_parts
from claimwise.data import example_path

LEADERBOARD, RATINGS = example_path("leaderboard.csv"), example_path("ratings.csv")
PAIR = {"a": "roberta", "b": "electra"}


@in_parts(claim=Claim, stopping=cw.Looks, bayes=(cw.Bayes, "prior rope"))
def ask(
    *, alpha: float = 0.05, claim: Any = None, stopping: Any = None, bayes: Any = None
) -> tuple[Any, ...]:
    """Return the parts that were given."""
    return claim, stopping, bayes


@pytest.mark.parametrize(
    ("given", "same"),
    [
        ({"stopping": 4}, {"stopping": cw.Looks(4)}),
        ({"looks": 4, "look": 2}, {"stopping": cw.Looks(4, look=2)}),
        ({"stopping": 4, "look": 2}, {"stopping": cw.Looks(4, look=2)}),
        ({"rope": 0.1}, {"bayes": cw.Bayes(rope=0.1)}),
        ({"claim": "equivalence:0.02"}, {"claim": cw.Equivalence(0.02)}),
        ({"claim": "equivalence", "margin": 0.02}, {"claim": cw.Equivalence(0.02)}),
        ({"alternative": "less"}, {"claim": cw.Difference("less")}),
        ({"claim": "superiority"}, {"claim": cw.Superiority()}),
        ({"claim": cw.NonInferiority(0.01)}, {"claim": "non-inferiority:0.01"}),
    ],
)
def test_a_part_may_be_said_in_several_ways(given: dict[str, Any], same: dict[str, Any]) -> None:
    assert ask(**given) == ask(**same)


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"claim": "equivalence:0.02", "margin": 0.03}, "margin needs one value"),
        ({"bayes": cw.Bayes(rope=0.1), "rope": 0.1}, "rope needs one value"),
        ({"bayes": cw.Bayes(engine="mcmc")}, "bayes needs none but prior, rope; found engine"),
        ({"claim": "equivalence:little"}, "such as non-inferiority:0.02"),
    ],
)
def test_what_is_said_twice_or_in_vain_is_refused(given: dict[str, Any], match: str) -> None:
    with pytest.raises(ParameterError, match=match):
        ask(**given)


def test_an_unknown_keyword_is_refused_with_the_nearest() -> None:
    with pytest.raises(TypeError, match=r"ask has no parameter 'priors'.*Did you mean prior"):
        ask(priors="uniform")
    with pytest.raises(TypeError, match="engine"):  # of the part, but not of this function
        ask(engine="exact")


def test_a_part_is_written_as_python_takes_it() -> None:
    parts: list[Part] = [
        cw.Bayes(prior="uniform", rope=(-0.1, 0.1)),
        cw.Looks([0.5, 1.0], spending="pocock", look=1),
        cw.Reading(columns={"score": "f1"}, paired=False),
        cw.Mixed("linear", slopes=False),
        cw.NonInferiority(0.02),
        cw.Difference("less", margin=0.1),
    ]
    for part in parts:
        assert eval(repr(part), {"cw": cw}) == part
    assert repr(cw.Bayes()) == "cw.Bayes()"


def test_grouping_loses_nothing() -> None:
    flat = {"alpha": 0.1, "claim": "superiority", "margin": 0.2, "prior": "jeffreys", "looks": 3}
    assert ask(**flat) == ask(**in_groups(ask, flat))
    assert set(in_groups(ask, flat)) == {"alpha", "claim", "stopping", "bayes"}
    assert flat_defaults(ask) == {
        "alpha": 0.05,
        "claim": "difference",
        "margin": None,
        "alternative": None,
        **cw.Looks.settings(),
        "prior": "default",
        "rope": None,
    }


def test_a_comparison_answers_the_same_however_it_is_asked() -> None:
    one = cw.compare(
        LEADERBOARD, **PAIR, claim=cw.NonInferiority(0.06), stopping=cw.Looks(2, look=1)
    )
    flat: dict[str, Any] = {"claim": "non-inferiority", "margin": 0.06, "looks": 2, "look": 1}
    assert cw.compare(LEADERBOARD, **PAIR, **flat).rows == one.rows
    lower = cw.compare(LEADERBOARD, **PAIR, reading=cw.Reading(better="lower"))
    higher = cw.compare(LEADERBOARD, **PAIR)
    assert (lower["verdict"].estimate, higher["verdict"].estimate) == (0, 0)
    assert lower.settings["better"] == "lower"
    believed = cw.compare(
        LEADERBOARD, **PAIR, assess="posterior", bayes=cw.Bayes("jeffreys", rope=0.1)
    )
    same = cw.compare(LEADERBOARD, **PAIR, assess="posterior", prior="jeffreys", rope=0.1)
    assert believed.rows == same.rows
    assert believed.rows != cw.compare(LEADERBOARD, **PAIR, assess="posterior").rows


def test_ratings_and_judgements_are_results_and_their_former_names_say_so() -> None:
    how: dict[str, Any] = {"outcome": "linear", "slopes": False}
    result = cw.ratings(RATINGS, model=cw.Mixed("linear", slopes=False))
    assert result.kind == "ratings"
    assert result.rows == cw.ratings(RATINGS, model="linear", slopes=False).rows
    with pytest.warns(DeprecationWarning, match="cw.ratings.fit is now cw.fit_ratings"):
        former = cw.ratings.fit(RATINGS, **how)  # type: ignore[attr-defined]
    # A column of random effects has no estimate, so rows are compared as numbers.
    ours = np.array([row.estimate for row in result.rows])
    assert np.array_equal(ours, [row.estimate for row in former.result.rows], equal_nan=True)
    judged = example_path("judgements.csv")
    with pytest.warns(DeprecationWarning, match="is now cw.fit_judgements"):
        fitted = cw.judgements.fit(judged, a="base", b="new")  # type: ignore[attr-defined]
    assert cw.judgements(judged, a="base", b="new")["difference"] == fitted.result["difference"]


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"rope": 0.1}, 'rope needs assess="posterior"; found the mixed model'),
        ({"margin": 0.1}, "margin needs"),
        ({"assess": "posterior", "formula": "rating ~ 1"}, "formula needs the mixed model"),
        ({"assess": "posterior", "link": "probit"}, "link needs the mixed model; found assess"),
        ({"assess": "posterior", "bayes": cw.Bayes(model="x")}, "bayes needs none but prior"),
    ],
)
def test_ratings_refuse_what_nothing_would_use(given: dict[str, Any], match: str) -> None:
    with pytest.raises(ParameterError, match=match):
        cw.ratings(RATINGS, **given)


# The functions of plans are not grouped yet.
ROOMS = ["", "assess", "calibrate", "designs", "surveys"]


@pytest.mark.parametrize("room", ROOMS)
def test_no_public_function_has_more_than_twenty_parameters_or_any_keyword(room: str) -> None:
    home = import_module(f"claimwise.{room}" if room else "claimwise")
    for name in home.__all__:
        thing = getattr(home, name)
        if not inspect.isfunction(thing) or name in ("find_test", "find_interval"):
            continue  # these look for traits, whatever they are
        parameters = inspect.signature(thing).parameters
        assert len(parameters) <= 20, name
        assert name == "limits" or not any(p.kind is p.VAR_KEYWORD for p in parameters.values()), (
            name
        )
