"""What the processes of one training run do alike: how many steps, when to stop, when to save.

A process that has fewer batches, that was told to stop, or whose clock says that it is time to save would leave
the others waiting in a collective. So they agree at a border between two steps, by one message of a few numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.notice import once
from msacc.common.settings import settings
from msacc.communication._witness import waiting
from msacc.nn.wrap.grad_reducer import DistributedGradReducer
from msacc.step.live import steps_behind
from msacc.step.step import TrainStep
from msacc.train.callback._callback import CallbackManager, RunContext
from msacc.train.callback._concerted import CONCERNS, Concerted
from msacc.train.callback._lambda_callback import LambdaCallback

# What a run has to agree on besides its size.
_NOTHING, _WISHES, _EACH_STEP = range(3)


class Alone:
    """A process that need not agree with others."""

    def next_batch(self, batches: Any, context: RunContext, begun: bool) -> Any:
        """The next batch, None where the epoch is over or a stop was asked for."""
        if begun and context.get_stop_requested():
            return None
        return next(batches, None)

    def end_epoch(self, context: RunContext) -> None:
        """After the callbacks have seen an epoch's end."""

    def end(self) -> None:
        """After the last epoch."""


class Together(Alone):
    """A process among those that train one network.

    Where every size is known and nobody but msacc's own callbacks acts, the smallest size is all that has to be
    agreed on; what these wish, on a signal or by the clock, rides with the loss of a TrainStep. A callback of the
    user's may stop the run after any step, and a generator may end before any: then there is a message of its own
    before each step, so that all stop exactly there.
    """

    def __init__(
        self, sizes: list[int], need: int, callbacks: CallbackManager, carrier: TrainStep | None
    ):
        self.steps, self.sizes, self.carrier = min(sizes), sizes, carrier
        self.each_step = need == _EACH_STEP or (need == _WISHES and carrier is None)
        self.concerted = [c for c in callbacks._callbacks if isinstance(c, Concerted)]
        self.taken, self.context = 0, RunContext({})
        self.concerns: set[str] = set()
        if need == _WISHES and carrier is not None:
            carrier.rider = self

    def own(self) -> list[float]:
        """What this process's callbacks wish: 0 or 1 for each concern."""
        wishes = {c.concern for c in self.concerted if c.wishes(self.context)}
        return [float(concern in wishes) for concern in CONCERNS]

    def heard(self, totals: Sequence[float]) -> None:
        """What any process's callbacks wish."""
        self.concerns = {concern for concern, count in zip(CONCERNS, totals) if count}

    def _comply(self, context: RunContext) -> None:
        concerns, self.concerns = self.concerns, set()
        for callback in self.concerted:
            if callback.concern in concerns:
                callback.comply(context)

    def end(self) -> None:
        """Nothing rides with the loss any longer."""
        if self.carrier is not None:
            self.carrier.rider = None

    def next_batch(self, batches: Any, context: RunContext, begun: bool) -> Any:
        """The next batch, None for all processes where one has none or wants to stop."""
        self.context = context
        if not begun:
            self.taken = 0
        self._comply(context)
        wants_stop = begun and context.get_stop_requested()
        drawn = None if wants_stop else next(batches, None)
        if self.each_step:
            all_go_on = self._agreed(drawn, context, wants_stop, begun)
        else:
            all_go_on = self._within(drawn, wants_stop)
        if not all_go_on and drawn is not None:
            _leave_rest(batches)
        self.taken += all_go_on
        return drawn if all_go_on else None

    def _within(self, drawn: Any, wants_stop: bool) -> bool:
        """Whether the agreed number of steps allows one more."""
        if drawn is None and self.taken < self.steps and not wants_stop:
            rank = dist.get_rank()
            raise RuntimeError(
                f"The dataset of rank {rank} ended after {self.taken} batches, but its size is {self.sizes[rank]}: "
                "the other processes would wait. Let its __len__ say what it gives."
            )
        return drawn is not None and self.taken < self.steps

    def _agreed(self, drawn: Any, context: RunContext, wants_stop: bool, begun: bool) -> bool:
        """Whether all processes have a batch and go on."""
        lacking, stop = self._border(context, wants_stop, drawn is None, begun)
        if lacking and not stop and drawn is not None:
            self._say_skipped(lacking)
        return not (lacking or stop)

    def end_epoch(self, context: RunContext) -> None:
        """Stop all processes if one wants to."""
        self._border(context, context.get_stop_requested(), False, True)

    def _border(
        self, context: RunContext, wants_stop: bool, lacks: bool, begun: bool
    ) -> tuple[int, bool]:
        """(how many have no batch, whether to stop), after complying with what any process wishes."""
        wishes = self.own() if begun else [0.0] * len(CONCERNS)
        done = context.original_args().cur_step_num
        shared = torch.tensor([float(wants_stop), float(lacks), *wishes], device=_device())
        with waiting(f"the agreement after step {done}"):
            dist.all_reduce(shared)
        stop, lacking, *wanted = shared.tolist()
        self.heard(wanted)
        self._comply(context)
        if stop:
            context.request_stop()
        return int(lacking), context.get_stop_requested() if begun else False

    def _say_skipped(self, lacking: int) -> None:
        once(
            "uneven-data",
            f"{lacking} of {len(self.sizes)} processes have no batch {self.taken + 1} in this epoch: all end it after "
            f"{self.taken} steps. {_REMEDY}",
        )


