"""Sources that read files from their start: rows, order, shards, schemas, refusals."""

from __future__ import annotations

import importlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset.records import Row, write
from tests.parity.cases.dataset_pipeline import found
from tests.parity.harness import Arrays, case

SEED = 7
COUNTS = (5, 3, 7, 4)
Build = Callable[[Any, Path], Any]
# CSV files are read in the order of text files; a few ways show it.
_CSV_WAYS = ("plain", "global", "samples", "shard1of3_True")

MIXED: list[Row] = [
    {"i": [1, -2, 3, 4], "f": [0.5, 1.5], "b": [b"abcd"], "bb": [b"ab", b"cde"], "one": [300]},
    {"i": [5, 6, 7, 8], "f": [2.5, 3.5], "b": [b"efgh"], "bb": [b"x", b"yz"], "one": [-9]},
]


def records(folder: Path, compression: str = "", counts: tuple[int, ...] = COUNTS) -> list[str]:
    """Files of numbered rows: file k holds 100 k, 100 k + 1, …"""
    return [
        write(folder / f"part{k}", [{"x": [100 * k + j]} for j in range(count)], compression)
        for k, count in enumerate(counts)
    ]


def texts(folder: Path, counts: tuple[int, ...] = COUNTS) -> list[str]:
    """Text files of numbered lines."""
    paths = []
    for k, count in enumerate(counts):
        paths.append(folder / f"part{k}.txt")
        paths[-1].write_text("".join(f"{100 * k + j}\n" for j in range(count)))
    return [str(path) for path in paths]


def tables(folder: Path) -> list[str]:
    """CSV files with a head."""
    paths = []
    for k, count in enumerate(COUNTS):
        paths.append(folder / f"part{k}.csv")
        lines = [f'{100 * k + j},{j / 4},"a, ""{j}"""\n' for j in range(count)]
        paths[-1].write_text("whole,real,text\n" + "".join(lines))
    return [str(path) for path in paths]


def mixed(ds: Any, folder: Path, columns: list[Any] | None, **options: Any) -> Any:
    path = write(folder / "mixed", MIXED)
    schema = None if columns is None else ds.Schema()
    for column in columns or ():
        schema.add_column(*column)
    return ds.TFRecordDataset(path, schema=schema, shuffle=False, **options)


def lines(ds: Any, folder: Path, text: str | bytes, **options: Any) -> Any:
    path = folder / "lines.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return ds.TextFileDataset(str(path), shuffle=False, **options)


def table(ds: Any, folder: Path, text: str, **options: Any) -> Any:
    path = folder / "table.csv"
    path.write_bytes(text.encode())
    return ds.CSVDataset(str(path), shuffle=False, **options)


def declared(ds: Any, folder: Path, content: Any, file: bool) -> Any:
    path = folder / "schema.json"
    path.write_text(json.dumps(content))
    schema = str(path) if file else ds.Schema(str(path))
    return ds.TFRecordDataset(write(folder / "mixed", MIXED), schema=schema, shuffle=False)


def _orders() -> dict[str, Build]:
    """Every way to read several files, for each of the three sources."""
    sources: dict[str, tuple[str, Callable[[Path], list[str]]]] = {
        "tfrecord": ("TFRecordDataset", records),
        "text": ("TextFileDataset", texts),
        "csv": ("CSVDataset", tables),
    }
    ways: dict[str, dict[str, Any]] = {
        "plain": {"shuffle": False},
        "files": {"shuffle": "FILES"},
        "global": {},
        "infile": {"shuffle": "INFILE"},
        "samples": {"shuffle": False, "num_samples": 6},
        "samples_shuffled": {"num_samples": 6},
        **{
            f"shard{shard}of{shards}_{shuffle}": {
                "shuffle": shuffle,
                "num_shards": shards,
                "shard_id": shard,
            }
            for shard, shards in ((0, 3), (1, 3), (2, 3), (0, 2))
            for shuffle in (False, "FILES", True)
        },
    }

    def one(source: str, options: dict[str, Any], workers: int) -> Build:
        cls, files = sources[source]

        def build(ds: Any, folder: Path) -> Any:
            how = options.get("shuffle", True)
            how = getattr(ds.Shuffle, how) if isinstance(how, str) else how
            given = {**options, "shuffle": how, "num_parallel_workers": workers}
            return getattr(ds, cls)(files(folder), **given)

        return build

    return {
        f"{source}_{way}_{workers}": one(source, options, workers)
        for source in sources
        for way, options in ways.items()
        if source != "csv" or way in _CSV_WAYS
        for workers in (1, 2)
    }


