"""Keeps places of a run while it trains, and begins it at the newest of them."""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed as dist

from msacc.common.random_state import random_tree, restore_random_tree
from msacc.common.warn_once import logger
from msacc.communication._peer_status import waiting
from msacc.step.context_settings import world_size
from msacc.train._call_mode import as_inputs
from msacc.train._step_boundary import device
from msacc.train.resume.options import Resume
from msacc.train.resume.run_state import (
    callback_trees,
    load_callback_trees,
    load_manager_tree,
    load_network_tree,
    manager_tree,
    network_tree,
    say_what_begins_anew,
)
from msacc.train.resume.snapshot_files import Folder, versioned

# What a place of another run, or a damaged one, makes those raise who take it.
_STUMBLES = (
    ValueError, KeyError, IndexError, TypeError, AttributeError, ArithmeticError, RuntimeError,
)  # fmt: skip


class NoKeeper:
    """Of a run that keeps nothing."""

    def begin(self, epochs: range) -> range:
        """The epochs that are left."""
        return epochs

    def begin_epoch(self, number: int) -> int:
        """Before an epoch's first batch is drawn; returns how many of its batches were taken before."""
        return 0

    def before_step(self, batch: Any) -> None:
        """A batch was drawn, or None at an epoch's end."""

    def after_step(self) -> None:
        """A step was taken, and its callbacks were called."""

    def after_epoch(self, number: int, ended: bool) -> None:
        """An epoch and what follows it are over; `ended`: it was not stopped in its middle."""

    def end(self) -> None:
        """After the last epoch, before the callbacks hear of it."""


class Keeper(NoKeeper):
    """Of one run. Where processes train together all of them keep the same places, each in its own files.

    A place is whole once every process has its file; older ones stay until then.
    """

    def __init__(self, wanted: Resume, training: Any):
        self.wanted, self.training = wanted, training
        self.shared: bool = training.context._shared
        rank = dist.get_rank() if world_size() > 1 else 0
        self.folder = Folder(wanted.folder, rank, world_size())
        self.iterator = training.helper.iter
        self._check_dataset()
        self.iterator.remembers = True
        self.callbacks = training.callbacks._callbacks
        say_what_begins_anew(self.callbacks)
        # What was found and is not put back yet.
        self.found: dict[str, Any] | None = None

    def _check_dataset(self) -> None:
        if not hasattr(self.iterator, "go_to"):
            raise TypeError(
                "For 'resume', the dataset should be one of mindspore.dataset, whose rows can be found again, but got "
                f"{type(self.training.dataset).__name__}: wrap it in GeneratorDataset."
            )

    # -- where the run is ----------------------------------------------------------------------
    def begin(self, epochs: range) -> range:
        """The epochs that are left after the newest place of which every process has its file."""
        step = self._newest()
        if step is None:
            return epochs
        self.found = found = self.folder.read(step)
        if found["first_epoch"] != epochs.start:
            raise ValueError(
                f"For 'resume', the run in {self.folder.path} began at "
                f"initial_epoch={found['first_epoch']}, this one at "
                f"{epochs.start}: begin at the same, or in another folder."
            )
        self.training.params.cur_step_num = step
        logger.warning(
            "The run in %s goes on in epoch %d after step %d.", self.folder.path, found["epoch"] + 1, step
        )  # fmt: skip
        if found["over"]:
            return range(epochs.stop, epochs.stop)
        return range(min(found["epoch"], epochs.stop), epochs.stop)

    def _newest(self) -> int | None:
        own = self.folder.places()
        if not self.shared:
            return own[-1] if own else None
        # All can begin where the one with the fewest steps can; who has gone on without the others goes back.
        latest = _lowest(own[-1] if own else -1)
        if latest == -1:
            return None
        if _lowest(int(latest in own)) == 0:
            raise ValueError(
                f"For 'resume', {self.folder.path} of rank {self.folder.rank} holds steps {own}, and not "
                "all processes have "
                f"step {latest}: give all of them the folder that they had."
            )
        return latest

    def begin_epoch(self, number: int) -> int:
        """Read again what was read of the epoch."""
        if self.found is None:
            return 0
        place = self.found["data"]
        try:
            self.iterator.go_to(place)
            restore_random_tree(self.found["random"])
            return int(place["rows"])
        except _STUMBLES as error:
            raise RuntimeError(self._does_not_fit(error)) from error

    def before_step(self, batch: Any) -> None:
        """Put back what was found, since steps begin with their first batch."""
        if self.found is None:
            return
        found, self.found = self.found, None
        drawn = random_tree()
        model = self.training.model
        try:
            inputs = as_inputs(self._some() if batch is None else batch)
            load_network_tree(self.training.network, found["network"], self.shared, inputs)
            load_callback_trees(self.callbacks, found["callbacks"])
            if model._loss_scale_manager is not None:
                load_manager_tree(model._loss_scale_manager, found["manager"])
        except _STUMBLES as error:
            raise RuntimeError(self._does_not_fit(error)) from error
        restore_random_tree(drawn)

    def _some(self) -> Any:
        return next(self.training.dataset.create_tuple_iterator(num_epochs=1))

    def _does_not_fit(self, error: Exception) -> str:
        return (
            f"The run in {self.folder.path} cannot go on: {str(error).rstrip('.')}. Train what was trained "
            "before, or begin in another "
            "folder."
        )

    # -- keeping -------------------------------------------------------------------------------
    def after_step(self) -> None:
        """Keep every so many steps; what ends an epoch is kept with it."""
        training = self.training
        step = training.params.cur_step_num
        due = self.wanted.steps is not None and step % self.wanted.steps == 0
        # One process that stops here has nobody to agree with.
        stopped = training.context.get_stop_requested() and not self.shared
        if due or stopped:
            self._keep(training.params.cur_epoch_num - 1, over=False)

    def after_epoch(self, number: int, ended: bool) -> None:
        """Keep an epoch's end; what stopped in its middle goes on there."""
        if ended:
            self._keep(number + 1, over=self.training.context.get_stop_requested())

    def end(self) -> None:
        """Of a run that was over when it began: its values."""
        if self.found is not None:
            try:
                restore_random_tree(self.found["random"])
            except _STUMBLES as error:
                raise RuntimeError(self._does_not_fit(error)) from error
        self.before_step(None)

    def _keep(self, epoch: int, over: bool) -> None:
        training = self.training
        # In this order: gathering values draws no random numbers, but what is read of them must be of one moment.
        data, random = self.iterator.place(), random_tree()
        tree = {
            "first_epoch": training.first_epoch,
            "epoch": epoch,
            "over": over,
            "data": data,
            "random": random,
            "network": network_tree(training.network, self.shared),
            "callbacks": callback_trees(self.callbacks),
            "manager": manager_tree(training.model._loss_scale_manager),
        }
        self.folder.write(training.params.cur_step_num, versioned(tree))
        if self.shared:
            _lowest(0)
        self.folder.prune(self.wanted.keep)


def _lowest(value: int) -> int:
    """The lowest of all processes' numbers. Collective."""
    shared = torch.tensor(value, device=device())
    with waiting("the agreement on the place of a run"):
        dist.all_reduce(shared, op=dist.ReduceOp.MIN)
    return int(shared)
