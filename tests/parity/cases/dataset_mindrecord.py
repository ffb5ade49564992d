"""MindRecord: files byte for byte, rows, orders, and errors; read from files that MindSpore wrote."""

from __future__ import annotations

import importlib
import os
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset.mindrecord_files import BYTES, FILES, NUMBERS, SCHEMAS, array, unpack, write
from tests.parity.harness import Arrays, case

SEED = 7
CUT = "shards.mindrecord"


def modules(ms: Any) -> tuple[Any, Any]:
    """The dataset and the mindrecord module of a side."""
    dataset = importlib.import_module(f"{ms.__name__}.dataset")
    return dataset, importlib.import_module(f"{ms.__name__}.mindrecord")


@contextmanager
def inside() -> Iterator[str]:
    """The recorded files in a folder, which is the working directory."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        unpack(folder)
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)


def shown(value: Any) -> str:
    """A value with its type and shape; the sum of a long one."""
    if isinstance(value, np.ndarray):
        kind = "U" if value.dtype.kind == "U" else str(value.dtype)
        raw = str(value) if kind == "U" else value.tobytes().hex()
        return f"{kind}{value.shape}:{_short(raw)}"
    # FileReader of MindSpore makes 1.0 an int.
    same = float(value) if isinstance(value, (int, float)) else value
    return f"{type(same).__name__}:{_short(repr(same))}"


def _short(text: str) -> str:
    return text if len(text) < 100 else f"{len(text)} letters, {zlib.crc32(text.encode())}"


def stored(texts: list[str]) -> np.ndarray:
    """One string, so that it is compared as a whole."""
    return np.array("\n".join(texts))


def rows_of(data: Any) -> np.ndarray:
    found = data.create_dict_iterator(num_epochs=1, output_numpy=True)
    return stored(["|".join(f"{n}={shown(v)}" for n, v in row.items()) for row in found])


def _reads(name: str) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        ds, record = modules(ms)
        with inside():
            first = f"{name}0" if FILES[name][1] > 1 else name
            data = ds.MindDataset(first, shuffle=False)
            reader = record.FileReader(first)
            rows = [
                "|".join(f"{n}={shown(v)}" for n, v in sorted(row.items()))
                for row in reader.get_next()
            ]
            out = {
                "columns": np.array(",".join(data.get_col_names())),
                "size": np.array(data.get_dataset_size()),
                "rows": rows_of(ds.MindDataset(first, shuffle=False)),
                "reader": stored(rows),
                "schema": np.array(str(reader.schema())),
                "len": np.array(reader.len()),
            }
            reader.close()
        return out

    body.__module__ = __name__
    return body


for _name in FILES:
    case(name=f"reads_{_name}", jit=False)(_reads(_name))


def content(path: str) -> Arrays:
    """The sum of a file's bytes, and its index as SQL."""
    base = sqlite3.connect(f"{path}.db")
    dump = "\n".join(base.iterdump())
    base.close()
    raw = Path(path).read_bytes()
    return {
        "bytes": np.array(len(raw)),
        "sum": np.array(zlib.crc32(raw)),
        "index": np.array(zlib.crc32(dump.encode())),
    }


@case(jit=False)
def writes(ms: Any, run: Any) -> Arrays:
    """What is written is what MindSpore writes, byte for byte (rows go to one file)."""
    _, record = modules(ms)
    out: Arrays = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, entry in FILES.items():
            if entry[1] == 1:
                write(record, folder, name)
                found = content(os.path.join(folder, name))
                out.update({f"{name}.{key}": value for key, value in found.items()})
    return out


@case(jit=False)
def appends(ms: Any, run: Any) -> Arrays:
    _, record = modules(ms)
    with inside() as folder:
        writer = record.FileWriter.open_for_append("image.mindrecord")
        writer.write_raw_data([{"label": 10 + i, "data": b"y" * 9000} for i in range(6)])
        writer.commit()
        return content(os.path.join(folder, "image.mindrecord"))


@case(jit=False)
def shards(ms: Any, run: Any) -> Arrays:
    """Files written together name each other; rows that divide go to them in runs."""
    _, record = modules(ms)
    out: Arrays = {}
    with inside() as folder:
        for way in (False, True):
            writer = record.FileWriter("even", 3, True)
            writer.set_header_size(1 << 14)
            writer.set_page_size(1 << 15)
            writer.add_schema({"a": NUMBERS})
            for i in range(2):
                writer.write_raw_data([{"a": 12 * i + j} for j in range(12)], parallel_writer=way)
            writer.commit()
            for i in range(3):
                reader = record.FileReader([f"even{i}"])
                out[f"{way}.{i}"] = np.array([row["a"] for row in reader.get_next()])
                reader.close()
                if not way:
                    found = content(os.path.join(folder, f"even{i}"))
                    out.update({f"{i}.{key}": value for key, value in found.items()})
    return out


def labels(ds: Any, **options: Any) -> Any:
    options.setdefault("columns_list", ["label"])
    return ds.MindDataset(options.pop("files", f"{CUT}0"), **options)


