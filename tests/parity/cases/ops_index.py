"""Indexing, gather, scatter, sorting."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = rand(2, 3, 4)
M = rand(2, 3, seed=1)
PLACES = np.array([1, 0], np.int32)
ROWS = np.array([True, False])


@case
def basic_indices(ms: Any, run: Any) -> Any:
    return run(
        lambda x: (
            *(x[0], x[-1], x[0, 1], x[0, 1, 2], x[1:], x[:, 1:], x[0:2:1, 1:, ...], x[..., 0]),
            *(
                x[None],
                x[..., None],
                x[None, ..., None, 0],
                x[:, None, 0],
                x[True],
                x[()],
                x[...],
                x[1:1],
            ),
            *(x[-2:-1, :-1], x[:, :, -3:]),
        ),
        X,
    )


@case
def indices_without_gradients(ms: Any, run: Any) -> Any:
    """MindSpore has none for these."""
    return run(
        lambda x, s: (x[::-1], x[:, ::-2], x[:, ::2], x[s[0]], x[s[0], s[1]], x[5:9], x[:, 1:100]),
        X,
        PLACES,
        grad=False,
    )


@case
def indices_by_tensor(ms: Any, run: Any) -> Any:
    return run(
        lambda x, s: (
            *(x[s], x[s, s], x[:, s], x[s, :, s], x[0, :, s], x[1, ..., s], x[s, None], x[None, s], x[s, 1:]),
            *(x[..., s], x[s.reshape(1, 2)], x[s, 0], x[0, s], x[s, :, 0]),
        ),
        X, PLACES,
    )  # fmt: skip


@case
def indices_by_list(ms: Any, run: Any) -> Any:
    return run(
        lambda x: (
            *(
                x[[0, 1]],
                x[[1, 0, 1]],
                x[:, [0, 2]],
                x[[0, 1], [0, 2]],
                x[[True, False]],
                x[(0, 1)],
            ),
            *(
                x[[[0, 1], [1, 0]]],
                x[(0,), (1,)],
                x[[0, 1], :, [0, 1]],
                x[0, :, [0, 1]],
                x[..., [3, -1]],
            ),
        ),
        X,
    )


@case(jit=False)
def indices_by_mask(ms: Any, run: Any) -> Any:
    """The shape depends on the data, so no graph is asked for it."""
    return run(lambda x, b: (x[b], x[x > 0], x[b, 0], x[x[..., 0] > 0]), X, ROWS)


def _written(ms: Any, x: Any, *steps: Any) -> Any:
    for index, value in steps:
        x[index] = value
    return x


@case
def assignment(ms: Any, run: Any) -> Any:
    full = slice(None)
    row = np.arange(4, dtype=np.float32)
    return run(
        lambda x, r, s: _written(
            ms, x * 1,
            (0, 1), ((0, 1), 5.5), ((full, 0), r), ((0, 2), [1, 2, 3, 4]), ((..., 0), -1),
            ((slice(None, None, 2), 1), r * 2), (s, r * r), ((0, [0, 2]), 8), ((1, s), r + 1), ((s, s), 3.5),
        ),
        X, row, PLACES,
    )  # fmt: skip


@case
def assignment_by_mask(ms: Any, run: Any) -> Any:
    def body(x: Any, b: Any) -> Any:
        x = x * 1
        x[x > 1] = 0
        x[b] = 3
        x[x < -1] = ms.Tensor([7.0])
        return x

    return run(body, X, ROWS)


@case(jit=False)
def assignment_keeps_the_dtype(ms: Any, run: Any) -> Any:
    x = ms.Tensor([1, 2, 3])
    x[0] = 1.7
    x[1] = ms.Tensor(2.7)
    y = ms.Tensor([1.0, 2.0])
    y[None] = 5
    p = ms.Parameter(ms.Tensor([1.0, 2.0]), name="p")
    p[0] = 3
    return {"x": x.asnumpy(), "y": y.asnumpy(), "p": p.asnumpy()}


@case
def gathering(ms: Any, run: Any) -> Any:
    ops = ms.ops
    ids = np.array([[0, 2], [1, 1]], np.int32)
    return run(
        lambda x, i, s: (
            *(ops.gather(x, s, 0), ops.gather(x, i, 1), ops.Gather()(x, s, 1), ops.gather(x, i, 1, batch_dims=1)),
            *(ops.Gather(1)(x, i, 1), ops.gather_d(x[..., 0], 1, i), ops.GatherD()(x[..., 0], 0, s.reshape(1, 2))),
            *(ops.gather_elements(x[:, :, 0], 1, i), ops.gather_nd(x, i), ops.GatherNd()(x, i[0:1])),
            *(ops.index_select(x, 1, s), x.gather(s, 0), x.gather_elements(0, (i * 0).reshape(1, 2, 2))),
            *(x.take(s), x.take(s, 1), x.index_select(0, s)),
        ),
        X, ids, PLACES,
    )  # fmt: skip


@case
def scattering(ms: Any, run: Any) -> Any:
    ops = ms.ops
    at = np.array([[0, 1], [1, 2]], np.int32)
    new = np.array([9.0, 8.0], np.float32)
    return run(
        lambda x, i, u: (
            *(ops.tensor_scatter_update(x, i, u), ops.TensorScatterUpdate()(x, i, u), ops.tensor_scatter_add(x, i, u)),
            *(ops.tensor_scatter_sub(x, i, u), ops.tensor_scatter_mul(x, i, u), ops.tensor_scatter_div(x, i, u)),
            *(ops.scatter_nd(i, u, (2, 3)), ops.ScatterNd()(i[:, :1], u, (3,)),
                ops.select_scatter(x, u.sum() + x[:, 0], 1, 1)),
            *(ops.tensor_scatter_elements(x, i, u + x[:, :2], 1), ops.scatter(x, 1, i, u + x[:, :2])),
            *(ops.tensor_scatter_elements(x, i, u + x[:, :2], 1, "add"), x.scatter_add(i, u)),
        ),
        M, at, new,
    )  # fmt: skip


@case
def scattering_extremes(ms: Any, run: Any) -> Any:
    ops = ms.ops
    at = np.array([[0, 1], [0, 1]], np.int32)
    new = np.array([0.5, 1.0], np.float32)
    return run(
        lambda x, i,
        u: (ops.tensor_scatter_max(x, i, u), ops.tensor_scatter_min(x, i, u), ops.scatter_nd(i, u, (2, 3))),
        M, at, new, grad=False,
    )  # fmt: skip


@case(jit=False)
def scattering_into_parameters(ms: Any, run: Any) -> Any:
    ops = ms.ops
    p = ms.Parameter(ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)), name="p")
    row = ms.Tensor([[1.0, 2.0, 3.0]])
    out = {}
    steps = {
        "update": lambda: ops.scatter_update(p, ms.Tensor([1]), row),
        "add": lambda: ops.scatter_add(p, ms.Tensor([0]), row),
        "max": lambda: ops.scatter_max(p, ms.Tensor([0]), row * 2),
        "prim": lambda: ops.ScatterUpdate()(p, ms.Tensor([1]), row * 3),
        "nd": lambda: ops.ScatterNdUpdate()(p, ms.Tensor([[0, 1]]), ms.Tensor([77.0])),
        "nd_add": lambda: ops.scatter_nd_add(p, ms.Tensor([[0, 1]]), ms.Tensor([1.0])),
        "rows": lambda: ops.index_add(p, ms.Tensor([0], ms.int32), row, 0),
        "assign": lambda: ops.assign(p, ms.Tensor(M)),
        "assign_add": lambda: ops.assign_add(p, ms.Tensor(M)),
        "assign_sub": lambda: ops.AssignSub()(p, ms.Tensor(M * 3)),
    }
    for name, step in steps.items():
        out[name] = step().asnumpy().copy()
        out[f"{name}_p"] = p.asnumpy().copy()
    return out


@case
def masking(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, i: (
            *(ops.masked_fill(x, x > 0, -1.0), ops.masked_fill(x, x > 0, x.sum()), ops.select(x > 0, x, -x)),
            *(ops.select(x > 0, x, 0.0), ops.select(x > 0, 1.0, 2.0), ops.Select()(x > 0, x, x * 2)),
            *(ops.where(x > 0, x, 0.5), ops.where(x > 0, 1, 2), ops.where(x > 0, x, i), x.where(x > 0, 1.0)),
            *(x.masked_fill(x > 0, 2.0), ops.index_fill(x, 1, ms.Tensor([0], ms.int32), 9.0)),
            ops.MaskedFill()(x, x > 0, 3.0),
        ),
        M, np.array([[5, -7, 3], [-4, 6, 2]], np.int32),
    )  # fmt: skip


@case(jit=False)
def data_dependent_shapes(ms: Any, run: Any) -> Any:
    ops = ms.ops
    ints = np.array([3, 1, 3, 2, 1], np.int64)
    return merge(
        floats=run(
            lambda x: (ops.masked_select(x, x > 0), ops.nonzero(x > 0), x.masked_select(x > 0)), M
        ),
        ints=run(
            lambda i: (
                *(
                    *ops.unique(i),
                    *ops.Unique()(i),
                    *ops.unique(i.astype(ms.int32)),
                    ops.unique_consecutive(i),
                ),
                *(
                    *ops.UniqueWithPad()(i, 0),
                    ops.bincount(i),
                    *ops.unique_consecutive(i, True, True),
                ),
            ),
            ints,
        ),
    )


@case
def slicing(ms: Any, run: Any) -> Any:
    ops = ms.ops
    cut = ops.StridedSlice
    return run(
        lambda x: (
            *(
                ops.strided_slice(x, (0, 0, 0), (2, 2, 3), (1, 1, 2)),
                cut()(x, (1, 0, 0), (2, 2, 3), (1, 1, 1)),
            ),
            ops.strided_slice(x, (0,), (1,), (1,)),
            *(ops.slice(x, (0, 1, 1), (2, 1, 2))),
            *(ops.Slice()(x, (0, 0, 0), (1, 3, 2)), ops.narrow(x, 1, 1, 2)),
        ),
        X,
    )


@case
def slicing_without_gradients(ms: Any, run: Any) -> Any:
    """Without gradients, on which MindSpore's CPU build crashes."""
    ops = ms.ops
    return run(
        lambda x, s: (
            *(ops.strided_slice(x, (0, 2, 0), (2, 0, 4), (1, -1, 1)), ops.Slice()(x, (0, 0, 0), (1, -1, 2))),
            *(ops.gather(x, -1 * s, 2), ops.StridedSlice(1, 2, 0, 0, 4)(x, (1, 0, 0), (2, 2, 1), (1, 1, 1))),
        ),
        X, PLACES, grad=False,
    )  # fmt: skip


