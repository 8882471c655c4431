"""The comparisons of a study: what [claim] says of all, with what each says otherwise."""

from __future__ import annotations

from typing import Any

from claimwise.core import did_you_mean, sentence, spelled
from claimwise.kinds import Kind
from claimwise.study.declaration import Comparison
from claimwise.study.schema import NEEDS_MARGIN, PAIR

RESERVED = ("all", "any", "exploratory")  # names of rows about several comparisons


def default_name(a: str, b: str) -> str:
    """Return what a comparison is called where nothing was said."""
    return f"{b} against {a}"


def comparisons_of(
    kind: Kind, found: dict[str, dict[str, Any]], named: list[dict[str, Any]], faults: list[str]
) -> tuple[Comparison, ...]:
    """Return the comparisons; without any [[comparison]], [claim] is the only one."""
    claim = {key: value for key, value in found["claim"].items() if key in PAIR}
    shared = {key: value for key, value in found["assumptions"].items() if key != "source"}
    made = []
    for number, own in enumerate(named or [{}], start=1):
        place = f"comparison {number}" if named else "[claim]"
        made.append(_one(kind, place, claim, shared, own, faults))
    comparisons = [comparison for comparison in made if comparison is not None]
    _distinct(comparisons, faults)
    return tuple(comparisons)


def _one(
    kind: Kind,
    place: str,
    claim: dict[str, Any],
    shared: dict[str, Any],
    own: dict[str, Any],
    faults: list[str],
) -> Comparison | None:
    said = claim | {key: value for key, value in own.items() if key in PAIR}
    if "says" in own and own["says"] != "difference" and "alternative" not in own:
        said.pop("alternative", None)  # that of [claim] is for its own kind of claim
    if own.get("says") == "difference" and "margin" not in own:
        said.pop("margin", None)  # likewise
    for key in ("a", "b"):
        if key not in said:
            remedy = f'Write {key} = "..." with the name that the data have.'
            faults.append(sentence(place, f"{key}, {PAIR[key].about}", "none", remedy))
    if "a" not in said or "b" not in said:
        return None
    faults += _contradictions(kind, place, said)
    if said["says"] == "difference":
        said.setdefault("alternative", "two-sided")
    assumed = shared | {k: v for k, v in own.items() if k not in PAIR and k != "name"}
    name = own.get("name", default_name(said["a"], said["b"]))
    return Comparison(name=name, assumptions=assumed, **said)


def _contradictions(kind: Kind, place: str, said: dict[str, Any]) -> list[str]:
    """Return what cannot be meant together."""
    says, faults = said["says"], []
    if said["a"] == said["b"]:
        faults.append(sentence(place, "two systems", f"{said['a']!r} as a and as b"))
    if says not in kind.claims:
        faults.append(
            sentence(
                f"{place} of {kind.called}",
                f"a claim (says) among {', '.join(kind.claims)}",
                repr(says),
                did_you_mean(says, kind.claims),
            )
        )
    if says in NEEDS_MARGIN and not said.get("margin"):
        found = "none" if "margin" not in said else "0"
        remedy = "Say how much worse would still be good enough, such as margin = 0.01."
        if says == "equivalence":
            remedy = "Say how large a difference would still not matter, such as margin = 0.01."
        faults.append(sentence(f"{place}: {says}", "a margin above 0", found, remedy))
    if says == "difference" and "margin" in said:
        faults.append(
            sentence(
                f"{place}: difference",
                "no margin, which nothing would use",
                f"{said['margin']:g}",
                "Take margin out, or say superiority, non-inferiority or equivalence.",
            )
        )
    if says != "difference" and "alternative" in said:
        faults.append(
            sentence(
                f"{place}: {says}",
                "no alternative, since it has a direction of its own",
                repr(said["alternative"]),
                "Take alternative out.",
            )
        )
    return faults


def _distinct(comparisons: list[Comparison], faults: list[str]) -> None:
    """Refuse names that would be mistaken for one another in the answer."""
    seen: dict[str, str] = {}
    for comparison in comparisons:
        name = spelled({"comparison": comparison.name})
        if name in seen:
            remedy = "Give each [[comparison]] its own name."
            found = f"{comparison.name!r} twice"
            faults.append(sentence("[[comparison]]", "different names", found, remedy))
        if name in RESERVED:
            needs = f"a name other than {', '.join(RESERVED)}"
            faults.append(sentence("[[comparison]]", needs, repr(comparison.name)))
        seen[name] = comparison.name
