"""Arguments of mint's FusedAdamW, which MindSpore runs on Ascend alone: its experimental AdamW has the same rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.args_no_kernel import is_mindspore
from tests.parity.harness import Arrays, case, rand

STEPS = [(rand(3, 4, seed=10 + i), rand(3, seed=20 + i)) for i in range(3)]
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {"lr": 0.1, "betas": (0.5, 0.6), "eps": 0.1, "weight_decay": 0.2},
    "climbing": {"lr": 0.1, "maximize": True},
}


def weights(ms: Any) -> list[Any]:
    return [
        ms.Parameter(ms.Tensor(value), name=name)
        for name, value in (("w", rand(3, 4)), ("b", rand(3, seed=1)))
    ]


def stepped(ms: Any, optimizer: Any, params: list[Any]) -> Arrays:
    for grads in STEPS:
        optimizer(tuple(ms.Tensor(g) for g in grads))
    return {p.name: p.asnumpy().copy() for p in params}


def rule(ms: Any) -> Any:
    return ms.experimental.optim.AdamW if is_mindspore(ms) else ms.mint.optim.FusedAdamW


def trained(name: str) -> Any:
    def body(ms: Any, run: Any) -> Arrays:
        params = weights(ms)
        return stepped(ms, rule(ms)(params=params, **OPTIONS[name]), params)

    body.__module__ = __name__
    return body


for _name in OPTIONS:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(trained(_name))


@case(jit=False, rtol=1e-4, atol=1e-5)
def amsgrad(ms: Any, run: Any) -> Arrays:
    """The largest second moment so far, by formula: gradients that fade show it."""
    p = ms.Parameter(ms.Tensor(rand(4)), name="p")
    grads = [rand(4, seed=3) / 4**i for i in range(3)]
    if not is_mindspore(ms):
        optimizer = ms.mint.optim.FusedAdamW([p], 0.1, (0.5, 0.6), weight_decay=0.0, amsgrad=True)
        for g in grads:
            optimizer((ms.Tensor(g),))
        return {"p": p.asnumpy()}
    x, m, v, top = rand(4), np.zeros(4), np.zeros(4), np.zeros(4)
    for t, g in enumerate(grads, 1):
        m, v = 0.5 * m + 0.5 * g, 0.6 * v + 0.4 * g * g
        top = np.maximum(top, v)
        x = x - 0.1 * m / (1 - 0.5**t) / (np.sqrt(top / (1 - 0.6**t)) + 1e-8)
    return {"p": x.astype(np.float32)}


@case(jit=False, rtol=1e-4, atol=1e-5)
def late_group(ms: Any, run: Any) -> Arrays:
    """A group added to a made optimizer is one given at first; MindSpore's has no state and cannot step."""
    w, b = weights(ms)
    group = {"params": [b], "lr": 0.3, "betas": (0.2, 0.3)}
    if is_mindspore(ms):
        return stepped(ms, rule(ms)([{"params": [w]}, group], 0.1), [w, b])
    optimizer = rule(ms)([w], 0.1)
    optimizer.add_param_group(param_group=group)
    return stepped(ms, optimizer, [w, b])
