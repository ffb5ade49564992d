"""Recomputed primitives, offloaded Cells and moments: a lower peak of the device's memory, and equal gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.nn.optim import _state_on_cpu
from tests.gpu.conftest import ON_CPU

_MIB = 2**20


class Blocks(nn.Cell):
    """Eight wide results of 4 MiB, which the gradient of Sin keeps; what they are made of takes 256 KiB each."""

    def __init__(self, recompute: bool = False):
        super().__init__()
        self.tile, self.sin, self.mean = ops.Tile(), ops.Sin(), ops.ReduceMean()
        if recompute:
            self.tile.recompute()

    def construct(self, x: Tensor) -> Tensor:
        for _ in range(8):
            x = x + self.mean(self.sin(self.tile(x, (16, 1))), 0)
        return x


def _grads(net: nn.Cell) -> tuple[Any, int]:
    """The gradient, and the most bytes of the device that it took beyond those before."""
    x = Tensor(np.linspace(0, 1, _MIB // 16, dtype=np.float32))
    function = ms.grad(lambda v: net(v).sum())
    if ON_CPU:
        return function(x).asnumpy(), 0
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    grad = function(x)
    torch.cuda.synchronize()
    return grad.asnumpy(), torch.cuda.max_memory_allocated() - before


def _check_lower(net: nn.Cell, by: int) -> None:
    (grad, peak), (expected, plain) = _grads(net), _grads(Blocks())
    np.testing.assert_array_equal(grad, expected)
    assert ON_CPU or peak <= plain - by, (peak, plain)


def test_recomputed_primitives(device: torch.device) -> None:
    _check_lower(Blocks(recompute=True), 20 * _MIB)


def test_an_offloaded_cell(device: torch.device) -> None:
    net = Blocks()
    net.offload()
    _check_lower(net, 20 * _MIB)


def _adam_peak(**options: Any) -> tuple[Any, int]:
    """A parameter of 64 MiB after two updates, and the most bytes of the device beyond it and its gradient."""
    values = np.linspace(0, 1, 16 * _MIB, dtype=np.float32)
    weight, gradient = Parameter(Tensor(values), name="w"), (Tensor(values),)
    if not ON_CPU:
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
    before = 0 if ON_CPU else torch.cuda.memory_allocated()
    optimizer = nn.Adam([weight], 0.1, use_nesterov=True, **options)
    for _ in range(2):
        optimizer(gradient)
    held = [m._t.is_pinned() for m in (*optimizer.moment1, *optimizer.moment2)]
    assert ON_CPU or held == [bool(options)] * 2
    peak = 0 if ON_CPU else torch.cuda.max_memory_allocated() - before
    return weight.asnumpy(), peak


def test_adam_with_offload(device: torch.device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_state_on_cpu, "_ELEMENTS", _MIB)  # 4 MiB of each moment at a time
    (value, peak), (expected, plain) = _adam_peak(use_offload=True), _adam_peak()
    np.testing.assert_array_equal(value, expected)
    assert ON_CPU or peak <= plain - 100 * _MIB, (peak, plain)
