"""Pipelines: rows, order, epochs, samplers and shards."""

from __future__ import annotations

import importlib
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

SEED = 7


def found(dataset: Any, epochs: int = 1) -> Arrays:
    """Everything that `epochs` epochs give: values one after the other, and the rows' shapes."""
    out: Arrays = {"columns": np.array(",".join(dataset.get_col_names()))}
    iterator = dataset.create_dict_iterator(num_epochs=epochs, output_numpy=True)
    for epoch in range(epochs):
        rows = list(iterator)
        out[f"{epoch}.rows"] = np.array(len(rows))
        for name in rows[0] if rows else ():
            values = [row[name] for row in rows]
            out[f"{epoch}.{name}"] = np.concatenate([v.ravel() for v in values])
            shapes = [";".join(map(str, v.shape)) for v in values]
            out[f"{epoch}.{name}.shapes"] = np.array(" ".join(shapes))
    return out


def numbers(ds: Any, count: int = 10, **options: Any) -> Any:
    options.setdefault("shuffle", False)
    return ds.NumpySlicesDataset({"x": np.arange(count)}, **options)


def pair(ds: Any, count: int = 4) -> Any:
    data = {"a": np.arange(count), "b": np.arange(count) * 10.0}
    return ds.NumpySlicesDataset(data, shuffle=False)


def ragged(ds: Any) -> Any:
    return ds.GeneratorDataset(lambda: ((np.arange(i + 1),) for i in range(5)), ["x"])


def sampled(ds: Any, sampler: Any) -> Any:
    return ds.NumpySlicesDataset({"x": np.arange(11)}, sampler=sampler)


