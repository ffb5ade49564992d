"""Shards of datasets that are joined: every n-th row, of MindRecord files as many neighbours."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


@contextmanager
def record_folder(ms: Any) -> Iterator[None]:
    """A working folder with 10 rows in ten.mindrecord and 3 in three.mindrecord."""
    writer = importlib.import_module(f"{ms.__name__}.mindrecord").FileWriter
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, count in (("ten", 10), ("three", 3)):
                file = writer(f"{name}.mindrecord", 1)
                file.add_schema({"v": {"type": "int32"}})
                file.write_raw_data([{"v": i} for i in range(count)])
                file.commit()
            yield
        finally:
            os.chdir(before)


def records(ds: Any, name: str) -> Any:
    return ds.MindDataset(f"{name}.mindrecord", ["v"], shuffle=False)


def padding(ds: Any, count: int) -> Any:
    return ds.PaddedDataset([{"v": np.array(100 + i, np.int32)} for i in range(count)])


def generated(ds: Any, count: int) -> Any:
    rows = [(np.array(200 + i, np.int32),) for i in range(count)]
    return ds.GeneratorDataset(rows, ["v"], shuffle=False)


JOINED: dict[str, Callable[[Any], Any]] = {
    "records_padding": lambda ds: records(ds, "ten") + padding(ds, 4),
    "padding_records": lambda ds: padding(ds, 4) + records(ds, "ten"),
    "generated_records": lambda ds: generated(ds, 3) + records(ds, "ten"),
    "records_generated": lambda ds: records(ds, "three") + generated(ds, 5),
    "two_files": lambda ds: records(ds, "three") + records(ds, "ten"),
    "nested": lambda ds: records(ds, "ten") + generated(ds, 3) + records(ds, "three"),
}


@case(jit=False, rtol=0, atol=0)
def shards(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    found: Arrays = {}
    with record_folder(ms):
        for name, joined in JOINED.items():
            for count in (2, 3):
                for shard in range(count):
                    data = joined(ds)
                    data.use_sampler(ds.DistributedSampler(count, shard, shuffle=False))
                    rows = data.create_dict_iterator(num_epochs=1, output_numpy=True)
                    key = f"{name}_{count}_{shard}"
                    found[key] = np.array([int(row["v"]) for row in rows])
                    found[f"{key}_size"] = np.array(data.get_dataset_size())
    return found
