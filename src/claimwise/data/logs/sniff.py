"""Which harness wrote this file? Told from its first bytes, not from its name alone."""

from __future__ import annotations

import re
from pathlib import Path

HEAD = 1 << 15  # bytes looked at
TEXT_HEAD = 1 << 10
PER_INSTANCE = "per_instance_stats.json"
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:nan|inf(?:inity)?)", re.I)
_TOKEN = re.compile(r'\s*("[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+)', re.S)
# Keys of a results file of lm-eval that other programs' results do not have.
_RESULTS = {"configs", "versions", "n-shot", "n-samples", "higher_is_better", "group_subtasks"}


def sniff(path: Path) -> str | None:
    """Name the format of a log; None for plain tables and for what is no log at all.

    The answers are ``lm-eval``, ``inspect``, ``helm``, ``every-eval-ever`` and ``text`` (one
    or two numbers in each line, without a header). Nothing is raised: a broken log keeps its
    name, and reading it says what is wrong.
    """
    try:
        if path.is_dir():
            return "helm" if (path / PER_INSTANCE).is_file() else None
        if not path.is_file():  # a pipe would be waited for
            return None
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return None
    return _of_bytes(head, path.name.lower())


def head_keys(path: Path) -> dict[str, str]:
    """Return the first keys of a file that holds one JSON object; none for anything else."""
    try:
        with path.open("rb") as file:
            opening, keys = top_keys(file.read(HEAD).decode("utf-8-sig", errors="replace"))
    except OSError:
        return {}
    return keys if opening == "{" else {}


def _of_bytes(head: bytes, name: str) -> str | None:
    is_eval = name.endswith(".eval")
    if head.startswith(b"PK"):
        inside = b"_journal/" in head or b"header.json" in head
        return "inspect" if is_eval or inside else None
    text = head.decode("utf-8-sig", errors="replace")
    found = _of_json(text, name) or _of_numbers(text[:TEXT_HEAD], whole=len(head) < TEXT_HEAD)
    if found is None and is_eval and (not head.strip() or b"\0" in head or "\ufffd" in text):
        return "inspect"  # once a zip; reading it says what is wrong
    return found


def _of_json(text: str, name: str) -> str | None:
    opening, keys = top_keys(text)
    if opening == "[" and "instance_id" in keys and keys.get("stats") == "[":
        return "helm"
    if opening == "[" and keys.get("name") == "{" and {"count", "sum_squared"} <= keys.keys():
        return "helm"  # its totals, which stand next to the instances
    if "doc_id" in keys and any(keys.get(k, "") in ("{", "[") for k in ("doc", "resps")):
        return "lm-eval"
    if "doc_id" in keys and any(k in keys for k in ("filtered_resps", "arguments", "doc_hash")):
        return "lm-eval"
    if {"sample_id", "model_id"} <= keys.keys() and keys.get("evaluation") == "{":
        return "every-eval-ever"
    if opening != "{":
        return None
    if keys.get("evaluation_results") == "[" and keys.keys() & {"model_info", "schema_version"}:
        return "every-eval-ever"
    if keys.get("eval") == "{" and keys.keys() & {"version", "status"}:
        return "inspect"
    if keys.get("request_states") == "[" or (keys.keys() == {"adapter_spec"} and "state" in name):
        return "helm"
    only = keys.keys() == {"results"} and name.startswith("results")  # the rest is further down
    if keys.get("results") == "{" and (only or keys.keys() & _RESULTS):
        return "lm-eval"
    return None


def top_keys(text: str) -> tuple[str, dict[str, str]]:
    """Return how a JSON text opens and the keys of its first object, as far as the text goes.

    Each key comes with the first character of its value.

    >>> top_keys('[{"id": 1, "stats": [{"name": "x"}], "cut of')
    ('[', {'id': '1', 'stats': '['})
    """
    opening, keys = "", {}
    depth, base, place, key = 0, 1, 0, None
    while match := _TOKEN.match(text, place):
        token, place = match[1], match.end()
        if not opening:
            if token not in ("{", "["):
                return "", {}
            opening, base = token, 1 if token == "{" else 2
        elif depth == 1 and base == 2 and token != "{":
            break  # an array of something other than objects
        if depth == base and token not in ("{", "[", "}", "]", ":", ",") and key is None:
            key = token.strip('"')
            continue
        if depth == base and key is not None and token not in (":", ","):
            keys[key], key = token[0], None
        elif depth == base and token == ",":
            key = None
        depth += (token in ("{", "[")) - (token in ("}", "]"))
        if opening and depth < base and token == "}":
            break
    return opening, keys


def _of_numbers(text: str, *, whole: bool) -> str | None:
    lines = text.splitlines()
    lines = lines if whole or len(lines) < 2 else lines[:-1]  # the last one may be cut
    rows = [line.split() for line in lines if line.strip()]
    width = len(rows[0]) if rows else 0
    if width not in (1, 2) or any(len(row) != width for row in rows):
        return None
    return "text" if all(NUMBER.fullmatch(word) for row in rows for word in row) else None