class Squares:
    """A random-access source of two columns."""

    def __getitem__(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        return np.array(i), np.array([i * i, 1.0], np.float32)

    def __len__(self) -> int:
        return 7


PIPELINES: dict[str, Callable[[Any], Any]] = {
    "repeat_then_batch": lambda ds: numbers(ds, 4).repeat(2).batch(3),
    "batch_drop_then_repeat": lambda ds: numbers(ds, 5).batch(2, drop_remainder=True).repeat(2),
    "skip_take": lambda ds: numbers(ds).skip(2).take(5),
    "repeat_then_skip": lambda ds: numbers(ds, 4).repeat(2).skip(3),
    "take_then_repeat": lambda ds: numbers(ds, 4).take(2).repeat(2),
    "skip_all": lambda ds: numbers(ds, 4).skip(10),
    "concat": lambda ds: numbers(ds, 3).concat([numbers(ds, 2), numbers(ds, 1)]),
    "plus": lambda ds: numbers(ds, 3) + numbers(ds, 2),
    "zip_shortest": lambda ds: ds.zip((numbers(ds, 3), pair(ds, 5))),
    "filter": lambda ds: numbers(ds).filter(lambda x: x % 3 == 0, input_columns=["x"]),
    "rename_project": lambda ds: pair(ds).rename(["a"], ["c"]).project(["b", "c"]),
    "shuffle_small_buffer": lambda ds: numbers(ds, 12).shuffle(4),
    "shuffle_whole": lambda ds: numbers(ds, 12).shuffle(12),
    "shuffle_then_repeat": lambda ds: numbers(ds, 5).shuffle(5).repeat(2),
    "repeat_then_shuffle": lambda ds: numbers(ds, 5).repeat(2).shuffle(5),
    "shuffle_twice": lambda ds: numbers(ds, 9).shuffle(4).shuffle(5),
    "shuffle_long": lambda ds: numbers(ds, 1000).shuffle(300),
    "shuffle_arrays": lambda ds: (
        ds.NumpySlicesDataset({"x": np.arange(60).reshape(20, 3)}, shuffle=False)
        .shuffle(6)
        .batch(3)
    ),
    "random_default": lambda ds: ds.NumpySlicesDataset({"x": np.arange(10)}),
    "random_odd": lambda ds: numbers(ds, 11, shuffle=True),
    "random_long": lambda ds: numbers(ds, 3000, shuffle=True),
    "samples": lambda ds: numbers(ds, 10, num_samples=4, shuffle=True),
    "shard_0": lambda ds: numbers(ds, 10, num_shards=3, shard_id=0),
    "shard_2": lambda ds: numbers(ds, 10, num_shards=3, shard_id=2),
    "shard_1_random": lambda ds: numbers(ds, 10, num_shards=3, shard_id=1, shuffle=True),
    "shard_2_samples": lambda ds: numbers(ds, 10, num_shards=3, shard_id=2, num_samples=2),
    "split_first": lambda ds: numbers(ds).split([0.7, 0.3])[0],
    "split_second": lambda ds: numbers(ds).split([7, 3])[1],
    "split_in_order": lambda ds: numbers(ds).split([0.33, 0.33, 0.34], randomize=False)[0],
    "split_of_random": lambda ds: numbers(ds, shuffle=True).split([5, 5])[1],
    "split_of_map": lambda ds: numbers(ds).map(lambda x: x).split([5, 5])[1],
    "split_of_shuffle": lambda ds: numbers(ds).shuffle(4).split([5, 5])[0],
    "sequential_sampler": lambda ds: sampled(ds, ds.SequentialSampler(3, 4)),
    "random_sampler": lambda ds: sampled(ds, ds.RandomSampler(num_samples=5)),
    "random_sampler_replacement": lambda ds: sampled(ds, ds.RandomSampler(replacement=True)),
    "subset_sampler": lambda ds: sampled(ds, ds.SubsetSampler([3, 1, 5])),
    "subset_random_sampler": lambda ds: sampled(ds, ds.SubsetRandomSampler([3, 1, 5, 7, 8])),
    "weighted_sampler": lambda ds: sampled(
        ds, ds.WeightedRandomSampler([float(i + 1) for i in range(11)], 6)
    ),
    "weighted_sampler_once": lambda ds: sampled(
        ds, ds.WeightedRandomSampler([float(i + 1) for i in range(11)], 6, replacement=False)
    ),
    "distributed_sampler": lambda ds: sampled(ds, ds.DistributedSampler(3, 1)),
    "distributed_sampler_offset": lambda ds: sampled(
        ds, ds.DistributedSampler(3, 1, shuffle=False, offset=1)
    ),
    "list_as_sampler": lambda ds: sampled(ds, [4, 2]),
    "map_first_column": lambda ds: pair(ds).map(lambda x: x + 1),
    "map_two_to_one": lambda ds: pair(ds).map(lambda a, b: a + b, ["a", "b"], ["c"]),
    "map_one_to_two": lambda ds: pair(ds).map(lambda b: (b, b * 2), ["b"], ["c", "d"]),
    "map_two_to_three": lambda ds: pair(ds).map(
        lambda a, b: (a, b, a + b), ["a", "b"], ["c", "d", "e"]
    ),
    "map_swapped": lambda ds: pair(ds).map(lambda b, a: (b + 1, a), ["b", "a"]),
    "map_over_other": lambda ds: pair(ds).map(lambda a: a, ["a"], ["b"]),
    "map_list": lambda ds: pair(ds).map([lambda x: x + 1, lambda x: x * 2], ["b"]),
    "map_scalars": lambda ds: pair(ds).map(lambda x: 1.5, ["a"]),
    "map_after_batch": lambda ds: pair(ds).batch(2).map(lambda x: x.sum(axis=0), ["a"]),
    "batch_sizes": lambda ds: numbers(ds).batch(lambda info: info.get_batch_num() + 1),
    "batch_map": lambda ds: numbers(ds, 5).batch(
        2,
        per_batch_map=lambda x, info: ([v * 10 + info.get_batch_num() for v in x],),
        input_columns=["x"],
    ),
    "batch_map_epoch": lambda ds: (
        numbers(ds, 4)
        .batch(
            2,
            per_batch_map=lambda x, info: ([v * 10 + info.get_epoch_num() for v in x],),
            input_columns=["x"],
        )
        .repeat(2)
    ),
    "batch_map_columns": lambda ds: numbers(ds, 5).batch(
        2, per_batch_map=lambda x, info: (x, x), input_columns=["x"], output_columns=["y", "z"]
    ),
    "padded": lambda ds: ragged(ds).padded_batch(2, pad_info={"x": ([5], -1)}),
    "padded_longest": lambda ds: ragged(ds).padded_batch(2, pad_info={"x": ([None], -1)}),
    "padded_all": lambda ds: ragged(ds).padded_batch(2, pad_info={}),
    "padded_cut": lambda ds: ragged(ds).padded_batch(2, pad_info={"x": ([2], 0)}),
    "generator_function": lambda ds: ragged(ds),
    "generator_access": lambda ds: ds.GeneratorDataset(Squares(), ["a", "b"]).batch(3),
    "generator_shard": lambda ds: ds.GeneratorDataset(
        Squares(), ["a", "b"], shuffle=False, num_shards=2, shard_id=1
    ),
    "generator_samples": lambda ds: ds.GeneratorDataset(
        lambda: ((np.array(i),) for i in range(9)), ["x"], num_samples=4
    ),
    "generator_batches": lambda ds: ds.GeneratorDataset(
        Squares(), ["a", "b"], batch_sampler=[[1, 3], [0]]
    ),
    "padded_dataset": lambda ds: pair(ds).project(["a"]) + ds.PaddedDataset([{"a": np.array(9)}]),
    "numpy_tuple": lambda ds: ds.NumpySlicesDataset(([1.0, 2.0], [3, 4]), shuffle=False),
    "numpy_nested": lambda ds: ds.NumpySlicesDataset([[1, 2], [3, 4]], shuffle=False),
}


def _pipeline(build: Callable[[Any], Any]) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(SEED)
        dataset = build(ds)
        size = np.array(dataset.get_dataset_size())
        return {"size": size, **found(dataset, epochs=3)}

    body.__module__ = __name__
    return body


for _name, _build in PIPELINES.items():
    case(name=_name, jit=False, rtol=0, atol=0)(_pipeline(_build))


def digits(folder: Path, part: str, count: int, seed: int) -> None:
    """Files in MNIST's layout with random pixels."""
    images = np.random.RandomState(seed).randint(0, 256, (count, 28, 28)).astype(np.uint8)
    labels = (np.arange(count) % 10).astype(np.uint8)
    head = struct.pack(">IIII", 2051, count, 28, 28)
    (folder / f"{part}-images-idx3-ubyte").write_bytes(head + images.tobytes())
    (folder / f"{part}-labels-idx1-ubyte").write_bytes(
        struct.pack(">II", 2049, count) + labels.tobytes()
    )


def tutorial(ms: Any, ds: Any, folder: str, shuffle: bool) -> Any:
    """LeNet's pipeline."""
    vision, transforms = ds.vision, ds.transforms
    data = ds.MnistDataset(folder, shuffle=shuffle)
    data = data.map(transforms.TypeCast(ms.int32), input_columns="label")
    steps = [
        vision.Resize((32, 32), interpolation=vision.Inter.LINEAR),
        vision.Rescale(1 / 0.3081, -1 * 0.1307 / 0.3081),
        vision.Rescale(1.0 / 255.0, 0.0),
        vision.HWC2CHW(),
    ]
    data = data.map(steps, input_columns="image")
    if shuffle:
        data = data.shuffle(buffer_size=20)
    return data.batch(4, drop_remainder=True).repeat(2)


@case(jit=False, rtol=0, atol=0)
def lenet_pipeline(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    with tempfile.TemporaryDirectory() as folder:
        digits(Path(folder), "train", 30, 0)
        digits(Path(folder), "t10k", 6, 1)
        ds.config.set_seed(SEED)
        for shuffle in (False, True):
            data = tutorial(ms, ds, folder, shuffle)
            rows = list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))
            out[f"{shuffle}.sum"] = np.array([image.astype(np.float64).sum() for image, _ in rows])
            out[f"{shuffle}.labels"] = np.stack([label for _, label in rows])
            out[f"{shuffle}.corner"] = np.stack([image[:, :, ::5, ::5] for image, _ in rows[:3]])
        for usage in ("train", "test", "all"):
            data = ds.MnistDataset(folder, usage, shuffle=False)
            labels = [
                r["label"] for r in data.create_dict_iterator(num_epochs=1, output_numpy=True)
            ]
            out[usage] = np.array(labels)
    return out


