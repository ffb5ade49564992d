"""The batches of an evaluation, and the number of passes of a network whose layers communicate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, count, repeat
from typing import TYPE_CHECKING, Any

import torch.distributed as dist

from msacc.step.sharded_parameters import gathering_group
from msacc.train._step_boundary import StepBoundary
from msacc.train.callback._callback import CallbackManager, RunContext

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.train.dataset_helper import DatasetHelper

# Runs the network with a batch; nothing is made of what comes out.
Pass = Callable[[Any], object]


class IndependentPasses:
    """Passes of a network that does not communicate."""

    shared = False

    def batches(self, helper: DatasetHelper, context: RunContext, take_part: Pass) -> Iterator[Any]:
        """The batches, until a stop is requested."""
        for batch in helper:
            yield batch
            if context.get_stop_requested():
                return


class LockstepPasses(IndependentPasses):
    """Passes of a network whose layers gather parameters over the processes, so that all run the same number.

    A process without a batch left runs its last one again and drops the result: every row of every process counts
    once. Before each pass one small message says which processes have a batch left, and which stop.
    """

    shared = True

    def __init__(self, group: Any, callbacks: CallbackManager):
        self.size = dist.get_world_size(group)
        self.boundary = StepBoundary(callbacks, group)

    def batches(self, helper: Any, context: RunContext, take_part: Pass) -> Iterator[Any]:
        """This process's batches; while others have more, it runs passes with them."""
        self.boundary.context = context
        # An iterator that has ended must not be asked again.
        rows, latest = chain(helper, repeat(None)), None
        for passes in count():
            wants_stop = passes > 0 and context.get_stop_requested()
            batch_count = None if wants_stop else next(rows)
            if not self._all_continue(wants_stop, batch_count is None, passes):
                return
            if batch_count is None:
                take_part(latest)
            else:
                latest = batch_count
                yield batch_count

    def _all_continue(self, wants_stop: bool, without_batch: bool, passes: int) -> bool:
        """Whether some process has a batch, and none stops."""
        where = f"the agreement after {passes} passes of an evaluation"
        state = self.boundary.synchronize(where, wants_stop, without_batch, passes > 0)
        if passes == 0 and 0 < state.without_batch < self.size:
            raise RuntimeError(
                f"{state.without_batch} of {self.size} processes have no batch to evaluate at all, but must run "
                "the network as "
                "often as the others (optimizer_level='level3'): give every process at least one."
            )
        return not state.stop and state.without_batch < self.size


def evaluation_passes(network: Cell, callbacks: CallbackManager) -> IndependentPasses:
    """The passes of an evaluation of `network`."""
    group = gathering_group(network.get_parameters())
    return IndependentPasses() if group is None else LockstepPasses(group, callbacks)
