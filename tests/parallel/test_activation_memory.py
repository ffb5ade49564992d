"""What autograd keeps at once falls with micro_size."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn
from msacc.parallel import GradAccumulation

BATCH, WIDTH = 64, 32


class Meter:
    """Bytes of activations that autograd holds, now and at most."""

    def __init__(self, parameters: Any):
        self.now = self.most = 0
        self.parameters = {p._t.untyped_storage().data_ptr() for p in parameters}

    def pack(self, t: torch.Tensor) -> Any:
        if t.untyped_storage().data_ptr() in self.parameters:
            return t
        return _Held(self, t)

    @staticmethod
    def unpack(held: Any) -> torch.Tensor:
        return held.tensor if isinstance(held, _Held) else held


class _Held:
    def __init__(self, meter: Meter, tensor: torch.Tensor):
        self.meter, self.tensor, self.size = meter, tensor, tensor.nbytes
        meter.now += self.size
        meter.most = max(meter.most, meter.now)

    def __del__(self) -> None:
        self.meter.now -= self.size


def most_bytes(micro_size: int) -> int:
    ms.set_seed(0)
    net = nn.SequentialCell(nn.Dense(WIDTH, WIDTH), nn.ReLU(), nn.Dense(WIDTH, WIDTH), nn.ReLU())
    loss = nn.WithLossCell(net, nn.MSELoss())
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    step = ms.Model(GradAccumulation(loss, micro_size), optimizer=optimizer).train_network
    x = Tensor(np.ones((BATCH, WIDTH), np.float32))
    step(x, x)
    meter = Meter(net.get_parameters())
    # While a primitive that is recomputed lives, gradients have hooks of their own within these.
    gc.collect()
    with torch.autograd.graph.saved_tensors_hooks(meter.pack, meter.unpack):
        step(x, x)
    return meter.most


@pytest.mark.slow
def test_peak_activation_memory_falls_as_one_over_micro_size() -> None:
    whole = most_bytes(1)
    assert whole > BATCH * WIDTH * 4
    for micro_size in (2, 4, 8):
        assert most_bytes(micro_size) <= 1.05 * whole / micro_size
