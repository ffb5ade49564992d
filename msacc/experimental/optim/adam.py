"""Adam and AdamW with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Group, Optimizer, Positions, at_least, check_betas
from msacc.ops.update.adam import adam
from msacc.ops.update.state_copies import in_float32, widened
from msacc.ops.update.step_counters import advance, as_float, bias
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params


class _Adam(Optimizer):
    """The step both share; without `_msacc_couples_decay` the parameters decay instead of the gradients."""

    # The type and shape of the step count in a checkpoint.
    _msacc_STEP: tuple[Any, mstype.Type] = (0, mstype.int32)
    _msacc_ALL_KEEP_LARGEST = True
    # Whether eps is added to the corrected root of v, or to v's own.
    _msacc_EPS_CORRECTED = True

    def __init__(self, params: Params, **defaults: Any):
        self._msacc_check(**defaults)
        super().__init__(params, defaults)
        self.exp_avg = self._msacc_clone("exp_avg")
        self.exp_avg_sq = self._msacc_clone("exp_avg_sq")
        if self._msacc_ALL_KEEP_LARGEST or any(g["amsgrad"] for g in self.param_groups):
            self.max_exp_avg_sq = self._msacc_clone("max_exp_avg_sq")
        start, dtype = self._msacc_STEP
        self.state_step = Parameter(Tensor(start, dtype), name="state_step")

    def _msacc_grow(self, params: ParameterTuple) -> None:
        super()._msacc_grow(params)
        if self.param_groups[-1]["amsgrad"] and not hasattr(self, "max_exp_avg_sq"):
            self.max_exp_avg_sq = self._msacc_clone("max_exp_avg_sq")

    def _msacc_check(
        self, lr: object, betas: object, eps: object, weight_decay: object, **flags: object
    ) -> None:
        """The ranges of the options; the flags go by truth here."""
        where = self.cls_name
        at_least(lr, 0.0, "lr", where)
        at_least(eps, 0.0, "eps", where)
        at_least(weight_decay, 0.0, "weight_decay", where)
        check_betas(betas, where)

    def _msacc_begin_step(self) -> None:
        advance(self.state_step._t)

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        step = as_float(self.state_step._t)
        m, v = self._msacc_pick(self.exp_avg, at), self._msacc_pick(self.exp_avg_sq, at)
        beta1, beta2 = group["betas"]
        largest = self._msacc_pick(self.max_exp_avg_sq, at) if group["amsgrad"] else []
        # In float16 eps is 0, and the step of a gradient of 0 is none.
        with in_float32(params, m, v, largest) as (own, means, squares, most):
            adam(
                *(own, widened(grads), means, squares, lr, beta1, beta2, group["eps"]),
                *(bias(beta1, step), bias(beta2, step)),
                largest=most if group["amsgrad"] else None,
                eps_corrected=self._msacc_EPS_CORRECTED,
                decay=None if self._msacc_couples_decay else group["weight_decay"],
                step=step,
            )


class Adam(_Adam):
    """m, v: moving averages of g and g²; p -= lr * sqrt(1 - beta2^t) / (1 - beta1^t) * m / (sqrt(v) + eps).

    `params`: Parameters, or groups with options of their own; `lr` >= 0, a number or a Tensor of one value.
    `betas`: two numbers in [0, 1); `eps` >= 0, a number; `weight_decay` >= 0, times p added to g.
    `amsgrad`: the largest v so far in place of v.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types. `mint.optim.Adam` and `AdamW` add
    eps to sqrt(v / (1 - beta2^t)) instead.

    MindSpore takes `amsgrad` and leaves it out.
    """

    _msacc_EPS_CORRECTED = False

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        options = {"amsgrad": amsgrad, "maximize": maximize}
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, **options)


class AdamW(_Adam):
    """p -= lr * weight_decay * p + lr / (1 - beta1^t) * m / (sqrt(v / (1 - beta2^t)) + eps).

    m and v are moving averages of g and g².

    `params`: Parameters, or groups with options of their own; `lr` >= 0, a number or a Tensor of one value.
    `betas`: two numbers in [0, 1); `eps` >= 0; `weight_decay` >= 0.
    `amsgrad`: the largest v so far in place of v.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    _msacc_couples_decay = False

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        options = {"amsgrad": amsgrad, "maximize": maximize}
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, **options)
