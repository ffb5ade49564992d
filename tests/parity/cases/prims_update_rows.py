"""Update rules with a gradient for some rows, as primitives: rows given twice, settings, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand

TWICE = np.array([2, 0, 2], np.int32)
ALL = np.array([2, 0, 2, 1], np.int32)
GRAD = rand(3, 2, seed=9, low=0, high=1)
WHOLE = rand(4, 2, seed=9, low=0, high=1)
STEADY = (0.9, 0.99, 0.1, 0.9, 0.99, 1e-3)


def state(ms: Any, count: int) -> list[Any]:
    arrays = [rand(4, 2, seed=i, low=0.0 if i else -1.0, high=1) for i in range(count)]
    return [ms.Parameter(ms.Tensor(a), name=f"p{i}") for i, a in enumerate(arrays)]


def step(ms: Any, rule: Any, count: int, *numbers: Any, grad: Any = GRAD, rows: Any = TWICE) -> Any:
    held = state(ms, count)
    scalars = [ms.Tensor(n, ms.float32) for n in numbers]
    out = rule(*held, *scalars, ms.Tensor(grad), ms.Tensor(rows))
    outs = out if isinstance(out, (tuple, list)) else (out,)
    kept = {p.name: p.asnumpy().copy() for p in held}
    return {**kept, "count": np.array(len(outs)), "out": outs[0].asnumpy().copy()}


RULES: dict[str, Any] = {
    "adagrad": lambda ms: step(ms, ms.ops.SparseApplyAdagrad(0.1), 2),
    "adagrad_slots": lambda ms: step(
        ms, ms.ops.SparseApplyAdagrad(lr=0.1, update_slots=False, use_locking=True), 2
    ),
    "adagrad_v2": lambda ms: step(ms, ms.ops.SparseApplyAdagradV2(0.1, 1e-2), 2),
    "adagrad_v2_slots": lambda ms: step(
        ms,
        ms.ops.SparseApplyAdagradV2(lr=0.1, epsilon=1e-2, use_locking=True, update_slots=False),
        2,
    ),
    "ftrl": lambda ms: step(
        ms, ms.ops.SparseApplyFtrl(lr=0.1, l1=0.01, l2=0.02, lr_power=-0.5, use_locking=True), 3
    ),
    "ftrl_power": lambda ms: step(ms, ms.ops.SparseApplyFtrl(0.1, 0.01, 0.02, -0.3), 3),
    "fused_ftrl": lambda ms: step(
        ms, ms.ops.FusedSparseFtrl(lr=0.1, l1=0.01, l2=0.02, lr_power=-0.5, use_locking=True), 3
    ),
    "fused_proximal": lambda ms: step(
        ms, ms.ops.FusedSparseProximalAdagrad(use_locking=True), 2, 0.1, 0.01, 0.02
    ),
    "rmsprop": lambda ms: step(
        ms,
        ms.ops.SparseApplyRMSProp(rho=0.9, momentum=0.8, epsilon=1e-3, use_locking=True),
        *(3, 0.1),
        grad=WHOLE,
        rows=ALL,
    ),
    "lazy_adam": lambda ms: step(
        ms, ms.ops.FusedSparseLazyAdam(use_locking=True), 3, *STEADY
    ),
    "lazy_adam_nesterov": lambda ms: step(
        ms, ms.ops.FusedSparseLazyAdam(use_nesterov=True), 3, *STEADY
    ),
    "adadelta": lambda ms: step(
        ms, ms.ops.SparseApplyAdadelta(epsilon=1e-3, use_locking=True), 3, 0.1, 0.9,
        grad=WHOLE, rows=np.array([2, 0, 3, 1], np.int32),
    ),
}  # fmt: skip


def of(rule: Any) -> Any:
    return lambda ms, run: rule(ms)


# MindSpore's CPU has no kernel for Adadelta's.
for _name, _rule in RULES.items():
    if _name != "adadelta":
        case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(of(_rule))


def in_turn(ms: Any, one: Any, count: int) -> Any:
    """What the dense rule gives, one row of the gradient after another."""
    held = [p.asnumpy().copy() for p in state(ms, count)]
    for row, grad in zip(TWICE, GRAD, strict=True):
        one(row, grad, *held)
    result = {f"p{i}": a for i, a in enumerate(held)}
    return {**result, "count": np.array(count), "out": held[0]}


@case(jit=False, rtol=1e-4, atol=1e-5)
def adadelta(ms: Any, run: Any) -> Arrays:
    """The formula, on MindSpore's side."""
    if not is_mindspore(ms):
        return RULES["adadelta"](ms)
    var, accum, moved = (p.asnumpy().copy() for p in state(ms, 3))
    for row, grad in zip((2, 0, 3, 1), WHOLE, strict=True):
        accum[row] = 0.9 * accum[row] + 0.1 * grad**2
        change = np.sqrt((moved[row] + 1e-3) / (accum[row] + 1e-3)) * grad
        moved[row] = 0.9 * moved[row] + 0.1 * change**2
        var[row] -= np.float32(0.1) * change
    return {"p0": var, "p1": accum, "p2": moved, "count": np.array(3), "out": var}


