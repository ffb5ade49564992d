"""Sparse tensors hold, convert and check."""

from __future__ import annotations

import numpy as np
import pytest

from msacc import COOTensor, CSRTensor, RowTensor, Tensor

DENSE = np.array([[0, 3, 0], [4, 0, 5]], np.float32)


def test_coo_and_csr_convert_to_each_other_and_to_dense() -> None:
    indices = Tensor(np.array([[0, 1], [1, 0], [1, 2]], np.int32))
    coo = COOTensor(indices, Tensor(np.array([3, 4, 5], np.float32)), (2, 3))
    np.testing.assert_array_equal(coo.to_dense().asnumpy(), DENSE)
    csr = coo.to_csr()
    assert csr.indptr.asnumpy().tolist() == [0, 1, 3]
    np.testing.assert_array_equal(csr.to_dense().asnumpy(), DENSE)
    np.testing.assert_array_equal(csr.to_coo().to_dense().asnumpy(), DENSE)
    twice = COOTensor(Tensor(np.zeros((2, 2), np.int64)), Tensor(np.ones(2, np.float32)), (2, 2))
    assert twice.coalesce().values.asnumpy().tolist() == [2.0]


def test_wrong_parts_are_named() -> None:
    with pytest.raises(TypeError, match="'indices' should be a Tensor"):
        RowTensor([0], Tensor([1.0]), (2,))
    with pytest.raises(ValueError, match=r"'indices' should be \(N, 2\)"):
        COOTensor(Tensor([0]), Tensor([1.0]), (2, 2))
    with pytest.raises(TypeError, match="'shape' should be a tuple"):
        CSRTensor(Tensor([0, 1]), Tensor([0]), Tensor([1.0]), None)


def test_methods_take_mindspores_names() -> None:
    csr = Tensor(DENSE).to_csr()
    ones = Tensor(np.ones((3, 1), np.float32))
    assert csr.mv(dense_vector=ones).asnumpy().tolist() == [[3.0], [9.0]]
    with pytest.raises(TypeError, match="'dense_vector' should be a Tensor"):
        csr.mv(1.0)
    coo = COOTensor(Tensor(np.array([[0, 1], [1, 0]])), Tensor(np.array([1.0, 2.0])), (2, 2))
    both = coo.add(other=coo, thresh=Tensor(3.0))
    assert both.values.asnumpy().tolist() == [4.0]
    with pytest.raises(TypeError, match="'other' should be a COOTensor"):
        coo.add(1, Tensor(0.0))
