"""What a process keeps of parameters, optimizer state and gradients, by optimizer_level: arithmetic over the buckets
that the step itself makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.accumulators.reduce_overlapped import MAX_IN_FLIGHT
from msacc.step.bucket_assignment import (
    BucketAssignment,
    assign_buckets,
    balanced_owners,
    message_size,
)
from msacc.step.layerwise.hooks import group_by_layer
from msacc.step.parameterwise import is_parameter_wise, wrapped_optimizers
from msacc.step.update import is_element_wise, parameter_items, state_names

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


@dataclass(frozen=True)
class Held:
    """Bytes of one process. `gathered`: parameters of a layer that level3 has whole while it runs."""

    parameters: int = 0
    gathered: int = 0
    state: int = 0
    sums: int = 0
    gradients: int = 0


def held(
    net: Cell,
    optimizer: Optimizer,
    level: str | None,
    shards: int,
    processes: int,
    threshold: int,
    micro_size: int,
) -> Held:
    """Per process, with groups of `shards` among `processes`; `level` None: whole parameters."""
    if processes == 1:
        return _held_alone(net, optimizer, micro_size)
    element_wise = is_element_wise(optimizer)
    level3 = level == "level3" and element_wise
    owners = None if element_wise else _owners(optimizer, shards, threshold)
    buckets = _buckets(net, optimizer, level3, shards, threshold, owners)
    others = _nbytes(net.get_parameters()) - _nbytes(optimizer.parameters)
    whole = sum(map(_whole, buckets))
    mine = _largest_shard(buckets, shards)
    sharded = [_whole(bucket) for bucket in buckets if bucket.sharded]
    if owners is None:
        state = _state(net, optimizer, buckets, shards)
    else:
        state = _owned_state(net, optimizer, owners, shards)
    if level3:
        layer = max(sharded, default=0)
        return Held(mine + others, layer, state, mine, layer)
    if level == "level2":
        in_flight = sorted(map(_whole, buckets))[-MAX_IN_FLIGHT - 1 :]
        return Held(whole + others, 0, state, mine, sum(in_flight))
    # The sums are whole, and the pieces of those that are cut come beside them.
    pieces = _largest_shard([bucket for bucket in buckets if bucket.sharded], shards)
    largest = max((p.nbytes for p in optimizer.parameters), default=0)
    return Held(whole + others, 0, state, whole + pieces, largest)


def _held_alone(net: Cell, optimizer: Optimizer, micro_size: int) -> Held:
    trained = _nbytes(optimizer.parameters)
    sums = trained if micro_size > 1 else 0
    return Held(_nbytes(net.get_parameters()), 0, _own_state(net, optimizer), sums, trained)


def _owners(optimizer: Optimizer, shards: int, threshold: int) -> dict[int, int]:
    """The process that updates each parameter alone."""
    if shards == 1 or not is_parameter_wise(optimizer):
        return {}
    return balanced_owners(parameter_items(optimizer, False), shards, threshold)


def _buckets(
    net: Cell,
    optimizer: Optimizer,
    level3: bool,
    shards: int,
    threshold: int,
    owners: dict[int, int] | None,
) -> list[BucketAssignment]:
    """As the parameter stores lay the parameters out (see msacc.step.parameter_store)."""
    items = parameter_items(optimizer, owners is None)
    if level3:
        small = [item for item in items if item.nbytes < threshold]
        large = [item for item in items if item.nbytes >= threshold]
        items = [*small, *group_by_layer(large, net, list(optimizer.parameters))]
    return assign_buckets(items, shards, threshold, message_size(items), owners)


def _state(
    net: Cell, optimizer: Optimizer, buckets: Sequence[BucketAssignment], shards: int
) -> int:
    """State with a value for each element lies as its parameters do; other state has one value a bucket."""
    total = _own_state(net, optimizer)
    for name in state_names(optimizer):
        states = getattr(optimizer, name)
        total -= _nbytes(states)
        for bucket in buckets:
            first = bucket.slots[0]
            alike = all(tuple(states[slot.index].shape) == slot.shape for slot in bucket.slots)
            total += _shard(bucket, shards, 0) if alike else states[first.index].nbytes
    return total


def _owned_state(net: Cell, optimizer: Optimizer, owners: dict[int, int], shards: int) -> int:
    """The most that a process has where each has the state of the parameters that it owns."""
    shares = [0] * shards
    for rule in (optimizer, *wrapped_optimizers(optimizer)):
        for name in state_names(rule):
            for i, owner in owners.items():
                shares[owner] += getattr(rule, name)[i].nbytes
    return _own_state(net, optimizer) - sum(shares) + max(shares)


def _own_state(net: Cell, optimizer: Optimizer) -> int:
    """All that the optimizer has beside the network's parameters, its learning rate and step count included."""
    own = {id(p) for p in net.get_parameters()} | {id(p) for p in optimizer.parameters}
    return _nbytes(p for p in optimizer.get_parameters() if id(p) not in own)


def state_on_cpu(net: Cell, optimizer: Optimizer, state: int) -> int:
    """Of one process's bytes of `state`, those that `use_offload` keeps in the CPU's memory, beside a device."""
    if not getattr(optimizer, "_msacc_state_on_cpu", False):
        return 0
    whole = sum(_nbytes(getattr(optimizer, name)) for name in state_names(optimizer))
    return state - (_own_state(net, optimizer) - whole)


def _whole(bucket: BucketAssignment) -> int:
    return bucket.size * bucket.dtype.itemsize


def _largest_shard(buckets: Sequence[BucketAssignment], shards: int) -> int:
    """What the process keeps that has most of them."""
    return max(sum(_shard(bucket, shards, i) for bucket in buckets) for i in range(shards))


def _shard(bucket: BucketAssignment, shards: int, index: int) -> int:
    """Bytes of one process's shard."""
    low, high = bucket.shard_range(index, shards) if bucket.sharded else (0, bucket.size)
    return (high - low) * bucket.dtype.itemsize


def _nbytes(parameters: Any) -> int:
    each: dict[int, Parameter] = {id(p): p for p in parameters}
    return sum(p.nbytes for p in each.values())
