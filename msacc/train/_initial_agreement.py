"""What the processes of one training run agree on before its first step."""

from __future__ import annotations

from typing import Any

import torch.distributed as dist

from msacc.common.settings import settings
from msacc.common.warn_once import once
from msacc.nn.wrap.grad_reducer import DistributedGradReducer
from msacc.step.step import TrainStep
from msacc.train._run_config import EACH_STEP, WISHES, Intent, intent_of
from msacc.train._step_boundary import Border
from msacc.train._step_lockstep import REMEDY, Together
from msacc.train.callback._callback import CallbackManager


def is_shared(network: Any) -> bool:
    """Whether steps of `network` wait for other processes."""
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return False
    cells = network.cells_and_names() if hasattr(network, "cells_and_names") else ()
    return any(_shares(cell) for _, cell in cells)


def _shares(cell: Any) -> bool:
    if isinstance(cell, TrainStep):
        return not cell.plan.alone
    return isinstance(cell, DistributedGradReducer)


def agree(dataset: Any, params: Any, callbacks: CallbackManager, evaluated: str) -> Together:
    """How this run's processes keep together; collective. `evaluated`: when it evaluates, in words.

    RuntimeError where they begin at different steps, or are to run different numbers of epochs.
    """
    own = intent_of(dataset, params, callbacks, evaluated)
    found = own.shared()
    _check(found, evaluated)
    sizes = [one.size for one in found]
    if min(sizes) < max(sizes):
        _say_uneven(sizes)
    if params.batch_num == own.size:
        params.batch_num = min(sizes)
    need, carrier = max(one.need for one in found), _carrier(params.train_network)
    # Where every size is known and nobody but msacc's own callbacks acts, the smallest size is all there is to
    # agree on; what these wish, on a signal or by the clock, rides with the loss.
    each_step = need == EACH_STEP or (need == WISHES and carrier is None)
    rides = need == WISHES and not each_step
    return Together(sizes, each_step, Border(callbacks), carrier if rides else None)


# -- what does not go together -----------------------------------------------------------------
def _check(found: list[Intent], evaluated: str) -> None:
    _check_same(
        [one.epochs for one in found],
        "are to train for different numbers of epochs",
        "some would wait for the others: give Model.train the same 'epoch' and 'initial_epoch' on all of them",
    )
    _check_same(
        [one.behind for one in found],
        "begin at different steps of their optimizers",
        "parameters and learning rates would differ: load the same checkpoint on all of them",
    )
    together = any(one.evaluates_together for one in found)
    if together and len({one.evaluates_when for one in found}) > 1:
        raise RuntimeError(
            f"The processes are to evaluate after different epochs (rank {dist.get_rank()}: {evaluated}); "
            "some would wait "
            "for the others: give Model.fit a 'valid_dataset' and the same 'valid_frequency' on all of them."
        )


def _check_same(values: list[int], what: str, so: str) -> None:
    if len(set(values)) > 1:
        raise RuntimeError(f"The processes {what} ({_by_rank(values)}); {so}.")


def _by_rank(values: list[int]) -> str:
    return ", ".join(f"rank {rank}: {value}" for rank, value in enumerate(values))


def _say_uneven(sizes: list[int]) -> None:
    once(
        "uneven-data",
        f"The processes have unequal numbers of batches ({_by_rank(sizes)}): all take {min(sizes)} steps an "
        "epoch, and the "
        f"others' last batches are left out. {REMEDY}",
    )


def _carrier(network: Any) -> TrainStep | None:
    """The one TrainStep in a train network, where its message may be read without waiting for a device."""
    steps = [cell for _, cell in network.cells_and_names() if isinstance(cell, TrainStep)]
    alone = len(steps) == 1 and settings.device.type == "cpu"
    return steps[0] if alone else None
