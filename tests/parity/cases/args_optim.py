"""Arguments of optimizers, schedules and the cells around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.optim_rules import after_steps
from tests.parity.harness import Arrays, case, rand

Build = Callable[[Any, list[Any]], Any]

RULES: dict[str, Build] = {
    "adagrad": lambda ms, p: ms.nn.Adagrad(
        p, accum=0.2, learning_rate=0.1, loss_scale=4.0, weight_decay=0.1
    ),
    "adam": lambda ms, p: ms.nn.Adam(p, 0.1, beta1=0.7, beta2=0.9, eps=1e-2, loss_scale=2.0),
    "adam_locking": lambda ms, p: ms.nn.Adam(p, 0.1, use_locking=True, weight_decay=0.1),
    "adam_weight_decay": lambda ms, p: ms.nn.AdamWeightDecay(
        p, learning_rate=0.1, beta1=0.7, beta2=0.9, eps=1e-2, weight_decay=0.1
    ),
    "ftrl": lambda ms, p: ms.nn.FTRL(
        p,
        initial_accum=0.2,
        learning_rate=0.1,
        lr_power=-0.4,
        l2=0.1,
        loss_scale=2.0,
        weight_decay=0.1,
    ),
    "ftrl_locking": lambda ms, p: ms.nn.FTRL(p, use_locking=True),
    "rmsprop": lambda ms, p: ms.nn.RMSProp(
        p,
        learning_rate=0.1,
        decay=0.7,
        momentum=0.5,
        loss_scale=2.0,
        weight_decay=0.1,
        use_locking=True,
    ),
    "lazy_adam": lambda ms, p: ms.nn.LazyAdam(
        p, 0.1, beta1=0.7, beta2=0.9, eps=1e-2, weight_decay=0.1, loss_scale=2.0
    ),
    "proximal": lambda ms, p: ms.nn.ProximalAdagrad(
        p, accum=0.2, learning_rate=0.1, l1=0.05, l2=0.1, loss_scale=2.0, weight_decay=0.1
    ),
    "adamax": lambda ms, p: ms.nn.AdaMax(
        p, learning_rate=0.1, beta1=0.7, beta2=0.9, eps=1e-2, weight_decay=0.1, loss_scale=2.0
    ),
    "adadelta": lambda ms, p: ms.nn.Adadelta(
        p, learning_rate=0.5, rho=0.7, epsilon=1e-2, loss_scale=2.0, weight_decay=0.1
    ),
    "asgd": lambda ms, p: ms.nn.ASGD(
        p, learning_rate=0.1, lambd=1e-2, alpha=0.5, t0=2.0, weight_decay=0.1
    ),
    "rprop": lambda ms, p: ms.nn.Rprop(
        p, learning_rate=0.1, etas=(0.4, 1.5), step_sizes=(1e-3, 0.2), weight_decay=0.1
    ),
    "sgd": lambda ms, p: ms.nn.SGD(
        p, learning_rate=0.1, momentum=0.9, dampening=0.1, weight_decay=0.1, loss_scale=2.0
    ),
    "ada_factor": lambda ms, p: ms.nn.AdaFactor(
        p,
        learning_rate=0.1,
        eps=(1e-20, 1e-2),
        clip_threshold=0.5,
        decay_rate=0.7,
        beta1=0.8,
        weight_decay=0.1,
        scale_parameter=False,
        relative_step=False,
    ),
}


def steps(build: Build) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        return after_steps(ms, build)

    body.__module__ = __name__
    return body


for _name, _build in RULES.items():
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(steps(_build))


@case(jit=False, rtol=1e-4, atol=1e-5)
def one_by_one(ms: Any, run: Any) -> Arrays:
    """Where MindSpore's CPU kernels agree with their documentation: few elements for RMSProp's
    epsilon, a positive `linear` for FTRL's l1."""
    result = {}
    for name, build in {
        "rmsprop": lambda p: ms.nn.RMSProp(p, learning_rate=0.1, epsilon=1e-2),
        "ftrl": lambda p: ms.nn.FTRL(p, learning_rate=0.1, l1=0.05),
    }.items():
        p = ms.Parameter(ms.Tensor(np.array([-1, -0.5, -0.1], np.float32)), name="p")
        optimizer = build([p])
        optimizer((ms.Tensor(np.array([0.5, 0.7, 0.2], np.float32)),))
        result[name] = p.asnumpy().copy()
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def scaled_steps(ms: Any, run: Any) -> Arrays:
    """`sens` is what the gradients start from."""
    x, y = ms.Tensor(rand(4, 3)), ms.Tensor(rand(4, 2, seed=1))
    net = ms.nn.Dense(3, 2, weight_init="ones", bias_init="zeros")
    whole = ms.nn.WithLossCell(net, ms.nn.MSELoss())
    optimizer = ms.nn.SGD(net.trainable_params(), 0.1)
    step = ms.nn.TrainOneStepCell(network=whole, optimizer=optimizer, sens=4.0).set_train()
    step(x, y)
    return {"weight": net.weight.asnumpy().copy()}


@case(jit=False)
def dynamic_scale(ms: Any, run: Any) -> Arrays:
    manager = ms.DynamicLossScaleManager(init_loss_scale=64, scale_factor=4, scale_window=2)
    seen = []
    for overflow in (False, False, True, False, False):
        manager.update_loss_scale(overflow)
        seen.append(manager.get_loss_scale())
    fixed = ms.FixedLossScaleManager(loss_scale=16.0, drop_overflow_update=False)
    static = ms.amp.StaticLossScaler(scale_value=8.0)
    return {
        "seen": np.array(seen, np.float64),
        "fixed": np.array([fixed.get_loss_scale(), fixed.get_drop_overflow_update()], np.float64),
        "update": np.array(fixed.get_update_cell() is None),
        "static": static.scale(ms.Tensor(3.0, ms.float32)).asnumpy(),
    }
