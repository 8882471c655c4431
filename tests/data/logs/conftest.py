"""Real logs, and small ones of our own making in the same formats."""

import json
import struct
import zlib

import numpy as np
import pytest

STAMP = "2026-01-21T03-44-18.458309"


@pytest.fixture(scope="session")
def logs(shared_data):
    return shared_data / "logs"


@pytest.fixture(scope="session")
def lm_eval_log(logs):
    return logs / "lm_eval" / f"samples_math_perturbed_full_{STAMP}.jsonl"


@pytest.fixture
def by_item():
    """Return a function: the scores of one metric by item (and run)."""

    def look_up(scores, metric=None):
        found = {}
        for row in range(len(scores)):
            if metric and scores.metric.labels[scores.metric.codes[row]] != metric:
                continue
            item = scores.item.labels[scores.item.codes[row]]
            key = item if scores.run is None else (item, scores.run.labels[scores.run.codes[row]])
            assert key not in found
            found[key] = float(scores.score[row])
        return found

    return look_up


@pytest.fixture
def check_table():
    """Return a function that checks what must hold for every table of scores."""

    def check(scores):
        n = len(scores)
        assert n > 0
        columns = [scores.item, scores.system, *scores.fingerprints.values()]
        columns += [scores.metric, scores.dataset, scores.run, scores.cluster]
        for column in columns:
            if column is None:
                continue
            assert column.codes.dtype == np.int32
            assert len(column) == n
            assert column.codes.min() >= -1
            assert column.codes.max() < len(column.labels)
            assert len(set(column.labels)) == len(column.labels)
            for text in column.labels:
                assert isinstance(text, str)
                text.encode("utf-8")
            seen = list(dict.fromkeys(column.codes[column.codes >= 0].tolist()))
            assert seen == list(range(len(column.labels)))  # in the order of appearance
        assert (scores.item.codes >= 0).all()
        assert (scores.system.codes >= 0).all()
        assert scores.score.dtype == np.float64
        assert not np.isinf(scores.score).any()
        if scores.inputs is not None:
            kept = np.array([value is not None for value in scores.inputs])
            assert np.isnan(scores.score[kept]).all()
        assert set(scores.better.values()) <= {"higher", "lower"}
        assert all(isinstance(note, str) for note in (*scores.notes, *scores.inferred))
        assert scores.provenance["data"].startswith("sha256:")

    return check


@pytest.fixture
def write_samples(tmp_path):
    """Return a function that writes samples of lm-eval, and results if they are given."""

    def write(records, results=None, task="task", folder="model", stamp=STAMP):
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        path = place / f"samples_{task}_{stamp}.jsonl"
        path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
        if results is not None:
            (place / f"results_{stamp}.json").write_text(json.dumps(results), encoding="utf-8")
        return path

    return write


def sample(doc_id, filter="none", **metrics):
    """One sample of lm-eval."""
    return {
        "doc_id": doc_id,
        "doc": {"question": f"q{doc_id}", "passage": f"p{doc_id // 2}"},
        "target": "yes",
        "arguments": {"gen_args_0": {"arg_0": "prompt"}},
        "resps": [["a"]],
        "filtered_resps": ["a"],
        "filter": filter,
        "metrics": list(metrics),
        "doc_hash": f"d{doc_id}",
        "prompt_hash": f"p{doc_id}",
        "target_hash": f"t{doc_id}",
        **metrics,
    }


@pytest.fixture(scope="session")
def make_sample():
    return sample


def zip_bytes(members, method=8, *, flags=0, wrong_crc=(), sizes=None):
    """A zip file by hand: any method, any lie about sizes and checksums."""
    body, directory = b"", b""
    for name, data in members:
        packed = pack(data, method)
        crc = zlib.crc32(data) ^ (name in wrong_crc)
        size = (sizes or {}).get(name, len(data))
        coded = name.encode()
        fields = struct.pack(
            "<HHHHHIIIHH", 63, flags, method, 0, 33, crc, len(packed), size, len(coded), 0
        )
        directory += b"PK\1\2" + struct.pack("<H", 63) + fields
        directory += struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + coded
        body += b"PK\3\4" + fields + coded + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end


def pack(data, method):
    if method == 8:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return packer.compress(data) + packer.flush()
    if method == 93:
        zstandard = pytest.importorskip("zstandard")
        return zstandard.ZstdCompressor().compress(data)
    return data


@pytest.fixture(scope="session")
def make_zip():
    return zip_bytes


HEADER = {
    "version": 2,
    "status": "success",
    "eval": {"task": "task", "model": "model", "dataset": {"name": "d"}, "task_args": {}},
    "plan": {"steps": [{"solver": "generate", "params": {}}], "config": {}},
    "results": {"scores": []},
}


@pytest.fixture
def write_eval(tmp_path):
    """Return a function that writes an .eval log of summaries, samples and a header."""

    def write(summaries=None, *, samples=(), journal=(), header=HEADER, method=8, name="log.eval"):
        members = []
        if journal or header is None:
            start = {key: HEADER[key] for key in ("version", "eval", "plan")}
            members.append(("_journal/start.json", start))
        members += [
            (f"samples/{s['id']}_epoch_{s['epoch']}.json", s)
            for s in samples
            if isinstance(s, dict)
        ]
        members += [s for s in samples if isinstance(s, tuple)]
        members += [(f"_journal/summaries/{i}.json", part) for i, part in journal]
        members += [("summaries.json", summaries)] if summaries is not None else []
        members += [("header.json", header)] if header is not None else []
        path = tmp_path / name
        coded = [(member, json.dumps(content).encode()) for member, content in members]
        path.write_bytes(zip_bytes(coded, method))
        return path

    return write


@pytest.fixture
def write_inspect_json(tmp_path):
    """Return a function that writes a .json log of Inspect."""

    def write(samples, header=HEADER):
        path = tmp_path / "log.json"
        path.write_text(json.dumps({**header, "samples": samples}), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def header():
    return HEADER


def inspect_sample(id, value=None, epoch=1, **more):
    """One sample of Inspect, or its summary; several scorers by `scores`."""
    scores = {} if value is None else {"match": {"value": value}}
    return {"id": id, "epoch": epoch, "input": f"q{id}", "target": "A", "scores": scores, **more}


@pytest.fixture(scope="session")
def make_inspect():
    return inspect_sample
