"""Primitives of sampled classes, decoded scores, matrices, layouts, counts, places and control."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Rows, group, row

SCORES = rand(5, 2, 3, seed=2)
LENGTHS = np.array([5, 3], np.int32)
WORDS = np.array([[[1, 2, 1, 2, 5, 1, 2]]], np.int32)
CHANCES = rand(1, 1, 6)
COMPLEX = np.array([[[1 + 1j, 2], [2, 6]], [[2, 1], [0, 2]]], np.complex128)
A, B, X = (np.array(v, np.float32) for v in ([0.3, 2, 5], [0.4, 3, 1], [0.2, 0.7, 0.5]))
TALL, WIDE = rand(3, 2), rand(2, 3)


def ridge(ms: Any) -> Any:
    return ms.Tensor(0.1, ms.float64)


FORWARD: Rows = {
    "decoded": row(lambda ms, x, n: ms.ops.CTCGreedyDecoder()(x, n), SCORES, LENGTHS),
    "decoded_apart": row(
        lambda ms, x, n: ms.ops.CTCGreedyDecoder(merge_repeated=False)(x, n), SCORES, LENGTHS
    ),
    "decoded_by_function": row(
        lambda ms, x, n: ms.ops.ctc_greedy_decoder(
            inputs=x, sequence_length=n, merge_repeated=False
        ),
        SCORES,
        LENGTHS,
    ),
    "no_word": row(lambda ms, w, p: ms.ops.NoRepeatNGram()(w, p), WORDS, CHANCES),
    "no_pair": row(lambda ms, w, p: ms.ops.NoRepeatNGram(ngram_size=2)(w, p), WORDS, CHANCES),
    "no_run": row(lambda ms, w, p: ms.ops.NoRepeatNGram(3)(w, p), WORDS, CHANCES),
    "logarithm": row(lambda ms, x: ms.ops.MatrixLogarithm()(x), COMPLEX),
    "least_squares": row(lambda ms, a, b: ms.ops.MatrixSolveLs()(a, b, ridge(ms)), TALL, TALL),
    "least_squares_wide": row(
        lambda ms, a, b: ms.ops.MatrixSolveLs(fast=True)(a, b, ridge(ms)), WIDE, WIDE
    ),
    "least_squares_slow": row(
        lambda ms, a, b: ms.ops.MatrixSolveLs(fast=False)(a, b, ridge(ms)), WIDE, WIDE
    ),
    "three_diagonals": row(
        lambda ms, a, b, c, d: ms.ops.TridiagonalMatMul()(a, b, c, d),
        *(rand(2, 1, 4, seed=i) for i in range(3)),
        rand(2, 4, 3),
    ),
    "dimensions": row(
        lambda ms, x: (
            ms.ops.DataFormatDimMap()(x),
            ms.ops.DataFormatDimMap(src_format="NCHW", dst_format="NHWC")(x),
        ),
        np.array([0, 1, 2, 3, -1, -3], np.int32),
    ),
    "sizes": row(
        lambda ms, x: (
            ms.ops.DataFormatVecPermute()(x),
            ms.ops.DataFormatVecPermute(src_format="NCHW", dst_format="NHWC")(x),
        ),
        np.array([[1, 2], [3, 4], [5, 6], [7, 8]], np.int32),
    ),
    "ranges": row(
        lambda ms, a, b, c: ms.ops.RaggedRange(Tsplits=ms.int64)(a, b, c),
        *(np.array(v, np.int32) for v in ([2, 5, 8], [3, 5, 12], [1, 1, 2])),
    ),
    "ranges_float": row(
        lambda ms, a, b, c: ms.ops.RaggedRange(ms.int32)(a, b, c),
        *(np.array(v, np.float32) for v in ([2, 5.5], [3.2, 5], [0.5, -0.2])),
    ),
    "bits": row(
        lambda ms, x: ms.ops.CompareAndBitpack()(x, ms.Tensor(4.0, ms.float32)),
        np.array([[1, 2, 9, 4, 5, 6, 3, 8], [8, 7, 6, 5, 4, 3, 2, 1]], np.float32),
    ),
    "numbers": row(lambda ms, x: ms.ops.CheckNumerics()(x), TALL),
    "equal": row(
        lambda ms, x, y: ms.ops.EqualCount()(x, y), np.array([1, 2, 3]), np.array([1, 5, 3])
    ),
    "filtered": row(lambda ms, x: ms.ops.SubAndFilter()(x, 10, 5), np.array([1, 3, 5, 8, 20])),
    "dealt": row(lambda ms, x: ms.ops.MapUniform()(x, ms.Tensor(3), ms.Tensor(2)), np.arange(7)),
    "put": row(
        lambda ms, x, v: ms.ops.IndexPut()(x, v, [ms.Tensor([0, 2]), ms.Tensor([1, 1])]),
        rand(3, 3),
        np.array([1, 2], np.float32),
    ),
    "put_added": row(
        lambda ms, x, v: ms.ops.IndexPut(accumulate=1)(
            x, v, [ms.Tensor([0, 0]), ms.Tensor([1, 1])]
        ),
        rand(3, 3),
        np.array([1, 2], np.float32),
    ),
    "updated": row(lambda ms, x, v: ms.ops.InplaceUpdateV2()(x, (0, 2), v), TALL, rand(2, 2)),
    "axis": row(
        lambda ms, x, i, v: (
            ms.ops.ScatterAddWithAxis(axis=1)(x, i, v),
            ms.ops.ScatterAddWithAxis()(x, i, v),
        ),
        WIDE,
        np.array([[0, 1], [0, 0]], np.int32),
        rand(2, 2),
    ),
    "rows": row(lambda ms, x, y: ms.ops.ParallelConcat()([x, y]), rand(1, 2), rand(1, 2, seed=1)),
    "tuple": row(lambda ms, x: ms.ops.TensorToTuple()(x), np.array([1, 2])),
    "select": row(lambda ms, x: ms.ops.SelectView()(x, 1, 0), WIDE),
    "turned": row(lambda ms, x: ms.ops.TransposeExtView()(x, 0, 1), WIDE),
    "copied": row(lambda ms, x, y: ms.ops.CopyWithSlice()(x, y), TALL, TALL * 2),
    "function": row(
        lambda ms, x, y: ms.ops.PyFunc(
            fn=lambda a, b: (a + 1, b * 2),
            in_types=[ms.float32, ms.int32],
            in_shapes=[(2,), (2,)],
            out_types=[ms.float32, ms.int32],
            out_shapes=[(2,), (2,)],
        )(x, y),
        np.array([1, 2], np.float32),
        np.array([3, 4], np.int32),
    ),
    "function_of_a_number": row(
        lambda ms, x: ms.ops.PyFunc(
            fn=lambda a: np.float32(a + (type(a) is int)),
            in_types=[ms.int32],
            in_shapes=[()],
            out_types=[ms.float32],
            out_shapes=[()],
        )(x),
        np.array([3], np.int32),
    ),
    "function_of_another_shape": row(
        lambda ms, x: ms.ops.PyFunc(
            fn=lambda a: a + np.float32(len(a)),
            in_types=[ms.float32],
            in_shapes=[(2, 2)],
            out_types=[ms.float32],
            out_shapes=[(4, 1)],
        )(x),
        np.arange(4, dtype=np.float32),
    ),
}
group(__name__, "forward", FORWARD, grad=False, jit=False, rtol=1e-4, atol=1e-5)

GRADED: Rows = {
    "beta": row(lambda ms, x: ms.ops.Betainc()(ms.Tensor(A), ms.Tensor(B), x), X),
    "beta_all": row(lambda ms, a, b, x: ms.ops.Betainc()(a, b, x), A, B, X),
    "reused": row(lambda ms, x: ms.ops.Reusing()(x), X),
}
group(__name__, "graded", GRADED, rtol=1e-4, atol=1e-5, jit=False)

# MindSpore's CPU has no kernel for these.
FORMULAS: Rows = {
    "lerp": row(
        lambda ms, x, y: ms.ops.LerpScalar()(x, y, 0.25), A, B, formula=lambda x, y: x + (y - x) / 4
    ),
    "log_softmax": row(
        lambda ms, x: ms.ops.LogSoftmaxExt()(x, -1),
        WIDE,
        formula=lambda x: x - np.log(np.exp(x).sum(-1, keepdims=True)),
    ),
    "moved": row(
        lambda ms, x: (ms.ops.MoveTo()(x, "CPU"), ms.ops.move_to(x, to="CPU", blocking=True)),
        WIDE,
        formula=lambda x: (x, x),
    ),
    "hits": row(
        lambda ms, t, s: ms.ops.ComputeAccidentalHits(num_true=2)(t, s),
        np.array([[1, 2], [0, 4], [3, 3]]),
        np.array([0, 1, 2, 3, 4]),
        formula=lambda t, s: (
            np.array([0, 0, 1, 1, 2, 2], np.int32),
            np.array([1, 2, 0, 4, 3, 3]),
            np.full(6, np.finfo(np.float32).min, np.float32),
        ),
    ),
    "confusion": row(
        lambda ms, a, b, w: (
            ms.ops.ConfusionMatrix(num_classes=3)(a, b),
            ms.ops.ConfusionMatrix(3, dtype="float32")(a, b, w),
        ),
        np.array([0, 1, 2], np.int32),
        np.array([0, 1, 1], np.int32),
        np.array([0.5, 1, 2], np.float32),
        formula=lambda a, b, w: (
            np.array([[1, 0, 0], [0, 1, 0], [0, 1, 0]], np.int32),
            np.array([[0.5, 0, 0], [0, 1, 0], [0, 2, 0]], np.float32),
        ),
    ),
    "blocks": row(
        lambda ms, x: ms.ops.BatchToSpaceNDV2()(x, [2, 2], [[0, 0], [0, 0]]),
        rand(4, 1, 1, 1),
        formula=lambda x: x.reshape(1, 1, 2, 2),
    ),
    "margins": row(
        lambda ms, x, t: ms.ops.MultilabelMarginLoss(reduction="none")(x, t),
        np.array([[0.1, 0.2, 0.4, 0.8]], np.float32),
        np.array([[3, 0, -1, 1]], np.int32),
        formula=lambda x, t: (np.array([0.85], np.float32), np.array([[1, 0, 0, 1]], np.int32)),
    ),
}
group(__name__, "formulas", FORMULAS, rtol=1e-4, atol=1e-5, jit=False)


@case(jit=False)
def in_place(ms: Any, run: Any) -> Arrays:
    held = ms.Parameter(ms.Tensor(TALL), name="x")
    new = ms.Tensor(rand(2, 2, seed=1))
    ms.ops.InplaceIndexAdd(axis=0)(held, ms.Tensor([0, 2], ms.int32), new)
    return {"x": held.asnumpy()}


@case(jit=False)
def coordinates_added(ms: Any, run: Any) -> Arrays:
    """The formula, on MindSpore's side."""
    if is_mindspore(ms):
        return {"x": np.array([1, 3, 5], np.float32)}
    held = ms.Parameter(ms.Tensor([1, 2, 3], ms.float32), name="x")
    new = ms.Tensor([1, 2], ms.float32)
    out = ms.ops.ScatterNonAliasingAdd()(held, ms.Tensor([[1], [2]], ms.int32), new)
    return {"x": out.asnumpy()}


