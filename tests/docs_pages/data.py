"""The small data that a page finds where it would put what it downloads."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
from scipy.io import wavfile

from tests.docs_pages.tutorials import laid, laying
from tests.docs_scripts.folder import lay_data


def nothing(place: Path) -> None:
    """No data."""


def mnist(place: Path) -> None:
    """As for the scripts of the docs."""
    lay_data(place / "MNIST_Data", None)


def mnist_and_cifar(place: Path) -> None:
    """Both, beside each other."""
    mnist(place)
    cifar(place)


def cifar(place: Path) -> None:
    """CIFAR-10's binary files."""
    laying.cifar(place)
    (place / "datasets-cifar10-bin/cifar-10-batches-bin").rename(place / "cifar-10-batches-bin")


def cifar_of_both_kinds(place: Path) -> None:
    """CIFAR-10's binary files and its pickled ones, below `datasets`."""
    folder = place / "datasets/cifar-10-batches-py"
    folder.mkdir(parents=True)
    cifar(folder.parent)
    draws = np.random.RandomState(0)
    for name in [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"]:
        rows = {
            b"data": draws.randint(0, 256, (8, 3072)).astype(np.uint8),
            b"labels": draws.randint(0, 10, 8).tolist(),
        }
        # As NumPy 1 has them, whose modules MindSpore lets a file name.
        content = pickle.dumps(rows, protocol=3).replace(b"numpy._core", b"numpy.core")
        (folder / name).write_bytes(content)


def eager(place: Path) -> None:
    """MNIST, a picture, and a recording."""
    mnist(place)
    laid.pictures(place / "drawn", 1, 1, 160, suffix="jpg")
    (place / "drawn/class_0/0.jpg").rename(place / "banana.jpg")
    sound = np.random.RandomState(0).normal(0, 3000, 8000).astype(np.int16)
    wavfile.write(place / "84-121123-0000.wav", 16000, sound)


def pictures_like_imagenet(place: Path) -> None:
    """Five pictures in one class, as many times as there are columns."""
    laid.pictures(place / "ImageNetSimilar", 1, 25, 280, suffix="jpg")
