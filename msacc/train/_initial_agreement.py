"""The agreement of a training run's processes before its first step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch.distributed as dist

from msacc.common.settings import settings
from msacc.common.warn_once import once
from msacc.nn.wrap.grad_reducer import DistributedGradReducer
from msacc.step.step import TrainStep
from msacc.train._run_config import ANY_STEP, REQUESTS, RunConfig, run_config
from msacc.train._step_boundary import StepBoundary
from msacc.train._step_lockstep import REMEDY, LockstepSteps
from msacc.train.callback._callback import CallbackManager

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset
    from msacc.nn.cell.cell import Cell
    from msacc.train.callback._callback import InternalCallbackParam


def is_shared(network: Cell) -> bool:
    """Whether steps of `network` wait for other processes."""
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return False
    cells = network.cells_and_names() if hasattr(network, "cells_and_names") else ()
    return any(_shares(cell) for _, cell in cells)


def _shares(cell: Cell) -> bool:
    if isinstance(cell, TrainStep):
        return not cell.plan.standalone
    return isinstance(cell, DistributedGradReducer)


def agree(
    dataset: Dataset, params: InternalCallbackParam, callbacks: CallbackManager, evaluated: str
) -> LockstepSteps:
    """The lockstep of this run's processes; collective. `evaluated`: a description of when it evaluates.

    Raises RuntimeError where they begin at different steps, or train for different numbers of epochs.
    """
    config = run_config(dataset, params, callbacks, evaluated)
    configs = config.gather()
    _check(configs, evaluated)
    sizes = [c.size for c in configs]
    if min(sizes) < max(sizes):
        _warn_uneven_sizes(sizes)
    if params.batch_num == config.size:
        params.batch_num = min(sizes)
    action, carrier = max(c.action for c in configs), _carrier(params.train_network)
    # Where every size is known and only msacc's own callbacks act, the smallest size is all there is to agree on;
    # their requests, on a signal or by the clock, are sent with the loss.
    each_step = action == ANY_STEP or (action == REQUESTS and carrier is None)
    with_loss = action == REQUESTS and not each_step
    return LockstepSteps(sizes, each_step, StepBoundary(callbacks), carrier if with_loss else None)


# -- checks ------------------------------------------------------------------------------------
def _check(configs: list[RunConfig], evaluated: str) -> None:
    _check_same(
        [c.epochs for c in configs],
        "are to train for different numbers of epochs",
        "some would wait for the others: give Model.train the same 'epoch' and 'initial_epoch' on all of them",
    )
    _check_same(
        [c.completed_steps for c in configs],
        "begin at different steps of their optimizers",
        "parameters and learning rates would differ: load the same checkpoint on all of them",
    )
    collective = any(c.evaluates_collectively for c in configs)
    if collective and len({c.evaluation_schedule for c in configs}) > 1:
        raise RuntimeError(
            f"The processes are to evaluate after different epochs (rank {dist.get_rank()}: {evaluated}); some "
            "would wait for the others: give Model.fit a 'valid_dataset' and the same 'valid_frequency' on all of them."
        )


def _check_same(values: list[int], what: str, consequence: str) -> None:
    if len(set(values)) > 1:
        raise RuntimeError(f"The processes {what} ({_by_rank(values)}); {consequence}.")


def _by_rank(values: list[int]) -> str:
    return ", ".join(f"rank {rank}: {value}" for rank, value in enumerate(values))


def _warn_uneven_sizes(sizes: list[int]) -> None:
    once(
        "uneven-data",
        f"The processes have unequal numbers of batches ({_by_rank(sizes)}): all take {min(sizes)} steps an "
        "epoch, and the "
        f"others' last batches are left out. {REMEDY}",
    )


def _carrier(network: Cell) -> TrainStep | None:
    """The only TrainStep in a train network, if its loss message can be read without waiting for a device."""
    steps = [cell for _, cell in network.cells_and_names() if isinstance(cell, TrainStep)]
    only_one = len(steps) == 1 and settings.device.type == "cpu"
    return steps[0] if only_one else None
