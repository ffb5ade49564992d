"""Under mixed precision a large weight is cast once in a step, however many calls use it, with the same gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.graph.execution_state import gradient_entered
from msacc.nn.cell import casting

X = np.random.RandomState(0).randn(3, 128).astype(np.float32)


class Shared(nn.Cell):
    """One Cell called three times, and its weight in a second one."""

    def __init__(self) -> None:
        super().__init__()
        self.layer, self.head = nn.Dense(128, 128), nn.Dense(128, 128)
        self.head.weight = self.layer.weight

    def construct(self, x: Tensor) -> Tensor:
        for _ in range(3):
            x = ops.tanh(self.layer(x))
        return (self.head(x).astype(ms.float32) ** 2).sum()


class Recurrent(nn.Cell):
    """A cell for each step of time."""

    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.GRUCell(128, 128)

    def construct(self, x: Tensor) -> Tensor:
        h = ops.zeros((3, 128), x.dtype)
        for _ in range(4):
            h = self.cell(x, h.astype(x.dtype))
        return h.astype(ms.float32).sum()


class Casts(TorchDispatchMode):
    """How often something of two axes becomes half precision."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = func(*args, **kwargs or {})
        if func is torch.ops.aten._to_copy.default and args[0].shape[-1] == 128 and out.ndim == 2:
            self.count += args[0].requires_grad and out.dtype is torch.bfloat16
        return out


def gradients(net: Callable[[], nn.Cell]) -> list[np.ndarray]:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.set_seed(1)
    made = ms.amp.auto_mixed_precision(net(), "O2", ms.bfloat16).set_train()
    step = ms.value_and_grad(made, None, made.trainable_params())
    loss, grads = step(Tensor(X))
    again, _ = step(Tensor(X))
    assert loss.asnumpy() == again.asnumpy()
    return [each.asnumpy() for each in (loss, *grads)]


@pytest.mark.parametrize("net", [Shared, Recurrent])
def test_gradients_are_those_of_one_cast_a_call(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = gradients(net)
    monkeypatch.setattr(casting, "in_dtype", lambda t, dtype: t.to(dtype))
    for a, b in zip(found, gradients(net), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_weight_is_cast_once() -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    net = ms.amp.auto_mixed_precision(Shared(), "O2", ms.bfloat16).set_train()
    step = ms.value_and_grad(net, None, net.trainable_params())
    with Casts() as casts:
        step(Tensor(X))
    weights = [p for p in net.trainable_params() if p.ndim == 2]
    assert casts.count == len(weights) == 1


def test_a_weight_that_is_written_to_is_cast_anew() -> None:
    weight = torch.ones(1 << 14, requires_grad=True)
    with gradient_entered():
        first = casting.in_dtype(weight, torch.bfloat16)
        assert casting.in_dtype(weight, torch.bfloat16).data_ptr() == first.data_ptr()
        with torch.no_grad():
            weight.mul_(2)
        assert casting.in_dtype(weight, torch.bfloat16)[0] == 2


def test_nothing_is_held_behind_the_step() -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    net = ms.amp.auto_mixed_precision(Shared(), "O2", ms.bfloat16).set_train()
    ms.value_and_grad(net, None, net.trainable_params())(Tensor(X))
    assert all("_msacc_low" not in vars(p._t) for p in net.trainable_params())
