"""A study as its parts: kind, claim, analysis, stopping, belief and size; and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from claimwise.core import DEFAULT_SEED, ParameterError
from claimwise.core.checked import checked
from claimwise.core.parts import Claim, Looks, Part
from claimwise.core.study_parts import Anytime, Belief, Interval, Posterior, Test
from claimwise.kinds import Kind, find_kind
from claimwise.kinds.shared import N as SIZE
from claimwise.kinds.values import SIZES, KindValue, as_value, sections_of, value_of

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

ANYTIME, FIXED, USUAL = "anytime", "fixed", "obrien-fleming"
OF_PAIR = ("a", "b", "metric", "better")


def document(
    kind: Any,
    *,
    claim: Any,
    analysis: Any,
    stopping: Any,
    belief: Any,
    size: int | None,
    comparisons: Sequence[Mapping[str, Any]],
    correct: str | None,
    top: Mapping[str, Any],
    pair: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the declaration that parts make, in the shape of study.toml."""
    value = as_value(kind)
    said: dict[str, Any] = {"kind": value.kind.name, **_given(top)}
    made = sections_of(value)
    made["claim"] = {**_given(pair), **claimed(claim)}
    _add(made, "procedure", analysed(value.kind, analysis))
    _add(made, "assumptions", Belief.of(belief).said())
    rule = stopped(stopping)
    _add(made, "procedure", {"sequence": rule.pop("sequence", None)})
    _add(made, "stopping", rule)
    if size is not None:
        _add(made, "data", {size_key(value.kind): size})
    if top.get("source"):
        _add(made, "assumptions", {"source": top["source"]})
    said.pop("source", None)
    if comparisons:
        said["comparison"] = [_compared(one) for one in comparisons]
        if correct is not None:
            made["multiplicity"] = {"correct": correct}
    return {**said, **made}


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "")}


def _add(made: dict[str, dict[str, Any]], section: str, values: Mapping[str, Any]) -> None:
    given = {key: value for key, value in values.items() if value is not None}
    if given:
        made.setdefault(section, {}).update(given)


def size_key(kind: Kind) -> str:
    """Return the key of a kind's size."""
    return next(key for key in SIZES if key in kind.data)


def sized(study: Study, n: int) -> Study:
    """Return a study of another size."""
    key = size_key(find_kind(study.kind))
    return study.but(data={**study.data, key: checked(SIZE, key, n)})


def claimed(given: Any) -> dict[str, Any]:
    """Return what [claim] says of a claim, which may be a text such as non-inferiority:0.02."""
    return Claim.of(given).said()


def analysed(kind: Kind, given: Any) -> dict[str, Any]:
    """Return what [procedure] says of an analysis, which may be the name of a test."""
    if isinstance(given, Interval):
        return {"assess": ["interval"], "interval": given.interval}
    if isinstance(given, Posterior):
        if given.bayes_factor is not None:
            needs = "its level to conclude at, since no Bayes factor decides a study"
            raise ParameterError("analysis", needs, "bayes_factor")
        said = {"rope": given.rope, "prior": given.prior, "level": given.level}
        return {"assess": ["posterior"], **said}
    test = Test.of(given)
    named = "test" if "test" in kind.procedure else "model"
    made: dict[str, Any] = {named: test.name, "interval": test.interval}
    return made | ({"assess": ["test"]} if test.alone else {})


def stopped(given: Any) -> dict[str, Any]:
    """Return what [stopping] says, and the sequence: of a number of looks, shares, or a rule."""
    looks = Looks(spending=ANYTIME) if given == ANYTIME else Looks.of(given)
    unknown = set(looks.said()) - {"looks", "spending", "sequence"}
    if unknown:
        needs = "looks and how they spend alpha; which look it is, the data will tell"
        raise ParameterError("stopping", needs, ", ".join(sorted(unknown)))
    if looks.looks is None and looks.spending is None:
        return {}
    many = looks.looks if isinstance(looks.looks, int) or looks.looks is None else [*looks.looks]
    return {"rule": looks.spending or USUAL, "looks": many, "sequence": looks.sequence}


