"""Ops of packed factorizations and blocks that MindSpore has no CPU kernel for, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, ops

RNG = np.random.RandomState(0)


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
def test_ormqr_multiplies_by_q(left: bool, transpose: bool) -> None:
    a, b = (RNG.rand(4, 4).astype(np.float32) for _ in range(2))
    packed, tau = ops.geqrf(Tensor(a))
    q = np.linalg.qr(a)[0]
    q = q.T if transpose else q
    for result in (
        ops.ormqr(packed, tau, Tensor(b), left, transpose),
        ops.Ormqr(left, transpose)(packed, tau, Tensor(b)),
    ):
        assert np.allclose(result.asnumpy(), q @ b if left else b @ q, atol=1e-5)


def test_euclidean_norm() -> None:
    x = RNG.rand(2, 3, 4).astype(np.float32)
    for keep in (False, True):
        result = ops.EuclideanNorm(keep)(Tensor(x), Tensor([0, 2])).asnumpy()
        assert np.allclose(result, np.sqrt((x**2).sum((0, 2), keepdims=keep)))
        assert result.shape == ((1, 3, 1) if keep else (3,))


def test_eigenvectors() -> None:
    a = RNG.rand(3, 3).astype(np.float32)
    values, vectors = (t.asnumpy() for t in ops.Eig(True)(Tensor(a)))
    assert values.dtype == np.complex64
    assert np.allclose(a @ vectors, vectors * values, atol=1e-5)


def test_the_older_block_primitives() -> None:
    x = Tensor(RNG.rand(2, 3, 4, 6).astype(np.float32))
    pads = [[0, 0], [1, 1]]
    there = ops.SpaceToBatch(2, pads)(x)
    assert np.array_equal(there.asnumpy(), ops.SpaceToBatchND([2, 2], pads)(x).asnumpy())
    assert np.array_equal(ops.BatchToSpace(2, pads)(there).asnumpy(), x.asnumpy())
    with pytest.raises(ValueError, match="multiple of the block 5"):
        ops.SpaceToBatch(5, pads)(x)


def test_segment_ids_must_be_a_vector_of_the_rows() -> None:
    with pytest.raises(ValueError, match="'segment_ids' should be a vector of 3"):
        ops.SegmentSum()(ops.ones((3, 2), ms.float32), Tensor([0, 1], ms.int32))