@case(jit=False)
def loops(ms: Any, run: Any) -> Arrays:
    ops, x = ms.ops, ms.Tensor(A)
    carried = ops.Scan()(lambda c, e: (c + e, c * e), x, [x, x], 2, True)
    return {
        "while": np.array(ops.WhileLoop()(lambda v: v < 5, lambda v: v + 1, 0)),
        "for": np.array(ops.ForiLoop()(0, 4, lambda i, v: v + i, 3, unroll=True)),
        "none": np.array(ops.ForiLoop()(4, 0, lambda i, v: v + i, 3)),
        "carry": carried[0].asnumpy(),
        "scanned": np.stack([y.asnumpy() for y in carried[1]]),
        "length": np.array(ops.Scan()(lambda c, e: (c + e, c * e), 1, [1, 2, 3], None)[1]),
    }


@case(jit=False, rtol=1e-4, atol=1e-5)
def expected(ms: Any, run: Any) -> Arrays:
    """How often classes are expected, which the numbers drawn do not change."""
    one, two = ms.Tensor(np.array([[1], [3]])), ms.Tensor(np.array([[1, 3], [0, 4]]))
    ops = ms.ops
    uniform = {"num_true": 1, "num_sampled": 3, "unique": False, "range_max": 4, "seed": 1}
    falling = {"num_true": 2, "num_sampled": 5, "unique": False, "range_max": 5, "seed": 1}
    whole = ops.UniformCandidateSampler(1, 4, True, 4)(one)
    rest = ops.UniformCandidateSampler(**uniform, remove_accidental_hits=False)(one)
    beside = ops.uniform_candidate_sampler(
        true_classes=one, **{**uniform, "num_sampled": 2}, remove_accidental_hits=False
    )
    fall = ops.LogUniformCandidateSampler(**falling)(two)
    by_function = ops.log_uniform_candidate_sampler(true_classes=two, **falling)
    return {
        "all": np.sort(whole[0].asnumpy()),
        "true": rest[1].asnumpy(),
        "drawn": rest[2].asnumpy(),
        "beside": beside[1].asnumpy(),
        "falling": fall[1].asnumpy(),
        "function": by_function[1].asnumpy(),
        "shape": np.array(fall[0].shape + fall[2].shape),
    }


