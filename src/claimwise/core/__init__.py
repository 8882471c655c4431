"""Results, errors, registry, randomness: what every room needs, and no statistics."""

from claimwise.core.check import (
    ALTERNATIVES,
    check_alpha,
    check_alternative,
    check_count,
    check_difference,
    check_number,
    check_one_of,
    check_probability,
    check_share,
)
from claimwise.core.errors import (
    ClaimwiseError,
    DataError,
    FitError,
    ImpossibleError,
    Option,
    ParameterError,
    Words,
    as_words,
    did_you_mean,
    option,
    sentence,
)
from claimwise.core.note import Note, assumed, caution, dropped, inferred, meaning
from claimwise.core.provenance import provenance
from claimwise.core.registry import Entry, entries, import_room, lookup, names, register
from claimwise.core.result import At, Result, Row, spelled
from claimwise.core.rng import DEFAULT_SEED, block_rng, root_seed
from claimwise.core.words import counted

__all__ = [
    "ALTERNATIVES",
    "DEFAULT_SEED",
    "At",
    "ClaimwiseError",
    "DataError",
    "Entry",
    "FitError",
    "ImpossibleError",
    "Note",
    "Option",
    "ParameterError",
    "Result",
    "Row",
    "Words",
    "as_words",
    "assumed",
    "block_rng",
    "caution",
    "check_alpha",
    "check_alternative",
    "check_count",
    "check_difference",
    "check_number",
    "check_one_of",
    "check_probability",
    "check_share",
    "counted",
    "did_you_mean",
    "dropped",
    "entries",
    "import_room",
    "inferred",
    "lookup",
    "meaning",
    "names",
    "option",
    "provenance",
    "register",
    "root_seed",
    "sentence",
    "spelled",
]