def _equal(shards: int, shard: int, shuffle: bool, workers: int, compression: str = "") -> Build:
    return lambda ds, folder: ds.TFRecordDataset(
        records(folder, compression),
        num_parallel_workers=workers,
        shuffle=shuffle,
        num_shards=shards,
        shard_id=shard,
        shard_equal_rows=True,
        compression_type=compression or None,
    )


PIPELINES: dict[str, Build] = {
    **_orders(),
    **{
        f"equal_{shard}of{shards}_{shuffle}_{workers}": _equal(shards, shard, shuffle, workers)
        for shard, shards in ((0, 3), (1, 3), (2, 3), (4, 5))
        for shuffle in (False, True)
        for workers in (1, 2)
    },
    **{f"equal_gzip_{k}": _equal(3, k, False, 1, "GZIP") for k in range(3)},
    **{
        f"{kind}_{workers}": lambda ds, folder, kind=kind, workers=workers: ds.TFRecordDataset(
            records(folder, kind), num_parallel_workers=workers, compression_type=kind
        )
        for kind in ("GZIP", "ZLIB")
        for workers in (1, 2)
    },
    "many_files": lambda ds, folder: ds.TextFileDataset(
        texts(folder, (3,) * 9), num_parallel_workers=1
    ),
    "few_rows": lambda ds, folder: ds.TextFileDataset(
        texts(folder, (1,) * 20), num_parallel_workers=1, num_shards=2, shard_id=1
    ),
    "large_buffer": lambda ds, folder: ds.TextFileDataset(
        texts(folder, (11000,)), num_parallel_workers=1
    ).skip(10960),
    "taken": lambda ds, folder: ds.TextFileDataset(texts(folder), num_parallel_workers=1).take(4),
    "taken_small_buffer": lambda ds, folder: (
        ds.TextFileDataset(texts(folder), shuffle=False, num_parallel_workers=1).shuffle(5).take(4)
    ),
    "taken_zip": lambda ds, folder: ds.zip(
        (
            ds.TextFileDataset(texts(folder), shuffle=False, num_parallel_workers=1).shuffle(5),
            ds.NumpySlicesDataset({"x": np.arange(4)}, shuffle=False),
        )
    ),
    "samples_and_buffer": lambda ds, folder: ds.TextFileDataset(
        texts(folder, (2,) * 8), num_parallel_workers=1, num_samples=12
    ),
    "repeated": lambda ds, folder: (
        ds.TextFileDataset(texts(folder), num_parallel_workers=1).repeat(2).batch(5)
    ),
    "same_file_twice": lambda ds, folder: ds.TextFileDataset(
        texts(folder)[:1] * 2, shuffle=False, num_parallel_workers=2
    ),
    "pattern": lambda ds, folder: (
        texts(folder),
        ds.TextFileDataset(f"{folder}/part[12].*", shuffle=False, num_parallel_workers=1),
    )[1],
    "found_columns": lambda ds, folder: mixed(ds, folder, None),
    "chosen_columns": lambda ds, folder: mixed(ds, folder, None, columns_list=["f", "i"]),
    "declared_order": lambda ds, folder: mixed(
        ds, folder, [("one", "int64"), ("b", "uint8"), ("i", "int32")]
    ),
    "declared_chosen": lambda ds, folder: mixed(
        ds, folder, [("one", "int64"), ("i", "int32")], columns_list=["i", "one"]
    ),
    "schema_rows": lambda ds, folder: declared(
        ds, folder, {"numRows": 1, "columns": {"i": {"type": "int8", "shape": [4]}}}, False
    ),
    "schema_file": lambda ds, folder: declared(
        ds,
        folder,
        {"columns": {"one": {"type": "int64", "rank": 0}, "f": {"type": "float64", "rank": 1}}},
        True,
    ),
    "schema_list": lambda ds, folder: declared(
        ds,
        folder,
        {
            "columns": [
                {"name": "one", "type": "int64", "rank": 1},
                {"name": "b", "type": "string", "rank": 1},
            ]
        },
        True,
    ),
    **{
        f"int_as_{kind}": lambda ds, folder, kind=kind: mixed(ds, folder, [("i", kind)])
        for kind in [
            "int8",
            "uint8",
            "int16",
            "uint16",
            "int32",
            "uint32",
            "int64",
            "uint64",
            "float16",
            "float32",
            "float64",
            "bool",
        ]
    },
    **{
        f"float_as_{kind}": lambda ds, folder, kind=kind: mixed(ds, folder, [("f", kind)])
        for kind in ["int8", "uint8", "int32", "int64", "float16", "float32", "float64", "bool"]
    },
    **{
        f"shape_{name}_{kind}_{'_'.join(map(str, shape))}": lambda ds, folder, c=(name, kind, shape): (
            mixed(ds, folder, [c])
        )
        for name, kind, shapes in (
            ("i", "int64", ([4], [2, 2], [-1], [2, -1], [-1, 2], [1, 4], [1, -1])),
            ("b", "uint8", ([4], [2, 2], [-1], [1, -1], [-1, 1], [4, 1])),
            ("bb", "uint8", ([-1], [1, -1], [2, -1])),
            ("bb", "string", ([2], [-1], [2, -1], [2, 1])),
            ("one", "int16", ([], [1])),
        )
        for shape in shapes
    },
    "text_lines": lambda ds, folder: lines(ds, folder, "\nhello\n\n  \nworld \n\nend"),
    "text_returns": lambda ds, folder: lines(ds, folder, "hello\r\nworld\r\n\r\n"),
    "text_mark": lambda ds, folder: lines(ds, folder, b"\xef\xbb\xbfhello\n"),
    "text_utf8": lambda ds, folder: lines(ds, folder, "é€\n你好\n"),
    "text_shards": lambda ds, folder: lines(ds, folder, "a\n", num_shards=3, shard_id=2),
    "csv_head": lambda ds, folder: table(ds, folder, "a,b\n\n1,2\n\n3,4\n"),
    "csv_types": lambda ds, folder: table(
        ds,
        folder,
        "1.5,2,x\n -3 ,1e3,\n12x,1.5y, z \n",
        column_names=["i", "f", "s"],
        column_defaults=[1, 2.5, "q"],
    ),
    "csv_few_types": lambda ds, folder: table(
        ds, folder, "1,2\n", column_names=["x", "y"], column_defaults=[True]
    ),
    "csv_quotes": lambda ds, folder: table(
        ds, folder, '"a,b","c ""d""",e\n"x\ny",z,"w"\n', column_names=["x", "y", "z"]
    ),
    "csv_returns": lambda ds, folder: table(ds, folder, "a,b\r\n1,2\r\n3,"),
    "csv_bar": lambda ds, folder: table(ds, folder, "a|b\n1|2\n", field_delim="|"),
    "csv_quoted_head": lambda ds, folder: table(ds, folder, '"a", b \n1,2\n'),
    "csv_utf8": lambda ds, folder: table(ds, folder, "é,b\n€,2\n"),
}


