"""Arguments of the converters to MindRecord: files, records and what the index holds.

MindSpore converts with pandas and OpenCV, which the oracle lacks: its FileWriter stands for it, with
the same records. Of images only their places are compared, JPEGs of two libraries differ.
"""

from __future__ import annotations

import gzip
import importlib
import pickle
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset import layouts
from tests.parity.cases.args_readers import digests
from tests.parity.harness import Arrays, case, is_mindspore

Rows = list[dict[str, Any]]
Fill = Callable[[Path], None]
Make = Callable[[Any, str, str], Any]


def cifar(folder: Path, fine: bool) -> None:
    """Two batches of CIFAR-10's Python form and a test batch, or the two files of CIFAR-100's."""
    names = ("train", "test") if fine else ("data_batch_1", "data_batch_2", "test_batch")
    for i, name in enumerate(names):
        rows: dict[bytes, Any] = {b"data": layouts.pattern(2, 3072, seed=i)}
        labels = [i, i + 3]
        rows |= {b"fine_labels": labels, b"coarse_labels": labels[::-1]} if fine else {}
        rows |= {} if fine else {b"labels": labels}
        (folder / name).write_bytes(pickle.dumps(rows))


def coarse(folder: Path) -> None:
    cifar(folder, fine=True)


def plain(folder: Path) -> None:
    cifar(folder, fine=False)


def mnist(folder: Path) -> None:
    layouts.kmnist(folder)
    for path in list(folder.glob("*-ubyte")):
        (folder / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))


def table(folder: Path) -> None:
    lines = ["name,age,town", *(f"n{i},{20 + i},t{i % 3}" for i in range(7))]
    (folder / "in.csv").write_text("\n".join(lines))


def pictures(folder: Path) -> None:
    for i in range(3):
        layouts.picture(folder / "images" / f"k{i}" / "0.jpg", 4, seed=i)
    (folder / "map.txt").write_text("k0 5\nk1 3\nk2 4\n")


def by_hand(records: Any, path: str, parts: int, rows: Rows, index: list[str]) -> None:
    writer = records.FileWriter(path, parts)
    kinds = {int: "int64", str: "string", bytes: "bytes"}
    writer.add_schema({name: {"type": kinds[type(v)]} for name, v in rows[0].items()}, "rows")
    writer.add_index(index)
    writer.write_raw_data(rows)
    writer.commit()


def indexed(path: Path) -> str:
    """The fields that the index of a file holds."""
    with sqlite3.connect(f"{path}.db") as index:
        names = [row[1] for row in index.execute("PRAGMA table_info(INDEXES)")]
    return " ".join(sorted(name for name in names if name.islower() or name.endswith("_0")))


def found(ms: Any, folder: str) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    files = sorted(p for p in Path(folder).glob("out*") if p.suffix != ".db")
    rows = digests(ds.MindDataset(str(files[0]), shuffle=False))
    for name in ("data", "file_name"):
        rows.pop(name, None)
    facts = {"files": " ".join(p.name for p in files), "index": indexed(files[0])}
    return {**{name: np.array(text) for name, text in facts.items()}, **rows}


FINE = [{"coarse_label": 3 * (1 - i), "data": b"x", "fine_label": 3 * i, "id": i} for i in (0, 1)]
PLAIN = [{"data": b"x", "id": 2 * i + j, "label": i + 3 * j} for i in (0, 1) for j in (0, 1)]
AGES = [{"age": 20 + i, "town": f"t{i % 3}"} for i in range(7)]
DIGITS = [{"data": b"x", "label": int(v) % 47} for v in layouts.pattern(6, seed=6)]

# Name -> (what lies in the folder, the converter's run, what MindSpore's writer is given instead).
WAYS: dict[str, tuple[Fill, Make, tuple[str, int, Rows, list[str]] | None]] = {
    "csv": (
        table,
        lambda m, d, to: m.CsvToMR(
            source=f"{d}/in.csv", destination=to, columns_list=["age", "town"], partition_number=2
        ).transform(),
        ("", 2, AGES, ["age", "town"]),
    ),
    "mnist": (
        mnist,
        lambda m, d, to: m.MnistToMR(source=d, destination=to, partition_number=2).transform(),
        ("_train.mindrecord", 2, DIGITS, ["label"]),
    ),
    "cifar10": (
        plain,
        lambda m, d, to: m.Cifar10ToMR(source=d, destination=to).transform(fields=["label"]),
        ("", 1, PLAIN, ["label"]),
    ),
    "cifar100": (
        coarse,
        lambda m, d, to: m.Cifar100ToMR(source=d, destination=to).transform(
            fields=["coarse_label"]
        ),
        ("", 1, FINE, ["coarse_label"]),
    ),
    "cifar100_run": (
        coarse,
        lambda m, d, to: m.Cifar100ToMR(d, to).run(fields=["fine_label", "id"]),
        ("", 1, FINE, ["fine_label", "id"]),
    ),
    "imagenet": (
        pictures,
        lambda m, d, to: m.ImageNetToMR(
            f"{d}/map.txt", f"{d}/images", to, partition_number=2
        ).transform(),
        None,
    ),
}


def converting(name: str) -> Callable[[Any, Any], Arrays]:
    fill, make, instead = WAYS[name]

    def body(ms: Any, run: Any) -> Arrays:
        records = importlib.import_module(f"{ms.__name__}.mindrecord")
        with tempfile.TemporaryDirectory() as folder:
            fill(Path(folder))
            if instead is None or not is_mindspore(ms):
                make(records, folder, f"{folder}/out")
            else:
                end, *how = instead
                by_hand(records, f"{folder}/out{end}", *how)
            for test in Path(folder).glob("out*_test*"):
                test.unlink()
            return found(ms, folder)

    body.__module__ = __name__
    return body


for _name in WAYS:
    case(name=_name, jit=False)(converting(_name))
