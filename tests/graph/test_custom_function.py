"""`_Function`: a backward pass by hand. The numbers are what MindSpore 2.10 gives in PyNative mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor
from msacc.common import _Function


def _tensor(*values: float) -> Tensor:
    return Tensor(np.array(values, np.float32))


class Product(_Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, y: Tensor, k: int = 2) -> Tensor:
        ctx.save_for_backward(x, y)
        ctx.k = k
        return x * y * k

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        x, y = ctx.saved_tensors
        return grad * y * 100, grad * x * ctx.k, None


X, Y = _tensor(1, 2), _tensor(3, 4)


def test_gradients_are_those_of_backward() -> None:
    dx, dy = ms.grad(lambda x, y: Product.apply(x, y, 3).sum(), (0, 1))(X, Y)
    assert dx.asnumpy().tolist() == [300, 400]
    assert dy.asnumpy().tolist() == [3, 6]


def test_a_second_gradient_goes_through_backward() -> None:
    def once(x: Tensor) -> Tensor:
        return ms.grad(lambda x: Product.apply(x, x * 2).sum())(x).sum()

    assert ms.grad(once)(X).asnumpy().tolist() == [204, 204]


@pytest.mark.parametrize("materialize", [True, False])
def test_outputs_that_nothing_used(materialize: bool) -> None:
    seen: list[Any] = []

    class Two(_Function):
        @staticmethod
        def forward(ctx: Any, x: Tensor) -> Any:
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3, 7

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            seen.extend(grads)
            return grads[0]

    assert Two.apply(X)[2] == 7
    assert ms.grad(lambda x: Two.apply(x)[0].sum())(X).asnumpy().tolist() == [1, 1]
    assert seen[2] is None
    assert (seen[1].asnumpy().tolist() == [0, 0]) if materialize else seen[1] is None


def test_what_is_written_and_what_has_no_gradient() -> None:
    class Written(_Function):
        @staticmethod
        def forward(ctx: Any, x: Tensor) -> Any:
            x.add_(1.0)
            still = x * 3
            ctx.mark_dirty(x)
            ctx.mark_non_differentiable(still)
            return x, still

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            return grads[0] * 5

    def both(x: Tensor) -> Tensor:
        first, second = Written.apply(x * 1)
        return first.sum() + second.sum()

    value, grad = ms.value_and_grad(both)(X)
    assert float(value) == 2 + 3 + 6 + 9
    assert grad.asnumpy().tolist() == [5, 5]


def test_setup_context_takes_keywords() -> None:
    class Scaled(_Function):
        @staticmethod
        def forward(x: Tensor, k: int = 4) -> Tensor:  # type: ignore[override]
            return x * k

        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
            ctx.k = inputs[1]

        @staticmethod
        def backward(ctx: Any, grad: Tensor) -> Any:
            return grad * ctx.k, None

    assert ms.grad(lambda x: Scaled.apply(x, k=6).sum())(X).asnumpy().tolist() == [6, 6]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda g: g, "wrong number of gradients"),
        (lambda g: (g, 3.0), "should be None or a Tensor, position: 1"),
    ],
)
def test_gradients_that_do_not_fit(given: Any, message: str) -> None:
    class Bad(_Function):
        @staticmethod
        def forward(ctx: Any, x: Tensor, y: Tensor) -> Tensor:
            return x * y

        @staticmethod
        def backward(ctx: Any, grad: Tensor) -> Any:
            return given(grad)

    with pytest.raises(RuntimeError, match=message):
        ms.grad(lambda x, y: Bad.apply(x, y).sum(), (0, 1))(X, Y)


def test_keywords_without_setup_context() -> None:
    with pytest.raises(TypeError, match=r"no keyword arguments but got \['k'\]"):
        Product.apply(X, Y, k=5)
    with pytest.raises(NotImplementedError, match="forward function should be customized"):
        _Function.apply(X)
