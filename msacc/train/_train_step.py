"""The train step of a Model: one graph, or a TrainStep where the network's wrappers or the context require it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.nn.cell import Cell
from msacc.nn.wrap.loss_cells import WithLossCell
from msacc.nn.wrap.loss_scale import TrainOneStepWithLossScaleCell
from msacc.nn.wrap.plan_following import FollowsPlans
from msacc.nn.wrap.train_cells import TrainOneStepCell
from msacc.step.loss_scale import loss_scale_fields
from msacc.step.step import TrainStep
from msacc.step.step_factory import step_factory
from msacc.step.wrapper import StepWrapper

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer
    from msacc.train._model import Model
    from msacc.train.loss_scale_manager import DynamicLossScaleManager, FixedLossScaleManager


def model_train_network(model: Model) -> Any:
    """The train network of a Model, which a step calls with a batch, and which a checkpoint holds."""
    network, optimizer, loss_fn = model._network, model._optimizer, model._loss_fn
    if optimizer is None:
        return WithLossCell(network, loss_fn) if loss_fn is not None else network
    return model._msacc_mixed(network, optimizer, loss_fn)


def reread_context(network: Cell) -> None:
    """Makes steps that have not begun read the parallel context now, as a run agrees on how they are distributed."""
    for cell in [cell for _, cell in network.cells_and_names()]:
        if isinstance(cell, (FollowsPlans, TrainStep, StepWrapper)):
            cell._msacc_reread_context()


def train_step(
    network: Cell,
    optimizer: Optimizer,
    manager: DynamicLossScaleManager | FixedLossScaleManager | None = None,
) -> Cell:
    """A train step around a network that gives the loss, in training mode."""
    factory = step_factory(network)
    if factory is not None:
        return factory.build(optimizer, **loss_scale_fields(manager, optimizer)).set_train()
    scale = None if manager is None else manager.get_loss_scale()
    update = None if manager is None else manager.get_update_cell()
    if update is not None:
        return TrainOneStepWithLossScaleCell(network, optimizer, update).set_train()
    return TrainOneStepCell(network, optimizer, scale).set_train()
