"""MindRecord: the classes of what is raised about files, arguments, schemas and rows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset.mindrecord_files import BYTES, NUMBERS, array
from tests.parity.cases.dataset_mindrecord import CUT, inside, modules, nothing
from tests.parity.harness import Arrays, case


def _damaged(folder: str) -> None:
    """Files that cannot be read."""
    for name in ("renamed", "no_index", "bad_index", "cut"):
        shutil.copy("image.mindrecord", name)
        shutil.copy("image.mindrecord.db", f"{name}.db")
    os.remove("no_index.db")
    Path("short").write_bytes(b"hello")
    shutil.copy("image.mindrecord.db", "short.db")
    os.mkdir("part")
    for suffix in ("0", "0.db"):
        shutil.copy(CUT + suffix, "part")
    os.mkdir("alone")


def _bad_reads(ds: Any, record: Any) -> dict[str, Callable[[], Any]]:
    def read(*args: Any, **options: Any) -> Callable[[], Any]:
        return lambda: list(ds.MindDataset(*args, **options).create_dict_iterator(num_epochs=1))

    def rows(*args: Any, **options: Any) -> Callable[[], Any]:
        return lambda: list(record.FileReader(*args, **options).get_next())

    one, pad = "image.mindrecord", {"label": -1}
    return {
        "missing": read("nowhere"),
        "path_type": read(5),
        "path_tuple": read((one,)),
        "no_files": read([]),
        "no_index": read("no_index"),
        "short": read("short"),
        "renamed": read(["renamed"]),
        "shard_missing": read(f"part/{CUT}0"),
        "shard_listed": read([f"part/{CUT}0"]),
        "other_schema": read([one, "scalars.mindrecord"]),
        "column": read(one, ["zz"]),
        "column_type": read(one, "label"),
        "column_twice": read(one, ["label", "label"]),
        "samples": read(one, num_samples=-1),
        "samples_type": read(one, num_samples="a"),
        "shard_alone": read(one, num_shards=2),
        "id_alone": read(one, shard_id=1),
        "shard_large": read(one, num_shards=2, shard_id=2),
        "shuffle_type": read(one, shuffle="yes"),
        "shuffle_and_sampler": read(one, shuffle=True, sampler=ds.SequentialSampler()),
        "shards_and_sampler": read(one, num_shards=2, shard_id=0, sampler=ds.SequentialSampler()),
        "samples_and_sampler": read(one, num_samples=2, sampler=ds.SequentialSampler()),
        "files_and_samples": read(one, shuffle=ds.Shuffle.FILES, num_samples=2),
        "weighted": read(one, sampler=ds.WeightedRandomSampler([1.0] * 6)),
        "list_sampler": read(one, sampler=[1, 2]),
        "class_column": read(one, sampler=ds.PKSampler(2, class_column="zz")),
        "pad_columns": read(one, padded_sample=pad, num_padded=2),
        "pad_number": read(one, ["label"], padded_sample=pad),
        "pad_sample": read(one, ["label"], num_padded=2),
        "pad_key": read(one, ["label", "data"], padded_sample=pad, num_padded=2),
        "pad_type": read(one, ["label"], padded_sample=5, num_padded=2),
        "pad_negative": read(one, ["label"], padded_sample=pad, num_padded=-2),
        "pad_value": read(one, ["label"], padded_sample={"label": "a"}, num_padded=2),
        "pad_shares": read(
            one, ["label"], padded_sample=pad, num_padded=1, num_shards=4, shard_id=0
        ),
        "reader_missing": rows("nowhere"),
        "reader_no_index": rows("no_index"),
        "reader_short": rows("short"),
        "reader_column": rows(one, columns=["zz"]),
        "reader_columns_type": rows(one, columns="label"),
        "reader_consumers": rows(one, num_consumer=0),
        "reader_consumers_type": rows(one, num_consumer="2"),
        "reader_none": rows(None),
        "reader_number": rows(5),
        "reader_folder": rows("a/"),
        "reader_letters": rows("a*"),
        "get_item": lambda: ds.MindDataset(one)[99],
        "get_item_negative": lambda: ds.MindDataset(one)[-1],
    }


def _bad_writes(record: Any) -> dict[str, Callable[[], Any]]:
    simple = {"a": NUMBERS, "b": BYTES}
    good = [{"a": 1, "b": b"x"}]

    def writer(schema: Any = simple) -> Any:
        made = record.FileWriter("made", overwrite=True)
        made.add_schema(schema)
        return made

    def write(rows: Any, schema: Any = simple) -> Callable[[], Any]:
        return lambda: writer(schema).write_raw_data(rows)

    def schema(content: Any) -> Callable[[], Any]:
        return lambda: record.FileWriter("made").add_schema(content)

    def index(fields: Any) -> Callable[[], Any]:
        return lambda: writer().add_index(fields)

    def new(*args: Any) -> Callable[[], Any]:
        return lambda: record.FileWriter(*args)

    matrix = {"x": array("int32", -1, 2)}
    return {
        "name_none": new(None),
        "name_number": new(5),
        "name_folder": new("a/"),
        "name_letters": new("a*b"),
        "name_space": new(" a"),
        "shards_0": new("q", 0),
        "shards_1001": new("q", 1001),
        "shards_type": new("q", "2"),
        "overwrite_type": new("q", 1, 5),
        "schema_good": schema(simple),
        "schema_empty": schema({}),
        "schema_list": schema([1]),
        "schema_type": schema({"a": {"type": "int8"}}),
        "schema_name": schema({"a b": NUMBERS}),
        "schema_text": schema({"a": "int32"}),
        "schema_text_array": schema({"a": {"type": "string", "shape": [1]}}),
        "schema_shape": schema({"a": {"type": "int32", "shape": 5}}),
        "schema_more": schema({"a": {"type": "int32", "shape": [1], "x": 1}}),
        "schema_no_type": schema({"a": {"shape": [1]}}),
        "schema_two_unknown": schema({"a": {"type": "int32", "shape": [-1, -1]}}),
        "schema_twice": lambda: writer().add_schema({"c": NUMBERS}),
        "index_good": index(["a"]),
        "index_bytes": index(["b"]),
        "index_unknown": index(["zz"]),
        "index_text": index("a"),
        "index_none": index([]),
        "index_number": index([3]),
        "index_twice": index(["a", "a"]),
        "index_first": lambda: record.FileWriter("made").add_index(["a"]),
        "rows_good": write(good),
        "rows_dict": write(good[0]),
        "rows_number": write([3]),
        "rows_none": write([]),
        "rows_field": write([{"a": 1}]),
        "rows_more": write([{**good[0], "c": 3}]),
        "rows_type": write([{"a": "1", "b": b"x"}]),
        "rows_bool": write([{"a": True, "b": b"x"}]),
        "rows_some": write([{"a": "1", "b": b"x"}, *good]),
        "rows_numpy": write([{"a": np.int32(4), "b": b"x"}]),
        "rows_wide_numpy": write([{"a": np.int64(4), "b": b"x"}]),
        "rows_dtype": write([{"x": np.zeros((3, 2), np.int64)}], matrix),
        "rows_shape": write([{"x": np.zeros(3, np.int32)}], matrix),
        "rows_flat": write([{"x": np.zeros(4, np.int32)}], matrix),
        "rows_list": write([{"x": [1, 2]}], matrix),
        "rows_array": write([{"a": np.zeros(2, np.int32)}], {"a": NUMBERS}),
        "no_schema": lambda: record.FileWriter("made", 1, True).write_raw_data(good),
        "no_schema_commit": lambda: record.FileWriter("made", 1, True).commit(),
        "exists": lambda: _full(record.FileWriter("image.mindrecord")).write_raw_data(good),
        "exists_commit": lambda: _full(record.FileWriter("image.mindrecord")).commit(),
        "folder": lambda: _full(record.FileWriter("nowhere/made")).write_raw_data(good),
        "after_commit": lambda: _twice(writer(), good, "write_raw_data"),
        "commit_twice": lambda: _twice(writer(), good, "commit"),
        "parallel_type": lambda: writer().write_raw_data(good, 5),
        "append_missing": lambda: record.FileWriter.open_for_append("nowhere"),
        "append_no_index": lambda: record.FileWriter.open_for_append("no_index"),
        "header_small": lambda: writer().set_header_size(100),
        "header_large": lambda: writer().set_header_size(2**28),
        "header_odd": lambda: writer().set_header_size(16385),
        "header_type": lambda: writer().set_header_size("a"),
        "page_small": lambda: writer().set_page_size(100),
        "page_large": lambda: writer().set_page_size(2**28 + 4),
        "page_type": lambda: writer().set_page_size("a"),
        "row_large": lambda: _small(writer()).write_raw_data([{"a": 1, "b": b"x" * 40000}]),
    }


def _full(writer: Any) -> Any:
    writer.add_schema({"a": NUMBERS, "b": BYTES})
    return writer


def _small(writer: Any) -> Any:
    writer.set_page_size(1 << 15)
    return writer


def _twice(writer: Any, rows: Any, call: str) -> None:
    writer.write_raw_data(rows)
    writer.commit()
    if call == "commit":
        writer.commit()
    else:
        writer.write_raw_data(rows)


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds, record = modules(ms)
    with inside() as folder:
        _damaged(folder)
        bad = {**_bad_reads(ds, record), **_bad_writes(record)}
        return {name: run.raises(nothing(fn))["raises"] for name, fn in bad.items()}