_REMEDY = "num_shards and shard_id give every process as many rows, and batch(drop_remainder=True) as many batches."


def _leave_rest(batches: Any) -> None:
    """End the epoch of an iterator that may have more."""
    leave = getattr(batches, "end_epoch", None)
    if leave is not None:
        leave()
        return
    for _ in batches:
        pass


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


def agree(dataset: Any, params: Any, callbacks: CallbackManager) -> Together:
    """How this run's processes keep together; collective.

    RuntimeError where they begin at different steps, or are to run different numbers of epochs.
    """
    size = dataset.get_dataset_size()
    own = [size, _need(dataset, callbacks), params.epoch_num, steps_behind(params.optimizer)]
    mine = torch.tensor(own, device=_device())
    found = [torch.empty_like(mine) for _ in range(dist.get_world_size())]
    with waiting("the agreement on the number of steps"):
        dist.all_gather(found, mine)
    sizes, needs, epochs, behind = zip(*(one.tolist() for one in found))
    _check_same(
        epochs,
        "are to train for different numbers of epochs",
        "some would wait for the others: give Model.train the same 'epoch' and 'initial_epoch' on all of them",
    )
    _check_same(
        behind,
        "begin at different steps of their optimizers",
        "parameters and learning rates would differ: load the same checkpoint on all of them",
    )
    if min(sizes) < max(sizes):
        _say_uneven(sizes)
    if params.batch_num == size:
        params.batch_num = min(sizes)
    return Together(list(sizes), max(needs), callbacks, _carrier(params.train_network))


def _check_same(values: tuple[int, ...], what: str, so: str) -> None:
    if len(set(values)) > 1:
        raise RuntimeError(f"The processes {what} ({_by_rank(values)}); {so}.")


def _by_rank(values: tuple[int, ...]) -> str:
    return ", ".join(f"rank {rank}: {value}" for rank, value in enumerate(values))


def _say_uneven(sizes: tuple[int, ...]) -> None:
    once(
        "uneven-data",
        f"The processes have unequal numbers of batches ({_by_rank(sizes)}): all take {min(sizes)} steps an epoch, and the "
        f"others' last batches are left out. {_REMEDY}",
    )


def _need(dataset: Any, callbacks: CallbackManager) -> int:
    """What this process may be the only one to do: nothing, wish, or end after any step."""
    node = getattr(dataset, "_node", None)
    if node is None or node.size() is None:
        return _EACH_STEP
    return max([_need_of(c) for c in callbacks._callbacks], default=_NOTHING)


def _need_of(callback: Any) -> int:
    own = type(callback).__module__.startswith("msacc.train.")
    if not own or isinstance(callback, LambdaCallback):
        return _EACH_STEP
    wishes = isinstance(callback, Concerted) and callback.may_wish
    return _WISHES if wishes else _NOTHING


def _carrier(network: Any) -> TrainStep | None:
    """The one TrainStep in a train network, where its message may be read without waiting for a device."""
    steps = [cell for _, cell in network.cells_and_names() if isinstance(cell, TrainStep)]
    alone = len(steps) == 1 and settings.device.type == "cpu"
    return steps[0] if alone else None


def _device() -> Any:
    """Where a message does not wait for a GPU's queue, if there is a backend for it."""
    return "cpu" if "gloo" in dist.get_backend_config() else settings.device
