"""Elementwise ops on the values of sparse tensors: `coo_sin`, `csr_sin` …, each the dense op of that name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.sparse import COOTensor, CSRTensor, Sparse
from msacc.ops.math import compare, elementwise
from msacc.ops.nn import activation
from msacc.ops.sparse.sparse_indices import check_sparse

_NAMES = (
    "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor inv isfinite isinf isnan log"
    " log1p neg relu relu6 round sigmoid sin sinh softsign sqrt square tan tanh"
)
_PREFIXES: dict[str, type[Sparse]] = {"coo": COOTensor, "csr": CSRTensor}


def _dense(name: str) -> Callable[..., Any]:
    for chapter in (elementwise, activation, compare):
        if hasattr(chapter, name):
            function: Callable[..., Any] = getattr(chapter, name)
            return function
    raise LookupError(name)


def _on_values(prefix: str, name: str) -> Callable[..., Any]:
    kind, dense, op_name = _PREFIXES[prefix], _dense(name), f"{prefix}_{name}"

    def call(x: COOTensor | CSRTensor) -> Any:
        check_sparse(op_name, kind, x=x)
        return x._with_same_positions(dense(x.values))

    call.__name__ = call.__qualname__ = op_name
    call.__doc__ = (
        f"`ops.{name}` of the values of a sparse tensor; what is not held stays zero.\n\n"
        f"`x` is a {kind.__name__} of any shape and of dtypes that `ops.{name}` takes, and so is the result, with\n"
        f"the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.\n"
    )
    return call


__all__ = [f"{prefix}_{name}" for prefix in _PREFIXES for name in _NAMES.split()]
for _name in __all__:
    globals()[_name] = _on_values(*_name.split("_", 1))