@case
def diagonals(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, v: (
            *(ops.diag(v), ops.Diag()(v), ops.diag(x), ops.DiagPart()(x[:, :2]), ops.diag_embed(v), ops.trace(x)),
            *(ops.reverse_sequence(x, ms.Tensor([1, 3]), 1), ops.diagonal(x, 1)),
        ),
        M, rand(3, seed=5),
    )  # fmt: skip


@case
def sorting(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        values=run(
            lambda x: (
                *(
                    ops.sort(x),
                    ops.sort(x, axis=0, descending=True),
                    ops.Sort()(x),
                    ops.Sort(0, True)(x),
                    x.sort(),
                ),
                *(
                    ops.topk(x, 2),
                    ops.topk(x, 2, largest=False),
                    ops.topk(x, 1, 0),
                    ops.TopK()(x, 2),
                    x.topk(2),
                ),
                x.top_k(2),
            ),
            M,
        ),
        places=run(
            lambda x: (
                ops.argsort(x),
                ops.argsort(x, descending=True),
                x.argsort(axis=0),
                x.argsort(),
            ),
            M,
            grad=False,
        ),
        ints=run(
            lambda i: (ops.sort(i), ops.TopK()(i, 2)), np.array([[5, -7, 3], [-4, 6, 2]], np.int32)
        ),
        classes=run(lambda x: ops.intopk(x, ms.Tensor([0, 2], ms.int32), 1), M, grad=False),
    )


