"""What file sources, schemas and caches refuse."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset.records import example, field, framed, write
from tests.parity.cases.dataset_files import MIXED, declared, lines, mixed, records, table, texts
from tests.parity.harness import Arrays, case


def _refused(ds: Any, folder: Path) -> dict[str, Callable[[], Any]]:
    """Bad files and bad arguments."""
    good = write(folder / "mixed", MIXED)
    raw = (folder / "mixed").read_bytes()
    bad_head = bytearray(raw)
    bad_head[9] ^= 0xFF
    contents = {
        "empty": b"",
        "garbage": b"hello world, no record",
        "head": bytes(bad_head),
        "no_kind": framed(field(1, field(1, field(1, b"i") + field(2, b"")))),
        "no_feature": framed(b""),
        "no_bytes": framed(example({"s": [b""]})),
        "differs": framed(example({"i": [1]})) + framed(example({"i": [1.5]})),
        "lacks": framed(example({"i": [1]})) + framed(example({"j": [1]})),
    }
    calls: dict[str, Callable[[], Any]] = {}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
        calls[f"file_{name}"] = lambda name=name: list(ds.TFRecordDataset(f"{folder}/{name}"))
    text = texts(folder)
    few = records(folder, "GZIP", (1, 1))
    options: dict[str, dict[str, Any]] = {
        "shards_alone": {"num_shards": 2},
        "shard_alone": {"shard_id": 0},
        "shard_large": {"num_shards": 2, "shard_id": 2},
        "shuffle_text": {"shuffle": "a"},
        "workers_0": {"num_parallel_workers": 0},
        "workers_text": {"num_parallel_workers": "a"},
        "samples": {"num_samples": -1},
        "samples_text": {"num_samples": "a"},
        "cache": {"cache": 5},
    }
    for name, given in options.items():
        calls[f"text_{name}"] = lambda g=given: ds.TextFileDataset(text, **g)
        calls[f"tfrecord_{name}"] = lambda g=given: ds.TFRecordDataset(good, **g)
    for cls in ("TextFileDataset", "CSVDataset", "TFRecordDataset"):
        for name, files in (
            ("nowhere", f"{folder}/nope"),
            ("number", 5),
            ("none", []),
            ("dir", str(folder)),
        ):
            calls[f"{cls}_{name}"] = lambda c=cls, f=files: getattr(ds, c)(f)
    calls.update(
        {
            "compression": lambda: ds.TFRecordDataset(good, compression_type="BZ"),
            "compressed_shards": lambda: list(
                ds.TFRecordDataset(few, num_shards=3, shard_id=0, compression_type="GZIP")
            ),
            "compressed_samples": lambda: ds.TFRecordDataset(
                few, num_shards=3, shard_id=0, compression_type="GZIP", num_samples=1
            ),
            "not_declared_compressed": lambda: list(ds.TFRecordDataset(few)),
            "not_compressed": lambda: list(ds.TFRecordDataset(good, compression_type="ZLIB")),
            "shards": lambda: list(ds.TFRecordDataset(good, num_shards=2, shard_id=0)),
            "columns_text": lambda: ds.TFRecordDataset(good, columns_list="i"),
            "columns_unknown": lambda: list(ds.TFRecordDataset(good, columns_list=["zz"])),
            "equal_text": lambda: ds.TFRecordDataset(good, shard_equal_rows="a"),
            "schema_number": lambda: ds.TFRecordDataset(good, schema=5),
            "schema_nowhere": lambda: ds.TFRecordDataset(good, schema=f"{folder}/nope"),
            "schema_garbage": lambda: ds.Schema(f"{folder}/garbage"),
            "schema_empty": lambda: list(ds.TFRecordDataset(good, schema=ds.Schema())),
            "schema_absent": lambda: list(mixed(ds, folder, [("nope", "int8")])),
            "schema_chosen": lambda: list(mixed(ds, folder, [("i", "int8")], columns_list=["f"])),
            "schema_twice": lambda: list(mixed(ds, folder, [("i", "int8"), ("i", "int16")])),
            "text_empty": lambda: list(lines(ds, folder, "\n\n")),
            "text_encoding": lambda: list(lines(ds, folder, b"\xff\xfe\n")),
        }
    )
    for column in (
        ("i", "string"),
        ("f", "string"),
        ("b", "int8"),
        ("b", "float32"),
        ("i", "int64", [3]),
        ("i", "int64", []),
        ("i", "int64", [-1, -1]),
        ("i", "int64", [3, -1]),
        ("b", "uint8", [3]),
        ("b", "uint8", [2, -1]),
        ("bb", "uint8", [2, 3]),
        ("bb", "string", [3]),
        ("i", "int65"),
        ("", "int8"),
        (5, "int8"),
        ("i", None),
        ("i", "int8", 3),
        ("i", "int8", (2,)),
        ("i", "int8", ["a"]),
        ("i", "int8", [-2]),
    ):
        calls[f"column_{column}"] = lambda c=column: list(mixed(ds, folder, [c]))
    for name, columns in (
        ("noname", [{"type": "int8"}]),
        ("notype", [{"name": "x"}]),
        ("text", "abc"),
        ("dict", {"x": {"shape": [2]}}),
        ("type", [{"name": "x", "type": "int65"}]),
    ):
        calls[f"parse_{name}"] = lambda c=columns: ds.Schema().parse_columns(c)
    for name, content in (
        ("columns", {"datasetType": "TF"}),
        ("field", {"columns": {"x": {"type": "int8"}}, "foo": 1}),
        ("rows", {"columns": {"x": {"type": "int8"}}, "numRows": -3}),
        ("text", "abc"),
        ("no_column", {"columns": []}),
    ):
        calls[f"json_{name}"] = lambda c=content: ds.Schema().from_json(c)
    for name, entry in (
        ("norank", {"type": "int64", "shape": [4]}),
        ("attribute", {"type": "int64", "rank": 1, "z": 1}),
    ):
        calls[f"schema_file_{name}"] = lambda e=entry: list(
            declared(ds, folder, {"columns": {"i": e}}, True)
        )
    two = {"column_names": ["x", "y"]}
    for name, content, given in (
        ("few", "1,2\n3\n", two),
        ("many", "1,2\n3,4,5\n", two),
        ("quote", '"ab"c,d\n', two),
        ("open", '"ab,c\n', two),
        ("no_int", "a,2\n", {**two, "column_defaults": [1, 2]}),
        ("no_value", ",2\n", {**two, "column_defaults": [1, 2]}),
        ("large", "3000000000,1\n", {**two, "column_defaults": [1, 1]}),
        ("defaults", "1,2\n", {**two, "column_defaults": [1, 2, 3]}),
        ("empty", "", {}),
        ("only_head", "a,b\n", {}),
        ("head_twice", "a,a\n1,2\n", {}),
        ("names_twice", "1,2\n", {"column_names": ["x", "x"]}),
        ("names_empty", "1,2\n", {"column_names": ["x", ""]}),
        ("names_number", "1\n", {"column_names": [5]}),
        ("delim_quote", "a\n", {"field_delim": '"'}),
        ("delim_two", "a\n", {"field_delim": "ab"}),
        ("delim_number", "a\n", {"field_delim": 5}),
        ("delim_empty", "a\n", {"field_delim": ""}),
        ("defaults_text", "a\n", {"column_defaults": "a"}),
        ("defaults_none", "a\n", {"column_defaults": [None]}),
    ):
        calls[f"csv_{name}"] = lambda c=content, g=given: list(table(ds, folder, c, **g))
    return calls


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    with tempfile.TemporaryDirectory() as folder:
        calls = _refused(ds, Path(folder))
        return {name: run.raises(_nothing(call))["raises"] for name, call in calls.items()}


def _nothing(call: Callable[[], Any]) -> Callable[[], list[Any]]:
    def body() -> list[Any]:
        call()
        return []

    return body


CACHES: dict[str, tuple[Any, ...]] = {
    "session_0": (0,),
    "session_text": ("a",),
    "session_large": (2**32,),
    "size": (1, -1),
    "size_text": (1, "a"),
    "spilling": (1, 0, 3),
    "host": (1, 0, False, 3),
    "port": (1, 0, False, None, 80),
    "port_text": (1, 0, False, None, "a"),
    "connections": (1, 0, False, None, None, 0),
    "prefetch": (1, 0, False, None, None, None, 0),
    "fine": (1, 0, True, "127.0.0.1", 50052, 3, 4),
}


@case(jit=False)
def caches(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out = {
        k: run.raises(_nothing(lambda a=a: ds.DatasetCache(*a)))["raises"]
        for k, a in CACHES.items()
    }
    out["stat"] = run.raises(_nothing(lambda: ds.DatasetCache(1).get_stat()))["raises"]
    cache = ds.DatasetCache(2, prefetch_size=5)
    kept = [cache.session_id, cache.size, cache.spilling, cache.hostname, cache.prefetch_size]
    return {**out, "kept": np.array(str(kept))}
