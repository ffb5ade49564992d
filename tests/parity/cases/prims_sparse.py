"""Sparse tensors: functions of coo_ and csr_, operators, methods, primitives of matrices in parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand
from tests.parity.table import Rows, each, group, row

VALUES = rand(3, low=0.2, high=0.9)
OTHERS = rand(3, seed=1, low=0.2, high=0.9)
PLACES = np.array([[0, 1], [1, 2], [2, 0]], np.int64)
MORE = np.array([[0, 1], [1, 3], [2, 0]], np.int64)
STARTS = np.array([0, 2, 3], np.int32)
COLUMNS = np.array([0, 2, 3], np.int32)
DENSE = rand(3, 4, seed=2, low=0.5, high=2)
SHAPE = (3, 4)
_ALIKE = (
    "abs acos asin asinh atan atanh ceil cos cosh exp expm1 floor inv isfinite isinf isnan log log1p neg relu"
    " relu6 round sigmoid sin sinh softsign sqrt square tan tanh"
)


def coo(ms: Any, values: Any, places: np.ndarray = PLACES) -> Any:
    return ms.COOTensor(ms.Tensor(places), values, SHAPE)


def csr(ms: Any, values: Any) -> Any:
    return ms.CSRTensor(ms.Tensor(STARTS), ms.Tensor(COLUMNS), values, (2, 4))


def on_values(name: str) -> Any:
    return lambda ms, v: (
        getattr(ms.ops, f"coo_{name}")(coo(ms, v)).values,
        getattr(ms.ops, f"csr_{name}")(csr(ms, v)).values,
    )


ELEMENTWISE: Rows = {name: row(on_values(name), VALUES) for name in _ALIKE.split()}
ELEMENTWISE["acosh"] = row(on_values("acosh"), VALUES + 1)
group(__name__, "elementwise", ELEMENTWISE, rtol=1e-4, atol=1e-5)


def parts(x: Any) -> tuple[Any, ...]:
    return x.to_tuple()[:-1]


OPERATORS: Rows = {
    "neg": row(lambda ms, v: (-coo(ms, v)).values, VALUES),
    "add_dense": row(lambda ms, v, d: coo(ms, v) + d, VALUES, DENSE),
    "dense_add": row(lambda ms, v, d: d + coo(ms, v), VALUES, DENSE),
    "sub_dense": row(lambda ms, v, d: coo(ms, v) - d, VALUES, DENSE),
    "dense_sub": row(lambda ms, v, d: d - coo(ms, v), VALUES, DENSE),
    "mul_dense": row(lambda ms, v, d: (coo(ms, v) * d).values, VALUES, DENSE),
    "dense_mul": row(lambda ms, v, d: (d * coo(ms, v)).values, VALUES, DENSE),
    "div_dense": row(lambda ms, v, d: (coo(ms, v) / d).values, VALUES, DENSE),
    "abs": row(lambda ms, v: coo(ms, v).abs().values, -VALUES),
    "csr_neg": row(lambda ms, v: (-csr(ms, v)).values, VALUES),
    "csr_abs": row(lambda ms, v: csr(ms, v).abs().values, -VALUES),
    "csr_scalar": row(lambda ms, v: (csr(ms, v) * 2.0, csr(ms, v) / 2.0), VALUES),
    "to_dense": row(lambda ms, v: coo(ms, v).to_dense(), VALUES),
    "astype": row(lambda ms, v: coo(ms, v).astype(ms.float64).values, VALUES),
}
group(__name__, "operators", OPERATORS)

# MindSpore has no gradients for these.
FORWARD: Rows = {
    "sum": row(lambda ms, v, w: parts(coo(ms, v) + coo(ms, w, MORE)), VALUES, OTHERS),
    "difference": row(lambda ms, v, w: parts(coo(ms, v) - coo(ms, w, MORE)), VALUES, OTHERS),
    "thresh": row(
        lambda ms, v, w: parts(
            ms.ops.coo_add(coo(ms, v), coo(ms, w, MORE), thresh=ms.Tensor(0.7, ms.float32))
        ),
        VALUES,
        OTHERS,
    ),
    "method": row(
        lambda ms, v, w: parts(coo(ms, v).add(coo(ms, w, MORE), ms.Tensor(0.7, ms.float32))),
        VALUES,
        OTHERS,
    ),
    "concat": row(
        lambda ms, v, w: parts(ms.ops.coo_concat((coo(ms, v), coo(ms, w, MORE)))), VALUES, OTHERS
    ),
    "concat_1": row(
        lambda ms, v, w: parts(ms.ops.coo_concat([coo(ms, v), coo(ms, w, MORE)], concat_dim=-1)),
        VALUES,
        OTHERS,
    ),
    "coalesce": row(
        lambda ms, v: parts(coo(ms, v, np.array([[1, 2], [0, 1], [1, 2]])).coalesce()), VALUES
    ),
    "csr_sum": row(lambda ms, v, w: parts(csr(ms, v) + csr(ms, w)), VALUES, OTHERS),
    "csr_difference": row(lambda ms, v, w: parts(csr(ms, v) - csr(ms, w)), VALUES, OTHERS),
    "csr_add": row(
        lambda ms, v, w: parts(
            ms.ops.csr_add(
                csr(ms, v), csr(ms, w), ms.Tensor(2.0, ms.float32), ms.Tensor(-3.0, ms.float32)
            )
        ),
        VALUES,
        OTHERS,
    ),
    "csr_softmax": row(
        lambda ms, v: parts(ms.ops.csr_softmax(csr(ms, v), dtype=ms.float32)), VALUES
    ),
    "csr_to_coo": row(lambda ms, v: parts(ms.ops.csr_to_coo(csr(ms, v))), VALUES),
    "csr_to_dense": row(lambda ms, v: ms.ops.csr_to_dense(csr(ms, v)), VALUES),
    "dense_to_coo": row(lambda ms, d: parts(ms.ops.dense_to_sparse_coo(d)), np.eye(3, 4) * DENSE),
    "dense_to_csr": row(lambda ms, d: parts(ms.ops.dense_to_sparse_csr(d)), np.eye(3, 4) * DENSE),
    "indices": row(lambda ms, v: ms.ops.coo_tensor_get_indices(coo(ms, v)), VALUES),
    "pointers": row(lambda ms, v: ms.ops.csr_tensor_get_indptr(csr(ms, v)), VALUES),
    "mean": row(
        lambda ms, x, i, s: ms.ops.sparse_segment_mean(x, i, s),
        DENSE,
        np.array([0, 2, 2], np.int32),
        np.array([0, 0, 2], np.int32),
    ),
}
group(__name__, "forward", FORWARD, grad=False, jit=False)


def rows_of(starts: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


TALL = rand(4, 2, seed=3)
WIDE = rand(2, 4, seed=4, low=0.5, high=2)


def dense_of(values: np.ndarray) -> np.ndarray:
    result = np.zeros((2, 4), np.float32)
    result[rows_of(STARTS), COLUMNS] = values
    return result


# MindSpore compiles these with a tool that its CPU wheel lacks.
FORMULAS: Rows = {
    "mv": row(
        lambda ms, v, b: ms.ops.csr_mv(csr(ms, v), b),
        VALUES,
        TALL[:, :1],
        formula=lambda v, b: dense_of(v) @ b,
    ),
    "mm_dense": row(
        lambda ms, v, b: csr(ms, v).mm(b), VALUES, TALL, formula=lambda v, b: dense_of(v) @ b
    ),
    "mm": row(
        lambda ms, v, w: ms.ops.csr_mm(csr(ms, v), csr(ms, w), trans_b=True).to_dense(),
        VALUES,
        OTHERS,
        formula=lambda v, w: dense_of(v) @ dense_of(w).T,
    ),
    "mm_turned": row(
        lambda ms, v, w: (
            ms.ops.csr_mm(csr(ms, v), csr(ms, w), trans_a=True).to_dense(),
            ms.ops.csr_mm(csr(ms, v), csr(ms, w), adjoint_a=True).to_dense(),
            csr(ms, v).mm(ms.ops.dense_to_sparse_csr(csr(ms, w).to_dense().T)).to_dense(),
            ms.ops.csr_mm(csr(ms, v), csr(ms, w), adjoint_b=True).to_dense(),
        ),
        VALUES,
        OTHERS,
        formula=lambda v, w: (
            *[dense_of(v).T @ dense_of(w)] * 2,
            *[dense_of(v) @ dense_of(w).T] * 2,
        ),
    ),
    "sums": row(
        lambda ms, v: (csr(ms, v).sum(1), ms.ops.csr_reduce_sum(csr(ms, v), axis=-1)),
        VALUES,
        formula=lambda v: [dense_of(v).sum(1, keepdims=True)] * 2,
    ),
    "mul": row(
        lambda ms, v, d: (csr(ms, v) * d).to_dense(),
        VALUES,
        WIDE,
        formula=lambda v, d: dense_of(v) * d,
    ),
    "mul_row": row(
        lambda ms, v, d: (ms.ops.csr_mul(csr(ms, v), d)).to_dense(),
        VALUES,
        WIDE[:, :1],
        formula=lambda v, d: dense_of(v) * d,
    ),
    "div": row(
        lambda ms, v, d: (ms.ops.csr_div(csr(ms, v), d)).to_dense(),
        VALUES,
        WIDE,
        formula=lambda v, d: dense_of(v) / d,
    ),
    "gather": row(
        lambda ms, d: ms.ops.csr_gather(ms.Tensor(STARTS), ms.Tensor(COLUMNS), d, (2, 4)),
        WIDE,
        formula=lambda d: d[rows_of(STARTS), COLUMNS],
    ),
    "rows": row(
        lambda ms, starts: ms.ops.csr2coo(starts, 3),
        STARTS,
        formula=lambda starts: rows_of(starts).astype(np.int32),
    ),
    "starts": row(
        lambda ms, rows: ms.ops.coo2csr(rows, 4),
        np.array([0, 1, 1], np.int32),
        formula=lambda rows: np.array([0, 1, 3, 3, 3], np.int32),
    ),
    "row_add": row(
        lambda ms, v, d: ms.ops.row_tensor_add(
            ms.ops.make_row_tensor(ms.Tensor([1]), v, (2, 4)), d
        ),
        WIDE[:1],
        WIDE,
        formula=lambda v, d: d + np.stack((0 * v[0], v[0])),
    ),
    "made": row(
        lambda ms, v: (
            ms.ops.make_coo_tensor(ms.Tensor(PLACES), v, SHAPE).values,
            ms.ops.make_sparse_tensor(ms.Tensor(PLACES), v, SHAPE).values,
            ms.ops.make_csr_tensor(ms.Tensor(STARTS), ms.Tensor(COLUMNS), v, (2, 4)).values,
        ),
        VALUES,
        formula=lambda v: [v] * 3,
    ),
}
group(__name__, "formulas", FORMULAS, jit=False)


def times(adjoint_st: bool, adjoint_dt: bool) -> Any:
    return lambda ms, v, d: ms.ops.SparseTensorDenseMatmul(adjoint_st, adjoint_dt)(
        ms.Tensor(PLACES), v, SHAPE, d
    )


PRIMITIVES: Rows = {
    "times": row(times(False, False), VALUES, rand(4, 2)),
    "times_st": row(times(True, False), VALUES, rand(3, 2)),
    "times_dt": row(times(False, True), VALUES, rand(2, 4)),
    "times_both": row(times(True, True), VALUES, rand(2, 3)),
    "to_dense": row(lambda ms, v: ms.ops.SparseToDense()(ms.Tensor(PLACES), v, SHAPE), VALUES),
    "dense_add": row(
        lambda ms, v, d: ms.ops.SparseTensorDenseAdd()(ms.Tensor(PLACES), v, ms.Tensor(SHAPE), d),
        VALUES,
        DENSE,
    ),
    "slice": row(
        lambda ms, v: ms.ops.SparseSlice()(
            *(ms.Tensor(PLACES), v, ms.Tensor(SHAPE), ms.Tensor((0, 1)), ms.Tensor((2, 9)))
        ),
        VALUES,
    ),
    "gather": row(
        lambda ms, d: ms.ops.SparseGatherV2()(d, ms.Tensor([1, 0]), 1),
        DENSE,
        instead=lambda ms, d: ms.ops.Gather()(d, ms.Tensor([1, 0]), 1),
    ),
}
each(__name__, PRIMITIVES)


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    t = ms.Tensor
    i, v = t([[0, 1]]), t([1.0], ms.float32)
    starts, columns = t([0, 1, 1]), t([0])
    x, y = ms.COOTensor(i, v, (3, 4)), ms.CSRTensor(starts, columns, v, (2, 4))
    calls = {
        "indices_rank": lambda: ms.COOTensor(t([0]), v, (3, 4)),
        "indices_dtype": lambda: ms.COOTensor(t([[0.0, 1.0]]), v, (3, 4)),
        "shape_rank": lambda: ms.COOTensor(i, v, (3, 4, 5)),
        "values_type": lambda: ms.COOTensor(i, [1.0], (3, 4)),
        "shape_type": lambda: ms.COOTensor(i, v, [3, 4]),
        "shape_zero": lambda: ms.COOTensor(i, v, (0, 4)),
        "lengths": lambda: ms.COOTensor(i, t([1.0, 2.0]), (3, 4)),
        "room": lambda: ms.COOTensor(t([[0, 0], [0, 0]]), t([1.0, 2.0]), (1, 1)),
        "both": lambda: ms.COOTensor(i, coo_tensor=x),
        "other": lambda: ms.COOTensor(coo_tensor=y),
        "pointers": lambda: ms.CSRTensor(t([0, 1]), columns, v, (2, 4)),
        "pointers_dtype": lambda: ms.CSRTensor(t([0.0, 1.0, 1.0]), columns, v, (2, 4)),
        "csr_values": lambda: ms.CSRTensor(starts, columns, v, (2, 4, 3)),
        "csr_shape": lambda: ms.CSRTensor(starts, columns, v, (2, -4)),
        "csr_type": lambda: ms.CSRTensor([0, 1, 1], columns, v, (2, 4)),
        "beside": lambda: x * x,
        "shapes": lambda: x + t(np.ones((3, 1), np.float32)),
        "int32": lambda: ms.COOTensor(t([[0, 1]], ms.int32), v, (3, 4)).coalesce(),
        "csr_dense": lambda: y + t(np.ones((2, 4), np.float32)),
        "under": lambda: t(np.ones((3, 4), np.float32)) / x,
        "kind": lambda: ms.ops.coo_sin(y),
        "one": lambda: ms.ops.coo_concat((x,)),
        "dim": lambda: ms.ops.coo_concat((x, x), 5),
        "broadcast": lambda: ms.ops.csr_mul(csr(ms, t(VALUES)), t(np.ones((1, 1, 2), np.float32))),
    }
    result = {}
    for name, call in calls.items():
        result[name] = run.raises(lambda call=call: (call(), t(0))[1])
    return merge(**result)
