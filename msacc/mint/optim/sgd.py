"""SGD, with the names of state that `mindspore.mint.optim` gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.experimental.optim import sgd as experimental
from msacc.nn.optim.optimizer import Tensors


class SGD(experimental.SGD):
    """v = g at first, then momentum * v + (1 - dampening) * g; p -= lr * v; nesterov: g + momentum * v."""

    def _make_state(self) -> None:
        self.momentum_buf = self._clone("momentum_buf")
        self.step_t = Parameter(Tensor(0, mstype.int32), name="step_t")

    def _buffers(self, group: dict[str, Any], at: Sequence[int], grads: Tensors) -> Tensors:
        buffers = self._pick(self.momentum_buf, at)
        share = torch.where(self.step_t._t == 0, 1.0, 1.0 - group["dampening"])
        torch._foreach_mul_(buffers, group["momentum"])
        torch._foreach_add_(buffers, torch._foreach_mul(grads, share))
        return buffers

    def _end_step(self) -> None:
        self.step_t._t.add_(1)
