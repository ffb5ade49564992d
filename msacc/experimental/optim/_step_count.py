"""The common base of optimizers with a step count."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Optimizer
from msacc.ops.update.step_counters import advance, as_float

if TYPE_CHECKING:
    from msacc.common.argument_types import Params


class CountedOptimizer(Optimizer):
    """Keeps the number of steps in the Parameter `step_t`."""

    def __init__(self, params: Params, defaults: dict[str, Any]):
        super().__init__(params, defaults)
        self._msacc_first_state()
        self.step_t = Parameter(Tensor(0, mstype.int32), name="step_t")
        self._msacc_more_state()

    def _msacc_first_state(self) -> None:
        """State that a checkpoint lists ahead of the step count."""

    def _msacc_more_state(self) -> None:
        """State that a checkpoint lists after it."""

    def _msacc_begin_step(self) -> None:
        advance(self.step_t._t)

    @property
    def _msacc_step(self) -> torch.Tensor:
        return as_float(self.step_t._t)

    def _msacc_scalars(self, prefix: str, value: float) -> list[Parameter]:
        """A plain list, as in MindSpore: these do not go into checkpoints."""
        scalars: list[Parameter] = self._msacc_create_state(
            partial(_numbers, prefix=prefix, value=value)
        )
        return scalars


def _numbers(parameters: ParameterTuple, prefix: str, value: float) -> list[Parameter]:
    return [Parameter(Tensor(value, mstype.float32), name=prefix + p.name) for p in parameters]
