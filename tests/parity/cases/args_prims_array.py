"""Primitives that make, shape, pick, place and sort: what they are called with, and their settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand
from tests.parity.table import Rows, each, row

X = rand(3, 4)
CUBE = rand(2, 3, 4)
IMAGE = rand(1, 2, 4, 6)
ROWS = np.array([2, 0], np.int32)
SORTED = np.array([[1, 2, 2, 5, 7], [0, 3, 4, 4, 9]], np.float32)
SOUGHT = np.array([[2, 8], [4, -1]], np.float32)
REPEATED = np.array([[1, 1, 2], [1, 1, 2], [3, 3, 3]], np.int32)

WHOLE = rand(1, 2, 4, 6, seed=5)


def in_blocks(x: np.ndarray) -> np.ndarray:
    """Every second row and column, those of one start side by side in the batch."""
    return np.concatenate([x[:, :, i::2, j::2] for i in (0, 1) for j in (0, 1)])


SHAPED: Rows = {
    "shifted": row(
        lambda ms, x, sums: (
            ms.ops.operations.PadAndShift()(x, sums, 0),
            ms.ops.operations.PadAndShift()(x, sums, 1),
        ),
        np.array([9, 13, -1, -2, 7], np.int32),
        np.array([1, 3, 5], np.int32),
    ),
    "joined": row(lambda ms, x, y: ms.ops.Pack(axis=1)([x, y]), X, rand(3, 4, seed=1)),
    "apart": row(lambda ms, x: ms.ops.Unpack(axis=1)(x), X),
    "apart_counted": row(lambda ms, x: ms.ops.Unstack(axis=1, num=4)(x), X),
    "triangles": row(lambda ms, x: (ms.ops.Tril(diagonal=1)(x), ms.ops.Triu(diagonal=-1)(x)), X),
    "padded": row(
        lambda ms, x: (
            ms.ops.PadV3(mode="reflect")(x, ms.Tensor([1, 2, 0, 1], ms.int64)),
            ms.ops.PadV3(mode="edge", paddings_contiguous=False)(
                x, ms.Tensor([1, 0, 0, 2], ms.int64)
            ),
        ),
        IMAGE,
    ),
    "padded_last": row(lambda ms, x: ms.ops.Padding(pad_dim_size=4)(x), rand(3, 1)),
    "turned": row(lambda ms, x: ms.ops.TransposeView()(x, (2, 0, 1)), CUBE),
    "masked": row(
        lambda ms, x, y: (
            ms.ops.MaskedSelect()(x, x > 0),
            ms.ops.MaskedScatter()(x, x > 0, y),
        ),
        X,
        rand(12, seed=3),
    ),
}
PLACED: Rows = {
    "inplace": row(
        lambda ms, x, v: (
            ms.ops.InplaceAdd(indices=(2, 0))(x, v),
            ms.ops.InplaceSub(indices=(2, 0))(x, v),
            ms.ops.InplaceUpdate(indices=(2, 0))(x, v),
        ),
        X,
        rand(2, 4, seed=1),
    ),
    "scattered": row(
        lambda ms, x, at, v: ms.ops.TensorScatterAdd()(x, at, v),
        X,
        np.array([[2], [0], [2]], np.int32),
        rand(3, 4, seed=1),
    ),
    "elements": row(
        lambda ms, x, at, v: (
            ms.ops.TensorScatterElements(axis=1, reduction="add")(x, at, v),
            ms.ops.TensorScatterElements(axis=1)(x, at, v),
        ),
        X,
        np.array([[3, 1], [0, 2], [1, 0]], np.int32),
        rand(3, 2, seed=1),
    ),
}
FOUND: Rows = {
    "bucketize": row(lambda ms, x: ms.ops.Bucketize(boundaries=[-1.0, 0.5, 1.0])(x), X),
    "lower": row(lambda ms, x, v: ms.ops.LowerBound(out_type=ms.int64)(x, v), SORTED, SOUGHT),
    "searched": row(
        lambda ms, x, v: (
            ms.ops.SearchSorted(dtype=ms.int32, right=True)(x, v),
            ms.ops.SearchSorted(dtype=ms.int32)(x, v),
        ),
        SORTED,
        SOUGHT,
    ),
    "in_top": row(
        lambda ms, x, y: (ms.ops.InTopK(k=2)(x, y), ms.ops.InTopK(k=1)(x, y)),
        X,
        np.array([1, 3, 0], np.int32),
    ),
    "nonzero": row(lambda ms, x: ms.ops.NonZero()(x > 0.5), X),
    "histogram": row(lambda ms, x: ms.ops.Histogram(bins=4, min=-1.0, max=1.5)(x), X),
    "runs": row(
        lambda ms, x: (
            *ms.ops.UniqueConsecutive(return_inverse=True, return_counts=True, dim=0)(x),
            *ms.ops.UniqueConsecutive(True, True)(x),
            *ms.ops.UniqueConsecutive(return_inverse=True, dim=1)(x)[:2],
            ms.ops.UniqueConsecutive(return_counts=True, dim=1)(x)[2],
        ),
        REPEATED,
    ),
    "lower_triangle": row(
        lambda ms: (
            ms.ops.TrilIndices(row=3, col=4, offset=-1, dtype=ms.int64)(),
            ms.ops.TriuIndices(row=3, col=4, offset=1, dtype=ms.int64)(),
            ms.ops.TriuIndices(4, 3)(),
        )
    ),
    "spans": row(
        lambda ms: (
            ms.ops.Range(maxlen=10)(
                ms.Tensor(1, ms.int32), ms.Tensor(9, ms.int32), ms.Tensor(3, ms.int32)
            ),
            ms.ops.LinSpace()(ms.Tensor(1, ms.float32), ms.Tensor(4, ms.float32), 5),
        )
    ),
    "shapes": row(lambda ms, x: ms.ops.TensorShape()(x), X),
    "scalars": row(
        lambda ms: (
            ms.ops.ScalarToTensor()(3, ms.float16),
            ms.ops.ScalarToTensor()(2.5),
            ms.ops.ScalarCast()(2.7, ms.int64),
        )
    ),
}
FORMULAS: Rows = {
    "blocks": row(
        lambda ms, x: ms.ops.SpaceToBatch(block_size=2, paddings=[[0, 2], [1, 1]])(x),
        IMAGE,
        formula=lambda x: in_blocks(np.pad(x, ((0, 0), (0, 0), (0, 2), (1, 1)))),
    ),
    "unblocked": row(
        lambda ms, x: ms.ops.BatchToSpace(block_size=2, crops=[[0, 1], [1, 2]])(x),
        in_blocks(WHOLE),
        formula=lambda x: WHOLE[:, :, :3, 1:4],
    ),
    "rolled": row(
        lambda ms, x: (
            ms.ops.Roll(shifts=(1, -2), dims=(0, 1))(x),
            ms.ops.Roll(shifts=1, dims=-1)(x),
        ),
        X,
        formula=lambda x: (np.roll(x, (1, -2), (0, 1)), np.roll(x, 1, -1)),
    ),
    # The kernel counts the masked places as dimensions of the input.
    "sliced": row(
        lambda ms, x: (
            ms.ops.StridedSlice(new_axis_mask=2)(x, (0, 0, 1), (1, 2, 3), (1, 1, 1)),
            ms.ops.StridedSlice(ellipsis_mask=1)(x, (0, 1), (1, 3), (1, 1)),
        ),
        CUBE,
        formula=lambda x: (x[0:1, None, 1:3], x[..., 1:3]),
    ),
    # The kernel takes no order and no Float32 with a result of Int64.
    "searched_by_order": row(
        lambda ms, x, v, by: (
            ms.ops.SearchSorted(right=True)(x, v, by),
            ms.ops.SearchSorted()(x, v, by),
        ),
        SORTED[:, ::-1].copy(),
        SOUGHT,
        np.tile(np.arange(4, -1, -1), (2, 1)),
        formula=lambda x, v, by: [
            np.stack([np.searchsorted(row, a, side) for row, a in zip(SORTED, v, strict=True)])
            for side in ("right", "left")
        ],
    ),
    "counts": row(
        lambda ms, x, r: ms.ops.HistogramFixedWidth(nbins=4, dtype="int32")(x, r),
        X,
        np.array([-1, 1.5], np.float32),
        formula=lambda x, r: np.histogram(x.clip(*r), 4, r)[0].astype(np.int32),
    ),
    # The primitive is deprecated and runs nowhere.
    "shape": row(
        lambda ms, x: (ms.ops.DynamicShape(dtype=ms.int32)(x), ms.ops.DynamicShape()(x)),
        X,
        formula=lambda x: (np.array(x.shape, np.int32), np.array(x.shape)),
    ),
}
each(__name__, SHAPED)
each(__name__, PLACED, grad=False)
each(__name__, FOUND, grad=False, jit=False)
each(__name__, FORMULAS, jit=False)


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    """Settings that say when they are broken."""
    o, x = ms.ops, ms.Tensor(X)
    row, image = ms.Tensor(X[:, :1]), ms.Tensor(IMAGE)
    result, sought = ms.Tensor(SORTED), ms.Tensor(SOUGHT)
    calls = {
        "nbins": lambda: o.HistogramFixedWidth(0)(x, ms.Tensor([0, 1], ms.float32)),
        "dtype": lambda: o.HistogramFixedWidth(3, "int64"),
        "size": lambda: o.Padding(0)(row),
        "size_below": lambda: o.Padding(-1)(row),
        "reduction": lambda: o.TensorScatterElements(reduction="x")(
            x, ms.Tensor([[0]], ms.int32), ms.Tensor([[1.0]])
        ),
        "mode": lambda: o.PadV3(mode="x")(image, ms.Tensor([1, 1])),
        "contiguous": lambda: o.PadV3(paddings_contiguous=3)(
            image, ms.Tensor([1, 1]), ms.Tensor(1.0)
        ),
        "lower": lambda: o.LowerBound(out_type=ms.float32)(result, sought),
        "upper": lambda: o.UpperBound(out_type=ms.float32)(result, sought),
        "triangle": lambda: o.TrilIndices(-1, 3)(),
        "triangle_dtype": lambda: o.TriuIndices(3, 3, dtype=ms.float32)(),
        "top": lambda: o.InTopK("a")(x, ms.Tensor([1, 1, 1], ms.int32)),
        "bins": lambda: o.Histogram(bins=0)(x),
        "limits": lambda: o.Histogram(min=3.0, max=1.0)(x),
        "boundaries": lambda: o.Bucketize(boundaries=3)(x),
        "block": lambda: o.SpaceToBatch(1, [[0, 0], [0, 0]])(image),
        "paddings": lambda: o.SpaceToBatch(2, [[0, 0]])(image),
        "unblock": lambda: o.BatchToSpace(1, [[0, 0], [0, 0]])(image),
        "crops": lambda: o.BatchToSpace(2, [[0, 0]])(image),
        "indices": lambda: o.InplaceAdd(1.5)(x, x),
        "output_type": lambda: o.Argmin(output_type=ms.float32)(x),
        "output_type_max": lambda: o.Argmax(output_type=ms.float32)(x),
        "skip": lambda: o.ReduceSum(skip_mode=3)(x, 1),
        "order": lambda: o.Mvlgamma(p=0)(x + 9),
        "distance": lambda: o.Cdist(p=-1.0)(x, x),
        "distances": lambda: o.Pdist(p=-1.0)(x),
        "norm": lambda: o.Renorm(p=0, dim=0, maxnorm=1.0)(x),
        "adjoint": lambda: o.MatrixInverse("a")(ms.Tensor(CUBE[:, :, :3])),
        "solve_adjoint": lambda: o.MatrixSolve("a")(x, x),
    }
    return merge(**{name: run.raises(call) for name, call in calls.items()})


@case(jit=False)
def held(ms: Any, run: Any) -> Arrays:
    o = ms.ops
    p = ms.Parameter(ms.Tensor(X), name="p")
    out = o.Assign()(p, ms.Tensor(X * 2))
    kept = o.Depend()(ms.Tensor(X), o.Assign()(p, ms.Tensor(X + 1)))
    part = o.Partial()(lambda x, y: x - y, ms.Tensor(X))
    return {
        "out": out.asnumpy(),
        "kept": kept.asnumpy(),
        "p": p.asnumpy(),
        "part": part(ms.Tensor(X * 3)).asnumpy(),
    }
