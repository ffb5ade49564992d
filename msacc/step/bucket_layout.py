"""Which parameter lies where in which flat buffer. Pure arithmetic: no tensors, no processes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import torch

# Elements between the starts of two parameters are a multiple of this, so that every view is aligned
# for vector instructions whatever the dtype.
_ALIGN = 64
# Messages that gradients travel in, if none is smaller or larger (in bytes) than pays.
_MESSAGES, _LEAST, _MOST = 4, 4 * 2**20, 25 * 2**20


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

    Parameters with equal `key` share every hyper-parameter, so that one update serves them all. Those that are `fused`
    travel in one message however large it is.
    """

    index: int
    shape: tuple[int, ...]
    dtype: torch.dtype
    key: Hashable
    fused: bool = False

    @property
    def nbytes(self) -> int:
        """Bytes of the whole parameter."""
        return math.prod(self.shape) * self.dtype.itemsize


def plan(
    items: Sequence[Item], pieces: int, threshold: int, most: int | None = None
) -> list[BucketLayout]:
    """Buckets for `items`: those below `threshold` bytes, or all if `pieces` is 1, stay whole.

    A bucket holds at most `most` bytes, or one larger parameter: neighbours, so that what one backward pass knows first
    lies in the last buckets.
    """
    found: list[BucketLayout] = []
    latest: dict[Hashable, BucketLayout] = {}
    for item in items:
        sharded = pieces > 1 and item.nbytes >= threshold
        key = (item.key, item.dtype, sharded)
        bucket = latest.get(key)
        if bucket is None or (not item.fused and _is_full(bucket, item, most)):
            bucket = latest[key] = BucketLayout(item.dtype, sharded)
            found.append(bucket)
        bucket.add(item.index, item.shape)
    for bucket in found:
        bucket.finish(pieces if bucket.sharded else 1)
    return found


def _is_full(bucket: BucketLayout, item: Item, most: int | None) -> bool:
    return most is not None and bucket.size * item.dtype.itemsize + item.nbytes > most


def message_size(items: Sequence[Item]) -> int:
    """Bytes of a bucket, so that a backward pass has something left to do while most of the gradients travel."""
    return min(max(sum(item.nbytes for item in items) // _MESSAGES, _LEAST), _MOST)


def _round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple
