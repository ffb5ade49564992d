"""MindRecord files that MindSpore wrote, kept in a zip; how they were written, and how they are read.

To write them anew: PYTHONPATH=. python -m tests.dataset.mindrecord_files (in MindSpore's environment).
MindSpore deals rows to shards at random: record the parity chapter dataset_mindrecord after it.
"""

from __future__ import annotations

import importlib
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

STORED = Path(__file__).with_name("mindrecord_files.zip")
Rows = list[dict[str, Any]]
NUMBERS = {"type": "int32"}
BYTES = {"type": "bytes"}
TEXT = {"type": "string"}


def array(dtype: str, *shape: int) -> dict[str, Any]:
    return {"type": dtype, "shape": list(shape or (-1,))}


SCHEMAS: dict[str, dict[str, Any]] = {
    "types": {
        "name": TEXT,
        "label": NUMBERS,
        "big": {"type": "int64"},
        "f": {"type": "float32"},
        "d": {"type": "float64"},
        "data": BYTES,
        "points": array("float32", -1, 2),
        "grid": array("float64", 2, 2),
        "ids": array("int32"),
        "wide": array("int64"),
    },
    "image": {"label": NUMBERS, "data": BYTES},
    "scalars": {"label": NUMBERS, "s": TEXT, "f": {"type": "float32"}},
    "integers": {"x": array("int64")},
    "pages": {"s": TEXT, "z": BYTES},
    "shards": {"label": NUMBERS, "name": TEXT},
}
EDGES = (1, -1, 127, 128, -128, -129, 32767, 32768, -32768, -32769, 2**31 - 1, -(2**31))


def types() -> Rows:
    """Every type, several blobs a row, numbers at the edges of what one to eight bytes hold."""
    return [
        {
            "name": ("é漢 \"'\\\n" * i)[:7],
            "label": EDGES[i],
            "big": (i - 2) * 2**40,
            "f": i + 0.1,
            "d": i / 3,
            "data": bytes(range(i)) + b"x\0\0"[: i + 1],
            "points": np.arange(2.0 * (i + 1), dtype=np.float32).reshape(-1, 2),
            "grid": np.full((2, 2), i / 7),
            "ids": np.array(EDGES[: 3 * i + 1], dtype=np.int32),
            "wide": np.array([2 ** (9 * i), -(2 ** (8 * i))], dtype=np.int64),
        }
        for i in range(5)
    ]


def images() -> Rows:
    return [{"label": i * i, "data": bytes([7]) * (3 * i + 1)} for i in range(6)]


def scalars() -> Rows:
    return [{"label": i * 7919 - 300, "s": "x" * (i * 20), "f": i / 2} for i in range(40)]


def integers() -> Rows:
    values = [[*EDGES, 2**31, -(2**31) - 1, 2**62], [1, 2, 3], [2**40, 2**41], list(range(100))]
    return [{"x": np.array(v, dtype=np.int64)} for v in values]


def pages() -> Rows:
    """Rows that fill pages of 32 KB."""
    return [{"s": "t" * (3000 + i * 2000), "z": b"z" * (9000 - 400 * i)} for i in range(14)]


def shards() -> Rows:
    return [{"label": i, "name": f"row {i}"} for i in range(23)]


MADE: dict[str, Callable[[], Rows]] = {
    "types": types,
    "image": images,
    "scalars": scalars,
    "integers": integers,
    "pages": pages,
    "shards": shards,
}
# Name of the file -> schema, number of files, rows a call (0: all), index fields.
FILES: dict[str, tuple[str, int, int, list[str]]] = {
    "types.mindrecord": ("types", 1, 0, ["label", "name"]),
    "image.mindrecord": ("image", 1, 0, []),
    "scalars.mindrecord": ("scalars", 1, 9, []),
    "integers.mindrecord": ("integers", 1, 0, []),
    "pages.mindrecord": ("pages", 1, 0, []),
    "pages_by_one.mindrecord": ("pages", 1, 1, []),
    "pages_by_three.mindrecord": ("pages", 1, 3, []),
    "shards.mindrecord": ("shards", 4, 0, []),
}


def write(record: Any, folder: str, name: str) -> None:
    """One of FILES, with small header and pages; `record` is either side's mindrecord."""
    schema, files, step, index = FILES[name]
    rows = MADE[schema]()
    writer = record.FileWriter(os.path.join(folder, name), files)
    writer.set_header_size(1 << 14)
    writer.set_page_size(1 << 15)
    writer.add_schema(SCHEMAS[schema], f"the schema {schema}")
    if index:
        writer.add_index(index)
    for i in range(0, len(rows), step or len(rows)):
        writer.write_raw_data(rows[i : i + (step or len(rows))])
    writer.commit()


def unpack(folder: str) -> None:
    """Lay the files that MindSpore wrote into `folder`."""
    with zipfile.ZipFile(STORED) as stored:
        stored.extractall(folder)


@contextmanager
def unpacked() -> Iterator[str]:
    """A folder that holds the files."""
    with tempfile.TemporaryDirectory() as folder:
        unpack(folder)
        yield folder


def main() -> None:
    record = importlib.import_module("mindspore.mindrecord")
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            write(record, folder, name)
        with zipfile.ZipFile(STORED, "w", zipfile.ZIP_DEFLATED) as stored:
            for path in sorted(Path(folder).iterdir()):
                entry = zipfile.ZipInfo(path.name)
                entry.compress_type = zipfile.ZIP_DEFLATED
                stored.writestr(entry, path.read_bytes())
    print(f"{STORED.name}: {STORED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
