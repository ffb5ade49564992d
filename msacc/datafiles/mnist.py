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
from msacc.datafiles.cache import cache_folder, make_once

PARTS = {"train": "train", "test": "t10k"}
SEED = 20
_SECONDS = 4.0


def mnist_folder(
    root: str | Path | None = None, train: int = 8000, test: int = 2000, download: bool = True
) -> Path:
    """A folder with train/train-images-idx3-ubyte and the three other files of MNIST.

    Without `root`: `DATA_PATH`, ./MNIST_Data, the cache folder (`MSACC_CACHE`), whichever holds them.
    Otherwise they are downloaded through torchvision, or, without a network, `train` + `test` digits
    are drawn (always the same ones); with `root` that happens there. One line says which it was.

    `MSACC_OFFLINE=1` or `download=False` tries no download. Raises FileNotFoundError when DATA_PATH
    is set but holds no MNIST.
    """
    drawn = f"mnist-drawn-{train}-{test}"
    if root is None:
        found = find_mnist()
        if found is not None:
            return found
    elif _is_mnist(Path(root)):
        return Path(root)
    if download and not os.environ.get("MSACC_OFFLINE"):
        with contextlib.suppress(OSError, RuntimeError):
            return make_once(Path(root or cache_folder() / "mnist"), _download, _is_mnist)
    target = Path(root or cache_folder() / drawn)
    folder = make_once(target, lambda place: draw_mnist(place, train, test), _is_mnist)
    once(
        f"mnist:{folder}",
        f"no MNIST found and none downloaded; using {train} + {test} drawn digits in {folder}.",
        logging.INFO,
    )
    return folder


def find_mnist() -> Path | None:
    """The folder of MNIST that is already on disk, or None; FileNotFoundError for a wrong DATA_PATH."""
    given = os.environ.get("DATA_PATH")
    if given:
        # Scripts set DATA_PATH to the folder of both parts or to that of one.
        for place in (Path(given), Path(given).resolve().parent):
            if _is_mnist(place):
                return place
        raise FileNotFoundError(
            f"DATA_PATH is {given!r}, but {Path(given).resolve()} has no train/ and test/ folders with "
            "MNIST's idx files. Correct it, or unset it to let the data be fetched or drawn."
        )
    places = (Path("MNIST_Data"), cache_folder() / "mnist")
    return next((place for place in places if _is_mnist(place)), None)


def _files(folder: Path) -> Iterator[Path]:
    for part, stem in PARTS.items():
        yield folder / part / f"{stem}-images-idx3-ubyte"
        yield folder / part / f"{stem}-labels-idx1-ubyte"


def _is_mnist(folder: Path) -> bool:
    return all(file.is_file() for file in _files(folder))


# -- drawing -----------------------------------------------------------------------------------
def draw_mnist(folder: Path, train: int, test: int, seed: int = SEED) -> None:
    """Write `train` + `test` drawn digits, equally many of each class, in idx files."""
    rng = np.random.default_rng(seed)
    for (part, stem), count in zip(PARTS.items(), (train, test), strict=True):
        labels = rng.permutation(np.arange(count, dtype=np.uint8) % 10)
        (folder / part).mkdir(parents=True, exist_ok=True)
        _write_idx(folder / part / f"{stem}-images-idx3-ubyte", synthetic_digits.draw(labels, rng))
        _write_idx(folder / part / f"{stem}-labels-idx1-ubyte", labels)


def _write_idx(path: Path, array: np.ndarray) -> None:
    """An idx file of bytes: magic 0x000008<ndim>, the dimensions big-endian, the data."""
    head = struct.pack(f">{array.ndim + 1}I", 0x0800 + array.ndim, *array.shape)
    path.write_bytes(head + array.tobytes())


# -- downloading -------------------------------------------------------------------------------
def _download(folder: Path) -> None:
    """The real files through torchvision, which shows a progress bar; OSError without a network."""
    from torchvision.datasets import MNIST  # takes a second to import: only where it is needed

    _reach([urlparse(mirror) for mirror in MNIST.mirrors])
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_SECONDS * 5)
    try:
        MNIST(str(folder / "got"), download=True)
    finally:
        socket.setdefaulttimeout(before)
    for file in _files(folder):
        file.parent.mkdir(exist_ok=True)
        (folder / "got" / "MNIST" / "raw" / file.name).rename(file)


def _reach(mirrors: list) -> None:
    """OSError at once when no mirror answers; behind a proxy the download itself must tell."""
    if urllib.request.getproxies():
        return
    for mirror in mirrors:
        with contextlib.suppress(OSError):
            port = 443 if mirror.scheme == "https" else 80
            socket.create_connection((mirror.hostname, port), timeout=_SECONDS).close()
            return
    raise OSError("no mirror of MNIST can be reached")
