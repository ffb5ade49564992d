"""Which parameter lies where in which flat buffer. Pure arithmetic: no tensors, no processes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import torch

# Elements between the starts of two parameters are a multiple of this, so that every view is aligned
# for vector instructions whatever the dtype.
_ALIGN = 64


@dataclass(frozen=True)
class Slot:
    """One parameter's place in a bucket, in elements."""

    index: int
    start: int
    shape: tuple[int, ...]

    @property
    def stop(self) -> int:
        """One past the last element."""
        return self.start + math.prod(self.shape)


@dataclass
class BucketLayout:
    """Parameters that travel and are updated together."""

    dtype: torch.dtype
    sharded: bool
    slots: list[Slot] = field(default_factory=list)
    size: int = 0

    def add(self, index: int, shape: tuple[int, ...]) -> None:
        """Append a parameter."""
        self.slots.append(Slot(index, self.size, shape))
        self.size = _round_up(self.size + math.prod(shape), _ALIGN)

    def finish(self, pieces: int) -> None:
        """Pad so that the bucket splits into `pieces` equal, aligned pieces."""
        self.size = max(_round_up(self.size, _ALIGN * pieces), _ALIGN * pieces)


@dataclass(frozen=True)
class Item:
    """What the layout must know of one parameter: its position, shape, type and companions.

    Parameters with equal `key` share every hyper-parameter, so that one update serves them all.
    """

    index: int
    shape: tuple[int, ...]
    dtype: torch.dtype
    key: Hashable

    @property
    def nbytes(self) -> int:
        """Bytes of the whole parameter."""
        return math.prod(self.shape) * self.dtype.itemsize


def plan(items: Sequence[Item], pieces: int, threshold: int) -> list[BucketLayout]:
    """Buckets for `items`: those below `threshold` bytes, or all if `pieces` is 1, stay whole."""
    buckets: dict[Hashable, BucketLayout] = {}
    for item in items:
        sharded = pieces > 1 and item.nbytes >= threshold
        key = (item.key, item.dtype, sharded)
        if key not in buckets:
            buckets[key] = BucketLayout(item.dtype, sharded)
        buckets[key].add(item.index, item.shape)
    for bucket in buckets.values():
        bucket.finish(pieces if bucket.sharded else 1)
    return list(buckets.values())


def _round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple
