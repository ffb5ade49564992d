"""The configuration of a training run on one process, exchanged between the processes."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
import torch.distributed as dist

from msacc.communication._peer_status import waiting
from msacc.step.step import TrainStep
from msacc.step.step_runtime import steps_behind
from msacc.train._step_boundary import message_device
from msacc.train.callback._builtin_callbacks import built_in_of
from msacc.train.callback._callback import CallbackManager
from msacc.train.callback._collective_decision import CollectiveDecision
from msacc.train.callback._monitored_value import Monitor

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset
    from msacc.nn.cell.cell import Cell
    from msacc.train.callback._callback import Callback, InternalCallbackParam

# What a process may be the only one to do: nothing, to wish something, to end the run after any step.
NO_ACTION, REQUESTS, ANY_STEP = range(3)


@dataclass(frozen=True)
class RunConfig:
    """The run's configuration on one process, as integers that can be gathered."""

    size: int
    action: int
    epochs: int
    completed_steps: int
    # Whether an evaluation between two epochs is collective, and a checksum of its schedule.
    evaluates_collectively: int
    evaluation_schedule: int

    def gather(self) -> list[RunConfig]:
        """The configurations of all processes, by rank. Collective."""
        local = torch.tensor([int(v) for v in vars(self).values()], device=message_device())
        gathered = [torch.empty_like(local) for _ in range(dist.get_world_size())]
        with waiting("the agreement on the number of steps"):
            dist.all_gather(gathered, local)
        return [RunConfig(*one.tolist()) for one in gathered]


def run_config(
    dataset: Dataset, params: InternalCallbackParam, callbacks: CallbackManager, evaluated: str
) -> RunConfig:
    """This process's configuration. `evaluated`: a description of when it evaluates."""
    return RunConfig(
        dataset.get_dataset_size(),
        _possible_action(dataset, callbacks),
        params.epoch_num,
        steps_behind(params.optimizer),
        _evaluates_collectively(params.train_network, callbacks),
        zlib.crc32(evaluated.encode()),
    )


def _possible_action(dataset: Dataset, callbacks: CallbackManager) -> int:
    """What this process alone may do."""
    node = getattr(dataset, "_msacc_node", None)
    if node is None or node.size() is None:
        return ANY_STEP
    return max([_action_of(c) for c in callbacks._callbacks], default=NO_ACTION)


def _action_of(callback: Callback) -> int:
    known = built_in_of(callback)
    if known is None or known.runs_scripts:
        return ANY_STEP
    requests = isinstance(callback, CollectiveDecision) and callback.may_request
    return REQUESTS if requests else NO_ACTION


def _evaluates_collectively(network: Cell, callbacks: CallbackManager) -> bool:
    """Whether layers gather parameters in an evaluation, or a callback averages its metric over the processes."""
    cells = (cell for _, cell in network.cells_and_names())
    gathers = any(isinstance(c, TrainStep) and c.plan.level == "level3" for c in cells)
    return gathers or any(_monitors_metric(c) for c in callbacks._callbacks)


def _monitors_metric(callback: Callback) -> bool:
    return isinstance(callback, Monitor) and callback.monitor != "loss"
