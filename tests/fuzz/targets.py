"""What is damaged, and who reads it: a small seed of every format, and the reader of its verb."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import ClaimwiseError
from claimwise.data import Scores, Totals, align, audit_all, read

from . import naive
from .mutate import BYTES, Mutation, cells, members, noise, settings, tree

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
REAL_LOGS = HERE.parents[2] / "shared" / "data" / "logs"
STAMP = "2026-01-21T03-44-18.458309"
SYSTEMS = ("a", "b", "c")
TRUTH = {(f"item-{i}", s): (7 * i + 3 * j) % 9 / 8 for i in range(8) for j, s in enumerate(SYSTEMS)}


@dataclass(frozen=True)
class Target:
    """A file, how it may be damaged, and what reads it; a refusal is a ClaimwiseError."""

    file: str
    seed: Callable[[], bytes]
    reads: Callable[[Path], Any]
    ways: tuple[Mutation, ...] = ()  # of its structure, besides those of bytes
    beside: Callable[[], dict[str, bytes]] = dict  # other files in the same folder, whole
    of_bytes: tuple[Mutation, ...] = BYTES


def check_scores(data: Any) -> None:
    """Hold a table of scores to what all later steps take for granted."""
    if isinstance(data, Totals):
        assert (data.correct <= data.n).all()
        assert (data.correct >= 0).all()
        return
    assert isinstance(data, Scores)
    assert len(data) > 0
    assert not np.isinf(data.score).any()
    columns = [data.item, data.system, data.metric, data.dataset, data.run, data.cluster]
    for column in (c for c in columns if c is not None):
        assert len(column) == len(data)
        assert column.codes.min() >= -1
        assert column.codes.max() < len(column.labels)
        assert len(set(column.labels)) == len(column.labels)
        for label in column.labels:
            label.encode("utf-8")
    assert (data.item.codes >= 0).all()
    assert (data.system.codes >= 0).all()
    with suppress(ClaimwiseError):
        audit_all(data)
    with suppress(ClaimwiseError):
        align(data, *data.system.used()[:2])


def table(
    expected: Callable[[bytes], list[naive.Row] | None] | None = None,
) -> Callable[[Path], Any]:
    """Return the reading of a table of scores, held against a plain reading of the same bytes."""

    def reads(path: Path) -> Any:
        data = read(path)
        check_scores(data)
        if expected is not None and isinstance(data, Scores):
            rows = expected(path.read_bytes())
            if rows is not None:
                mine = list(zip(data.item, data.system, data.score.tolist(), strict=True))
                plain = [(i.strip(), s.strip(), x) for i, s, x in mine]
                assert sorted(plain) == sorted(rows), "another number than a plain reading finds"
        return data

    return reads


def doctor(path: Path) -> Any:
    """Look at a file as the doctor does."""
    from claimwise.assess.doctor import doctor as examine

    return examine(path)


def long_csv(delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    """Return a long table, with a text that has a comma and a line break."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, quoting=quoting, lineterminator="\n")
    writer.writerow(["item", "system", "score", "passage", "prompt"])
    for (item, system), score in TRUTH.items():
        writer.writerow([item, system, score, f"p{int(item[5:]) // 3}", f"Say {item},\nno more"])
    return buffer.getvalue().encode()


def wide_csv() -> bytes:
    """Return a table with a column for each system."""
    rows = [[f"item-{i}", *(str(TRUTH[f"item-{i}", s]) for s in SYSTEMS)] for i in range(8)]
    return "\n".join(",".join(row) for row in [["item", *SYSTEMS], *rows]).encode()


def records() -> list[dict[str, Any]]:
    """Return the table as records."""
    return [{"item": i, "system": s, "score": x, "doc": {"p": "é"}} for (i, s), x in TRUTH.items()]


