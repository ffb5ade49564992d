"""Methods of Tensor that MindSpore's CPU refuses, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, ops

X = np.random.RandomState(0).rand(2, 3).astype(np.float32)


@pytest.mark.parametrize("name", ["tanh", "sigmoid"])
def test_in_place_activations(name: str) -> None:
    x = Tensor(X)
    expected = getattr(ops, name)(Tensor(X)).asnumpy()
    assert getattr(x, f"{name}_")() is x
    assert np.array_equal(x.asnumpy(), expected)


def test_in_place_function() -> None:
    x = Tensor(X)
    assert ops.tanh_(x) is x
    assert np.allclose(x.asnumpy(), np.tanh(X))


def test_diagonal_in_place() -> None:
    x = Tensor(X)
    assert x.fill_diagonal_(9.0) is x
    assert x.asnumpy()[[0, 1], [0, 1]].tolist() == [9, 9]


def test_index_and_index_copy() -> None:
    x = Tensor(X)
    assert np.array_equal(x.index([Tensor([0, 1]), Tensor([2, 0])]).asnumpy(), X[[0, 1], [2, 0]])
    assert np.array_equal(x.index((Tensor([1]),)).asnumpy(), X[[1]])
    target = ops.zeros((3, 2), ms.float32)
    rows = Tensor(np.array([[1, 2], [3, 4]], np.float32))
    assert target.index_copy_(0, Tensor([2, 0], ms.int32), rows) is target
    assert target.asnumpy().tolist() == [[3, 4], [0, 0], [1, 2]]


@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular_solve(upper: bool, transpose: bool, unit: bool) -> None:
    rng = np.random.RandomState(1)
    a, b = (rng.rand(3, n).astype(np.float32) + np.eye(3, n, dtype=np.float32) for n in (3, 2))
    result, copy = Tensor(b).triangular_solve(Tensor(a), upper, transpose, unit)
    used = np.triu(a) if upper else np.tril(a)
    if unit:
        np.fill_diagonal(used, 1)
    expected = np.linalg.solve(used.T if transpose else used, b)
    assert np.allclose(result.asnumpy(), expected, atol=1e-4)
    assert np.array_equal(copy.asnumpy(), a)


def test_ormqr() -> None:
    a = np.random.RandomState(2).rand(3, 3).astype(np.float32)
    packed, tau = Tensor(a).geqrf()
    result = packed.ormqr(tau, Tensor(a), transpose=True).asnumpy()
    assert np.allclose(result, np.linalg.qr(a)[1], atol=1e-5)


def test_draws_follow_their_distribution() -> None:
    ms.manual_seed(0)
    x = ops.zeros((20000,), ms.float32)
    drawn = np.log(x.log_normal(0.5, 0.25).asnumpy())
    assert abs(drawn.mean() - 0.5) < 0.01
    assert abs(drawn.std() - 0.25) < 0.01
    assert abs(np.median(x.cauchy(2.0, 0.5).asnumpy()) - 2.0) < 0.05
    assert not x.asnumpy().any()
    with pytest.raises(TypeError, match="scale"):
        x.cauchy(scale=1.0)


def test_dlpack_shares_memory() -> None:
    if ms.get_context("device_target") != "CPU":
        pytest.skip("numpy's memory is the CPU's")
    x = Tensor(X)
    twin = ms.from_dlpack(x.to_dlpack())
    x[0, 0] = 7.0
    assert twin.asnumpy()[0, 0] == 7


def test_requires_grad_is_a_parameters() -> None:
    p = ms.Parameter(Tensor(X), name="p")
    assert p.requires_grad_(False) is p
    assert not p.requires_grad
    with pytest.raises(NotImplementedError, match="grad_position"):
        Tensor(X).requires_grad_()


def test_to_moves_to_devices_that_are_here() -> None:
    x = Tensor(X)
    assert x.to_() is x
    assert x.to_("CPU") is x
    with pytest.raises(NotImplementedError, match="runs on the CPU"):
        x.to_("Ascend")
    with pytest.raises(ValueError, match="must be one of"):
        x.to_(ms.int32)  # type: ignore[arg-type]
