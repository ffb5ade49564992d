"""Batches that a dataset strategy has cut along other axes than the first, put together again.

Process r of a strategy with p pieces holds piece r % p; axis 0 varies slowest.
"""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.distributed as dist

from msacc.common import tensor_marks
from msacc.common.tensor import Tensor, wrap

Cuts = tuple[int, ...]


def read_strategy(config: tuple[Any, ...]) -> tuple[Cuts, ...]:
    """How often each input is cut along each axis; TypeError for items that say no such thing."""
    strategies = []
    for item in config:
        cuts = item.cuts() if hasattr(item, "cuts") else item
        if not isinstance(cuts, (tuple, list)) or not all(type(d) is int and d >= 1 for d in cuts):
            raise TypeError(
                "For 'dataset_strategy', each element should be a tuple of int >= 1 or a Layout, "
                f"but got {item!r}."
            )
        strategies.append(tuple(cuts))
    return tuple(strategies)


def whole_inputs(inputs: tuple[Any, ...], strategy: Any, stages: int = 1) -> tuple[Any, ...]:
    """The inputs with the slices that other processes hold, where `strategy` cuts other axes than 0.

    `stages`: of a pipeline, each of which is fed the batch.
    """
    if not isinstance(strategy, tuple) or not dist.is_initialized() or dist.get_world_size() == 1:
        return inputs
    return join_slices(inputs, strategy, stages)


def join_slices(
    inputs: tuple[Any, ...], config: tuple[Any, ...], stages: int = 1
) -> tuple[Any, ...]:
    """Each process's inputs, whole along every axis but the first. All processes must call it."""
    strategy = read_strategy(config)
    if len(strategy) != len(inputs):
        raise ValueError(
            f"dataset_strategy has {len(strategy)} elements, but the network is called with {len(inputs)} inputs."
        )
    base = max(strategy, key=math.prod)
    pieces, share = math.prod(base), dist.get_world_size() // stages
    if share % pieces:
        each = "" if stages == 1 else " of each stage"
        raise ValueError(
            f"dataset_strategy {config} cuts the data into {pieces} pieces, which {share} processes{each} "
            f"cannot share evenly: start a multiple of {pieces * stages} processes."
        )
    return tuple(
        _join(x, cuts, base) if math.prod(cuts[1:]) > 1 else x
        for x, cuts in zip(inputs, strategy, strict=False)
    )


def _join(x: Any, cuts: Cuts, base: Cuts) -> Tensor:
    if not isinstance(x, Tensor):
        raise TypeError(
            f"dataset_strategy cuts an input by {cuts}, which is a {type(x).__name__}: give each Tensor of it as an "
            "input of its own."
        )
    if cuts != base:
        raise NotImplementedError(
            f"msacc's dataset_strategy cuts inputs along further axes in one way only, but got {cuts} "
            f"beside {base}."
        )
    world, pieces = dist.get_world_size(), math.prod(base)
    local = x._t.contiguous()
    slices = [torch.empty_like(local) for _ in range(world)]
    dist.all_gather(slices, local)
    first = dist.get_rank() // pieces * pieces
    row = math.prod(base[1:])
    start = first + dist.get_rank() % pieces // row * row
    whole = _assemble(slices[start : start + row], base[1:], 1)
    return wrap(tensor_marks.keep_varying(x._t, whole))


def _assemble(parts: list[torch.Tensor], cuts: Cuts, axis: int) -> torch.Tensor:
    """Row-major pieces of a grid of cuts as one tensor."""
    if not cuts:
        return parts[0]
    size = len(parts) // cuts[0]
    rows = [_assemble(parts[i : i + size], cuts[1:], axis + 1) for i in range(0, len(parts), size)]
    return torch.cat(rows, axis)
