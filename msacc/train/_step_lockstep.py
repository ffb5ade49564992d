"""Lockstep of the processes of one training run: the number of steps, when to stop, when to save.

A process that has fewer batches, that was asked to stop, or whose clock says that it is time to save would leave
the others waiting in a collective. So they synchronize at the boundary between two steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch.distributed as dist

from msacc.common.warn_once import once
from msacc.step.step import TrainStep
from msacc.train._step_boundary import StepBoundary
from msacc.train.callback._callback import RunContext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msacc.dataset.pipeline.iterator import TupleIterator

REMEDY = "num_shards and shard_id give every process as many rows, and batch(drop_remainder=True) as many batches."


class IndependentSteps:
    """Steps of a process that does not wait for others."""

    def begin_epoch(self, batches_taken: int) -> bool:
        """Begins an epoch of which `batches_taken` batches were trained before; returns whether there were any."""
        return batches_taken > 0

    def next_batch(self, batches: TupleIterator, context: RunContext, started: bool) -> Any:
        """The next batch, None where the epoch is over or a stop was requested."""
        if started and context.get_stop_requested():
            return None
        return next(batches, None)

    def end_epoch(self) -> None:
        """Called after the callbacks' epoch-end hooks."""

    def end(self) -> None:
        """Called after the last epoch."""


class LockstepSteps(IndependentSteps):
    """Steps of a process that trains one network with others.

    `sizes`: every process's number of batches, of which the smallest is taken. `each_step`: a process may stop, or
    run out of batches, after any step; then a message precedes each step, so that all stop exactly there.
    `carrier`: the step whose loss message transports the requests instead.
    """

    def __init__(
        self, sizes: list[int], each_step: bool, boundary: StepBoundary, carrier: TrainStep | None
    ):
        self.sizes, self.each_step, self.boundary = sizes, each_step, boundary
        self.carrier = carrier
        self.batch_count = 0
        if carrier is not None:
            carrier.loss_payload = boundary

    def begin_epoch(self, batches_taken: int) -> bool:
        """Begins an epoch of which `batches_taken` batches were trained before; returns whether there were any."""
        self.batch_count = batches_taken
        return batches_taken > 0

    def end(self) -> None:
        """Stops sending requests with the loss."""
        if self.carrier is not None:
            self.carrier.loss_payload = None

    def next_batch(self, batches: Iterator[Any], context: RunContext, started: bool) -> Any:
        """The next batch, None on all processes where one has none or wants to stop."""
        self.boundary.context = context
        if not started:
            self.batch_count = 0
        self.boundary.act()
        wants_stop = started and context.get_stop_requested()
        drawn = None if wants_stop else next(batches, None)
        if self.each_step:
            all_continue = self._all_have_batch(drawn, wants_stop, started)
        else:
            all_continue = self._within_common_length(drawn, wants_stop)
        if not all_continue and drawn is not None:
            _end_epoch_early(batches)
        self.batch_count += all_continue
        return drawn if all_continue else None

    def _within_common_length(self, drawn: Any, wants_stop: bool) -> bool:
        """Whether the agreed number of steps allows one more."""
        steps = min(self.sizes)
        if drawn is None and self.batch_count < steps and not wants_stop:
            rank = dist.get_rank()
            raise RuntimeError(
                f"The dataset of rank {rank} ended after {self.batch_count} batches, but its size is "
                f"{self.sizes[rank]}: the other processes would wait. Let its __len__ say what it gives."
            )
        return drawn is not None and self.batch_count < steps

    def _all_have_batch(self, drawn: Any, wants_stop: bool, started: bool) -> bool:
        """Whether all processes have a batch and continue."""
        state = self.boundary.synchronize(self._where(), wants_stop, drawn is None, started)
        if state.without_batch and not state.stop and drawn is not None:
            self._warn_skipped(state.without_batch)
        return not (state.without_batch or state.stop)

    def end_epoch(self) -> None:
        """Stop all processes if one wants to."""
        self.boundary.synchronize(self._where(), self.boundary.context.get_stop_requested(), False)

    def _where(self) -> str:
        return f"the agreement after step {self.boundary.context.original_args().cur_step_num}"

    def _warn_skipped(self, count: int) -> None:
        once(
            "uneven-data",
            f"{count} of {len(self.sizes)} processes have no batch {self.batch_count + 1} in this epoch: all end it "
            f"after {self.batch_count} steps. {REMEDY}",
        )


def _end_epoch_early(batches: Iterator[Any]) -> None:
    """Ends the epoch of an iterator that may have more batches."""
    leave = getattr(batches, "end_epoch", None)
    if leave is not None:
        leave()
        return
    for _ in batches:
        pass
