"""Recomputed primitives and offloaded Cells: a lower peak of the device's memory, and equal gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from tests.gpu.conftest import ON_CPU

_MIB = 2**20


class Block(nn.Cell):
    """Sixteen results of 4 MiB, each of which a gradient keeps."""

    def __init__(self, recompute: bool = False):
        super().__init__()
        self.exp, self.sin = ops.Exp().recompute(recompute), ops.Sin().recompute(recompute)

    def construct(self, x: Tensor) -> Tensor:
        for _ in range(8):
            x = self.sin(self.exp(x))
        return x


def _grads(net: nn.Cell) -> tuple[Any, int]:
    """The gradient, and the most bytes of the device that it took beyond those before."""
    x = Tensor(np.linspace(0, 1, _MIB, dtype=np.float32))
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
    (grad, peak), (expected, plain) = _grads(net), _grads(Block())
    np.testing.assert_array_equal(grad, expected)
    assert ON_CPU or peak <= plain - by, (peak, plain)


def test_recomputed_primitives(device: torch.device) -> None:
    """Every result is made from the one before, back to the input: half of the sixteen may live at a time."""
    net = Block()
    net.sin = ops.Sin().recompute()  # of each pair one result is kept
    _check_lower(net, 20 * _MIB)


def test_an_offloaded_cell(device: torch.device) -> None:
    net = Block()
    net.offload()
    _check_lower(net, 40 * _MIB)
