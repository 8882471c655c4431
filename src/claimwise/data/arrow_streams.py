"""What DuckDB hands over, as arrays of NumPy: a stream of parts in the C interface of Arrow.

DuckDB gives texts to Python one object at a time; here a part of a column is two arrays, the
bytes of all its texts and where each of them begins.

References
----------
Apache Arrow, The Arrow C data interface, https://arrow.apache.org/docs/format/CDataInterface.html
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import CFUNCTYPE, POINTER, byref, c_char, c_char_p, c_int, c_int64, c_void_p
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

TEXTS: dict[str, np.dtype[Any]] = {
    "u": np.dtype(np.int32),
    "U": np.dtype(np.int64),
}  # and the types of their places
DTYPES: dict[str, np.dtype[Any]] = {"g": np.dtype(np.float64), "i": np.dtype(np.int32)}


class _Schema(ctypes.Structure):
    """A type, and those of its columns."""


class _Array(ctypes.Structure):
    """A part of a column, or of all columns."""


class _Stream(ctypes.Structure):
    """Parts, one after the other."""


_Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(_Schema))),
    ("dictionary", POINTER(_Schema)),
    ("release", CFUNCTYPE(None, POINTER(_Schema))),
    ("private_data", c_void_p),
]
_Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(_Array))),
    ("dictionary", POINTER(_Array)),
    ("release", CFUNCTYPE(None, POINTER(_Array))),
    ("private_data", c_void_p),
]
_Stream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(_Stream))),
    ("release", CFUNCTYPE(None, POINTER(_Stream))),
    ("private_data", c_void_p),
]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]


class Texts(NamedTuple):
    """Texts of some rows: row i is `data[starts[i]:starts[i + 1]]`; a missing one is empty."""

    starts: NDArray[Any]
    data: NDArray[np.uint8]


class Numbers(NamedTuple):
    """Numbers of some rows, and whether each of them is there; None if all are."""

    values: NDArray[Any]
    there: NDArray[np.bool_] | None


def parts(relation: Any) -> Iterator[tuple[int, list[Any]]]:
    """Yield some rows of a relation after the other: how many, and Texts or Numbers by column.

    The arrays are to be copied by whoever keeps them longer than until the next part.
    """
    capsule = relation.__arrow_c_stream__()  # which is released when it goes
    stream = ctypes.cast(_pointer(capsule, b"arrow_array_stream"), POINTER(_Stream))
    schema = _Schema()
    _check(stream, stream.contents.get_schema(stream, byref(schema)))
    formats = [schema.children[i].contents.format.decode() for i in range(schema.n_children)]
    schema.release(byref(schema))
    while True:
        array = _Array()
        _check(stream, stream.contents.get_next(stream, byref(array)))
        if not array.release:
            return
        try:
            columns = (array.children[i].contents for i in range(len(formats)))
            yield array.length, list(map(_column, columns, formats))
        finally:
            array.release(byref(array))


def _check(stream: Any, failed: int) -> None:
    if failed:
        import duckdb

        said = (stream.contents.get_last_error(stream) or b"").decode("utf-8", "replace")
        kind = duckdb.OutOfMemoryException if said.startswith("Out of Memory") else duckdb.Error
        raise kind(said)


def _column(array: Any, form: str) -> Texts | Numbers:
    rows, start = array.length, array.offset
    if form in TEXTS:
        starts = _buffer(array.buffers[1], start + rows + 1, TEXTS[form])[start:]
        return Texts(starts, _buffer(array.buffers[2], int(starts[-1]), np.dtype(np.uint8)))
    values = _buffer(array.buffers[1], start + rows, DTYPES[form])[start:]
    if not array.null_count or not array.buffers[0]:
        return Numbers(values, None)
    bits = _buffer(array.buffers[0], (start + rows + 7) // 8, np.dtype(np.uint8))
    there = np.unpackbits(bits, count=start + rows, bitorder="little")[start:]
    return Numbers(values, there.astype(bool))


def _buffer(address: int | None, length: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    if not length or not address:
        return np.zeros(length, dtype)
    memory: Any = (c_char * (length * dtype.itemsize)).from_address(address)
    return np.frombuffer(memory, dtype)
