"""What the processes of one training run do alike: how many steps, when to stop, when to save.

A process that has fewer batches, that was told to stop, or whose clock says that it is time to save would leave
the others waiting in a collective. So they agree at a border between two steps.
"""

from __future__ import annotations

from typing import Any

import torch.distributed as dist

from msacc.common.warn_once import once
from msacc.step.step import TrainStep
from msacc.train._step_boundary import Border
from msacc.train.callback._callback import RunContext

REMEDY = "num_shards and shard_id give every process as many rows, and batch(drop_remainder=True) as many batches."


class Alone:
    """A process that need not agree with others."""

    def go_on(self, taken: int) -> bool:
        """Begin an epoch of which so many batches were taken before; returns whether there were any."""
        return taken > 0

    def next_batch(self, batches: Any, context: RunContext, begun: bool) -> Any:
        """The next batch, None where the epoch is over or a stop was asked for."""
        if begun and context.get_stop_requested():
            return None
        return next(batches, None)

    def end_epoch(self) -> None:
        """After the callbacks have seen an epoch's end."""

    def end(self) -> None:
        """After the last epoch."""


class Together(Alone):
    """A process among those that train one network.

    `sizes`: every process's number of batches, of which the smallest is taken. `each_step`: a process may stop, or
    run out of batches, after any step; then a message of its own goes before each, so that all stop exactly there.
    `carrier`: the step whose message takes wishes along instead.
    """

    def __init__(
        self, sizes: list[int], each_step: bool, border: Border, carrier: TrainStep | None
    ):
        self.sizes, self.each_step, self.border = sizes, each_step, border
        self.carrier = carrier
        self.taken = 0
        if carrier is not None:
            carrier.rider = border

    def go_on(self, taken: int) -> bool:
        """Begin an epoch of which so many batches were taken before; returns whether there were any."""
        self.taken = taken
        return taken > 0

    def end(self) -> None:
        """Nothing rides with the loss any longer."""
        if self.carrier is not None:
            self.carrier.rider = None

    def next_batch(self, batches: Any, context: RunContext, begun: bool) -> Any:
        """The next batch, None for all processes where one has none or wants to stop."""
        self.border.context = context
        if not begun:
            self.taken = 0
        self.border.comply()
        wants_stop = begun and context.get_stop_requested()
        drawn = None if wants_stop else next(batches, None)
        if self.each_step:
            all_go_on = self._agreed(drawn, wants_stop, begun)
        else:
            all_go_on = self._within(drawn, wants_stop)
        if not all_go_on and drawn is not None:
            _leave_rest(batches)
        self.taken += all_go_on
        return drawn if all_go_on else None

    def _within(self, drawn: Any, wants_stop: bool) -> bool:
        """Whether the agreed number of steps allows one more."""
        steps = min(self.sizes)
        if drawn is None and self.taken < steps and not wants_stop:
            rank = dist.get_rank()
            raise RuntimeError(
                f"The dataset of rank {rank} ended after {self.taken} batches, but its size is {self.sizes[rank]}: "
                "the other processes would wait. Let its __len__ say what it gives."
            )
        return drawn is not None and self.taken < steps

    def _agreed(self, drawn: Any, wants_stop: bool, begun: bool) -> bool:
        """Whether all processes have a batch and go on."""
        found = self.border.cross(self._place(), wants_stop, drawn is None, begun)
        if found.lacking and not found.stop and drawn is not None:
            self._say_skipped(found.lacking)
        return not (found.lacking or found.stop)

    def end_epoch(self) -> None:
        """Stop all processes if one wants to."""
        self.border.cross(self._place(), self.border.context.get_stop_requested(), False)

    def _place(self) -> str:
        return f"the agreement after step {self.border.context.original_args().cur_step_num}"

    def _say_skipped(self, lacking: int) -> None:
        once(
            "uneven-data",
            f"{lacking} of {len(self.sizes)} processes have no batch {self.taken + 1} in this epoch: all end it after "
            f"{self.taken} steps. {REMEDY}",
        )


def _leave_rest(batches: Any) -> None:
    """End the epoch of an iterator that may have more."""
    leave = getattr(batches, "end_epoch", None)
    if leave is not None:
        leave()
        return
    for _ in batches:
        pass
