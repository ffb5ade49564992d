"""CIFAR-10 in its binary format, or synthetic images in the same format."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from msacc.common.warn_once import once
from msacc.datafiles import synthetic_images
from msacc.datafiles.cache import cache_folder, make_once

SEED = 10
_TRAIN_FILES = 5
_NAMES = ("disk", "box", "diamond", "triangle", "cross", "ring", "star", "bar", "heart", "moon")


def cifar10_folder(root: str | Path | None = None, train: int = 2000, test: int = 400) -> Path:
    """Returns a folder with data_batch_1.bin .. data_batch_5.bin and test_batch.bin (records of 1 + 3072 bytes).

    Without `root`: `DATA_PATH` or ./datasets/cifar-10-batches-bin if they contain such files, otherwise
    `train` + `test` synthetic images (always the same ones) in the cache folder; nothing is downloaded.
    Synthetic images are logged.
    """
    existing = find_cifar10() if root is None else None
    if existing is not None:
        return existing
    target = Path(root or cache_folder() / f"cifar10-drawn-{train}-{test}")
    if root is not None and _is_cifar(target):
        return target
    folder = make_once(target, lambda path: draw_cifar10(path, train, test), _is_cifar)
    once(
        f"cifar10:{folder}",
        f"no CIFAR-10 found; using {train} + {test} drawn pictures in {folder}.",
        logging.INFO,
    )
    return folder


def find_cifar10() -> Path | None:
    """Returns the existing folder of CIFAR-10's binary files, or None."""
    candidates = [Path(os.environ["DATA_PATH"])] if os.environ.get("DATA_PATH") else []
    candidates.append(Path("datasets/cifar-10-batches-bin"))
    return next((folder for folder in candidates if _is_cifar(folder)), None)


def _files(folder: Path) -> Iterator[Path]:
    for number in range(1, _TRAIN_FILES + 1):
        yield folder / f"data_batch_{number}.bin"
    yield folder / "test_batch.bin"


def _is_cifar(folder: Path) -> bool:
    return all(file.is_file() for file in _files(folder))


def draw_cifar10(folder: Path, train: int, test: int, seed: int = SEED) -> None:
    """Writes synthetic images, equally many of each class; the training set in five files."""
    rng = np.random.default_rng(seed)
    parts = [len(part) for part in np.array_split(np.arange(train), _TRAIN_FILES)]
    folder.mkdir(parents=True, exist_ok=True)
    for file, count in zip(_files(folder), [*parts, test], strict=True):
        labels = rng.permutation(np.arange(count, dtype=np.uint8) % 10)
        records = np.concatenate(
            [labels[:, None], synthetic_images.draw(labels, rng).reshape(count, -1)], 1
        )
        file.write_bytes(records.tobytes())
    (folder / "batches.meta.txt").write_text("\n".join(_NAMES) + "\n")
