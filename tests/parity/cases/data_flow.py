"""Operators on the flow of rows: buckets by length, gates, flat_map, save; errors of image transforms."""

from __future__ import annotations

import importlib
import os
import tempfile
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


def dataset_of(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.dataset")


def growing(ds: Any) -> Any:
    return ds.GeneratorDataset(lambda: ((np.arange(i + 1),) for i in range(6)), ["a"])


def listed(data: Any) -> Arrays:
    rows = [row[0] for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]
    return {f"row{i}": row for i, row in enumerate(rows)}


BUCKETS: list[tuple[str, dict[str, Any]]] = [
    ("plain", {}),
    ("function", {"element_length_function": lambda x: x[-1] % 5}),
    ("padded", {"pad_info": {"a": ([7], 1)}}),
    ("dropped", {"drop_remainder": True}),
]
for name, more in BUCKETS:

    @case(name=f"bucket_batch_by_length_{name}")
    def buckets(ms: Any, run: Any, more: Any = more) -> Arrays:
        ds = dataset_of(ms)
        return listed(growing(ds).bucket_batch_by_length(["a"], [2, 4], [2, 2, 2], **more))


@case(name="bucket_batch_to_boundary")
def to_boundary(ms: Any, run: Any) -> Arrays:
    length = lambda x: min(len(x), 3)  # noqa: E731
    pads = {"a": ([None], -1)}
    return listed(
        growing(dataset_of(ms)).bucket_batch_by_length(["a"], [2, 4], [2, 2, 2], length, pads, True)
    )


@case(name="flat_map")
def flattened(ms: Any, run: Any) -> Arrays:
    ds = dataset_of(ms)
    data = ds.NumpySlicesDataset([[0, 1], [2, 3]], shuffle=False)
    return listed(data.flat_map(lambda x: ds.NumpySlicesDataset(x + 1, shuffle=False).repeat(2)))


@case(name="save_and_read")
def saved(ms: Any, run: Any) -> Arrays:
    ds = dataset_of(ms)
    rows = [(np.float16(i), np.ones((i + 1, 2), np.uint8), np.array(f"t{i}")) for i in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x")
        ds.GeneratorDataset(rows, ["half", "grid", "text"], shuffle=False).save(path)
        result = {}
        data = ds.MindDataset(path, shuffle=False)
        for i, row in enumerate(data.create_dict_iterator(num_epochs=1, output_numpy=True)):
            result.update({f"half{i}": row["half"], f"grid{i}": row["grid"]})
        return result


WRONG: list[tuple[str, str, tuple[Any, ...]]] = [
    ("pair_of_one", "CenterCrop", ([1],)),
    ("negative_gamma", "AdjustGamma", (-1,)),
    ("two_numbers", "Affine", (1.0, (0.1,), 1.0, 0.0)),
    ("no_scale", "Affine", (1.0, (0.1, 0.1), 0.0, 0.0)),
    ("posterize_nine", "RandomPosterize", ((1, 9),)),
    ("fill_of_two", "Pad", (1, (1, 2))),
    ("even_kernel", "GaussianBlur", (2,)),
    ("color_range", "RandomColorAdjust", ((2, 1),)),
    ("no_inter", "Resize", ((2, 2), None)),
]
for name, transform, given in WRONG:

    @case(name=f"vision_error_{name}")
    def wrong(ms: Any, run: Any, transform: str = transform, given: Any = given) -> Arrays:
        """The class and the very text of the error."""
        vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
        try:
            getattr(vision, transform)(*given)
        except Exception as error:
            return {"error": np.array(f"{type(error).__name__}: {error}")}
        return {"error": np.array("none")}
