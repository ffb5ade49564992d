"""Tensor's methods of several forms: which form a call means, and arguments that are given twice,
unknown or missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand
from tests.parity.table import several

X = rand(3, 4)
MASK = X > 0
PLACES = np.array([[0, 1], [1, 0], [2, 2]])

several(
    __name__,
    "by_axis",
    [
        lambda ms, x, m: x.max(1, initial=0.5),
        lambda ms, x, m: x.max(1, keepdims=True),
        lambda ms, x, m: x.min(1, False, initial=0.3, where=m),
        lambda ms, x, m: x.min(1, return_indices=True, keepdims=True),
        lambda ms, x, m: x.max(1, keepdim=True),
        lambda ms, x, m: m.trace(),
    ],
    X,
    MASK,
)
several(
    __name__,
    "kept_dtypes",
    [
        lambda ms, x, h, i: x.ldexp(2),
        lambda ms, x, h, i: i.ldexp(2.5),
        lambda ms, x, h, i: h.ldexp(2),
        lambda ms, x, h, i: h.ldexp(i),
        lambda ms, x, h, i: ms.ops.ldexp(2, x),
        lambda ms, x, h, i: h.copysign(x),
        lambda ms, x, h, i: i.copysign(h[0]),
        lambda ms, x, h, i: x.copysign(x.astype(ms.float64)),
    ],
    X,
    X.astype(np.float16),
    np.array([1, -2, 3, 0], np.int32),
    grad=False,
)

REFUSED: dict[str, Callable[..., Any]] = {
    "sum_twice": lambda x, i: x.sum(0, dim=1),
    "sum_kept_twice": lambda x, i: x.sum(0, True, keepdim=False),
    "sum_unknown": lambda x, i: x.sum(0, foo=1),
    "mean_twice": lambda x, i: x.mean(axis=0, dim=1),
    "mean_kept_twice": lambda x, i: x.mean(0, keepdim=True, keep_dims=True),
    "std_twice": lambda x, i: x.std(0, dim=1),
    "std_ddof_twice": lambda x, i: x.std(0, ddof=1, correction=0),
    "std_many": lambda x, i: x.std(0, 1, False, True),
    "var_twice": lambda x, i: x.var(0, 1, ddof=0),
    "max_twice": lambda x, i: x.max(0, dim=1),
    "max_axis_twice": lambda x, i: x.max(1, axis=1),
    "max_kept_twice": lambda x, i: x.max(0, True, keepdim=False),
    "max_by_tensor": lambda x, i: x.max(x[0]),
    "argmax_twice": lambda x, i: x.argmax(axis=0, dim=1),
    "gather_many": lambda x, i: x.gather(1, i, 1),
    "gather_unknown": lambda x, i: x.gather(dim=1, index=i, foo=2),
    "select_many": lambda x, i: x.select(0, 1, 2),
    "select_twice": lambda x, i: x.select(0, 1, dim=1),
    "select_unknown": lambda x, i: x.select(dim=0, index=1, foo=2),
    "select_missing": lambda x, i: x.select(0),
    "scatter_add_unknown": lambda x, i: x.scatter_add(1, i, x[:, :2], foo=1),
    "scatter_add_twice": lambda x, i: x.scatter_add(1, i, src=x[:, :2], dim=0),
    "reshape_twice": lambda x, i: x.reshape(4, 3, shape=(2, 6)),
    "view_twice": lambda x, i: x.view(4, 3, shape=(2, 6)),
    "transpose_twice": lambda x, i: x.transpose(0, 1, dim0=1, dim1=0),
    "permute_twice": lambda x, i: x.permute(1, 0, dims=(0, 1)),
    "copysign_of_bool": lambda x, i: (x > 0).copysign(x),
    "sum_to_size_other": lambda x, i: x.sum_to_size(2, 4),
    "sum_to_size_longer": lambda x, i: x.sum_to_size(1, 1, 3, 4),
    "nanmean_of_integers": lambda x, i: i.nanmean(),
    "diff_of_ranks": lambda x, i: x.diff(axis=0, append=x[0]),
    "unique_of_a_matrix": lambda x, i: i.unique_with_pad(0),
    "mvlgamma_of_none": lambda x, i: (x + 3).mvlgamma(0),
    "renorm_of_none": lambda x, i: x.renorm(0, 0, 1.0),
    "ldexp_by_text": lambda x, i: x.ldexp("a"),
}


@case(jit=False)
def refused(ms: Any, run: Any) -> Arrays:
    return {name: run.raises(call, X, PLACES)["raises"] for name, call in REFUSED.items()}
