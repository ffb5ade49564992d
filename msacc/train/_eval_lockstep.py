"""The batches of an evaluation, and how often processes run a network whose layers wait for each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, count, repeat
from typing import Any

import torch.distributed as dist

from msacc.step.sharded_parameters import gathering_group
from msacc.train._step_boundary import Border
from msacc.train.callback._callback import CallbackManager, RunContext

# Runs the network with a batch; nothing is made of what comes out.
Pass = Callable[[Any], object]


class Alone:
    """A process whose network waits for nobody."""

    shared = False

    def batches(self, helper: Any, context: RunContext, take_part: Pass) -> Iterator[Any]:
        """The batches, until a stop is asked for."""
        for batch in helper:
            yield batch
            if context.get_stop_requested():
                return


class Together(Alone):
    """A process among those that gather the parameters of each layer when it runs, so that all must run as often.

    One that has no batch left runs its last one again and drops the result: every row of every process counts,
    and none counts twice. Before each pass one small message tells who has a batch left, and who stops.
    """

    shared = True

    def __init__(self, group: Any, callbacks: CallbackManager):
        self.size = dist.get_world_size(group)
        self.border = Border(callbacks, group)

    def batches(self, helper: Any, context: RunContext, take_part: Pass) -> Iterator[Any]:
        """This process's batches; while others have more, it takes part in their passes."""
        self.border.context = context
        # An iterator that has ended must not be asked again.
        rows, latest = chain(helper, repeat(None)), None
        for passes in count():
            wants_stop = passes > 0 and context.get_stop_requested()
            drawn = None if wants_stop else next(rows)
            if not self._all_go_on(wants_stop, drawn is None, passes):
                return
            if drawn is None:
                take_part(latest)
            else:
                latest = drawn
                yield drawn

    def _all_go_on(self, wants_stop: bool, lacks: bool, passes: int) -> bool:
        """Whether any process has a batch, and none stops."""
        place = f"the agreement after {passes} passes of an evaluation"
        found = self.border.cross(place, wants_stop, lacks, passes > 0)
        if passes == 0 and 0 < found.lacking < self.size:
            raise RuntimeError(
                f"{found.lacking} of {self.size} processes have no batch to evaluate at all, but must run "
                "the network as "
                "often as the others (optimizer_level='level3'): give every process at least one."
            )
        return not found.stop and found.lacking < self.size


def passes_of(network: Any, callbacks: CallbackManager) -> Alone:
    """How this process goes through the batches of an evaluation of `network`."""
    group = gathering_group(network.get_parameters())
    return Alone() if group is None else Together(group, callbacks)
