"""Searches the smallest number of micro-batches that fits into memory.

On a CPU the bytes that a micro-batch's forward pass keeps for its backward are counted, against a
budget; on a GPU forward and backward run, and out of memory means "too large".
Running statistics and random states are restored.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msacc.common.parameter import Parameter
from msacc.common.random_state import get_random_state, set_random_state
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.step.batches import rows
from msacc.step.memory import parse_bytes
from msacc.step.micro_search import search_by_activation_bytes, search_by_running


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
        search = search_by_running if settings.device.type == "cuda" else search_by_activation_bytes
        micro_size = search(network, tuple(inputs), weights, sizes, budget)
    once(
        f"auto-micro-size:{batch}:{micro_size}",
        f"micro_size='auto': {micro_size} micro-batches of {batch // micro_size}.",
        logging.INFO,
    )
    return micro_size


@contextmanager
def _nothing_left_behind(network: Cell) -> Iterator[None]:
    """Restores random states and the parameters that a forward pass may write to."""
    changing = [p for p in network.get_parameters() if not p.requires_grad]
    saved, state = [p._t.clone() for p in changing], get_random_state()
    was_training = network.training
    network.set_train()
    try:
        yield
    finally:
        network.set_train(was_training)
        for parameter, t in zip(changing, saved, strict=True):
            parameter._t.copy_(t)
        set_random_state(state)
