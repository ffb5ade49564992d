"""Ops that MindSpore's CPU refuses, against numpy and torch."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from msacc.ops.operations._grad_ops import BatchNormGrad
from msacc.ops.operations.sparse_ops import SparseToDenseV2

import msacc as ms
from msacc import Tensor, ops


def test_histogram_of_fixed_width_counts_outliers_at_the_ends() -> None:
    x = Tensor([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0])
    result = ops.HistogramFixedWidth(5)(x, Tensor([0.0, 5.0]))
    assert result.asnumpy().tolist() == [2, 1, 1, 0, 2]
    assert result.dtype == ms.int32


def test_quantile() -> None:
    x = np.random.RandomState(0).rand(4, 5).astype(np.float32)
    result = ops.Quantile(1, True)(Tensor(x), Tensor([0.3, 0.5]))
    assert np.allclose(result.asnumpy(), np.quantile(x, [0.3, 0.5], axis=1, keepdims=True))
    x[0, 0] = np.nan
    assert np.isnan(ops.Quantile()(Tensor(x), 0.5).asnumpy())
    assert np.allclose(ops.Quantile(ignore_nan=True)(Tensor(x), 0.5).asnumpy(), np.nanmedian(x))


@pytest.mark.parametrize("right", [False, True])
def test_search_sorted(right: bool) -> None:
    row, wanted = [1.0, 3.0, 3.0, 5.0], [3.0, 6.0, 0.0]
    result = ops.SearchSorted(ms.int32, right)(Tensor([row]), Tensor([wanted]))
    expected = np.searchsorted(row, wanted, side="right" if right else "left")
    assert result.asnumpy().tolist() == [expected.tolist()]
    assert result.dtype == ms.int32
    assert ops.SearchSorted()(Tensor([row]), Tensor([wanted])).dtype == ms.int64


def test_stft_as_a_primitive() -> None:
    x, window = torch.randn(2, 20), torch.hann_window(8)
    net = ops.STFT(8, 4, 8, False, True, True)
    result = net(Tensor(x.numpy()), Tensor(window.numpy()))
    expected = torch.stft(x, 8, 4, 8, window, center=False, return_complex=True)
    assert np.allclose(result.asnumpy(), expected, atol=1e-5)


def test_bernoulli_draws_with_each_probability() -> None:
    ms.manual_seed(1)
    drawn = ops.Bernoulli()(ops.zeros((4000,), ms.float32), Tensor([0.3])).asnumpy()
    assert abs(drawn.mean() - 0.3) < 0.03
    assert set(drawn.tolist()) == {0.0, 1.0}


def test_a_regularizer_and_channels_last_are_refused() -> None:
    with pytest.raises(TypeError, match="'l2_regularizer' should be 0"):
        ops.Lstsq(l2_regularizer=0.1)
    with pytest.raises(NotImplementedError, match="data_format='NCHW' only"):
        ops.MaxUnpool2D(2, data_format="NHWC")


def test_a_float_names_another_norm_of_a_matrix_than_an_int() -> None:
    # MindSpore gives the root of the sum of squares for ±1.0 and ±2.0, the norms of matrices for ±1 and ±2.
    x = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    of_all = float(np.sqrt(np.square(x.asnumpy()).sum()))
    for order in (1.0, -1.0, 2.0, -2.0):
        assert float(ops.norm(x, order)) == pytest.approx(of_all)
    assert float(ops.norm(x, 2)) == pytest.approx(np.linalg.norm(x.asnumpy(), 2), rel=1e-5)
    assert float(ops.norm(x, 1)) == 7
    assert ops.norm(x, 1.0, 1).asnumpy().tolist() == [3, 12]
    with pytest.raises(ValueError, match="'ord' must be one of"):
        ops.norm(x, 3.0)
    with pytest.raises(TypeError, match="must be a number, but got 'fro'"):
        ops.norm(x[0], "fro")


def test_softmax_over_several_axes_does_not_overflow() -> None:
    shares = np.array([[[0.1, 0.2], [0.3, 0.4]], [[0.2, 0.2], [0.5, 0.1]]], np.float32)
    result = ops.Softmax((1, 2))(Tensor(np.log(shares) + np.array([[[100]], [[-90]]], np.float32)))
    assert result.asnumpy() == pytest.approx(shares, rel=1e-4)


def test_places_of_a_dense_tensor_come_once_each_unless_unchecked() -> None:
    values = Tensor([1.0, 2.0]), Tensor(7.0)
    twice = Tensor([[1], [1]], ms.int32), Tensor([3], ms.int32)
    with pytest.raises(ValueError, match="'indices' should be in order, each once"):
        SparseToDenseV2()(*twice, *values)
    once = Tensor([[1], [2]], ms.int32), Tensor([3], ms.int32)
    assert SparseToDenseV2()(*once, *values).asnumpy().tolist() == [7, 1, 2]
    assert SparseToDenseV2(False)(*twice, *values).shape == (3,)


@pytest.mark.parametrize("factor", [0, -2])
def test_pixels_are_unshuffled_by_a_positive_factor(factor: int) -> None:
    with pytest.raises(ValueError, match="'downscale_factor' must be a positive int"):
        ops.pixel_unshuffle(ops.ones((1, 1, 4, 4), ms.float32), factor)


@pytest.mark.parametrize(
    ("argument", "value", "rule"),
    [
        ("output_size", (-3, 3), "must not be negative"),
        ("padding", -1, "must not be negative"),
        ("kernel_size", (2, 0), "must be above 0"),
        ("stride", 0, "must be above 0"),
    ],
)
def test_fold_names_the_size_that_it_refuses(argument: str, value: object, rule: str) -> None:
    sizes = {"output_size": (3, 3), "kernel_size": (2, 2), argument: value}
    with pytest.raises(ValueError, match=f"the value of '{argument}' {rule}"):
        ops.function.fold(ops.ones((1, 4, 4), ms.float32), **sizes)


@pytest.mark.parametrize("window", [2, (2, 2), (1, 1, 2, 2)])
def test_a_window_may_name_the_first_two_axes(window: object) -> None:
    result = ops.MaxUnpool2D(window, window)(Tensor([[[[5.0]]]]), Tensor([[[[2]]]]))
    assert result.asnumpy().tolist() == [[[[0, 0], [5, 0]]]]


@pytest.mark.parametrize("channels", [1, 3])
def test_gradients_through_the_mean_and_variance_of_a_batch_add_up_to_none(channels: int) -> None:
    rows = np.random.RandomState(0).rand(2, 4, channels, 3, 2).astype(np.float32)
    x, dout = (Tensor(row) for row in rows)
    mean, variance = rows[0].mean((0, 2, 3)), rows[0].var((0, 2, 3))
    ones = Tensor(np.ones(channels, np.float32))
    dx = BatchNormGrad(True)(dout, x, ones, Tensor(mean), Tensor(variance), ones)[0].asnumpy()
    assert np.abs(dx).max() > 0.1
    assert np.abs(dx.sum((0, 2, 3))).max() < 1e-4


@pytest.mark.parametrize("number", [-5, 300, 7])
@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_bytes_are_compared_with_any_number_by_value(number: int, mode: int) -> None:
    values = [2, 7, 250]
    x = Tensor(np.array(values, np.uint8))

    def compared(x: Tensor) -> tuple[Tensor, ...]:
        return x < number, number <= x, x == number, ops.not_equal(x, number), ms.mint.ge(x, number)

    found = (ms.jit(compared) if mode == ms.GRAPH_MODE else compared)(x)
    wide = np.array(values)
    expected = (wide < number, number <= wide, wide == number, wide != number, wide >= number)
    assert [f.asnumpy().tolist() for f in found] == [e.tolist() for e in expected]
