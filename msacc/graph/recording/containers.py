"""Places of many values: containers, arrays, caches."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import Any

import numpy as np

from msacc.common.tensor import Tensor
from msacc.graph.recording.comparison import all_are, same
from msacc.graph.recording.places import Change, Small

# Items from which on a container, or an array, is large.
LARGE = 4096


@dataclass
class Items:
    """A list or another container, and its items."""

    what: str
    name: str
    holder: Any
    items: tuple[Any, ...]

    def large_name(self) -> str:
        return self.name if len(self.items) >= LARGE else ""

    def change(self) -> Change | None:
        now, items = self.holder, self.items
        if len(now) == len(items) and (all_are(now, items) or all(map(same, now, items))):
            return None
        return Change(self.what, self.name)

    def restore(self) -> None:
        if hasattr(self.holder, "extend"):
            while len(self.holder):
                self.holder.pop()
            self.holder.extend(self.items)
        else:
            self.holder.clear()
            self.holder.update(self.items)


@dataclass
class Length(Small):
    """A container of so many plain values that it is data: the run depends on their number alone."""

    what: str
    name: str
    holder: Any
    length: int

    def change(self) -> Change | None:
        return None if len(self.holder) == self.length else Change(self.what, self.name)

    def restore(self) -> None:
        while len(self.holder) > self.length:
            self.holder.popitem() if isinstance(self.holder, dict) else self.holder.pop()


@dataclass
class Array:
    """The values of an array."""

    name: str
    holder: np.ndarray
    values: np.ndarray

    def large_name(self) -> str:
        return self.name if self.values.size >= LARGE else ""

    def change(self) -> Change | None:
        now, values = self.holder, self.values
        same_kind = now.shape == values.shape and now.dtype == values.dtype
        if same_kind and now.tobytes() == values.tobytes():
            return None
        return Change(f"the values of the array '{self.name}'", self.name)

    def restore(self) -> None:
        if self.holder.flags.writeable and self.holder.shape == self.values.shape:
            self.holder[...] = self.values


@dataclass
class Cache(Small):
    """A function with a cache. What a run adds to it is no effect, but for Tensors, which have no values then."""

    function: Any
    tensors: int
    size: int

    @classmethod
    def of(cls, function: Any) -> Cache:
        """The cache as it is."""
        return cls(function, _tensors_in(function), function.cache_info().currsize)

    def change(self) -> Change | None:
        name = self.function.__name__
        changed = _tensors_in(self.function) != self.tensors
        return Change(f"the cache of {name}()", name) if changed else None

    def restore(self) -> None:
        """Nothing that a run which is not recorded has put there may stay, as the next one shall put it there."""
        if self.function.cache_info().currsize != self.size:
            self.function.cache_clear()


def _tensors_in(cached: Any) -> int:
    return sum(isinstance(item, Tensor) for item in gc.get_referents(cached))