def chain(sampler: Any, child: Any) -> Any:
    sampler.add_child(child)
    return sampler


PADDING = {"padded_sample": {"label": -1}, "num_padded": 1}
ORDERS: dict[str, Callable[[Any], Any]] = {
    "default": lambda ds: labels(ds),
    "none": lambda ds: labels(ds, shuffle=False),
    "global": lambda ds: labels(ds, shuffle=ds.Shuffle.GLOBAL),
    "adaptive": lambda ds: labels(ds, shuffle=ds.Shuffle.ADAPTIVE),
    "files": lambda ds: labels(ds, shuffle=ds.Shuffle.FILES),
    "infile": lambda ds: labels(ds, shuffle=ds.Shuffle.INFILE),
    "second_file": lambda ds: labels(ds, files=f"{CUT}1", shuffle=False),
    "list": lambda ds: labels(ds, files=[f"{CUT}2", f"{CUT}0"], shuffle=False),
    "list_random": lambda ds: labels(ds, files=[f"{CUT}2", f"{CUT}0"]),
    "list_infile": lambda ds: labels(ds, files=[f"{CUT}2", f"{CUT}0"], shuffle=ds.Shuffle.INFILE),
    "samples": lambda ds: labels(ds, num_samples=9),
    "samples_in_order": lambda ds: labels(ds, num_samples=9, shuffle=False),
    "samples_many": lambda ds: labels(ds, num_samples=40),
    "samples_0": lambda ds: labels(ds, num_samples=0),
    "sequential": lambda ds: labels(ds, sampler=ds.SequentialSampler(3, 4)),
    "random": lambda ds: labels(ds, sampler=ds.RandomSampler()),
    "random_some": lambda ds: labels(ds, sampler=ds.RandomSampler(num_samples=5)),
    "random_files": lambda ds: labels(ds, sampler=ds.RandomSampler(shuffle=ds.Shuffle.FILES)),
    "random_infile": lambda ds: labels(ds, sampler=ds.RandomSampler(shuffle=ds.Shuffle.INFILE)),
    "replacement": lambda ds: labels(ds, sampler=ds.RandomSampler(replacement=True)),
    "subset": lambda ds: labels(ds, sampler=ds.SubsetSampler([3, 1, 5])),
    "subset_some": lambda ds: labels(ds, sampler=ds.SubsetSampler([3, 1, 5], num_samples=2)),
    "subset_random": lambda ds: labels(ds, sampler=ds.SubsetRandomSampler([3, 1, 5, 7, 8])),
    "distributed": lambda ds: labels(ds, sampler=ds.DistributedSampler(3, 1)),
    "distributed_some": lambda ds: labels(ds, sampler=ds.DistributedSampler(3, 1, num_samples=2)),
    "distributed_offset": lambda ds: labels(ds, sampler=ds.DistributedSampler(4, 2, offset=1)),
    "more_shards_than_rows": lambda ds: labels(ds, num_shards=50, shard_id=30, shuffle=False),
    "chain": lambda ds: labels(
        ds, sampler=chain(ds.DistributedSampler(2, 1, shuffle=False), ds.SequentialSampler(2, 6))
    ),
    "chain_random": lambda ds: labels(
        ds, sampler=chain(ds.RandomSampler(), ds.SubsetSampler([9, 2, 4, 7]))
    ),
    "chain_subset": lambda ds: labels(
        ds, sampler=chain(ds.SubsetSampler([4, 0, 7]), ds.RandomSampler())
    ),
    "chain_shares": lambda ds: labels(
        ds, sampler=chain(ds.DistributedSampler(2, 0), ds.RandomSampler())
    ),
    "padded": lambda ds: labels(ds, shuffle=False, **PADDING),
    "padded_random": lambda ds: labels(ds, **PADDING),
    "batched": lambda ds: labels(ds).batch(5),
    "repeated": lambda ds: labels(ds).repeat(2),
    "split_first": lambda ds: labels(ds, shuffle=False).split([15, 8])[0],
    "split_second": lambda ds: labels(ds).split([15, 8])[1],
    "split_in_order": lambda ds: labels(ds).split([15, 8], randomize=False)[1],
}
for _shard in range(3):
    for _way, _shuffle in (
        ("", None),
        ("_in_order", "FALSE"),
        ("_files", "FILES"),
        ("_infile", "INFILE"),
    ):
        ORDERS[f"shard_{_shard}{_way}"] = lambda ds, i=_shard, s=_shuffle: labels(  # type: ignore[misc]
            ds, num_shards=3, shard_id=i, shuffle=getattr(ds.Shuffle, s) if s else None
        )
    ORDERS[f"shard_{_shard}_some"] = lambda ds, i=_shard: labels(  # type: ignore[misc]
        ds, num_shards=3, shard_id=i, num_samples=5
    )
    ORDERS[f"padded_{_shard}"] = lambda ds, i=_shard: labels(  # type: ignore[misc]
        ds, num_shards=3, shard_id=i, **PADDING
    )