def _pipeline(build: Build) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(SEED)
        with tempfile.TemporaryDirectory() as folder:
            dataset = build(ds, Path(folder))
            size = np.array(dataset.get_dataset_size())
            shuffled = np.array(dataset.is_shuffled())
            return {"size": size, "shuffled": shuffled, **found(dataset, epochs=2)}

    body.__module__ = __name__
    return body


for _name, _build in PIPELINES.items():
    case(name=_name, jit=False, rtol=0, atol=0)(_pipeline(_build))


def _schemas(ds: Any) -> dict[str, str]:
    """What schemas look like as JSON."""

    def added(*columns: Any) -> Any:
        schema = ds.Schema()
        for column in columns:
            schema.add_column(*column)
        return schema

    def parsed(columns: Any) -> Any:
        schema = added(("i", "int8"))
        schema.parse_columns(columns)
        return schema

    def read(*contents: Any) -> Any:
        schema = ds.Schema()
        for content in contents:
            schema.from_json(content)
        return schema

    shaped = {"type": "int8", "shape": [3, -1]}
    result = {
        "empty": ds.Schema(),
        "added": added(("b", "int32", [2, 3]), ("a", "uint8"), ("c", "string", [])),
        "list": parsed([{"name": "x", **shaped}, {"name": "a", "type": "uint8", "rank": 1}]),
        "dict": parsed({"x": shaped, "a": {"type": "bool", "t_impl": "cvmat"}}),
        "read": read({"datasetType": "TF", "numRows": 3, "columns": {"z": shaped}}),
        "again": read(
            {"datasetType": "A", "numRows": 4, "columns": {"z": shaped}}, {"columns": {"y": shaped}}
        ),
        "none": read({"datasetType": "TF", "numRows": 0, "columns": {"z": shaped}}),
    }
    return {name: schema.to_json() for name, schema in result.items()} | {
        "str": str(result["dict"])
    }


@case(jit=False)
def schemas(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out = {name: np.array(text) for name, text in _schemas(ds).items()}
    schema = ds.Schema()
    for name in ("int32", "uint8", "float16", "float64", "bool_", "string"):
        schema.add_column(name, getattr(ms, name), [-1])
    return {**out, "types": np.array(schema.to_json())}
