"""The debug mode: random transforms of one worker, and the user's functions in this process."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


@contextmanager
def debug_mode(ds: Any, seed: int) -> Iterator[None]:
    ds.config.set_seed(seed)
    ds.config.set_debug_mode(True)
    try:
        yield
    finally:
        ds.config.set_debug_mode(False)
        ds.config.set_seed(5489)


def column(data: Any) -> list[Any]:
    return [row["x"] for row in data.create_dict_iterator(num_epochs=1, output_numpy=True)]


@case(jit=False, rtol=0, atol=0)
def random_transforms(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    vision, transforms = ds.vision, ds.transforms
    images = np.random.RandomState(0).randint(0, 255, (9, 6, 6, 3)).astype(np.uint8)
    chosen = {
        "apply": [transforms.RandomApply([vision.Invert(), vision.RandomHorizontalFlip()], 0.6)],
        "crop": [vision.RandomCrop(3), vision.RandomVerticalFlip(0.5)],
    }
    found: Arrays = {}
    for name, operations in chosen.items():
        for seed in (5489, 3):  # 5489: none was set
            with debug_mode(ds, seed):
                data = ds.NumpySlicesDataset({"x": images}, shuffle=False)
                mapped = data.map(operations, ["x"], num_parallel_workers=2)
                found[f"{name}_{seed}"] = np.stack(column(mapped))
    return found


class Process:
    """Rows that tell the process they were made in."""

    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> Any:
        return (np.array(os.getpid()),)


@case(jit=False, rtol=0, atol=0)
def processes(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    options: dict[str, Any] = {"python_multiprocessing": True, "num_parallel_workers": 2}
    with debug_mode(ds, 1):
        rows = [ds.NumpySlicesDataset({"x": np.arange(4)}, shuffle=False) for _ in range(2)]
        made = {
            "source": ds.GeneratorDataset(Process(), ["x"], shuffle=False, **options),
            "map": rows[0].map(lambda x: np.array(os.getpid()), ["x"], **options),
            "batch": rows[1].batch(
                2, per_batch_map=lambda x, info: ([np.array(os.getpid())] * len(x),), **options
            ),
        }
        return {
            name: np.array([bool((pid == os.getpid()).all()) for pid in column(data)])
            for name, data in made.items()
        }


# What of the columns a, b and c is mapped to which names.
RENAMED = [
    (["a"], ["b"]),
    (["a"], ["b", "n"]),
    (["a"], ["n", "b"]),
    (["a"], ["a", "b"]),
    (["c"], ["a", "b"]),
    (["a", "b"], ["c"]),
    (["a", "b"], ["c", "n"]),
    (["a", "b"], ["b", "a"]),
]


def renamed(ds: Any, inputs: list[str], outputs: list[str]) -> Any:
    def function(*values: Any) -> Any:
        return tuple(sum(values) + 100 * (i + 1) for i in range(len(outputs)))

    columns = {name: np.arange(3) + 10 * i for i, name in enumerate("abc")}
    return ds.NumpySlicesDataset(columns, shuffle=False).map(function, inputs, outputs)


@case(jit=False, rtol=0, atol=0)
def names_of_other_columns(ms: Any, run: Any) -> Arrays:
    """Such an output is dropped where their number changes; the debug mode refuses it."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")

    def rows(inputs: list[str], outputs: list[str]) -> Any:
        data = renamed(ds, inputs, outputs)
        return list(data.create_dict_iterator(num_epochs=1, output_numpy=True))

    found: Arrays = {}
    for inputs, outputs in RENAMED:
        key = f"{''.join(inputs)}_{''.join(outputs)}"
        found[key] = np.array([[int(v) for v in row.values()] for row in rows(inputs, outputs)])
        found[f"{key}_names"] = np.array(list(rows(inputs, outputs)[0]))
        with debug_mode(ds, 1):
            found[f"{key}_debug"] = run.raises(lambda: rows(inputs, outputs) and None)["raises"]  # noqa: B023
    return found
