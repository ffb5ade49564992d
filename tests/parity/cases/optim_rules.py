"""Optimizers: parameters and state after several steps, names and their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case, rand

SHAPES = {"net.weight": (3, 4), "net.bias": (3,), "bn.gamma": (4,), "bn.beta": (4,)}
STEPS = 5


def parameters(ms: Any) -> list[Any]:
    return [
        ms.Parameter(ms.Tensor(rand(*shape, seed=i)), name=name)
        for i, (name, shape) in enumerate(SHAPES.items())
    ]


def gradients(ms: Any, step: int) -> tuple[Any, ...]:
    return tuple(
        ms.Tensor(rand(*shape, seed=100 * step + i, low=-1, high=1))
        for i, shape in enumerate(SHAPES.values())
    )


def after_steps(
    ms: Any, build: Callable[[Any, list[Any]], Any], steps: int = STEPS
) -> dict[str, np.ndarray]:
    params = parameters(ms)
    optimizer = build(ms, params)
    names = [p.name for p in optimizer.get_parameters()]
    for step in range(steps):
        grads = dict(zip(SHAPES, gradients(ms, step), strict=True))
        optimizer(tuple(grads[p.name] for p in optimizer.parameters))
    result = {"names": np.array("\n".join(names))}
    for p in optimizer.get_parameters():
        result[p.name] = p.asnumpy().copy()
    return result


class Halving:
    """A user's own schedule, made for whichever side runs."""

    def __new__(cls, ms: Any) -> Any:
        class Schedule(ms.nn.learning_rate_schedule.LearningRateSchedule):
            def construct(self, global_step: Any) -> Any:
                return 0.4 * ms.ops.pow(ms.Tensor(0.5, ms.float32), global_step.astype(ms.float32))

        return Schedule()


def two_groups(params: list[Any], **more: Any) -> list[dict[str, Any]]:
    return [{"params": params[:1], **more}, {"params": params[1:]}]


