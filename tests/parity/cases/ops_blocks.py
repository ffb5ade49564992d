"""Packed factorizations, bands of diagonals, segments, space and batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

A = rand(4, 3, seed=1)
SQUARE = rand(3, 3, seed=2) + 3 * np.eye(3, dtype=np.float32)
BANDS = (0, 1, -1, (-1, 1), (0, 2), (-2, -1))
ALIGN = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")


@case(rtol=1e-4, atol=1e-5)
def packed_qr(ms: Any, run: Any) -> Any:
    def q(a: Any) -> Any:
        return ms.ops.orgqr(*ms.ops.geqrf(a))

    return merge(
        geqrf=run(ms.ops.geqrf, A, grad=False),
        q=run(q, A, grad=False),
        qr=run(lambda a: [abs(t) for t in ms.ops.Qr()(a)], A, grad=False),
        full=run(lambda a: [abs(t) for t in ms.ops.Qr(True)(a)][0], rand(3, 3, seed=4), grad=False),
    )


@case(rtol=1e-4, atol=1e-5)
def packed_lu(ms: Any, run: Any) -> Any:
    data, pivots = (
        rand(3, 3, seed=5) + 2 * np.eye(3, dtype=np.float32),
        np.array([2, 3, 3], np.int32),
    )
    return merge(
        solve=run(ms.ops.lu_solve, rand(3, 2), data, pivots, grad=False),
        unpack=run(ms.ops.lu_unpack, data, pivots, grad=False),
        batch=run(ms.ops.lu_unpack, np.stack([data, data]), np.stack([pivots, pivots]), grad=False),
    )


@case(rtol=1e-4, atol=1e-5)
def triangular(ms: Any, run: Any) -> Any:
    solve = ms.ops.MatrixTriangularSolve
    pair = np.tril(SQUARE), rand(3, 2)
    upper = np.triu(SQUARE), rand(3, 2)
    return merge(
        lower=run(solve(), *pair, grad=False),
        adjoint=run(solve(adjoint=True), *pair, grad=False),
        upper=run(solve(lower=False), *upper, grad=False),
        both=run(solve(False, True), *upper, grad=False),
    )


@case(rtol=1e-4, atol=1e-5)
def norms(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        nuclear=run(ops.NuclearNorm(), A, grad=False),
        dims=run(ops.NuclearNorm((0, 2), True), rand(2, 3, 4), grad=False),
        cross=run(ops.Cross(dim=1), A, rand(4, 3, seed=7), grad=False),
    )


@case(rtol=1e-4, atol=1e-5)
def eigenvalues(ms: Any, run: Any) -> Any:
    return merge(
        one=run(lambda a: ms.ops.real(ms.ops.Eig()(a)[0]).sum(), SQUARE, grad=False),
        both=run(lambda a: ms.ops.real(ms.ops.Eig(True)(a)[0]).sum(), SQUARE, grad=False),
    )


def _k(ms: Any, band: Any) -> Any:
    return ms.Tensor(band, ms.int32)


@case(jit=False)
def matrix_diag_part(ms: Any, run: Any) -> Any:
    x = ms.Tensor(rand(2, 3, 4))
    pad = ms.Tensor(9.0, ms.float32)
    return {
        f"{i}{align}": ms.ops.matrix_diag_part(x, _k(ms, band), pad, align).asnumpy()
        for i, band in enumerate(BANDS)
        for align in ALIGN
    }


@case(jit=False)
def matrix_diag(ms: Any, run: Any) -> Any:
    x = ms.Tensor(rand(2, 3, 4))
    pad, result = ms.Tensor(9.0, ms.float32), {}
    for i, band in enumerate(BANDS):
        for align in ALIGN:
            part = ms.ops.matrix_diag_part(x, _k(ms, band), ms.Tensor(0.0), align)
            args = [_k(ms, v) for v in (band, 3, 4)]
            result[f"{i}{align}"] = ms.ops.matrix_diag(part, *args, pad, align).asnumpy()
    result["square"] = ms.ops.matrix_diag(x[0, 0], _k(ms, 1)).asnumpy()
    result["band"] = ms.ops.matrix_diag(x[0], _k(ms, (-1, 1))).asnumpy()
    return result


@case(jit=False)
def matrix_set_diag(ms: Any, run: Any) -> Any:
    x, other = ms.Tensor(rand(2, 3, 4)), ms.Tensor(rand(2, 3, 4, seed=1))
    result = {}
    for i, band in enumerate(BANDS):
        for align in ALIGN:
            part = ms.ops.matrix_diag_part(other, _k(ms, band), ms.Tensor(0.0), align)
            result[f"{i}{align}"] = ms.ops.matrix_set_diag(x, part, _k(ms, band), align).asnumpy()
    return result


@case(jit=False)
def matrix_diag_refusals(ms: Any, run: Any) -> Any:
    x = ms.Tensor(rand(3, 4))
    zero = ms.Tensor(0.0)
    return merge(
        align=run.raises(lambda: ms.ops.matrix_diag_part(x, _k(ms, 0), zero, "LEFT")),
        order=run.raises(lambda: ms.ops.matrix_diag_part(x, _k(ms, (1, 0)), zero)),
    )


@case
def segments(ms: Any, run: Any) -> Any:
    ids = np.array([0, 0, 1, 3], np.int32)
    kinds = ("SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin", "SegmentProd")
    result = {k: run(getattr(ms.ops, k)(), rand(4, 3), ids, grad=False) for k in kinds}
    result["whole"] = run(ms.ops.SegmentMax(), np.arange(4, dtype=np.int32) - 9, ids)
    return merge(**result)


@case
def space_and_batch(ms: Any, run: Any) -> Any:
    ops, x = ms.ops, rand(2, 3, 4, 6)
    y = rand(12, 2, 2, 3)
    return merge(
        to=run(lambda x: ops.space_to_batch_nd(x, [2, 3], [[0, 2], [1, 2]]), x),
        nd=run(lambda x: ops.SpaceToBatchND([2, 2], [[0, 0], [1, 1]])(x), x),
        back=run(lambda x: ops.batch_to_space_nd(x, [2, 3], [[1, 0], [0, 2]]), y),
        both=run(lambda x: ops.BatchToSpaceND([2, 2], [[0, 1], [1, 0]])(x), y),
    )
