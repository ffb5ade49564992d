"""Recomputed primitives and offloaded Cells: a lower peak of the device's memory, and equal gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

import msacc as ms
from msacc import Tensor, nn, ops
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
