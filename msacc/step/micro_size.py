"""The fewest micro-batches that fit into memory.

On a CPU the bytes that a micro-batch's forward pass keeps for its backward are counted, against a
budget; on a GPU forward and backward really run, and running out of memory means "too large". Nothing
is left behind: running statistics and random states are put back.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.notice import once
from msacc.common.parameter import Parameter
from msacc.common.random_state import get_random_state, set_random_state
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.tree import leaves
from msacc.graph.gradients import alias_parameters, differentiate, restore_parameters
from msacc.graph.state import pynative, run
from msacc.nn.cell import Cell
from msacc.step.batches import rows, split
from msacc.step.memory import MemoryWatch, parse_bytes


def find_micro_size(
    network: Cell,
    inputs: Sequence[Tensor],
    memory: int | str | None = None,
    parameters: Sequence[Parameter] | None = None,
) -> int:
    """The smallest `micro_size` that divides the batch `inputs` and whose micro-batches fit.

    `network` gives the loss. `memory`: bytes or "2GB" for one micro-batch's activations (on a GPU for all
    that forward and backward add, gradients included); None on a GPU means all of its memory. All
    processes must call it, and get the same number. Raises ValueError without `memory` on a CPU,
    MemoryError when not even single samples fit.
    """
    budget = None if memory is None else parse_bytes(memory)
    if budget is None and settings.device.type != "cuda":
        raise ValueError(
            "micro_size='auto' needs a budget on a CPU: memory='2GB', say. A GPU's own size is a limit, a "
            "computer's is not."
        )
    weights = network.trainable_params() if parameters is None else list(parameters)
    network.init_parameters_data()
    batch = rows(inputs)
    sizes = [n for n in range(1, batch + 1) if batch % n == 0]
    with _nothing_left_behind(network):
        found = _search(network, tuple(inputs), weights, sizes, budget)
    once(
        f"auto-micro-size:{batch}:{found}",
        f"micro_size='auto': {found} micro-batches of {batch // found}.",
        logging.INFO,
    )
    return found


def _search(
    network: Cell,
    inputs: tuple[Any, ...],
    weights: Sequence[Parameter],
    sizes: list[int],
    budget: int | None,
) -> int:
    if settings.device.type == "cuda":
        return _by_trying(network, inputs, weights, sizes, budget)
    assert budget is not None
    return _by_counting(network, inputs, weights, sizes, budget)


def _by_counting(
    network: Cell,
    inputs: tuple[Any, ...],
    weights: Sequence[Parameter],
    sizes: list[int],
    budget: int,
) -> int:
    """Grow the micro-batch while what the next one keeps, foretold from the last, fits and does fit."""
    best = 0
    seen: list[Any] = []
    for micro_size in reversed(sizes):
        samples = sizes[-1] // micro_size
        if len(seen) > 1 and _foretold(seen, samples) > 1.25 * budget:
            break
        kept = activation_bytes(network, split(inputs, micro_size)[0], weights)
        seen.append((samples, kept))
        if not _everywhere(kept <= budget):
            break
        best = micro_size
    if not best:
        raise MemoryError(
            f"micro_size='auto': even one sample keeps {seen[0][1]} bytes of activations, above memory={budget}; "
            "raise it, or let layers recompute() theirs."
        )
    return best


def _foretold(seen: list[tuple[int, int]], samples: int) -> float:
    """The line through the last two (samples, bytes): part of the bytes does not grow."""
    (n0, b0), (n1, b1) = seen[-2:]
    return b1 + (b1 - b0) / (n1 - n0) * (samples - n1)


def _by_trying(
    network: Cell,
    inputs: tuple[Any, ...],
    weights: Sequence[Parameter],
    sizes: list[int],
    budget: int | None,
) -> int:
    """Shrink the micro-batch until forward and backward run without exhausting the GPU."""
    for micro_size in sizes:
        if _everywhere(_runs(network, split(inputs, micro_size)[0], weights, budget)):
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
    given = [a._t for a in leaves(micro)]
    ignored = [p._t for p in network.get_parameters()] + given
    held = alias_parameters(weights)
    run.differentiating += 1
    try:
        with MemoryWatch(ignored) as watch, torch.enable_grad(), pynative():
            loss = network(*micro)
            kept = watch.live
        del loss
    finally:
        run.differentiating -= 1
        restore_parameters(weights, held)
    return kept


@contextmanager
def _nothing_left_behind(network: Cell) -> Iterator[None]:
    """Parameters that a forward pass may write to, and random states, are put back afterwards."""
    changing = [p for p in network.get_parameters() if not p.requires_grad]
    held, state = [p._t.clone() for p in changing], get_random_state()
    was_training = network.training
    network.set_train()
    try:
        yield
    finally:
        network.set_train(was_training)
        for parameter, t in zip(changing, held):
            parameter._t.copy_(t)
        set_random_state(state)


def _everywhere(fits: bool) -> bool:
    """Whether it fits on every process."""
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return fits
    flag = torch.tensor(int(fits), device=settings.device)
    dist.all_reduce(flag, op=dist.ReduceOp.MIN)
    return bool(flag)
