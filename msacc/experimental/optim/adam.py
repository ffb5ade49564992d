"""Adam and AdamW with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Optimizer, at_least, check_betas
from msacc.nn.optim.optimizer import Tensors


class _Adam(Optimizer):
    """The step both share; `_DECOUPLED` decays the parameters instead of the gradients."""

    # The type and shape of the step count in a checkpoint.
    _STEP: tuple[Any, mstype.Type] = (0, mstype.int32)
    _ALL_KEEP_LARGEST = True

    def __init__(self, params: Any, **defaults: Any):
        where = self.cls_name
        at_least(defaults["lr"], 0.0, "learning rate", where)
        at_least(defaults["eps"], 0.0, "eps", where)
        at_least(defaults["weight_decay"], 0.0, "weight_decay", where)
        check_betas(defaults["betas"], where)
        super().__init__(params, defaults)
        self.exp_avg = self._clone("exp_avg")
        self.exp_avg_sq = self._clone("exp_avg_sq")
        if self._ALL_KEEP_LARGEST or any(g["amsgrad"] for g in self.param_groups):
            self.max_exp_avg_sq = self._clone("max_exp_avg_sq")
        start, dtype = self._STEP
        self.state_step = Parameter(Tensor(start, dtype), name="state_step")

    def _begin_step(self) -> None:
        self.state_step._t.add_(1)

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        beta1, beta2 = group["betas"]
        m, v = self._pick(self.exp_avg, at), self._pick(self.exp_avg_sq, at)
        torch._foreach_lerp_(m, grads, 1 - beta1)
        torch._foreach_mul_(v, beta2)
        torch._foreach_addcmul_(v, grads, grads, 1 - beta2)
        if group["amsgrad"]:
            largest = self._pick(self.max_exp_avg_sq, at)
            torch._foreach_maximum_(largest, v)
            v = largest
        step = self.state_step._t.reshape(()).float()
        below = torch._foreach_div(torch._foreach_sqrt(v), torch.sqrt(1 - torch.pow(beta2, step)))
        torch._foreach_add_(below, group["eps"])
        if not self._couples_decay:
            torch._foreach_mul_(params, 1 - lr * group["weight_decay"])
        rate = lr / (1 - torch.pow(beta1, step))
        torch._foreach_sub_(params, torch._foreach_mul(torch._foreach_div(m, below), rate))


class Adam(_Adam):
    """Adam; `weight_decay` is added to the gradients."""

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        super().__init__(
            params,
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            maximize=maximize,
        )


class AdamW(_Adam):
    """Adam whose weight decay shrinks the parameters by lr * weight_decay instead."""

    _couples_decay = False

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        super().__init__(
            params,
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            maximize=maximize,
        )