def _order(build: Callable[[Any], Any]) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        ds, _ = modules(ms)
        with inside():
            ds.config.set_seed(SEED)
            # Asking for the size of one object changes what MindSpore's next run of it draws.
            size = build(ds).get_dataset_size()
            out: Arrays = {"size": np.array(size)}
            rows = build(ds).create_tuple_iterator(num_epochs=3, output_numpy=True)
            for epoch in range(3):
                out[f"{epoch}"] = np.concatenate([np.atleast_1d(row[0]) for row in rows])
        return out

    body.__module__ = __name__
    return body


for _name, _build in ORDERS.items():
    case(name=f"order_{_name}", jit=False)(_order(_build))


@case(jit=False)
def shares_by_block(ms: Any, run: Any) -> Arrays:
    """The environment variable that gives each shard rows that follow each other."""
    ds, _ = modules(ms)
    variable = "MS_DEV_MINDRECORD_SHARD_BY_BLOCK"
    out: Arrays = {}
    with inside():
        for value in ("True", "true", "1"):
            os.environ[variable] = value
            try:
                for way in (False, None):
                    ds.config.set_seed(SEED)
                    data = labels(ds, num_shards=4, shard_id=3, shuffle=way)
                    rows = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
                    found = [int(row[0]) for _ in range(2) for row in rows]
                    out[f"{value}.{way}"] = np.array(found)
            finally:
                del os.environ[variable]
    return out


@case(jit=False)
def columns(ms: Any, run: Any) -> Arrays:
    """Chosen columns, padding rows of all types, batches of strings and bytes, one row by number."""
    ds, record = modules(ms)
    sample = {
        "label": -5,
        "name": "pad",
        "data": b"p\0q\0",
        "points": np.array([[8, 9]], np.float32),
        "ids": np.array([300], np.int32),
        "f": 0.5,
    }
    with inside():
        name = "types.mindrecord"
        chosen = ds.MindDataset(name, ["f", "data", "big"], shuffle=False)
        padded = ds.MindDataset(
            name, list(sample), shuffle=False, padded_sample=sample, num_padded=2
        )
        one = ds.MindDataset(name, ["label", "data", "grid"], shuffle=False)
        batched = ds.MindDataset(name, ["name", "label", "data"], shuffle=False).batch(3)
        mapped = ds.MindDataset("image.mindrecord", shuffle=False).map(
            lambda x: np.frombuffer(x.tobytes(), np.uint8), ["data"]
        )
        fields = record.FileReader(name, columns=["ids", "label"])
        texts = [
            "|".join(f"{k}={shown(v)}" for k, v in sorted(r.items())) for r in fields.get_next()
        ]
        return {
            "chosen": rows_of(chosen),
            "padded": rows_of(padded),
            "one": stored([shown(value) for value in one[3]]),
            "batched": np.array(str([row["label"] for row in _dicts(batched)])),
            "batched_bytes": stored([shown(row["data"]) for row in _dicts(_again(ds, name))]),
            "mapped": rows_of(mapped),
            "reader": stored(texts),
        }


def _again(ds: Any, name: str) -> Any:
    return ds.MindDataset(name, ["data"], shuffle=False).batch(2)


def _dicts(data: Any) -> Any:
    return data.create_dict_iterator(num_epochs=1, output_numpy=True)


@case(jit=False)
def imagenet(ms: Any, run: Any) -> Arrays:
    """The converter's rows, schema and refusals."""
    _, record = modules(ms)
    with inside():
        for name, size in (("n1/a.JPEG", 3), ("n2/b.jpg", 5), ("n2/c.txt", 2), ("n2/d.jpg", 0)):
            os.makedirs(os.path.join("images", name[:2]), exist_ok=True)
            Path("images", name).write_bytes(b"i" * size)
        Path("map.txt").write_text("n2 0\nn1 1\nn3 2\n")
        record.ImageNetToMR("map.txt", "images", "made").transform()
        reader = record.FileReader("made")
        rows = [
            "|".join(f"{n}={shown(v)}" for n, v in sorted(row.items())) for row in reader.get_next()
        ]
        bad = {
            "files": lambda: record.ImageNetToMR("map.txt", "images", "q", None),
            "map": lambda: record.ImageNetToMR("nowhere", "images", "q").transform(),
            "folders": lambda: record.ImageNetToMR("map.txt", "nowhere", "q").transform(),
            "exists": lambda: record.ImageNetToMR("map.txt", "images", "made").transform(),
            "type": lambda: record.ImageNetToMR(5, "images", "q"),
        }
        out = {name: run.raises(_nothing(fn))["raises"] for name, fn in bad.items()}
        return {**out, "rows": stored(sorted(rows)), "schema": np.array(str(reader.schema()))}


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
        return {name: run.raises(_nothing(fn))["raises"] for name, fn in bad.items()}


def _nothing(fn: Callable[[], Any]) -> Callable[[], list[Any]]:
    def call() -> list[Any]:
        fn()
        return []

    return call


assert set(SCHEMAS) >= {entry[0] for entry in FILES.values()}
