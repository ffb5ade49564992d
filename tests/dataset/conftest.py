"""Small data for the dataset tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from msacc.common.settings import settings
from tests.parity.cases.dataset_pipeline import digits


@pytest.fixture(autouse=True)
def fixed_seed() -> Iterator[None]:
    """A seed for each test, and the old one back after it."""
    before, settings.dataset_seed = settings.dataset_seed, 11
    yield
    settings.dataset_seed = before


@pytest.fixture
def mnist(tmp_path: Path) -> str:
    """300 training and 20 test images in MNIST's layout."""
    digits(tmp_path, "train", 300, 0)
    digits(tmp_path, "t10k", 20, 1)
    return str(tmp_path)


@pytest.fixture
def pictures(tmp_path: Path) -> str:
    """Three folders (bird, cat, dog) with two PNG files each, of different sizes."""
    random = np.random.RandomState(0)
    for i, name in enumerate(("dog", "bird", "cat")):
        (tmp_path / name).mkdir()
        for j in range(2):
            pixels = random.randint(0, 256, (20 + 3 * i, 24 + 5 * j, 3)).astype(np.uint8)
            Image.fromarray(pixels).save(tmp_path / name / f"{j}.png")
    return str(tmp_path)


def cifar(folder: Path, name: str, count: int, labels: int, seed: int) -> np.ndarray:
    """A file of CIFAR's binary layout; its records."""
    records = np.random.RandomState(seed).randint(0, 10, (count, labels + 3072)).astype(np.uint8)
    (folder / name).write_bytes(records.tobytes())
    return records
