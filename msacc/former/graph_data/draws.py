"""Random choices: with `set_seed` those of MindSpore's graphs, whose generators are the C++ standard library's."""

from __future__ import annotations

import random

import numpy as np

from msacc.dataset.cpp_random import Mt19937, discrete, pipeline_seed, shuffle_array, std_shuffle

_MORE = 4096
# Up to here std::shuffle takes two places from one word.
_SHORT = 65535


class _Words(Mt19937):
    """Its words without a call of NumPy for each."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._ready: list[int] = []
        self._next = 0

    def word(self) -> int:
        if self._next == len(self._ready):
            self._ready, self._next = super().words(_MORE).tolist(), 0
        self._next += 1
        return self._ready[self._next - 1]

    def words(self, count: int) -> np.ndarray:
        ready = self._ready[self._next : self._next + count]
        self._next += len(ready)
        return np.concatenate([np.array(ready, np.uint32), super().words(count - len(ready))])


class Draws:
    """A graph's generators; `walks` is Python's, as MindSpore's walks are not repeatable."""

    def __init__(self) -> None:
        seed = pipeline_seed()
        self._words = _Words(seed)
        self.walks = random.Random(seed)

    def shuffle(self, values: np.ndarray) -> None:
        """`std::shuffle`, in place."""
        shuffle_array(values, self._words)

    def order(self, size: int) -> list[int]:
        """The numbers below `size`, shuffled: `std::shuffle`, fast for short lists."""
        order = list(range(size))
        if size > _SHORT:
            std_shuffle(order, self._words)
            return order
        if size > 1 and size % 2 == 0:
            self._swap(order, 1, self._words.below(2))
        for i in range(2 - size % 2, size, 2):
            first, second = divmod(self._words.below((i + 1) * (i + 2)), i + 2)
            self._swap(order, i, first)
            self._swap(order, i + 1, second)
        return order

    @staticmethod
    def _swap(order: list[int], i: int, j: int) -> None:
        order[i], order[j] = order[j], order[i]

    def weighted(self, weights: np.ndarray, count: int) -> list[int]:
        """`count` numbers below `len(weights)`, each with a probability in proportion to its weight."""
        # As in C++: a single one needs no word, and where no weight is above 0 it is the first one.
        if len(weights) < 2:
            return [0] * count
        if not weights.any():
            self._words.words(2 * count)
            return [0] * count
        return discrete(weights.astype(np.float64), count, self._words)
