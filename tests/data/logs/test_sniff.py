"""Which harness wrote this file?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.data.logs import describe, sniff
from claimwise.data.logs.sniff import top_keys


def test_real_files_are_recognised(logs, shared_data):
    assert {sniff(path) for path in (logs / "inspect").iterdir()} == {"inspect"}
    assert {sniff(path) for path in (logs / "lm_eval").iterdir()} == {"lm-eval"}
    assert {sniff(path) for path in (logs / "every_eval_ever").glob("f3*")} == {"every-eval-ever"}
    run = logs / "helm" / "mmlu_philosophy_gpt2"
    assert sniff(run) == sniff(run / "per_instance_stats.json") == "helm"
    assert sniff(run / "run_spec.json") is None
    tables = [*(shared_data / "card2020").iterdir(), *(shared_data / "ratings").iterdir()]
    texts = list((shared_data / "mt").iterdir())  # sentences, not numbers
    assert {sniff(path) for path in tables + texts} == {None}


@pytest.mark.parametrize("where", ["inspect", "lm_eval", "every_eval_ever"])
def test_the_name_does_not_matter(logs, tmp_path, where):
    for path in (logs / where).iterdir():
        if "schema" in path.name:
            continue
        copy = tmp_path / "renamed.txt"
        copy.write_bytes(path.read_bytes())
        assert sniff(copy) == sniff(path)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("1\n0\n0.5\n", "text"),
        ("1\n\n0\n", "text"),
        ("\ufeff1e-3\r\n-2\r\n", "text"),
        ("1 0.5\n0 1\n", "text"),
        ("1\t0.5\n0\t1\n", "text"),
        ("nan\n1\n", "text"),
        ("1 2 3\n4 5 6\n", None),
        ("1 2\n3\n", None),
        ("score\n1\n", None),
        ("1,0\n0,1\n", None),
        ("1_000\n2\n", None),
        ("", None),
        ("\n\n", None),
        ("Das ist ein Satz.\n", None),
        ('{"item": 1, "system": "x", "acc": 1}\n', None),
        ('{"doc_id": 1, "model": "x", "acc": 1}\n', None),
        ('{"doc_id": 1, "doc": "a text", "acc": 1}\n', None),
        ('{"results": {"x": 1}, "config": {}}', None),
        ('[{"id": 1}]', None),
        ("[1, 2]", None),
        ('{"doc_id": 0, "doc": {"q": "', "lm-eval"),
        ('[\n {"doc_id": 0, "doc": {}, "acc": 1.0}]', "lm-eval"),
        ('{"results": {"t": {"acc": 1}}, "versions": {"t": 0}}', "lm-eval"),
        ('[{"instance_id": "id1", "stats": [', "helm"),
        ('{"adapter_spec": {}, "request_states": []}', "helm"),
        ('{"version": 2, "status": "started", "eval": {', "inspect"),
        ("{", None),
        ('{"a": "\\', None),
    ],
)
def test_content_decides(tmp_path, content, kind):
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    assert sniff(path) == kind


@pytest.mark.parametrize("first", range(1, 9))
def test_a_long_file_of_numbers_may_be_cut_within_a_number(tmp_path, first):
    path = tmp_path / "scores.txt"
    path.write_text("1" * first + "\n" + "-1.5e-03\n" * 5000)
    assert sniff(path) == "text"


def test_a_broken_zip_keeps_its_name(logs, tmp_path):
    whole = (logs / "inspect" / "log_formats.eval").read_bytes()
    for content in (whole[:100], whole[:5], b"", b"\0\1\2\3", b"\xff\xfe\xfd"):
        path = tmp_path / "log.eval"
        path.write_bytes(content)
        assert sniff(path) == "inspect"
    table = tmp_path / "table.eval"
    table.write_text("item,score\n1,1\n")
    assert sniff(table) is None
    other = tmp_path / "book.xlsx"
    other.write_bytes(b"PK\3\4 something else")
    assert sniff(other) is None


def test_no_file_and_no_run(tmp_path):
    assert sniff(tmp_path / "absent.jsonl") is None
    assert sniff(tmp_path) is None


@given(st.binary(max_size=300))
def test_nothing_is_raised(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("odd") / "x.eval"
    path.write_bytes(content)
    sniff(path)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc\u00e9", max_size=5), values, max_size=5), st.booleans())
def test_law_the_keys_are_those_of_the_json_parser(record, in_list):
    text = json.dumps([record] if in_list else record, ensure_ascii=False)
    opening, keys = top_keys(text)
    assert opening == ("[" if in_list else "{")
    assert keys == {key: json.dumps(value, ensure_ascii=False)[0] for key, value in record.items()}
    for cut in range(len(text)):
        found = top_keys(text[:cut])[1]
        assert found.keys() <= keys.keys()
        assert all(keys[key] == first for key, first in found.items())


def test_every_description_has_the_same_keys(logs):
    wanted = {"format", "task", "model", "metrics", "filters", "samples", "epochs", "errors"}
    wanted |= {"unscored", "status", "clusters", "notes"}
    for path in [*logs.rglob("*.eval"), *logs.rglob("*.json*")]:
        kind = sniff(path)
        if kind is not None:
            told = describe(path, kind=kind)
            assert wanted <= told.keys()
            assert told["format"] == kind
            for name in ("samples", "epochs", "errors", "unscored"):
                assert isinstance(told[name], int)
            json.dumps(told)
