"""What an error advises, in the words of a declaration.

The reading of data and the analyses serve commands with options of their own, and say so where
something is wrong; a study has keys in their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from claimwise.core import ClaimwiseError

NAME = r"[A-Za-z0-9_\-]+"
KEYS = (  # the option with what follows it, and the key
    (
        rf"--column ({NAME})=({NAME}) --column ({NAME})=({NAME})",
        r'data.columns = {\1 = "\2", \3 = "\4"}',
    ),
    (rf"--column ({NAME})=({NAME})", r'data.columns = {\1 = "\2"}'),
    (rf", or columns=\{{\"{NAME}\": {NAME}\}}", ""),
    (r"--references FILE( and --metric\b)?", lambda m: _both("data.references", m)),
    (r"[Ss]uch as --metric ([a-z0-9_:\-]+)", r'Such as claim.metric = "\1"'),
    (r"--metric NAME( \(metric=NAME in Python\))?", "claim.metric"),
    (r"--dataset NAME", "data.dataset"),
    (r"--cluster COLUMN", "data.cluster"),
    (r"--a and --b", "claim.a and claim.b"),
    (
        r"--scale WORST,\.\.\.,BEST, in Python by scale=\([^)]*\)",
        'data.scale = ["WORST", ..., "BEST"]',
    ),
    (r"--scale (\S+?)(?=\.(\s|$))", r"data.scale = [\1]"),
    (rf"Name it with ({NAME}), or write a formula", r'Name it: data.columns = {\1 = "NAME"}'),
    (r"--resamples", "procedure.resamples"),
    (r"--(gold|dataset|references|cluster|scale)\b", r"data.\1"),
    (r"--metric\b", "claim.metric"),
    (r"--(test|interval|model)\b", r"procedure.\1"),
)
ASIDE = r"Choose with a and b, or dataset\."


def _both(key: str, found: re.Match[str]) -> str:
    return f"{key} and claim.metric" if found[1] else key


def declared_words(text: str) -> str:
    """Return what is said with the keys of a study in place of options.

    >>> declared_words("Name it: --column item=NAME.")
    'Name it: data.columns = {item = "NAME"}.'
    """
    for option, key in KEYS:
        text = re.sub(option, key, text)
    return re.sub(ASIDE, "Choose one with data.dataset.", text)


@contextmanager
def in_declared_words() -> Iterator[None]:
    """Let what is refused within advise keys of the declaration."""
    try:
        yield
    except ClaimwiseError as error:
        said = declared_words(str(error))
        if said != str(error):
            error.args = (said, *error.args[1:])
        raise
