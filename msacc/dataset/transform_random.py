"""Random numbers for transforms, drawn as MindSpore's engine draws them.

A map has one generator per worker, seeded with the seed and the worker's number; rows go to the
workers in turn, and so does the end of an epoch. A transform that is called eagerly starts from the
seed each time. Transforms that MindSpore runs in Python (PIL images) draw from Python's `random`.
"""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.dataset.cpp_random import Mt19937, pipeline_seed, std_shuffle
from msacc.dataset.resumable_state import register_resumable

if TYPE_CHECKING:
    from collections.abc import Sequence

_SPAN = float(2**32)


class Draws(Mt19937):
    """One generator with the distributions of the C++ standard library (libstdc++)."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._second_normal: float | None = None

    def state(self) -> dict[str, Any]:
        """Returns the generator's state."""
        return {**super().state(), "spare": self._second_normal}

    def restore(self, state: dict[str, Any]) -> None:
        """Restores the generator's state."""
        super().restore(state)
        self._second_normal = state["spare"]

    def unit(self) -> np.float32:
        """A float32 in [0, 1)."""
        value = np.float32(self.word()) / np.float32(_SPAN)
        return value if value < 1 else np.nextafter(np.float32(1), np.float32(0))

    def real(self, low: float = 0.0, high: float = 1.0) -> float:
        """A float32 in [low, high)."""
        first, last = np.float32(low), np.float32(high)
        return float(self.unit() * (last - first) + first)

    def double(self) -> float:
        """A float64 in [0, 1)."""
        return float(self.canonical(1)[0])

    def happens(self, chance: float) -> bool:
        """True with probability `chance`."""
        return self.double() < chance

    def between(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def normal(self) -> float:
        """A float32 of the standard normal distribution, drawn in pairs as the library does."""
        if self._second_normal is not None:
            value, self._second_normal = self._second_normal, None
            return value
        one, two = np.float32(1), np.float32(2)
        while True:
            x = two * self.unit() - one
            y = two * self.unit() - one
            square = x * x + y * y
            if 0 < square <= 1:
                break
        scale = np.sqrt(-two * np.log(square) / square)
        self._second_normal = float(x * scale)
        return float(y * scale)

    def gamma(self, alpha: float) -> float:
        """A float32 of the gamma distribution with scale 1."""
        one = np.float32(1)
        shape = np.float32(alpha)
        raised = shape + one if shape < 1 else shape
        first = raised - one / np.float32(3)
        second = one / np.sqrt(np.float32(9) * first)
        self._second_normal = None
        while True:
            n = np.float32(self.normal())
            v = one + second * n
            if v <= 0:
                continue
            v = v * v * v
            u = float(self.unit())
            if u <= 1 - 0.0331 * float(n) ** 4:
                break
            if math.log(u) <= 0.5 * float(n) ** 2 + float(first) * (1 - v + math.log(v)):
                break
        if raised == shape:
            return float(first * v)
        u = float(self.unit())
        while u == 0:
            u = float(self.unit())
        return float(np.float32(u ** (1 / float(shape))) * first * v)

    def permutation(self, count: int) -> list[int]:
        """0 .. count - 1, shuffled."""
        values = list(range(count))
        std_shuffle(values, self)
        return values

    def sample(self, count: int, total: int) -> list[int]:
        """`count` different indices below `total`, ascending (`std::sample`)."""
        numbers: list[int] = []
        index = 0
        while len(numbers) < count and total - index >= 2:
            left = total - index
            both = self.below(left * (left - 1))
            for value in divmod(both, left - 1):
                if value < count - len(numbers):
                    numbers.append(index)
                index += 1
                if len(numbers) == count:
                    break
        while len(numbers) < count:
            if self.below(total - index) < count - len(numbers):
                numbers.append(index)
            index += 1
        return numbers


class _CurrentRow(threading.local):
    number = 0


class WorkerSchedule:
    """Assigns the rows of a map to MindSpore's workers in turn, and knows each thread's current row."""

    def __init__(self, workers: int) -> None:
        self.workers = max(workers, 1)
        # The number of the current block's first row, and each thread's current row.
        self.first = 0
        self._row = _CurrentRow()
        # True for worker processes: a row's draws then depend on its number alone.
        self.seed_per_row = False
        register_resumable(self)

    @property
    def row(self) -> int:
        """This thread's current row."""
        return self._row.number

    def set_row(self, row: int) -> None:
        """Sets this thread's current row."""
        self._row.number = row

    def state(self) -> list[int]:
        """Returns the map's progress."""
        return [self.first, self.row]

    def restore(self, state: Sequence[int]) -> None:
        """Restores the map's progress."""
        self.first, row = (int(n) for n in state)
        self.set_row(row)

    def advance(self, rows: int) -> None:
        """Moves on by `rows` rows that are done or submitted."""
        self.first += rows
        self.set_row(self.first)

    def set_offset(self, index: int) -> None:
        """Sets the current row to row `index` of the current block."""
        self.set_row(self.first + index)


class Streams:
    """The generators of one transform in one map, one per worker.

    `inner`: for a transform inside another; there each worker's generator starts from the seed itself.
    """

    def __init__(self, schedule: WorkerSchedule, inner: bool = False) -> None:
        self.seed, self.schedule, self.inner = pipeline_seed(), schedule, inner
        self._generators: dict[int, Draws] = {}
        register_resumable(self)

    def state(self) -> dict[str, Any]:
        """Returns the states of the generators."""
        states = {str(worker): draws.state() for worker, draws in self._generators.items()}
        return {"seed": self.seed, "workers": states}

    def restore(self, state: dict[str, Any]) -> None:
        """Restores the states of the generators."""
        self.seed, self._generators = state["seed"], {}
        for worker, saved in state["workers"].items():
            self._generators[int(worker)] = draws = Draws(self.seed)
            draws.restore(saved)

    def current(self) -> Draws:
        """Returns the generator for the current row."""
        schedule = self.schedule
        if schedule.seed_per_row:
            return Draws(self.seed + 7919 * schedule.row)
        worker = schedule.row % schedule.workers
        if worker not in self._generators:
            self._generators[worker] = Draws(self.seed + (0 if self.inner else worker))
        return self._generators[worker]


def draws_of(streams: Streams | None) -> Draws:
    """Returns a transform's generator: its map's, or a fresh one for an eager call."""
    return Draws(pipeline_seed()) if streams is None else streams.current()
