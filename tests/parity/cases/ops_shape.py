"""Shapes, creation, joining and splitting."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = rand(2, 3, 4)
M = rand(2, 3, seed=1)
V = rand(3, seed=2)
INTS = np.array([[5, -7, 3], [-4, 6, 2]], np.int32)


@case
def views(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                ops.reshape(x, (4, 6)),
                ops.reshape(x, (-1,)),
                x.reshape(3, 8),
                x.reshape((6, -1)),
                x.view(24),
            ),
            *(
                x.view((2, 12)),
                ops.Reshape()(x, (6, 4)),
                ops.transpose(x, (2, 0, 1)),
                x.transpose(2, 0, 1),
            ),
            *(
                x.transpose(),
                x.transpose((1, 0, 2)),
                x.transpose(0, 2),
                ops.Transpose()(x, (1, 0, 2)),
            ),
            *(
                x.T,
                ops.permute(x, (0, 2, 1)),
                x.permute(1, 0, 2),
                x.swapaxes(0, 1),
                ops.swapaxes(x, 1, 2),
            ),
            *(
                ops.movedim(x, 0, 2),
                ops.expand_dims(x, -1),
                ops.ExpandDims()(x, 0),
                x.expand_dims(1),
            ),
            *(
                x.unsqueeze(0),
                ops.flatten(x),
                ops.Flatten()(x),
                ops.flatten(x, start_dim=0),
                x.flatten(),
            ),
            *(x.flatten(order="F"), x.flatten(start_dim=1), x.ravel(), ops.flatten(x[0, 0]), x.mT),
        ),
        X,
    )


@case
def squeezing(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                ops.squeeze(x),
                ops.squeeze(x, 0),
                ops.Squeeze()(x),
                ops.Squeeze(2)(x),
                ops.Squeeze((0, 2))(x),
            ),
            *(x.squeeze(), x.squeeze(0), x.squeeze(1), x.squeeze((0, 2))),
        ),
        rand(1, 3, 1, 2),
    )


@case
def broadcasting(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, v: (
            *(ops.broadcast_to(v, (2, 3)), ops.BroadcastTo((4, 2, 3))(x), ops.broadcast_to(x, (2, -1, -1))),
            *(v.broadcast_to((2, 3)), v.expand_as(x), x.expand(2, -1, -1), ops.tile(x, (2, 1)), x.tile((1, 2))),
            *(ops.tile(x, (2, 2, 1)), ops.tile(x, (2,)), ops.Tile()(x, (1, 2)), ops.repeat_elements(x, 2, 1)),
            *(ops.repeat_interleave(x, 2, 0), ops.repeat_interleave(x, 2), x.repeat_interleave(2, 0)),
        ),
        M, V,
    )  # fmt: skip


@case
def joining(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.concat((x, y)), ops.concat([x, y], 1), ops.cat((x, y), axis=-1), ops.Concat(1)((x, y))),
            *(ops.stack((x, y)), ops.stack([x, y], 2), ops.Stack(1)((x, y)), ops.stack((x, y), axis=-1)),
            *(ops.hstack((x, y)), ops.vstack((x, y)), ops.dstack((x, y)), ops.column_stack((x, y))),
        ),
        M, M + 1,
    )  # fmt: skip


@case
def splitting(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                *ops.split(x, 1),
                *ops.split(x, 2, 1),
                *ops.split(x, [1, 2], axis=1),
                *ops.Split(1, 3)(x),
            ),
            *(
                *x.split(1),
                *x.split(2, axis=1),
                *ops.unstack(x),
                *ops.Unstack(1)(x),
                *ops.unbind(x, 1),
            ),
            *(*ops.chunk(x, 2, 1), *x.chunk(2, 1), *ops.tensor_split(x, 2, 1), *ops.hsplit(x, 3)),
            *ops.Split()(x),
        ),
        M,
    )


@case
def turning(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                ops.flip(x, (0, 1)),
                ops.ReverseV2([1])(x),
                ops.flip(x, (1,)),
                x.flip((0,)),
                ops.rot90(x, 1, [0, 1]),
            ),
            *(
                ops.diagonal(x),
                ops.tril(x),
                ops.triu(x, 1),
                x.tril(),
                ops.matrix_band_part(x, 0, 1),
            ),
        ),
        M,
    )


@case
def blocks_of_pixels(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(lambda x: (ops.DepthToSpace(2)(x), ops.SpaceToDepth(2)(x)), rand(1, 8, 4, 2))


@case
def casting(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        floats=run(
            lambda x: (
                *(
                    ops.cast(x, ms.int32),
                    ops.cast(x, ms.float16),
                    ops.Cast()(x, ms.float64),
                    x.astype("float16"),
                ),
                *(
                    x.astype(ms.bool_),
                    x.astype(np.float64),
                    x.astype(int),
                    x.astype(float),
                    x.to(ms.float16),
                ),
                *(x.int(), x.long(), x.half(), x.double(), x.bool(), x.float(), x.astype(ms.uint8)),
            ),
            M,
            grad=False,
        ),
        gradient=run(lambda x: ops.cast(x * 2, ms.float64) * 3, M),
        numbers=run(
            lambda x: (ops.cast(1, ms.float32), ops.cast(True, ms.int32), x.type_as(x)), INTS
        ),
    )


@case
def creating(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda i: (
            *(
                ops.zeros((2, 3)),
                ops.zeros(2),
                ops.zeros((2,), ms.int32),
                ops.ones(2, ms.bool_),
                ops.ones((1, 2)),
            ),
            *(
                ops.zeros_like(i),
                ops.ones_like(i, dtype=ms.int8),
                ops.full((2,), 1),
                ops.full((2,), 1.5),
            ),
            *(
                ops.full((2,), 1, dtype=ms.float32),
                ops.full_like(i, 2),
                ops.fill(ms.float32, (2,), 1),
            ),
            *(ops.Fill()(ms.int32, (2,), 1), ops.Zeros()((2,), ms.float32), ops.Ones()(2, ms.int8)),
            *(
                ops.ZerosLike()(i),
                ops.OnesLike()(i),
                ops.eye(2),
                ops.eye(2, 3),
                ops.eye(2, 3, ms.int32),
            ),
            *(
                ops.Eye()(2, 2, ms.float32),
                ops.arange(5),
                ops.arange(1, 5, 2),
                ops.arange(0.0, 1.0, 0.25),
            ),
            *(
                ops.arange(3, dtype=ms.float32),
                ops.arange(0, 5, 1.5),
                ops.range(0, 5, 2),
                ops.linspace(0, 1, 3),
            ),
            *(ops.range(0.0, 1.0, 0.5), ops.scalar_to_tensor(1), ops.scalar_to_tensor(1, ms.int32)),
            *(ops.tuple_to_array((1, 2, 3)), i.new_zeros((2,)), i.new_ones((2,), dtype=ms.float32)),
            *(i.fill(2), ops.tril_indices(2, 3), ops.triu_indices(2, 3), ops.dyn_shape(i)),
        ),
        INTS,
    )


@case
def one_hots(ms: Any, run: Any) -> Any:
    ops, on, off = ms.ops, ms.Tensor(1.5), ms.Tensor(0.5)
    ids = np.array([0, 2, 5, 1], np.int32)
    return run(
        lambda i: (
            *(
                ops.one_hot(i, 3),
                ops.one_hot(i, 3, on, off),
                ops.one_hot(i, 3, 1.0, 0.0),
                ops.OneHot()(i, 3, on, off),
            ),
            *(ops.OneHot(axis=0)(i, 3, on, off), ops.one_hot(i.reshape(2, 2), 3, on, off, 1)),
        ),
        ids,
        grad=False,
    )


@case
def grids(ms: Any, run: Any) -> Any:
    ops = ms.ops
    a, b = np.array([1, 2], np.int64), np.array([3, 4, 5], np.int64)
    return run(
        lambda x, y: (
            *(*ops.meshgrid(x, y), *ops.meshgrid(x, y, indexing="ij"), *ops.Meshgrid()((x, y))),
            ops.sequence_mask(x, 4),
        ),
        a, b,
    )  # fmt: skip


@case
def facts(ms: Any, run: Any) -> Any:
    """What is said about a tensor rather than computed from it."""
    x, ops = ms.Tensor(M), ms.ops
    numbers = [
        x.ndim,
        x.size,
        x.itemsize,
        x.nbytes,
        ops.rank(x),
        ops.size(x),
        ops.Size()(x),
        ops.Rank()(x),
    ]
    numbers += [*ops.shape(x), *ops.Shape()(x), *x.strides, *x.stride(), x.numel(), x.dim(), len(x)]
    return {
        "numbers": np.array(numbers),
        "texts": np.array(
            [str(x.dtype), str(ops.dtype(x)), repr(ops.DType()(x)), x.type(), str(x)]
        ),
        "truths": np.array(
            [ops.is_tensor(x), ops.is_tensor(1), x.is_floating_point(), x.is_contiguous()]
        ),
    }


@case(jit=False)
def views_share_memory(ms: Any, run: Any) -> Any:
    x = ms.Tensor(X)
    x[0][0] = 100
    x.view(24)[5] = 101
    x.transpose(2, 1, 0)[3] = 102
    x[1:2][0, 1] = 103
    same = x.astype(ms.float32)
    same[1, 2] = 104
    return {"x": x.asnumpy().copy()}


@case(jit=False)
def augmented_assignment_makes_a_new_tensor(ms: Any, run: Any) -> Any:
    x = ms.Tensor(M)
    y = x
    y += 1
    y *= 2
    return {"x": x.asnumpy(), "y": y.asnumpy(), "same": np.array(y is x)}


REFUSED = {
    "reshape_size": lambda ms, x: ms.ops.reshape(x, (4,)),
    "reshape_int": lambda ms, x: ms.ops.reshape(x, -1),
    "reshape_text": lambda ms, x: ms.ops.reshape(x, ("a",)),
    "reshape_nothing": lambda ms, x: x.reshape(),
    "transpose_rank": lambda ms, x: ms.ops.transpose(x, (0,)),
    "expand_dims": lambda ms, x: ms.ops.expand_dims(x, 7),
    "concat_nothing": lambda ms, x: ms.ops.concat(()),
    "concat_tensor": lambda ms, x: ms.ops.concat(x),
    "concat_axis": lambda ms, x: ms.ops.concat((x, x), 5),
    "concat_ranks": lambda ms, x: ms.ops.concat((x, x[0])),
    "stack_dtypes": lambda ms, x: ms.ops.stack((x, x.astype(ms.int32))),
    "stack_shapes": lambda ms, x: ms.ops.stack((x, x[0])),
    "stack_nothing": lambda ms, x: ms.ops.stack(()),
    "split_sum": lambda ms, x: ms.ops.split(x, [1, 3], 1),
    "split_zero": lambda ms, x: ms.ops.split(x, 0),
    "split_number": lambda ms, x: ms.ops.Split(1, 2)(x),
    "broadcast": lambda ms, x: ms.ops.broadcast_to(x, (3, 3)),
    "cast_text": lambda ms, x: ms.ops.cast(x, "float32"),
    "cast_numpy": lambda ms, x: ms.ops.cast(x, np.float32),
    "astype_text": lambda ms, x: x.astype("f"),
    "zeros_dtype": lambda ms, x: ms.ops.zeros(2, 3),
    "zeros_negative": lambda ms, x: ms.ops.zeros(-1),
    "zeros_float": lambda ms, x: ms.ops.zeros(2.5),
    "arange_step": lambda ms, x: ms.ops.arange(1, 5, 0),
    "one_hot_floats": lambda ms, x: ms.ops.one_hot(x, 3, 1, 0),
    "shape_of_number": lambda ms, x: ms.ops.shape(1),
    "constructor": lambda ms, x: ms.ops.Concat(1, 2, 3)((x, x)),
}


@case
def refusals(ms: Any, run: Any) -> Any:
    return merge(
        **{name: run.raises(lambda x, fn=fn: fn(ms, x), M) for name, fn in REFUSED.items()}
    )
