"""Arguments of the reductions, statistics and sorts of mindspore.ops, l to z."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

X, BOX = rand(3, 4), rand(2, 3, 4)
HOLES = np.array([[0.5, np.nan, -2, 1], [np.nan, 3, 0.25, -1], [2, 1, 7, -4]], np.float32)
WHERE = np.array([[1, 0, 1, 1], [1, 1, 0, 0], [0, 1, 1, 1]], bool)
SORTED = np.array([[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]], np.float32)
WANTED = np.array([[3, 6, 9], [4, 6, 11]], np.float32)
REPEATED = np.array([[1, 1, 2], [1, 1, 2], [3, 3, 2], [1, 1, 2]], np.int32)

GRADED: Rows = {
    "logcumsumexp": row(lambda ms, x: ms.ops.logcumsumexp(input=x, axis=0), X),
    "nansum": row(
        lambda ms, x: ms.ops.nansum(input=x, axis=0, keepdims=True, dtype=ms.float64), HOLES
    ),
    "max": row(lambda ms, x, w: ms.ops.max(x, 1, initial=0.3, where=w), X, WHERE),
    "min": row(lambda ms, x, w: ms.ops.min(x, 0, keepdims=True, initial=0.3, where=w), X, WHERE),
    "reduce_min": row(lambda ms, x: ms.ops.reduce_min(x, axis=1), X),
    "std": row(lambda ms, x: ms.ops.std(x, 1, keepdims=True), BOX),
    "std_mean": row(lambda ms, x: ms.ops.std_mean(x, 1, ddof=1, keepdims=True), BOX),
    "var": row(lambda ms, x: ms.ops.var(x, (0, 2), keepdims=True), BOX),
    "var_mean": row(lambda ms, x: ms.ops.var_mean(x, axis=1, ddof=2, keepdims=True), BOX),
    "prod": row(lambda ms, x: ms.ops.prod(x, 0, dtype=ms.float64), X),
    "top_k": row(lambda ms, x: ms.ops.top_k(input_x=x, k=2)[0], X),
    "renorm": row(lambda ms, x: ms.ops.renorm(input=x, p=3, axis=1, maxnorm=1.5), BOX),
}

UNGRADED: Rows = {
    "nanmean": row(
        lambda ms, x: ms.ops.nanmean(input=x, axis=1, keepdims=True, dtype=ms.float64), HOLES
    ),
    "nanmean_cast": row(lambda ms, x: ms.ops.nanmean(x * 3, dtype=ms.int32), HOLES),
    "nansum_cast": row(lambda ms, x: ms.ops.nansum(x / 3, 1, dtype=ms.int32), HOLES),
    "nansum_of_integers": row(lambda ms, x: ms.ops.nansum(x, 0), REPEATED),
    "nansum_of_bool": row(lambda ms, x: ms.ops.nansum(x, 0), WHERE),
    "nanmedian": row(lambda ms, x: ms.ops.nanmedian(input=x, axis=0, keepdims=True), HOLES),
    "initial_of_integers": row(
        lambda ms, x: ms.ops.min(x, 0, initial=2.7), np.array([[3, 4], [7, 1]], np.int32)
    ),
    "top_k_places": row(lambda ms, x: ms.ops.top_k(x, 3), X),
    "top_k_any": row(lambda ms, x: ms.ops.sort(ms.ops.top_k(x, 3, sorted=False)[0])[0], X),
    "topk_any": row(lambda ms, x: ms.ops.sort(ms.ops.topk(x, 2, sorted=False)[0])[0], X),
    "unique_dim": row(lambda ms, x: ms.ops.unique_consecutive(x, True, True, dim=0), REPEATED),
    "searched": row(
        lambda ms, s, v: ms.ops.searchsorted(sorted_sequence=s, values=v, out_int32=True),
        SORTED,
        WANTED,
    ),
    # MindSpore's CPU kernel wants values and positions of one width.
    "searched_right": row(
        lambda ms, s, v: ms.ops.searchsorted(s, v, right=True),
        SORTED.astype(np.float64),
        WANTED.astype(np.float64),
    ),
    "searched_side": row(
        lambda ms, s, v: ms.ops.searchsorted(s, v, side="right"),
        SORTED.astype(np.float64),
        WANTED.astype(np.float64),
    ),
    "unique_with_pad": row(
        lambda ms, x: ms.ops.unique_with_pad(x=x, pad_num=-7), np.array([4, 1, 4, 4, 2], np.int32)
    ),
}

# MindSpore's CPU has no kernels for these.
BY_FORMULA: Rows = {
    "nonzero": row(lambda ms, x: ms.ops.nonzero(x, as_tuple=True), WHERE, formula=np.nonzero),
    "nanquantile": row(
        lambda ms, x: ms.ops.nanquantile(input=x, q=0.3, axis=1, keepdims=True),
        HOLES,
        formula=lambda x: np.nanquantile(x, 0.3, 1, keepdims=True).astype(np.float32),
    ),
    "quantile": row(
        lambda ms, x, q: ms.ops.quantile(input=x, q=q, axis=0, keepdims=True),
        X,
        np.array([0.2, 0.7], np.float32),
        formula=lambda x, q: np.quantile(x, q, 0, keepdims=True).astype(np.float32),
    ),
    "sorter": row(
        lambda ms, s, v, at: ms.ops.searchsorted(s, v, sorter=at),
        np.array([5, 9, 1], np.float32),
        np.array([0, 5, 6, 10], np.float32),
        np.array([2, 0, 1]),
        formula=lambda s, v, at: np.searchsorted(s, v, sorter=at),
    ),
}

group(__name__, "graded", GRADED, rtol=1e-4, atol=1e-5)
group(__name__, "ungraded", UNGRADED, grad=False, rtol=1e-4, atol=1e-5)
group(__name__, "by_formula", BY_FORMULA)
