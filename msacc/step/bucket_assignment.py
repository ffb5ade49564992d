"""Which parameters lie in which flat bucket, and where in it. Pure arithmetic: no tensors, no processes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import torch

# Elements between the starts of two parameters are a multiple of this, so that every view is aligned
# for vector instructions whatever the dtype.
_ALIGN = 64
# The number of messages for a step's gradients, and the bounds in bytes within which a message pays: a step of 6 MiB
# of parameters that cut its message in two took a tenth more processor time over gloo (benchmarks/sharded.py).
_TARGET_MESSAGES, _MIN_BYTES, MAX_BYTES = 4, 8 * 2**20, 25 * 2**20


@dataclass(frozen=True)
class Slot:
    """One parameter's position in a bucket, in elements."""

    index: int
    start: int
    shape: tuple[int, ...]

    @property
    def stop(self) -> int:
        """One past the last element."""
        return self.start + math.prod(self.shape)


@dataclass
class BucketAssignment:
    """Parameters that are reduced and updated together.

    `ends`: where each process's shard ends, if shards hold whole parameters; without it they are equal.
    """

    dtype: torch.dtype
    sharded: bool
    slots: list[Slot] = field(default_factory=list)
    size: int = 0
    ends: list[int] = field(default_factory=list)

    @property
    def nbytes(self) -> int:
        """Bytes of all its parameters, with the padding."""
        return self.size * self.dtype.itemsize

    def add(self, index: int, shape: tuple[int, ...]) -> None:
        """Appends a parameter."""
        self.slots.append(Slot(index, self.size, shape))
        self.size = _round_up(self.size + math.prod(shape), _ALIGN)

    def pad(self, shards: int) -> None:
        """Pads so that the bucket splits into `shards` equal, aligned shards."""
        self.size = max(_round_up(self.size, _ALIGN * shards), _ALIGN * shards)

    def group_by_owner(self, owners: Mapping[int, int], shards: int) -> None:
        """Puts the parameters of each owner together: they are its shard."""
        slots, self.slots, self.size = self.slots, [], 0
        for owner in range(shards):
            for slot in slots:
                if owners[slot.index] == owner:
                    self.add(slot.index, slot.shape)
            self.ends.append(self.size)

    def shard_range(self, index: int, shards: int) -> tuple[int, int]:
        """Where the shard of one of `shards` processes begins and ends."""
        if self.ends:
            return ([0, *self.ends])[index], self.ends[index]
        size = self.size // shards
        return index * size, (index + 1) * size


@dataclass(frozen=True)
class ParameterItem:
    """What assigning buckets needs of one parameter: its index, shape, dtype and grouping.

    Parameters with equal `key` share every hyper-parameter, so that one update serves them all. Those that are `fused`
    share one message however large it is.
    """

    index: int
    shape: tuple[int, ...]
    dtype: torch.dtype
    key: Hashable
    fused: bool = False

    @property
    def nbytes(self) -> int:
        """Bytes of the full parameter."""
        return math.prod(self.shape) * self.dtype.itemsize


def balanced_owners(items: Sequence[ParameterItem], shards: int, threshold: int) -> dict[int, int]:
    """{index: the process that owns it} of `items` from `threshold` bytes on, so that all own about as many bytes.

    Every process is left something to update, so that its rule runs and counts steps: where there are fewer items than
    processes, the smallest belongs to all, and has no owner.
    """
    large = sorted((i for i in items if i.nbytes >= threshold), key=lambda i: (-i.nbytes, i.index))
    if len(large) == len(items) < shards:
        large = large[:-1]
    owners, loads = {}, [0] * shards
    for item in large:
        owner = loads.index(min(loads))
        owners[item.index] = owner
        loads[owner] += item.nbytes
    return owners


def assign_buckets(
    items: Sequence[ParameterItem],
    shards: int,
    threshold: int,
    max_bytes: int | None = None,
    owners: Mapping[int, int] | None = None,
) -> list[BucketAssignment]:
    """Buckets for `items`: those below `threshold` bytes, or all if `shards` is 1, are not sharded.

    With `owners` those are sharded that have one, and each is whole in its owner's shard. A bucket holds at most
    `max_bytes`, or one larger parameter: neighbours, so that the gradients that a backward pass computes first lie in
    the last buckets.
    """
    buckets: list[BucketAssignment] = []
    latest: dict[Hashable, BucketAssignment] = {}
    for item in items:
        large = item.nbytes >= threshold if owners is None else item.index in owners
        sharded = shards > 1 and large
        key = (item.key, item.dtype, sharded)
        bucket = latest.get(key)
        if bucket is None or (not item.fused and _is_full(bucket, item, max_bytes)):
            bucket = latest[key] = BucketAssignment(item.dtype, sharded)
            buckets.append(bucket)
        bucket.add(item.index, item.shape)
    for bucket in buckets:
        if bucket.sharded and owners is not None:
            bucket.group_by_owner(owners, shards)
        else:
            bucket.pad(shards if bucket.sharded else 1)
    return buckets


def _is_full(bucket: BucketAssignment, item: ParameterItem, max_bytes: int | None) -> bool:
    return max_bytes is not None and bucket.size * item.dtype.itemsize + item.nbytes > max_bytes


def message_size(items: Sequence[ParameterItem]) -> int:
    """Bytes of a bucket, chosen so that most gradients are sent while the backward pass still computes."""
    return min(max(sum(item.nbytes for item in items) // _TARGET_MESSAGES, _MIN_BYTES), MAX_BYTES)


def _round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple
