"""Snapshots of a run: saves them while it trains, and resumes from the newest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.distributed as dist

from msacc.common.random_state import random_tree, restore_random_tree
from msacc.common.seed import restore_stream_of_process, stream_of_process
from msacc.common.warn_once import logger
from msacc.communication._peer_status import waiting
from msacc.graph.automatic_level import call_counts, restore_call_counts
from msacc.step.context_settings import world_size
from msacc.train._call_mode import as_inputs
from msacc.train._step_boundary import message_device
from msacc.train.resume.options import Resume
from msacc.train.resume.other_sizes import check_global_batch, converted
from msacc.train.resume.run_state import (
    callback_trees,
    load_callback_trees,
    load_manager_tree,
    load_network_tree,
    manager_tree,
    network_tree,
    warn_unsaved_callbacks,
)
from msacc.train.resume.snapshot_files import SnapshotFolder, with_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.tensor import Tensor
    from msacc.train._loop import Training

# What a place of another run, or a damaged one, makes those raise who take it.
_LOAD_ERRORS = (
    ValueError, KeyError, IndexError, TypeError, AttributeError, ArithmeticError, RuntimeError,
)  # fmt: skip


# More than anybody has.
_MAX_PROCESSES = 1 << 20


class NoSnapshots:
    """A run without snapshots."""

    def begin(self, epochs: range) -> range:
        """Returns the epochs that are left."""
        return epochs

    def begin_epoch(self, number: int) -> int:
        """Called before an epoch's first batch is read; returns how many of its batches were trained before."""
        return 0

    def before_step(self, batch: Sequence[Tensor] | None) -> None:
        """Called with a batch that was read, or None at an epoch's end."""

    def after_step(self) -> None:
        """Called after a step and its callbacks."""

    def after_epoch(self, number: int, ended: bool) -> None:
        """Called after an epoch and its evaluation; `ended`: it was not stopped in its middle."""

    def end(self) -> None:
        """Called after the last epoch, before the callbacks' end hooks."""