RULES: dict[str, Callable[[Any, list[Any]], Any]] = {
    "momentum": lambda ms, p: ms.nn.Momentum(p, 0.1, 0.9),
    "momentum_decay_scale": lambda ms, p: ms.nn.Momentum(
        p, 0.1, 0.9, weight_decay=0.05, loss_scale=8.0
    ),
    "momentum_lr_tensor": lambda ms, p: ms.nn.Momentum(p, ms.Tensor(0.1, ms.float32), 0.9),
    "momentum_lr_list": lambda ms, p: ms.nn.Momentum(p, [0.1, 0.2, 0.05, 0.01, 0.3], 0.9),
    "momentum_lr_generator": lambda ms, p: ms.nn.Momentum(
        p, (0.1 / (i + 1) for i in range(6)), 0.9
    ),
    "momentum_group_decay": lambda ms, p: ms.nn.Momentum(
        two_groups(p, weight_decay=0.1), 0.1, 0.9, weight_decay=0.01
    ),
    "momentum_group_lr": lambda ms, p: ms.nn.Momentum(
        two_groups(p, lr=0.3), 0.1, 0.9, weight_decay=0.01
    ),
    "momentum_group_order": lambda ms, p: ms.nn.SGD(
        [*two_groups(p, lr=0.3), {"order_params": list(reversed(p))}], 0.1
    ),
    "momentum_group_lr_schedule": lambda ms, p: ms.nn.Momentum(
        two_groups(p, lr=ms.nn.ExponentialDecayLR(0.3, 0.5, 2)), 0.1, 0.9
    ),
    "momentum_group_lr_list": lambda ms, p: ms.nn.Momentum(
        two_groups(p, lr=[0.1, 0.2, 0.3, 0.4, 0.5]), 0.1, 0.9
    ),
    "sgd": lambda ms, p: ms.nn.SGD(p, 0.1),
    "sgd_default": lambda ms, p: ms.nn.SGD(p),
    "sgd_momentum": lambda ms, p: ms.nn.SGD(p, 0.1, momentum=0.9, dampening=0.3, weight_decay=0.02),
    "sgd_nesterov": lambda ms, p: ms.nn.SGD(p, 0.1, momentum=0.9, nesterov=True, loss_scale=4.0),
    "sgd_cosine": lambda ms, p: ms.nn.SGD(p, ms.nn.CosineDecayLR(0.01, 0.5, 3)),
    "sgd_warmup": lambda ms, p: ms.nn.SGD(p, ms.nn.WarmUpLR(0.4, 3)),
    "sgd_polynomial": lambda ms, p: ms.nn.SGD(p, ms.nn.PolynomialDecayLR(0.4, 0.1, 3, 2.0)),
    "sgd_polynomial_cycle": lambda ms, p: ms.nn.SGD(
        p, ms.nn.PolynomialDecayLR(0.4, 0.1, 2, 0.5, update_decay_steps=True)
    ),
    "sgd_inverse": lambda ms, p: ms.nn.SGD(p, ms.nn.InverseDecayLR(0.4, 0.5, 2, is_stair=True)),
    "sgd_natural": lambda ms, p: ms.nn.SGD(p, ms.nn.NaturalExpDecayLR(0.4, 0.5, 2, is_stair=True)),
    "sgd_own_schedule": lambda ms, p: ms.nn.SGD(p, Halving(ms)),
    "adam": lambda ms, p: ms.nn.Adam(p, 0.1, weight_decay=0.02),
    "adam_nesterov": lambda ms, p: ms.nn.Adam(p, 0.1, use_nesterov=True, loss_scale=2.0),
    "adam_amsgrad": lambda ms, p: ms.nn.Adam(p, 0.1, use_amsgrad=True),
    "adam_offload": lambda ms, p: ms.nn.AdamOffload(p, 0.1),
    "adam_group_lr": lambda ms, p: ms.nn.Adam(two_groups(p, lr=0.01, weight_decay=0.1), 0.1),
    "lazy_adam": lambda ms, p: ms.nn.LazyAdam(p, 0.1, weight_decay=0.01),
    "adam_weight_decay": lambda ms, p: ms.nn.AdamWeightDecay(p, 0.1, weight_decay=0.1),
    "adam_weight_decay_group": lambda ms, p: ms.nn.AdamWeightDecay(
        two_groups(p, lr=0.02, weight_decay=0.1), 0.1, weight_decay=0.02
    ),
    "adagrad": lambda ms, p: ms.nn.Adagrad(p, accum=0.2, learning_rate=0.1, weight_decay=0.02),
    "adadelta": lambda ms, p: ms.nn.Adadelta(p, learning_rate=0.5, rho=0.8, loss_scale=2.0),
    "adamax": lambda ms, p: ms.nn.AdaMax(p, learning_rate=0.1, weight_decay=0.02),
    "rmsprop": lambda ms, p: ms.nn.RMSProp(p, learning_rate=0.05, momentum=0.5, weight_decay=0.02),
    "rmsprop_centered": lambda ms, p: ms.nn.RMSProp(
        p, learning_rate=0.05, centered=True, momentum=0.3
    ),
    "ftrl": lambda ms, p: ms.nn.FTRL(p, learning_rate=0.1, l2=0.02, weight_decay=0.05),
    "proximal_adagrad": lambda ms, p: ms.nn.ProximalAdagrad(p, learning_rate=0.1, l1=0.05, l2=0.1),
    "proximal_adagrad_plain": lambda ms, p: ms.nn.ProximalAdagrad(p, learning_rate=0.1),
    "rprop": lambda ms, p: ms.nn.Rprop(p, learning_rate=0.1),
    "asgd": lambda ms, p: ms.nn.ASGD(p, learning_rate=0.1, t0=2.0, lambd=0.01, weight_decay=0.01),
    "adafactor": lambda ms, p: ms.nn.AdaFactor(p, weight_decay=0.01),
    "adafactor_lr": lambda ms, p: ms.nn.AdaFactor(
        p, learning_rate=0.1, relative_step=False, scale_parameter=False, beta1=0.5
    ),
}

for rule, builder in RULES.items():
    case(name=rule, jit=False, rtol=2e-5, atol=2e-6)(
        lambda ms, run, builder=builder: after_steps(ms, builder)
    )


