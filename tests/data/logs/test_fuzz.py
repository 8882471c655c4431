"""Damaged logs: a refusal in one sentence or a valid table, never anything else."""

import copy
import json
import random
import shutil
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import ClaimwiseError
from claimwise.data.logs import describe, read_log, sniff

pytestmark = pytest.mark.slow

KINDS = ("lm-eval", "inspect", "helm", "every-eval-ever", "text")
LEAVES = [None, True, -1, 0.5, float("nan"), float("inf"), 10**400, "", "x", "\ud800", [], {}, [[]]]
LEAVES += [[1, 2], {"value": 1}, {"": ""}, "9" * 50]


@pytest.fixture
def attempt(check_table):
    """Return a function that reads and describes a file in any way it can."""

    def read(path, kind, **more):
        sniff(path)
        result = None
        try:
            result = read_log(path, kind=kind, **more)
            check_table(result)
        except ClaimwiseError as error:
            str(error).encode("utf-8")
        try:
            json.dumps(describe(path, kind=kind)).encode("utf-8")
        except ClaimwiseError as error:
            str(error).encode("utf-8")
        return result

    return read


def rows(scores):
    """Rows as plain values, to compare tables."""
    items = [scores.item.labels[code] for code in scores.item.codes]
    runs = [""] * len(items)
    if scores.run is not None:
        runs = [scores.run.labels[code] for code in scores.run.codes]
    return list(zip(items, runs, np.nan_to_num(scores.score, nan=-9).tolist(), strict=True))


@pytest.fixture
def copy_of(logs, tmp_path):
    """Return a function that copies a real log, with the files beside it, to change it."""

    def make(kind):
        source, name = {
            "lm-eval": (logs / "lm_eval", "samples_*.jsonl"),
            "helm": (logs / "helm" / "mmlu_philosophy_gpt2", "per_instance_stats.json"),
            "every-eval-ever": (logs / "every_eval_ever", "*_samples.jsonl"),
            "inspect": (logs / "inspect", "popularity_2.eval"),
            "inspect-json": (logs / "inspect", "log_read_sample.json"),
        }[kind]
        folder = tmp_path / kind
        folder.mkdir()
        for path in source.iterdir():
            shutil.copyfile(path, folder / path.name)
        return next(folder.glob(name))

    return make


SOURCES = ["lm-eval", "helm", "every-eval-ever", "inspect", "inspect-json"]
METRICS = {"helm": "exact_match"}


@pytest.mark.parametrize("source", SOURCES)
def test_truncated_anywhere(copy_of, attempt, source):
    path, kind = copy_of(source), source.removesuffix("-json")
    whole = path.read_bytes()
    full = rows(read_log(path, kind=kind, metric=METRICS.get(kind)))
    for cut in range(0, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:cut])
        found = attempt(path, kind, metric=METRICS.get(kind))
        if found is not None:  # cut between two lines: the first ones are right
            assert kind == "lm-eval"
            assert rows(found) == full[: len(found)]


@pytest.mark.parametrize("source", SOURCES)
def test_flipped_bytes(copy_of, attempt, source):
    path, kind = copy_of(source), source.removesuffix("-json")
    whole = path.read_bytes()
    full = rows(read_log(path, kind=kind, metric=METRICS.get(kind)))
    random_state = random.Random(20261116)
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(random_state.choice((1, 1, 3, 20))):
            broken[random_state.randrange(len(broken))] ^= 1 << random_state.randrange(8)
        path.write_bytes(bytes(broken))
        found = attempt(path, kind, metric=METRICS.get(kind))
        if found is not None and source == "inspect":  # checksums: nothing wrong gets through
            assert sorted(rows(found)) == sorted(full)


def test_bytes_of_a_zip(logs, tmp_path, attempt):
    """One changed byte at many places: the scores are right, or the log is refused."""
    whole = (logs / "inspect" / "log_streaming.eval").read_bytes()
    path = tmp_path / "x.eval"
    path.write_bytes(whole)
    full = sorted(rows(read_log(path, kind="inspect")))
    for place in range(0, len(whole), 13):
        broken = bytearray(whole)
        broken[place] ^= 0x55
        path.write_bytes(bytes(broken))
        found = attempt(path, "inspect")
        if found is not None:
            assert sorted(rows(found)) == full


