"""What one process is about to do in a training run, as the others have to know it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from msacc.communication._peer_status import waiting
from msacc.step.step import TrainStep
from msacc.step.step_runtime import steps_behind
from msacc.train._step_boundary import device
from msacc.train.callback._builtin_callbacks import built_in_of
from msacc.train.callback._callback import CallbackManager
from msacc.train.callback._collective_decision import Concerted
from msacc.train.callback._monitored_value import Monitor

# What a process may be the only one to do: nothing, to wish something, to end the run after any step.
NOTHING, WISHES, EACH_STEP = range(3)


@dataclass(frozen=True)
class Intent:
    """What one process is about to do, as numbers for the others."""

    size: int
    need: int
    epochs: int
    behind: int
    # Whether an evaluation between two epochs waits for the other processes, and a checksum of when it comes.
    evaluates_together: int
    evaluates_when: int

    def shared(self) -> list[Intent]:
        """Those of all processes, by rank. Collective."""
        mine = torch.tensor([int(v) for v in vars(self).values()], device=device())
        found = [torch.empty_like(mine) for _ in range(dist.get_world_size())]
        with waiting("the agreement on the number of steps"):
            dist.all_gather(found, mine)
        return [Intent(*one.tolist()) for one in found]


def intent_of(dataset: Any, params: Any, callbacks: CallbackManager, evaluated: str) -> Intent:
    """This process's. `evaluated`: when it evaluates, in words."""
    return Intent(
        dataset.get_dataset_size(),
        _need(dataset, callbacks),
        params.epoch_num,
        steps_behind(params.optimizer),
        _evaluates_together(params.train_network, callbacks),
        zlib.crc32(evaluated.encode()),
    )


def _need(dataset: Any, callbacks: CallbackManager) -> int:
    """What this process may be the only one to do."""
    node = getattr(dataset, "_node", None)
    if node is None or node.size() is None:
        return EACH_STEP
    return max([_need_of(c) for c in callbacks._callbacks], default=NOTHING)


def _need_of(callback: Any) -> int:
    known = built_in_of(callback)
    if known is None or known.runs_scripts:
        return EACH_STEP
    wishes = isinstance(callback, Concerted) and callback.may_wish
    return WISHES if wishes else NOTHING


def _evaluates_together(network: Any, callbacks: CallbackManager) -> bool:
    """Whether layers gather their parameters then, or a callback takes the processes' mean of what was found."""
    cells = (cell for _, cell in network.cells_and_names())
    gathers = any(isinstance(c, TrainStep) and c.plan.level == "level3" for c in cells)
    return gathers or any(_watches(c) for c in callbacks._callbacks)


def _watches(callback: Any) -> bool:
    return isinstance(callback, Monitor) and callback.monitor != "loss"