def parquet() -> bytes:
    """Return the table as Parquet."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        made, out = Path(folder) / "x.csv", Path(folder) / "x.parquet"
        made.write_bytes(long_csv())
        duckdb.sql(f"copy (select * from read_csv('{made}')) to '{out}' (format parquet)")
        return out.read_bytes()


def head(path: Path, lines: int) -> bytes:
    """Return the first lines of a file."""
    return b"".join(path.read_bytes().splitlines(keepends=True)[:lines])


def log(kind: str, **more: Any) -> Callable[[Path], Any]:
    """Return the reading of a log, and of what it says of itself."""
    from claimwise.data.logs import describe, read_log, sniff

    def reads(path: Path) -> Any:
        sniff(path)
        with suppress(ClaimwiseError):
            json.dumps(describe(path, kind=kind)).encode("utf-8")
        data = read_log(path, kind=kind, **more)
        check_scores(data)
        return data

    return reads


def whole_zip(seed: Callable[[], bytes]) -> Callable[[Path], Any]:
    """Return the reading of a log with checksums: what is accepted has the scores of the seed."""
    reads = log("inspect")

    def rows(data: Scores) -> list[Any]:
        runs = [""] * len(data) if data.run is None else list(data.run)
        scores = np.nan_to_num(data.score, nan=-9).tolist()
        return sorted(zip(data.item, runs, scores, strict=True))

    @cache
    def truth() -> list[Any]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.eval"
            path.write_bytes(seed())
            return rows(reads(path))

    def checked(path: Path) -> Any:
        data = reads(path)
        assert rows(data) == truth(), "another number than the log has"
        return data

    return checked


def any_format(path: Path) -> Any:
    """Read a file as a log of every kind; refuse it if all do."""
    refusals = []
    for kind in ("lm-eval", "inspect", "helm", "every-eval-ever", "text"):
        try:
            log(kind)(path)
        except ClaimwiseError as error:
            refusals.append(error)
    if len(refusals) == 5:
        raise refusals[0]


def outputs(path: Path) -> Any:
    """Read gold labels and predictions."""
    from claimwise.data.read_outputs import read_outputs

    return read_outputs(path, takes="labels")


def texts(path: Path) -> Any:
    """Read lines of two systems, with references."""
    from claimwise.data.read_outputs import read_outputs

    return read_outputs(path, path.with_name("new.txt"), references=path.with_name("ref.txt"))


def responses(path: Path) -> Any:
    """Read several answers to each item."""
    from claimwise.data.read_responses import read_responses

    return read_responses(path)


def ratings(path: Path) -> Any:
    """Read ratings by the names of their columns."""
    from claimwise.mixed.formula import parse
    from claimwise.mixed.table import read_ratings

    formula = parse("rating ~ system + (1 | rater) + (1 | item)")
    return read_ratings(path, formula, ordinal=True)


def survey(path: Path) -> Any:
    """Read a table of published comparisons."""
    from claimwise.surveys.table import read_comparisons

    return read_comparisons(path, kind="accuracy", percent=None, where=None, fit_where=None)


def study(path: Path) -> Any:
    """Read a declared study, and check its seal."""
    from claimwise.study.freeze import verify
    from claimwise.study.reader import read as read_study

    return verify(read_study(path))


def world(name: str) -> Callable[[Path], Any]:
    """Return the reader of a world's file."""

    def reads(path: Path) -> Any:
        from claimwise.worlds import confusion_file, delta_file, rating_file, response_file

        readers: dict[str, Callable[[Path], Any]] = {
            "ratings": rating_file.read_world,
            "responses": response_file.read_response_world,
            "delta": delta_file.read_delta,
            "confusion": confusion_file.read_tables,
        }
        return readers[name](path)

    return reads


def stored_result(path: Path) -> Any:
    """Read the JSON of a result."""
    from claimwise.report import from_json

    return from_json(path.read_text(encoding="utf-8", errors="replace"))


def kept_run(path: Path) -> Any:
    """List the runs of a store with a damaged note: it is left out, never an error."""
    from claimwise.run.kept_runs import kept_runs

    place = path.parent / "store" / "runs"
    place.mkdir(parents=True, exist_ok=True)
    (place / "0123456789abcdef.json").write_bytes(path.read_bytes())
    return kept_runs(path.parent / "store")


def result_json() -> bytes:
    """Return the stored result of a small comparison."""
    import claimwise as cw
    from claimwise.report import to_json

    return to_json(cw.compare(cw.Pairs([1, 0, 1, 1, 0, 1], [1, 1, 1, 0, 1, 1]))).encode()


def eval_json() -> bytes:
    """Return a small log of Inspect."""
    return json.dumps(
        {
            "version": 2,
            "status": "success",
            "eval": {"task": "quiz", "model": "m", "created": "2026-01-01T00:00:00+00:00"},
            "samples": [
                {
                    "id": i,
                    "epoch": 1,
                    "input": f"q{i}",
                    "target": "a",
                    "scores": {"match": {"value": "C" if i % 3 else "I"}},
                }
                for i in range(6)
            ],
        }
    ).encode()


def eval_zip() -> bytes:
    """Return the same log as a zip file."""
    import zipfile

    whole = json.loads(eval_json())
    header = {key: value for key, value in whole.items() if key != "samples"}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps(header))
        archive.writestr("summaries.json", json.dumps(whole["samples"]))
        for sample in whole["samples"]:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    return buffer.getvalue()


def lm_eval() -> bytes:
    """Return samples of lm-eval."""
    return head(EXAMPLES / "logs" / "base" / "samples_reading.jsonl", 6)


def note() -> bytes:
    """Return the note of a kept run."""
    return json.dumps(
        {
            "command": "claimwise plan accuracy",
            "argv": ["plan", "accuracy"],
            "folder": "/tmp",
            "started": 1.0,
            "updated": 2.0,
            "state": "stopped",
            "pid": 1,
            "born": 1,
            "host": "x",
            "parts": {"a": ["power", 4]},
        }
    ).encode()


def unsealed() -> bytes:
    """Return the study of the examples without its seal."""
    return (EXAMPLES / "study.toml").read_bytes().split(b"[frozen]")[0]


def _lines(name: str) -> bytes:
    return head(EXAMPLES / "translations" / name, 6)


