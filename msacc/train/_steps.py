"""The train step a Model runs: one Cell, or three where the network accumulates gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.notice import once
from msacc.nn.cell import Cell
from msacc.nn.wrap.loss_scale import TrainOneStepWithLossScaleCell
from msacc.nn.wrap.train_cells import TrainOneStepCell, WithLossCell
from msacc.train.accumulation import AccumulatedTrainStep

# Layers above this one (msacc.parallel) add what chooses a step before msacc.train does.
Builder = Callable[[Cell, Any, Any], "Cell | None"]
_builders: list[Builder] = []

_ACCUMULATES = ("GradAccumulation", "GradAccumulationCell")


def register_builder(builder: Builder) -> None:
    """Let `builder(network, optimizer, manager)` give the train step; None passes the choice on."""
    if builder not in _builders:
        _builders.append(builder)


def accumulating(network: Cell) -> Any:
    """The first Cell in `network` that accumulates gradients, or None."""
    return next((c for _, c in network.cells_and_names() if c.cls_name in _ACCUMULATES), None)


def build_train_network(model: Any) -> Any:
    """The train network of a Model: what a step calls with a batch, and what a checkpoint holds."""
    network, optimizer, loss_fn = model._network, model._optimizer, model._loss_fn
    if optimizer is None:
        return WithLossCell(network, loss_fn) if loss_fn is not None else network
    return model._mixed(network, optimizer, loss_fn)


def train_step(network: Cell, optimizer: Any, manager: Any = None) -> Cell:
    """A train step around a network that gives the loss, in training mode."""
    for builder in _builders:
        found = builder(network, optimizer, manager)
        if found is not None:
            return found.set_train()
    scale = None if manager is None else manager.get_loss_scale()
    update = None if manager is None else manager.get_update_cell()
    holder = accumulating(network)
    if holder is not None:
        return _accumulated(network, holder, optimizer, scale, update).set_train()
    if update is not None:
        return TrainOneStepWithLossScaleCell(network, optimizer, update).set_train()
    return TrainOneStepCell(network, optimizer, scale).set_train()


def _accumulated(network: Cell, holder: Any, optimizer: Any, scale: Any, update: Any) -> Cell:
    if update is not None:
        raise ValueError(
            "GradAccumulation goes with loss_scale_manager=None or "
            "FixedLossScaleManager(drop_overflow_update=False) only."
        )
    mean = (1.0 if scale is None else float(scale)) / holder.micro_size
    if network is holder:
        return AccumulatedTrainStep(holder.network, optimizer, holder.micro_size, mean)
    # Something computes on the summed loss: all micro-batches belong to one graph then.
    once(
        "accumulation-inside",
        f"GradAccumulation is wrapped in {network.cls_name}: its micro-batches run as one step, without "
        "the saving in memory. Make it the outermost network, around the loss.",
    )
    return TrainOneStepCell(network, optimizer, mean)
