"""CIFAR-10 in its binary form, or drawn pictures in the same form."""

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
    """A folder with data_batch_1.bin .. data_batch_5.bin and test_batch.bin (records of 1 + 3072 bytes).

    Without `root`: `DATA_PATH` or ./datasets/cifar-10-batches-bin if they hold such files, otherwise
    `train` + `test` drawn pictures (always the same ones) in the cache folder; nothing is downloaded.
    One line says when pictures were drawn.
    """
    found = find_cifar10() if root is None else None
    if found is not None:
        return found
    target = Path(root or cache_folder() / f"cifar10-drawn-{train}-{test}")
    if root is not None and _is_cifar(target):
        return target
    folder = make_once(target, lambda place: draw_cifar10(place, train, test), _is_cifar)
    once(
        f"cifar10:{folder}",
        f"no CIFAR-10 found; using {train} + {test} drawn pictures in {folder}.",
        logging.INFO,
    )
    return folder


def find_cifar10() -> Path | None:
    """The folder of CIFAR-10's binary files that is already on disk, or None."""
    places = [Path(os.environ["DATA_PATH"])] if os.environ.get("DATA_PATH") else []
    places.append(Path("datasets/cifar-10-batches-bin"))
    return next((place for place in places if _is_cifar(place)), None)


def _files(folder: Path) -> Iterator[Path]:
    for number in range(1, _TRAIN_FILES + 1):
        yield folder / f"data_batch_{number}.bin"
    yield folder / "test_batch.bin"


def _is_cifar(folder: Path) -> bool:
    return all(file.is_file() for file in _files(folder))


def draw_cifar10(folder: Path, train: int, test: int, seed: int = SEED) -> None:
    """Write drawn pictures, equally many of each class; the training part spread over five files."""
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