@case(jit=False, rtol=1e-4, atol=1e-5)
def proximal(ms: Any, run: Any) -> Arrays:
    """The formula, on MindSpore's side."""
    if not is_mindspore(ms):
        rule = ms.ops.SparseApplyProximalAdagrad(use_locking=True)
        return step(ms, rule, 2, 0.1, 0.01, 0.02)

    def one(row: int, grad: np.ndarray, var: np.ndarray, accum: np.ndarray) -> None:
        accum[row] += grad**2
        rate = 0.1 / np.sqrt(accum[row])
        moved = var[row] - rate * grad
        var[row] = np.sign(moved) * np.maximum(abs(moved) - rate * 0.01, 0) / (1 + rate * 0.02)

    return in_turn(ms, one, 2)


@case(jit=False, rtol=1e-4, atol=1e-5)
def ftrl_v2(ms: Any, run: Any) -> Arrays:
    """The formula, on MindSpore's side: the gradient that goes into the sum has the shrinkage in it as well."""
    if not is_mindspore(ms):
        rule = ms.ops.SparseApplyFtrlV2(
            lr=0.1, l1=0.01, l2=0.02, l2_shrinkage=0.3, lr_power=-0.5, use_locking=True
        )
        return step(ms, rule, 3)

    def one(row: int, g: np.ndarray, var: np.ndarray, accum: np.ndarray, z: np.ndarray) -> None:
        g = g + 2 * 0.3 * var[row]
        total = accum[row] + g**2
        z[row] += g - (np.sqrt(total) - np.sqrt(accum[row])) / 0.1 * var[row]
        accum[row] = total
        shrunk = np.sign(z[row]) * np.maximum(abs(z[row]) - 0.01, 0)
        var[row] = -shrunk / (np.sqrt(total) / 0.1 + 2 * 0.02)

    return in_turn(ms, one, 3)


@case(jit=False, rtol=1e-4, atol=1e-5)
def adagrad_da(ms: Any, run: Any) -> Arrays:
    held = state(ms, 3)
    numbers = [ms.Tensor(n, ms.float32) for n in (0.1, 0.01, 0.02)]
    rule = ms.ops.ApplyAdagradDA(use_locking=True)
    rule(*held, ms.Tensor(WHOLE), *numbers, ms.Tensor(3, ms.int32))
    return {p.name: p.asnumpy().copy() for p in held}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    t, ops = ms.Tensor, ms.ops
    power = (0.1, 0.01, 0.02, -0.5)

    def with_rows(rule: Any, rows: np.ndarray, grad: np.ndarray = GRAD) -> Any:
        return lambda: rule(*state(ms, 3), t(grad), t(rows))

    def unlike(rule: Any) -> Any:
        return lambda: rule(*state(ms, 2), t(np.ones((3, 2), np.float32)), t(GRAD), t(TWICE))

    calls = {
        "lr": lambda: ops.SparseApplyFtrl(-0.1, 0.01, 0.02, -0.5),
        "l1": lambda: ops.SparseApplyFtrl(0.1, -0.01, 0.02, -0.5),
        "power": lambda: ops.SparseApplyFtrl(0.1, 0.01, 0.02, 0.5),
        "int": lambda: ops.SparseApplyFtrl(1, 0.01, 0.02, -0.5),
        "lock": lambda: ops.SparseApplyFtrl(*power, 1),
        "fused_lr": lambda: ops.FusedSparseFtrl(-0.1, 0.01, 0.02, -0.5),
        "fused_l2": lambda: ops.FusedSparseFtrl(0.1, 0.01, -0.02, -0.5),
        "shrinkage": lambda: ops.SparseApplyFtrlV2(0.1, 0.01, 0.02, "x", -0.5),
        "epsilon": lambda: ops.SparseApplyRMSProp(0.9, 0.8, -1.0),
        "rho": lambda: ops.SparseApplyRMSProp(1.9, 0.8, 1.0),
        "delta_epsilon": lambda: ops.SparseApplyAdadelta(-1.0),
        "grad_lr": lambda: ops.SparseApplyAdagradV2("a", 1.0),
        "slots": lambda: ops.SparseApplyAdagrad(0.1, update_slots=1),
        "nesterov": lambda: ops.FusedSparseLazyAdam(False, 1),
        "rank": with_rows(ops.SparseApplyFtrl(*power), TWICE[None]),
        "float": with_rows(ops.SparseApplyFtrl(*power), TWICE.astype(np.float32)),
        "fewer": with_rows(ops.SparseApplyFtrl(*power), TWICE[:2]),
        "wider": with_rows(ops.FusedSparseFtrl(*power), TWICE, rand(3, 3)),
        "int64": with_rows(ops.FusedSparseFtrl(*power), TWICE.astype(np.int64)),
        "unlike": unlike(ops.FusedSparseFtrl(*power)),
    }
    result = {}
    for name, call in calls.items():
        result[name] = run.raises(lambda call=call: (call(), t(0))[1])
    return merge(**result)
