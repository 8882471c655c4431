"""The rule of stopping as a declaration says it, and what does not go with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import sentence
from claimwise.study.declaration import ANYTIME, FIXED, Stopping

OF_ONE_LOOK = ("test", "interval")  # keys of a procedure


def stopping_of(said: Mapping[str, Any], faults: list[str]) -> Stopping:
    """Return the rule and its looks; a number of looks that the rule cannot have is a fault."""
    rule, looks = said["rule"], said.get("looks", (1.0,))
    if rule == FIXED and len(looks) > 1:
        remedy = "Choose obrien-fleming or pocock, or take looks out."
        faults.append(sentence("stopping.rule fixed", "a single look", f"{len(looks)}", remedy))
    if rule in ("obrien-fleming", "pocock") and len(looks) < 2:
        remedy = "Say how many, such as looks = 4."
        faults.append(sentence(f"stopping.rule {rule}", "at least two looks", "one", remedy))
    return Stopping(rule=rule, looks=looks)


def unheeded(document: Mapping[str, Any], stopping: Stopping) -> list[str]:
    """Return what is declared and would be heeded by nothing."""
    said, faults = document.get("procedure"), []
    said = said if isinstance(said, Mapping) else {}
    if stopping.rule != ANYTIME and "sequence" in said:
        needs = "stopping.rule anytime, which it belongs to"
        faults.append(sentence("procedure.sequence", needs, stopping.rule, "Take it out."))
    if stopping.rule == ANYTIME and "looks" in document["stopping"]:
        needs = "no looks, since every item is one"
        found = repr(document["stopping"]["looks"])
        faults.append(sentence("stopping.rule anytime", needs, found, "Take looks out."))
    for key in OF_ONE_LOOK if stopping.rule == ANYTIME else ():
        if key in said:
            needs = f"no {key}, since a confidence sequence is both"
            remedy = f"Take procedure.{key} out."
            faults.append(sentence("stopping.rule anytime", needs, repr(said[key]), remedy))
    return faults
