"""Whether a micro-batch fits into memory: by counting what it keeps, or by running it."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor_tree import leaves
from msacc.graph.execution_state import gradient_entered, pynative
from msacc.graph.gradients import alias_parameters, differentiate, restore_parameters
from msacc.graph.recomputed_results import promising_results
from msacc.nn.cell import Cell
from msacc.step.batches import split
from msacc.step.memory import MemoryWatch


def search_by_activation_bytes(
    network: Cell,
    inputs: tuple[Any, ...],
    weights: Sequence[Parameter],
    sizes: list[int],
    budget: int | None,
) -> int:
    """Grow the micro-batch while what the next one keeps, foretold from the last, fits and does fit."""
    assert budget is not None
    best = 0
    seen: list[Any] = []
    for micro_size in reversed(sizes):
        samples = sizes[-1] // micro_size
        if len(seen) > 1 and _extrapolated(seen, samples) > 1.25 * budget:
            break
        kept_bytes = activation_bytes(network, split(inputs, micro_size)[0], weights)
        seen.append((samples, kept_bytes))
        if not _on_all_processes(kept_bytes <= budget):
            break
        best = micro_size
    if not best:
        raise MemoryError(
            f"micro_size='auto': even one sample keeps {seen[0][1]} bytes of activations, above memory={budget}; "
            "raise it, or let layers recompute() theirs."
        )
    return best


def _extrapolated(seen: list[tuple[int, int]], samples: int) -> float:
    """The line through the last two (samples, bytes): part of the bytes does not grow."""
    (n0, b0), (n1, b1) = seen[-2:]
    return b1 + (b1 - b0) / (n1 - n0) * (samples - n1)


def search_by_running(
    network: Cell,
    inputs: tuple[Any, ...],
    weights: Sequence[Parameter],
    sizes: list[int],
    budget: int | None,
) -> int:
    """Shrink the micro-batch until forward and backward run without exhausting the GPU."""
    for micro_size in sizes:
        if _on_all_processes(_runs(network, split(inputs, micro_size)[0], weights, budget)):
            return micro_size
    raise MemoryError(
        "micro_size='auto': forward and backward of one sample do not fit on the GPU."
    )


def _runs(
    network: Cell, micro: tuple[Any, ...], weights: Sequence[Parameter], budget: int | None
) -> bool:
    gc.collect()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    start = torch.cuda.memory_allocated()
    try:
        with pynative():
            differentiate(network, micro, {}, (), weights)
        torch.cuda.synchronize()
    except torch.cuda.OutOfMemoryError:
        return False
    return budget is None or torch.cuda.max_memory_allocated() - start <= budget


def activation_bytes(
    network: Cell, micro: tuple[Any, ...], weights: Sequence[Parameter] | None = None
) -> int:
    """The bytes one forward pass keeps for its backward, inputs and parameters not counted."""
    weights = network.trainable_params() if weights is None else weights
    network.init_parameters_data()
    input_tensors = [a._t for a in leaves(micro)]
    ignored = [p._t for p in network.get_parameters()] + input_tensors
    saved = alias_parameters(weights)
    watch = MemoryWatch(ignored)
    try:
        with gradient_entered(), watch, torch.enable_grad(), pynative(), promising_results():
            loss = network(*micro)
            kept_bytes = watch.live
        del loss
    finally:
        restore_parameters(weights, saved)
    return kept_bytes


def _on_all_processes(fits: bool) -> bool:
    """Whether it fits on every process."""
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return fits
    flag = torch.tensor(int(fits), device=settings.device)
    dist.all_reduce(flag, op=dist.ReduceOp.MIN)
    return bool(flag)
