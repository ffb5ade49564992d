"""Which training step a network is trained by: a plain one, or a TrainStep; and that TrainStep.

The one place that reads a plan to decide it. A plain step (`nn.TrainOneStepCell`) updates once per batch, in this
process or with gradients reduced over several. Micro-batches, sharded parameters or operators, pipeline stages and
whatever else a wrapper asks for take a TrainStep, which finds out at its first call what its plan needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from msacc.nn.cell import Cell
from msacc.step.plan import StepPlan
from msacc.step.plan_reader import read_plan
from msacc.step.step import TrainStep
from msacc.step.wrapper import StepWrapper

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


@dataclass(frozen=True)
class StepFactory:
    """Builds TrainSteps of a plan. `network`: what they train, without the wrappers that the plan was read from."""

    network: Any
    plan: StepPlan

    def build(
        self,
        optimizer: Optimizer,
        *,
        has_aux: bool = False,
        prefix: str = "accu_grads",
        **fields: Any,
    ) -> TrainStep:
        """A TrainStep; `fields` replace those of the plan, `prefix` begins the names of its gradient sums."""
        plan = replace(self.plan, **fields)
        return TrainStep(self.network, optimizer, plan, has_aux, prefix)


def step_factory(network: Any, outer: Sequence[StepWrapper] = ()) -> StepFactory | None:
    """The factory of the TrainStep that `network`, in the wrappers `outer`, needs; None where a plain step does."""
    setup = read_plan(network, outer)
    return StepFactory(setup.core, setup.plan) if setup.needs_step else None


def accumulator_factory(where: str, network: Cell) -> StepFactory:
    """The factory of a step whose caller, named `where`, says which batches are a window's micro-batches.

    ValueError where GradAccumulation around the network says so, too.
    """
    setup = read_plan(network)
    if setup.accumulates:
        raise ValueError(
            f"{where}: 'network' should be without GradAccumulation, whose work this does."
        )
    return StepFactory(setup.core, setup.plan)


def shards_operators(network: Any) -> bool:
    """Whether operators of `network` are sharded where they have strategies, as its wrappers or the context say."""
    return read_plan(network).plan.operators
