"""MNIST in the layout of MindSpore's tutorials: train/ and test/ with the idx files."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import struct
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlparse

import numpy as np

from msacc.common.warn_once import once
from msacc.datafiles import synthetic_digits
from msacc.datafiles.cache import cache_folder, cache_folders, make_once

PARTS = {"train": "train", "test": "t10k"}
SEED = 20
_TIMEOUT = 4.0


def mnist_folder(
    root: str | Path | None = None, train: int = 8000, test: int = 2000, download: bool = True
) -> Path:
    """Returns a folder with train/train-images-idx3-ubyte and the three other files of MNIST.

    Without `root`: the first of `DATA_PATH`, ./MNIST_Data and the cache folder (`MSACC_CACHE`) that contains them.
    Otherwise, and for a new `root`, they are downloaded with torchvision, or, without a network, `train` + `test`
    synthetic digits (always the same ones) are written and logged.

    `MSACC_OFFLINE=1` or `download=False` disables the download. Raises FileNotFoundError if DATA_PATH
    is set but does not contain MNIST.
    """
    folder_name = f"mnist-drawn-{train}-{test}"
    if root is None:
        existing = find_mnist()
        if existing is not None:
            return existing
    elif _is_mnist(Path(root)):
        return Path(root)
    if download and not os.environ.get("MSACC_OFFLINE"):
        with contextlib.suppress(OSError, RuntimeError):
            return make_once(Path(root or cache_folder() / "mnist"), _download, _is_mnist)
    target = Path(root or cache_folder() / folder_name)
    folder = make_once(target, lambda path: draw_mnist(path, train, test), _is_mnist)
    once(
        f"mnist:{folder}",
        f"no MNIST found and none downloaded; using {train} + {test} drawn digits in {folder}.",
        logging.INFO,
    )
    return folder


def find_mnist() -> Path | None:
    """Returns the existing folder of MNIST, or None; FileNotFoundError for a wrong DATA_PATH."""
    data_path = os.environ.get("DATA_PATH")
    if data_path:
        # Scripts set DATA_PATH to the folder of both sets or to that of one.
        for folder in (Path(data_path), Path(data_path).resolve().parent):
            if _is_mnist(folder):
                return folder
        raise FileNotFoundError(
            f"DATA_PATH is {data_path!r}, but {Path(data_path).resolve()} has no train/ and test/ folders with "
            "MNIST's idx files. Correct it, or unset it to let the data be fetched or drawn."
        )
    candidates = [Path("MNIST_Data"), *(cache / "mnist" for cache in cache_folders())]
    return next((folder for folder in candidates if _is_mnist(folder)), None)


def _files(folder: Path) -> Iterator[Path]:
    for part, stem in PARTS.items():
        yield folder / part / f"{stem}-images-idx3-ubyte"
        yield folder / part / f"{stem}-labels-idx1-ubyte"


def _is_mnist(folder: Path) -> bool:
    return all(file.is_file() for file in _files(folder))


# -- synthetic data ----------------------------------------------------------------------------
def draw_mnist(folder: Path, train: int, test: int, seed: int = SEED) -> None:
    """Writes `train` + `test` synthetic digits, equally many of each class, in idx files."""
    rng = np.random.default_rng(seed)
    for (part, stem), count in zip(PARTS.items(), (train, test), strict=True):
        labels = rng.permutation(np.arange(count, dtype=np.uint8) % 10)
        (folder / part).mkdir(parents=True, exist_ok=True)
        _write_idx(folder / part / f"{stem}-images-idx3-ubyte", synthetic_digits.draw(labels, rng))
        _write_idx(folder / part / f"{stem}-labels-idx1-ubyte", labels)


def _write_idx(path: Path, array: np.ndarray) -> None:
    """Writes an idx file of bytes: magic 0x000008<ndim>, the dimensions big-endian, the data."""
    head = struct.pack(f">{array.ndim + 1}I", 0x0800 + array.ndim, *array.shape)
    path.write_bytes(head + array.tobytes())


# -- downloading -------------------------------------------------------------------------------
def _download(folder: Path) -> None:
    """Downloads the files with torchvision, which shows a progress bar; OSError without a network."""
    from torchvision.datasets import MNIST  # imported here because it takes a second

    _check_mirrors([urlparse(mirror) for mirror in MNIST.mirrors])
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_TIMEOUT * 5)
    try:
        MNIST(str(folder / "got"), download=True)
    finally:
        socket.setdefaulttimeout(before)
    for file in _files(folder):
        file.parent.mkdir(exist_ok=True)
        (folder / "got" / "MNIST" / "raw" / file.name).rename(file)


def _check_mirrors(mirrors: list) -> None:
    """Raises OSError if no mirror can be reached; not checked behind a proxy."""
    if urllib.request.getproxies():
        return
    for mirror in mirrors:
        with contextlib.suppress(OSError):
            port = 443 if mirror.scheme == "https" else 80
            socket.create_connection((mirror.hostname, port), timeout=_TIMEOUT).close()
            return
    raise OSError("no mirror of MNIST can be reached")
