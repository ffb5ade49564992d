"""Numbers by chance for transforms, drawn as MindSpore's engine draws them.

A map has one generator a worker, seeded with the seed and the worker's number; rows go to the
workers in turn, and so does the end of an epoch. A transform that is called at once begins with the
seed each time. What MindSpore does in Python (PIL images) draws from Python's own `random`.
"""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np

from msacc.dataset.cpp_random import Mt19937, pipeline_seed, std_shuffle
from msacc.dataset.resumable_state import goes_on

_SPAN = float(2**32)


class Draws(Mt19937):
    """One generator with the distributions of the C++ standard library (libstdc++)."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._spare: float | None = None

    def state(self) -> dict[str, Any]:
        """Where the stream is."""
        return {**super().state(), "spare": self._spare}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        super().restore(state)
        self._spare = state["spare"]

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
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def normal(self) -> float:
        """A float32 of the standard normal distribution; two at a time, as the library makes them."""
        if self._spare is not None:
            value, self._spare = self._spare, None
            return value
        one, two = np.float32(1), np.float32(2)
        while True:
            x = two * self.unit() - one
            y = two * self.unit() - one
            square = x * x + y * y
            if 0 < square <= 1:
                break
        scale = np.sqrt(-two * np.log(square) / square)
        self._spare = float(x * scale)
        return float(y * scale)

    def gamma(self, alpha: float) -> float:
        """A float32 of the gamma distribution with scale 1."""
        one = np.float32(1)
        given = np.float32(alpha)
        raised = given + one if given < 1 else given
        first = raised - one / np.float32(3)
        second = one / np.sqrt(np.float32(9) * first)
        self._spare = None
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
        if raised == given:
            return float(first * v)
        u = float(self.unit())
        while u == 0:
            u = float(self.unit())
        return float(np.float32(u ** (1 / float(given))) * first * v)

    def order(self, count: int) -> list[int]:
        """0 .. count - 1, shuffled."""
        values = list(range(count))
        std_shuffle(values, self)
        return values

    def some(self, count: int, total: int) -> list[int]:
        """`count` different places of `total`, in their order (`std::sample`)."""
        chosen: list[int] = []
        place = 0
        while len(chosen) < count and total - place >= 2:
            left = total - place
            both = self.below(left * (left - 1))
            for value in divmod(both, left - 1):
                if value < count - len(chosen):
                    chosen.append(place)
                place += 1
                if len(chosen) == count:
                    break
        while len(chosen) < count:
            if self.below(total - place) < count - len(chosen):
                chosen.append(place)
            place += 1
        return chosen


class _Row(threading.local):
    number = 0


class Turns:
    """Which of a map's workers a row goes to."""

    def __init__(self, workers: int) -> None:
        self.workers = max(workers, 1)
        # The first row of the block at hand, and each thread's row at hand.
        self.first = 0
        self._row = _Row()
        # In worker processes a row's draws depend on its number alone.
        self.apart = False
        goes_on(self)

    @property
    def row(self) -> int:
        """The row at hand in this thread."""
        return self._row.number

    def here(self, row: int) -> None:
        """This thread is at a row."""
        self._row.number = row

    def state(self) -> list[int]:
        """How far the map is."""
        return [self.first, self.row]

    def restore(self, state: Any) -> None:
        """Go on from there."""
        self.first, row = (int(n) for n in state)
        self.here(row)

    def passed(self, rows: int) -> None:
        """So many rows are done, or handed to others."""
        self.first += rows
        self.here(self.first)

    def at(self, place: int) -> None:
        """The block's row at `place` is next."""
        self.here(self.first + place)


class Streams:
    """The generators of one transform in one map.

    `inner`: of a transform inside another; there each worker's begins with the seed itself.
    """

    def __init__(self, turns: Turns, inner: bool = False) -> None:
        self.seed, self.turns, self.inner = pipeline_seed(), turns, inner
        self._of_workers: dict[int, Draws] = {}
        goes_on(self)

    def state(self) -> dict[str, Any]:
        """Where its generators are."""
        made = {str(worker): draws.state() for worker, draws in self._of_workers.items()}
        return {"seed": self.seed, "workers": made}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.seed, self._of_workers = state["seed"], {}
        for worker, found in state["workers"].items():
            self._of_workers[int(worker)] = draws = Draws(self.seed)
            draws.restore(found)

    def now(self) -> Draws:
        """The generator for the row at hand."""
        turns = self.turns
        if turns.apart:
            return Draws(self.seed + 7919 * turns.row)
        worker = turns.row % turns.workers
        if worker not in self._of_workers:
            self._of_workers[worker] = Draws(self.seed + (0 if self.inner else worker))
        return self._of_workers[worker]


def draws_of(streams: Streams | None) -> Draws:
    """The generator of a transform: its map's, or for a call at once a fresh one."""
    return Draws(pipeline_seed()) if streams is None else streams.now()
