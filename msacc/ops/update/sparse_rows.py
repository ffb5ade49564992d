"""Rules for gradients of some rows of a parameter.

Rows given twice add up first, or are followed one after another, as MindSpore's kernel of the name does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import Setting, bindings
from msacc.ops.core.locking_primitives import RulePrimitive
from msacc.ops.update import adagrad as sums
from msacc.ops.update import adam as adams
from msacc.ops.update.rmsprop import rmsprop
from msacc.ops.update.step_counters import from_one
from msacc.ops.update.tensor_lists import Number, in_place

T = torch.Tensor


def check_rows(name: str, state: dict[str, T], grad: T, indices: T) -> None:
    """Raise unless the state has one shape and `grad` has a row of it for each of `indices`."""
    if indices.is_floating_point() or indices.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For '{name}', 'indices' should be Int32 or Int64, but got {indices.dtype}."
        )
    if indices.ndim != 1:
        raise ValueError(
            f"For '{name}', 'indices' should be a vector, but got {indices.ndim} axes."
        )
    shapes = {key: tuple(t.shape) for key, t in state.items()}
    if len(set(shapes.values())) > 1:
        raise ValueError(f"For '{name}', the state should have one shape, but got {shapes}.")
    var = next(iter(state.values()))
    if tuple(grad.shape) != (indices.shape[0], *var.shape[1:]):
        raise ValueError(
            f"For '{name}', 'grad' should be ({indices.shape[0]}, {', '.join(map(str, var.shape[1:]))}), a "
            f"row for each index, but got shape {tuple(grad.shape)}."
        )


def _apply_to_rows(rows: T, state: list[T], grad: T, rule: Callable[..., None]) -> None:
    """The rule on the rows alone, each of which comes once."""
    state_rows = [t[rows] for t in state]
    rule(*([t] for t in state_rows), [grad])
    for t, part in zip(state, state_rows, strict=True):
        t.index_copy_(0, rows, part)


def update_rows(state: list[T], grad: T, indices: T, rule: Callable[..., None]) -> None:
    """Gradients of one row add up; the rule runs once a row."""
    rows, where = torch.unique(indices.long(), return_inverse=True)
    total = grad.new_zeros(rows.shape[0], *grad.shape[1:]).index_add(0, where, grad)
    _apply_to_rows(rows, state, total.to(state[0].dtype), rule)


def in_turn(state: list[T], grad: T, indices: T, rule: Callable[..., None]) -> None:
    """Gradients of one row are followed one after another."""
    order = indices.long()
    same = order.unsqueeze(0) == order.unsqueeze(1)
    occurrence = torch.tril(same, -1).sum(1)
    for number in range(int(occurrence.max()) + 1 if order.numel() else 0):
        selected = occurrence == number
        _apply_to_rows(order[selected], state, grad[selected].to(state[0].dtype), rule)


@bindings(
    RulePrimitive(
        "SparseApplyAdadelta",
        "`ApplyAdadelta` on the rows at `indices`, one gradient after another.",
        settings={
            "epsilon": Setting(check=checks.float_between(0.0, math.inf)),
            "use_locking": Setting(False),
        },
    )
)
@in_place
def sparse_apply_adadelta(
    var: T, accum: T, accum_update: T, lr: Number, rho: Number, grad: T, indices: T, epsilon: float
) -> Any:
    state = {"var": var, "accum": accum, "accum_update": accum_update}
    check_rows("SparseApplyAdadelta", state, grad, indices)

    def rule(
        p: list[torch.Tensor], a: list[torch.Tensor], u: list[torch.Tensor], g: list[torch.Tensor]
    ) -> None:
        sums.adadelta(p, g, a, u, lr, rho, epsilon)

    in_turn([*state.values()], grad, indices, rule)
    return var, accum, accum_update


@bindings(
    RulePrimitive(
        "SparseApplyAdagrad",
        "`ApplyAdagrad` on the rows at `indices`; rows given twice add up.",
        settings={
            "lr": Setting(check=checks.instance(float)),
            "update_slots": Setting(True, checks.boolean),
            "use_locking": Setting(False),
        },
    )
)
@in_place
def sparse_apply_adagrad(
    var: T, accum: T, grad: T, indices: T, lr: float, update_slots: bool = True
) -> Any:
    check_rows("SparseApplyAdagrad", {"var": var, "accum": accum}, grad, indices)

    def rule(p: list[torch.Tensor], a: list[torch.Tensor], g: list[torch.Tensor]) -> None:
        sums.adagrad(p, g, a, lr, None, update_slots)

    update_rows([var, accum], grad, indices, rule)
    return var, accum


@bindings(
    RulePrimitive(
        "SparseApplyAdagradV2",
        "`ApplyAdagradV2` on the rows at `indices`, one gradient after another.",
        settings={
            "lr": Setting(check=checks.instance(float)),
            "epsilon": Setting(check=checks.instance(float)),
            "use_locking": Setting(False),
            "update_slots": Setting(True, checks.boolean),
        },
    )
)
@in_place
def sparse_apply_adagrad_v2(
    var: T,
    accum: T,
    grad: T,
    indices: T,
    lr: float,
    epsilon: float,
    update_slots: bool = True,
) -> Any:
    check_rows("SparseApplyAdagradV2", {"var": var, "accum": accum}, grad, indices)

    def rule(p: list[torch.Tensor], a: list[torch.Tensor], g: list[torch.Tensor]) -> None:
        # MindSpore's kernel has epsilon under the root here.
        sums.adagrad_inside(p, g, a, lr, epsilon, update_slots)

    in_turn([var, accum], grad, indices, rule)
    return var, accum


def _ftrl(lr: float, l1: float, l2: float, power: float, shrinkage: float = 0.0) -> Any:
    def rule(p: Any, a: list[torch.Tensor], z: list[torch.Tensor], g: Any) -> None:
        if shrinkage:
            g = torch._foreach_add(g, p, alpha=2.0 * shrinkage)
        sums.ftrl(p, g, a, z, lr, l1, l2, power)

    return rule


@bindings(
    RulePrimitive(
        "SparseApplyFtrl",
        "`ApplyFtrl` on the rows at `indices`, one gradient after another.",
        settings={
            "lr": Setting(check=checks.float_above(0.0)),
            "l1": Setting(check=checks.float_between(0.0, math.inf)),
            "l2": Setting(check=checks.float_between(0.0, math.inf)),
            "lr_power": Setting(check=checks.float_between(-math.inf, 0.0)),
            "use_locking": Setting(False),
        },
    )
)
@in_place
def sparse_apply_ftrl(
    var: T,
    accum: T,
    linear: T,
    grad: T,
    indices: T,
    lr: float,
    l1: float,
    l2: float,
    lr_power: float,
) -> Any:
    state = {"var": var, "accum": accum, "linear": linear}
    check_rows("SparseApplyFtrl", state, grad, indices)
    in_turn([*state.values()], grad, indices, _ftrl(lr, l1, l2, lr_power))
    return var, accum, linear


@bindings(
    RulePrimitive(
        "SparseApplyFtrlV2",
        "`SparseApplyFtrl` of grad + 2 * l2_shrinkage * var.",
        settings={
            "lr": Setting(check=checks.float_above(0.0)),
            "l1": Setting(check=checks.float_between(0.0, math.inf)),
            "l2": Setting(check=checks.float_between(0.0, math.inf)),
            "l2_shrinkage": Setting(check=checks.instance(float)),
            "lr_power": Setting(check=checks.float_between(-math.inf, 0.0)),
            "use_locking": Setting(False),
        },
    )
)
@in_place
def sparse_apply_ftrl_v2(
    var: T,
    accum: T,
    linear: T,
    grad: T,
    indices: T,
    lr: float,
    l1: float,
    l2: float,
    l2_shrinkage: float,
    lr_power: float,
) -> Any:
    state = {"var": var, "accum": accum, "linear": linear}
    check_rows("SparseApplyFtrlV2", state, grad, indices)
    in_turn([*state.values()], grad, indices, _ftrl(lr, l1, l2, lr_power, l2_shrinkage))
    return var, accum, linear


@bindings(
    RulePrimitive(
        "FusedSparseFtrl",
        "`ApplyFtrl` on the rows at `indices` (Int32); rows given twice add up.",
        settings={
            "lr": Setting(check=checks.float_above(0.0)),
            "l1": Setting(check=checks.float_between(0.0, math.inf)),
            "l2": Setting(check=checks.float_between(0.0, math.inf)),
            "lr_power": Setting(check=checks.float_between(-math.inf, 0.0)),
            "use_locking": Setting(False),
        },
    )
)
@in_place
def fused_sparse_ftrl(
    var: T,
    accum: T,
    linear: T,
    grad: T,
    indices: T,
    lr: float,
    l1: float,
    l2: float,
    lr_power: float,
) -> Any:
    state = {"var": var, "accum": accum, "linear": linear}
    _check_int32("FusedSparseFtrl", indices)
    check_rows("FusedSparseFtrl", state, grad, indices)
    update_rows([*state.values()], grad, indices, _ftrl(lr, l1, l2, lr_power))
    return var, accum, linear


def _proximal(lr: Number, l1: Number, l2: Number) -> Any:
    def rule(p: list[torch.Tensor], a: list[torch.Tensor], g: list[torch.Tensor]) -> None:
        sums.proximal_adagrad(p, g, a, lr, l1, l2)

    return rule


@bindings(
    RulePrimitive(
        "SparseApplyProximalAdagrad",
        "`ApplyProximalAdagrad` on the rows at `indices`, one gradient after another.",
        settings={"use_locking": Setting(False)},
    )
)
@in_place
def sparse_apply_proximal_adagrad(
    var: T, accum: T, lr: Number, l1: Number, l2: Number, grad: T, indices: T
) -> Any:
    check_rows("SparseApplyProximalAdagrad", {"var": var, "accum": accum}, grad, indices)
    in_turn([var, accum], grad, indices, _proximal(lr, l1, l2))
    return var, accum


@bindings(
    RulePrimitive(
        "FusedSparseProximalAdagrad",
        "`ApplyProximalAdagrad` on the rows at `indices` (Int32); rows given twice add up.",
        settings={"use_locking": Setting(False)},
    )
)
@in_place
def fused_sparse_proximal_adagrad(
    var: T, accum: T, lr: Number, l1: Number, l2: Number, grad: T, indices: T
) -> Any:
    _check_int32("FusedSparseProximalAdagrad", indices)
    check_rows("FusedSparseProximalAdagrad", {"var": var, "accum": accum}, grad, indices)
    update_rows([var, accum], grad, indices, _proximal(lr, l1, l2))
    return var, accum


@bindings(
    RulePrimitive(
        "SparseApplyRMSProp",
        "`ApplyRMSProp` on the rows at `indices`, one gradient after another.",
        settings={
            "rho": Setting(check=checks.float_between(0.0, 1.0)),
            "momentum": Setting(check=checks.instance(float)),
            "epsilon": Setting(check=checks.float_above(0.0)),
            "use_locking": Setting(False),
        },
    )
)
@in_place
def sparse_apply_rmsprop(
    var: T,
    ms: T,
    mom: T,
    lr: Number,
    grad: T,
    indices: T,
    rho: float,
    momentum: float,
    epsilon: float,
) -> Any:
    state = {"var": var, "ms": ms, "mom": mom}
    check_rows("SparseApplyRMSProp", state, grad, indices)

    def rule(
        p: list[torch.Tensor], s: list[torch.Tensor], v: list[torch.Tensor], g: list[torch.Tensor]
    ) -> None:
        rmsprop(p, g, s, None, v, lr, rho, momentum, epsilon)

    in_turn([*state.values()], grad, indices, rule)
    return var, ms, mom


@bindings(
    RulePrimitive(
        "FusedSparseLazyAdam",
        "`Adam` on the rows at `indices` (Int32) alone; rows given twice add up.",
        settings={"use_locking": Setting(False), "use_nesterov": Setting(False, checks.boolean)},
    )
)
@in_place
def fused_sparse_lazy_adam(
    var: T,
    m: T,
    v: T,
    beta1_power: Number,
    beta2_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    gradient: T,
    indices: T,
    use_nesterov: bool = False,
) -> Any:
    state = {"var": var, "m": m, "v": v}
    _check_int32("FusedSparseLazyAdam", indices)
    check_rows("FusedSparseLazyAdam", state, gradient, indices)
    biases = from_one(beta1_power), from_one(beta2_power)

    def rule(
        p: list[torch.Tensor],
        first: list[torch.Tensor],
        second: list[torch.Tensor],
        g: list[torch.Tensor],
    ) -> None:
        steady = lr, beta1, beta2, epsilon
        adams.adam(p, g, first, second, *steady, *biases, nesterov=use_nesterov)

    update_rows([*state.values()], gradient, indices, rule)
    return var, m, v


def _check_int32(name: str, indices: T) -> None:
    if indices.dtype != torch.int32:
        raise TypeError(f"For '{name}', 'indices' should be Int32, but got {indices.dtype}.")


@bindings(
    RulePrimitive(
        "ApplyAdagradDA",
        "Adagrad by dual averaging: sums of grad and grad² since the first step; returns var.",
        settings={"use_locking": Setting(False)},
    )
)
@in_place
def apply_adagrad_da(
    var: T,
    gradient_accumulator: T,
    gradient_squared_accumulator: T,
    grad: T,
    lr: Number,
    l1: Number,
    l2: Number,
    global_step: Number,
) -> T:
    sums.adagrad_da(
        [var],
        [grad],
        [gradient_accumulator],
        [gradient_squared_accumulator],
        *(lr, l1, l2),
        global_step,
    )
    return var
