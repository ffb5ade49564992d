"""SGD, with the state names of `mindspore.mint.optim`."""

from __future__ import annotations

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.experimental.optim import sgd as experimental
from msacc.experimental.optim.optimizer import Positions
from msacc.ops.update.step_counters import advance, is_first
from msacc.ops.update.tensor_lists import Tensors


class SGD(experimental.SGD):
    """v = g in the first step, then momentum * v + (1 - dampening) * g; p -= lr * v.

    `nesterov`: p -= lr * (g + momentum * v); it needs momentum > 0 and dampening 0. `momentum` 0: p
    -= lr * g.

    `params`: Parameters, or groups with options of their own; `lr` >= 0, a number or a Tensor of
    one value; `momentum` >= 0; `dampening`: a number; `weight_decay` >= 0, times p added to g;
    `maximize`: climb. ValueError for values out of these ranges, TypeError for other types.
    MindSpore's CPU build leaves the parameters as they are.
    """

    _msacc_NUMBER = (float, int, bool)

    def _msacc_make_state(self) -> None:
        self.momentum_buf = self._msacc_clone("momentum_buf")
        self.step_t = Parameter(Tensor(0, mstype.int32), name="step_t")

    def _msacc_momentum_state(self, positions: Positions) -> tuple[Tensors, Tensors | torch.Tensor]:
        return self._msacc_pick(self.momentum_buf, positions), is_first(self.step_t._t)

    def _msacc_end_step(self) -> None:
        advance(self.step_t._t)
