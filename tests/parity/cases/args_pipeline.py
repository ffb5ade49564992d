"""Arguments of pipeline operations, samplers and readers of lines."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset import layouts
from tests.parity.cases.args_readers import digests
from tests.parity.cases.dataset_pipeline import found, numbers, pair, ragged
from tests.parity.harness import Arrays, case

Build = Callable[[Any, Any], Any]
SEED = 5


class Items:
    """A random-access source of a number and a pair."""

    def __getitem__(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        return np.array(i, np.int32), np.array([i, i + 0.5], np.float32)

    def __len__(self) -> int:
        return 6


def schema(ms: Any, ds: Any) -> Any:
    made = ds.Schema()
    made.add_column("x", ms.int32)
    made.add_column("y", ms.float32, [2])
    return made


def stacked(xs: list[Any], ys: list[Any]) -> tuple[np.ndarray, ...]:
    return np.stack(xs) + 1, np.stack(ys)


def added(batch: list[Any], info: Any) -> tuple[list[Any]]:
    return ([x + info.get_batch_num() for x in batch],)


def doubled(x: Any) -> Any:
    return x * 2


def generator(ds: Any, **options: Any) -> Any:
    options = {"shuffle": False, **options}
    if "schema" not in options:
        options.setdefault("column_names", ["x", "y"])
    return ds.GeneratorDataset(Items(), **options)


PIPELINES: dict[str, Build] = {
    "generator_types": lambda ms, ds: generator(ds, column_types=[ms.int32, ms.float32]),
    "generator_workers": lambda ms, ds: generator(
        ds, num_parallel_workers=2, python_multiprocessing=False
    ),
    "generator_rowsize": lambda ms, ds: generator(
        ds, num_parallel_workers=2, python_multiprocessing=True, max_rowsize=2
    ),
    "generator_schema": lambda ms, ds: generator(ds, schema=schema(ms, ds)),
    "generator_sampler": lambda ms, ds: generator(
        ds, sampler=ds.SequentialSampler(2, 3), shuffle=None
    ),
    "generator_collate": lambda ms, ds: generator(
        ds, batch_sampler=[[0, 2], [1, 3]], collate_fn=stacked, shuffle=None
    ),
    "numpy_workers": lambda ms, ds: numbers(ds, num_parallel_workers=2),
    "map_workers": lambda ms, ds: pair(ds).map(
        doubled, "a", num_parallel_workers=2, python_multiprocessing=True, max_rowsize=4
    ),
    "map_offload": lambda ms, ds: pair(ds).map([doubled], ["b"], offload=False),
    "batch_workers": lambda ms, ds: pair(ds).batch(
        2,
        num_parallel_workers=2,
        per_batch_map=added,
        input_columns=["a"],
        python_multiprocessing=True,
        max_rowsize=4,
    ),
    "filter_workers": lambda ms, ds: numbers(ds).filter(
        predicate=lambda x: x % 2 == 0, input_columns=["x"], num_parallel_workers=2
    ),
    "padded_batch_drop": lambda ms, ds: ragged(ds).padded_batch(
        2, drop_remainder=True, num_parallel_workers=2, pad_info={"x": ([6], 9)}
    ),
    "apply": lambda ms, ds: numbers(ds).apply(apply_func=lambda data: data.batch(4)),
    "zip": lambda ms, ds: numbers(ds).zip(datasets=(pair(ds, 10),)),
    "subset": lambda ms, ds: numbers(
        ds, shuffle=None, sampler=ds.SubsetRandomSampler([3, 5, 7, 9], num_samples=3)
    ),
    "add_sampler": lambda ms, ds: with_sampler(ds),
}


def with_sampler(ds: Any) -> Any:
    data = numbers(ds)
    data.add_sampler(new_sampler=ds.SequentialSampler(1, 4))
    return data


for _name, _build in PIPELINES.items():

    def _body(ms: Any, run: Any, build: Build = _build) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(SEED)
        return found(build(ms, ds))

    _body.__module__ = __name__
    case(name=_name, jit=False)(_body)


@case(jit=False)
def iterators(ms: Any, run: Any) -> Arrays:
    """Columns and copies of the two kinds of iterator."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    some = pair(ds).create_tuple_iterator(columns=["b"], num_epochs=1, output_numpy=True)
    copied = pair(ds).create_tuple_iterator(num_epochs=1, do_copy=True)
    rows = pair(ds).create_dict_iterator(num_epochs=1, do_copy=True)
    return {
        "some": np.array([row[0] for row in some]),
        "width": np.array([len(row) for row in copied]),
        "copied": np.array([row["a"].asnumpy() for row in rows]),
        "shapes": np.array(str(pair(ds).batch(2).output_shapes(estimate=True))),
    }


@case(jit=False)
def pk(ms: Any, run: Any) -> Arrays:
    """Two of each class."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    with tempfile.TemporaryDirectory() as folder:
        for i, name in enumerate(
            ("a/1.png", "a/2.png", "b/3.png", "b/4.png", "c/5.png", "c/6.png")
        ):
            layouts.picture(Path(folder) / name, 4, seed=i)
        ds.config.set_seed(SEED)
        for name, options in {
            "some": {"num_val": 2, "num_samples": 4},
            "shuffled": {"num_val": 1, "num_class": None, "shuffle": True},
        }.items():
            data = ds.ImageFolderDataset(folder, sampler=ds.PKSampler(**options), decode=True)
            out.update({f"{name}.{key}": value for key, value in digests(data).items()})
    return out


@case(jit=False)
def news_shards(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    readers = {
        "AGNews": layouts.news3,
        "AmazonReview": layouts.news3,
        "DBpedia": layouts.news3,
        "YahooAnswers": layouts.news4,
        "YelpReview": layouts.news2,
        "SogouNews": layouts.news3,
        "PennTreebank": layouts.lines,
        "WikiText": layouts.lines,
        "USPS": layouts.usps,
    }
    for name, layout in readers.items():
        with tempfile.TemporaryDirectory() as folder:
            layout(Path(folder))
            read = getattr(ds, f"{name}Dataset")
            sharded = read(
                folder,
                usage="test",
                num_shards=2,
                shard_id=0,
                shuffle=False,
                num_parallel_workers=1,
            )
            few = read(folder, usage="test", num_samples=1, shuffle=False, num_parallel_workers=2)
            for key, value in {**digests(sharded)}.items():
                out[f"{name}.shard.{key}"] = value
            for key, value in {**digests(few)}.items():
                out[f"{name}.few.{key}"] = value
    return out


@case(jit=False)
def records(ms: Any, run: Any) -> Arrays:
    """A MindRecord file read with two workers."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    records = importlib.import_module(f"{ms.__name__}.mindrecord")
    with tempfile.TemporaryDirectory() as folder:
        writer = records.FileWriter(f"{folder}/a.mindrecord", 1)
        writer.add_schema({"x": {"type": "int32"}}, "numbers")
        writer.write_raw_data([{"x": i} for i in range(5)])
        writer.commit()
        data = ds.MindDataset(f"{folder}/a.mindrecord", num_parallel_workers=2, shuffle=False)
        reader = records.FileReader(f"{folder}/a.mindrecord", num_consumer=2)
        read = np.array([int(row["x"]) for row in reader.get_next()])
        reader.close()
        return {**digests(data), "read": read}
