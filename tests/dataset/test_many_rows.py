"""Data sets of millions of rows by number: orders as before, in little memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
from msacc.dataset import cpp_random

ROWS = 1_000_000


class Source:
    """As many rows as one likes."""

    def __len__(self) -> int:
        return ROWS

    def __getitem__(self, place: int) -> np.ndarray:
        return np.array(place)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8193, 8194, 65535, 65537, 70001])
@pytest.mark.parametrize("kind", [cpp_random.Mt19937, cpp_random.MinStd])
def test_shuffles_are_alike_in_lists_and_arrays(count: int, kind: Callable[[int], Any]) -> None:
    listed, places = list(range(count)), np.arange(count)
    cpp_random.std_shuffle(listed, kind(3))
    cpp_random.shuffle_array(places, kind(3))
    assert listed == places.tolist()


def test_draws_at_once_are_those_one_by_one() -> None:
    bound = 3_000_000_019  # of which many words are refused
    one, many = cpp_random.Mt19937(5), cpp_random.Mt19937(5)
    assert cpp_random.many_below(bound, 5000, many).tolist() == [
        one.below(bound) for _ in range(5000)
    ]
    assert one.word() == many.word()


SOURCES = {
    "shuffled": lambda: ds.GeneratorDataset(Source(), ["x"], shuffle=True),
    "in order": lambda: ds.GeneratorDataset(Source(), ["x"], shuffle=False),
    "a shard": lambda: ds.GeneratorDataset(Source(), ["x"], num_shards=8, shard_id=3),
    "again and again": lambda: ds.GeneratorDataset(
        Source(), ["x"], sampler=ds.RandomSampler(replacement=True, num_samples=ROWS)
    ),
    "slices": lambda: ds.NumpySlicesDataset(np.zeros(ROWS, np.int8), ["x"], shuffle=True),
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_start_takes_a_few_numbers_a_row(name: str) -> None:
    """The order itself and two copies of it, and nothing more with further rows."""
    data = SOURCES[name]().batch(64)
    tracemalloc.start()
    try:
        rows = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
        next(rows)
        assert tracemalloc.get_traced_memory()[1] < 4 * 8 * ROWS
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(200):
            next(rows)
        assert tracemalloc.get_traced_memory()[0] < before + 2_000_000
    finally:
        tracemalloc.stop()