def _bad(path: Path, what: str) -> None:
    digits(path, "train", 5, 0)
    images = path / "train-images-idx3-ubyte"
    raw = images.read_bytes()
    if what == "magic":
        images.write_bytes(b"\0\0\0\1" + raw[4:])
    elif what == "cut":
        images.write_bytes(raw[:-100])
    elif what == "head":
        images.write_bytes(raw[:3])
    elif what == "labels":
        digits(path, "train", 3, 0)
        images.write_bytes(raw)
    elif what == "none":
        images.unlink()


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    with tempfile.TemporaryDirectory() as folder:
        for what in ("magic", "cut", "head", "labels", "none"):
            (Path(folder) / what).mkdir()
            _bad(Path(folder) / what, what)
        bad: dict[str, Callable[[], Any]] = {
            what: lambda what=what: list(ds.MnistDataset(f"{folder}/{what}"))
            for what in ("magic", "cut", "head", "labels", "none")
        }
        bad.update(_refused(ds, folder))
        return {name: run.raises(_nothing(fn))["raises"] for name, fn in bad.items()}


def _nothing(fn: Callable[[], Any]) -> Callable[[], list[Any]]:
    def call() -> list[Any]:
        fn()
        return []

    return call


def _refused(ds: Any, folder: str) -> dict[str, Callable[[], Any]]:
    return {
        "folder": lambda: ds.MnistDataset(f"{folder}/nowhere"),
        "folder_type": lambda: ds.MnistDataset(5),
        "usage": lambda: ds.MnistDataset(folder, "other"),
        "usage_type": lambda: ds.MnistDataset(folder, 5),
        "samples": lambda: ds.MnistDataset(folder, num_samples=-1),
        "shuffle_type": lambda: ds.MnistDataset(folder, shuffle="yes"),
        "shard_alone": lambda: numbers(ds, num_shards=2),
        "shard_large": lambda: numbers(ds, num_shards=2, shard_id=2),
        "sampler_and_shuffle": lambda: numbers(ds, shuffle=True, sampler=ds.SequentialSampler()),
        "cifar": lambda: list(ds.Cifar10Dataset(folder)),
        "image_folder": lambda: list(ds.ImageFolderDataset(f"{folder}/none/x")),
        "batch_0": lambda: numbers(ds).batch(0),
        "batch_text": lambda: numbers(ds).batch("a"),
        "batch_argument": lambda: numbers(ds).batch(2, other=1),
        "batch_shapes": lambda: list(ragged(ds).batch(2)),
        "shuffle_1": lambda: numbers(ds).shuffle(1),
        "shuffle_text": lambda: numbers(ds).shuffle("a"),
        "repeat_0": lambda: numbers(ds).repeat(0),
        "take_0": lambda: numbers(ds).take(0),
        "skip_negative": lambda: numbers(ds).skip(-1),
        "zip_list": lambda: ds.zip([numbers(ds), numbers(ds)]),
        "zip_same_names": lambda: list(ds.zip((numbers(ds), numbers(ds)))),
        "concat_other": lambda: numbers(ds) + 5,
        "concat_columns": lambda: list(numbers(ds) + pair(ds)),
        "rename_unknown": lambda: numbers(ds).rename("q", "z").get_col_names(),
        "project_unknown": lambda: numbers(ds).project(["q"]).get_col_names(),
        "columns_unknown": lambda: numbers(ds).create_tuple_iterator(columns=["q"]),
        "map_unknown": lambda: list(numbers(ds).map(lambda x: x, input_columns="q")),
        "map_count": lambda: list(numbers(ds).map(lambda x: (x, x), input_columns="x")),
        "map_none": lambda: list(numbers(ds).map(lambda x: None)),
        "map_raises": lambda: list(numbers(ds).map(lambda x: 1 / 0)),
        "map_number": lambda: numbers(ds).map(5),
        "map_argument": lambda: numbers(ds).map(lambda x: x, other=1),
        "split_sum": lambda: numbers(ds).split([7, 2]),
        "split_fractions": lambda: numbers(ds).split([0.7, 0.2]),
        "epochs_0": lambda: numbers(ds).create_tuple_iterator(num_epochs=0),
        "epochs_text": lambda: numbers(ds).create_tuple_iterator(num_epochs="a"),
        "subset_range": lambda: list(sampled(ds, ds.SubsetSampler([50]))),
        "generator_number": lambda: ds.GeneratorDataset(5, ["x"]),
        "generator_columns": lambda: ds.GeneratorDataset([1]),
        "generator_few": lambda: list(ds.GeneratorDataset(Squares(), ["a"])),
        "generator_sampler": lambda: ds.GeneratorDataset(
            lambda: iter([1]), ["x"], sampler=ds.SequentialSampler()
        ),
        "numpy_lengths": lambda: ds.NumpySlicesDataset({"a": [1, 2], "b": [1]}),
        "numpy_none": lambda: ds.NumpySlicesDataset(None),
        "numpy_empty": lambda: ds.NumpySlicesDataset({}),
        "seed_text": lambda: ds.config.set_seed("a"),
        "seed_negative": lambda: ds.config.set_seed(-1),
    }


@case(jit=False, rtol=0, atol=0)
def generator_objects(ms: Any, run: Any) -> Arrays:
    """Their rows come again in each epoch, and behind a question for their number."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")

    def rows() -> Any:
        for i in range(3):
            yield (np.array([i]),)

    asked = ds.GeneratorDataset(rows(), ["a"], shuffle=False)
    size = asked.get_dataset_size()
    twice = ds.GeneratorDataset(rows(), ["a"], shuffle=False).batch(2)
    return {
        "size": np.array(size),
        "rows": np.array([len(list(asked)), len(list(asked))]),
        **found(twice, epochs=2),
    }
