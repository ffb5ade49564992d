"""The train step of a Model: one graph, or a TrainStep where the network's wrappers or the context require it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msacc.nn.cell import Cell
from msacc.nn.wrap.loss_cells import WithLossCell
from msacc.nn.wrap.loss_scale import TrainOneStepWithLossScaleCell
from msacc.nn.wrap.plan_following import FollowsPlans
from msacc.nn.wrap.train_cells import TrainOneStepCell
from msacc.step.loss_scale import loss_scale_fields
from msacc.step.plan_reader import read_plan
from msacc.step.step import TrainStep
from msacc.step.wrapper import StepWrapper


def build_train_network(model: Any) -> Any:
    """The train network of a Model, which a step calls with a batch, and which a checkpoint holds."""
    network, optimizer, loss_fn = model._network, model._optimizer, model._loss_fn
    if optimizer is None:
        return WithLossCell(network, loss_fn) if loss_fn is not None else network
    return model._mixed(network, optimizer, loss_fn)


def reread_context(network: Cell) -> None:
    """Makes steps that have not begun read the parallel context now, as a run agrees on how they are distributed."""
    for cell in [cell for _, cell in network.cells_and_names()]:
        if isinstance(cell, (FollowsPlans, TrainStep, StepWrapper)):
            cell.reread_context()


def train_step(network: Cell, optimizer: Any, manager: Any = None) -> Cell:
    """A train step around a network that gives the loss, in training mode."""
    request = read_plan(network)
    if request.needs_step:
        plan = replace(request.plan, **loss_scale_fields(manager, optimizer))
        return TrainStep(request.core, optimizer, plan).set_train()
    scale = None if manager is None else manager.get_loss_scale()
    update = None if manager is None else manager.get_update_cell()
    if update is not None:
        return TrainOneStepWithLossScaleCell(network, optimizer, update).set_train()
    return TrainOneStepCell(network, optimizer, scale).set_train()
