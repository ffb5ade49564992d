"""NumPy's scalars and arrays on the left of a Tensor end no gradient, op by op and in graphs, at any level."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common.settings import settings

X = np.array([3.0, 4.0], np.float32)
# Mode, level, and whether O0 captures: a graph as it is compiled, without the compiler's time.
LEVELS = {
    "PyNative": (ms.PYNATIVE_MODE, "", False),
    "automatic": (ms.GRAPH_MODE, "", False),
    "O0": (ms.GRAPH_MODE, "O0", False),
    "captured": (ms.GRAPH_MODE, "O0", True),
}
SCALARS = [np.float64(0.5), np.float32(0.5), np.float16(0.5), np.int64(2), np.array(0.5)]


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    mode, jit_level, captures = LEVELS[request.param]
    monkeypatch.setattr(settings, "mode", mode)
    monkeypatch.setattr(settings, "jit_level", jit_level)
    monkeypatch.setattr(settings, "o0_captures", captures)
    return str(request.param)


class Scaled(nn.Cell):
    def __init__(self, scale: Any):
        super().__init__()
        self.scale = scale
        self.weight = ms.Parameter(np.array([1.0, 2.0], np.float32))

    def construct(self, x: Any) -> Any:
        return self.scale * (self.weight * x).sum()


@pytest.mark.parametrize("scalar", SCALARS, ids=lambda s: f"{s.dtype}, {s.ndim} axes")
def test_an_attribute_times_a_loss(level: str, scalar: Any) -> None:
    net = Scaled(scalar)
    value, (gradient,) = ms.value_and_grad(net, None, net.trainable_params())(ms.Tensor(X))
    assert value.dtype == ms.float32
    assert float(value) == pytest.approx(float(scalar) * 11)
    np.testing.assert_allclose(gradient.asnumpy(), float(scalar) * X, rtol=1e-6)


def test_an_attribute_times_a_loss_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "mode", ms.GRAPH_MODE)
    monkeypatch.setattr(settings, "jit_level", "O1")
    net = Scaled(np.float64(0.5))
    ms.graph.reset()
    value, (gradient,) = ms.value_and_grad(net, None, net.trainable_params())(ms.Tensor(X))
    assert float(value) == 5.5
    np.testing.assert_allclose(gradient.asnumpy(), X / 2, rtol=1e-6)
    assert [*ms.graph.stats().recorded.values()] == [1]


def test_a_scalar_that_construct_computes(level: str) -> None:
    def loss(x: Any) -> Any:
        width = np.sqrt(4.0)
        return (x / width + width * x).sum()

    np.testing.assert_allclose(ms.grad(loss)(ms.Tensor(X)).asnumpy(), [2.5, 2.5], rtol=1e-6)


def test_an_array_on_the_left_inside_a_gradient(level: str) -> None:
    weights = np.array([2.0, 5.0], np.float32)
    gradient = ms.grad(lambda x: (weights * x).sum())(ms.Tensor(X))
    np.testing.assert_array_equal(gradient.asnumpy(), weights)


def _prints(x: Any) -> Any:
    y = x * x
    print("a value:", y.asnumpy().sum())
    return (y * x).sum()


def _decides(x: Any) -> Any:
    y = x * x
    return (y * x).sum() if float(y.sum()) > 1 else y.sum()


def _computes_by_numpy(x: Any) -> Any:
    y = x * x
    factor = np.float32(y.asnumpy().max() / 16)
    return (y * x * factor).sum()


_SEEN: list[float] = []


def _fills_a_list(x: Any) -> Any:
    y = x * x
    _SEEN.append(float(y.sum().asnumpy()))
    return (y * x).sum()


def _calls_a_built_in(x: Any) -> Any:
    y = x * x
    return (y * x).sum() + len(memoryview(bytes(y.asnumpy().data)))


@pytest.mark.parametrize(
    "fn", [_prints, _decides, _computes_by_numpy, _fills_a_list, _calls_a_built_in]
)
def test_what_cannot_be_recorded_keeps_the_gradient_of_the_whole(
    level: str, fn: Callable[..., Any]
) -> None:
    class Network(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.weight = ms.Parameter(np.array([1.0, 2.0], np.float32))

        def construct(self, x: Any) -> Any:
            return fn(x * self.weight)

    net = Network()
    differentiate = ms.value_and_grad(net, 0, net.trainable_params())
    for _ in range(2):
        value, (of_input, (of_weight,)) = differentiate(ms.Tensor(X))
        product = X * [1, 2]
        added = value.asnumpy() - (product**3).sum() * (4 if fn is _computes_by_numpy else 1)
        assert added == pytest.approx(8 if fn is _calls_a_built_in else 0, abs=1e-3)
        slope = 3 * product**2 * (4 if fn is _computes_by_numpy else 1)
        np.testing.assert_allclose(of_input.asnumpy(), slope * [1, 2], rtol=1e-6)
        np.testing.assert_allclose(of_weight.asnumpy(), slope * X, rtol=1e-6)


@pytest.mark.parametrize("fn", [_prints, _decides, _computes_by_numpy])
def test_what_cannot_be_recorded_before_and_in_a_gradient(
    level: str, fn: Callable[..., Any]
) -> None:
    """What cannot be recorded lies outside of the gradient first, then inside."""

    class Step(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.weight = ms.Parameter(np.array([1.0, 2.0], np.float32))
            self.differentiate = ms.grad(lambda x: fn(x * self.weight), 0, [self.weight])

        def construct(self, x: Any) -> Any:
            print("a sum:", float(x.sum()))
            return self.differentiate(x)

    step = Step()
    for _ in range(3):
        of_input, (of_weight,) = step(ms.Tensor(X))
        slope = 3 * (X * [1, 2]) ** 2 * (4 if fn is _computes_by_numpy else 1)
        np.testing.assert_allclose(of_input.asnumpy(), slope * [1, 2], rtol=1e-6)
        np.testing.assert_allclose(of_weight.asnumpy(), slope * X, rtol=1e-6)


def test_a_training_step_that_cannot_be_recorded_moves_the_weights_as_pynative(level: str) -> None:
    class Loss(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.dense = nn.Dense(2, 1, weight_init="ones", bias_init="zeros")

        def construct(self, x: Any) -> Any:
            out = self.dense(x)
            largest = float(abs(out).max().asnumpy())
            return (out**2).sum() * np.float64(1 / largest)

    net = Loss()
    step = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.01)).set_train()
    losses = [float(step(ms.Tensor(X[None]))) for _ in range(2)]
    # out 7 at first: the gradient of out²/7 is 2 out x / 7 = 2 x.
    assert losses[0] == pytest.approx(7)
    assert losses[1] == pytest.approx(7 - 0.02 * (X @ X + 1), rel=1e-5)


SCALAR_FUNCTIONS = ["add", "sub", "mul", "truediv", "pow", "lt", "ge", "eq", "ne"]


@pytest.mark.parametrize("name", SCALAR_FUNCTIONS)
@pytest.mark.parametrize("kind", ["float16", "float32", "int32", "uint8"])
def test_a_scalar_on_the_left_is_a_number(name: str, kind: str) -> None:
    tensor, fn = ms.Tensor(np.array([1, 3], kind)), getattr(operator, name)
    for scalar in (np.float64(2.5), np.float16(2), np.int64(2), np.uint8(3)):
        out, expected = fn(scalar, tensor), fn(scalar.item(), tensor)
        assert type(out) is ms.Tensor
        assert out.dtype == expected.dtype
        np.testing.assert_array_equal(out.asnumpy(), expected.asnumpy())


def test_numpys_functions_still_give_arrays() -> None:
    x = ms.Tensor(X)
    assert type(np.sin(x)) is np.ndarray
    assert type(np.array([1.0, 2.0]) * x) is np.ndarray
    np.testing.assert_array_equal(np.add(np.ones(2, np.float32), x), X + 1)
    total = np.zeros(2, np.float32)
    total += x
    np.testing.assert_array_equal(total, X)
    assert np.add.reduce(x) == 7
    with pytest.raises(TypeError):
        np.add(X, X, out=x)