@pytest.mark.parametrize("kind", KINDS)
def test_any_log_read_as_any_format(logs, shared_data, attempt, kind):
    paths = [path for path in logs.rglob("*") if path.is_file()]
    for path in [*paths, shared_data / "ratings" / "wine.csv", shared_data / "mt" / "FBK.de"]:
        attempt(path, kind)
        attempt(path, kind, metric="accuracy", columns={"cluster": "metadata.subject"})


@given(content=st.binary(max_size=200), kind=st.sampled_from(KINDS))
def test_noise(tmp_path_factory, content, kind):
    path = tmp_path_factory.mktemp("noise") / "x.eval"
    path.write_bytes(content)
    for question in (read_log, describe):
        try:
            question(path, kind=kind)
        except ClaimwiseError as error:
            str(error).encode("utf-8")


def places(value, so_far=()):
    """All places in a JSON value, with what stands there."""
    yield so_far
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(child, (*so_far, key))


def changed(value, place, leaf):
    """The value with another one at a place; without it, if the leaf is `...`."""
    value = copy.deepcopy(value)
    if not place:
        return leaf
    inner = value
    for key in place[:-1]:
        inner = inner[key]
    if leaf is ...:
        del inner[place[-1]]
    else:
        inner[place[-1]] = leaf
    return value


def few_places(content, random_state, number):
    """Some places, those near the top more often."""
    found = [place for place in places(content) if len(place) < 7]
    return random_state.sample(found, min(number, len(found)))


@pytest.mark.parametrize("source", SOURCES)
def test_deleted_and_exchanged_values(copy_of, attempt, source):
    path, kind = copy_of(source), source.removesuffix("-json")
    random_state = random.Random(7)
    columns = {"cluster": {"lm-eval": "doc.type"}.get(kind, "metadata.subject")}
    for file in (path, *beside(path, source)):
        whole = file.read_bytes()
        parsed, write = opened(file)
        for place in few_places(parsed, random_state, 5 if source == "helm" else 15):
            for leaf in (..., *random_state.sample(LEAVES, 2)):
                if leaf is ... and not place:
                    continue
                write(changed(parsed, place, leaf))
                attempt(path, kind, metric=METRICS.get(kind))
                attempt(path, kind, metric=METRICS.get(kind), columns=columns)
        file.write_bytes(whole)


def beside(path, source):
    if source == "lm-eval":
        return list(path.parent.glob("results_*"))
    if source == "helm":
        return [path.with_name(f"{n}.json") for n in ("run_spec", "scenario_state", "stats")]
    if source == "every-eval-ever":
        return [path.with_name(path.name.replace("_samples.jsonl", ".json"))]
    return []


def opened(path):
    """The content of a log as one JSON value, and a function that writes it back."""
    if path.suffix == ".eval":
        with zipfile.ZipFile(path) as archive:
            kept = {name: json.loads(archive.read(name)) for name in archive.namelist()}
        kept = {n: c for n, c in kept.items() if n in ("header.json", "summaries.json")}

        def write_zip(content):
            with zipfile.ZipFile(path, "w") as archive:
                for name, member in (
                    content if isinstance(content, dict) else {"x": content}
                ).items():
                    archive.writestr(name or "empty", json.dumps(member))

        return kept, write_zip
    if path.suffix == ".jsonl":
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][:3]

        def write_lines(content):
            content = content if isinstance(content, list) else [content]
            path.write_text("".join(json.dumps(line) + "\n" for line in content))

        return lines, write_lines
    return json.loads(path.read_text(encoding="utf-8")), lambda c: path.write_text(json.dumps(c))


words = st.sampled_from(["id", "epoch", "scores", "match", "value", "error", "input", "metadata"])
trees = st.recursive(
    st.sampled_from([*LEAVES[:9], "C", 1]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=150)
@given(rows=st.lists(st.dictionaries(words, trees, max_size=6), max_size=3), header=trees)
def test_any_summaries(tmp_path_factory, make_zip, rows, header):
    path = tmp_path_factory.mktemp("any") / "x.eval"
    rows = [{"id": i, **row} for i, row in enumerate(rows)]
    members = [("summaries.json", rows), ("header.json", header)]
    path.write_bytes(make_zip([(name, json.dumps(value).encode()) for name, value in members]))
    for question in (read_log, describe):
        try:
            question(path, kind="inspect")
        except ClaimwiseError as error:
            str(error).encode("utf-8")
