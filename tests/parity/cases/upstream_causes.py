"""What MindSpore's own tests found: places of columns, and the classes of errors."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

PLACES = (
    (["a", "b"], ["b", "a"]), (["a", "c"], ["c", "a"]), (["c", "a"], ["x", "a"]), (["c", "a"], ["x", "y"]),
    (["a", "c"], ["x"]), (["b"], ["x", "b"]), (["b"], ["a"]), (["b", "c"], ["c", "x", "b"]),
)  # fmt: skip


def _with_columns(ds: Any, inputs: list[str], outputs: list[str]) -> Arrays:
    data = ds.NumpySlicesDataset(([1], [20], [300], [4000]), ["a", "b", "c", "d"], shuffle=False)
    count = len(outputs)

    def new(*columns: Any) -> Any:
        return tuple(np.array(5 + k) for k in range(count)) if count > 1 else np.array(5)

    mapped = data.map(new, inputs, outputs)
    rows = list(mapped.create_tuple_iterator(num_epochs=1, output_numpy=True))
    return {
        "names": np.array(",".join(mapped.get_col_names())),
        "values": np.array([int(value) for value in rows[0]]),
    }


@case
def columns_of_a_map(ms: Any, run: Any) -> Arrays:
    out: Arrays = {}
    for number, (inputs, outputs) in enumerate(PLACES):
        for key, value in _with_columns(ms.dataset, inputs, outputs).items():
            out[f"{number}.{key}"] = value
    return out


@case
def classes_of_errors(ms: Any, run: Any) -> Arrays:
    whole, images = ms.Parameter(1, name="whole"), np.ones((1, 1, 16, 16), np.float32)
    single, half = ms.Tensor(images), ms.Tensor(images.astype(np.float16))
    x = ms.Tensor(np.arange(12.0).reshape(3, 4).astype(np.float32))
    cells = ms.nn.CellDict()

    def put(key: Any) -> None:
        cells[key] = ms.nn.ReLU()

    calls = {
        "set_data": lambda: whole.set_data(1.2),
        "ssim": lambda: ms.nn.SSIM()(single, half),
        "msssim": lambda: ms.nn.MSSSIM(power_factors=(0.5,))(single, half),
        "int_images": lambda: ms.nn.SSIM()(ms.Tensor(images.astype(np.int32)), single),
        "where": lambda: x.min(axis=0, keepdims=False, initial=9, where=None),
        "initial": lambda: x.max(axis=0, keepdims=False, initial=ms.Tensor([1.0])),
        "indices": lambda: x.max(axis=0, keepdims=False, return_indices=1),
        "empty_key": lambda: put(""),
        "dotted_key": lambda: put("a.b"),
        "attribute_key": lambda: put("construct"),
        "short_mask": lambda: x[[True, False]],
    }
    return {name: run.raises(call)["raises"] for name, call in calls.items()}


@case
def members(ms: Any, run: Any) -> Arrays:
    x = ms.Tensor([1, 2])
    inside = [item in x for item in (1, 3, 1.0, "a", [1], np.array(1), ms.Tensor(2))]
    return {"inside": np.array(inside)}
