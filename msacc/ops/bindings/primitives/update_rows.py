"""Update rules of optimizers whose gradient is for some rows alone, as primitives."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.ops.bindings.primitives.update import rule_door as _door
from msacc.ops.core.primitive import declared
from msacc.ops.update import sparse_rows

_required = inspect.Parameter.empty
_LOCK: dict[str, Any] = {"use_locking": False}
_FTRL: dict[str, Any] = {"lr": _required, "l1": _required, "l2": _required, "lr_power": _required}

SparseApplyAdadelta = _door(
    "SparseApplyAdadelta", sparse_rows.sparse_apply_adadelta,
    "`ApplyAdadelta` on the rows at `indices`, one gradient after another.", epsilon=_required, **_LOCK,
)  # fmt: skip
SparseApplyAdagrad = _door(
    "SparseApplyAdagrad", sparse_rows.sparse_apply_adagrad,
    "`ApplyAdagrad` on the rows at `indices`; rows given twice add up.", lr=_required, update_slots=True,
    **_LOCK,
)  # fmt: skip
SparseApplyAdagradV2 = _door(
    "SparseApplyAdagradV2", sparse_rows.sparse_apply_adagrad_v2,
    "`ApplyAdagradV2` on the rows at `indices`, one gradient after another.", lr=_required,
    epsilon=_required, **_LOCK, update_slots=True,
)  # fmt: skip
SparseApplyFtrl = _door(
    "SparseApplyFtrl", sparse_rows.sparse_apply_ftrl,
    "`ApplyFtrl` on the rows at `indices`, one gradient after another.", **_FTRL, **_LOCK,
)  # fmt: skip
SparseApplyFtrlV2 = _door(
    "SparseApplyFtrlV2", sparse_rows.sparse_apply_ftrl_v2,
    "`SparseApplyFtrl` of grad + 2 * l2_shrinkage * var.", lr=_required, l1=_required, l2=_required,
    l2_shrinkage=_required, lr_power=_required, **_LOCK,
)  # fmt: skip
SparseApplyProximalAdagrad = _door(
    "SparseApplyProximalAdagrad", sparse_rows.sparse_apply_proximal_adagrad,
    "`ApplyProximalAdagrad` on the rows at `indices`, one gradient after another.", **_LOCK,
)  # fmt: skip
SparseApplyRMSProp = _door(
    "SparseApplyRMSProp", sparse_rows.sparse_apply_rmsprop,
    "`ApplyRMSProp` on the rows at `indices`, one gradient after another.", rho=_required,
    momentum=_required, epsilon=_required, **_LOCK,
)  # fmt: skip
FusedSparseFtrl = _door(
    "FusedSparseFtrl", sparse_rows.fused_sparse_ftrl,
    "`ApplyFtrl` on the rows at `indices` (Int32); rows given twice add up.", **_FTRL, **_LOCK,
)  # fmt: skip
FusedSparseProximalAdagrad = _door(
    "FusedSparseProximalAdagrad", sparse_rows.fused_sparse_proximal_adagrad,
    "`ApplyProximalAdagrad` on the rows at `indices` (Int32); rows given twice add up.", **_LOCK,
)  # fmt: skip
FusedSparseLazyAdam = _door(
    "FusedSparseLazyAdam", sparse_rows.fused_sparse_lazy_adam,
    "`Adam` on the rows at `indices` (Int32) alone; rows given twice add up.", **_LOCK,
    use_nesterov=False,
)  # fmt: skip
ApplyAdagradDA = _door(
    "ApplyAdagradDA", sparse_rows.apply_adagrad_da,
    "Adagrad by dual averaging: sums of grad and grad² since the first step; returns var.", **_LOCK,
)  # fmt: skip

__all__ = declared(globals())
