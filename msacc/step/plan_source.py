"""Where a plan was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msacc.common.settings import settings
from msacc.step.plan import StepPlan
from msacc.step.wrapper import StepWrapper, chain

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


class PlanSource:
    """Where a plan was read, so that it can be read again when its step begins."""

    def __init__(
        self, network: Cell, outer: tuple[StepWrapper, ...], plan: StepPlan, wrappers: Sequence[Any]
    ):
        self.network, self.outer, self.plan, self.wrappers = network, outer, plan, wrappers
        self.chain, self.context = chain(network), dict(settings.parallel)

    @property
    def network_replaced(self) -> bool:
        """Whether another network or wrapper stands in a wrapper since."""
        now = chain(self.network)
        return len(now) != len(self.chain) or any(
            a is not b for a, b in zip(now, self.chain, strict=True)
        )
