"""MindRecord: files byte for byte, rows, orders, and errors; read from files that MindSpore wrote."""

from __future__ import annotations

import importlib
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset.mindrecord_files import FILES, NUMBERS, unpack, write
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
    result = data.create_dict_iterator(num_epochs=1, output_numpy=True)
    return stored(["|".join(f"{n}={shown(v)}" for n, v in row.items()) for row in result])


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
                result = content(os.path.join(folder, name))
                out.update({f"{name}.{key}": value for key, value in result.items()})
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
                    result = content(os.path.join(folder, f"even{i}"))
                    out.update({f"{i}.{key}": value for key, value in result.items()})
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
                    result = [int(row[0]) for _ in range(2) for row in rows]
                    out[f"{value}.{way}"] = np.array(result)
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
        out = {name: run.raises(nothing(fn))["raises"] for name, fn in bad.items()}
        return {**out, "rows": stored(sorted(rows)), "schema": np.array(str(reader.schema()))}


def nothing(fn: Callable[[], Any]) -> Callable[[], list[Any]]:
    def call() -> list[Any]:
        fn()
        return []

    return call
