"""The bytes that a forward pass keeps for its backward pass, counted without values."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.seed import preserve_seeds
from msacc.common.settings import settings
from msacc.common.tensor_tree import leaves
from msacc.graph.execution_state import gradient_entered
from msacc.graph.gradients import alias_parameters, restore_parameters
from msacc.graph.recomputed_results import promising_results
from msacc.inspection.described_inputs import made
from msacc.inspection.forward_run import left_as_it_is, quiet, whole_parameters
from msacc.nn.cell import Cell
from msacc.step.batches import split
from msacc.step.memory import MemoryWatch
from msacc.step.meta_run import fake_parameters


def activation_bytes(net: Cell, inputs: tuple[Any, ...], micro_size: int) -> int:
    """What `net` in training keeps of one of `micro_size` parts of `inputs` (see `described`).

    Parameters and the inputs themselves are not counted. Raises what `construct` raises on such inputs, ValueError
    where they have no equal parts, and NotImplementedError where its code asks for values.
    """
    parameters = whole_parameters(net)
    kept: list[int] = []
    with left_as_it_is(net), preserve_seeds(), fake_parameters(parameters), quiet():
        net.set_train()
        micro = split(made(inputs, settings.device, fake=True), micro_size)[0]
        kept.append(_kept(net, micro))
    if not kept:
        raise NotImplementedError(
            f"For 'estimate', {net.cls_name} takes gradients itself; give the network with its loss instead of a step."
        )
    return kept[0]


def _kept(net: Cell, micro: tuple[Any, ...]) -> int:
    weights = net.trainable_params()
    ignored = [p._t for p in net.get_parameters()] + [leaf._t for leaf in leaves(micro)]
    before = alias_parameters(weights)
    watch = MemoryWatch(ignored)
    try:
        with gradient_entered(), watch, torch.enable_grad(), promising_results():
            out = net(*micro)
            live = watch.live
        del out
        return live
    finally:
        restore_parameters(weights, before)
