"""The random generators of the C++ standard library, which MindSpore's engine uses.

One seed gives the same row order here as in MindSpore, so `std::mt19937`, `std::mt19937_64`,
`std::shuffle` (libstdc++) and `std::discrete_distribution` are reproduced bit for bit.
"""

from __future__ import annotations

import math
import secrets
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.common.settings import settings

DEFAULT_SEED = 5489
_WORD = 2**32


def pipeline_seed() -> int:
    """Returns the seed of `config.set_seed`/`set_seed`, or fresh entropy when none was set."""
    seed = settings.dataset_seed
    return secrets.randbits(32) if seed == DEFAULT_SEED else seed


class Mt19937:
    """`std::mt19937`: 32-bit words."""

    # The largest word; the smallest is 0.
    span = _WORD - 1

    def __init__(self, seed: int) -> None:
        # RandomState(int) seeds exactly as std::mt19937(seed) does.
        self._state = np.random.RandomState(seed % _WORD)

    def state(self) -> dict[str, Any]:
        """Returns the generator's state."""
        _, keys, position, *_ = self._state.get_state()
        return {"keys": np.array(keys), "place": int(position)}

    def restore(self, state: dict[str, Any]) -> None:
        """Restores the generator's state."""
        self._state.set_state(("MT19937", state["keys"].astype(np.uint32), state["place"], 0, 0.0))

    def words(self, count: int) -> np.ndarray:
        """The next `count` words (uint32)."""
        return self._state.randint(0, _WORD, size=count, dtype=np.uint32)

    def word(self) -> int:
        """The next word."""
        return int(self.words(1)[0])

    def below(self, bound: int) -> int:
        """`std::uniform_int_distribution(0, bound - 1)`."""
        scale = (_WORD - 1) // bound
        limit = bound * scale
        while True:
            value = self.word()
            if value < limit:
                return value // scale

    def canonical(self, count: int) -> np.ndarray:
        """`std::generate_canonical<double, 53>`: `count` doubles in [0, 1)."""
        words = self.words(2 * count).astype(np.float64)
        return (words[0::2] + words[1::2] * float(_WORD)) / float(_WORD) ** 2


class MinStd:
    """`std::default_random_engine` (`minstd_rand0`): words from 0 on, as `min()` is taken off."""

    _FACTOR, _MODULUS = 16807, 2**31 - 1
    span = _MODULUS - 2

    def __init__(self, seed: int) -> None:
        self._state = seed % _WORD % self._MODULUS or 1

    def state(self) -> int:
        """Returns the generator's state."""
        return self._state

    def restore(self, state: int) -> None:
        """Restores the generator's state."""
        self._state = state

    def words(self, count: int) -> np.ndarray:
        """The next `count` words (int64)."""
        # Doubling: known words times the factor's power give as many more.
        words = np.array([self._state * self._FACTOR % self._MODULUS], dtype=np.int64)
        power = self._FACTOR
        while len(words) < count:
            words = np.concatenate([words, words * power % self._MODULUS])
            power = power * power % self._MODULUS
        words = words[:count]
        if count:
            self._state = int(words[-1])
        return words - 1


class Mt19937x64:
    """`std::mt19937_64`: 64-bit words, produced 312 at a time."""

    _SIZE, _HALF = 312, 156
    _UPPER, _LOWER = np.uint64(0xFFFFFFFF80000000), np.uint64(0x7FFFFFFF)
    _MATRIX = np.uint64(0xB5026F5AA96619E9)

    def __init__(self, seed: int) -> None:
        state = [seed % 2**64]
        for i in range(1, self._SIZE):
            last = state[-1]
            state.append((6364136223846793005 * (last ^ (last >> 62)) + i) % 2**64)
        self._state = np.array(state, dtype=np.uint64)
        self._buffer = np.empty(0, dtype=np.uint64)
        self.word_count = 0

    def state(self) -> dict[str, Any]:
        """Returns the generator's state."""
        return {"keys": self._state.copy(), "ready": self._buffer.copy(), "drawn": self.word_count}

    def restore(self, state: dict[str, Any]) -> None:
        """Restores the generator's state."""
        self._state, self._buffer = (state[k].astype(np.uint64) for k in ("keys", "ready"))
        self.word_count = state["drawn"]

    def words(self, count: int) -> np.ndarray:
        """The next `count` words (uint64)."""
        parts, have = [self._buffer], len(self._buffer)
        while have < count:
            parts.append(self._generate())
            have += self._SIZE
        words = np.concatenate(parts)
        self._buffer = words[count:]
        self.word_count += count
        return words[:count]

    def _twist(self, start: int, stop: int, other: slice) -> None:
        state, one = self._state, np.uint64(1)
        follow = state[np.arange(start + 1, stop + 1) % self._SIZE]
        mixed = (state[start:stop] & self._UPPER) | (follow & self._LOWER)
        odd = np.where(mixed & one, self._MATRIX, np.uint64(0))
        state[start:stop] = state[other] ^ (mixed >> one) ^ odd

    def _generate(self) -> np.ndarray:
        half, last = self._HALF, self._SIZE - 1
        self._twist(0, half, slice(half, self._SIZE))
        self._twist(half, last, slice(0, half - 1))
        self._twist(last, self._SIZE, slice(half - 1, half))
        x = self._state.copy()
        x ^= (x >> np.uint64(29)) & np.uint64(0x5555555555555555)
        x ^= (x << np.uint64(17)) & np.uint64(0x71D67FFFEDA60000)
        x ^= (x << np.uint64(37)) & np.uint64(0xFFF7EEE000000000)
        return x ^ (x >> np.uint64(43))