def _compared(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a [[comparison]]; its claim may be a part."""
    rest = {key: value for key, value in given.items() if key != "claim"}
    return {**rest, **claimed(given.get("claim"))}


def parts_of(study: Study) -> dict[str, Any]:
    """Return the parts of a study, as `cw.Study` takes them; what is usual is not said."""
    kind, first = find_kind(study.kind), study.comparisons[0]
    several = len(study.comparisons) > 1
    sections = {
        "data": study.data,
        "procedure": study.procedure,
        "assumptions": {} if several else first.assumptions,
    }
    found: dict[str, Any] = {"kind": value_of(kind, sections)}
    if several:
        found["comparisons"] = [_said(one) for one in study.comparisons]
        found["correct"] = study.correct
    else:
        found |= {key: getattr(first, key) for key in OF_PAIR} | {"claim": claim_of(first)}
        found["belief"] = Belief(**{k: first.assumptions[k] for k in _beliefs(first.assumptions)})
    found["analysis"] = analysis_of(kind, study.procedure)
    found["stopping"] = stopping_of(study)
    found["size"] = study.data.get(size_key(kind))
    found |= {"alpha": study.alpha, "power": study.target, "seed": study.seed}
    return found | {"title": study.title, "source": study.source}


def analysis_of(kind: Kind, procedure: Mapping[str, Any]) -> Part:
    """Return what decides the claim, as a part."""
    ways = procedure.get("assess")
    if ways == ["interval"]:
        return Interval(procedure.get("interval"))
    if ways == ["posterior"]:
        rope, prior, level = (procedure.get(key) for key in ("rope", "prior", "level"))
        return Posterior(rope, prior, level)
    named = procedure.get("test") or procedure.get("model")
    return Test(_usual(kind, named), procedure.get("interval"), ways == ["test"])


def _beliefs(assumptions: Mapping[str, Any]) -> list[str]:
    return [key for key in Belief.settings() if assumptions.get(key) is not None]


def _usual(kind: Kind, named: str | None) -> str | None:
    """Return a test unless it is the default that the section itself has."""
    field = kind.procedure.get("test") or kind.procedure["model"]
    return None if field.always and named == field.default else named


def claim_of(comparison: Comparison) -> Claim:
    """Return the claim of a comparison as a part."""
    two_sided = comparison.alternative in (None, "two-sided")
    return Claim(comparison.says, comparison.margin, None if two_sided else comparison.alternative)


def stopping_of(study: Study) -> Looks | None:
    """Return when the data are looked at; None for once, at the end."""
    rule, shares = study.stopping.rule, study.stopping.looks
    if rule == FIXED:
        return None
    if rule == ANYTIME:
        return Anytime(study.procedure.get("sequence"))
    equal = tuple((k + 1) / len(shares) for k in range(len(shares)))
    many: Any = len(shares) if shares == equal else list(shares)
    return Looks(many, None if rule == USUAL else rule)


def _said(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison among several, with everything that is assumed of it."""
    said = {"name": comparison.name, **{key: getattr(comparison, key) for key in OF_PAIR}}
    claim = claim_of(comparison)
    also = {} if claim == Claim() else {"claim": claim}
    return {**_given(said), **also, **comparison.assumptions}


def written(study: Study) -> str:
    """Return the Python that makes a study."""
    usual = {"a": "A", "b": "B", "alpha": 0.05, "power": 0.8, "seed": DEFAULT_SEED}
    shown = []
    for name, value in parts_of(study).items():
        empty = value in (None, "", Claim(), Belief(), Test()) or usual.get(name) == value
        if name == "kind":
            shown.append(repr(value))
        elif not empty:
            shown.append(f"{name}={value!r}")
    return f"cw.Study({', '.join(shown)})"


__all__ = ["KindValue", "document", "parts_of", "written"]
