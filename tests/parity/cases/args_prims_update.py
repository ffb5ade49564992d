"""Update rules as primitives: settings that change a step, and locks, which never do."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand

X, V, S, G = (rand(2, 3, seed=i) for i in range(4))
S = np.abs(S)
STEADY = (0.9, 0.99, 0.1, 0.9, 0.99, 1e-3)


def held(ms: Any, *values: np.ndarray) -> list[Any]:
    return [ms.Parameter(ms.Tensor(v), name=f"p{i}") for i, v in enumerate(values)]


def numbers(ms: Any, *values: float) -> list[Any]:
    return [ms.Tensor(v, ms.float32) for v in values]


def values(state: list[Any]) -> Arrays:
    return {p.name: p.asnumpy().copy() for p in state}


@case(jit=False, rtol=1e-4, atol=1e-5)
def adam(ms: Any, run: Any) -> Arrays:
    result = {}
    for nesterov in (True, False):
        state = held(ms, X, V, S)
        rule = ms.ops.Adam(use_locking=True, use_nesterov=nesterov)
        rule(*state, *numbers(ms, *STEADY), ms.Tensor(G))
        result[str(nesterov)] = values(state)
    return merge(**result)


@case(jit=False, rtol=1e-4, atol=1e-5)
def adam_moments(ms: Any, run: Any) -> Arrays:
    """What is to be added to the parameter; its moments change in place."""
    result = {}
    for nesterov in (True, False):
        state = held(ms, V, S)
        rule = ms.ops.AdamNoUpdateParam(use_locking=True, use_nesterov=nesterov)
        out = rule(*state, *numbers(ms, *STEADY), ms.Tensor(G))
        result[str(nesterov)] = {"out": out.asnumpy(), **values(state)}
    return merge(**result)


@case(jit=False, rtol=1e-4, atol=1e-5)
def sparse_adam(ms: Any, run: Any) -> Arrays:
    """Under nesterov MindSpore's CPU moves the rows without gradients by other momenta than it keeps."""
    result = {}
    for nesterov in (True, False):
        state = held(ms, X, V, S)
        rule = ms.ops.FusedSparseAdam(use_locking=True, use_nesterov=nesterov)
        rule(*state, *numbers(ms, *STEADY), ms.Tensor(G[:1]), ms.Tensor([1], ms.int32))
        result[str(nesterov)] = values(state)
        if nesterov:
            result["True"]["p0"] = result["True"]["p0"][1]
    return merge(**result)


@case(jit=False, rtol=1e-4, atol=1e-5)
def amsgrad(ms: Any, run: Any) -> Arrays:
    state, other = held(ms, X, V, S, S * 2), held(ms, X, V, S, S * 2)
    rule = ms.ops.ApplyAdamWithAmsgrad(beta1=0.5, beta2=0.7, epsilon=0.1, use_locking=True)
    rule(*state, *numbers(ms, 0.5, 0.7, 0.1), ms.Tensor(G))
    second = ms.ops.ApplyAdamWithAmsgradV2(use_locking=True)
    second(*other, *numbers(ms, *STEADY), ms.Tensor(G))
    return merge(first=values(state), second=values(other))


@case(jit=False, rtol=1e-4, atol=1e-5)
def adagrad(ms: Any, run: Any) -> Arrays:
    """The CPU kernel of the first updates its slots whatever it is told."""
    state, other = held(ms, X, S), held(ms, X, S)
    ms.ops.ApplyAdagrad(update_slots=False)(*state, *numbers(ms, 0.1), ms.Tensor(G))
    rule = ms.ops.ApplyAdagradV2(epsilon=0.1, update_slots=False)
    rule(*other, *numbers(ms, 0.1), ms.Tensor(G))
    if is_mindspore(ms):
        stepped = X - np.float32(0.1) * G / np.sqrt(S)
        return merge(first={"p0": stepped, "p1": S}, second=values(other))
    return merge(first=values(state), second=values(other))


@case(jit=False, rtol=1e-4, atol=1e-5)
def momentum(ms: Any, run: Any) -> Arrays:
    """CPU's kernels leave out the scale, Keras's rule and nesterov as well: the documented rules stand."""
    if is_mindspore(ms):
        moved = 0.9 * V + G * 0.5
        keras = 0.9 * V - 0.1 * G
        nesterov = 0.9 * keras - 0.1 * G
        stepped = 0.5 * V + 0.7 * G
        return {
            "scaled.p0": X - np.float32(0.1) * moved,
            "scaled.p1": moved,
            "keras.p0": X + nesterov,
            "keras.p1": keras,
            "sgd.p0": X - np.float32(0.1) * (G + 0.5 * stepped),
            "sgd.p1": stepped,
        }
    scaled, keras, sgd = held(ms, X, V), held(ms, X, V), held(ms, X, V, np.zeros_like(X))
    rate, share, grad = *numbers(ms, 0.1, 0.9), ms.Tensor(G)
    ms.ops.ApplyMomentum(gradient_scale=0.5)(*scaled, rate, grad, share)
    rule = ms.ops.ApplyKerasMomentum(use_locking=True, use_nesterov=True)
    rule(*keras, rate, grad, share)
    ms.ops.SGD(dampening=0.3, nesterov=True)(sgd[0], grad, rate, sgd[1], *numbers(ms, 0.5), sgd[2])
    return merge(scaled=values(scaled), keras=values(keras), sgd=values(sgd[:2]))


@case(jit=False, rtol=1e-4, atol=1e-5)
def layerwise(ms: Any, run: Any) -> Arrays:
    """The norms are given squared."""
    sizes = [np.float32((a * a).sum()) for a in (X, G)]
    if is_mindspore(ms):
        size, length = (np.sqrt(s) for s in sizes)
        ratio = 0.01 * size / (length + 0.2 * size + 0.5)
        grad = G + np.float32(0.2) * X
        return {"free": ratio * grad, "clipped": min(ratio / 0.05, 1) * grad}
    result = {}
    for name, clip in (("free", False), ("clipped", True)):
        rule = ms.ops.LARSUpdate(epsilon=0.5, hyperpara=0.01, use_clip=clip)
        norms = [ms.Tensor(s) for s in sizes]
        out = rule(ms.Tensor(X), ms.Tensor(G), *norms, *numbers(ms, 0.2, 0.05))
        result[name] = out.asnumpy()
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def locked(ms: Any, run: Any) -> Arrays:
    """`use_locking` keeps two writers apart; one process has one."""
    rules = {
        "AdamWeightDecay": ((X, V, S), (0.1, 0.9, 0.99, 1e-3, 0.1), True),
        "ApplyFtrl": ((X, S, V), (0.1, 0.0, 0.1, -0.7), False),
        "ApplyRMSProp": ((X, S, V), None, None),
        "ApplyCenteredRMSProp": ((X, V / 10, S + 1, V), None, None),
        "ApplyProximalAdagrad": ((X, S), (0.1, 0.05, 0.1), True),
    }
    result = {}
    for name, (start, settings, last) in rules.items():
        state, grad = held(ms, *start), ms.Tensor(G)
        if name == "ApplyRMSProp":
            args = [*numbers(ms, 0.1), grad, 0.9, 0.5, 1e-3]
        elif name == "ApplyCenteredRMSProp":
            args = [grad, *numbers(ms, 0.1, 0.9, 0.5, 1e-3)]
        else:
            assert settings is not None
            given = numbers(ms, *settings)
            args = [*given, grad] if last else [grad, *given]
        getattr(ms.ops, name)(use_locking=True)(*state, *args)
        result[name] = values(state)
    return merge(**result)
