"""The primitives of `ops.operations._quant_ops` compute what formulas.py does, and check what they are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor
from msacc.ops.operations import _quant_ops as Q
from tests.former.quantization import formulas
from tests.former.quantization.cases import numbers

X = numbers("x", 3, 4) * 2
LOW, HIGH = np.array([-1.5], np.float32), np.array([2.5], np.float32)
LOWS, HIGHS = -np.abs(numbers("low", 4)), np.abs(numbers("high", 4))


def _tensors(*arrays: Any) -> list[Tensor]:
    return [Tensor(np.asarray(a)) for a in arrays]


def _with_gradient(primitive: Any, *arrays: Any) -> list[Any]:
    x, *rest = _tensors(*arrays)
    gradient = ms.grad(lambda v: (primitive(v, *rest) * Tensor(X)).sum())(x)
    return [primitive(x, *rest).asnumpy(), gradient.asnumpy()]


@pytest.mark.parametrize(
    ("primitive", "given", "how"),
    [
        (Q.FakeQuantPerLayer(4), (LOW, HIGH), {"bits": 4}),
        (Q.FakeQuantPerLayer(7, narrow_range=True), (LOW, HIGH), {"bits": 7, "narrow": True}),
        (Q.FakeQuantPerLayer(symmetric=True, training=False), (LOW, HIGH), {"symmetric": True}),
        (Q.FakeQuantPerChannel(4), (LOWS, HIGHS), {"bits": 4, "axis": 1}),
        (Q.FakeQuantPerChannel(channel_axis=0), (LOWS[:3], HIGHS[:3]), {"axis": 0}),
        (Q.FakeQuantWithMinMaxVars(5, True), (LOW, HIGH), {"bits": 5, "narrow": True}),
        (Q.FakeQuantWithMinMaxVarsPerChannel(16), (LOWS, HIGHS), {"bits": 16, "axis": 1}),
    ],
)
def test_rounding(primitive: Any, given: tuple[Any, Any], how: dict[str, Any]) -> None:
    settings = {"bits": 8, "symmetric": False, "narrow": False, **how}
    expected, passes = formulas.rounded(X, *given, **settings)
    found, gradient = _with_gradient(primitive, X, *given)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(gradient, X * passes)
    assert 0 < passes.sum() < passes.size


@pytest.mark.parametrize("truncated", [False, True])
@pytest.mark.parametrize(
    ("kind", "alpha", "axis"),
    [(Q.FakeLearnedScaleQuantPerLayer, HIGH, None), (Q.FakeLearnedScaleQuantPerChannel, HIGHS, 1)],
)
def test_learned_scales(kind: Any, alpha: Any, axis: int | None, truncated: bool) -> None:
    primitive, levels = kind(neg_trunc=truncated), Tensor([15.0])
    function = ms.grad(lambda v, a: (primitive(v, a, levels) * Tensor(X)).sum(), (0, 1))
    found = function(Tensor(X), Tensor(alpha))
    expected = formulas.learned_gradients(X, X, alpha, 15.0, truncated, axis)
    for value, right in zip(found, expected, strict=True):
        np.testing.assert_allclose(value.asnumpy(), right, rtol=1e-5, atol=1e-5)
    result = primitive(Tensor(X), Tensor(alpha), levels).asnumpy()
    np.testing.assert_allclose(result, formulas.learned(X, alpha, 15.0, truncated, axis), rtol=1e-6)


def test_a_scale_of_nothing_is_no_division_by_zero() -> None:
    primitive = Q.FakeLearnedScaleQuantPerLayer()
    result = primitive(Tensor([1.0, -1.0]), Tensor([0.0]), Tensor([127.0]))
    np.testing.assert_allclose(result.asnumpy(), [1e-6, -1e-6], rtol=1e-6)


def test_ranges_are_followed() -> None:
    for primitive, decay, axis, ends in (
        (Q.MinMaxUpdatePerLayer(), 0.0, None, (LOW, HIGH)),
        (Q.MinMaxUpdatePerLayer(True, 0.75), 0.75, None, (LOW, HIGH)),
        (Q.MinMaxUpdatePerChannel(True, 0.75), 0.75, 1, (LOWS, HIGHS)),
        (Q.MinMaxUpdatePerChannel(channel_axis=0), 0.0, 0, (LOWS[:3], HIGHS[:3])),
    ):
        found = primitive(*_tensors(X, *ends))
        for value, expected in zip(found, formulas.followed(X, *ends, decay, axis), strict=True):
            np.testing.assert_allclose(value.asnumpy(), expected, rtol=1e-6)
    vector = Q.MinMaxUpdatePerChannel()(*_tensors(X[0], LOWS, HIGHS))
    assert np.array_equal(vector[1].asnumpy(), np.maximum(X[0], 0))


def test_normalization_is_folded() -> None:
    x = numbers("image", 2, 3, 2, 2)
    mean, variance = Parameter(Tensor(numbers("m", 3))), Parameter(Tensor(np.abs(numbers("v", 3))))
    before = mean.asnumpy().copy(), np.sqrt(variance.asnumpy() + 1e-5)
    step = Tensor([0], ms.int32)
    still = Q.BatchNormFold(is_training=False, freeze_bn=5)(Tensor(x), mean, variance, step)
    frozen = Q.BatchNormFold(freeze_bn=0)(Tensor(x), mean, variance, step)
    for found in (still, frozen):
        expected = (np.zeros(3), np.ones(3), *before)
        for value, right in zip(found, expected, strict=True):
            np.testing.assert_allclose(value.asnumpy(), right, rtol=1e-6)
    moved = Q.BatchNormFold(0.75, freeze_bn=5)(Tensor(x), mean, variance, step)
    now, std, _ = formulas.statistics(x, 1e-5)
    for value, right in zip(moved, (now, std, *before), strict=True):
        np.testing.assert_allclose(value.asnumpy(), right, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(mean.asnumpy(), 0.75 * before[0] + 0.25 * now, rtol=1e-5, atol=1e-6)


def test_one_value_has_no_unbiased_variance() -> None:
    mean, variance = Parameter(Tensor([0.0])), Parameter(Tensor([1.0]))
    fold = Q.BatchNormFold(0.5, freeze_bn=1)
    fold(Tensor([[[[3.0]]]]), mean, variance, Tensor([0], ms.int32))
    assert variance.asnumpy().tolist() == [0.5]
    assert mean.asnumpy().tolist() == [1.5]


_LAYER, _IMAGE = Tensor(X), Tensor(numbers("image", 2, 3, 2, 2))
_REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: Q.FakeQuantPerLayer()(_LAYER, *_tensors(LOWS, HIGHS)), ValueError, "min size"),
    (lambda: Q.FakeQuantPerLayer()(_LAYER, *_tensors(LOW, HIGHS)), ValueError, "shape of max"),
    (lambda: Q.FakeQuantPerChannel()(_LAYER, *_tensors(LOW, HIGH)), ValueError, "min shape"),
    (
        lambda: Q.FakeQuantPerChannel(channel_axis=2)(_LAYER, *_tensors(LOW, HIGH)),
        ValueError,
        "channel_axis",
    ),
    (lambda: Q.FakeQuantPerChannel(channel_axis=-1), ValueError, "channel_axis"),
    (lambda: Q.FakeQuantPerLayer(training=1), TypeError, "training"),
    (lambda: Q.FakeQuantPerLayer()(Tensor(1.0), *_tensors(LOW, HIGH)), ValueError, "x rank"),
    (lambda: Q.FakeQuantWithMinMaxVars(17), ValueError, "num_bits"),
    (lambda: Q.FakeQuantWithMinMaxVars(8, 1), TypeError, "narrow_range"),
    (lambda: Q.FakeLearnedScaleQuantPerLayer(neg_trunc=1), TypeError, "neg_trunc"),
    (lambda: Q.BatchNormFold(1.5), ValueError, "momentum"),
    (lambda: Q.BatchNormFold(epsilon=0.0), ValueError, "epsilon"),
    (lambda: Q.BatchNormFold(is_training=1), TypeError, "is_training"),
    (lambda: Q.BatchNormFold2(0.5), TypeError, "freeze_bn"),
    (lambda: Q.CorrectionMul("0"), TypeError, "channel_axis"),
    (lambda: Q.CorrectionMul()(_IMAGE, *_tensors(LOW, HIGH)), ValueError, "batch_std"),
    (
        lambda: Q.BatchNormFold()(_IMAGE, *_tensors(LOWS[:3], LOWS[:3], [0.0])),
        TypeError,
        "global_step",
    ),
]


@pytest.mark.parametrize(("call", "error", "text"), _REFUSED)
def test_what_is_refused(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()
