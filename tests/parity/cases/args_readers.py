"""The arguments that readers of public data sets share: samples, shards, samplers, workers, shuffle."""

from __future__ import annotations

import importlib
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset import layouts
from tests.parity.harness import Arrays, case

Reader = Callable[..., Any]
SEED = 11


def cifar(folder: Path, name: str = "test_batch", labels: int = 1) -> None:
    """Both CIFARs come in files of 10,000 records, which MindSpore counts on; few are not zero."""
    records = np.zeros((10_000, labels + 3072), np.uint8)
    records[:, :labels] = (np.arange(10_000) * 7 % 10)[:, None]
    records[:40, labels:] = layouts.pattern(40, 3072)
    (folder / f"{name}.bin").write_bytes(records.tobytes())


def cifar100(folder: Path) -> None:
    cifar(folder, "test", 2)


def classes(folder: Path) -> None:
    """Pictures of two classes, one file of another kind among them."""
    for i, name in enumerate(("cat/1.png", "cat/2.jpg", "dog/3.png", "dog/4.png")):
        layouts.picture(folder / name, 4, seed=i)
    (folder / "dog" / "read.me").write_text("no picture")


# Name -> layout, reader of (dataset module, folder, options), further options to try.
READERS: dict[str, tuple[Callable[[Path], None], Reader]] = {
    "Mnist": (layouts.kmnist, lambda ds, d, **o: ds.MnistDataset(dataset_dir=d, **o)),
    "FashionMnist": (layouts.kmnist, lambda ds, d, **o: ds.FashionMnistDataset(dataset_dir=d, **o)),
    "KMnist": (layouts.kmnist, lambda ds, d, **o: ds.KMnistDataset(dataset_dir=d, **o)),
    "QMnist": (layouts.qmnist, lambda ds, d, **o: ds.QMnistDataset(dataset_dir=d, **o)),
    "EMnist": (layouts.emnist, lambda ds, d, **o: ds.EMnistDataset(d, name="letters", **o)),
    "Cifar10": (cifar, lambda ds, d, **o: ds.Cifar10Dataset(dataset_dir=d, usage="test", **o)),
    "Cifar100": (
        cifar100,
        lambda ds, d, **o: ds.Cifar100Dataset(dataset_dir=d, usage="test", **o),
    ),
    "ImageFolder": (
        classes,
        lambda ds, d, **o: ds.ImageFolderDataset(
            dataset_dir=d, extensions=[".png", ".jpg"], decode=True, **o
        ),
    ),
    "STL10": (layouts.stl10, lambda ds, d, **o: ds.STL10Dataset(dataset_dir=d, **o)),
    "SVHN": (layouts.svhn, lambda ds, d, **o: ds.SVHNDataset(dataset_dir=d, usage="train", **o)),
    "VOC": (layouts.voc, lambda ds, d, **o: ds.VOCDataset(dataset_dir=d, decode=True, **o)),
    "Coco": (
        layouts.coco,
        lambda ds, d, **o: ds.CocoDataset(f"{d}/images", f"{d}/all.json", decode=True, **o),
    ),
    "Manifest": (
        layouts.manifest,
        lambda ds, d, **o: ds.ManifestDataset(f"{d}/good", decode=True, **o),
    ),
    "CelebA": (layouts.celeba, lambda ds, d, **o: ds.CelebADataset(d, decode=True, **o)),
    "Food101": (layouts.food, lambda ds, d, **o: ds.Food101Dataset(d, decode=True, **o)),
    "IMDB": (layouts.imdb, lambda ds, d, **o: ds.IMDBDataset(d, **o)),
    "Flowers102": (layouts.flowers, lambda ds, d, **o: ds.Flowers102Dataset(d, decode=True, **o)),
    "Caltech101": (
        layouts.caltech,
        lambda ds, d, **o: ds.Caltech101Dataset(d, decode=True, **o),
    ),
}

OPTIONS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "samples": lambda ds: {"num_samples": 2, "shuffle": False},
    "shard": lambda ds: {"num_shards": 2, "shard_id": 1, "shuffle": False},
    "shard_shuffled": lambda ds: {"num_shards": 2, "shard_id": 0, "shuffle": True},
    "sampler": lambda ds: {"sampler": ds.SequentialSampler(start_index=1, num_samples=2)},
    "workers": lambda ds: {"num_parallel_workers": 2, "shuffle": False},
}


def digests(data: Any) -> Arrays:
    """A number for each value, column by column: enough to see rows, order and content."""
    rows = list(data.create_dict_iterator(num_epochs=1, output_numpy=True))
    out: Arrays = {"rows": np.array(len(rows)), "columns": np.array(",".join(rows[0]))}
    for name in rows[0]:
        out[name] = np.array(
            [zlib.crc32(np.ascontiguousarray(r[name]).tobytes()) for r in rows[:20]]
        )
    return out


def reading(reader: str, option: str) -> Callable[[Any, Any], Arrays]:
    layout, build = READERS[reader]

    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        with tempfile.TemporaryDirectory() as folder:
            layout(Path(folder))
            ds.config.set_seed(SEED)
            return digests(build(ds, folder, **OPTIONS[option](ds)))

    body.__module__ = __name__
    return body


for _reader in READERS:
    for _option in OPTIONS:
        case(name=f"{_reader}_{_option}", jit=False)(reading(_reader, _option))


def special(layout: Callable[[Path], None], build: Reader) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        with tempfile.TemporaryDirectory() as folder:
            layout(Path(folder))
            return digests(build(ds, folder))

    body.__module__ = __name__
    return body


SPECIAL: dict[str, tuple[Callable[[Path], None], Reader]] = {
    "fashion_usage": (
        layouts.kmnist,
        lambda ds, d: ds.FashionMnistDataset(d, usage="test", shuffle=False),
    ),
    "folder_classes": (
        classes,
        lambda ds, d: ds.ImageFolderDataset(
            d, class_indexing={"dog": 5, "cat": 1}, extensions=[".png"], shuffle=False
        ),
    ),
    "folder_some": (
        classes,
        lambda ds, d: ds.ImageFolderDataset(
            d, class_indexing={"dog": 0}, extensions=[".png"], shuffle=False
        ),
    ),
}
for _name, (_layout, _build) in SPECIAL.items():
    case(name=_name, jit=False)(special(_layout, _build))
