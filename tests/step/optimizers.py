"""Optimizers of the matrix: every rule of msacc's, users' own, and the ways to configure one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc import nn, ops
from msacc.experimental import optim as experimental
from msacc.mint import optim as mint

Make = Callable[[Any], Any]


class Own(nn.Optimizer):
    """A user's own rule, which looks at whole gradients."""

    def __init__(self, params: Any):
        super().__init__(0.1, params)

    def construct(self, gradients: Any) -> Any:
        for p, g in zip(self.parameters, gradients, strict=True):
            ops.assign(p, p - 0.1 * g / (0.1 + ops.square(g).sum().sqrt()))
        return True


class Changed(nn.Momentum):
    """A user's change to one of msacc's rules."""

    def construct(self, gradients: Any) -> Any:
        norms = [0.1 + ops.square(g).sum().sqrt() for g in gradients]
        return super().construct(tuple(g / n for g, n in zip(gradients, norms, strict=True)))


def grouped(params: Any) -> Any:
    weights = [p for p in params if p.name.endswith("weight")]
    others = [p for p in params if not p.name.endswith("weight")]
    return nn.Momentum(
        [
            {"params": weights, "weight_decay": 0.05, "lr": 0.05},
            {"params": others},
            {"order_params": params},
        ],
        0.1,
        0.9,
    )


# eps is large where a rule divides by it: with a tiny one rounding differences of near-zero gradients grow.
BY_NAME: dict[str, Make] = {
    "Momentum": lambda p: nn.Momentum(p, 0.1, 0.9),
    "nesterov": lambda p: nn.Momentum(p, 0.1, 0.9, use_nesterov=True),
    "weight decay": lambda p: nn.Momentum(p, 0.1, 0.9, weight_decay=0.05),
    "groups": grouped,
    "centralized": lambda p: nn.Momentum([{"params": p, "grad_centralization": True}], 0.1, 0.9),
    "schedule": lambda p: nn.Momentum(p, nn.CosineDecayLR(0.01, 0.1, 4), 0.9),
    "SGD": lambda p: nn.SGD(p, 0.1, momentum=0.9, dampening=0.1, weight_decay=0.01),
    "Adam": lambda p: nn.Adam(p, 0.01, eps=1e-2),
    "amsgrad": lambda p: nn.Adam(p, 0.01, eps=1e-2, use_amsgrad=True),
    "LazyAdam": lambda p: nn.LazyAdam(p, 0.01, eps=1e-2),
    "AdamOffload": lambda p: nn.AdamOffload(p, 0.01, eps=1e-2),
    "AdamWeightDecay": lambda p: nn.AdamWeightDecay(p, 0.01, eps=1e-2, weight_decay=0.1),
    "AdaMax": lambda p: nn.AdaMax(p, 0.01, eps=1e-2),
    "Adagrad": lambda p: nn.Adagrad(p, accum=0.1, learning_rate=0.01),
    "Adadelta": lambda p: nn.Adadelta(p, 0.1, epsilon=1e-2),
    "ASGD": lambda p: nn.ASGD(p, 0.1),
    "FTRL": lambda p: nn.FTRL(p, learning_rate=0.05),
    "ProximalAdagrad": lambda p: nn.ProximalAdagrad(p, accum=0.1, learning_rate=0.01),
    "RMSProp": lambda p: nn.RMSProp(p, 0.01, epsilon=1e-2),
    "RMSProp centered": lambda p: nn.RMSProp(p, 0.01, epsilon=1e-2, centered=True),
    "Rprop": lambda p: nn.Rprop(p, 0.01),
    "Lamb": lambda p: nn.Lamb(p, 0.05, eps=1e-2, weight_decay=0.01),
    "LARS": lambda p: nn.LARS(nn.Momentum(p, 0.1, 0.9), epsilon=1e-2),
    "AdaFactor": lambda p: nn.AdaFactor(p, 0.01, scale_parameter=False, relative_step=False),
    "a user's own": Own,
    "a user's subclass": lambda p: Changed(p, 0.1, 0.9),
}
# MindSpore's Model takes none of these: the train-step Cells and GradAccumulator do.
WITH_GROUPS: dict[str, Make] = {
    "mint Adam": lambda p: mint.Adam(p, 0.01, eps=1e-2),
    "mint AdamW": lambda p: mint.AdamW(p, 0.01, eps=1e-2),
    "mint SGD": lambda p: mint.SGD(p, 0.1, momentum=0.9),
    "experimental Adam": lambda p: experimental.Adam(p, 0.01, eps=1e-2),
    "experimental SGD": lambda p: experimental.SGD(p, 0.1, momentum=0.9),
    "experimental Adagrad": lambda p: experimental.Adagrad(p, 0.05, initial_accumulator_value=0.1),
    "experimental NAdam": lambda p: experimental.NAdam(p, 0.01, eps=1e-2),
    "experimental RMSprop": lambda p: experimental.RMSprop(p, 0.01, eps=1e-2),
}
OPTIMIZERS = {**BY_NAME, **WITH_GROUPS}
