"""Pipelines written as JSON and read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc.dataset import transforms, vision
from msacc.dataset.vision import Inter


@pytest.fixture
def table(tmp_path: Path) -> Callable[[], Any]:
    """A CSV file of three rows as a data set."""
    path = tmp_path / "rows.csv"
    path.write_text("1,2\n3,4\n5,6\n")
    return lambda: ds.CSVDataset(
        str(path), column_defaults=["1", "2"], column_names=["a", "b"], shuffle=False
    )


def rows(data: Any) -> list[Any]:
    """All values, from the same seed."""
    ds.config.set_seed(3)
    result = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
    return [[value.tolist() for value in row] for _ in range(2) for row in result]


def _schema() -> Any:
    schema = ds.Schema()
    schema.add_column("x", "int32", [2])
    return schema


PIPELINES: dict[str, Callable[[Callable[[], Any]], Any]] = {
    "source": lambda t: t(),
    "batch": lambda t: t().batch(2, True),
    "padded_batch": lambda t: t().padded_batch(2, pad_info={}),
    "buckets": lambda t: (
        ds.RandomDataset(4, schema=_schema(), num_samples=0)
        .project("x")
        .bucket_batch_by_length(["x"], [5], [2, 2], drop_remainder=True)
    ),
    "schema": lambda t: ds.RandomDataset(3, schema=_schema(), num_samples=0).project("x"),
    "repeat": lambda t: t().repeat(2),
    "shuffle": lambda t: t().shuffle(3),
    "skip and take": lambda t: t().skip(1).take(1),
    "project": lambda t: t().project("b"),
    "rename": lambda t: t().rename("a", "x"),
    "concat": lambda t: t() + t(),
    "zip": lambda t: ds.zip((t().project("a"), t().project("b"))),
    "map": lambda t: t().map(transforms.Fill("q"), "a", "z"),
    "compose": lambda t: t().map([transforms.Compose([transforms.Duplicate()])], "a", ["a", "z"]),
    "images": lambda t: ds.FakeImageDataset(4, (3, 3, 3), 2).map(
        [
            vision.RandomCrop(2),
            vision.Resize((4, 4), Inter.BICUBIC),
            vision.Normalize([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
            transforms.TypeCast(ms.float32),
            transforms.RandomApply([vision.RandomHorizontalFlip()], 0.4),
            transforms.Slice(slice(0, 2), ...),
        ],
        "image",
    ),
    "split": lambda t: ds.FakeImageDataset(4, (2, 2, 3), 2).split([2, 2])[0],
}


@pytest.mark.parametrize("name", list(PIPELINES))
def test_rows_survive(name: str, table: Callable[[], Any], tmp_path: Path) -> None:
    data, path = PIPELINES[name](table), str(tmp_path / "pipeline.json")
    content = ds.serialize(data, path)
    again, from_file = ds.deserialize(content), ds.deserialize(json_filepath=path)
    assert json.loads(Path(path).read_text()) == content == ds.serialize(from_file)
    assert ds.compare(data, again)
    assert rows(data) == rows(again) == rows(from_file)
    assert again.get_dataset_size() == data.get_dataset_size()
    assert again.output_shapes() == data.output_shapes()


def test_samplers_with_children_survive() -> None:
    sampler = ds.DistributedSampler(2, 1, shuffle=False)
    sampler.add_child(ds.SubsetSampler([3, 1, 0, 2]))
    data = ds.FakeImageDataset(4, (2, 2, 3), 2, sampler=sampler)
    again = ds.deserialize(ds.serialize(data))
    assert rows(data) == rows(again)
    assert len(rows(data)) == 4
    other = ds.FakeImageDataset(4, (2, 2, 3), 2, sampler=ds.SubsetSampler([3, 1]))
    assert not ds.compare(data, other)


def test_functions_are_named_alone(table: Callable[[], Any]) -> None:
    content = ds.serialize(table().map(np.copy, "a"))
    assert content["operations"][0]["tensor_op_name"] == "copy"
    with pytest.raises(RuntimeError, match="tensor_op_params"):
        ds.serialize(ds.deserialize(content))
    filtered = ds.serialize(table().filter(lambda a, b: True))
    with pytest.raises(RuntimeError, match="unsupported operation type: Filter"):
        ds.serialize(ds.deserialize(filtered))
    memory = ds.serialize(ds.NumpySlicesDataset([1, 2]))
    with pytest.raises(RuntimeError, match="unsupported operation type: NumpySlicesDataset"):
        ds.serialize(ds.deserialize(memory))
    assert ds.deserialize() is None


def test_what_shuffles_and_shards_says_so(table: Callable[[], Any]) -> None:
    sharded = ds.GeneratorDataset([1, 2, 3], ["x"], num_shards=2, shard_id=0)
    assert sharded.is_sharded()
    assert sharded.batch(1).is_sharded()
    assert not table().is_sharded()
    assert not table().is_shuffled()
    assert ds.GeneratorDataset([1, 2], ["x"]).is_shuffled()
