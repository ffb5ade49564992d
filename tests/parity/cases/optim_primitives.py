"""Update rules as primitives: state and parameters after two calls."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, flat, rand

G = "grad"
# name: (constructor arguments, call arguments: 'v' a parameter, 's' one that is not negative, G, numbers)
RULES: dict[str, tuple[tuple[Any, ...], list[Any]]] = {
    "ApplyMomentum": ((), ["v", "v", 0.1, G, 0.9]),
    "SGD": ((0.1, 0.01, False), ["v", G, "t0.1", "v", "t0.9", "one"]),
    "Adam": ((), ["v", "v", "s", "t0.9", "t0.99", "t0.1", "t0.9", "t0.99", "t1e-8", G]),
    "AdamWeightDecay": ((), ["v", "v", "s", 0.1, 0.9, 0.99, 1e-8, 0.1, G]),
    "AdamNoUpdateParam": ((), ["v", "s", "t0.9", "t0.99", "t0.1", "t0.9", "t0.99", "t1e-8", G]),
    "FusedSparseAdam": (
        (),
        ["v", "v", "s", "t0.9", "t0.99", "t0.1", "t0.9", "t0.99", "t1e-8", "rows", "indices"],
    ),
    "ApplyAdagrad": ((), ["v", "s", 0.1, G]),
    "ApplyAdagradV2": ((1e-3,), ["v", "s", 0.1, G]),
    "ApplyAdadelta": ((), ["v", "s", "s", 0.5, 0.9, 1e-6, G]),
    "ApplyAdaMax": ((), ["v", "v", "s", 0.9, 0.1, 0.9, 0.99, 1e-8, G]),
    "ApplyRMSProp": ((), ["v", "s", "v", 0.1, G, 0.9, 0.5, 1e-6]),
    "ApplyFtrl": ((), ["v", "s", "v", G, 0.1, 0.0, 0.1, -0.5]),
    "ApplyProximalAdagrad": ((), ["v", "s", 0.1, 0.05, 0.1, G]),
    "ApplyGradientDescent": ((), ["v", 0.1, G]),
    "ApplyProximalGradientDescent": ((), ["v", 0.1, 0.05, 0.1, G]),
    "ApplyAddSign": ((), ["v", "v", 0.1, 0.9, 0.5, 0.9, G]),
    "ApplyPowerSign": ((), ["v", "v", 0.1, 1.0, 0.5, 0.9, G]),
    "ApplyAdamWithAmsgradV2": (
        (),
        ["v", "v", "s", "s", "t0.9", "t0.99", "t0.1", "t0.9", "t0.99", "t1e-8", G],
    ),
    "ApplyAdamWithAmsgrad": ((0.9, 0.99, 1e-6), ["v", "v", "s", "s", "t0.9", "t0.99", "t0.1", G]),
}
SHAPE = (3, 2)


def argument(ms: Any, kind: Any, i: int) -> Any:
    if not isinstance(kind, str):
        return kind
    if kind.startswith("t"):
        return ms.Tensor(float(kind[1:]), ms.float32)
    if kind == "indices":
        return ms.Tensor(np.int32([2, 0]))
    if kind in (G, "rows"):
        return ms.Tensor(rand(*(SHAPE if kind == G else (2, 2)), seed=50, low=-1, high=1))
    values = np.ones(SHAPE, np.float32) if kind == "one" else rand(*SHAPE, seed=i)
    return ms.Parameter(ms.Tensor(np.abs(values) if kind == "s" else values), name=f"p{i}")


def two_calls(ms: Any, name: str) -> dict[str, np.ndarray]:
    built, kinds = RULES[name]
    args = [argument(ms, kind, i) for i, kind in enumerate(kinds)]
    rule = getattr(ms.ops, name)(*built)
    # On CPU real MindSpore does not fill what some of them return: only the count is compared.
    outputs = len(flat(rule(*args)))
    rule(*args)
    held = {a.name: a.asnumpy().copy() for a in args if isinstance(a, ms.Parameter)}
    return {**held, "outputs": np.array(outputs)}


for rule in RULES:
    case(name=rule, jit=False, rtol=2e-5, atol=2e-6)(lambda ms, run, rule=rule: two_calls(ms, rule))
