"""What MindSpore's CPU build has no kernel for, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, mint, nn

X = np.arange(12, dtype=np.float32).reshape(2, 2, 3)


@pytest.mark.parametrize("dtype", [np.float32, np.int32, np.uint8])
def test_matrix_diag_and_its_part(dtype: type) -> None:
    x = np.array([[1, 2], [3, 4]], dtype)
    made = nn.MatrixDiag()(Tensor(x)).asnumpy()
    np.testing.assert_array_equal(made, [np.diag(row) for row in x])
    assert made.dtype == dtype
    np.testing.assert_array_equal(nn.MatrixDiagPart()(Tensor(made)).asnumpy(), x)
    for wide in (X.astype(dtype), X.transpose(0, 2, 1).astype(dtype)):
        found = nn.MatrixDiagPart()(Tensor(wide.copy())).asnumpy()
        np.testing.assert_array_equal(found, [np.diag(m) for m in wide])


def test_matrix_set_diag_and_gradient() -> None:
    new = np.array([[-1, -2], [-3, -4]], np.float32)
    want = X.copy()
    want[:, [0, 1], [0, 1]] = new
    layer = nn.MatrixSetDiag()
    np.testing.assert_array_equal(layer(Tensor(X), Tensor(new)).asnumpy(), want)
    by_x, by_diagonal = ms.grad(lambda x, d: (layer(x, d) ** 2).sum(), (0, 1))(
        Tensor(X), Tensor(new)
    )
    np.testing.assert_allclose(by_diagonal.asnumpy(), 2 * new)
    kept = X.copy()
    kept[:, [0, 1], [0, 1]] = 0
    np.testing.assert_allclose(by_x.asnumpy(), 2 * kept)


def test_lbeta_has_its_gradient() -> None:
    grad = ms.grad(lambda x: nn.LBeta()(x, x).sum())(Tensor(np.array([1.0, 2.0], np.float32)))
    # 2 (psi(x) - psi(2 x)): psi(2) = psi(1) + 1, psi(4) = psi(2) + 1/2 + 1/3
    np.testing.assert_allclose(grad.asnumpy(), [-2.0, -5 / 3], rtol=1e-5)


@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular_solve(upper: bool, transpose: bool, unit: bool) -> None:
    a = np.array([[2, 1, 4], [1, 3, 5], [7, 8, 9]], np.float32)
    b = np.array([[1], [2], [3]], np.float32)
    used = np.triu(a) if upper else np.tril(a)
    if unit:
        np.fill_diagonal(used, 1)
    found, kept = mint.triangular_solve(Tensor(b), Tensor(a), upper, transpose, unit)
    np.testing.assert_allclose((used.T if transpose else used) @ found.asnumpy(), b, atol=1e-5)
    np.testing.assert_array_equal(kept.asnumpy(), a)


def test_randint_like() -> None:
    x = Tensor(np.zeros((50, 4), np.int32))
    drawn = mint.randint_like(x, 2, 5)
    assert drawn.dtype == ms.int32
    assert set(drawn.asnumpy().ravel()) == {2, 3, 4}
    drawn = mint.randint_like(x, 3, dtype=ms.float32)
    assert drawn.dtype == ms.float32
    assert set(drawn.asnumpy().ravel()) == {0, 1, 2}


def test_in_place_sigmoid_and_log_softmax() -> None:
    x = Tensor(X.copy())
    mint.nn.functional.sigmoid_(x)
    np.testing.assert_allclose(x.asnumpy(), 1 / (1 + np.exp(-X)), rtol=1e-6)
    found = mint.special.log_softmax(Tensor(X), 2, dtype=ms.float64).asnumpy()
    want = X - np.log(np.exp(X.astype(np.float64)).sum(2, keepdims=True))
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, want, rtol=1e-12)


def test_embedding_rows_are_clipped_to_their_norm() -> None:
    table = np.array([[3, 4], [0.3, 0.4]], np.float32)
    net = nn.MultiFieldEmbeddingLookup(2, 2, 2, param_init=Tensor(table), max_norm=1.0)
    ids, fields = Tensor(np.array([[0, 1]], np.int32)), Tensor(np.array([[0, 1]], np.int32))
    out = net(ids, Tensor(np.ones((1, 2), np.float32)), fields)
    np.testing.assert_allclose(out.asnumpy(), [[[0.6, 0.8], [0.3, 0.4]]], rtol=1e-6)


def test_metrics_of_names() -> None:
    assert nn.get_metrics(None) is None
    assert isinstance((nn.get_metrics({"acc"}) or {})["acc"], nn.Accuracy)
