"""What a pipeline shows of itself, without reading a row."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc.dataset import transforms, vision


def numbers(rows: int = 10) -> Any:
    return ds.NumpySlicesDataset(
        {"x": np.zeros((rows, 2), np.float32), "y": [0] * rows}, shuffle=False
    )


SOURCE = "NumpySlicesDataset({'x': <float32 ndarray of shape (10, 2)>, 'y': [0, 0, 0, 0, 0, 0, ...]}, shuffle=False)"


def plus(value: Any) -> Any:
    return value + 1


def test_a_source_alone_takes_a_line() -> None:
    assert repr(numbers()) == f"{SOURCE}: 10 rows, columns x, y"
    assert repr(ds.NumpySlicesDataset([1])) == "NumpySlicesDataset([1]): 1 row, column column_0"


def test_operators_in_order_with_what_they_got() -> None:
    data = (
        numbers()
        .map([transforms.TypeCast(ms.int32), plus], "x")
        .shuffle(4)
        .batch(4, drop_remainder=True)
    )
    data = data.repeat(3).rename("x", "a").project(["a"]).skip(1).take(2)
    assert repr(data).splitlines() == [
        "TakeDataset: 2 batches, column a",
        f"  {SOURCE}",
        "  .map([TypeCast(mindspore.int32), plus], input_columns=['x'])",
        "  .shuffle(4)",
        "  .batch(4, drop_remainder=True)",
        "  .repeat(3)",
        "  .rename(['x'], ['a'])",
        "  .project(['a'])",
        "  .skip(1)",
        "  .take(2)",
    ]


def test_a_filter_has_no_size_yet() -> None:
    data = numbers().filter(lambda y: y > 0, "y")
    first, _, last = repr(data).splitlines()
    assert first == "FilterDataset: columns x, y"
    assert last == (
        "  .filter(test_a_filter_has_no_size_yet.<locals>.<lambda>, input_columns=['y'])"
    )


def test_branches_stand_below_what_joins_them() -> None:
    other = numbers().rename(["x", "y"], ["a", "b"])
    assert repr(ds.zip((numbers(), other))).splitlines() == [
        "ZipDataset: 10 rows, columns x, y, a, b",
        "  zip()",
        f"    {SOURCE}",
        f"    {SOURCE}",
        "    .rename(['x', 'y'], ['a', 'b'])",
    ]
    both = numbers() + numbers()
    both.use_sampler(ds.DistributedSampler(2, 0, False))
    assert repr(both).splitlines()[:2] == [
        "ConcatDataset: 10 rows, columns x, y",
        "  concat().use_sampler(num_shards=2, shard_id=0)",
    ]


def test_samplers_and_transforms_show_what_they_got() -> None:
    sampler = ds.DistributedSampler(2, 0, shuffle=False)
    assert repr(sampler) == "DistributedSampler(2, 0, shuffle=False)"
    assert repr(vision.RandomCrop(3, padding=[1, 1, 1, 1])) == "RandomCrop(3, padding=[1, 1, 1, 1])"
    chain = transforms.Compose([vision.Resize((3, 3)), plus])
    assert repr(chain) == "Compose([Resize((3, 3)), plus])"
    for same in (copy.deepcopy(sampler), pickle.loads(pickle.dumps(sampler))):
        assert repr(same) == repr(sampler)
    assert "object at" in repr(object.__new__(ds.RandomSampler))


def test_showing_reads_and_calls_nothing(tmp_path: Path) -> None:
    class Rows:
        def __getitem__(self, index: int) -> Any:
            raise AssertionError("read")

        def __len__(self) -> int:
            return 5

    def rows() -> Any:
        raise AssertionError("called")

    (tmp_path / "a.csv").write_text("p,q\n1,2\n")
    assert "5 rows, column a" in repr(ds.GeneratorDataset(Rows(), ["a"]))
    assert repr(ds.GeneratorDataset(rows, ["a"])).endswith("rows, ['a']): column a")
    data = ds.CSVDataset(str(tmp_path / "a.csv"), shuffle=False)
    (tmp_path / "a.csv").write_text("")
    assert "row" not in repr(data)
    assert "column" not in repr(data)
    named = ds.CSVDataset(str(tmp_path / "a.csv"), column_names=["p", "q"], shuffle=False)
    assert repr(named.batch(2)).startswith("BatchDataset: columns p, q\n")


def test_a_source_that_was_read_tells_its_size(tmp_path: Path) -> None:
    for name in ("cat", "dog"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.jpg").write_bytes(b"")
    data = ds.ImageFolderDataset(str(tmp_path))
    assert "row" not in repr(data).partition("): ")[2]
    assert data.get_dataset_size() == 2
    assert repr(data).endswith("): 2 rows, columns image, label")


def test_a_pipeline_with_an_error_in_it_is_shown_all_the_same() -> None:
    assert repr(numbers().project(["none"])).splitlines()[0] == "ProjectDataset: 10 rows"

    class Refuses:
        def __getitem__(self, index: int) -> Any:
            return index

        def __len__(self) -> int:
            raise RuntimeError("not yet")

    assert repr(ds.GeneratorDataset(Refuses(), ["a"])).endswith("column a")


def test_serialized_pipelines_come_back_with_a_repr() -> None:
    data = ds.deserialize(ds.serialize(ds.RandomDataset(5, num_parallel_workers=1).batch(2)))
    assert repr(data).splitlines()[0].startswith("DeserializedDataset: 3 batches")


def test_a_notebook_gets_a_line_for_each_operator() -> None:
    shown = numbers().batch(4).repeat(2)._repr_html_()
    assert shown.count("<tr>") == 4
    for text in ("10 rows", "3 batches", "6 batches", ".batch(4)", ".repeat(2)"):
        assert text in shown


@pytest.mark.parametrize("count", [None, 3])
def test_endless_repeats(count: int | None) -> None:
    assert f".repeat({count or ''})" in repr(numbers().repeat(count))
