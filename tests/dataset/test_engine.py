"""The block-wise engine gives what row-by-row work gives, and keeps its promises."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc
import msacc.dataset as ds
from msacc import Tensor
from msacc.common import dtype as mstype
from msacc.dataset import transforms, vision
from msacc.dataset.pipeline.iterator import RowIterator


def epochs(data: ds.Dataset, vectorised: bool, count: int = 2) -> list[list[list[np.ndarray]]]:
    iterator = RowIterator(data._msacc_node, count, True, vectorised)
    return [list(iterator) for _ in range(count)]


def lenet(folder: str) -> ds.Dataset:
    steps = [
        vision.Resize((32, 32), vision.Inter.LINEAR),
        vision.Rescale(1 / 0.3081, -0.1307 / 0.3081),
        vision.Rescale(1 / 255.0, 0.0),
        vision.HWC2CHW(),
    ]
    data = ds.MnistDataset(folder)
    data = data.map(transforms.TypeCast(mstype.int32), "label").map(steps, "image")
    return data.shuffle(70).batch(32, drop_remainder=True).repeat(2)


def classifier(folder: str) -> ds.Dataset:
    steps = [
        vision.Rescale(1 / 255.0, 0.0),
        vision.Normalize((0.1307,), (0.3081,)),
        vision.HWC2CHW(),
    ]
    data = ds.MnistDataset(folder, num_shards=3, shard_id=1)
    return data.map(steps, "image").map(transforms.OneHot(10), "label").batch(7)


def augmented(folder: str) -> ds.Dataset:
    steps = [
        vision.RandomCrop((28, 28), 4),
        vision.RandomHorizontalFlip(),
        vision.RandomVerticalFlip(0.3),
        vision.RandomRotation(10),
        vision.CutOut(4, 2),
        vision.CenterCrop(20),
        vision.Pad(2),
        vision.ToTensor(),
    ]
    return ds.MnistDataset(folder, shuffle=False).map(steps, "image").batch(9)


def after_batch(folder: str) -> ds.Dataset:
    data = ds.MnistDataset(folder, "test", shuffle=False).batch(6)
    return data.map([vision.Resize(14), vision.Rescale(0.5, 1.0)], "image")


def mixed(folder: str) -> ds.Dataset:
    steps = [vision.Rescale(0.5, 0.0), lambda x: x + 1, vision.HWC2CHW()]
    return ds.MnistDataset(folder).map(steps, "image").take(50).batch(8)


def patched(folder: str) -> ds.Dataset:
    names = [f"p{i}" for i in range(4)]
    data = ds.MnistDataset(folder, shuffle=False)
    data = data.map(vision.SlicePatches(2, 2), "image", names)
    return data.project(["p0", "p3", "label"]).batch(16)


def zipped(folder: str) -> ds.Dataset:
    numbers = ds.NumpySlicesDataset({"n": np.arange(50)}, shuffle=True)
    return ds.zip((numbers, ds.MnistDataset(folder, num_samples=200))).skip(3).shuffle(9).batch(4)


PIPELINES = [lenet, classifier, augmented, after_batch, mixed, patched, zipped]


@pytest.mark.parametrize("build", PIPELINES)
def test_blocks_give_what_rows_give(build: Callable[[str], ds.Dataset], mnist: str) -> None:
    for fast, slow in zip(epochs(build(mnist), True), epochs(build(mnist), False), strict=True):
        assert len(fast) == len(slow) > 0
        for a, b in zip(fast, slow, strict=True):
            for x, y in zip(a, b, strict=True):
                assert x.dtype == y.dtype
                np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("build", PIPELINES)
def test_size_is_the_number_of_rows(build: Callable[[str], ds.Dataset], mnist: str) -> None:
    data = build(mnist)
    assert data.get_dataset_size() == len(epochs(data, True, 1)[0]) == len(data)


def test_rows_do_not_share_memory_with_the_source() -> None:
    source = np.arange(6.0).reshape(3, 2)
    for _ in range(2):
        for (row,) in ds.NumpySlicesDataset(source, shuffle=False).create_tuple_iterator(
            num_epochs=1, output_numpy=True
        ):
            row += 100
    assert source.max() == 5


def test_batches_are_tensors_of_the_right_type(mnist: str) -> None:
    image, label = next(lenet(mnist).create_tuple_iterator())
    assert isinstance(image, Tensor)
    assert image.dtype == mstype.float32
    assert label.dtype == mstype.int32
    assert image.shape == (32, 1, 32, 32)


def test_scalar_rows_stay_scalars() -> None:
    row = next(ds.NumpySlicesDataset([1, 2], shuffle=False).create_dict_iterator())
    assert row["column_0"].shape == ()
    assert row["column_0"].dtype == mstype.int64


def test_seeds_repeat_and_differ(mnist: str) -> None:
    first, again = epochs(augmented(mnist), True), epochs(augmented(mnist), True)
    np.testing.assert_array_equal(first[0][0][0], again[0][0][0])
    assert (first[0][0][0] != first[1][0][0]).any()
    msacc.set_seed(5)
    assert ds.config.get_seed() == 5
    other = epochs(augmented(mnist), True)
    assert (first[0][0][0] != other[0][0][0]).any()


def test_no_seed_gives_fresh_orders() -> None:
    ds.config.set_seed(5489)
    data = ds.NumpySlicesDataset(np.arange(200))
    one, two = ([int(x) for (x,) in data.create_tuple_iterator(num_epochs=1)] for _ in range(2))
    assert one != two
    assert sorted(one) == sorted(two)


def test_random_columns_of_one_map_move_together() -> None:
    images = np.random.RandomState(0).randint(0, 256, (40, 8, 8, 3)).astype(np.uint8)
    data = ds.NumpySlicesDataset({"a": images, "b": images}, shuffle=False)
    data = data.map([vision.RandomHorizontalFlip(), vision.RandomCrop(5)], ["a", "b"])
    for a, b in data.create_tuple_iterator(num_epochs=1, output_numpy=True):
        np.testing.assert_array_equal(a, b)


def test_a_for_loop_is_one_epoch_and_next_goes_on() -> None:
    iterator = ds.NumpySlicesDataset(np.arange(4), shuffle=False).create_tuple_iterator(
        num_epochs=2, output_numpy=True
    )
    assert [int(next(iterator)[0]) for _ in range(2)] == [0, 1]
    assert [int(x) for (x,) in iterator] == [2, 3]
    assert [int(x) for (x,) in iterator] == [0, 1, 2, 3]
    with pytest.raises(RuntimeError, match="has given all its 2 epochs"):
        next(iterator)


def test_generators_are_not_read_further_than_needed() -> None:
    read = []

    def numbers() -> Any:
        for i in range(1000):
            read.append(i)
            yield (np.array(i),)

    data = ds.GeneratorDataset(numbers, ["x"]).batch(4).take(2)
    assert [b.tolist() for (b,) in data.create_tuple_iterator(num_epochs=1, output_numpy=True)] == [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
    ]
    assert len(read) <= 12


def test_endless_repeat_can_be_cut() -> None:
    data = ds.NumpySlicesDataset(np.arange(3), shuffle=False).repeat().take(7)
    rows = [int(x) for (x,) in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]
    assert rows == [0, 1, 2, 0, 1, 2, 0]


def test_rows_of_different_shapes_go_through(pictures: str) -> None:
    data = ds.ImageFolderDataset(pictures, shuffle=False, decode=True)
    data = data.shuffle(3).map(vision.Resize((8, 8)), "image").batch(6)
    image, label = next(data.create_tuple_iterator(output_numpy=True))
    assert image.shape == (6, 8, 8, 3)
    assert sorted(label.tolist()) == [0, 0, 1, 1, 2, 2]


def test_strings_of_different_length_batch() -> None:
    data = ds.NumpySlicesDataset({"s": ["a", "bcd"]}, shuffle=False).batch(2)
    (row,) = next(data.create_tuple_iterator(output_numpy=True))
    assert row.tolist() == ["a", "bcd"]


def test_a_pipeline_as_the_source_of_another_keeps_its_order() -> None:
    """It can be gone through and not asked for a row, so that `shuffle` has nothing to shuffle."""
    inner = ds.NumpySlicesDataset({"x": np.arange(12)}, shuffle=False).batch(2)
    with pytest.raises(TypeError, match="not subscriptable"):
        inner[0]  # type: ignore[index]
    outer = ds.GeneratorDataset(inner, ["x"], shuffle=True)
    rows = [row.tolist() for (row,) in outer.create_tuple_iterator(output_numpy=True)]
    assert rows == np.arange(12).reshape(6, 2).tolist()


@pytest.mark.parametrize("rows", [[[1, 2], [3, 4]], [(1, 2), (3, 4)]], ids=["lists", "tuples"])
def test_a_row_is_a_tuple_or_a_list_of_columns(rows: list[Any]) -> None:
    for source in (rows, lambda: iter(rows)):
        data = ds.GeneratorDataset(source, ["a", "b"], shuffle=False)
        result = [[int(a), int(b)] for a, b in data.create_tuple_iterator(output_numpy=True)]
        assert result == [[1, 2], [3, 4]]
        with pytest.raises(RuntimeError, match="gave 2 values a row"):
            list(ds.GeneratorDataset(source, ["a"], shuffle=False).create_tuple_iterator())


def test_rows_of_slices_by_number() -> None:
    data = ds.NumpySlicesDataset({"a": [1, 2], "b": [3, 4]}, shuffle=False)
    assert data[1] == (2, 4)
    with pytest.raises(RuntimeError, match="exceeded the number"):
        data[2]


class WhoReads:
    """Each row says which process made it."""

    def __getitem__(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        return np.array(i), np.array(os.getpid())

    def __len__(self) -> int:
        return 20


def test_worker_processes_keep_the_order_and_end() -> None:
    before = set(multiprocessing.active_children())
    data = ds.GeneratorDataset(WhoReads(), ["i", "pid"], shuffle=False, num_parallel_workers=2)
    iterator = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
    for _ in range(2):
        rows = list(iterator)
        assert [int(i) for i, _ in rows] == list(range(20))
        assert os.getpid() not in {int(pid) for _, pid in rows}
    assert not set(multiprocessing.active_children()) - before


def test_map_in_worker_processes_and_release_by_forgetting() -> None:
    before = set(multiprocessing.active_children())
    data = ds.NumpySlicesDataset({"x": np.arange(9)}, shuffle=False)
    data = data.map(
        lambda x: (x * 2, np.array(os.getpid())),
        "x",
        ["y", "pid"],
        python_multiprocessing=True,
        num_parallel_workers=2,
    )
    iterator = data.create_dict_iterator(output_numpy=True)
    row = next(iterator)
    assert int(row["y"]) == 0
    assert int(row["pid"]) != os.getpid()
    del iterator, row
    gc.collect()
    assert not set(multiprocessing.active_children()) - before


def test_an_error_in_a_worker_reaches_the_caller() -> None:
    def fail(x: np.ndarray) -> np.ndarray:
        raise KeyError("no such thing")

    data = ds.NumpySlicesDataset([1, 2], shuffle=False)
    data = data.map(fail, python_multiprocessing=True, num_parallel_workers=2)
    with pytest.raises(RuntimeError, match="no such thing"):
        list(data.create_tuple_iterator(num_epochs=1))


def test_callbacks_see_epochs_and_steps() -> None:
    seen: list[tuple[str, int, int]] = []

    class Look(ds.DSCallback):
        def ds_epoch_begin(self, ds_run_context: Any) -> None:
            seen.append(("epoch", ds_run_context.cur_epoch_num, 0))

        def ds_step_end(self, ds_run_context: Any) -> None:
            seen.append(("step", ds_run_context.cur_epoch_num, ds_run_context.cur_step_num))

    data = ds.NumpySlicesDataset([1, 2], shuffle=False)
    data = data.map(lambda x: x, callbacks=[Look()])
    iterator = data.create_tuple_iterator(num_epochs=2)
    for _ in range(2):
        list(iterator)
    assert seen == [
        ("epoch", 1, 0), ("step", 1, 1), ("step", 1, 2),
        ("epoch", 2, 0), ("step", 2, 3), ("step", 2, 4),
    ]  # fmt: skip


def test_getters_of_a_pipeline(mnist: str) -> None:
    data = lenet(mnist)
    assert data.get_col_names() == ["image", "label"]
    assert data.output_shapes() == [[32, 1, 32, 32], [32]]
    assert data.output_types() == [np.float32, np.int32]
    assert (data.get_batch_size(), data.get_repeat_count()) == (32, 2)
    assert isinstance(data, ds.RepeatDataset)
    assert isinstance(data.children[0], ds.BatchDataset)
    short = ds.NumpySlicesDataset(np.zeros((5, 3)), shuffle=False).batch(4)
    assert short.output_shapes(estimate=True) == [[None, 3]]


@pytest.mark.parametrize("name", ["send", "set_dynamic_columns", "nonsense"])
def test_absent_methods_say_so(name: str) -> None:
    with pytest.raises(AttributeError, match=name):
        getattr(ds.NumpySlicesDataset([1]), name)


def test_absent_parts_say_so() -> None:
    with pytest.raises(NotImplementedError, match="download \\['a'\\] and use MindDataset"):
        ds.OBSMindDataset(["a"], "server", "ak", "sk", "obs://x")