@case
def segments(ms: Any, run: Any) -> Any:
    ops = ms.ops
    ids = np.array([1, 1], np.int32)
    return run(
        lambda x, i: (
            *(ops.unsorted_segment_sum(x, i, 3), ops.unsorted_segment_max(x, i, 2), ops.unsorted_segment_min(x, i, 2)),
            ops.UnsortedSegmentSum()(x, i, 2),
        ),
        M, ids,
    )  # fmt: skip


REFUSED = {
    "beyond": lambda ms, x: x[7],
    "beyond_negative": lambda ms, x: x[-7],
    "too_many": lambda ms, x: x[0, 0, 0],
    "two_ellipses": lambda ms, x: x[..., ...],
    "false": lambda ms, x: x[False],
    "float": lambda ms, x: x[1.0],
    "text": lambda ms, x: x["a"],
    "float_tensor": lambda ms, x: x[x],
    "empty_list": lambda ms, x: x[[]],
    "mask_shape": lambda ms, x: x[ms.Tensor([True, False, True, True])],
    "float_slice": lambda ms, x: x[0.0:1],
    "unbroadcastable": lambda ms, x: x[[0, 1], [0, 1, 2]],
    "set_beyond": lambda ms, x: x.__setitem__(7, 1),
    "set_shape": lambda ms, x: x.__setitem__(0, ms.ops.ones((5,), ms.float32)),
    "set_text": lambda ms, x: x.__setitem__(0, None),
    "scalar": lambda ms, x: x.sum()[0],
    "topk": lambda ms, x: ms.ops.TopK()(x, 9),
    "slice": lambda ms, x: ms.ops.slice(x, (0, 1), (2, 5)),
    "assign_shape": lambda ms, x: ms.ops.assign(x, ms.ops.ones((5,), ms.float32)),
    "assign_number": lambda ms, x: ms.ops.assign_add(x, 1),
    "assign_dtype": lambda ms, x: ms.ops.assign(x, x.astype(ms.float64)),
    "masked_fill_int": lambda ms, x: ms.ops.masked_fill(x.astype(ms.int32), x > 0, 1.5),
}


@case
def refusals(ms: Any, run: Any) -> Any:
    return merge(
        **{name: run.raises(lambda x, fn=fn: fn(ms, x), M) for name, fn in REFUSED.items()}
    )