REFUSED: dict[str, Callable[[Any, list[Any]], Any]] = {
    "no_params": lambda ms, p: ms.nn.SGD([], 0.1),
    "params_none": lambda ms, p: ms.nn.SGD(None, 0.1),
    "params_int": lambda ms, p: ms.nn.SGD(1, 0.1),
    "params_mixed": lambda ms, p: ms.nn.SGD([p[0], {"params": p[1:]}], 0.1),
    "params_tensor": lambda ms, p: ms.nn.SGD([ms.Tensor([1.0])], 0.1),
    "params_twice": lambda ms, p: ms.nn.SGD([{"params": p}, {"params": p[:1]}], 0.1),
    "same_name": lambda ms, p: ms.nn.SGD(
        [p[0], ms.Parameter(ms.Tensor([1.0]), name=p[0].name)], 0.1
    ),
    "group_empty": lambda ms, p: ms.nn.SGD([{"params": []}], 0.1),
    "group_not_parameter": lambda ms, p: ms.nn.SGD([{"params": [1]}], 0.1),
    "order_more_keys": lambda ms, p: ms.nn.SGD(
        [*two_groups(p), {"order_params": p, "lr": 1.0}], 0.1
    ),
    "order_short": lambda ms, p: ms.nn.SGD([*two_groups(p), {"order_params": p[1:]}], 0.1),
    "order_int": lambda ms, p: ms.nn.SGD([*two_groups(p), {"order_params": 1}], 0.1),
    "group_centralization": lambda ms, p: ms.nn.SGD([{"params": p, "grad_centralization": 1}], 0.1),
    "group_lr_lengths": lambda ms, p: ms.nn.SGD(two_groups(p, lr=[0.1, 0.2]), [0.1, 0.2, 0.3]),
    "lr_negative": lambda ms, p: ms.nn.SGD(p, -0.1),
    "lr_str": lambda ms, p: ms.nn.SGD(p, "0.1"),
    "lr_none": lambda ms, p: ms.nn.SGD(p, None),
    "lr_2d": lambda ms, p: ms.nn.SGD(p, ms.Tensor(np.zeros((2, 2), np.float32))),
    "decay_negative": lambda ms, p: ms.nn.SGD(p, 0.1, weight_decay=-0.1),
    "decay_str": lambda ms, p: ms.nn.SGD(p, 0.1, weight_decay="0.1"),
    "scale_zero": lambda ms, p: ms.nn.SGD(p, 0.1, loss_scale=0.0),
    "scale_str": lambda ms, p: ms.nn.SGD(p, 0.1, loss_scale="1"),
    "momentum_int": lambda ms, p: ms.nn.Momentum(p, 0.1, 1),
    "momentum_negative": lambda ms, p: ms.nn.Momentum(p, 0.1, -0.9),
    "nesterov_int": lambda ms, p: ms.nn.Momentum(p, 0.1, 0.9, use_nesterov=1),
    "sgd_nesterov": lambda ms, p: ms.nn.SGD(p, 0.1, nesterov=True),
    "sgd_dampening": lambda ms, p: ms.nn.SGD(p, 0.1, dampening=-0.1),
    "beta1": lambda ms, p: ms.nn.Adam(p, 0.1, beta1=1.0),
    "beta_int": lambda ms, p: ms.nn.Adam(p, 0.1, beta2=1),
    "eps": lambda ms, p: ms.nn.Adam(p, 0.1, eps=0.0),
    "adam_keyword": lambda ms, p: ms.nn.Adam(p, 0.1, use_nothing=True),
    "adam_both": lambda ms, p: ms.nn.Adam(p, 0.1, use_lazy=True, use_offload=True),
    "adam_amsgrad_lazy": lambda ms, p: ms.nn.Adam(p, 0.1, use_amsgrad=True, use_lazy=True),
    "ftrl_list": lambda ms, p: ms.nn.FTRL(p, learning_rate=[0.1, 0.2]),
    "ftrl_power": lambda ms, p: ms.nn.FTRL(p, lr_power=0.5),
    "rprop_etas": lambda ms, p: ms.nn.Rprop(p, 0.1, etas=(0.5, 0.9)),
    "rprop_list": lambda ms, p: ms.nn.Rprop(p, 0.1, etas=[0.5, 1.2]),
    "rprop_sizes": lambda ms, p: ms.nn.Rprop(p, 0.1, step_sizes=(2.0, 1.0)),
    "adafactor_both": lambda ms, p: ms.nn.AdaFactor(p, learning_rate=0.1),
    "adafactor_warmup": lambda ms, p: ms.nn.AdaFactor(
        p, 0.1, relative_step=False, warmup_init=True
    ),
    "cosine_min": lambda ms, p: ms.nn.CosineDecayLR(0.2, 0.1, 5),
    "cosine_int": lambda ms, p: ms.nn.CosineDecayLR(0, 0.1, 5),
    "decay_steps": lambda ms, p: ms.nn.ExponentialDecayLR(0.1, 0.9, 0),
    "decay_rate": lambda ms, p: ms.nn.InverseDecayLR(0.1, -0.9, 5),
    "stair": lambda ms, p: ms.nn.NaturalExpDecayLR(0.1, 0.9, 5, 1),
    "polynomial_power": lambda ms, p: ms.nn.PolynomialDecayLR(0.1, 0.01, 5, -1.0),
    "warmup_steps": lambda ms, p: ms.nn.WarmUpLR(0.1, 2.5),
    "unknown_lr_parameter": lambda ms, p: ms.nn.SGD(p[1:], 0.1).get_lr_parameter(p[0]),
    "lr_parameter_str": lambda ms, p: ms.nn.SGD(p, 0.1).get_lr_parameter("a"),
    "target": lambda ms, p: setattr(ms.nn.Adam(p, 0.1), "target", "TPU"),
    "group_adam_betas": lambda ms, p: ms.experimental.optim.Adam(p, 0.1, (1.0, 0.9)),
    "group_set": lambda ms, p: ms.experimental.optim.SGD([{"params": set(p)}], 0.1),
    "group_lr_str": lambda ms, p: ms.experimental.optim.SGD(p, "0.1"),
}


@case(jit=False)
def refused(ms: Any, run: Any) -> dict[str, np.ndarray]:
    def attempt(fn: Callable[[Any, list[Any]], Any]) -> Any:
        fn(ms, parameters(ms))
        return ()

    return {name: run.raises(lambda fn=fn: attempt(fn))["raises"] for name, fn in REFUSED.items()}
