"""Which scores of these data are better: by the user's word, the file's, or the metric's name."""

from __future__ import annotations

import numpy as np

from claimwise.core import Note, ParameterError, inferred, option
from claimwise.data import Scores
from claimwise.metrics.direction import HIGHER, Direction, direction_of, shared_name

BY_FILE = "as there is no column for it"  # said of a system that is called like its file
ABOUT = "direction"  # what notes on it are about


def direction_in(scores: Scores, better: str | None = None) -> Direction:
    """Return which scores are better; a guess where nothing says so and they are graded."""
    if better is not None:
        return Direction(better, "user")
    said = set(scores.better.values())
    if len(said) == 1:
        return Direction(said.pop(), "file")
    named = scores.metric.used() if scores.metric is not None else (scores.called,)
    by_name = {direction_of(name) for name in named}
    if by_name == {None} and scores.metric is None and (name := _of_systems(scores)) is not None:
        named, by_name = (name,), {direction_of(name)}
    if len(by_name) == 1 and None not in by_name:
        return Direction(str(by_name.pop()), "name", named[0])
    values = scores.score[~np.isnan(scores.score)]
    if bool(np.isin(values, (0.0, 1.0)).all()):
        return Direction(HIGHER, "verdicts")
    return Direction(HIGHER, "guess", named[0] if len(named) == 1 else None)


def _of_systems(scores: Scores) -> str | None:
    """Return the metric that columns or files, which are a system each, are all called by."""
    of_files = any(line.startswith("system: ") and BY_FILE in line for line in scores.inferred)
    return shared_name(scores.system.used()) if scores.called is None or of_files else None


def direction_notes(found: Direction) -> list[Note]:
    """Say which scores are taken for better, where the user did not."""
    if found.by == "name":
        other = "higher" if found.better == "lower" else "lower"
        text = f"{found.better.capitalize()} is better, by the name {found.name}; if not, add "
        return [inferred(text + option("better", other) + ".", ABOUT)]
    if found.guessed:
        what = f"{found.name} does not say" if found.name else "nothing says"
        text = f"Higher is taken to be better, as {what} which way; if not, add "
        return [inferred(text + option("better", "lower") + ".", ABOUT)]
    return []


def refuse_guess(name: str | None) -> ParameterError:
    """Return the refusal of a gate on scores of which nobody said which way is better."""
    what = f"and {name} does not say" if name else "and the data do not say"
    return ParameterError(
        f"A gate has to know which scores are better, {what}.",
        "Add " + option("better", "lower") + " or " + option("better", "higher") + ".",
    )