class RunSnapshots(NoSnapshots):
    """The snapshots of one run. Processes that train together all save after the same steps, each its own files.

    A snapshot is complete once every process has written its file; older ones stay until then.
    """

    def __init__(self, options: Resume, training: Training):
        self.options, self.training = options, training
        self.shared: bool = training.context._shared
        rank = dist.get_rank() if world_size() > 1 else 0
        self.folder = SnapshotFolder(options.folder, rank, world_size())
        self.iterator = training.helper.iter
        self._check_dataset()
        self.iterator.record_position = True
        self.callbacks = training.callbacks._callbacks
        warn_unsaved_callbacks(self.callbacks)
        self.converted = False
        # What was found and is not put back yet.
        self.pending: dict[str, Any] | None = None

    def _check_dataset(self) -> None:
        if not hasattr(self.iterator, "seek"):
            raise TypeError(
                "For 'resume', the dataset should be one of mindspore.dataset, whose rows can be found again, but got "
                f"{type(self.training.dataset).__name__}: wrap it in GeneratorDataset."
            )

    # -- resuming ----------------------------------------------------------------------------
    def begin(self, epochs: range) -> range:
        """Reads the newest complete snapshot; returns the epochs that are left after it."""
        place = self._newest()
        if place is None:
            return epochs
        step, size = place
        self.pending = snapshot = self._read(step, size)
        if snapshot["first_epoch"] != epochs.start:
            raise ValueError(
                f"For 'resume', the run in {self.folder.path} began at "
                f"initial_epoch={snapshot['first_epoch']}, this one at "
                f"{epochs.start}: begin at the same, or in another folder."
            )
        self.training.params.cur_step_num = step
        logger.warning(
            "The run in %s goes on in epoch %d after step %d%s.",
            self.folder.path,
            snapshot["epoch"] + 1,
            step,
            f", with {self.folder.size} process(es) instead of {size}" if self.converted else "",
        )
        if snapshot["over"]:
            return range(epochs.stop, epochs.stop)
        return range(min(snapshot["epoch"], epochs.stop), epochs.stop)

    def _read(self, step: int, size: int) -> dict[str, Any]:
        self.converted = size != self.folder.size
        if not self.converted:
            return self.folder.read(step)
        try:
            trees, classes = (
                self.folder.read_set(step, size),
                [type(c).__name__ for c in self.callbacks],
            )
            check_global_batch(trees[0], size, *self._batches(), self.folder.size)
            return converted(trees, classes)
        except _LOAD_ERRORS as error:
            raise RuntimeError(self._mismatch(error)) from error

    def _batches(self) -> tuple[int, int]:
        """How many batches an epoch has, and how many rows one of this process has."""
        return self.training.params.batch_num, self.training.dataset.get_batch_size()

    def _newest(self) -> tuple[int, int] | None:
        """(step, number of processes) of the newest snapshot that all processes have. Collective."""
        size = self.folder.size
        own = self._newest_own()
        if size > 1 and not self.shared:  # each process has a run of its own
            others = -int(not self.folder.has_others())
        else:
            others = self._newest_of_others()
        if own is None and others == 0:
            raise ValueError(
                f"For 'resume', {self.folder.path} holds a run of another number of processes than {size}, with "
                "which this job cannot go on: all processes have to train together, and to find the files of all "
                "processes in one folder. Start as many as before, or begin a run in another folder."
            )
        step, number = divmod(others, _MAX_PROCESSES)
        if others > 0 and (own is None or own < step):
            return step, number
        return None if own is None else (own, size)

    def _newest_own(self) -> int | None:
        steps = self.folder.saved_steps()
        if not self.shared:
            return steps[-1] if steps else None
        # The lowest of the processes' newest steps: a process that has saved a later one goes back.
        latest = _all_reduce_min(steps[-1] if steps else -1)
        if latest == -1:
            return None
        if _all_reduce_min(int(latest in steps)) == 0:
            raise ValueError(
                f"For 'resume', {self.folder.path} of rank {self.folder.rank} holds steps {steps}, and not "
                "all processes have "
                f"step {latest}: give all of them the folder that they had."
            )
        return latest

    def _newest_of_others(self) -> int:
        """That of another number of processes, step * _MAX_PROCESSES + number; -1: none, 0: not all files are here.

        Collective where `shared`: all processes read all of its files.
        """
        sets = self.folder.complete_sets_of_others()
        found = (
            sets[-1][0] * _MAX_PROCESSES + sets[-1][1]
            if sets
            else -int(not self.folder.has_others())
        )
        if not self.shared:
            return found
        lowest, highest = _all_reduce_min(found), -_all_reduce_min(-found)
        return found if lowest == highest else 0

    def begin_epoch(self, number: int) -> int:
        """Moves the dataset's iterator to the batch after the snapshot."""
        if self.pending is None:
            return 0
        position = self.pending["data"]
        try:
            if position.get("alike", True):
                self.iterator.seek(position)
            else:
                self._seek_from_the_start(position)
            restore_random_tree(self.pending["random"])
            return int(position["rows"])
        except _LOAD_ERRORS as error:
            raise RuntimeError(self._mismatch(error)) from error

    def _seek_from_the_start(self, position: dict[str, Any]) -> None:
        """What the dataset's state was is not known for the rows of this process: all epochs are read again."""
        logger.warning(
            "The %d epochs of the run in %s are read again up to its step, as the order of their rows depends on the "
            "number of processes.", position["epoch"] + 1, self.folder.path,
        )  # fmt: skip
        batches = self._batches()[0]
        self.iterator._reset(position["epoch"] * batches + position["rows"], batches)

    def before_step(self, batch: Sequence[Tensor] | None) -> None:
        """Restores the snapshot, as steps begin with their first batch."""
        if self.pending is None:
            return
        snapshot, self.pending = self.pending, None
        drawn = random_tree()
        model = self.training.model
        try:
            inputs = as_inputs(self._any_batch() if batch is None else batch)
            shares = self.shared and not self.converted
            load_network_tree(self.training.network, snapshot["network"], shares, inputs)
            load_callback_trees(self.callbacks, snapshot["callbacks"])
            restore_call_counts(snapshot.get("graphs", {}))
            if model._loss_scale_manager is not None:
                load_manager_tree(model._loss_scale_manager, snapshot["manager"])
        except _LOAD_ERRORS as error:
            raise RuntimeError(self._mismatch(error)) from error
        own_stream = stream_of_process()
        restore_random_tree(drawn)
        if self.converted:
            restore_stream_of_process(own_stream, self.training.params.cur_step_num)

    def _any_batch(self) -> Any:
        return next(self.training.dataset.create_tuple_iterator(num_epochs=1))

    def _mismatch(self, error: Exception) -> str:
        return (
            f"The run in {self.folder.path} cannot go on: {str(error).rstrip('.')}. Train what was trained "
            "before, or begin in another "
            "folder."
        )

    # -- saving ------------------------------------------------------------------------------
    def after_step(self) -> None:
        """Saves every so many steps; the last step of an epoch is saved with the epoch."""
        training = self.training
        step = training.params.cur_step_num
        due = self.options.steps is not None and step % self.options.steps == 0
        # A single process that stops here needs no agreement.
        stopped = training.context.get_stop_requested() and not self.shared
        if due or stopped:
            self._save(training.params.cur_epoch_num - 1, over=False)

    def after_epoch(self, number: int, ended: bool) -> None:
        """Saves the end of an epoch; a run that stopped in its middle resumes there."""
        if ended:
            self._save(number + 1, over=self.training.context.get_stop_requested())

    def end(self) -> None:
        """Restores the values of a run that was finished when it began."""
        if self.pending is not None:
            try:
                restore_random_tree(self.pending["random"])
            except _LOAD_ERRORS as error:
                raise RuntimeError(self._mismatch(error)) from error
        self.before_step(None)

    def _save(self, epoch: int, over: bool) -> None:
        training = self.training
        # In this order: gathering values draws no random numbers, but what is read of them must be of one moment.
        position, random = self.iterator.position(), random_tree()
        batches, rows = self._batches()
        tree = {
            "first_epoch": training.first_epoch,
            "epoch": epoch,
            "over": over,
            "shared": self.shared,
            "batches": batches,
            "rows": rows,
            "data": position,
            "random": random,
            "network": network_tree(training.network, self.shared),
            "callbacks": callback_trees(self.callbacks),
            "manager": manager_tree(training.model._loss_scale_manager),
            "graphs": call_counts(),
        }
        self.folder.write(training.params.cur_step_num, with_version(tree))
        if self.shared:
            _all_reduce_min(0)
        self.folder.prune(self.options.keep)


def _all_reduce_min(value: int) -> int:
    """The lowest of all processes' numbers. Collective."""
    shared = torch.tensor(value, device=message_device())
    with waiting("the agreement on the snapshot of a run"):
        dist.all_reduce(shared, op=dist.ReduceOp.MIN)
    return int(shared)