COMMA, TAB = (cells(","),), (cells("\t"),)


@cache
def targets() -> dict[str, Target]:
    """Return all targets; logs of other people where they are at hand."""
    known = {
        "long csv": Target("x.csv", long_csv, table(lambda d: naive.long_rows(d, ",")), COMMA),
        "quoted csv": Target(
            "q.csv",
            lambda: long_csv(quoting=csv.QUOTE_ALL),
            table(lambda d: naive.long_rows(d, ",")),
            COMMA,
        ),
        "tsv": Target(
            "x.tsv", lambda: long_csv("\t"), table(lambda d: naive.long_rows(d, "\t")), TAB
        ),
        "wide csv": Target("w.csv", wide_csv, table(lambda d: naive.wide_rows(d, SYSTEMS)), COMMA),
        "totals": Target(
            "t.csv", lambda: b"dataset,system,correct,n\nd1,a,3,9\nd1,b,4,9\n", table(), COMMA
        ),
        "jsonl": Target(
            "x.jsonl",
            lambda: "".join(json.dumps(r) + "\n" for r in records()).encode(),
            table(naive.record_rows),
            (tree,),
        ),
        "json": Target(
            "x.json", lambda: json.dumps(records()).encode(), table(naive.record_rows), (tree,)
        ),
        "parquet": Target("x.parquet", parquet, table()),
        "doctor csv": Target("x.csv", long_csv, doctor, COMMA),
        "doctor jsonl": Target(
            "x.jsonl",
            lambda: "".join(json.dumps(r) + "\n" for r in records()).encode(),
            doctor,
            (tree,),
        ),
        "outputs": Target("o.csv", lambda: head(EXAMPLES / "ner.csv", 30), outputs, COMMA),
        "texts": Target(
            "base.txt",
            lambda: _lines("base.txt"),
            texts,
            beside=lambda: {"new.txt": _lines("new.txt"), "ref.txt": _lines("reference.txt")},
        ),
        "responses": Target(
            "r.csv", lambda: head(EXAMPLES / "responses.csv", 40), responses, COMMA
        ),
        "ratings": Target("r.csv", lambda: head(EXAMPLES / "ratings.csv", 40), ratings, COMMA),
        "survey": Target("s.csv", lambda: head(EXAMPLES / "survey.csv", 20), survey, COMMA),
        "study": Target("study.toml", unsealed, study, (settings,)),
        "sealed study": Target(
            "study.toml", lambda: (EXAMPLES / "study.toml").read_bytes(), study, (settings,)
        ),
        "confusion world": Target(
            "c.toml",
            lambda: (EXAMPLES / "confusion.toml").read_bytes(),
            world("confusion"),
            (settings,),
        ),
        "rating world": Target("w.toml", _seed("ratings.toml"), world("ratings"), (settings,)),
        "response world": Target(
            "w.toml", _seed("responses.toml"), world("responses"), (settings,)
        ),
        "bleu world": Target("w.toml", _seed("bleu.toml"), world("delta"), (settings,)),
        "stored result": Target("r.json", result_json, stored_result, (tree,)),
        "kept run": Target("n.json", note, kept_run, (tree,)),
        "lm-eval": Target(f"samples_x_{STAMP}.jsonl", lm_eval, log("lm-eval"), (tree,)),
        "inspect json": Target("x.json", eval_json, log("inspect"), (tree,)),
        "inspect zip": Target("x.eval", eval_zip, whole_zip(eval_zip)),
        "inspect members": Target("x.eval", eval_zip, log("inspect"), (members,), of_bytes=()),
        "noise": Target("x.eval", eval_zip, any_format, (noise,), of_bytes=()),
        "another format": Target("x.jsonl", lm_eval, any_format, (tree,)),
    }
    return known | _real_logs()


def _seed(name: str) -> Callable[[], bytes]:
    return lambda: (HERE / "seeds" / name).read_bytes()


def _real_logs() -> dict[str, Target]:
    if not REAL_LOGS.is_dir():
        return {}
    helm, ever = REAL_LOGS / "helm" / "mmlu_philosophy_gpt2", REAL_LOGS / "every_eval_ever"
    (samples,) = ever.glob("*_samples.jsonl")
    real = (REAL_LOGS / "inspect" / "log_formats.eval").read_bytes

    def others(folder: Path, without: str) -> Callable[[], dict[str, bytes]]:
        return lambda: {p.name: p.read_bytes() for p in folder.iterdir() if p.name != without}

    return {
        "real inspect zip": Target("x.eval", real, whole_zip(real)),
        "real members": Target("x.eval", real, log("inspect"), (members,), of_bytes=()),
        "helm": Target(
            "per_instance_stats.json",
            (helm / "per_instance_stats.json").read_bytes,
            log("helm", metric="exact_match"),
            (tree,),
            others(helm, "per_instance_stats.json"),
        ),
        "every-eval-ever": Target(
            samples.name,
            samples.read_bytes,
            log("every-eval-ever"),
            (tree,),
            others(ever, samples.name),
        ),
    }
