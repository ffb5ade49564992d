"""Arguments of optimizers, and of the methods that optimizers written by users call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.args_no_kernel import BIAS, STEPS, WEIGHT
from tests.parity.cases.optim_rules import after_steps
from tests.parity.harness import Arrays, case, is_mindspore, rand

RULES: dict[str, Callable[[Any, list[Any]], Any]] = {
    "adafactor": lambda ms, p: ms.nn.AdaFactor(p, compression=True, loss_scale=4.0),
    "adam_offload": lambda ms, p: ms.nn.AdamOffload(
        p, 0.1, beta1=0.7, beta2=0.9, eps=1e-2, weight_decay=0.1, loss_scale=2.0
    ),
    "adam_offload_nesterov": lambda ms, p: ms.nn.AdamOffload(
        p, 0.1, use_nesterov=True, use_locking=True
    ),
    "lazy_adam": lambda ms, p: ms.nn.LazyAdam(p, 0.1, use_nesterov=True, use_locking=True),
    "proximal": lambda ms, p: ms.nn.ProximalAdagrad(
        p, learning_rate=0.1, l1=0.05, use_locking=True
    ),
}


def stepped(name: str) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        return after_steps(ms, RULES[name])

    body.__module__ = __name__
    return body


for _name in RULES:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(stepped(_name))


@case(jit=False, rtol=1e-4, atol=1e-5)
def adagrad_without_slots(ms: Any, run: Any) -> Arrays:
    """The sum of squares stays; MindSpore's CPU build adds to it, so the formula stands for it."""
    params = [ms.Parameter(ms.Tensor(v), name=n) for n, v in (("w", WEIGHT), ("bias", BIAS))]
    if is_mindspore(ms):
        moved = [
            p - sum(0.1 * g[i] / np.sqrt(0.2) for g in STEPS) for i, p in enumerate((WEIGHT, BIAS))
        ]
        return {"w": moved[0].astype(np.float32), "bias": moved[1].astype(np.float32)}
    optimizer = ms.nn.Adagrad(params, accum=0.2, learning_rate=0.1, update_slots=False)
    for grads in STEPS:
        optimizer(tuple(ms.Tensor(g) for g in grads))
    return {p.name: p.asnumpy() for p in params}


@case(jit=False)
def before_the_rule(ms: Any, run: Any) -> Arrays:
    """Decay, centralization and scale of gradients, one by one, for two groups."""
    params = [ms.Parameter(ms.Tensor(v), name=n) for n, v in (("w", WEIGHT), ("bias", BIAS))]
    groups = [
        {"params": params[:1], "weight_decay": 0.1, "grad_centralization": True, "lr": 0.2},
        {"params": params[1:], "lr": 0.3},
    ]
    optimizer = ms.nn.Momentum(groups, 0.1, 0.9, loss_scale=4.0)
    grads = tuple(ms.Tensor(g) for g in STEPS[0])
    result = {
        "decayed": optimizer.decay_weight(gradients=grads),
        "centred": optimizer.gradients_centralization(gradients=grads),
        "scaled": optimizer.scale_grad(gradients=grads),
        "flat": optimizer.flatten_gradients(gradients=grads),
    }
    rates = [optimizer.get_lr_parameter(param=params[1]), *optimizer.get_lr_parameter(params)]
    values = {f"{n}{i}": g.asnumpy() for n, gs in result.items() for i, g in enumerate(gs)}
    return values | {"rates": np.array([r.asnumpy() for r in rates])}


@case(jit=False)
def own_optimizer(ms: Any, run: Any) -> Arrays:
    """As users write them: the base class prepares, their rule steps."""

    class Plain(ms.nn.Optimizer):
        def __init__(self, params: Any) -> None:
            super().__init__(0.1, params, weight_decay=0.2, loss_scale=2.0)

        def construct(self, gradients: Any) -> Any:
            gradients = self.flatten_gradients(gradients)
            gradients = self.scale_grad(self.decay_weight(gradients))
            for p, g in zip(self.parameters, gradients, strict=True):
                p.set_data(p - self.get_lr() * g)
            return True

    params = [ms.Parameter(ms.Tensor(rand(3, 2)), name="w")]
    Plain(params)((ms.Tensor(rand(3, 2, seed=1)),))
    return {"w": params[0].asnumpy()}