@case(jit=False)
def drawn(ms: Any, run: Any) -> Arrays:
    """Shapes, dtypes and bounds of what is drawn."""
    ops, x = ms.ops, ms.Tensor(WIDE)
    bounds = [ms.Tensor(v, ms.float32) for v in ([0.0, 5.0], [1.0, 1.0], [-1.0, 4.0], [2.0, 9.0])]
    between = ops.ParameterizedTruncatedNormal(seed=1, seed2=1)(
        ms.Tensor([2, 50], ms.int32), *bounds
    )
    low, high = np.array([[-1.0], [4.0]]), np.array([[2.0], [9.0]])
    logs = ops.LogNormalReverse(mean=0.5, std=0.25)(x)
    wide = ops.Cauchy([2, 3], median=0.5, sigma=2.0)()
    any_ = ops.NonDeterministicInts(dtype=ms.int32)(ms.Tensor([2, 2], ms.int32))
    inside = between.asnumpy() if not is_mindspore(ms) else np.clip(between.asnumpy(), low, high)
    return {
        "inside": np.array(bool((inside >= low).all() and (inside <= high).all())),
        "between": np.array(between.shape),
        "logs": np.array(bool((logs.asnumpy() > 0).all()) and logs.shape == (2, 3)),
        "wide": np.array(wide.shape),
        "kind": np.array(str(any_.dtype)),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    t, ops = ms.Tensor, ms.ops
    scores, classes = t(SCORES), t(np.array([[1], [3]]))
    calls = {
        "long": lambda: ops.CTCGreedyDecoder()(scores, t([5, 9], ms.int32)),
        "ngram": lambda: ops.NoRepeatNGram(0),
        "ngram_long": lambda: ops.NoRepeatNGram(9)(t(WORDS), t(CHANCES)),
        "real": lambda: ops.MatrixLogarithm()(t(TALL[:2])),
        "rows": lambda: ops.MatrixSolveLs()(t(TALL), t(WIDE), t(0.1, ms.float64)),
        "layout": lambda: ops.DataFormatDimMap("NCHW", "NWHC"),
        "still": lambda: ops.RaggedRange(ms.int32)(*[t([0, 1], ms.int32)] * 3),
        "seven": lambda: ops.CompareAndBitpack()(t(np.ones(7, np.float32)), t(0.1, ms.float32)),
        "nan": lambda: ops.CheckNumerics()(t([np.nan], ms.float32)),
        "shapes": lambda: ops.Betainc()(t(A), t(B[:2]), t(X)),
        "unequal": lambda: ops.EqualCount()(t(A), t(B[:2])),
        "many": lambda: ops.UniformCandidateSampler(1, 5, True, 4)(classes),
        "none": lambda: ops.UniformCandidateSampler(0, 3, True, 4),
        "true": lambda: ops.UniformCandidateSampler(2, 3, False, 4)(classes),
        "mean": lambda: ops.LogNormalReverse("a"),
        "median": lambda: ops.Cauchy([2], 1),
        "kind": lambda: ops.NonDeterministicInts(ms.float32),
        "vector": lambda: ops.NonDeterministicInts(ms.int32)(t([2], ms.int32)),
        "no_function": lambda: ops.WhileLoop()(1, lambda x: x + 1, 0),
        "false": lambda: ops.Assert(summarize=2)(False, [t([1])]),
        "summarize": lambda: ops.Assert("a"),
    }
    result = {}
    for name, call in calls.items():
        result[name] = run.raises(lambda call=call: (call(), t(0))[1])
    return merge(**result)
