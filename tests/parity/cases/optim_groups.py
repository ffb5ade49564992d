"""experimental.optim and mint.optim: steps with parameter groups; schedulers stepped by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.optim_rules import after_steps, parameters
from tests.parity.harness import case

BETAS = (0.8, 0.95)


def groups(params: list[Any]) -> list[dict[str, Any]]:
    return [{"params": params[:2], "lr": 0.05, "weight_decay": 0.1}, {"params": params[2:]}]


RULES: dict[str, Callable[[Any, list[Any]], Any]] = {
    "sgd": lambda o, p: o.SGD(p, 0.1),
    "sgd_momentum": lambda o, p: o.SGD(p, 0.1, momentum=0.9, dampening=0.2, weight_decay=0.05),
    "sgd_nesterov": lambda o, p: o.SGD(groups(p), 0.1, momentum=0.9, nesterov=True, maximize=True),
    "adam": lambda o, p: o.Adam(p, 0.1, BETAS, weight_decay=0.05),
    "adam_groups": lambda o, p: o.Adam(groups(p), 0.1, maximize=True),
    "adamw": lambda o, p: o.AdamW(groups(p), 0.1, BETAS),
    "adamw_amsgrad": lambda o, p: o.AdamW(p, 0.1, amsgrad=True),
    "adadelta": lambda o, p: o.Adadelta(groups(p), 0.5, weight_decay=0.02),
    "adagrad": lambda o, p: o.Adagrad(p, 0.1, lr_decay=0.1, initial_accumulator_value=0.2),
    "adamax": lambda o, p: o.Adamax(p, 0.1, BETAS, weight_decay=0.02),
    "asgd": lambda o, p: o.ASGD(p, 0.1, t0=2.0, weight_decay=0.02),
    "nadam": lambda o, p: o.NAdam(p, 0.1, BETAS, weight_decay=0.02),
    "radam": lambda o, p: o.RAdam(p, 0.1, (0.8, 0.9), weight_decay=0.02),
    "rmsprop": lambda o, p: o.RMSprop(p, 0.05, weight_decay=0.02),
    "rmsprop_centered": lambda o, p: o.RMSprop(p, 0.05, momentum=0.5, centered=True),
    "rprop": lambda o, p: o.Rprop(p, 0.1),
}

for rule, builder in RULES.items():
    case(name=f"experimental_{rule}", jit=False, rtol=2e-5, atol=3e-6)(
        lambda ms, run, builder=builder: after_steps(
            ms, lambda ms, p: builder(ms.experimental.optim, p), 8
        )
    )


@case(jit=False)
def mint_names(ms: Any, run: Any) -> dict[str, np.ndarray]:
    """Names only: on CPU real MindSpore's mint optimizers leave the parameters as they are."""
    result = {}
    for rule in ("sgd", "sgd_momentum", "adam", "adam_groups", "adamw"):
        optimizer = RULES[rule](ms.mint.optim, parameters(ms))
        result[rule] = np.array("\n".join(p.name for p in optimizer.get_parameters()))
    return result


SCHEDULERS: dict[str, Callable[[Any, Any], Any]] = {
    "step": lambda s, o: s.StepLR(o, 2, 0.5),
    "linear": lambda s, o: s.LinearLR(o, 0.25, total_iters=4),
    "exponential": lambda s, o: s.ExponentialLR(o, 0.9),
    "polynomial": lambda s, o: s.PolynomialLR(o, 4, 2.0),
    "lambda": lambda s, o: s.LambdaLR(o, [lambda e: 0.9**e, lambda e: 0.5 * e]),
    "multiplicative": lambda s, o: s.MultiplicativeLR(o, lambda e: 0.8),
    "multistep": lambda s, o: s.MultiStepLR(o, [2, 5, 5], 0.5),
    "constant": lambda s, o: s.ConstantLR(o, 0.25, 3),
    "cosine": lambda s, o: s.CosineAnnealingLR(o, 3, 0.01),
    "restarts": lambda s, o: s.CosineAnnealingWarmRestarts(o, 2, 2, 0.01),
    "cyclic": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 2, 3, mode="triangular2"),
    "cyclic_exp": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 2, mode="exp_range", gamma=0.9),
    "sequential": lambda s, o: s.SequentialLR(
        o, [s.ConstantLR(o, 0.1, 2), s.ExponentialLR(o, 0.9)], [3]
    ),
}


@case(jit=False, rtol=1e-5)
def schedulers(ms: Any, run: Any) -> dict[str, np.ndarray]:
    result = {}
    for name, make in SCHEDULERS.items():
        optimizer = ms.experimental.optim.SGD(groups(parameters(ms)), 0.2)
        scheduler = make(ms.experimental.optim.lr_scheduler, optimizer)
        rates = [[float(r) for r in scheduler.get_last_lr()]]
        for _ in range(8):
            scheduler.step()
            rates.append([float(group["lr"]) for group in optimizer.param_groups])
        result[name] = np.float32(rates)
    return result


@case(jit=False)
def plateau(ms: Any, run: Any) -> dict[str, np.ndarray]:
    result = {}
    options = {
        "min": {"patience": 1, "cooldown": 1},
        "max": {
            "mode": "max",
            "threshold_mode": "abs",
            "threshold": 0.05,
            "patience": 0,
            "min_lr": [0.01, 0.001],
        },
    }
    for name, chosen in options.items():
        optimizer = ms.experimental.optim.SGD(groups(parameters(ms)), 0.2)
        scheduler = ms.experimental.optim.lr_scheduler.ReduceLROnPlateau(
            optimizer, factor=0.5, **chosen
        )
        rates = []
        for value in (1.0, 0.9, 0.91, 0.92, 0.93, 0.94, 0.5, 0.6, 0.7, 0.8):
            scheduler.step(ms.Tensor(value, ms.float32))
            rates.append([float(group["lr"]) for group in optimizer.param_groups])
        result[name] = np.float32(rates)
    return result