# Number of values per vectorised draw.
_CHUNK = 4096


def _swap_partners(count: int, random: Mt19937 | MinStd) -> Iterator[np.ndarray]:
    """Yields, for i = 1 .. count-1, the index that `std::shuffle` swaps i with, some thousand at a time.

    While a word allows it (65,535 values for Mt19937) libstdc++ takes two indices from one word.
    """
    if random.span // count < count:  # too long for two indices per word
        for first in range(2, count + 1, _CHUNK):
            bounds = np.arange(first, min(first + _CHUNK, count + 1), dtype=np.int64)
            yield _below(bounds, random)
        return
    if count % 2 == 0:
        yield _below(np.array([2]), random)
    for first in range(2 - count % 2, count, 2 * _CHUNK):
        pairs = np.arange(first, min(first + 2 * _CHUNK, count), 2, dtype=np.int64)
        values = _below((pairs + 1) * (pairs + 2), random)
        yield np.stack(np.divmod(values, pairs + 2), axis=1).ravel()


def _below(bounds: np.ndarray, random: Mt19937 | MinStd) -> np.ndarray:
    """One `std::uniform_int_distribution(0, bound - 1)` for each bound."""
    scales = random.span // bounds
    return _words_below(bounds * scales, random) // scales


def many_below(bound: int, count: int, random: Mt19937) -> np.ndarray:
    """`random.below(bound)`, `count` times."""
    parts = [
        _below(np.full(min(_CHUNK, count - first), bound, np.int64), random)
        for first in range(0, count, _CHUNK)
    ]
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


def _words_below(limits: np.ndarray, random: Mt19937 | MinStd) -> np.ndarray:
    """Returns one word below each limit; words at or above it are skipped, as in the C++ loop."""
    words = random.words(len(limits)).astype(np.int64)
    start = 0
    while True:
        rejected = np.flatnonzero(words[start:] >= limits[start:])
        if not len(rejected):
            return words
        start += int(rejected[0])
        words = np.concatenate([np.delete(words, start), random.words(1).astype(np.int64)])


def std_shuffle(values: list[int], random: Mt19937 | MinStd) -> None:
    """`std::shuffle(values.begin(), values.end(), random)`, in place."""
    if len(values) < 2:
        return
    i = 1
    for partners in _swap_partners(len(values), random):
        for j in partners.tolist():
            values[i], values[j] = values[j], values[i]
            i += 1


def shuffle_array(values_array: np.ndarray, random: Mt19937 | MinStd) -> None:
    """`std_shuffle` of an int64 array in place, without much additional memory."""
    if len(values_array) < 2:
        return
    first = 1
    for partners in _swap_partners(len(values_array), random):
        while len(partners):
            count = _independent_swaps(partners, first)
            places, others = slice(first, first + count), partners[:count]
            moved = values_array[places].copy()
            values_array[places] = values_array[others]
            values_array[others] = moved
            first, partners = first + count, partners[count:]


def _independent_swaps(partners: np.ndarray, first: int) -> int:
    """Returns how many swaps of `first + i` with `partners[i]` come before one that meets an earlier one's place."""
    # By the birthday problem the first is expected after 1.25 times the root.
    near = partners[: 2 * math.isqrt(first) + 2]
    # Equal partners are neighbours in the order of partner and turn, both in one number.
    keys = np.sort(near << 16 | np.arange(len(near)))
    again = keys[1:][keys[1:] >> 16 == keys[:-1] >> 16] & 0xFFFF
    within = 1 + np.flatnonzero(near[1:] >= first)
    return int(min(again.min(initial=len(near)), within.min(initial=len(near))))


def discrete(weights: np.ndarray, count: int, random: Mt19937) -> list[int]:
    """`count` draws of `std::discrete_distribution(weights)`."""
    edges = np.cumsum(weights / weights.sum())
    edges[-1] = 1.0
    return [bisect_left(edges, u) for u in random.canonical(count)]


def discrete_once(weights: np.ndarray, count: int, random: Mt19937) -> list[int]:
    """`count` different indices, each chosen with probability in proportion to its weight."""
    keys = (-np.log(1.0 - random.canonical(len(weights))) / weights).astype(np.float32)
    return np.argsort(keys, kind="stable")[:count].tolist()
