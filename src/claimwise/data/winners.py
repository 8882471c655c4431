"""Words of tables of judgements head to head: the column of winners, and what stands in it."""

from __future__ import annotations

WINNER = ("winner", "preference", "preferred", "choice", "judgement", "judgment", "verdict")
PLACES = ("left", "right", "first", "second", "model_a", "model_b", "system_a", "system_b")
TIES = ("tie", "ties", "tied", "draw", "equal", "same", "both", "neither", "no preference")
SIDES = (("a", "b"), ("model_a", "model_b"), ("system_a", "system_b"), ("first", "second"))
